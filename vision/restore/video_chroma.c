/* Tells how coarsely a video's chroma is coded from how far luma would have it otherwise, and restores it. */
#include "vision/restore/video_chroma.h"

#include <math.h>
#include <string.h>

#include "vision/frame/frame_copy.h"
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
    for (int x = x0; x < first && x < x1; x++)
        out[x - x0] = (luma_at(f, upper, x) + luma_at(f, lower, x)) / 2;
    for (int x = end > first ? end : first; x < x1; x++)
        out[x - x0] = (luma_at(f, upper, x) + luma_at(f, lower, x)) / 2;
    if (f->siting == SQ_CHROMA_LEFT)
        for (int x = first; x < end; x++)
            out[x - x0] = (float)(upper[2 * x - 1] + 2 * upper[2 * x] + upper[2 * x + 1] + lower[2 * x - 1] +
                                  2 * lower[2 * x] + lower[2 * x + 1]) /
                          8;
    else
        for (int x = first; x < end; x++)
            out[x - x0] = (float)(upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1]) / 4;
}

static void take_luma(const sq_frame *f, int y, float *out, int x0, int x1) {
    const uint8_t *row[2];
    for (int i = 0; i < 2; i++)
        row[i] = f->plane[0] + (ptrdiff_t)sq_halved_within(2 * y + i, f->height) * f->stride[0];
    take_luma_row(f, row, out, x0, x1);
}

/* A row of Cb or Cr; its samples lie `apart` bytes from each other. Beyond the sides it is the last row. */
static const uint8_t *chroma_row(const sq_frame *f, int c, int y, int *apart) {
    bool pairs = f->format == SQ_FRAME_NV12;
    const uint8_t *plane = pairs ? f->plane[1] + c : f->plane[1 + c];
    *apart = pairs ? 2 : 1;
    return plane + (ptrdiff_t)sq_halved_within(y, sq_chroma_height(f)) * f->stride[pairs ? 1 : 1 + c];
}

/* The samples x0 .. x1 - 1 of a row. */
SQ_WIDE static void take_chroma_row(const uint8_t *row, int apart, int width, float *out, int x0, int x1) {
    int end = x1 < width ? x1 : width;
    if (apart == 1)
        for (int x = x0; x < end; x++)
            out[x - x0] = (float)row[x];
    else
        for (int x = x0; x < end; x++)
            out[x - x0] = (float)row[2 * x];
    for (int x = end; x < x1; x++)
        out[x - x0] = (float)row[apart * (width - 1)];
}

/* The samples x0 .. x1 - 1 of row y, of luma and chroma. */
static void take_row(const sq_frame *f, int y, float *const out[1 + SQ_CHROMA_PLANES], int x0, int x1) {
    take_luma(f, y, out[0], x0, x1);
    for (int c = 0; c < SQ_CHROMA_PLANES; c++) {
        int apart;
        const uint8_t *row = chroma_row(f, c, y, &apart);
        take_chroma_row(row, apart, sq_chroma_width(f), out[1 + c], x0, x1);
    }
}

static void take_all(const sq_halved *k, const sq_frame *f) {
    for (int y = 0; y < k->h; y++) {
        ptrdiff_t row = (ptrdiff_t)y * k->w;
        take_row(f, y, (float *[]){k->luma + row, k->stored[0] + row, k->stored[1] + row}, 0, k->w);
    }
}

/* ---- Where it changes ---- */

/* The rows of Cb or Cr that a row of blocks has. */
typedef struct {
    const uint8_t *row[SQ_BLOCK_SIDE];
    int apart, width;
} block_row;

SQ_WIDE_PART void copy_block(uint8_t out[SQ_BLOCK_SAMPLES], const block_row *r, int x0) {
    bool whole = x0 + SQ_BLOCK_SIDE <= r->width;
    for (int y = 0; y < SQ_BLOCK_SIDE; y++, out += SQ_BLOCK_SIDE)
        if (whole && r->apart == 1)
            memcpy(out, r->row[y] + x0, SQ_BLOCK_SIDE);
        else
            for (int x = 0; x < SQ_BLOCK_SIDE; x++)
                out[x] = r->row[y][r->apart * sq_halved_within(x0 + x, r->width)];
}

/* What a block's samples are off their mean, squared and summed: what all coefficients but the mean have
 * together. */
SQ_WIDE_PART float energy_of_changes(const uint8_t block[SQ_BLOCK_SAMPLES]) {
    int32_t all = 0, squares = 0;
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++) {
        int16_t level = block[i];
        all += level;
        squares += level * level;
    }
    return (float)squares - (float)all * (float)all / SQ_BLOCK_SAMPLES;
}

