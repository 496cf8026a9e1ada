/* `squint score` of crokinole boards: a folder of truths against what was told, as a table or JSON. */
#ifndef SQ_UI_SCORE_SCORE_BOARDS_H
#define SQ_UI_SCORE_SCORE_BOARDS_H

#include "datasets/score/board_score.h"

/* Scores the folder and prints it. Fails where a file cannot be read. */
sq_code sq_score_boards(const char *folder, const char *predictions, bool json, sq_diag *d);

#endif
