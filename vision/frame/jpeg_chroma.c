/* Tells the quality of a JPEG from its decoded picture, and restores its chroma: averages over pixels of like
 * luma in turn with projections onto the pictures that the JPEG may have been made of. */
#include "vision/frame/jpeg_chroma.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/frame_copy.h"
#include "vision/frame/simd.h"
#include "vision/math/tunable_number.h"

enum { SIDE = 8, COEFFICIENTS = SIDE * SIDE, PLANES = 2 };

/* Annex K.2 of the JPEG standard: the steps of chroma coefficients at quality 50, row by row, which nearly
 * all encoders scale. */
static const float usual_step[COEFFICIENTS] = {
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99,
    99, 99, 47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
};

/* The qualities that are told: from better ones nothing needs to be restored. */
enum { WORST = 5, BEST = 70 };

/* TELLS: from which amount on a coefficient tells it; ROUNDED: how far from a multiple of its step rounding
 * may have taken it. AT_STEPS: the share of them that must stand at such multiples, beyond those that do
 * by chance: of better pictures up to 0.22 did, of JPEGs 0.30 to 0.99. ENOUGH: how many are needed. */
SQ_NUMBER(SQ_JPEG_TELLS, 4.0f);
SQ_NUMBER(SQ_JPEG_ROUNDED, 1.0f);
SQ_NUMBER(SQ_JPEG_AT_STEPS, 0.27);
enum { ENOUGH = 30 };

/* The average over like pixels: levels by which luma and chroma may differ, samples of halved chroma over
 * which it reaches (deviation, and at most), how often it is taken, and how far it reaches in the end. More
 * levels: chroma bleeds over rims as before. Fewer: the errors of the JPEG are kept. Of luma alone, shadows
 * take the colour of what throws them. */
SQ_NUMBER(SQ_JPEG_LIKE_LEVELS, 8.0f);
SQ_NUMBER(SQ_JPEG_REACH, 3.0f);
enum { REACH = 5, ROUNDS = 3, NEAR = 2 };

void sq_jpeg_chroma_free(sq_jpeg_chroma *m) {
    free(m->room);
    free((void *)(uintptr_t)m->copy.plane[0]);
    *m = (sq_jpeg_chroma){0};
}

/* ---- Halved planes ---- */

typedef struct {
    int w, h;              /* whole blocks of samples */
    float *luma;           /* of 2 x 2 pixels */
    float *stored[PLANES]; /* Cb and Cr as the JPEG has them, about 0 */
    float *now[PLANES];    /* as they are taken to have been */
    float *next[PLANES];   /* room for what comes next */
    float *line;           /* room for a row */
    uint8_t *busy;         /* of each block: it and its neighbours are not all plain */
} halved;

static bool lay_out(sq_jpeg_chroma *m, halved *k, const sq_frame *f) {
    k->w = (f->width + 2 * SIDE - 1) / (2 * SIDE) * SIDE;
    k->h = (f->height + 2 * SIDE - 1) / (2 * SIDE) * SIDE;
    size_t n = (size_t)k->w * (size_t)k->h, need = 7 * n + n / COEFFICIENTS + (size_t)k->w;
    if (need > m->floats) {
        free(m->room);
        m->room = malloc(need * sizeof *m->room);
        m->floats = m->room ? need : 0;
        if (!m->room) return false;
    }
    k->luma = m->room;
    for (int c = 0; c < PLANES; c++) {
        k->stored[c] = m->room + (size_t)(1 + c) * n;
        k->now[c] = m->room + (size_t)(3 + c) * n;
        k->next[c] = m->room + (size_t)(5 + c) * n;
    }
    k->line = m->room + 7 * n;
    k->busy = (uint8_t *)(k->line + k->w);
    return true;
}

static inline float luma_of(const uint8_t *bgr) {
    return 0.114f * bgr[0] + 0.587f * bgr[1] + 0.299f * bgr[2];
}

static int within(int v, int count) {
    return v < 0 ? 0 : v < count ? v : count - 1;
}