/* Whether the chroma of a block changes within it. */
SQ_WIDE_PART bool changes(const sq_halved *k, const uint8_t block[SQ_BLOCK_SAMPLES]) {
    float levels[SQ_BLOCK_SAMPLES];
    if (energy_of_changes(block) < SQ_JPEG_TELLS * SQ_JPEG_TELLS) return false;
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        levels[i] = (float)block[i];
    return sq_halved_tells(k, levels);
}

SQ_WIDE static void mark_row(const sq_halved *k, const block_row *r, int c, uint8_t *busy) {
    for (int x = 0; x < k->w; x += SQ_BLOCK_SIDE) {
        uint8_t block[SQ_BLOCK_SAMPLES];
        copy_block(block, r, x);
        busy[x / SQ_BLOCK_SIDE] |= (uint8_t)(changes(k, block) << c);
    }
}

/* The same as sq_halved_mark_busy for these blocks alone, before chroma is taken: most pictures need no more
 * than a look at their bytes. */
static double mark_busy(const sq_halved *k, const sq_frame *f) {
    int w = k->w / SQ_BLOCK_SIDE;
    memset(k->busy, 0, (size_t)w * (size_t)(k->h / SQ_BLOCK_SIDE));
    for (int y = 0; y < k->h; y += SQ_BLOCK_SIDE)
        for (int c = 0; c < SQ_CHROMA_PLANES; c++) {
            block_row r = {.width = sq_chroma_width(f)};
            for (int i = 0; i < SQ_BLOCK_SIDE; i++)
                r.row[i] = chroma_row(f, c, y + i, &r.apart);
            mark_row(k, &r, c, k->busy + (ptrdiff_t)(y / SQ_BLOCK_SIDE) * w);
        }
    return sq_halved_share_busy(k);
}

/* ---- How coarse it is ---- */

/* A block with all about it that its averages reach, in memory that stays at hand: planes of three by three
 * blocks, of which it is the middle one. */
_Static_assert((int)SQ_CHROMA_REACH <= (int)SQ_BLOCK_SIDE, "averages reach no farther than the next block");

typedef struct {
    sq_halved k;
    float plane[1 + SQ_CHROMA_PLANES][3 * 3 * SQ_BLOCK_SAMPLES],
        next[SQ_CHROMA_PLANES][3 * 3 * SQ_BLOCK_SAMPLES];
    uint8_t busy[3 * 3];
} patch;

static void begin_patch(patch *p, const sq_halved *of) {
    p->k = *of;
    p->k.w = p->k.h = 3 * SQ_BLOCK_SIDE;
    p->k.luma = p->plane[0];
    for (int c = 0; c < SQ_CHROMA_PLANES; c++) {
        p->k.now[c] = p->plane[1 + c];
        p->k.next[c] = p->next[c];
    }
    p->k.busy = memset(p->busy, 0, sizeof p->busy);
    p->busy[4] = 1;
}

/* Beyond the sides of `of` it is what is at its sides. */
static void take_patch(patch *p, const sq_halved *of, const sq_frame *f, int bx, int by) {
    int left = (bx - 1) * SQ_BLOCK_SIDE, top = (by - 1) * SQ_BLOCK_SIDE, side = p->k.w;
    int begin = left < 0 ? -left : 0, end = left + side < of->w ? side : of->w - left;
    for (int y = SQ_BLOCK_SIDE - SQ_CHROMA_REACH; y < 2 * SQ_BLOCK_SIDE + SQ_CHROMA_REACH; y++) {
        float *row[1 + SQ_CHROMA_PLANES], *from[1 + SQ_CHROMA_PLANES];
        for (int c = 0; c <= SQ_CHROMA_PLANES; c++) {
            row[c] = p->plane[c] + (ptrdiff_t)y * side;
            from[c] = row[c] + begin;
        }
        take_row(f, sq_halved_within(top + y, of->h), from, left + begin, left + end);
        for (int c = 0; c <= SQ_CHROMA_PLANES; c++) {
            for (int x = 0; x < begin; x++)
                row[c][x] = row[c][begin];
            for (int x = end; x < side; x++)
                row[c][x] = row[c][end - 1];
        }
    }
}

