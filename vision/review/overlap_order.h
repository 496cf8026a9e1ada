/* The seam: where one wink lies upon another, and what light tells of their order.
 *
 * Of one colour no colour ends there, but light does what it does along every rim: a shadow on the lower one,
 * a bevel that shines or is dark, and two faces, one aslant and one flat, that differ a little in brightness.
 * How strong and to which side, the frame's other rims tell (rim_photometry.h); the seam is taken to look
 * like them within a factor. Both orders are drawn, two faces with a slope of brightness and that line along
 * the upper one's rim, and compared by how likely they make the logarithm of the luminance that is seen. */
#ifndef SQ_VISION_REVIEW_OVERLAP_ORDER_H
#define SQ_VISION_REVIEW_OVERLAP_ORDER_H

#include "vision/geometry/disc.h"
#include "vision/review/rim_photometry.h"
#include "vision/segment/felt_window.h"

/* The share of the log-odds that is believed where the darker one of two seems to lie above. A mirrored
 * lamp's bevel does not mirror it, and along its rim looks like that of a darker wink upon it: of drawn pairs
 * with log-odds of 4 to 12 four of eight did not lie so, of the 77 others by themselves all were told
 * rightly. */
#define SQ_OVERLAP_ORDER_MIRROR 0.45

/* The logarithm of the odds that b lies over a, of two overlapping discs among n (bottom first: what lies
 * over them hides them); 0 where nothing of the seam is in sight. alike: they are of one colour, so that one
 * face tells the other's luminance where that is not seen. */
double sq_overlap_order(const sq_window *w, const sq_disc *disc, int n, int a, int b, bool alike,
                        const sq_rim_photometry *light);

#endif
