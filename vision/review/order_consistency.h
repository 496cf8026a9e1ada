/* The orders of a pile, made consistent with one another.
 *
 * Winks are flat and stiff: they cannot lie in a circle, each over the next. The order of two whose seam is
 * hidden may therefore follow from what lies between them. */
#ifndef SQ_VISION_REVIEW_ORDER_CONSISTENCY_H
#define SQ_VISION_REVIEW_ORDER_CONSISTENCY_H

#include "vision/position/squops_and_distances.h"

/* Improves n orders, each judged by itself, by the others: each becomes its probability when all circular
 * ways of laying the winks are excluded. Only pairs that surely overlap count. A pile with too many ways,
 * or with none that is not circular, stays as it is. */
void sq_order_consistency_settle(sq_order *order, int n, const sq_position *p);

#endif
