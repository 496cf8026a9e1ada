/* What is in doubt about the first reading: what an umpire would be asked. A part of play. */
#ifndef SQ_VISION_PLAY_QUESTIONS_H
#define SQ_VISION_PLAY_QUESTIONS_H

#include "vision/play/hypotheses.h"

/* Writes p's doubts from its readings; lowers the first reading's probability where the squidge-off's nearest
 * is in doubt. pairs: those of the first reading if it is a shot, else null. */
void sq_play_doubts(sq_play *p, const sq_story_ground *g, const sq_play_pairs *pairs);

/* A hand, or something like it, lies over these winks. */
void sq_play_doubt_covered(sq_play *p, sq_wink_set covered);

#endif
