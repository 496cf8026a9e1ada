/* Two looks at one rest → one position. Nothing moves in a rest, so what either look saw is there; where both
 * saw it they are weighed together. They are two pictures of one scene, and half of what misleads the one
 * misleads the other too (SQ_MERGE_SHARED): two looks are worth a third more than one, not twice as much.
 *
 * A wink that one look overlooked is taken from the other. A hand that only one of them shows has gone, or
 * has come too late. */
#ifndef SQ_VISION_POSITION_MERGE_OBSERVATIONS_H
#define SQ_VISION_POSITION_MERGE_OBSERVATIONS_H

#include "vision/position/position.h"

/* out may be neither; times, size and camera are those of the later look. Names are dropped. */
void sq_position_merge(sq_position *out, const sq_position *earlier, const sq_position *later);

#endif
