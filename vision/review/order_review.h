/* Which of two winks lies above, where the drawing in chroma leaves it open, as it always does for two of one
 * colour.
 *
 * First the other rims of the frame show what light does at a rim (rim_photometry.h). Then the light along
 * the seam is compared with that (overlap_order.h), and the orders of each pile are made consistent
 * (order_consistency.h). From the orders follows how high winks lie, and so where (height_posterior.h). */
#ifndef SQ_VISION_REVIEW_ORDER_REVIEW_H
#define SQ_VISION_REVIEW_ORDER_REVIEW_H

#include "vision/math/tunable_number.h"
#include "vision/position/squops_and_distances.h"
#include "vision/pot/find_pot.h"
#include "vision/review/rim_photometry.h"
#include "vision/segment/felt_window.h"

/* What is seen beside the rims of a position's winks. A rim is not read anew while the wink and those about
 * it lie, and are, as they were then. */
typedef struct {
    int count; /* of the winks that were read */
    sq_seen_wink wink[SQ_SEEN_CAP];
    sq_open_rim rim[SQ_SEEN_CAP];
} sq_open_rims;

/* What the review looks at, and the memory that it reads into. */
typedef struct {
    sq_window *window;  /* scratch memory */
    sq_open_rims *rims; /* kept from call to call: sq_order_review_begin */
    const sq_frame *frame;
    const sq_outline *outline;
    const sq_background *surface;
    const sq_pot *pot; /* with its rows */
    const sq_camera *camera;
    double blur_px;
    double smoothed_px; /* the part of blur_px that comes from smoothing a noisy picture */
} sq_order_review_view;

/* Forgets what rims were read: before the first call, and where the view is another, be it the picture, the
 * felt, the pot, the camera or the blur. */
void sq_order_review_begin(const sq_order_review_view *v);

/* What this frame's light makes of rims, from all winks that lie on felt. It stays until this thread learns
 * again. v->rims->rim[i] is then what is seen beside the rim of wink i of p; of one that lies on no felt it
 * has no pixels. */
const sq_rim_photometry *sq_order_review_learn(const sq_order_review_view *v, const sq_position *p);

/* Improves those of n orders of the winks of p that the drawing in chroma left open, by the light along the
 * seam. The winks of each pile stand together in p, bottom first, and there is one order for each pair of
 * them. */
void sq_order_review_seams(sq_order *order, int n, const sq_position *p, const sq_order_review_view *v);

/* Sets place, height, normal and standard deviation of the winks of p by their orders (arranged as above),
 * since winks of one colour were fitted in the order in which they were guessed. */
void sq_order_review_heights(const sq_order *order, int n, sq_position *p, const sq_camera *c);

#endif