/* Of the mean coefficient of a patch's block: by how much the average over like samples changes it. */
static double mean_changed(const sq_halved *k, int c) {
    float is[SQ_BLOCK_SAMPLES], next[SQ_BLOCK_SAMPLES];
    double sum = 0;
    sq_halved_block(k, k->now[c], 1, 1, is);
    sq_halved_block(k, k->next[c], 1, 1, next);
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

/* By how much averages change the means of blocks, squared and summed: all of it, and what tells something;
 * the rest are the changes of any picture. And the squares of what tells something, summed. */
typedef struct {
    int n;
    double all, told, squares;
} mean_changes;

/* Adds a third of the busy blocks, or the others. apart: as for sq_halved_average. */
static void add_changes(mean_changes *of, const sq_halved *k, const sq_frame *f, int apart, bool is_third) {
    int w = k->w / SQ_BLOCK_SIDE, blocks = w * (k->h / SQ_BLOCK_SIDE), seen = 0;
    double nothing = (double)(SQ_JPEG_TELLS * SQ_JPEG_TELLS);
    patch p;
    begin_patch(&p, k);
    for (int b = 0; b < blocks; b++) {
        if (!k->busy[b] || (seen++ % 3 == 0) != is_third) continue;
        take_patch(&p, k, f, b % w, b / w);
        sq_halved_average(&p.k, apart);
        for (int c = 0; c < SQ_CHROMA_PLANES; c++) {
            if (!(k->busy[b] >> c & 1)) continue;
            double changed = mean_changed(&p.k, c);
            of->all += changed * changed;
            double told = fmax(changed * changed - nothing, 0);
            of->told += told;
            of->squares += told * told;
            of->n++;
        }
    }
}

/* Half the step in which coefficients were coded. Luma would have the mean of a block changed by what
 * rounding has done to it, which is even within half a step. */
static double half_step(double changes, int n) {
    return n ? sqrt(3 * changes / n) : 0;
}

/* Whether it stays fine if what is told is more by so many standard deviations of its sum. */
static bool is_fine(const mean_changes *of, double sigmas) {
    double scatter = of->n ? sqrt(fmax(of->squares - of->told * of->told / of->n, 0)) : 0;
    return !(half_step(of->told + sigmas * scatter, of->n) > (double)SQ_JPEG_ROUNDED);
}

/* Whether chroma is coded more coarsely than any picture's, the cheapest question first. A third of the
 * blocks is enough where they agree. Averages of fewer samples are less even, and make chroma seem
 * coarser, never finer: if what every second one tells is fine, it is. */
static bool is_coarse(mean_changes *of, const sq_halved *k, const sq_frame *f) {
    *of = (mean_changes){0};
    add_changes(of, k, f, 2, true);
    if (is_fine(of, 2)) return false;
    add_changes(of, k, f, 2, false);
    if (is_fine(of, 0)) return false;
    *of = (mean_changes){0};
    add_changes(of, k, f, 1, true);
    add_changes(of, k, f, 1, false);
    return !is_fine(of, 0);
}

/* ---- Restoring ---- */

/* The copy: f with room for chroma of the picture's size. */
static sq_code make_copy(sq_chroma_memory *m, const sq_frame *f, sq_diag *d) {
    sq_frame whole = *f;
    whole.format = SQ_FRAME_I444;
    sq_code code = sq_frame_lay_out(&m->copy, &m->bytes, &whole, d);
    for (int y = 0; y < f->height && !code; y++)
        memcpy((uint8_t *)(uintptr_t)m->copy.plane[0] + (ptrdiff_t)y * m->copy.stride[0],
               f->plane[0] + (ptrdiff_t)y * f->stride[0], (size_t)f->width);
    return code;
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
    if (mark_busy(&k, f) > 0.5) return SQ_OK; /* noise is everywhere */
    keep_some_busy(&k);
    mean_changes changes;
    if (!is_coarse(&changes, &k, f)) return SQ_OK;
    sq_code code = make_copy(m, f, d);
    if (code) return code;
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        half[i] = (float)half_step(changes.told, changes.n);
    take_all(&k, f);
    for (int c = 0; c < SQ_CHROMA_PLANES; c++)
        memcpy(k.now[c], k.stored[c], (size_t)k.w * (size_t)k.h * sizeof *k.now[c]);
    sq_halved_mark_busy(&k, 1);
    for (int round = 0; round < SQ_CHROMA_ROUNDS; round++) {
        sq_halved_average(&k, 1);
        sq_halved_take(&k, half);
    }
    give(&k, f, &m->copy);
    *step = 2 * half_step(changes.all, changes.n) / SQ_BLOCK_SIDE; /* of what is not known of the means */
    return SQ_OK;
}
