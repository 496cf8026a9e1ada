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
#include "vision/review/rim_photometry.h"
#include "vision/segment/felt_window.h"

/* The log-odds (nats) that b lies over a, for two overlapping discs among n (bottom first); 0 where nothing
 * of the seam is visible. alike: they have one colour, so that where one face is not seen, the other gives
 * its luminance. sigma_mm: of the places of a and b; an upper rim may lie twice as far beside its own.
 * smoothed_px: of a noisy picture that was smoothed, by how much. */
double sq_overlap_order(const sq_window *w, const sq_disc *disc, int n, int a, int b, bool alike,
                        const double sigma_mm[2], const sq_rim_photometry *light, double smoothed_px);

#endif
