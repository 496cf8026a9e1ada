/* Linear light in the three primaries of sRGB: a reflectance (0..1), or a radiance of any scale. */
#ifndef SQ_DATASETS_SCENE_COLOUR_H
#define SQ_DATASETS_SCENE_COLOUR_H

#include <math.h>

typedef struct {
    float r, g, b;
} sq_rgb;

static inline sq_rgb sq_rgb_sum(sq_rgb a, sq_rgb b) {
    return (sq_rgb){a.r + b.r, a.g + b.g, a.b + b.b};
}

static inline sq_rgb sq_rgb_times(sq_rgb a, double k) {
    float f = (float)k;
    return (sq_rgb){f * a.r, f * a.g, f * a.b};
}

/* a + k b */
static inline sq_rgb sq_rgb_along(sq_rgb a, sq_rgb b, double k) {
    float f = (float)k;
    return (sq_rgb){a.r + f * b.r, a.g + f * b.g, a.b + f * b.b};
}

static inline sq_rgb sq_rgb_product(sq_rgb a, sq_rgb b) {
    return (sq_rgb){a.r * b.r, a.g * b.g, a.b * b.b};
}

/* From a to b, s from 0 to 1. */
static inline sq_rgb sq_rgb_mix(sq_rgb a, sq_rgb b, double s) {
    return sq_rgb_sum(sq_rgb_times(a, 1 - s), sq_rgb_times(b, s));
}

/* ITU-R BT.709's luminance. */
static inline double sq_rgb_luminance(sq_rgb c) {
    return 0.2126 * (double)c.r + 0.7152 * (double)c.g + 0.0722 * (double)c.b;
}

#endif
