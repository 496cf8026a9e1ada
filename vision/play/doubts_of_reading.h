/* What is in doubt about the first reading: the questions to the umpire. Internal to play. */
#ifndef SQ_VISION_PLAY_DOUBTS_OF_READING_H
#define SQ_VISION_PLAY_DOUBTS_OF_READING_H

#include "vision/play/hypotheses.h"

/* Writes the doubts of p from its readings; lowers the probability of the first reading if it is not certain
 * which wink of the squidge-off is nearest. pairs: those of the first reading if it is a shot, else null. */
void sq_play_doubts(sq_play *p, const sq_story_ground *g, const sq_play_pairs *pairs);

/* Adds the doubt that a hand, or something like it, lies over these winks. */
void sq_play_doubt_covered(sq_play *p, sq_wink_set covered);

#endif
