/* Merges two observations of one rest into one position. Nothing moves in a rest, so what either of them
 * saw is there. What both saw is averaged by weight. They are two pictures of one scene, and much of what
 * misleads one misleads the other too (SQ_MERGE_SHARED): two observations are worth a third more than one,
 * not twice as much.
 *
 * A wink that one of them overlooked is taken from the other. Where they explain one pile by different winks,
 * one explanation stands: that with fewer winks, else the later one. A hand that only one of them shows was
 * not there all the time, and is left out. */
#ifndef SQ_VISION_POSITION_MERGE_OBSERVATIONS_H
#define SQ_VISION_POSITION_MERGE_OBSERVATIONS_H

#include "vision/position/position.h"

/* Writes the merged position to *out, which is neither of the two. Time, size and camera are those of the
 * later one. Winks have no names (id) in the result. */
void sq_position_merge(sq_position *out, const sq_position *earlier, const sq_position *later);

#endif
