/* The distortion of a lens, put on a point of the picture or taken off it (Brown 1966, Conrady 1919): radial
 * in three orders and tangential, k = {k1, k2, p1, p2, k3} as OpenCV has them.
 *
 * Points are relative to the optical axis, divided by the focal length. */
#ifndef SQ_VISION_GEOMETRY_LENS_DISTORTION_H
#define SQ_VISION_GEOMETRY_LENS_DISTORTION_H

#include <float.h>
#include <math.h>

#include "vision/math/units.h"

/* The most Newton steps; from the distorted point a few suffice, since the distortion is smooth and small. */
enum { SQ_UNDISTORT_STEPS = 12 };

/* Where the lens shows the point n. n and the result are relative to the axis, in focal lengths. */
static inline sq_px sq_lens_distort(const double k[5], sq_px n) {
    double u = n.x, v = n.y, r2 = u * u + v * v;
    double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
    return (sq_px){u * radial + 2 * k[2] * u * v + k[3] * (r2 + 2 * u * u),
                   v * radial + k[2] * (r2 + 2 * v * v) + 2 * k[3] * u * v};
}

/* Where a point that is seen at d would be seen without distortion: solves distort(n) = d by Newton's method
 * with the analytic Jacobian, from n = d. NaN where that does not converge: no lens bends so much. */
static inline sq_px sq_lens_undistort(const double k[5], sq_px d) {
    sq_px n = d;
    for (int i = 0; i < SQ_UNDISTORT_STEPS; i++) {
        double u = n.x, v = n.y, r2 = u * u + v * v;
        double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
        double slope = 2 * (k[0] + r2 * (2 * k[1] + 3 * k[4] * r2)); /* d radial / d u = slope u */
        double a = radial + slope * u * u + 2 * k[2] * v + 6 * k[3] * u;
        double b = slope * u * v + 2 * k[2] * u + 2 * k[3] * v;
        double e = radial + slope * v * v + 6 * k[2] * v + 2 * k[3] * u;
        double det = a * e - b * b;
        sq_px now = sq_lens_distort(k, n);
        double rx = d.x - now.x, ry = d.y - now.y;
        if (!(fabs(det) > 1e-9)) break;
        n.x += (e * rx - b * ry) / det;
        n.y += (a * ry - b * rx) / det;
        /* What is left has as many digits of zeros as the step had, twice. */
        if (rx * rx + ry * ry < DBL_EPSILON) return n;
    }
    return (sq_px){NAN, NAN};
}

#endif
