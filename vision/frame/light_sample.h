/* Light and colour of a frame of any format, at pixels and between them. */
#ifndef SQ_VISION_FRAME_LIGHT_SAMPLE_H
#define SQ_VISION_FRAME_LIGHT_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "vision/frame/frame.h"
#include "vision/math/units.h"

/* The exponent that stands for the curves of sRGB and video over their whole range. */
#define SQ_LIGHT_EXPONENT 2.2

/* Linear light (0..255) by code value (0..255), with the exponent 2.2 that sRGB and video nearly have. A lens
 * blurs light and not codes: measured in code values, a step from light to dark seems to lie up to 0.3 pixels
 * too far out. */
extern const float sq_light_of[256];

/* By how much light changes for one step of the code at this level. Noise and coding errors are even in
 * codes, not in light. */
static inline double sq_light_step(double light) {
    return SQ_LIGHT_EXPONENT * pow(fmax(light, 0.05) / 255, (SQ_LIGHT_EXPONENT - 1) / SQ_LIGHT_EXPONENT);
}

/* The luma of a pixel's levels: Rec. 601 in 256ths, as in JPEG. */
static inline int sq_luma_of(int red, int green, int blue) {
    return (77 * red + 150 * green + 29 * blue) >> 8;
}

/* Brightness of a pixel as linear light, from luma. */
static inline float sq_light_at(const sq_frame *f, int x, int y) {
    const uint8_t *row = f->plane[0] + (size_t)y * (size_t)f->stride[0];
    if (f->format != SQ_FRAME_BGR) return sq_light_of[row[x]];
    const uint8_t *p = row + 3 * (size_t)x;
    return sq_light_of[sq_luma_of(p[2], p[1], p[0])];
}

/* The same between pixels, bilinear; NaN outside the picture. */
static inline float sq_light_between(const sq_frame *f, sq_px p) {
    if (!(p.x >= 0 && p.y >= 0 && p.x < f->width - 1 && p.y < f->height - 1)) return NAN;
    int x = (int)p.x, y = (int)p.y;
    float a = (float)(p.x - x), b = (float)(p.y - y);
    float top = (1 - a) * sq_light_at(f, x, y) + a * sq_light_at(f, x + 1, y);
    float low = (1 - a) * sq_light_at(f, x, y + 1) + a * sq_light_at(f, x + 1, y + 1);
    return (1 - b) * top + b * low;
}

/* The level of luma (code values) between pixels, bilinear, not rounded; NaN outside the picture. */
static inline double sq_luma_between(const sq_frame *f, sq_px p) {
    if (!(p.x >= 0 && p.y >= 0 && p.x < f->width - 1 && p.y < f->height - 1)) return NAN;
    int x = (int)p.x, y = (int)p.y;
    double a = p.x - x, b = p.y - y, row[2];
    for (int i = 0; i < 2; i++) {
        const uint8_t *at = f->plane[0] + (ptrdiff_t)(y + i) * f->stride[0];
        double level[2];
        for (int j = 0; j < 2; j++) {
            const uint8_t *bgr = at + 3 * (ptrdiff_t)(x + j);
            level[j] =
                f->format == SQ_FRAME_BGR ? (77 * bgr[2] + 150 * bgr[1] + 29 * bgr[0]) / 256.0 : at[x + j];
        }
        row[i] = level[0] + (level[1] - level[0]) * a;
    }
    return row[0] + (row[1] - row[0]) * b;
}

/* Code values between pixels, bilinear in each plane: three numbers that tell colours apart (Y, Cb, Cr, or
 * nearly so). The last two are 0 for a grey frame. False outside the picture. */
bool sq_colour_between(const sq_frame *f, sq_px p, float v[SQ_CHANNELS]);

#endif
