/* A rim seen through the blur of the camera: a step convolved with a Gaussian.
 *
 * At a distance of t blurs (standard deviations) outside the rim, the share of a pixel that is covered is 1 −
 * Φ(t), with Φ the normal distribution function. A polynomial replaces it, since wide registers can evaluate
 * that. It is odd about t = 0, reaches 1 and 0 with slope 0 at ∓ SQ_EDGE_REACH, and stays there. It is the
 * best approximation of its degree under these conditions: its error is at most 0.0015, nearly all of it from
 * the tail of Φ. */
#ifndef SQ_VISION_GEOMETRY_BLURRED_EDGE_H
#define SQ_VISION_GEOMETRY_BLURRED_EDGE_H

#include "vision/math/tunable_number.h"

SQ_NUMBER(SQ_EDGE_REACH, 3.0f); /* blurs from the rim beyond which a pixel is wholly in or out */

/* Blurs inside its rim at which a face begins: nearer, its colour is mixed with what lies beside it. Lower:
 * rims tell of their ground. Higher: a small wink that is half covered has no face. */
SQ_NUMBER(SQ_FACE_BLURS, 1.5);

/* The step, in blurs, in which a rim is searched for and its profile sampled. Smaller: it tells nothing new,
 * since nothing in the picture is finer than the blur. Larger: seams between winks are missed. */
SQ_NUMBER(SQ_EDGE_STEP_BLURS, 0.9);

/* The share of a pixel, 0..1, that is covered at t blurs outside the rim. *slope: the derivative by t. */
static inline float sq_edge_cover(float t, float *slope) {
    t = t < -SQ_EDGE_REACH ? -SQ_EDGE_REACH : t > SQ_EDGE_REACH ? SQ_EDGE_REACH : t;
    const float a = 1.1828257f, b = -1.5804577f, c = 1.4663090f, d = -0.6725477f, e = 0.1038707f;
    float s = t / SQ_EDGE_REACH, q = s * s;
    *slope = -(a + q * (3 * b + q * (5 * c + q * (7 * d + q * (9 * e))))) / SQ_EDGE_REACH;
    return 0.5f - s * (a + q * (b + q * (c + q * (d + q * e))));
}

#endif
