/* How well what was seen of crokinole boards agrees with their truth: counts and errors for each family. */
#ifndef SQ_DATASETS_SCORE_BOARD_SCORE_H
#define SQ_DATASETS_SCORE_BOARD_SCORE_H

#include "datasets/score/scene_score.h"

/* Every row of the table: name, true for a count, false for a measure. */
#define SQ_BOARD_SCORE_LIST(X)                                                              \
    X(boards, true)       /* pictures that show a board to be judged */                     \
    X(no_ruling, true)    /* of these, without a ruling, or missing in the predictions */   \
    X(discs, true)        /* in play, where there is a ruling */                            \
    X(recall, false)      /* the share of them that is found */                             \
    X(precision, false)   /* the share of discs reported in play that are in play */        \
    X(colour_wrong, true) /* of the found ones */                                           \
    X(region_right, true) /* of the found ones, called */                                   \
    X(region_asked, true)                                                                   \
    X(region_wrong, true)                                                                   \
    X(clear_asked, true) /* of those with 0.5 mm and more from foot to edge of a line */    \
    X(clear_wrong, true)                                                                    \
    X(mm_median, false) /* errors of the gap from foot to line, mm of the reported board */ \
    X(mm_p95, false)                                                                        \
    X(z_p95, false)      /* the same errors, divided by their stated standard deviation */  \
    X(score_exact, true) /* pictures with both sides' scores right */                       \
    X(score_asked, true) /* wrong, but asked, with the right one among the readings */      \
    X(score_wrong, true)                                                                    \
    X(abstain, true)       /* pictures that must get no ruling */                           \
    X(abstain_ruled, true) /* of these, with one */

typedef enum {
#define X(name, is_count) SQ_BOARD_ROW_##name,
    SQ_BOARD_SCORE_LIST(X)
#undef X
        SQ_BOARD_SCORE_ROWS
} sq_board_score_row;

extern const sq_score_row_kind sq_board_score_rows[SQ_BOARD_SCORE_ROWS];

enum { SQ_BOARD_FAMILY_CAP = 64 };

typedef struct {
    char family[64];
    double row[SQ_BOARD_SCORE_ROWS]; /* NaN where there is nothing to divide by */
} sq_board_family_score;

typedef struct {
    int count; /* families in alphabetical order; then comes ALL */
    sq_board_family_score family[SQ_BOARD_FAMILY_CAP + 1];
} sq_board_scores;

/* Whether the folder holds truth of crokinole boards: a NAME.truth.json with discs and a ditch. */
bool sq_is_board_truth(const char *folder);

/* Compares all NAME.truth.json of a folder with the lines of a file ("-": standard input). SQ_E_FILE,
 * SQ_E_FORMAT, SQ_E_MEMORY. */
sq_code sq_board_score_folder(sq_board_scores *out, const char *folder, const char *predictions, sq_diag *d);

#endif
