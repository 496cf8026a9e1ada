/* The seam: where one wink lies upon another, and what light tells of their order.
 *
 * Of one colour no colour ends there, but light does what it does along every rim: a shadow on the lower one,
 * a bevel that shines or is dark, and two faces, one aslant and one flat, that differ a little in brightness.
 * How strong and to which side, the frame's other rims tell (rim_light.h); the seam is taken to look like
 * them within a factor. Both orders are drawn, two faces with a slope of brightness and that line along the
 * upper one's rim, and compared by how likely they make the logarithm of the luminance that is seen. */
#ifndef SQ_VISION_SEAM_H
#define SQ_VISION_SEAM_H

#include "vision/disc.h"
#include "vision/rim_light.h"
#include "vision/window.h"

/* The logarithm of the odds that b lies over a, of two overlapping discs among n (bottom first: what lies
 * over them hides them); 0 where nothing of the seam is in sight. alike: they are of one colour, so that one
 * face tells the other's luminance where that is not seen. */
double sq_seam_order(const sq_window *w, const sq_disc *disc, int n, int a, int b, bool alike,
                     const sq_rim_light *light);

#endif
