/* Felt-relative chroma: a pixel's colour divided by that of the felt under it, without its brightness.
 *
 *   q = (r/R, g/G, b/B);  chroma = (q.r - q.g, q.b - q.g), all in sRGB levels
 *
 * Felt is (0, 0) in any light and shade, since the transfer curve is nearly a power law and keeps ratios. A
 * pixel that is half covered lies between felt and the wink's own chroma: its direction tells the colour, its
 * length the coverage. Levels are used and not linear light, because codecs blur chroma in levels: there the
 * step over a rim stays symmetric, whether a shadow or bright felt lies beyond it. On rendered scenes, rims
 * fitted in linear light were shifted towards the lamp by 0.3 mm, rims fitted in levels by 0.04 mm. */
#ifndef SQ_VISION_FRAME_FELT_CHROMA_H
#define SQ_VISION_FRAME_FELT_CHROMA_H

#include <math.h>
#include <stdbool.h>

#include "vision/math/tunable_number.h"
#include "vision/math/units.h"

/* The level (0..255) above which a colour counts as clipped; codecs and sharpening lower the camera's 255 by
 * some levels. Lower: bright felt is taken as clipped. Higher: clipped pixels are taken for coloured ones. */
SQ_NUMBER(SQ_CLIPPED_LEVEL, 244.0f);

/* Whether the camera has clipped any of the three levels. */
static inline bool sq_is_clipped(const float rgb[3]) {
    return fmaxf(rgb[0], fmaxf(rgb[1], rgb[2])) > SQ_CLIPPED_LEVEL;
}

/* Luma by Rec. 601, of levels or of their sums. */
static inline float sq_luma(float red, float green, float blue) {
    return 0.299f * red + 0.587f * green + 0.114f * blue;
}

typedef struct {
    float x, y;
} sq_chroma;

/* Makes levels relative to the felt's, in place. Where the felt itself is clipped, a clipped level is only a
 * lower bound: of all the values that it may stand for, the one with the least chroma is taken. So felt stays
 * (0, 0) where it is clipped, and so does felt in shadow, which is not clipped. */
static inline void sq_relate_to_felt(float *r, float *g, float *b, const float felt[3]) {
    /* "&" and not "&&": without a jump, so that wide registers do it. */
    bool no_r = (felt[0] > SQ_CLIPPED_LEVEL) & (*r > SQ_CLIPPED_LEVEL),
         no_g = (felt[1] > SQ_CLIPPED_LEVEL) & (*g > SQ_CLIPPED_LEVEL),
         no_b = (felt[2] > SQ_CLIPPED_LEVEL) & (*b > SQ_CLIPPED_LEVEL);
    float red = *r / felt[0], green = *g / felt[1], blue = *b / felt[2];
    float brighter = red > blue ? red : blue;
    float without_r = no_b ? brighter : blue, with_r = no_b ? red : (red + blue) / 2;
    float told = no_r ? without_r : with_r;
    green = (no_g & (told > green)) ? told : green;
    *r = (no_r & (green > red)) ? green : red;
    *g = green;
    *b = (no_b & (green > blue)) ? green : blue;
}

static inline sq_chroma sq_chroma_from_rgb(const float rgb[3], const float felt[3]) {
    float r = rgb[0], g = rgb[1], b = rgb[2];
    sq_relate_to_felt(&r, &g, &b, felt);
    return (sq_chroma){r - g, b - g};
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
