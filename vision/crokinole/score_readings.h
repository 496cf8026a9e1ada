/* The scores that a board may have: doubtful discs are judged in every possible way, and ways that give the
 * same score are added up. */
#ifndef SQ_VISION_CROKINOLE_SCORE_READINGS_H
#define SQ_VISION_CROKINOLE_SCORE_READINGS_H

#include "vision/crokinole/position.h"

enum { SQ_SCORE_READINGS = 64 };

typedef struct {
    int score[SQ_BOARD_SIDES];
    double probability;
} sq_score_reading;

/* Fills `out`, the likeliest first; returns how many there are, at least one. Scores with a probability below
 * 1/1000 are left out; the probabilities of the others sum to 1. */
int sq_score_readings(const sq_board_position *p, sq_score_reading out[SQ_SCORE_READINGS]);

#endif
