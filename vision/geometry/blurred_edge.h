/* A rim seen through the blur of the camera: a step convolved with a Gaussian.
 *
 * At a distance of t blurs (standard deviations) outside the rim, the share of a pixel that is covered is 1
 * − Φ(t), with Φ the normal distribution function. A polynomial stands in for it, since wide registers can
 * evaluate it. It is odd about t = 0, reaches 1 and 0 with slope 0 at ∓ SQ_EDGE_REACH, and stays there. Of
 * its degree it is the nearest under these conditions: its error is 0.0015 at most, nearly all of which is
 * the tail of Φ. */
#ifndef SQ_VISION_GEOMETRY_BLURRED_EDGE_H
#define SQ_VISION_GEOMETRY_BLURRED_EDGE_H

#include "vision/math/tunable_number.h"

SQ_NUMBER(SQ_EDGE_REACH, 3.0f); /* blurs from the rim beyond which a pixel is wholly in or out */

/* Blurs from place to place where a rim is sought or its profile told: finer than blur nothing is, and from
 * farther a seam is not noticed. */
SQ_NUMBER(SQ_EDGE_STEP_BLURS, 0.9);

/* slope: the derivative by t. */
static inline float sq_edge_cover(float t, float *slope) {
    t = t < -SQ_EDGE_REACH ? -SQ_EDGE_REACH : t > SQ_EDGE_REACH ? SQ_EDGE_REACH : t;
    const float a = 1.1828257f, b = -1.5804577f, c = 1.4663090f, d = -0.6725477f, e = 0.1038707f;
    float s = t / SQ_EDGE_REACH, q = s * s;
    *slope = -(a + q * (3 * b + q * (5 * c + q * (7 * d + q * (9 * e))))) / SQ_EDGE_REACH;
    return 0.5f - s * (a + q * (b + q * (c + q * (d + q * e))));
}

#endif
