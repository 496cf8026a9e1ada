/* The orders of a pile, made consistent with one another.
 *
 * Winks are flat and stiff: they cannot lie in a circle, each over the next. So the order of two whose seam
 * is hidden may follow from what lies between them. */
#ifndef SQ_VISION_REVIEW_ORDER_CONSISTENCY_H
#define SQ_VISION_REVIEW_ORDER_CONSISTENCY_H

#include "vision/position/squops_and_distances.h"

/* Improves n orders, each of which was judged by itself: each becomes its probability given that the winks do
 * not lie in a circle. Only pairs that surely overlap count. A pile with too many possible orders, or in
 * which all are circular, stays as it is. */
void sq_order_consistency_settle(sq_order *order, int n, const sq_position *p);

#endif
