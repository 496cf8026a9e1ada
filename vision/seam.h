/* The seam: where one wink lies upon another of its own colour.
 *
 * No colour ends there, but a thin line runs along the upper one's rim, dark where it shades the lower one
 * and bright where its bevel faces the lamp, and the two faces, one aslant and one flat, differ a little in
 * brightness. A model of just that (a plane of brightness, a step at the rim, a line along it whose strength
 * turns with the direction) is fitted to the logarithm of the light; explanations are compared by the
 * squares that they leave. */
#ifndef SQ_VISION_SEAM_H
#define SQ_VISION_SEAM_H

#include "vision/disc.h"
#include "vision/window.h"

/* The logarithm of the odds that b lies over a, of two overlapping discs of one colour among n (bottom first:
 * what lies over both hides them); 0 where nothing of the seam is in sight. */
double sq_seam_order(const sq_window *w, const sq_disc *disc, int n, int a, int b, double blur_px);

#endif
