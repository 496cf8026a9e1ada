#include "vision/yuv.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* Fixed point: coefficients below 3 times 2^13 times sums below 2^12 stay within 31 bits. Chroma samples come
 * as sixteenths (bilinear weights: quarters down, quarters across). */
enum { FIX = 13, SPAN = 512, SIXTEENTHS = 16, CHROMA_ZERO = 128 * SIXTEENTHS };

sq_yuv sq_yuv_of(const sq_frame *f) {
    double kr = f->matrix == SQ_MATRIX_BT709 ? 0.2126 : 0.299;
    double kb = f->matrix == SQ_MATRIX_BT709 ? 0.0722 : 0.114, kg = 1 - kr - kb;
    double luma = f->full_range ? 1 : 255.0 / 219, chroma = f->full_range ? 1 : 255.0 / 224;
    return (sq_yuv){.y_offset = f->full_range ? 0 : 16,
                    .y_gain = luma,
                    .v_to_r = 2 * (1 - kr) * chroma,
                    .u_to_g = 2 * (1 - kb) * kb / kg * chroma,
                    .v_to_g = 2 * (1 - kr) * kr / kg * chroma,
                    .u_to_b = 2 * (1 - kb) * chroma};
}

static bool halved_in_x(const sq_frame *f) {
    return f->format == SQ_FRAME_I420 || f->format == SQ_FRAME_NV12 || f->format == SQ_FRAME_I422;
}

static bool halved_in_y(const sq_frame *f) {
    return f->format == SQ_FRAME_I420 || f->format == SQ_FRAME_NV12;
}

int sq_chroma_width(const sq_frame *f) {
    return halved_in_x(f) ? (f->width + 1) / 2 : f->width;
}

int sq_chroma_height(const sq_frame *f) {
    return halved_in_y(f) ? (f->height + 1) / 2 : f->height;
}

/* Two rows of chroma samples that a luma row lies between, the nearer one three times as heavy. */
typedef struct {
    const uint8_t *near, *far;
    int step;  /* bytes from sample to sample */
    int count; /* samples in a row */
} chroma_rows;

static chroma_rows rows_about(const sq_frame *f, int component, int y) {
    bool pairs = f->format == SQ_FRAME_NV12;
    const uint8_t *plane = pairs ? f->plane[1] + component : f->plane[1 + component];
    ptrdiff_t stride = f->stride[pairs ? 1 : 1 + component];
    int near = y, far = y, last = sq_chroma_height(f) - 1;
    if (halved_in_y(f)) {
        near = y / 2;
        far = y % 2 ? near + 1 : near - 1;
        far = far < 0 ? 0 : far > last ? last : far;
    }
    return (chroma_rows){plane + near * stride, plane + far * stride, pairs ? 2 : 1, sq_chroma_width(f)};
}

/* The samples first … first + n − 1 of the luma row, in quarters; beyond the ends the last sample goes on. */
static void mix_rows(const chroma_rows *r, int first, int n, int16_t *out) {
    int lo = first < 0 ? -first : 0, hi = first + n > r->count ? r->count - first : n;
    assert(lo < hi);
    for (int i = lo; i < hi; i++)
        out[i] = (int16_t)(3 * r->near[(first + i) * r->step] + r->far[(first + i) * r->step]);
    for (int i = 0; i < lo; i++)
        out[i] = out[lo];
    for (int i = hi; i < n; i++)
        out[i] = out[hi - 1];
}

/* Chroma at the luma pixels x0 … x0 + n − 1, x0 even, in sixteenths. */
static void chroma_span(const sq_frame *f, const chroma_rows *r, int x0, int n, int16_t *out) {
    int16_t sample[SPAN + 2];
    if (!halved_in_x(f)) {
        mix_rows(r, x0, n, sample);
        for (int i = 0; i < n; i++)
            out[i] = (int16_t)(4 * sample[i]);
        return;
    }
    mix_rows(r, x0 / 2 - 1, (n + 1) / 2 + 2,
             sample); /* sample[i + 1] belongs to the pixels x0 + 2i and the next */
    int before = f->siting == SQ_CHROMA_LEFT ? 0 : 1, here = 4 - before,
        after = f->siting == SQ_CHROMA_LEFT ? 2 : 1;
    for (int i = 0; i < (n + 1) / 2; i++) {
        out[2 * i] = (int16_t)(before * sample[i] + here * sample[i + 1]);
        out[2 * i + 1] = (int16_t)((4 - after) * sample[i + 1] + after * sample[i + 2]);
    }
}

static uint8_t clip(int32_t fixed) {
    int32_t v = fixed >> FIX;
    return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

static int32_t fixed_from(double x) {
    return (int32_t)(x * (1 << FIX) + 0.5);
}

static void bgr_row(const sq_frame *f, const sq_yuv *m, int y, uint8_t *out) {
    const int32_t offset = (int32_t)m->y_offset, gain = fixed_from(m->y_gain);
    const int32_t vr = fixed_from(m->v_to_r / SIXTEENTHS), ug = fixed_from(m->u_to_g / SIXTEENTHS),
                  vg = fixed_from(m->v_to_g / SIXTEENTHS), ub = fixed_from(m->u_to_b / SIXTEENTHS);
    chroma_rows us = rows_about(f, 0, y), vs = rows_about(f, 1, y);
    const uint8_t *luma = f->plane[0] + (ptrdiff_t)y * f->stride[0];
    int16_t u[SPAN], v[SPAN];
    for (int x0 = 0; x0 < f->width; x0 += SPAN) {
        int n = f->width - x0 < SPAN ? f->width - x0 : SPAN;
        chroma_span(f, &us, x0, n, u);
        chroma_span(f, &vs, x0, n, v);
        for (int i = 0; i < n; i++) {
            int32_t grey = gain * (luma[x0 + i] - offset) + (1 << (FIX - 1));
            /* chroma_span has filled n of them. NOLINTNEXTLINE(clang-analyzer-core.*) */
            int32_t du = u[i] - CHROMA_ZERO, dv = v[i] - CHROMA_ZERO;
            uint8_t *px = out + 3 * (x0 + i);
            px[0] = clip(grey + ub * du);
            px[1] = clip(grey - ug * du - vg * dv);
            px[2] = clip(grey + vr * dv);
        }
    }
}

static void bgr_row_from_grey(const sq_yuv *m, const uint8_t *luma, int n, uint8_t *out) {
    const int32_t offset = (int32_t)m->y_offset, gain = fixed_from(m->y_gain);
    for (int x = 0; x < n; x++)
        memset(out + 3 * x, clip(gain * (luma[x] - offset) + (1 << (FIX - 1))), 3);
}

void sq_bgr_from_frame(const sq_frame *f, uint8_t *bgr, int stride) {
    const sq_yuv m = sq_yuv_of(f);
    for (int y = 0; y < f->height; y++) {
        uint8_t *out = bgr + (ptrdiff_t)y * stride;
        const uint8_t *in = f->plane[0] + (ptrdiff_t)y * f->stride[0];
        if (f->format == SQ_FRAME_BGR)
            memcpy(out, in, 3 * (size_t)f->width);
        else if (f->format == SQ_FRAME_GREY)
            bgr_row_from_grey(&m, in, f->width, out);
        else
            bgr_row(f, &m, y, out);
    }
}
