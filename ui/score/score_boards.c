/* The table of crokinole boards: a column for each family, and one for all. */
#include "ui/score/score_boards.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

static void print_table(const sq_board_scores *s) {
    printf("%-20s", "");
    for (int f = 0; f < s->count; f++)
        printf(" %12s", s->family[f].family);
    for (int r = 0; r < SQ_BOARD_SCORE_ROWS; r++) {
        printf("\n%-20s", sq_board_score_rows[r].name);
        for (int f = 0; f < s->count; f++) {
            double v = s->family[f].row[r];
            if (isnan(v))
                printf(" %12s", "-");
            else
                printf(" %12.*f", sq_board_score_rows[r].is_count ? 0 : 3, v);
        }
    }
    putchar('\n');
}

static void print_json(const sq_board_scores *s) {
    json_t *families = json_object();
    for (int f = 0; f < s->count; f++) {
        json_t *o = json_object();
        for (int r = 0; r < SQ_BOARD_SCORE_ROWS; r++) {
            double v = s->family[f].row[r];
            json_object_set_new(o, sq_board_score_rows[r].name,
                                isnan(v)                          ? json_null()
                                : sq_board_score_rows[r].is_count ? json_integer((json_int_t)v)
                                                                  : json_real(v));
        }
        json_object_set_new(families, s->family[f].family, o);
    }
    json_t *all = json_pack("{s:o}", "families", families);
    json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    putchar('\n');
    json_decref(all);
}

sq_code sq_score_boards(const char *folder, const char *predictions, bool json, sq_diag *d) {
    static sq_board_scores s; /* too large for a small stack */
    sq_code code = sq_board_score_folder(&s, folder, predictions, d);
    if (!code) (json ? print_json : print_table)(&s);
    return code;
}
