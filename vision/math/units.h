/* Points and lengths whose type says their unit: a pixel never meets a millimetre by accident.
 *
 * sq_px   a point of the picture; pixel centres lie at integer coordinates, x to the right, y down.
 * sq_mm   a point of the mat's upper surface: origin at the mat's centre, +x along the long side, +y
 *         along the short side; seen from above with +x to the right, +y points away from the viewer
 * sq_mm3  the same with the height z above the mat, upwards */
#ifndef SQ_VISION_MATH_UNITS_H
#define SQ_VISION_MATH_UNITS_H

#include <math.h>
#include <stdbool.h>

typedef struct {
    double x, y;
} sq_px;

typedef struct {
    double x, y;
} sq_mm;

typedef struct {
    double x, y, z;
} sq_mm3;

static inline double sq_px_distance(sq_px a, sq_px b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static inline double sq_mm_distance(sq_mm a, sq_mm b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* Whether b lies nearer to a than `mm`. Faster than hypot, for places that are compared with many others. */
static inline bool sq_mm_within(sq_mm a, sq_mm b, double mm) {
    double x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y < mm * mm;
}

static inline sq_mm3 sq_mm_at_height(sq_mm p, double z) {
    return (sq_mm3){p.x, p.y, z};
}

/* Degrees in a radian. */
#define SQ_DEGREES 57.29578f

#endif
