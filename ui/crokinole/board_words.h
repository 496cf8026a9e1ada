/* What was seen of a crokinole board, in sentences. */
#ifndef SQ_UI_CROKINOLE_BOARD_WORDS_H
#define SQ_UI_CROKINOLE_BOARD_WORDS_H

#include <stdio.h>

#include "vision/crokinole/position.h"

/* Writes the score, the regions, each question with its millimetres, and what was measured of the board.
 * image: the file's name as the user gave it. */
void sq_board_position_say(FILE *to, const sq_board_position *p, const char *image);

/* Writes what was measured of the board alone: how much of each line shows, radii with their ±, what is
 * assumed. */
void sq_board_measures_say(FILE *to, const sq_board_position *p, const char *image);

#endif
