/* Planes of halved chroma, their cosine transform, and the average over samples that are alike. */
#include "vision/restore/subsampled_chroma.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/frame_copy.h"
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
    sq_frame_free(&m->copy);
    *m = (sq_chroma_memory){0};
}

static void cosines(sq_halved *k) {
    for (int u = 0; u < SQ_BLOCK_SIDE; u++)
        for (int x = 0; x < SQ_BLOCK_SIDE; x++)
            k->cosine[u][x] = k->turned[x][u] = (float)(sqrt((u ? 2.0 : 1.0) / SQ_BLOCK_SIDE) *
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
    cosines(k);
    float reach = fminf(SQ_JPEG_REACH, (float)small);
    for (int i = 0; i <= SQ_CHROMA_REACH; i++)
        k->near[i] = expf(-(float)(i * i) / (2 * reach * reach));
    return true;
}

_Static_assert((int)SQ_BLOCK_SIDE == (int)SQ_LANES, "a block's row is a group");

/* Row u of a in b. */
SQ_WIDE_PART void transform_row(sq_group *out, const float a[SQ_BLOCK_SIDE],
                                const sq_group row[SQ_BLOCK_SIDE], const sq_group turn[SQ_BLOCK_SIDE]) {
    sq_group half = {0}, sum = {0};
    for (int i = 0; i < SQ_BLOCK_SIDE; i++)
        half += a[i] * row[i];
    for (int i = 0; i < SQ_BLOCK_SIDE; i++)
        sum += half[i] * turn[i];
    *out = sum;
}

/* out = a in b; of it the first `most` rows and columns. b is a, turned: cosines from samples; a is the
 * turned one: samples from cosines. */
SQ_WIDE_PART void transform(const float a[SQ_BLOCK_SIDE][SQ_BLOCK_SIDE],
                            const float b[SQ_BLOCK_SIDE][SQ_BLOCK_SIDE], const float *in, float *out,
                            int most) {
    sq_group row[SQ_BLOCK_SIDE], turn[SQ_BLOCK_SIDE];
    memcpy(row, in, sizeof row);
    memcpy(turn, b, sizeof turn);
    for (int u = 0; u < most; u++) {
        sq_group sum;
        transform_row(&sum, a[u], row, turn);
        memcpy(out + (ptrdiff_t)u * SQ_BLOCK_SIDE, &sum, (size_t)most * sizeof *out);
    }
}

void sq_halved_block(const sq_halved *k, const float *plane, int bx, int by, float out[SQ_BLOCK_SAMPLES]) {
    const float *from = plane + (ptrdiff_t)by * SQ_BLOCK_SIDE * k->w + (ptrdiff_t)bx * SQ_BLOCK_SIDE;
    for (int i = 0; i < SQ_BLOCK_SIDE; i++)
        memcpy(out + (ptrdiff_t)i * SQ_BLOCK_SIDE, from + (ptrdiff_t)i * k->w, SQ_BLOCK_SIDE * sizeof *out);
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

SQ_WIDE void sq_halved_cosines(const sq_halved *k, const float *block, float *out, int most) {
    transform(k->cosine, k->turned, block, out, most);
}

/* Whether a coefficient of a block tells something, but its mean. Mostly one of the first does. */
SQ_WIDE bool sq_halved_tells(const sq_halved *k, const float block[SQ_BLOCK_SAMPLES]) {
    sq_group row[SQ_BLOCK_SIDE], turn[SQ_BLOCK_SIDE];
    int telling = 0;
    memcpy(row, block, sizeof row);
    memcpy(turn, k->turned, sizeof turn);
    for (int u = 0; u < SQ_BLOCK_SIDE && !telling; u++) {
        sq_group line;
        transform_row(&line, k->cosine[u], row, turn);
        for (int i = u ? 0 : 1; i < SQ_BLOCK_SIDE; i++)
            telling += fabsf(line[i]) > SQ_JPEG_TELLS;
    }
    return telling > 0;
}

/* What a block's samples are off their mean, squared and summed: what all coefficients but the mean have
 * together. */
SQ_WIDE_PART float energy_of_changes(const float *from, int stride) {
    sq_group row, sum = {0}, squares = {0};
    float all = 0, all_squares = 0;
    for (int i = 0; i < SQ_BLOCK_SIDE; i++) {
        memcpy(&row, from + (ptrdiff_t)i * stride, sizeof row);
        sum += row;
        squares += row * row;
    }
    for (int i = 0; i < SQ_LANES; i++) {
        all += sum[i];
        all_squares += squares[i];
    }
    return all_squares - all * all / SQ_BLOCK_SAMPLES;
}

/* Whether the stored chroma of a block changes within it. */
SQ_WIDE_PART bool changes(const sq_halved *k, int c, int bx, int by) {
    const float *from = k->stored[c] + (ptrdiff_t)by * SQ_BLOCK_SIDE * k->w + (ptrdiff_t)bx * SQ_BLOCK_SIDE;
    if (energy_of_changes(from, k->w) < SQ_JPEG_TELLS * SQ_JPEG_TELLS) return false;
    float block[SQ_BLOCK_SAMPLES];
    sq_halved_block(k, k->stored[c], bx, by, block);
    return sq_halved_tells(k, block);
}

double sq_halved_share_busy(const sq_halved *k) {
    int marked = 0, blocks = (k->w / SQ_BLOCK_SIDE) * (k->h / SQ_BLOCK_SIDE);
    for (int b = 0; b < blocks; b++)
        marked += k->busy[b] != 0;
    return (double)marked / blocks;
}

SQ_WIDE double sq_halved_mark_busy(const sq_halved *k, int about) {
    int w = k->w / SQ_BLOCK_SIDE, h = k->h / SQ_BLOCK_SIDE;
    memset(k->busy, 0, (size_t)w * (size_t)h);
    for (int p = 0; p < SQ_CHROMA_PLANES; p++)
        for (int by = 0; by < h; by++)
            for (int bx = 0; bx < w; bx++) {
                if (!changes(k, p, bx, by)) continue;
                for (int v = by - about; v <= by + about; v++)
                    for (int u = bx - about; u <= bx + about; u++)
                        k->busy[sq_halved_within(v, h) * w + sq_halved_within(u, w)] |= (uint8_t)(1 << p);
            }
    return sq_halved_share_busy(k);
}

/* What is known of the places of SQ_BLOCK_SIDE samples in a row, and what those about them tell of their
 * chroma. */
typedef struct {
    sq_group luma, chroma[SQ_CHROMA_PLANES], all, sum[SQ_CHROMA_PLANES];
} alike;

/* The samples about a row of SQ_BLOCK_SIDE samples at (x, y), one to each place, lined up, each by how alike
 * it is; beyond the sides the last ones. apart: all (1), or every second one as on a chessboard, the place
 * itself not among them (2). */
SQ_WIDE_PART void add_about(alike *q, const sq_halved *k, int x, int y, int reach, int apart) {
    enum { LINE = SQ_BLOCK_SIDE + 2 * SQ_CHROMA_REACH };
    const float per_square = 1 / (SQ_JPEG_LIKE_LEVELS * SQ_JPEG_LIKE_LEVELS);
    const float *from[1 + SQ_CHROMA_PLANES] = {k->luma, k->now[0], k->now[1]};
    bool inside = x >= reach && x + SQ_BLOCK_SIDE + reach <= k->w;
    alike sum = *q;
    for (int v = -reach; v <= reach; v++) {
        ptrdiff_t row = (ptrdiff_t)sq_halved_within(y + v, k->h) * k->w;
        float copied[1 + SQ_CHROMA_PLANES][LINE];
        const float *line[1 + SQ_CHROMA_PLANES];
        for (int p = 0; p <= SQ_CHROMA_PLANES; p++) {
            line[p] = inside ? from[p] + row + x - reach : copied[p];
            for (int i = 0; i < SQ_BLOCK_SIDE + 2 * reach && !inside; i++)
                copied[p][i] = from[p][row + sq_halved_within(x - reach + i, k->w)];
        }
        for (int u = (v + reach + 1) & (apart - 1); u <= 2 * reach; u += apart) {
            sq_group luma, blue, red;
            memcpy(&luma, line[0] + u, sizeof luma);
            memcpy(&blue, line[1] + u, sizeof blue);
            memcpy(&red, line[2] + u, sizeof red);
            sq_group l = luma - sum.luma, b = blue - sum.chroma[0], r = red - sum.chroma[1];
            sq_group unlike = 1 + (l * l + b * b + r * r) * per_square;
            sq_group weight = k->near[abs(v)] * k->near[abs(u - reach)] / (unlike * unlike);
            sum.all += weight;
            sum.sum[0] += weight * blue;
            sum.sum[1] += weight * red;
        }
    }
    *q = sum;
}

/* The averages of a block, into `next`. */
SQ_WIDE static void average_block(const sq_halved *k, int bx, int by, int apart) {
    for (int y = by * SQ_BLOCK_SIDE; y < (by + 1) * SQ_BLOCK_SIDE; y++) {
        ptrdiff_t at = (ptrdiff_t)y * k->w + bx * SQ_BLOCK_SIDE;
        alike q = {.all = {0}};
        memcpy(&q.luma, k->luma + at, sizeof q.luma);
        for (int c = 0; c < SQ_CHROMA_PLANES; c++)
            memcpy(&q.chroma[c], k->now[c] + at, sizeof q.chroma[c]);
        add_about(&q, k, bx * SQ_BLOCK_SIDE, y, SQ_CHROMA_REACH, apart);
        for (int c = 0; c < SQ_CHROMA_PLANES; c++) {
            sq_group mean = q.sum[c] / q.all;
            memcpy(k->next[c] + at, &mean, sizeof mean);
        }
    }
}

/* Of a block of what is supposed: each coefficient that could not have been stored as it was is taken to the
 * nearest one that could. */
SQ_WIDE static void project_block(const sq_halved *k, int c, int bx, int by,
                                  const float half[SQ_BLOCK_SAMPLES]) {
    float block[SQ_BLOCK_SAMPLES], was[SQ_BLOCK_SAMPLES], is[SQ_BLOCK_SAMPLES];
    sq_halved_block(k, k->stored[c], bx, by, block);
    transform(k->cosine, k->turned, block, was, SQ_BLOCK_SIDE);
    sq_halved_block(k, k->now[c], bx, by, block);
    transform(k->cosine, k->turned, block, is, SQ_BLOCK_SIDE);
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        is[i] = is[i] < was[i] - half[i]   ? was[i] - half[i]
                : is[i] > was[i] + half[i] ? was[i] + half[i]
                                           : is[i];
    transform(k->turned, k->cosine, is, block, SQ_BLOCK_SIDE);
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        k->now[c][(ptrdiff_t)(by * SQ_BLOCK_SIDE + i / SQ_BLOCK_SIDE) * k->w + bx * SQ_BLOCK_SIDE +
                  i % SQ_BLOCK_SIDE] = block[i];
}

void sq_halved_average(const sq_halved *k, int apart) {
    int w = k->w / SQ_BLOCK_SIDE, blocks = w * (k->h / SQ_BLOCK_SIDE);
    for (int b = 0; b < blocks; b++)
        if (k->busy[b]) average_block(k, b % w, b / w, apart);
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

void sq_halved_between(const sq_halved *k, int c, int bx, int odd, int y, float first,
                       float out[SQ_BLOCK_SIDE]) {
    float row = ((float)y - 0.5f) / 2, t = row - floorf(row);
    float column = ((float)odd - first) / 2, s = column - floorf(column);
    const float *upper = k->now[c] + (ptrdiff_t)sq_halved_within((int)floorf(row), k->h) * k->w,
                *lower = k->now[c] + (ptrdiff_t)sq_halved_within((int)floorf(row) + 1, k->h) * k->w;
    int left = bx * SQ_BLOCK_SIDE + (int)floorf(column);
    float line[SQ_BLOCK_SIDE + 1];
    for (int i = 0; i <= SQ_BLOCK_SIDE; i++) {
        int x = sq_halved_within(left + i, k->w);
        line[i] = (1 - t) * upper[x] + t * lower[x];
    }
    for (int i = 0; i < SQ_BLOCK_SIDE; i++)
        out[i] = (1 - s) * line[i] + s * line[i + 1];
}

SQ_WIDE void sq_halved_average_pixels(const sq_halved *k, int bx, int y, const float luma[SQ_BLOCK_SIDE],
                                      float chroma[SQ_CHROMA_PLANES][SQ_BLOCK_SIDE]) {
    alike q = {.all = {0}};
    memcpy(&q.luma, luma, sizeof q.luma);
    memcpy(q.chroma, chroma, sizeof q.chroma);
    add_about(&q, k, bx * SQ_BLOCK_SIDE, y, NEAR, 1);
    for (int c = 0; c < SQ_CHROMA_PLANES; c++) {
        sq_group mean = q.sum[c] / q.all;
        memcpy(chroma[c], &mean, sizeof mean);
    }
}
