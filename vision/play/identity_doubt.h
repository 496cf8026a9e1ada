/* Doubts about names among winks that look alike. Such a doubt stays for all later rests, since they tell
 * nothing of who was who. Internal to play. */
#ifndef SQ_VISION_PLAY_IDENTITY_DOUBT_H
#define SQ_VISION_PLAY_IDENTITY_DOUBT_H

#include "vision/play/explain_play.h"

/* The winks that a reading names in its event: the played one, what it potted and sent off, and the pairs
 * that came to lie over one another. */
sq_wink_set sq_play_names_told(const sq_play_reading *r);

/* The probability that these winks have their right names, by what was known before. */
double sq_play_named_right(const sq_play_reading *r, const sq_tracked *before);

/* Notes in the rest that p explains which winks may have exchanged names in it, by the probability of the
 * readings that name them otherwise than the first. */
void sq_play_doubt_names(sq_tracked *t, const sq_play *p);

#endif