/* Sample x of row y: the mean of 2 x 2 pixels, whose rows of the picture are given. */
static inline void put_sample(const halved *k, int x, int y, float luma, float blue, float red) {
    ptrdiff_t at = (ptrdiff_t)y * k->w + x;
    k->luma[at] = luma;
    k->stored[0][at] = 0.564f * (blue - luma);
    k->stored[1][at] = 0.713f * (red - luma);
}

/* SIDE samples from x on, all of whose pixels are in the picture; row: where those begin. */
SQ_WIDE static void halve_run(const halved *k, int x, int y, const uint8_t *const row[2]) {
    float luma[2][2 * SIDE], blue[2][2 * SIDE], red[2][2 * SIDE];
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < 2 * SIDE; i++) {
            const uint8_t *p = row[r] + 3 * (ptrdiff_t)i;
            luma[r][i] = luma_of(p) / 4;
            blue[r][i] = p[0] / 4.0f;
            red[r][i] = p[2] / 4.0f;
        }
    for (int i = 0; i < SIDE; i++)
        put_sample(k, x + i, y, luma[0][2 * i] + luma[0][2 * i + 1] + luma[1][2 * i] + luma[1][2 * i + 1],
                   blue[0][2 * i] + blue[0][2 * i + 1] + blue[1][2 * i] + blue[1][2 * i + 1],
                   red[0][2 * i] + red[0][2 * i + 1] + red[1][2 * i] + red[1][2 * i + 1]);
}

/* Means of 2 x 2 pixels in the rows y0 <= y < y1 of the samples; beyond the picture's sides it goes on as it
 * ends. */
static void halve(const halved *k, const sq_frame *f, int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        const uint8_t *row[2];
        for (int r = 0; r < 2; r++)
            row[r] = f->plane[0] + (ptrdiff_t)within(2 * y + r, f->height) * f->stride[0];
        for (int x = 0; x < k->w; x += SIDE) {
            uint8_t ends[2][2 * SIDE * 3];
            const uint8_t *run[2] = {row[0] + 6 * (ptrdiff_t)x, row[1] + 6 * (ptrdiff_t)x};
            for (int r = 0; r < 2 && 2 * (x + SIDE) > f->width; r++) {
                for (int i = 0; i < 2 * SIDE; i++)
                    memcpy(ends[r] + 3 * (ptrdiff_t)i, row[r] + 3 * (ptrdiff_t)within(2 * x + i, f->width),
                           3);
                run[r] = ends[r];
            }
            halve_run(k, x, y, run);
        }
    }
}

/* Row y of in, convolved with (1, 6, 1)/8 in both directions: what doubling by a triangle and halving make of
 * it. Rows before y0 and from y1 on are not known, and taken as their neighbours. */
SQ_WIDE static void double_and_halve(const halved *k, const float *in, float *out, int y, int y0, int y1) {
    const float *here = in + (ptrdiff_t)y * k->w, *above = y > y0 ? here - k->w : here,
                *below = y + 1 < y1 ? here + k->w : here;
    int last = k->w - 1;
    for (int x = 0; x <= last; x++)
        k->line[x] = (above[x] + 6 * here[x] + below[x]) / 8;
    out[0] = (7 * k->line[0] + k->line[1]) / 8;
    out[last] = (k->line[last - 1] + 7 * k->line[last]) / 8;
    for (int x = 1; x < last; x++)
        out[x] = (k->line[x - 1] + 6 * k->line[x] + k->line[x + 1]) / 8;
}

/* A decoder doubles chroma by triangles; this finds what it doubled, in some rows. */
static void undo_doubling(const halved *k, int c, int y0, int y1) {
    ptrdiff_t first = (ptrdiff_t)y0 * k->w, n = (ptrdiff_t)(y1 - y0) * k->w;
    float *now = k->now[c] + first, *stored = k->stored[c] + first, *again = k->next[0] + first;
    memcpy(now, stored, (size_t)n * sizeof *now);
    for (int round = 0; round < ROUNDS; round++) {
        for (int y = y0; y < y1; y++)
            double_and_halve(k, k->now[c], again + (ptrdiff_t)(y - y0) * k->w, y, y0, y1);
        for (ptrdiff_t i = 0; i < n; i++)
            now[i] += stored[i] - again[i];
    }
    memcpy(stored, now, (size_t)n * sizeof *now);
}

