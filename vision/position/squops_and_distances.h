/* The scene: from discs to the position that is reported: places, squops with their probability, distances to
 * the pot, what is not seen, tiddlies. Pure geometry: no pixel is read here. */
#ifndef SQ_VISION_POSITION_SQUOPS_AND_DISTANCES_H
#define SQ_VISION_POSITION_SQUOPS_AND_DISTANCES_H

#include "vision/position/position.h"

/* The correlation of neighbouring winks' errors: one lamp's shadow and one lens draw both the same way. Of
 * drawn winks less than 60 mm apart 0.4, of those twice as far 0.3. Less: near winks are asked about that lie
 * clear. */
#define SQ_SIGMA_SHARED 0.4

/* What is known of two winks beyond their places: the probability that the second lies over the first where
 * they overlap. */
typedef struct {
    int first, second; /* indices into the position's winks */
    double second_over;
} sq_order;

/* Given p->winks (colour, size, at, z, sigma_mm, seen) and the pot, fills everything else. orders: for pairs
 * of which the pictures told who lies above; others are taken as open. blue: the camera's (camera.h); 0: the
 * winks tell whose corner is which. */
void sq_position_complete(sq_position *p, int blue, const sq_order *orders, int order_count);

/* Counts p->unseen anew from the winks, whose colours and sizes are known; not their places. */
void sq_position_count_unseen(sq_position *p);

/* Horizontal gap of two rims in mm; negative where they overlap. One that leans reaches less far. */
double sq_gap(const sq_seen_wink *a, const sq_seen_wink *b);

/* The call for a probability: a word only where the referee would stake its name on it. */
sq_call sq_overlap_call(double probability);

/* The deviation of the gap of two neighbours in one picture, whose places have those and of which at least
 * that share is seen: what light and lens do to both alike, as far as they are seen, does not count. */
double sq_gap_sigma(double one_mm, double other_mm, double seen);

/* The probability that a gap measured with a deviation is an overlap. */
double sq_overlap_probability(double gap_mm, double sigma_mm);

#endif
