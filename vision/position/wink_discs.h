/* The discs of winks that were seen: a position's winks as the geometry of their rims (disc.h) knows them. */
#ifndef SQ_VISION_POSITION_WINK_DISCS_H
#define SQ_VISION_POSITION_WINK_DISCS_H

#include "vision/geometry/disc.h"
#include "vision/position/position.h"

/* The disc of a wink that was seen, placed; without chroma. */
sq_disc sq_disc_of_wink(const sq_seen_wink *w, const sq_camera *c);

/* The discs of the winks of p with their middles within reach_mm of a place, in p's order (bottom first
 * within a pile); which[k]: the k-th one's index. Returns how many. */
int sq_discs_about(sq_disc disc[SQ_SEEN_CAP], int which[SQ_SEEN_CAP], sq_mm at, double reach_mm,
                   const sq_position *p, const sq_camera *c);

#endif