/* ---- Cosines ---- */

static void cosines(float a[SIDE][SIDE]) {
    for (int u = 0; u < SIDE; u++)
        for (int x = 0; x < SIDE; x++)
            a[u][x] = (float)(sqrt((u ? 2.0 : 1.0) / SIDE) * cos((2 * x + 1) * u * M_PI / (2 * SIDE)));
}

/* out = a in aT, or with aT first where `back`; of it the first `most` rows and columns. */
static inline void transform_part(const float a[SIDE][SIDE], const float *in, float *out, bool back,
                                  int most) {
    float half[COEFFICIENTS];
    for (int u = 0; u < most; u++)
        for (int x = 0; x < SIDE; x++) {
            float sum = 0;
            for (int i = 0; i < SIDE; i++)
                sum += (back ? a[i][u] : a[u][i]) * in[i * SIDE + x];
            half[u * SIDE + x] = sum;
        }
    for (int u = 0; u < most; u++)
        for (int v = 0; v < most; v++) {
            float sum = 0;
            for (int i = 0; i < SIDE; i++)
                sum += half[u * SIDE + i] * (back ? a[i][v] : a[v][i]);
            out[u * SIDE + v] = sum;
        }
}

static void transform(const float a[SIDE][SIDE], const float *in, float *out, bool back) {
    transform_part(a, in, out, back, SIDE);
}

static void take_block(const halved *k, const float *plane, int bx, int by, float out[COEFFICIENTS]) {
    for (int i = 0; i < COEFFICIENTS; i++)
        out[i] = plane[(ptrdiff_t)(by * SIDE + i / SIDE) * k->w + bx * SIDE + i % SIDE];
}

/* Whether no coefficient of it but its mean can tell anything. */
static bool is_plain(const float block[COEFFICIENTS]) {
    float low = block[0], high = block[0];
    for (int i = 1; i < COEFFICIENTS; i++) {
        low = block[i] < low ? block[i] : low;
        high = block[i] > high ? block[i] : high;
    }
    return high - low < 2 * SQ_JPEG_TELLS / SIDE;
}

static float step_of(int coefficient, float scale) {
    float step = floorf(usual_step[coefficient] * scale + 0.5f);
    return step < 1 ? 1 : step > 255 ? 255 : step;
}

/* ---- The quality ---- */

static float scale_of(int quality) {
    return quality < 50 ? 50.0f / (float)quality : 2 - (float)quality / 50;
}

/* The lowest coefficients, whose steps are small and which are seldom zero; 0 is the mean. */
static const int telling[] = {0, 1, SIDE, 2, 2 * SIDE, SIDE + 1};
enum { TELLING = sizeof telling / sizeof *telling, TELLING_SIDE = 3 };

/* Of each quality: how many coefficients there stand at its steps, how many would by chance, and how unlikely
 * that is. */
typedef struct {
    double sum[BEST + 1], chance[BEST + 1], nats[BEST + 1], n;
    struct {
        float step;
        double chance, nats;
    } of[TELLING][BEST + 1]; /* one coefficient */
} agreement;

static void begin_agreement(agreement *a) {
    *a = (agreement){.n = 0};
    for (int t = 0; t < TELLING; t++)
        for (int q = WORST; q <= BEST; q++) {
            float step = step_of(telling[t], scale_of(q));
            double chance = (double)fminf(2 * SQ_JPEG_ROUNDED / step, 1);
            a->of[t][q].step = step;
            a->of[t][q].chance = chance;
            a->of[t][q].nats = log(chance);
        }
}

static inline bool is_multiple(float v, float step) {
    float off = v - step * truncf(v / step);
    return off < SQ_JPEG_ROUNDED || step - off < SQ_JPEG_ROUNDED;
}

