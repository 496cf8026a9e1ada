/* Tells how coarsely a video's chroma is coded from how far luma would have it otherwise, and restores it. */
#include "vision/restore/video_chroma.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/simd.h"
#include "vision/frame/yuv.h"

/* ---- Planes ---- */

/* Luma where a sample of chroma lies: midway between two pixels of a row or on the left one. */
static float luma_at(const sq_frame *f, const uint8_t *row, int x) {
    int before = row[sq_halved_within(2 * x - 1, f->width)], at = row[sq_halved_within(2 * x, f->width)],
        after = row[sq_halved_within(2 * x + 1, f->width)];
    bool left = f->siting == SQ_CHROMA_LEFT;
    return left ? (float)(before + 2 * at + after) / 4 : (float)(at + after) / 2;
}

/* Luma of the samples x0 .. x1 - 1 of a row of chroma, from the two rows about it. The same as luma_at, but
 * wide, between the picture's sides. */
SQ_WIDE static void take_luma_row(const sq_frame *f, const uint8_t *const row[2], float *out, int x0,
                                  int x1) {
    const uint8_t *upper = row[0], *lower = row[1];
    int first = x0 > 1 ? x0 : 1, end = f->width / 2 < x1 ? f->width / 2 : x1;
    for (int x = x0; x < x1; x++)
        if (x < first || x >= end) out[x] = (luma_at(f, upper, x) + luma_at(f, lower, x)) / 2;
    if (f->siting == SQ_CHROMA_LEFT)
        for (int x = first; x < end; x++)
            out[x] = (float)(upper[2 * x - 1] + 2 * upper[2 * x] + upper[2 * x + 1] + lower[2 * x - 1] +
                             2 * lower[2 * x] + lower[2 * x + 1]) /
                     8;
    else
        for (int x = first; x < end; x++)
            out[x] = (float)(upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1]) / 4;
}

static void take_luma(const sq_halved *k, const sq_frame *f, int x0, int x1, int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        const uint8_t *row[2];
        for (int i = 0; i < 2; i++)
            row[i] = f->plane[0] + (ptrdiff_t)sq_halved_within(2 * y + i, f->height) * f->stride[0];
        take_luma_row(f, row, k->luma + (ptrdiff_t)y * k->w, x0, x1);
    }
}

SQ_WIDE static void take_chroma(const sq_halved *k, const sq_frame *f) {
    bool pairs = f->format == SQ_FRAME_NV12;
    int w = sq_chroma_width(f), h = sq_chroma_height(f);
    for (int y = 0; y < k->h; y++)
        for (int c = 0; c < SQ_CHROMA_PLANES; c++) {
            const uint8_t *from = (pairs ? f->plane[1] + c : f->plane[1 + c]) +
                                  (ptrdiff_t)sq_halved_within(y, h) * f->stride[pairs ? 1 : 1 + c];
            float *to = k->stored[c] + (ptrdiff_t)y * k->w;
            if (pairs)
                for (int x = 0; x < w; x++)
                    to[x] = (float)from[2 * x];
            else
                for (int x = 0; x < w; x++)
                    to[x] = (float)from[x];
            for (int x = w; x < k->w; x++)
                to[x] = to[w - 1];
        }
}

/* ---- How coarse it is ---- */

/* Of a block's mean coefficient: by how much the average over like samples has changed it. */
static double mean_changed(const sq_halved *k, int c, int bx, int by) {
    float is[SQ_BLOCK_SAMPLES], next[SQ_BLOCK_SAMPLES];
    double sum = 0;
    sq_halved_block(k, k->now[c], bx, by, is);
    sq_halved_block(k, k->next[c], bx, by, next);
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        sum += (double)(next[i] - is[i]);
    return sum / SQ_BLOCK_SIDE;
}

/* Of the busy blocks, spread over the picture, about as many as a row has samples: they tell how coarse all
 * are, and averages are slow. Of a quarter as many too few tell anything. */
static void keep_some_busy(const sq_halved *k) {
    int blocks = k->w / SQ_BLOCK_SIDE * (k->h / SQ_BLOCK_SIDE), busy = 0, seen = 0;
    for (int b = 0; b < blocks; b++)
        busy += k->busy[b] != 0;
    int apart = busy / k->w + 1;
    for (int b = 0; b < blocks; b++)
        if (k->busy[b] && seen++ % apart) k->busy[b] = 0;
}

/* Luma as far as the averages of the busy blocks reach. */
static void take_luma_about_busy(const sq_halved *k, const sq_frame *f) {
    int w = k->w / SQ_BLOCK_SIDE, blocks = w * (k->h / SQ_BLOCK_SIDE);
    for (int b = 0; b < blocks; b++) {
        int x = b % w * SQ_BLOCK_SIDE, y = b / w * SQ_BLOCK_SIDE, beyond = SQ_BLOCK_SIDE + SQ_CHROMA_REACH;
        if (!k->busy[b]) continue;
        take_luma(k, f, sq_halved_within(x - SQ_CHROMA_REACH, k->w), sq_halved_within(x + beyond, k->w + 1),
                  sq_halved_within(y - SQ_CHROMA_REACH, k->h), sq_halved_within(y + beyond, k->h + 1));
    }
}

/* Half the step in which coefficients were coded, by which the averages may change them. Luma would have the
 * mean of a block changed by what rounding has done to it, which is even within half a step. Changes that
 * tell nothing are those of any picture. *all: the same with those, which is what is not known of the means.
 */
