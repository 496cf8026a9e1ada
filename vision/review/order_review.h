/* Who lies over whom, where the drawing of a heap's colours left it open: of one colour always.
 *
 * The light along the seam tells (overlap_order.h), once the frame's other rims have told what its light does
 * (rim_photometry.h: learned only when a pair is open, which in most frames none is), and then what is known
 * of the rest of the heap (order_consistency.h). From the orders follows how high winks lie, and so where
 * (height_posterior.h). */
#ifndef SQ_VISION_REVIEW_ORDER_REVIEW_H
#define SQ_VISION_REVIEW_ORDER_REVIEW_H

#include "vision/position/squops_and_distances.h"
#include "vision/pot/find_pot.h"
#include "vision/segment/felt_window.h"

/* Share of a face under which what is seen of a wink is a sliver. */
#define SQ_SLIVER_SEEN 0.35

/* What is looked at, and where it is read to. */
typedef struct {
    sq_window *window; /* scratch */
    const sq_frame *frame;
    const sq_outline *outline;
    const sq_background *surface;
    const sq_pot *pot; /* with its rows */
    const sq_camera *camera;
    double blur_px;
} sq_order_review_view;

/* Betters n orders of p's winks: each heap's stand together, bottom first, and of each pair of them there is
 * one. Of p only places, heights, normals and deviations change. */
void sq_order_review_judge(sq_order *order, int n, sq_position *p, const sq_order_review_view *v);

#endif