/* t: which of the telling ones it is. */
SQ_WIDE static void add_coefficient(agreement *a, float v, int t) {
    v = fabsf(v);
    if (v < SQ_JPEG_TELLS) return;
    a->n++;
    for (int q = WORST; q <= BEST; q++) {
        bool is = is_multiple(v, a->of[t][q].step);
        a->sum[q] += is;
        a->chance[q] += a->of[t][q].chance;
        a->nats[q] -= is ? a->of[t][q].nats : 0;
    }
}

static float mean_coefficient(const float block[COEFFICIENTS]) {
    float sum = 0;
    for (int i = 0; i < COEFFICIENTS; i++)
        sum += block[i];
    return sum / SIDE;
}

/* A row of blocks. Of two plain ones side by side the step from mean to mean tells: a mat without winks has
 * nothing else. */
static void add_row(agreement *a, const halved *k, int p, int by, const float cosine[SIDE][SIDE]) {
    float block[COEFFICIENTS], c[COEFFICIENTS], before = NAN;
    for (int bx = 0; bx < k->w / SIDE; bx++) {
        take_block(k, k->stored[p], bx, by, block);
        float mean = is_plain(block) ? mean_coefficient(block) : NAN;
        if (!isnan(mean) && !isnan(before)) add_coefficient(a, mean - before, 0);
        before = mean;
        if (!isnan(mean)) continue;
        transform_part(cosine, block, c, false, TELLING_SIDE);
        for (int t = 1; t < TELLING; t++)
            add_coefficient(a, c[telling[t]], t);
    }
}

/* The share of the coefficients that stand at the steps of a quality, beyond those that do by chance. */
static double share_at(const agreement *a, int quality) {
    return (a->sum[quality] - a->chance[quality]) / fmax(a->n - a->chance[quality], 1);
}

/* The quality at whose steps so many would least likely stand by chance; 0: enough stand at none's. */
static int quality_of(const agreement *a) {
    int best = 0;
    for (int q = WORST; q <= BEST && a->n >= ENOUGH; q++)
        if (share_at(a, q) > SQ_JPEG_AT_STEPS && (!best || a->nats[q] > a->nats[best])) best = q;
    return best;
}

/* Every third row of blocks tells enough. */
enum { BETWEEN = 3 * SIDE };

double sq_jpeg_chroma_step(sq_jpeg_chroma *m, const sq_frame *f) {
    halved k;
    agreement a;
    float cosine[SIDE][SIDE];
    if (f->format != SQ_FRAME_BGR || !lay_out(m, &k, f)) return 0;
    cosines(cosine);
    begin_agreement(&a);
    for (int y = SIDE; y + SIDE + 1 < k.h; y += BETWEEN) {
        halve(&k, f, y - 1, y + SIDE + 1);
        for (int p = 0; p < PLANES; p++) {
            undo_doubling(&k, p, y - 1, y + SIDE + 1);
            add_row(&a, &k, p, y / SIDE, cosine);
        }
    }
    int quality = quality_of(&a);
    return quality ? (double)step_of(0, scale_of(quality)) / SIDE : 0;
}

/* ---- Restoring ---- */

/* Marks the blocks in which chroma changes, and their neighbours: the others have nothing to restore. */
static void mark_busy(const halved *k, const float cosine[SIDE][SIDE]) {
    int w = k->w / SIDE, h = k->h / SIDE;
    float block[COEFFICIENTS], c[COEFFICIENTS];
    memset(k->busy, 0, (size_t)w * (size_t)h);
    for (int p = 0; p < PLANES; p++)
        for (int by = 0; by < h; by++)
            for (int bx = 0; bx < w; bx++) {
                bool changes = false;
                take_block(k, k->stored[p], bx, by, block);
                if (is_plain(block)) continue;
                transform(cosine, block, c, false);
                for (int i = 1; i < COEFFICIENTS; i++)
                    changes |= fabsf(c[i]) > SQ_JPEG_TELLS;
                for (int v = by - 1; v <= by + 1 && changes; v++)
                    for (int u = bx - 1; u <= bx + 1; u++)
                        k->busy[within(v, h) * w + within(u, w)] = 1;
            }
}

/* What is known of SIDE places in a row, and what the samples about them tell of their chroma. */
typedef struct {
    float luma[SIDE], chroma[PLANES][SIDE];
    float all[SIDE], sum[PLANES][SIDE];
} places;

