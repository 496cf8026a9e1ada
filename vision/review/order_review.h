/* Who lies over whom, where the drawing in chroma left it open; for two of one colour it always does.
 *
 * The light along the seam is examined (overlap_order.h), after the other rims of the frame have shown what
 * light does at a rim (rim_photometry.h; learned only when a pair is open, which is so in few frames). Then
 * the orders of each pile are made consistent (order_consistency.h). The orders tell how high winks lie,
 * and thereby where (height_posterior.h). */
#ifndef SQ_VISION_REVIEW_ORDER_REVIEW_H
#define SQ_VISION_REVIEW_ORDER_REVIEW_H

#include "vision/math/tunable_number.h"
#include "vision/position/squops_and_distances.h"
#include "vision/pot/find_pot.h"
#include "vision/segment/felt_window.h"

/* What the review looks at, and the memory that it reads into. */
typedef struct {
    sq_window *window; /* scratch memory */
    const sq_frame *frame;
    const sq_outline *outline;
    const sq_background *surface;
    const sq_pot *pot; /* with its rows */
    const sq_camera *camera;
    double blur_px;
    double smoothed_px; /* the part of it by which a noisy picture was smoothed */
} sq_order_review_view;

/* Improves those of n orders of the winks of p that the drawing of the colours left open, by the light along
 * the seam; of one colour a drawing tells nothing. The winks of each pile stand together in p, bottom first,
 * and there is one order for each pair of them. */
void sq_order_review_seams(sq_order *order, int n, const sq_position *p, const sq_order_review_view *v);

/* Sets place, height, normal and deviation of the winks of p by their orders, which stand as above: winks of
 * one colour were fitted in the order in which they were guessed. */
void sq_order_review_heights(const sq_order *order, int n, sq_position *p, const sq_camera *c);

#endif
