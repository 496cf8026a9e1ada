/* The seam: where one wink lies upon another of its own colour.
 *
 * No colour ends there, but light does what it does along every rim: a shadow on the lower one, a bevel that
 * shines or is dark, and two faces, one aslant and one flat, that differ a little in brightness. How strong
 * and to which side, the frame's other rims tell (rim_light.h); the seam is taken to look like them within a
 * factor. Both orders are drawn, a plane of brightness, a step and that line along the upper one's rim, and
 * compared by how likely they make the logarithm of the light that is seen. */
#ifndef SQ_VISION_SEAM_H
#define SQ_VISION_SEAM_H

#include "vision/disc.h"
#include "vision/rim_light.h"
#include "vision/window.h"

/* The logarithm of the odds that b lies over a, of two overlapping discs of one colour among n (bottom first:
 * what lies over them hides them); 0 where nothing of the seam is in sight. */
double sq_seam_order(const sq_window *w, const sq_disc *disc, int n, int a, int b, const sq_rim_light *light);

#endif
