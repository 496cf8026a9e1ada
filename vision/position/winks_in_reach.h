/* The winks of a position as discs (disc.h). */
#ifndef SQ_VISION_POSITION_WINKS_IN_REACH_H
#define SQ_VISION_POSITION_WINKS_IN_REACH_H

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/disc.h"
#include "vision/position/position.h"

/* The distance (mm) between the middles of two winks within which one can touch, cover or shade the other:
 * two large radii, and as much again. */
#define SQ_NEIGHBOUR_MM (SQ_LARGE_MM + SQ_LARGE_MM)

/* The disc of a wink, placed (sq_disc_place); its chroma is not set. */
sq_disc sq_disc_of_wink(const sq_seen_wink *w, const sq_camera *c);

/* The discs of the winks of p whose middles lie within reach_mm of a place, in p's order (bottom first
 * within a pile). which[k] is the index of the k-th one. Returns their number. */
int sq_discs_about(sq_disc disc[SQ_SEEN_CAP], int which[SQ_SEEN_CAP], sq_mm at, double reach_mm,
                   const sq_position *p, const sq_camera *c);

#endif