static double half_step(const sq_halved *k, double *all) {
    int w = k->w / SQ_BLOCK_SIDE, blocks = w * (k->h / SQ_BLOCK_SIDE), n = 0;
    double sum = 0, told = 0, nothing = (double)(SQ_JPEG_TELLS * SQ_JPEG_TELLS);
    for (int b = 0; b < blocks; b++)
        for (int c = 0; c < SQ_CHROMA_PLANES; c++) {
            if (!(k->busy[b] >> c & 1)) continue;
            double changed = mean_changed(k, c, b % w, b / w);
            sum += changed * changed;
            told += fmax(changed * changed - nothing, 0);
            n++;
        }
    *all = n ? sqrt(3 * sum / n) : 0;
    return n ? sqrt(3 * told / n) : 0;
}

/* ---- Restoring ---- */

/* The copy: f with room for chroma of the picture's size. */
static bool make_copy(sq_chroma_memory *m, const sq_frame *f) {
    size_t pixels = (size_t)f->width * (size_t)f->height, need = (1 + SQ_CHROMA_PLANES) * pixels;
    uint8_t *block = (uint8_t *)(uintptr_t)m->copy.plane[0];
    if (m->bytes < need) {
        free(block);
        block = malloc(need);
        m->bytes = block ? need : 0;
    }
    m->copy = *f;
    m->copy.format = SQ_FRAME_I444;
    for (int c = 0; c <= SQ_CHROMA_PLANES; c++) {
        m->copy.plane[c] = block ? block + (size_t)c * pixels : NULL;
        m->copy.stride[c] = f->width;
    }
    for (int y = 0; y < f->height && block; y++)
        memcpy(block + (size_t)y * (size_t)f->width, f->plane[0] + (ptrdiff_t)y * f->stride[0],
               (size_t)f->width);
    return block != NULL;
}

/* The pixels of a row that lie about a block's samples take the chroma of those that are like them; every
 * second pixel has a sample of its own. Where nothing is to restore, it is that between the samples. */
static void give_run(const sq_halved *k, const sq_frame *f, uint8_t *const plane[SQ_CHROMA_PLANES], int bx,
                     int y) {
    const uint8_t *row = f->plane[0] + (ptrdiff_t)y * f->stride[0];
    float first = f->siting == SQ_CHROMA_LEFT ? 0 : 0.5f;
    bool busy = k->busy[y / (2 * SQ_BLOCK_SIDE) * (k->w / SQ_BLOCK_SIDE) + bx];
    for (int odd = 0; odd < 2; odd++) {
        float luma[SQ_BLOCK_SIDE], chroma[SQ_CHROMA_PLANES][SQ_BLOCK_SIDE];
        int x0 = 2 * bx * SQ_BLOCK_SIDE + odd;
        for (int c = 0; c < SQ_CHROMA_PLANES; c++)
            sq_halved_between(k, c, bx, odd, y, first, chroma[c]);
        for (int i = 0; i < SQ_BLOCK_SIDE && busy; i++)
            luma[i] = row[sq_halved_within(x0 + 2 * i, f->width)];
        if (busy) sq_halved_average_pixels(k, bx, y / 2, luma, chroma);
        for (int i = 0; i < SQ_BLOCK_SIDE && x0 + 2 * i < f->width; i++)
            for (int c = 0; c < SQ_CHROMA_PLANES; c++)
                plane[c][(ptrdiff_t)y * f->width + x0 + 2 * i] = sq_halved_level(chroma[c][i]);
    }
}

static void give(const sq_halved *k, const sq_frame *f, sq_frame *to) {
    uint8_t *const plane[SQ_CHROMA_PLANES] = {(uint8_t *)(uintptr_t)to->plane[1],
                                              (uint8_t *)(uintptr_t)to->plane[2]};
    for (int y = 0; y < f->height; y++)
        for (int bx = 0; bx < k->w / SQ_BLOCK_SIDE; bx++)
            give_run(k, f, plane, bx, y);
}

sq_code sq_video_chroma_restore(sq_chroma_memory *m, const sq_frame *f, double wink_px, double *step,
                                sq_diag *d) {
    sq_halved k;
    float half[SQ_BLOCK_SAMPLES];
    *step = 0;
    if (f->format != SQ_FRAME_I420 && f->format != SQ_FRAME_NV12) return SQ_OK;
    if (!sq_halved_lay_out(m, &k, f, wink_px / 2))
        return sq_fail(d, SQ_E_MEMORY, "not enough memory for sight; close other programs");
    take_chroma(&k, f);
    if (sq_halved_mark_busy(&k, 0) > 0.5) return SQ_OK; /* noise is everywhere */
    sq_halved as_stored = k; /* nothing is changed yet: what is now is what was stored, without a copy */
    memcpy(as_stored.now, k.stored, sizeof k.stored);
    keep_some_busy(&k);
    take_luma_about_busy(&k, f);
    double all, coarse = 0;
    /* Averages of fewer samples are less even, and make chroma seem coarser, never finer: if what every
     * second one tells is fine, it is. */
    for (int apart = 2; apart >= 1; apart--) {
        sq_halved_average(&as_stored, apart);
        coarse = half_step(&as_stored, &all);
        if (!(coarse > (double)SQ_JPEG_ROUNDED)) return SQ_OK;
    }
    if (!make_copy(m, f)) return sq_fail(d, SQ_E_MEMORY, "not enough memory for sight; close other programs");
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        half[i] = (float)coarse;
    take_luma(&k, f, 0, k.w, 0, k.h);
    for (int c = 0; c < SQ_CHROMA_PLANES; c++)
        memcpy(k.now[c], k.stored[c], (size_t)k.w * (size_t)k.h * sizeof *k.now[c]);
    sq_halved_mark_busy(&k, 1);
    for (int round = 0; round < SQ_CHROMA_ROUNDS; round++) {
        sq_halved_average(&k, 1);
        sq_halved_take(&k, half);
    }
    give(&k, f, &m->copy);
    *step = 2 * all / SQ_BLOCK_SIDE;
    return SQ_OK;
}
