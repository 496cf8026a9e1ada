/* What the score of a board may be: every way in which the doubtful discs may be told, by the sum it gives.
 */
#ifndef SQ_VISION_CROKINOLE_SCORE_READINGS_H
#define SQ_VISION_CROKINOLE_SCORE_READINGS_H

#include "vision/crokinole/position.h"

enum { SQ_SCORE_READINGS = 64 };

typedef struct {
    int score[SQ_BOARD_SIDES];
    double probability;
} sq_score_reading;

/* Fills out, the likeliest first, and says how many there are: at least one. Those below one in a thousand
 * are left out, and the rest's sum is 1. */
int sq_score_readings(const sq_board_position *p, sq_score_reading out[SQ_SCORE_READINGS]);

#endif
