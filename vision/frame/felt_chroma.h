/* Felt-relative chroma: a pixel's colour divided by that of the felt under it, without its brightness.
 *
 *   q = (r/R, g/G, b/B);  chroma = (q.r - q.g, q.b - q.g), all in sRGB levels
 *
 * Felt is (0, 0) in any light and shade, since the transfer curve is nearly a power law and keeps ratios. A
 * pixel that is half covered lies between felt and the wink's own chroma: the direction tells the colour,
 * and the length the coverage. Levels are used and not linear light, because codecs blur chroma in levels:
 * there the step over a rim stays symmetric, whether a shadow or bright felt lies beyond it. On rendered
 * scenes, rims that were fitted in linear light were drawn towards the lamp by 0.3 mm, in levels by 0.04
 * mm. */
#ifndef SQ_VISION_FRAME_FELT_CHROMA_H
#define SQ_VISION_FRAME_FELT_CHROMA_H

#include <math.h>

#include "vision/math/units.h"

typedef struct {
    float x, y;
} sq_chroma;

static inline sq_chroma sq_chroma_from_rgb(const float rgb[3], const float felt[3]) {
    float green = rgb[1] / felt[1];
    return (sq_chroma){rgb[0] / felt[0] - green, rgb[2] / felt[2] - green};
}

static inline float sq_chroma_length(sq_chroma c) {
    return sqrtf(c.x * c.x + c.y * c.y);
}

/* Degrees, -180..180. */
static inline float sq_chroma_angle(sq_chroma c) {
    return atan2f(c.y, c.x) * SQ_DEGREES;
}

/* Degrees, 0..180, between two of -180..180. */
static inline float sq_angle_between(float a, float b) {
    float d = fabsf(a - b);
    return d > 180 ? 360 - d : d;
}

#endif
