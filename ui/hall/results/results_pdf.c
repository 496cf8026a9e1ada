/* Results to print: the standings, then the games round by round. */
#include <string.h>

#include "rules/book/ruling_sentences.h"
#include "ui/export/paper.h"
#include "ui/hall/results/results.h"

/* Points. Of the standings: place, player, club, then the counts; of the games: table, side, points, side. */
#define ROW 13.0
#define PLACE_WIDTH 26.0
#define NAME_AT 32.0
#define NAME_WIDTH 150.0
#define CLUB_AT 186.0
#define CLUB_WIDTH 110.0
#define COUNT_AT 300.0
#define COUNT_WIDTH ((SQ_PAPER_WIDTH - COUNT_AT) / 6)
#define TABLE_WIDTH 60.0
#define POINTS_WIDTH 40.0
#define SIDE_WIDTH 150.0
#define REMARK_AT (TABLE_WIDTH + 2 * SIDE_WIDTH + 2 * POINTS_WIDTH + 10)

static const sq_results *of(const sq_paper *p) {
    return p->content;
}

/* A row of so much is to come: on this page, or on the next one with its heads. */
static void make_room(sq_paper *p, double high, void (*heads)(sq_paper *p)) {
    if (p->y + high <= SQ_PAPER_BOTTOM) return;
    sq_paper_turn(p);
    if (heads) heads(p);
}

static void end_row(sq_paper *p) {
    p->y += ROW;
    sq_paper_grey(p, 0.85);
    sq_paper_rule(p, 0, p->y - 2, SQ_PAPER_WIDTH, 0.3);
    sq_paper_grey(p, 0);
}

static void head(sq_paper *p) {
    char text[SQ_RESULTS_REMARK];
    snprintf(text, sizeof text, "Results: %s", of(p)->hall);
    p->y += sq_paper_put(p, 0, p->y, SQ_PAPER_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_TITLE, text) + 2;
    snprintf(text, sizeof text, "%d game%s count%s", of(p)->counted, of(p)->counted == 1 ? "" : "s",
             of(p)->counted == 1 ? "s" : "");
    p->y += sq_paper_put(p, 0, p->y, SQ_PAPER_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_TEXT, text) + 8;
    if (!*sq_results_remark(text, of(p))) return;
    double high = sq_paper_put(p, 6, p->y + 6, SQ_PAPER_WIDTH - 12, SQ_PAPER_LEFT, SQ_PAPER_HEAD, text);
    sq_paper_frame(p, 0, p->y, SQ_PAPER_WIDTH, high + 12);
    p->y += high + 22;
}

/* ---- Standings ---- */

static void put_count(const sq_paper *p, int column, sq_paper_font font, const char *text) {
    sq_paper_put(p, COUNT_AT + column * COUNT_WIDTH, p->y, COUNT_WIDTH - 4, SQ_PAPER_RIGHT, font, text);
}

static void standing_heads(sq_paper *p) {
    static const char *const heads[] = {"games", "won", "drawn", "lost", "points", "against"};
    sq_paper_put(p, NAME_AT, p->y, NAME_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_SMALL, "player");
    sq_paper_put(p, CLUB_AT, p->y, CLUB_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_SMALL, "club");
    for (int i = 0; i < (int)(sizeof heads / sizeof *heads); i++)
        put_count(p, i, SQ_PAPER_SMALL, heads[i]);
    p->y += ROW;
    sq_paper_rule(p, 0, p->y - 2, SQ_PAPER_WIDTH, 0.8);
}

