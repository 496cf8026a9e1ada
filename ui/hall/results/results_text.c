/* Results for a terminal. */
#include <string.h>

#include "rules/book/ruling_sentences.h"
#include "ui/hall/results/results.h"

/* Columns of a terminal; characters of UTF-8 are counted, not bytes. */
enum { PLACE = 5, NAME = 24, CLUB = 16, COUNT = 7, ROUND = 8, TABLE = 8, SIDE = 26, POINTS = 6 };

static int width_of(const char *text) {
    int width = 0;
    for (const char *s = text; *s; s++)
        width += ((unsigned char)*s & 0xc0) != 0x80;
    return width;
}

/* To the left, with at least a blank behind it. */
static void put(FILE *to, const char *text, int width) {
    int is = width_of(text);
    fprintf(to, "%s%*s", text, width > is ? width - is : 1, "");
}

static void put_number(FILE *to, const char *text, int width) {
    fprintf(to, "%*s%s", width - width_of(text), "", text);
}

static void put_count(FILE *to, int n) {
    fprintf(to, "%*d", COUNT, n);
}

static void put_standings(FILE *to, const sq_results *r) {
    static const char *const heads[] = {"games", "won", "drawn", "lost", "points", "against"};
    char points[SQ_POINTS_TEXT_MAX];
    put(to, "", PLACE);
    put(to, "player", NAME);
    put(to, "club", CLUB);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        put_number(to, heads[i], i < 4 ? COUNT : COUNT + 2);
    fputc('\n', to);
    for (int i = 0; i < r->players; i++) {
        const sq_results_player *p = &r->player[i];
        fprintf(to, "%*d  ", PLACE - 2, p->place);
        put(to, p->name, NAME);
        put(to, p->club, CLUB);
        put_count(to, p->games);
        put_count(to, p->won);
        put_count(to, p->drawn);
        put_count(to, p->lost);
        put_number(to, sq_points_text(p->points, points), COUNT + 2);
        put_number(to, sq_points_text(p->against, points), COUNT + 2);
        fputc('\n', to);
    }
}

static void put_game(FILE *to, const sq_results_game *g) {
    char side[SQ_RESULTS_SIDE], points[SQ_POINTS_TEXT_MAX];
    put(to, sq_results_round(g), ROUND);
    put(to, sq_results_table(g), TABLE);
    put(to, sq_results_side(side, g, SQ_BLUE_RED), SIDE);
    put_number(to, sq_results_points(points, g, SQ_BLUE_RED), POINTS);
    fputs(g->result && g->result->is == SQ_GAME_ENDED ? " : " : "   ", to);
    put(to, sq_results_points(points, g, SQ_GREEN_YELLOW), POINTS);
    put(to, sq_results_side(side, g, SQ_GREEN_YELLOW), SIDE);
    fputs(!g->result                        ? "not begun"
          : g->result->is == SQ_GAME_PLAYED ? "not over"
          : !g->counts                      ? "of no round"
          : g->result->open                 ? "questions are open"
                                            : "",
          to);
    fputc('\n', to);
}

sq_code sq_results_text(FILE *to, const sq_results *r, sq_diag *d) {
    char remark[SQ_RESULTS_REMARK];
    (void)d;
    if (*sq_results_remark(remark, r)) fprintf(to, "%s\n\n", remark);
    put_standings(to, r);
    fputc('\n', to);
    put(to, "round", ROUND);
    put(to, "table", TABLE);
    put(to, "blue and red", SIDE);
    put(to, "", POINTS + 3 + POINTS);
    fputs("green and yellow\n", to);
    for (int i = 0; i < r->games; i++)
        put_game(to, &r->game[i]);
    return SQ_OK;
}
