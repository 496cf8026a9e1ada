/* Copies the planes of a frame into one block of memory, at full or at half size, or turned: each sample of
 * the result is then read where it comes from. */
#include "vision/frame/frame_copy.h"

#include <stdlib.h>
#include <string.h>

#include "vision/frame/opencv.h"
#include "vision/frame/simd.h"

int sq_frame_planes(sq_frame_format format) {
    switch (format) {
    case SQ_FRAME_BGR:
    case SQ_FRAME_GREY: return 1;
    case SQ_FRAME_NV12: return 2;
    default: return 3;
    }
}

/* Neighbouring bytes of a plane that are one sample. */
static size_t samples_of(const sq_frame *f, int plane) {
    return f->format == SQ_FRAME_BGR ? 3 : plane && f->format == SQ_FRAME_NV12 ? 2 : 1;
}

void sq_frame_plane_size(const sq_frame *f, int plane, size_t *row, size_t *rows) {
    bool half_x = plane && f->format != SQ_FRAME_I444;
    bool half_y = plane && (f->format == SQ_FRAME_I420 || f->format == SQ_FRAME_NV12);
    size_t width = (size_t)(half_x ? (f->width + 1) / 2 : f->width);
    *row = width * samples_of(f, plane);
    *rows = (size_t)(half_y ? (f->height + 1) / 2 : f->height);
}

void sq_frame_free(const sq_frame *copy) {
    free((void *)(uintptr_t)copy->plane[0]);
}

sq_code sq_frame_lay_out(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d) {
    size_t need = 0, row, rows;
    for (int i = 0; i < sq_frame_planes(f->format); i++) {
        sq_frame_plane_size(f, i, &row, &rows);
        need += row * rows;
    }
    uint8_t *block = (uint8_t *)(uintptr_t)copy->plane[0];
    if (need > *bytes) {
        free(block);
        copy->plane[0] = block = malloc(need);
        *bytes = block ? need : 0;
        if (!block) return sq_fail(d, SQ_E_MEMORY, "no memory for a frame; close other programs");
    }
    *copy = *f;
    for (int i = 0; i < sq_frame_planes(f->format); i++) {
        sq_frame_plane_size(f, i, &row, &rows);
        copy->plane[i] = block;
        copy->stride[i] = (int)row;
        block += row * rows;
    }
    return SQ_OK;
}

sq_code sq_frame_copy(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d) {
    size_t row, rows;
    sq_code code = sq_frame_lay_out(copy, bytes, f, d);
    for (int i = 0; !code && i < sq_frame_planes(f->format); i++) {
        uint8_t *to = (uint8_t *)(uintptr_t)copy->plane[i];
        sq_frame_plane_size(f, i, &row, &rows);
        for (size_t y = 0; y < rows; y++)
            memcpy(to + y * row, f->plane[i] + (ptrdiff_t)y * f->stride[i], row);
    }
    return code;
}

/* Chroma is smoothed by half as many of its samples where it is halved. */
sq_code sq_frame_smooth(sq_frame *copy, size_t *bytes, const sq_frame *f, double sigma_px, sq_diag *d) {
    sq_code code = sq_frame_copy(copy, bytes, f, d);
    for (int i = 0; !code && i < sq_frame_planes(f->format); i++) {
        size_t row, rows;
        sq_frame_plane_size(f, i, &row, &rows);
        int channels = (int)samples_of(f, i);
        double across = (int)row / channels < f->width ? sigma_px / 2 : sigma_px,
               down = (int)rows < f->height ? sigma_px / 2 : sigma_px;
        code = sq_cv_smooth((uint8_t *)(uintptr_t)copy->plane[i], copy->stride[i], (int)row / channels,
                            (int)rows, channels, across, down, d);
    }
    return code;
}

/* Of planes whose samples are single bytes: as many as have a neighbour. */
SQ_WIDE static void halve_row(uint8_t *restrict to, const uint8_t *restrict upper,
                              const uint8_t *restrict lower, size_t pairs) {
    for (size_t x = 0; x < pairs; x++)
        to[x] = (uint8_t)((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) / 4);
}

/* What lies beyond the last row or sample of an odd plane is that last one. */
static void halve_plane(const sq_frame *copy, const sq_frame *f, int plane) {
    size_t row, rows, from_row, from_rows, step = samples_of(f, plane);
    sq_frame_plane_size(copy, plane, &row, &rows);
    sq_frame_plane_size(f, plane, &from_row, &from_rows);
    for (size_t y = 0; y < rows; y++) {
        uint8_t *to = (uint8_t *)(uintptr_t)copy->plane[plane] + y * row;
        const uint8_t *upper = f->plane[plane] + (ptrdiff_t)(2 * y) * f->stride[plane];
        const uint8_t *lower = 2 * y + 1 < from_rows ? upper + f->stride[plane] : upper;
        size_t done = step > 1 ? 0 : row < from_row / 2 ? row : from_row / 2;
        halve_row(to, upper, lower, done);
        for (size_t x = done; x < row; x++) {
            size_t left = (x / step) * 2 * step + x % step,
                   right = left + step < from_row ? left + step : left;
            to[x] = (uint8_t)((upper[left] + upper[right] + lower[left] + lower[right] + 2) / 4);
        }
    }
}

sq_code sq_frame_copy_half(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d) {
    sq_frame half = *f;
    half.width /= 2;
    half.height /= 2;
    sq_code code = sq_frame_lay_out(copy, bytes, &half, d);
    for (int i = 0; !code && i < sq_frame_planes(f->format); i++)
        halve_plane(copy, f, i);
    return code;
}

/* ---- Turned ---- */

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

/* Room for the result, of its size and format. */
static sq_code lay_out_turned(sq_frame *out, size_t *bytes, const sq_frame *f, sq_turning how, sq_diag *d) {
    sq_frame shape = *f;
    if (how.quarters & 1) {
        shape.width = f->height;
        shape.height = f->width;
    }
    if (is_halved(f)) {
        shape.format = SQ_FRAME_I420;
        shape.siting = SQ_CHROMA_CENTRE;
    }
    return sq_frame_lay_out(out, bytes, &shape, d);
}

sq_code sq_turn_frame(sq_frame *out, size_t *bytes, const sq_frame *f, sq_turning how, sq_diag *d) {
    sq_code code = lay_out_turned(out, bytes, f, how, d);
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
