/* Mirrors and turns frames: each sample of the result is read where it comes from. */
#include "vision/frame/turned_frame.h"

#include <stdlib.h>
#include <string.h>

/* Where a pixel of the result lies in the frame: (x, y) = (x0 + xx X + xy Y, y0 + yx X + yy Y). */
typedef struct {
    double x0, y0;
    int xx, xy, yx, yy;
} way;

/* Of a frame of that size. */
static way way_back(sq_turning how, int width, int height) {
    way w;
    switch (how.quarters & 3) {
    case 1: w = (way){0, height - 1, 0, 1, -1, 0}; break;
    case 2: w = (way){width - 1, height - 1, -1, 0, 0, -1}; break;
    case 3: w = (way){width - 1, 0, 0, -1, 1, 0}; break;
    default: w = (way){0, 0, 1, 0, 0, 1}; break;
    }
    if (how.mirror) w = (way){width - 1 - w.x0, w.y0, -w.xx, -w.xy, w.yx, w.yy};
    return w;
}

/* A plane at full size, `step` bytes a sample. */
static void turn_plane(uint8_t *to, int to_stride, int width, int height, const uint8_t *from, int stride,
                       int step, way w) {
    for (int y = 0; y < height; y++) {
        uint8_t *out = to + (ptrdiff_t)y * to_stride;
        const uint8_t *in =
            from + ((ptrdiff_t)w.y0 + w.yy * y) * stride + ((ptrdiff_t)w.x0 + w.xy * y) * step;
        ptrdiff_t next = (ptrdiff_t)w.yx * stride + (ptrdiff_t)w.xx * step;
        for (int x = 0; x < width; x++, in += next, out += step)
            for (int k = 0; k < step; k++)
                out[k] = in[k];
    }
}

/* A chroma plane as it came. */
typedef struct {
    const uint8_t *at;
    int stride, step, width, height;
    double left; /* luma's x of its first sample */
    bool half_y;
} chroma;

static double sample(const chroma *c, int x, int y) {
    x = x < 0 ? 0 : x < c->width ? x : c->width - 1;
    y = y < 0 ? 0 : y < c->height ? y : c->height - 1;
    return c->at[(ptrdiff_t)y * c->stride + (ptrdiff_t)x * c->step];
}

/* Between four samples, at a place of the luma's grid. */
static uint8_t chroma_at(const chroma *c, double px, double py) {
    double u = (px - c->left) / 2, v = c->half_y ? (py - 0.5) / 2 : py;
    int x = (int)(u + 1) - 1, y = (int)(v + 1) - 1;
    double s = u - x, t = v - y;
    double upper = (1 - s) * sample(c, x, y) + s * sample(c, x + 1, y);
    double lower = (1 - s) * sample(c, x, y + 1) + s * sample(c, x + 1, y + 1);
    return (uint8_t)((1 - t) * upper + t * lower + 0.5);
}

static void turn_chroma(uint8_t *to, int width, int height, const chroma *c, way w) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double px = 2 * x + 0.5, py = 2 * y + 0.5;
            to[(ptrdiff_t)y * width + x] =
                chroma_at(c, w.x0 + w.xx * px + w.xy * py, w.y0 + w.yx * px + w.yy * py);
        }
}

static chroma chroma_of(const sq_frame *f, int plane) {
    bool together = f->format == SQ_FRAME_NV12, half_y = f->format != SQ_FRAME_I422;
    return (chroma){together ? f->plane[1] + (plane - 1) : f->plane[plane],
                    f->stride[together ? 1 : plane],
                    together ? 2 : 1,
                    (f->width + 1) / 2,
                    half_y ? (f->height + 1) / 2 : f->height,
                    f->siting == SQ_CHROMA_LEFT ? 0 : 0.5,
                    half_y};
}

static bool is_halved(const sq_frame *f) {
    return f->format == SQ_FRAME_I420 || f->format == SQ_FRAME_NV12 || f->format == SQ_FRAME_I422;
}

/* Sets size, format and planes of the result; its memory grows where it must. */
static sq_code lay_out(sq_frame *out, size_t *bytes, const sq_frame *f, sq_turning how, sq_diag *d) {
    uint8_t *block = (uint8_t *)(uintptr_t)out->plane[0];
    *out = *f;
    out->plane[0] = block;
    if (how.quarters & 1) {
        out->width = f->height;
        out->height = f->width;
    }
    int step = f->format == SQ_FRAME_BGR ? 3 : 1;
    size_t w = (size_t)out->width, h = (size_t)out->height, first = w * h * (size_t)step;
    size_t half = (w + 1) / 2 * ((h + 1) / 2), other = is_halved(f)                 ? half
                                                       : f->format == SQ_FRAME_I444 ? first
                                                                                    : 0;
    if (*bytes < first + 2 * other) {
        uint8_t *more = realloc(block, first + 2 * other);
        if (!more)
            return sq_fail(d, SQ_E_MEMORY, "not enough memory to turn a picture; close other programs");
        block = more;
        *bytes = first + 2 * other;
    }
    out->plane[0] = block;
    out->plane[1] = other ? block + first : NULL;
    out->plane[2] = other ? block + first + other : NULL;
    out->stride[0] = out->width * step;
    out->stride[1] = out->stride[2] = is_halved(f) ? (out->width + 1) / 2 : out->width;
    if (is_halved(f)) {
        out->format = SQ_FRAME_I420;
        out->siting = SQ_CHROMA_CENTRE;
    }
    return SQ_OK;
}

sq_code sq_turn_frame(sq_frame *out, size_t *bytes, const sq_frame *f, sq_turning how, sq_diag *d) {
    sq_code code = lay_out(out, bytes, f, how, d);
    if (code) return code;
    way w = way_back(how, f->width, f->height);
    int step = f->format == SQ_FRAME_BGR ? 3 : 1, full = f->format == SQ_FRAME_I444 ? 3 : 1;
    for (int i = 0; i < full; i++)
        turn_plane((uint8_t *)(uintptr_t)out->plane[i], out->stride[i], out->width, out->height, f->plane[i],
                   f->stride[i], step, w);
    for (int i = 1; i < 3 && is_halved(f); i++) {
        chroma c = chroma_of(f, i);
        turn_chroma((uint8_t *)(uintptr_t)out->plane[i], (out->width + 1) / 2, (out->height + 1) / 2, &c, w);
    }
    return SQ_OK;
}
