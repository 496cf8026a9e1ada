/* Planes of halved chroma, their cosine transform, and the average over samples that are alike. */
#include "vision/restore/halved_chroma.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/simd.h"

/* The average over like pixels: levels by which luma and chroma may differ, samples of halved chroma over
 * which it reaches (deviation), and how far it reaches about a pixel in the end. More levels: chroma bleeds
 * over rims as before. Fewer: the errors of the codec are kept. Of luma alone, shadows take the colour of
 * what throws them. */
SQ_NUMBER(SQ_JPEG_LIKE_LEVELS, 8.0f);
SQ_NUMBER(SQ_JPEG_REACH, 3.0f);
enum { NEAR = 2 };

void sq_chroma_memory_free(sq_chroma_memory *m) {
    free(m->room);
    free((void *)(uintptr_t)m->copy.plane[0]);
    *m = (sq_chroma_memory){0};
}

static void cosines(float a[SQ_BLOCK_SIDE][SQ_BLOCK_SIDE]) {
    for (int u = 0; u < SQ_BLOCK_SIDE; u++)
        for (int x = 0; x < SQ_BLOCK_SIDE; x++)
            a[u][x] = (float)(sqrt((u ? 2.0 : 1.0) / SQ_BLOCK_SIDE) *
                              cos((2 * x + 1) * u * M_PI / (2 * SQ_BLOCK_SIDE)));
}

bool sq_halved_lay_out(sq_chroma_memory *m, sq_halved *k, const sq_frame *f, double small) {
    k->w = (f->width + 2 * SQ_BLOCK_SIDE - 1) / (2 * SQ_BLOCK_SIDE) * SQ_BLOCK_SIDE;
    k->h = (f->height + 2 * SQ_BLOCK_SIDE - 1) / (2 * SQ_BLOCK_SIDE) * SQ_BLOCK_SIDE;
    size_t n = (size_t)k->w * (size_t)k->h, need = 7 * n + n / SQ_BLOCK_SAMPLES + (size_t)k->w;
    if (need > m->floats) {
        free(m->room);
        m->room = malloc(need * sizeof *m->room);
        m->floats = m->room ? need : 0;
        if (!m->room) return false;
    }
    k->luma = m->room;
    for (int c = 0; c < SQ_CHROMA_PLANES; c++) {
        k->stored[c] = m->room + (size_t)(1 + c) * n;
        k->now[c] = m->room + (size_t)(3 + c) * n;
        k->next[c] = m->room + (size_t)(5 + c) * n;
    }
    k->line = m->room + 7 * n;
    k->busy = (uint8_t *)(k->line + k->w);
    cosines(k->cosine);
    float reach = fminf(SQ_JPEG_REACH, (float)small);
    for (int i = 0; i <= SQ_CHROMA_REACH; i++)
        k->near[i] = expf(-(float)(i * i) / (2 * reach * reach));
    return true;
}

/* out = a in aT, or with aT first where `back`; of it the first `most` rows and columns. */
static inline void transform_part(const float a[SQ_BLOCK_SIDE][SQ_BLOCK_SIDE], const float *in, float *out,
                                  bool back, int most) {
    float half[SQ_BLOCK_SAMPLES];
    for (int u = 0; u < most; u++)
        for (int x = 0; x < SQ_BLOCK_SIDE; x++) {
            float sum = 0;
            for (int i = 0; i < SQ_BLOCK_SIDE; i++)
                sum += (back ? a[i][u] : a[u][i]) * in[i * SQ_BLOCK_SIDE + x];
            half[u * SQ_BLOCK_SIDE + x] = sum;
        }
    for (int u = 0; u < most; u++)
        for (int v = 0; v < most; v++) {
            float sum = 0;
            for (int i = 0; i < SQ_BLOCK_SIDE; i++)
                sum += half[u * SQ_BLOCK_SIDE + i] * (back ? a[i][v] : a[v][i]);
            out[u * SQ_BLOCK_SIDE + v] = sum;
        }
}

static void transform(const float a[SQ_BLOCK_SIDE][SQ_BLOCK_SIDE], const float *in, float *out, bool back) {
    transform_part(a, in, out, back, SQ_BLOCK_SIDE);
}

