/* Conversion between YUV and RGB: the matrices of each standard, and whole rows in fixed point, with
 * halved chroma interpolated to the place of each pixel. */
#include "vision/frame/yuv.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "vision/frame/simd.h"

/* Fixed point: coefficients below 3 times 2^13 times sums below 2^12 stay within 31 bits. Chroma samples come
 * as sixteenths (bilinear weights: quarters down, quarters across). */
enum { FIX = 13, SPAN = SQ_CHROMA_SPAN, CHROMA_ZERO = (UINT8_MAX + 1) / 2 * SQ_CHROMA_PARTS };

/* The shares of red and blue in luma; green has the rest. */
static double red_share(const sq_frame *f) {
    return f->matrix == SQ_MATRIX_BT709 ? 0.2126 : 0.299;
}

static double blue_share(const sq_frame *f) {
    return f->matrix == SQ_MATRIX_BT709 ? 0.0722 : 0.114;
}

sq_yuv sq_yuv_of(const sq_frame *f) {
    double kr = red_share(f), kb = blue_share(f), kg = 1 - kr - kb;
    double luma = f->full_range ? 1 : 255.0 / 219, chroma = f->full_range ? 1 : 255.0 / 224;
    return (sq_yuv){.y_offset = f->full_range ? 0 : 16,
                    .y_gain = luma,
                    .v_to_r = 2 * (1 - kr) * chroma,
                    .u_to_g = 2 * (1 - kb) * kb / kg * chroma,
                    .v_to_g = 2 * (1 - kr) * kr / kg * chroma,
                    .u_to_b = 2 * (1 - kb) * chroma};
}

