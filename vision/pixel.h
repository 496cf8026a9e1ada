/* Single pixels, read coarsely: the nearest chroma sample, sRGB levels. For the sparse passes over a whole
 * frame. */
#ifndef SQ_VISION_PIXEL_H
#define SQ_VISION_PIXEL_H

#include <stddef.h>

#include "vision/frame.h"
#include "vision/patch.h"
#include "vision/surface.h"

static inline void sq_pixel_rgb(const sq_frame *f, int x, int y, float rgb[3]) {
    const uint8_t *p = f->plane[0] + (ptrdiff_t)y * f->stride[0];
    if (f->format == SQ_FRAME_BGR) {
        for (int c = 0; c < 3; c++)
            rgb[c] = p[3 * x + 2 - c];
        return;
    }
    float u = 128, v = 128;
    int cx = f->format == SQ_FRAME_I444 ? x : x / 2;
    int cy = f->format == SQ_FRAME_I420 || f->format == SQ_FRAME_NV12 ? y / 2 : y;
    ptrdiff_t row = (ptrdiff_t)cy * f->stride[1];
    if (f->format == SQ_FRAME_NV12) {
        u = f->plane[1][row + 2 * cx];
        v = f->plane[1][row + 2 * cx + 1];
    } else if (f->format != SQ_FRAME_GREY) {
        u = f->plane[1][row + cx];
        v = f->plane[2][row + cx];
    }
    sq_rgb_from_yuv(f, p[x], u, v, rgb);
}

/* The two differences that vanish on a surface however brightly it is lit: red and blue against green, each
 * relative to the tile's own level (a power-law transfer curve keeps ratios). */
static inline void sq_chroma_difference(const sq_tile *t, const float rgb[3], float d[2]) {
    float g = rgb[1] / (t->level[1] + 1);
    d[0] = rgb[0] / (t->level[0] + 1) - g;
    d[1] = rgb[2] / (t->level[2] + 1) - g;
}

#endif
