/* Shrinks a frame by averaging blocks, and finds slopes with Scharr's derivatives in each channel,
 * relative to the channel's noise. */
#include "calib/measure/thumbnail.h"
#include "vision/frame/felt_chroma.h"
#include "vision/math/tunable_number.h"

#include <math.h>
#include <string.h>

/* Grey levels a small pixel: the least noise that is believed. Coding makes flat felt exactly flat. */
SQ_NUMBER(SQ_SLOPE_FLOOR, 0.15);

/* Bins of the histogram that finds the median slope, a grey level apart times this. */
SQ_NUMBER(MEDIAN_BIN, 0.02f);
enum { MEDIAN_BINS = 2000 };

typedef struct {
    uint32_t sum[SQ_CHANNELS];
} block_sum;

/* Sums of one block: BGR, or Y and, where the frame has colour, its two chroma planes. */
static void sum_bgr(const sq_frame *f, int x0, int y0, int n, block_sum *b) {
    for (int y = y0; y < y0 + n; y++) {
        const uint8_t *p = f->plane[0] + (size_t)y * (size_t)f->stride[0] + 3 * (size_t)x0;
        for (int x = 0; x < n; x++, p += 3)
            for (int c = 0; c < 3; c++)
                b->sum[c] += p[c];
    }
}

static void sum_luma(const sq_frame *f, int x0, int y0, int n, block_sum *b) {
    for (int y = y0; y < y0 + n; y++) {
        const uint8_t *p = f->plane[0] + (size_t)y * (size_t)f->stride[0] + x0;
        for (int x = 0; x < n; x++)
            b->sum[0] += p[x];
    }
}

/* One chroma sample, whatever the layout, for luma place x, y. */
static int chroma_at(const sq_frame *f, int c, int x, int y) {
    int cx = f->format == SQ_FRAME_I444 ? x : x / 2;
    int cy = f->format == SQ_FRAME_I420 || f->format == SQ_FRAME_NV12 ? y / 2 : y;
    if (f->format == SQ_FRAME_NV12)
        return f->plane[1][(size_t)cy * (size_t)f->stride[1] + 2 * (size_t)cx + (size_t)c];
    return f->plane[1 + c][(size_t)cy * (size_t)f->stride[1 + c] + (size_t)cx];
}

static void sum_planar(const sq_frame *f, int x0, int y0, int n, block_sum *b) {
    sum_luma(f, x0, y0, n, b);
    if (f->format == SQ_FRAME_GREY) return;
    for (int y = y0; y < y0 + n; y++)
        for (int x = x0; x < x0 + n; x++)
            for (int c = 0; c < 2; c++)
                b->sum[1 + c] += (uint32_t)chroma_at(f, c, x, y);
}

static void shrink(sq_thumbnail *s, const sq_frame *f) {
    float area = (float)(s->factor * s->factor);
    double luma = 0;
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            int i = y * s->width + x;
            block_sum b = {0};
            (f->format == SQ_FRAME_BGR ? sum_bgr : sum_planar)(f, x * s->factor, y * s->factor, s->factor,
                                                               &b);
            float v[3] = {(float)b.sum[0] / area, (float)b.sum[1] / area, (float)b.sum[2] / area};
            if (f->format == SQ_FRAME_BGR) {
                float grey = sq_luma(v[2], v[1], v[0]);
                s->channel[1][i] = (v[0] - grey) * 0.564f; /* Cb and Cr of Rec. 601 */
                s->channel[2][i] = (v[2] - grey) * 0.713f;
                s->channel[0][i] = grey;
            } else {
                for (int c = 0; c < s->channels; c++)
                    s->channel[c][i] = v[c];
            }
            luma += s->channel[0][i];
        }
    s->luma_mean = (float)(luma / (s->width * s->height));
}

/* Scharr's derivatives: of all 3 × 3 ones the most even over directions. */
static void slope_at(const float *p, int w, float *gx, float *gy) {
    *gx = (3 * (p[1 - w] - p[-1 - w]) + 10 * (p[1] - p[-1]) + 3 * (p[1 + w] - p[w - 1])) / 32;
    *gy = (3 * (p[w - 1] - p[-w - 1]) + 10 * (p[w] - p[-w]) + 3 * (p[w + 1] - p[1 - w])) / 32;
}

/* The median slope of a channel: its noise, since edges are rare. */
static float noise_of(const sq_thumbnail *s, int c) {
    uint32_t count[MEDIAN_BINS] = {0}, all = 0, below = 0;
    for (int y = 1; y < s->height - 1; y++)
        for (int x = 1; x < s->width - 1; x++, all++) {
            float gx, gy;
            slope_at(&s->channel[c][y * s->width + x], s->width, &gx, &gy);
            int bin = (int)(hypotf(gx, gy) / MEDIAN_BIN);
            count[bin < MEDIAN_BINS ? bin : MEDIAN_BINS - 1]++;
        }
    int bin = 0;
    while (bin < MEDIAN_BINS - 1 && (below += count[bin]) < all / 2)
        bin++;
    return fmaxf((float)bin * MEDIAN_BIN, (float)SQ_SLOPE_FLOOR);
}

static void slopes(sq_thumbnail *s) {
    memset(s->slope, 0, sizeof s->slope);
    for (int c = 0; c < s->channels; c++) {
        float noise = noise_of(s, c);
        for (int y = 1; y < s->height - 1; y++)
            for (int x = 1; x < s->width - 1; x++) {
                int i = y * s->width + x;
                float gx, gy;
                slope_at(&s->channel[c][i], s->width, &gx, &gy);
                float g = hypotf(gx, gy);
                if (g / noise <= s->slope[i]) continue;
                s->slope[i] = g / noise;
                s->dx[i] = gx / g;
                s->dy[i] = gy / g;
            }
    }
}

void sq_thumbnail_make(sq_thumbnail *s, const sq_frame *f) {
    int longer = f->width > f->height ? f->width : f->height;
    s->factor = (longer + SQ_THUMBNAIL_SIDE - 1) / SQ_THUMBNAIL_SIDE;
    s->width = f->width / s->factor;
    s->height = f->height / s->factor;
    s->channels = f->format == SQ_FRAME_GREY ? 1 : SQ_CHANNELS;
    shrink(s, f);
    slopes(s);
}

float sq_small_evidence(const sq_thumbnail *s, int x, int y) {
    if (x < 1 || y < 1 || x >= s->width - 1 || y >= s->height - 1) return 0;
    float e = (s->slope[y * s->width + x] - (float)SQ_SLOPE_NONE) / (float)(SQ_SLOPE_FULL - SQ_SLOPE_NONE);
    return e < 0 ? 0 : e > 1 ? 1 : e;
}
