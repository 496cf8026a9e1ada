/* Which is which among winks that look alike: a doubt about it at one rest stays, since what lies still later
 * tells nothing of who it was. A part of play. */
#ifndef SQ_VISION_PLAY_IDENTITY_DOUBT_H
#define SQ_VISION_PLAY_IDENTITY_DOUBT_H

#include "vision/play/explain_play.h"

/* The winks whose names a reading tells anew: the played one, what it potted and sent off, and the pairs that
 * came to lie over one another. */
sq_wink_set sq_play_names_told(const sq_play_reading *r);

/* That these go by their right names, as far as was known before. */
double sq_play_named_right(const sq_play_reading *r, const sq_tracked *before);

/* Notes in the rest that p explains which winks may have changed names in it, by how likely the readings are
 * that name them otherwise than the first. */
void sq_play_doubt_names(sq_tracked *t, const sq_play *p);

#endif