void sq_halved_block(const sq_halved *k, const float *plane, int bx, int by, float out[SQ_BLOCK_SAMPLES]) {
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        out[i] = plane[(ptrdiff_t)(by * SQ_BLOCK_SIDE + i / SQ_BLOCK_SIDE) * k->w + bx * SQ_BLOCK_SIDE +
                       i % SQ_BLOCK_SIDE];
}

/* Whether no coefficient of it but its mean can tell anything. */
bool sq_halved_is_plain(const float block[SQ_BLOCK_SAMPLES]) {
    float low = block[0], high = block[0];
    for (int i = 1; i < SQ_BLOCK_SAMPLES; i++) {
        low = block[i] < low ? block[i] : low;
        high = block[i] > high ? block[i] : high;
    }
    return high - low < 2 * SQ_JPEG_TELLS / SQ_BLOCK_SIDE;
}

void sq_halved_cosines(const sq_halved *k, const float *block, float *out, int most) {
    transform_part(k->cosine, block, out, false, most);
}

bool sq_halved_changes(const sq_halved *k, int c, int bx, int by) {
    float block[SQ_BLOCK_SAMPLES], cosine[SQ_BLOCK_SAMPLES];
    sq_halved_block(k, k->stored[c], bx, by, block);
    if (sq_halved_is_plain(block)) return false;
    transform(k->cosine, block, cosine, false);
    bool changes = false;
    for (int i = 1; i < SQ_BLOCK_SAMPLES; i++)
        changes |= fabsf(cosine[i]) > SQ_JPEG_TELLS;
    return changes;
}

double sq_halved_mark_busy(const sq_halved *k, int about) {
    int w = k->w / SQ_BLOCK_SIDE, h = k->h / SQ_BLOCK_SIDE;
    memset(k->busy, 0, (size_t)w * (size_t)h);
    for (int p = 0; p < SQ_CHROMA_PLANES; p++)
        for (int by = 0; by < h; by++)
            for (int bx = 0; bx < w; bx++) {
                bool changes = sq_halved_changes(k, p, bx, by);
                for (int v = by - about; v <= by + about && changes; v++)
                    for (int u = bx - about; u <= bx + about; u++)
                        k->busy[sq_halved_within(v, h) * w + sq_halved_within(u, w)] = 1;
            }
    size_t marked = 0, blocks = (size_t)w * (size_t)h;
    for (size_t i = 0; i < blocks; i++)
        marked += k->busy[i];
    return (double)marked / (double)blocks;
}

/* What is known of SQ_BLOCK_SIDE places in a row, and what the samples about them tell of their chroma. */
typedef struct {
    float luma[SQ_BLOCK_SIDE], chroma[SQ_CHROMA_PLANES][SQ_BLOCK_SIDE];
    float all[SQ_BLOCK_SIDE], sum[SQ_CHROMA_PLANES][SQ_BLOCK_SIDE];
} places;

/* Adds samples at..at + SQ_BLOCK_SIDE - 1 to the places, one to each: by how alike they are. */
static inline void add_samples(places *restrict q, const float *restrict luma, const float *restrict blue,
                               const float *restrict red, float near) {
    const float per_square = 1 / (SQ_JPEG_LIKE_LEVELS * SQ_JPEG_LIKE_LEVELS);
    for (int i = 0; i < SQ_BLOCK_SIDE; i++) {
        float l = luma[i] - q->luma[i], b = blue[i] - q->chroma[0][i], r = red[i] - q->chroma[1][i];
        float unlike = 1 + (l * l + b * b + r * r) * per_square;
        float weight = near / (unlike * unlike);
        q->all[i] += weight;
        q->sum[0][i] += weight * blue[i];
        q->sum[1][i] += weight * red[i];
    }
}

/* The samples about a row of SQ_BLOCK_SIDE samples at (x, y), one to each place, lined up; beyond the sides
 * the last ones. */
static void add_about(places *q, const sq_halved *k, int x, int y, int reach) {
    enum { LINE = SQ_BLOCK_SIDE + 2 * SQ_CHROMA_REACH };
    for (int v = -reach; v <= reach; v++) {
        ptrdiff_t row = (ptrdiff_t)sq_halved_within(y + v, k->h) * k->w;
        float luma[LINE], blue[LINE], red[LINE];
        for (int i = 0; i < SQ_BLOCK_SIDE + 2 * reach; i++) {
            ptrdiff_t at = row + sq_halved_within(x - reach + i, k->w);
            luma[i] = k->luma[at];
            blue[i] = k->now[0][at];
            red[i] = k->now[1][at];
        }
        for (int u = 0; u <= 2 * reach; u++)
            add_samples(q, luma + u, blue + u, red + u, k->near[abs(v)] * k->near[abs(u - reach)]);
    }
}