/* Adds samples at..at + SIDE - 1 to the places, one to each: by how alike they are. */
static inline void add_samples(places *restrict q, const float *restrict luma, const float *restrict blue,
                               const float *restrict red, float near) {
    const float per_square = 1 / (SQ_JPEG_LIKE_LEVELS * SQ_JPEG_LIKE_LEVELS);
    for (int i = 0; i < SIDE; i++) {
        float l = luma[i] - q->luma[i], b = blue[i] - q->chroma[0][i], r = red[i] - q->chroma[1][i];
        float unlike = 1 + (l * l + b * b + r * r) * per_square;
        float weight = near / (unlike * unlike);
        q->all[i] += weight;
        q->sum[0][i] += weight * blue[i];
        q->sum[1][i] += weight * red[i];
    }
}

/* The samples about a row of SIDE samples at (x, y), one to each place, lined up; beyond the sides the last
 * ones. */
static void add_about(places *q, const halved *k, int x, int y, int reach, const float near[REACH + 1]) {
    enum { LINE = SIDE + 2 * REACH };
    for (int v = -reach; v <= reach; v++) {
        ptrdiff_t row = (ptrdiff_t)within(y + v, k->h) * k->w;
        float luma[LINE], blue[LINE], red[LINE];
        for (int i = 0; i < SIDE + 2 * reach; i++) {
            ptrdiff_t at = row + within(x - reach + i, k->w);
            luma[i] = k->luma[at];
            blue[i] = k->now[0][at];
            red[i] = k->now[1][at];
        }
        for (int u = 0; u <= 2 * reach; u++)
            add_samples(q, luma + u, blue + u, red + u, near[abs(v)] * near[abs(u - reach)]);
    }
}

/* The averages of a block, into `next`. */
SQ_WIDE static void average_block(const halved *k, int bx, int by, const float near[REACH + 1],
                                  float *next[PLANES]) {
    for (int y = by * SIDE; y < (by + 1) * SIDE; y++) {
        ptrdiff_t at = (ptrdiff_t)y * k->w + bx * SIDE;
        places q = {.all = {0}};
        memcpy(q.luma, k->luma + at, sizeof q.luma);
        for (int c = 0; c < PLANES; c++)
            memcpy(q.chroma[c], k->now[c] + at, sizeof q.chroma[c]);
        add_about(&q, k, bx * SIDE, y, REACH, near);
        for (int c = 0; c < PLANES; c++)
            for (int i = 0; i < SIDE; i++)
                next[c][at + i] = q.sum[c][i] / q.all[i];
    }
}

/* Of a block of what is supposed: each coefficient that could not have been stored as it was is taken to the
 * nearest one that could. */
static void project_block(const halved *k, int c, int bx, int by, float scale,
                          const float cosine[SIDE][SIDE]) {
    float block[COEFFICIENTS], was[COEFFICIENTS], is[COEFFICIENTS];
    take_block(k, k->stored[c], bx, by, block);
    transform(cosine, block, was, false);
    take_block(k, k->now[c], bx, by, block);
    transform(cosine, block, is, false);
    for (int i = 0; i < COEFFICIENTS; i++) {
        float half = step_of(i, scale) / 2;
        is[i] = fminf(fmaxf(is[i], was[i] - half), was[i] + half);
    }
    transform(cosine, is, block, true);
    for (int i = 0; i < COEFFICIENTS; i++)
        k->now[c][(ptrdiff_t)(by * SIDE + i / SIDE) * k->w + bx * SIDE + i % SIDE] = block[i];
}

