/* Sums and products of vectors in the mat's frame (mm, or without unit for directions). */
#ifndef SQ_DATASETS_SCENE_VECTOR_H
#define SQ_DATASETS_SCENE_VECTOR_H

#include "vision/math/units.h"

static inline sq_mm3 sq_sum(sq_mm3 a, sq_mm3 b) {
    return (sq_mm3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline sq_mm3 sq_minus(sq_mm3 a, sq_mm3 b) {
    return (sq_mm3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline sq_mm3 sq_times(sq_mm3 a, double k) {
    return (sq_mm3){k * a.x, k * a.y, k * a.z};
}

/* a + k b */
static inline sq_mm3 sq_along(sq_mm3 a, sq_mm3 b, double k) {
    return (sq_mm3){a.x + k * b.x, a.y + k * b.y, a.z + k * b.z};
}

static inline double sq_dot(sq_mm3 a, sq_mm3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline sq_mm3 sq_cross(sq_mm3 a, sq_mm3 b) {
    return (sq_mm3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double sq_length(sq_mm3 a) {
    return sqrt(sq_dot(a, a));
}

/* As hypot, which looks after numbers that do not come here, and takes its time. */
static inline double sq_length_of(double x, double y) {
    return sqrt(x * x + y * y);
}

static inline sq_mm3 sq_unit(sq_mm3 a) {
    return sq_times(a, 1 / sq_length(a));
}

/* Two unit vectors that span the plane normal to n, a unit vector. */
static inline void sq_plane_of(sq_mm3 n, sq_mm3 *u, sq_mm3 *v) {
    sq_mm3 aside = fabs(n.x) < 0.7 ? (sq_mm3){1, 0, 0} : (sq_mm3){0, 1, 0};
    *u = sq_unit(sq_cross(n, aside));
    *v = sq_cross(n, *u);
}

#endif
