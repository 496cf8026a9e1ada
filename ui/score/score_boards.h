/* `squint score` of crokinole boards: compares a folder of truths with predictions, as a table or JSON. */
#ifndef SQ_UI_SCORE_SCORE_BOARDS_H
#define SQ_UI_SCORE_SCORE_BOARDS_H

#include "datasets/score/board_score.h"

/* Scores the folder and prints the result. Fails if a file cannot be read. */
sq_code sq_score_boards(const char *folder, const char *predictions, bool json, sq_diag *d);

#endif
