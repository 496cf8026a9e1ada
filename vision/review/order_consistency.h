/* Heaps: what is known of the order of several winks at once.
 *
 * Winks are flat and stiff: where each of some overlaps the next, they cannot lie in a circle, each over the
 * next one. So the order of two whose seam is out of sight may follow from what lies between them. */
#ifndef SQ_VISION_REVIEW_ORDER_CONSISTENCY_H
#define SQ_VISION_REVIEW_ORDER_CONSISTENCY_H

#include "vision/position/squops_and_distances.h"

/* Betters n orders, each judged by itself, by the others: to the probabilities that they have once all ways
 * of laying the winks that are circular are left out. Only pairs that surely overlap count. A heap of which
 * there are too many ways, or none that is not circular, stays as it is. */
void sq_order_consistency_settle(sq_order *order, int n, const sq_position *p);

#endif