sq_rgb_matrix sq_rgb_matrix_of(const sq_frame *f) {
    static const sq_rgb_matrix grey = {{{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}};
    if (f->format == SQ_FRAME_BGR)
        return (sq_rgb_matrix){{{0, 0, 1, -f->added[0]}, {0, 1, 0, -f->added[1]}, {1, 0, 0, -f->added[2]}}};
    if (f->format == SQ_FRAME_GREY) return grey;
    const sq_yuv k = sq_yuv_of(f);
    const double c[3][2] = {{0, k.v_to_r}, {-k.u_to_g, -k.v_to_g}, {k.u_to_b, 0}};
    sq_rgb_matrix m;
    for (int i = 0; i < 3; i++) {
        m.m[i][0] = (float)k.y_gain;
        m.m[i][1] = (float)c[i][0];
        m.m[i][2] = (float)c[i][1];
        m.m[i][3] = (float)(-k.y_gain * k.y_offset - 128 * (c[i][0] + c[i][1])) - f->added[i];
    }
    return m;
}

sq_rgb_matrix sq_level_matrix_of(const sq_frame *f) {
    static const sq_rgb_matrix bgr = {{{0, 0, 1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}}};
    if (f->format == SQ_FRAME_BGR) return bgr;
    const sq_yuv k = sq_yuv_of(f);
    const double share[3] = {red_share(f), 1 - red_share(f) - blue_share(f), blue_share(f)};
    sq_rgb_matrix m = {{{0, 0, 0, (float)k.y_offset}, {0, 0, 0, 128}, {0, 0, 0, 128}}};
    for (int i = 0; i < 3; i++) { /* U measures blue less luma, V red less luma */
        m.m[0][i] = (float)(share[i] / k.y_gain);
        m.m[1][i] = (float)(((i == 2) - share[i]) / k.u_to_b);
        m.m[2][i] = (float)(((i == 0) - share[i]) / k.v_to_r);
    }
    return m;
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

SQ_WIDE_PART chroma_rows rows_about(const sq_frame *f, int component, int y) {
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

/* 3 near + far of n samples. Inlined, so that the step is a constant in it. */
SQ_WIDE_PART void mix(const uint8_t *near, const uint8_t *far, int step, int n, int16_t *out) {
    for (int i = 0; i < n; i++)
        out[i] = (int16_t)(3 * near[i * step] + far[i * step]);
}

/* The samples first … first + n − 1 of the luma row, in quarters; beyond the ends the last sample goes on. */
SQ_WIDE_PART void mix_rows(const chroma_rows *r, int first, int n, int16_t *out) {
    int lo = first < 0 ? -first : 0, hi = first + n > r->count ? r->count - first : n;
    assert(lo < hi);
    const uint8_t *near = r->near + (first + lo) * r->step, *far = r->far + (first + lo) * r->step;
    if (r->step == 1)
        mix(near, far, 1, hi - lo, out + lo);
    else
        mix(near, far, 2, hi - lo, out + lo);
    for (int i = 0; i < lo; i++)
        out[i] = out[lo];
    for (int i = hi; i < n; i++)
        out[i] = out[hi - 1];
}

/* Chroma at the luma pixels x0 … x0 + n − 1, x0 even, in sixteenths. */
SQ_WIDE_PART void chroma_span(const sq_frame *f, const chroma_rows *r, int x0, int n, int16_t *out) {
    int16_t sample[SPAN + 3];
    if (!halved_in_x(f)) {
        mix_rows(r, x0, n, sample);
        for (int i = 0; i < n; i++)
            out[i] = (int16_t)(4 * sample[i]);
        return;
    }
    /* sample[i + 1] belongs to the pixels x0 + 2i and the next */
    mix_rows(r, x0 / 2 - 1, (n + 1) / 2 + 2, sample);
    int before = f->siting == SQ_CHROMA_LEFT ? 0 : 1, here = 4 - before,
        after = f->siting == SQ_CHROMA_LEFT ? 2 : 1;
    for (int i = 0; i < (n + 1) / 2; i++) {
        out[2 * i] = (int16_t)(before * sample[i] + here * sample[i + 1]);
        out[2 * i + 1] = (int16_t)((4 - after) * sample[i + 1] + after * sample[i + 2]);
    }
}

SQ_WIDE void sq_chroma_row(const sq_frame *f, int y, int x0, int n, int16_t *u, int16_t *v) {
    assert(n <= SPAN);
    int16_t span[SPAN + 2];
    int odd = x0 & 1; /* begins between two samples: from the pixel before on */
    for (int k = 0; k < 2; k++) {
        chroma_rows rows = rows_about(f, k, y);
        chroma_span(f, &rows, x0 - odd, n + odd, span);
        memcpy(k ? v : u, span + odd, sizeof *span * (size_t)n);
    }
}

static inline uint8_t clip(int32_t fixed) {
    int32_t v = fixed >> FIX;
    return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

static int32_t fixed_from(double x) {
    return (int32_t)(x * (1 << FIX) + 0.5);
}

/* The numbers of sq_yuv in fixed point, for chroma in its parts. */
typedef struct {
    int32_t offset, gain, vr, ug, vg, ub;
} fixed_yuv;

static fixed_yuv fixed_of(const sq_yuv *m) {
    return (fixed_yuv){(int32_t)m->y_offset,
                       fixed_from(m->y_gain),
                       fixed_from(m->v_to_r / SQ_CHROMA_PARTS),
                       fixed_from(m->u_to_g / SQ_CHROMA_PARTS),
                       fixed_from(m->v_to_g / SQ_CHROMA_PARTS),
                       fixed_from(m->u_to_b / SQ_CHROMA_PARTS)};
}

/* n pixels, three bytes each. Colour by colour first: wide registers do not write every third byte. */
SQ_WIDE static void convert(const fixed_yuv *k, const uint8_t *luma, const int16_t *u, const int16_t *v,
                            int n, uint8_t *restrict out) {
    const fixed_yuv m = *k;
    uint8_t blue[SPAN], green[SPAN], red[SPAN];
    for (int i = 0; i < n; i++) {
        int32_t grey = m.gain * (luma[i] - m.offset) + (1 << (FIX - 1));
        int32_t du = u[i] - CHROMA_ZERO, dv = v[i] - CHROMA_ZERO;
        blue[i] = clip(grey + m.ub * du);
        green[i] = clip(grey - m.ug * du - m.vg * dv);
        red[i] = clip(grey + m.vr * dv);
    }
    for (int i = 0; i < n; i++) {
        out[3 * i] = blue[i];
        out[3 * i + 1] = green[i];
        out[3 * i + 2] = red[i];
    }
}

static void bgr_row(const sq_frame *f, const fixed_yuv *k, int y, uint8_t *out) {
    const uint8_t *luma = f->plane[0] + (ptrdiff_t)y * f->stride[0];
    int16_t u[SPAN], v[SPAN];
    for (int x0 = 0; x0 < f->width; x0 += SPAN) {
        int n = f->width - x0 < SPAN ? f->width - x0 : SPAN;
        sq_chroma_row(f, y, x0, n, u, v);
        convert(k, luma + x0, u, v, n, out + 3 * (ptrdiff_t)x0);
    }
}

static void bgr_row_from_grey(const sq_yuv *m, const uint8_t *luma, int n, uint8_t *out) {
    const int32_t offset = (int32_t)m->y_offset, gain = fixed_from(m->y_gain);
    for (int x = 0; x < n; x++)
        memset(out + 3 * x, clip(gain * (luma[x] - offset) + (1 << (FIX - 1))), 3);
}

void sq_bgr_from_frame(const sq_frame *f, uint8_t *bgr, int stride) {
    const sq_yuv m = sq_yuv_of(f);
    const fixed_yuv k = fixed_of(&m);
    for (int y = 0; y < f->height; y++) {
        uint8_t *out = bgr + (ptrdiff_t)y * stride;
        const uint8_t *in = f->plane[0] + (ptrdiff_t)y * f->stride[0];
        if (f->format == SQ_FRAME_BGR)
            memcpy(out, in, 3 * (size_t)f->width);
        else if (f->format == SQ_FRAME_GREY)
            bgr_row_from_grey(&m, in, f->width, out);
        else
            bgr_row(f, &k, y, out);
    }
}
