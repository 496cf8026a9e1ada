/* Results for a terminal. */
#include <string.h>

#include "rules/book/ruling_sentences.h"
#include "ui/hall/results/results.h"
#include "ui/words/terminal_text.h"

/* Columns of a terminal; those of names are wider where a name is. */
enum { PLACE = 5, NAME = 24, CLUB = 16, COUNT = 7, ROUND = 8, TABLE = 8, SIDE = 26, POINTS = 6 };

/* A column with two blanks behind the longest text. */
static int wider(int columns, const char *text) {
    int wanted = sq_text_columns(text, strlen(text)) + 2;
    return wanted > columns ? wanted : columns;
}

static void put_count(FILE *to, int n) {
    fprintf(to, "%*d", COUNT, n);
}

static void put_standings(FILE *to, const sq_results *r) {
    static const char *const heads[] = {"games", "won", "drawn", "lost", "points", "against"};
    char points[SQ_POINTS_TEXT_MAX];
    int name = NAME, club = CLUB;
    for (int i = 0; i < r->players; i++) {
        name = wider(name, r->player[i].name);
        club = wider(club, r->player[i].club);
    }
    sq_put_left(to, "", PLACE);
    sq_put_left(to, "player", name);
    sq_put_left(to, "club", club);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        sq_put_right(to, heads[i], i < 4 ? COUNT : COUNT + 2);
    fputc('\n', to);
    const bool places = sq_results_have_places(r);
    for (int i = 0; i < r->players; i++) {
        const sq_results_player *p = &r->player[i];
        if (places)
            fprintf(to, "%*d  ", PLACE - 2, p->place);
        else
            sq_put_left(to, "", PLACE);
        sq_put_left(to, p->name, name);
        sq_put_left(to, p->club, club);
        put_count(to, p->games);
        put_count(to, p->won);
        put_count(to, p->drawn);
        put_count(to, p->lost);
        sq_put_right(to, sq_points_text(p->points, points), COUNT + 2);
        sq_put_right(to, sq_points_text(p->against, points), COUNT + 2);
        fputc('\n', to);
    }
}

/* The columns of the list of games. */
typedef struct {
    int round, table, side[SQ_PARTNERSHIPS];
} game_columns;

static game_columns columns_of(const sq_results *r) {
    game_columns c = {ROUND, TABLE, {SIDE, SIDE}};
    char side[SQ_RESULTS_SIDE];
    for (int i = 0; i < r->games; i++) {
        c.round = wider(c.round, sq_results_round(&r->game[i]));
        c.table = wider(c.table, sq_results_table(&r->game[i]));
        for (int p = 0; p < SQ_PARTNERSHIPS; p++)
            c.side[p] = wider(c.side[p], sq_results_side(side, &r->game[i], (sq_partnership)p));
    }
    return c;
}

static void put_game(FILE *to, const sq_results_game *g, const game_columns *c) {
    char side[SQ_RESULTS_SIDE], points[SQ_POINTS_TEXT_MAX];
    sq_put_left(to, sq_results_round(g), c->round);
    sq_put_left(to, sq_results_table(g), c->table);
    sq_put_left(to, sq_results_side(side, g, SQ_BLUE_RED), c->side[SQ_BLUE_RED]);
    sq_put_right(to, sq_results_points(points, g, SQ_BLUE_RED), POINTS);
    fputs(g->result && g->result->is == SQ_GAME_ENDED ? " : " : "   ", to);
    sq_put_left(to, sq_results_points(points, g, SQ_GREEN_YELLOW), POINTS);
    sq_put_left(to, sq_results_side(side, g, SQ_GREEN_YELLOW), c->side[SQ_GREEN_YELLOW]);
    fprintf(to, "%s\n", sq_results_game_remark(g));
}

sq_code sq_results_text(FILE *to, const sq_results *r, sq_diag *d) {
    char remark[SQ_RESULTS_REMARK];
    (void)d;
    if (*sq_results_remark(remark, r)) fprintf(to, "%s\n\n", remark);
    put_standings(to, r);
    fputc('\n', to);
    const game_columns c = columns_of(r);
    sq_put_left(to, "round", c.round);
    sq_put_left(to, "table", c.table);
    sq_put_left(to, "blue and red", c.side[SQ_BLUE_RED]);
    sq_put_left(to, "", POINTS + 3 + POINTS);
    fputs("green and yellow\n", to);
    for (int i = 0; i < r->games; i++)
        put_game(to, &r->game[i], &c);
    return SQ_OK;
}