/* One round: averages, into room of their own first, and projections. */
static void go_round(const halved *k, const float near[REACH + 1], float scale,
                     const float cosine[SIDE][SIDE]) {
    int w = k->w / SIDE, blocks = w * (k->h / SIDE);
    float *next[PLANES] = {k->next[0], k->next[1]};
    for (int b = 0; b < blocks; b++)
        if (k->busy[b]) average_block(k, b % w, b / w, near, next);
    for (int b = 0; b < blocks; b++)
        for (int y = 0; y < SIDE && k->busy[b]; y++)
            for (int c = 0; c < PLANES; c++) {
                ptrdiff_t at = (ptrdiff_t)(b / w * SIDE + y) * k->w + b % w * SIDE;
                memcpy(k->now[c] + at, next[c] + at, SIDE * sizeof *next[c]);
            }
    for (int b = 0; b < blocks; b++)
        for (int c = 0; c < PLANES && k->busy[b]; c++)
            project_block(k, c, b % w, b / w, scale, cosine);
}

static uint8_t level(float v) {
    return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v + 0.5f);
}

/* The chroma of a plane's samples between four of them, at a pixel. */
static float between(const halved *k, const float *plane, int x, int y) {
    int u = (x - 1) / 2, v = (y - 1) / 2;
    float s = x % 2 ? 0.25f : 0.75f, t = y % 2 ? 0.25f : 0.75f;
    if (!x) u = 0, s = 0;
    if (!y) v = 0, t = 0;
    const float *upper = plane + (ptrdiff_t)v * k->w, *lower = plane + (ptrdiff_t)within(v + 1, k->h) * k->w;
    int right = within(u + 1, k->w);
    return (1 - t) * ((1 - s) * upper[u] + s * upper[right]) + t * ((1 - s) * lower[u] + s * lower[right]);
}

/* Each pixel keeps its luma, and takes the chroma of the samples about it that are like it. Every second
 * pixel of a row has a sample of its own. */
SQ_WIDE static void give_row(const halved *k, uint8_t *row, int bx, int y, int width,
                             const float near[REACH + 1]) {
    for (int odd = 0; odd < 2; odd++) {
        places q = {.all = {0}};
        for (int i = 0; i < SIDE; i++) {
            int x = within(2 * (bx * SIDE + i) + odd, width);
            q.luma[i] = luma_of(row + 3 * x);
            for (int c = 0; c < PLANES; c++)
                q.chroma[c][i] = between(k, k->now[c], x, y);
        }
        add_about(&q, k, bx * SIDE, y / 2, NEAR, near);
        for (int i = 0; i < SIDE && 2 * (bx * SIDE + i) + odd < width; i++) {
            uint8_t *p = row + 3 * (2 * (bx * SIDE + i) + odd);
            float blue = q.luma[i] + q.sum[0][i] / q.all[i] / 0.564f,
                  red = q.luma[i] + q.sum[1][i] / q.all[i] / 0.713f;
            p[0] = level(blue);
            p[1] = level((q.luma[i] - 0.114f * blue - 0.299f * red) / 0.587f);
            p[2] = level(red);
        }
    }
}

sq_code sq_jpeg_chroma_restore(sq_jpeg_chroma *m, const sq_frame *f, double step, sq_diag *d) {
    halved k;
    float cosine[SIDE][SIDE], near[REACH + 1], scale = (float)(step * SIDE) / usual_step[0];
    sq_code code = sq_frame_copy(&m->copy, &m->bytes, f, d);
    if (code) return code;
    if (!lay_out(m, &k, f))
        return sq_fail(d, SQ_E_MEMORY, "not enough memory for sight; close other programs");
    for (int i = 0; i <= REACH; i++)
        near[i] = expf(-(float)(i * i) / (2 * SQ_JPEG_REACH * SQ_JPEG_REACH));
    cosines(cosine);
    halve(&k, f, 0, k.h);
    for (int c = 0; c < PLANES; c++)
        undo_doubling(&k, c, 0, k.h);
    mark_busy(&k, cosine);
    for (int round = 0; round < ROUNDS; round++)
        go_round(&k, near, scale, cosine);
    for (int y = 0; y < f->height; y++)
        for (int bx = 0; bx < k.w / SIDE; bx++)
            if (k.busy[y / (2 * SIDE) * (k.w / SIDE) + bx])
                give_row(&k, (uint8_t *)(uintptr_t)m->copy.plane[0] + (ptrdiff_t)y * m->copy.stride[0], bx, y,
                         f->width, near);
    return SQ_OK;
}
