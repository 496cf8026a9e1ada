/* The seam, where one wink lies on another: what its light says about their order.
 *
 * Between two winks of one colour no colour ends at the seam, but light does there what it does along every
 * rim: there is a shadow on the lower wink, a bevel that shines or is dark, and the two faces, one tilted and
 * one flat, differ a little in brightness. The other rims of the frame show how strong this is and on which
 * side (rim_photometry.h); the seam is assumed to look like them within a factor. Both orders are modelled:
 * two faces with a slope of brightness, and that line along the rim of the upper one. They are compared by
 * the Bayesian evidence for each, in the logarithm of the luminance (MacKay 1992). */
#ifndef SQ_VISION_REVIEW_OVERLAP_ORDER_H
#define SQ_VISION_REVIEW_OVERLAP_ORDER_H

#include "vision/geometry/disc.h"
#include "vision/math/tunable_number.h"
#include "vision/review/rim_photometry.h"
#include "vision/segment/felt_window.h"

/* The factor on the log-odds where the darker of two winks of one colour seems to lie above. The face of a
 * wink may mirror a lamp while its bevel does not; its rim then looks like that of a darker wink on top. Of
 * eight drawn pairs like this, with log-odds of 4 to 12, four lay the other way round; the 77 other pairs
 * were all judged rightly. */
SQ_NUMBER(SQ_OVERLAP_ORDER_MIRROR, 0.45);

/* The log-odds (nats) that b lies over a, for two overlapping discs among n (bottom first); 0 where nothing
 * of the seam is visible. alike: they have one colour, so that where one face is not seen, the other gives
 * its luminance. */
double sq_overlap_order(const sq_window *w, const sq_disc *disc, int n, int a, int b, bool alike,
                        const sq_rim_photometry *light);

#endif