/* The averages of a block, into `next`. */
SQ_WIDE static void average_block(const sq_halved *k, int bx, int by) {
    for (int y = by * SQ_BLOCK_SIDE; y < (by + 1) * SQ_BLOCK_SIDE; y++) {
        ptrdiff_t at = (ptrdiff_t)y * k->w + bx * SQ_BLOCK_SIDE;
        places q = {.all = {0}};
        memcpy(q.luma, k->luma + at, sizeof q.luma);
        for (int c = 0; c < SQ_CHROMA_PLANES; c++)
            memcpy(q.chroma[c], k->now[c] + at, sizeof q.chroma[c]);
        add_about(&q, k, bx * SQ_BLOCK_SIDE, y, SQ_CHROMA_REACH);
        for (int c = 0; c < SQ_CHROMA_PLANES; c++)
            for (int i = 0; i < SQ_BLOCK_SIDE; i++)
                k->next[c][at + i] = q.sum[c][i] / q.all[i];
    }
}

/* Of a block of what is supposed: each coefficient that could not have been stored as it was is taken to the
 * nearest one that could. */
static void project_block(const sq_halved *k, int c, int bx, int by, const float half[SQ_BLOCK_SAMPLES]) {
    float block[SQ_BLOCK_SAMPLES], was[SQ_BLOCK_SAMPLES], is[SQ_BLOCK_SAMPLES];
    sq_halved_block(k, k->stored[c], bx, by, block);
    transform(k->cosine, block, was, false);
    sq_halved_block(k, k->now[c], bx, by, block);
    transform(k->cosine, block, is, false);
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        is[i] = fminf(fmaxf(is[i], was[i] - half[i]), was[i] + half[i]);
    transform(k->cosine, is, block, true);
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        k->now[c][(ptrdiff_t)(by * SQ_BLOCK_SIDE + i / SQ_BLOCK_SIDE) * k->w + bx * SQ_BLOCK_SIDE +
                  i % SQ_BLOCK_SIDE] = block[i];
}

void sq_halved_average(const sq_halved *k) {
    int w = k->w / SQ_BLOCK_SIDE, blocks = w * (k->h / SQ_BLOCK_SIDE);
    for (int b = 0; b < blocks; b++)
        if (k->busy[b]) average_block(k, b % w, b / w);
}

void sq_halved_take(const sq_halved *k, const float half[SQ_BLOCK_SAMPLES]) {
    int w = k->w / SQ_BLOCK_SIDE, blocks = w * (k->h / SQ_BLOCK_SIDE);
    for (int b = 0; b < blocks; b++)
        for (int c = 0; c < SQ_CHROMA_PLANES && k->busy[b]; c++) {
            for (int y = 0; y < SQ_BLOCK_SIDE; y++) {
                ptrdiff_t at = (ptrdiff_t)(b / w * SQ_BLOCK_SIDE + y) * k->w + b % w * SQ_BLOCK_SIDE;
                memcpy(k->now[c] + at, k->next[c] + at, SQ_BLOCK_SIDE * sizeof *k->next[c]);
            }
            project_block(k, c, b % w, b / w, half);
        }
}

SQ_WIDE void sq_halved_average_pixels(const sq_halved *k, int bx, int y, const float luma[SQ_BLOCK_SIDE],
                                      float chroma[SQ_CHROMA_PLANES][SQ_BLOCK_SIDE]) {
    places q = {.all = {0}};
    memcpy(q.luma, luma, sizeof q.luma);
    memcpy(q.chroma, chroma, sizeof q.chroma);
    add_about(&q, k, bx * SQ_BLOCK_SIDE, y, NEAR);
    for (int c = 0; c < SQ_CHROMA_PLANES; c++)
        for (int i = 0; i < SQ_BLOCK_SIDE; i++)
            chroma[c][i] = q.sum[c][i] / q.all[i];
}