static void put_standing(sq_paper *p, const sq_results_player *standing, bool has_place) {
    char text[SQ_POINTS_TEXT_MAX];
    const int counts[] = {standing->games, standing->won, standing->drawn, standing->lost};
    make_room(p, 2 * ROW, standing_heads);
    double top = p->y;
    snprintf(text, sizeof text, "%d", standing->place);
    if (has_place) sq_paper_put(p, 0, p->y, PLACE_WIDTH, SQ_PAPER_RIGHT, SQ_PAPER_TEXT, text);
    for (int i = 0; i < (int)(sizeof counts / sizeof *counts); i++) {
        snprintf(text, sizeof text, "%d", counts[i]);
        put_count(p, i, SQ_PAPER_TEXT, text);
    }
    put_count(p, 4, SQ_PAPER_HEAD, sq_points_text(standing->points, text));
    put_count(p, 5, SQ_PAPER_TEXT, sq_points_text(standing->against, text));
    double high = sq_paper_put(p, NAME_AT, top, NAME_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_TEXT, standing->name),
           club = sq_paper_put(p, CLUB_AT, top, CLUB_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_TEXT, standing->club);
    if (club > high) high = club;
    p->y += high > ROW ? high - ROW + 2 : 0; /* a long name takes more lines */
    end_row(p);
}

/* ---- Games ---- */

static void game(sq_paper *p, const sq_results_game *g) {
    char side[SQ_RESULTS_SIDE], points[SQ_POINTS_TEXT_MAX];
    make_room(p, 3 * ROW, NULL);
    double right = TABLE_WIDTH + SIDE_WIDTH + 2 * POINTS_WIDTH + 6;
    sq_paper_put(p, 0, p->y, TABLE_WIDTH - 4, SQ_PAPER_LEFT, SQ_PAPER_TEXT, sq_results_table(g));
    sq_paper_put(p, TABLE_WIDTH + SIDE_WIDTH, p->y, POINTS_WIDTH, SQ_PAPER_RIGHT, SQ_PAPER_HEAD,
                 sq_results_points(points, g, SQ_BLUE_RED));
    sq_paper_put(p, TABLE_WIDTH + SIDE_WIDTH + POINTS_WIDTH, p->y, POINTS_WIDTH - 6, SQ_PAPER_RIGHT,
                 SQ_PAPER_HEAD, sq_results_points(points, g, SQ_GREEN_YELLOW));
    double a = sq_paper_put(p, TABLE_WIDTH, p->y, SIDE_WIDTH, SQ_PAPER_RIGHT, SQ_PAPER_TEXT,
                            sq_results_side(side, g, SQ_BLUE_RED));
    double b = sq_paper_put(p, right, p->y, SIDE_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_TEXT,
                            sq_results_side(side, g, SQ_GREEN_YELLOW));
    sq_paper_put(p, REMARK_AT, p->y, SQ_PAPER_WIDTH - REMARK_AT, SQ_PAPER_RIGHT, SQ_PAPER_SMALL,
                 sq_results_game_remark(g));
    double high = a > b ? a : b;
    p->y += high > ROW ? high - ROW + 2 : 0;
    end_row(p);
}

/* A game whose round is another than the one before's begins a passage. */
static void games(sq_paper *p) {
    const char *round = NULL;
    char text[SQ_DETAIL_MAX + 16];
    for (int i = 0; i < of(p)->games; i++) {
        const sq_results_game *g = &of(p)->game[i];
        const char *now = of(p)->rounds_given && !g->pairing ? "" : sq_results_round(g);
        if (!round || strcmp(round, now) != 0) {
            make_room(p, 5 * ROW, NULL);
            snprintf(text, sizeof text,
                     *now                  ? "Round %s"
                     : of(p)->rounds_given ? "Of no round"
                                           : "Games",
                     now);
            p->y += 12;
            p->y += sq_paper_put(p, 0, p->y, SQ_PAPER_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_HEAD, text) + 4;
        }
        round = now;
        game(p, g);
    }
}

static void lay_out(sq_paper *p) {
    head(p);
    standing_heads(p);
    const bool places = sq_results_have_places(of(p));
    for (int i = 0; i < of(p)->players; i++)
        put_standing(p, &of(p)->player[i], places);
    games(p);
}

sq_code sq_results_pdf(FILE *to, const sq_results *r, sq_diag *d) {
    return sq_paper_print(to, "Results", r, lay_out, d);
}
