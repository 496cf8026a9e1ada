/* A rim seen through the camera's blur: a step convolved with a Gaussian.
 *
 * The share of a pixel that is covered, t blurs (standard deviations) outside of the rim, is 1 − Φ(t), Φ the
 * normal distribution function. A polynomial stands for it, which wide registers work out as well as narrow
 * ones: odd about t = 0, it reaches 1 and 0, level, at ∓ SQ_EDGE_REACH and stays there. The nearest one of
 * its degree under these conditions, it is off by 0.0015 at most, nearly all of which is Φ's own tail. */
#ifndef SQ_VISION_GEOMETRY_BLURRED_EDGE_H
#define SQ_VISION_GEOMETRY_BLURRED_EDGE_H

#define SQ_EDGE_REACH 3.0f /* blurs from the rim beyond which a pixel is wholly in or out */

/* slope: the derivative by t. */
static inline float sq_edge_cover(float t, float *slope) {
    t = t < -SQ_EDGE_REACH ? -SQ_EDGE_REACH : t > SQ_EDGE_REACH ? SQ_EDGE_REACH : t;
    const float a = 1.1828257f, b = -1.5804577f, c = 1.4663090f, d = -0.6725477f, e = 0.1038707f;
    float s = t / SQ_EDGE_REACH, q = s * s;
    *slope = -(a + q * (3 * b + q * (5 * c + q * (7 * d + q * (9 * e))))) / SQ_EDGE_REACH;
    return 0.5f - s * (a + q * (b + q * (c + q * (d + q * e))));
}

#endif
