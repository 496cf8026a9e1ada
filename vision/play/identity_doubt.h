/* Doubts about names among winks that look alike. Such a doubt stays for all later rests, since they cannot
 * show which wink was which. Internal to play. */
#ifndef SQ_VISION_PLAY_IDENTITY_DOUBT_H
#define SQ_VISION_PLAY_IDENTITY_DOUBT_H

#include "vision/play/explain_play.h"

/* The winks that a reading names in its event: the played one, what it potted and sent off, and the pairs
 * that came to lie over one another. */
sq_wink_set sq_play_names_told(const sq_play_reading *r);

/* The probability that these winks have their right names, by what was known before. */
double sq_play_named_right(const sq_play_reading *r, const sq_tracked *before);

/* The share of a reading's probability that belongs to a naming: of what a jolt did, or of a shot beside
 * which others were struck, look-alike winks may have several names. */
double sq_play_share_of_naming(const sq_play_reading *r, int naming);

/* Notes in t, the rest that p explains, which winks may have exchanged their names
 * (sq_tracked_wink.misnamed), by the probability of the namings that name them differently from the
 * first reading's. untold: winks that were not played up to then, whose names tell nothing yet. */
void sq_play_doubt_names(sq_tracked *t, const sq_play *p, sq_wink_set untold);

#endif
