/* The seam: where one wink lies on another, and what light tells of their order.
 *
 * For two of one colour no colour ends at the seam, but light does what it does along every rim: there is a
 * shadow on the lower wink, a bevel that shines or is dark, and two faces, one tilted and one flat, that
 * differ a little in brightness. The other rims of the frame tell how strong this is and on which side
 * (rim_photometry.h); the seam is taken to look like them within a factor. Both orders are modelled: two
 * faces with a slope of brightness, and that line along the rim of the upper one. They are compared by the
 * evidence that they give to the logarithm of the luminance (MacKay 1992). */
#ifndef SQ_VISION_REVIEW_OVERLAP_ORDER_H
#define SQ_VISION_REVIEW_OVERLAP_ORDER_H

#include "vision/geometry/disc.h"
#include "vision/math/tunable_number.h"
#include "vision/review/rim_photometry.h"
#include "vision/segment/felt_window.h"

/* The share of the log-odds that is believed where the darker of two winks of one colour seems to lie
 * above. A wink that mirrors a lamp has a bevel that does not, and its rim then looks like that of a darker
 * wink on top. Of eight drawn pairs like this, with log-odds of 4 to 12, four lay the other way round; the
 * 77 other pairs by themselves were all told rightly. */
SQ_NUMBER(SQ_OVERLAP_ORDER_MIRROR, 0.45);

/* Log-odds (nats) that b lies over a, for two overlapping discs among n (bottom first); 0 where nothing of
 * the seam is in sight. alike: they have one colour, and the face of one tells the luminance of the other
 * where that is not seen. */
double sq_overlap_order(const sq_window *w, const sq_disc *disc, int n, int a, int b, bool alike,
                        const sq_rim_photometry *light);

#endif
