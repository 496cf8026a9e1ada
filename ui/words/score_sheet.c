/* The rows and columns of the score sheet, and how each number is counted. */
#include "ui/words/score_sheet.h"

#include <stdio.h>

const sq_colour sq_sheet_columns[SQ_COLOURS] = {SQ_BLUE, SQ_RED, SQ_GREEN, SQ_YELLOW};

const uint8_t sq_sheet_swatches[SQ_COLOURS][3] = {[SQ_BLUE] = {0x1f, 0x4f, 0xd0},
                                                  [SQ_GREEN] = {0x3a, 0x9d, 0x4a},
                                                  [SQ_RED] = {0xc0, 0x18, 0x2b},
                                                  [SQ_YELLOW] = {0xff, 0xd8, 0x3d}};

static int of(sq_wink_set winks, sq_colour c) {
    return __builtin_popcount(sq_winks_of(c) & winks);
}

static int potted(const sq_state *s, sq_colour c) {
    return of(s->now.potted, c);
}

static int unplayed(const sq_state *s, sq_colour c) {
    return of(s->now.unplayed, c);
}

static int squopped(const sq_state *s, sq_colour c) {
    return of(sq_squopped_winks(&s->now), c);
}

static int free_played(const sq_state *s, sq_colour c) {
    return sq_free_count(&s->now, c) - unplayed(s, c);
}

const sq_sheet_row sq_sheet_rows[SQ_SHEET_ROWS] = {{"potted", potted},
                                                   {"free", free_played},
                                                   {"squopped", squopped},
                                                   {"unplayed", unplayed},
                                                   {"tiddlies", sq_state_tiddlies}};

const char *sq_sheet_score(char to[SQ_SHEET_SCORE_MAX], const sq_standing *p, sq_partnership side) {
    char points[SQ_POINTS_TEXT_MAX];
    snprintf(to, SQ_SHEET_SCORE_MAX, "%s%s", sq_points_text(p->score[side], points), p->pot_outs ? "*" : "");
    return to;
}
