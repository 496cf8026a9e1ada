/* Tells the quality of a JPEG from its decoded picture, and restores its chroma: averages over pixels of like
 * luma in turn with projections onto the pictures that the JPEG may have been made of. */
#include "vision/restore/jpeg_chroma.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/felt_chroma.h"
#include "vision/frame/frame_copy.h"
#include "vision/frame/simd.h"
#include "vision/math/tunable_number.h"

/* Annex K.2 of the JPEG standard: the steps of chroma coefficients at quality 50, row by row, which nearly
 * all encoders scale. */
static const float usual_step[SQ_BLOCK_SAMPLES] = {
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99,
    99, 99, 47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
};

/* The qualities that are told: from better ones nothing needs to be restored. */
enum { WORST = 5, BEST = 70 };

/* AT_STEPS: the share of the coefficients that must stand at multiples of their steps, beyond those that do
 * by chance: of better pictures up to 0.22 did, of JPEGs 0.30 to 0.99. ENOUGH: how many are needed. */
SQ_NUMBER(SQ_JPEG_AT_STEPS, 0.27);
enum { ENOUGH = 30 };

static inline float luma_of(const uint8_t *bgr) {
    return sq_luma(bgr[2], bgr[1], bgr[0]);
}

/* Sample x of row y: the mean of 2 x 2 pixels, whose rows of the picture are given. */
static inline void put_sample(const sq_halved *k, int x, int y, float luma, float blue, float red) {
    ptrdiff_t at = (ptrdiff_t)y * k->w + x;
    k->luma[at] = luma;
    k->stored[0][at] = 0.564f * (blue - luma);
    k->stored[1][at] = 0.713f * (red - luma);
}

/* SQ_BLOCK_SIDE samples from x on, all of whose pixels are in the picture; row: where those begin. */
SQ_WIDE static void halve_run(const sq_halved *k, int x, int y, const uint8_t *const row[2]) {
    float luma[2][2 * SQ_BLOCK_SIDE], blue[2][2 * SQ_BLOCK_SIDE], red[2][2 * SQ_BLOCK_SIDE];
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < 2 * SQ_BLOCK_SIDE; i++) {
            const uint8_t *p = row[r] + 3 * (ptrdiff_t)i;
            luma[r][i] = luma_of(p) / 4;
            blue[r][i] = p[0] / 4.0f;
            red[r][i] = p[2] / 4.0f;
        }
    for (int i = 0; i < SQ_BLOCK_SIDE; i++)
        put_sample(k, x + i, y, luma[0][2 * i] + luma[0][2 * i + 1] + luma[1][2 * i] + luma[1][2 * i + 1],
                   blue[0][2 * i] + blue[0][2 * i + 1] + blue[1][2 * i] + blue[1][2 * i + 1],
                   red[0][2 * i] + red[0][2 * i + 1] + red[1][2 * i] + red[1][2 * i + 1]);
}

/* Where the first block begins: at the picture's upper left corner, or so many pixels before it. */
typedef struct {
    int left, top;
} grid;

/* Means of 2 x 2 pixels in the rows y0 <= y < y1 of the samples; beyond the picture's sides it goes on as it
 * ends. */
static void halve(const sq_halved *k, const sq_frame *f, grid g, int y0, int y1) {
    for (int y = y0; y < y1; y++) {
        const uint8_t *row[2];
        for (int r = 0; r < 2; r++)
            row[r] = f->plane[0] + (ptrdiff_t)sq_halved_within(2 * y + r - g.top, f->height) * f->stride[0];
        for (int x = 0; x < k->w; x += SQ_BLOCK_SIDE) {
            uint8_t ends[2][2 * SQ_BLOCK_SIDE * 3];
            int first = 2 * x - g.left;
            bool inside = first >= 0 && first + 2 * SQ_BLOCK_SIDE <= f->width;
            const uint8_t *run[2] = {ends[0], ends[1]};
            for (int r = 0; r < 2; r++) {
                for (int i = 0; i < 2 * SQ_BLOCK_SIDE && !inside; i++)
                    memcpy(ends[r] + 3 * (ptrdiff_t)i,
                           row[r] + 3 * (ptrdiff_t)sq_halved_within(first + i, f->width), 3);
                if (inside) run[r] = row[r] + 3 * (ptrdiff_t)first;
            }
            halve_run(k, x, y, run);
        }
    }
}

/* Row y of in, convolved with (1, 6, 1)/8 in both directions: what doubling by a triangle and halving make of
 * it. Rows before y0 and from y1 on are not known, and taken as their neighbours. */
SQ_WIDE static void double_and_halve(const sq_halved *k, const float *in, float *out, int y, int y0, int y1) {
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
static void undo_doubling(const sq_halved *k, int c, int y0, int y1) {
    ptrdiff_t first = (ptrdiff_t)y0 * k->w, n = (ptrdiff_t)(y1 - y0) * k->w;
    float *now = k->now[c] + first, *stored = k->stored[c] + first, *again = k->next[0] + first;
    memcpy(now, stored, (size_t)n * sizeof *now);
    for (int round = 0; round < SQ_CHROMA_ROUNDS; round++) {
        for (int y = y0; y < y1; y++)
            double_and_halve(k, k->now[c], again + (ptrdiff_t)(y - y0) * k->w, y, y0, y1);
        for (ptrdiff_t i = 0; i < n; i++)
            now[i] += stored[i] - again[i];
    }
    memcpy(stored, now, (size_t)n * sizeof *now);
}

static float step_of(int coefficient, float scale) {
    float step = floorf(usual_step[coefficient] * scale + 0.5f);
    return step < 1 ? 1 : step > 255 ? 255 : step;
}

/* ---- The quality ---- */

/* In whole hundredths, as the Independent JPEG Group's encoder has it. */
static float scale_of(int quality) {
    return floorf(quality < 50 ? 5000 / (float)quality : 200 - 2 * (float)quality) / 100;
}

/* The lowest coefficients, whose steps are small and which are seldom zero; 0 is the mean. */
static const int telling[] = {0, 1, SQ_BLOCK_SIDE, 2, 2 * SQ_BLOCK_SIDE, SQ_BLOCK_SIDE + 1};
enum { TELLING = sizeof telling / sizeof *telling, TELLING_SIDE = 3 };

/* By how much a decoder's rounding to bytes may have changed it: the samples of a plain block are all rounded
 * alike, by up to half a level, and their mean with them. */
static float rounded_by(int t) {
    return t ? SQ_JPEG_ROUNDED : SQ_BLOCK_SIDE / 2.0f;
}

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
            double chance = (double)fminf(2 * rounded_by(t) / step, 1);
            a->of[t][q].step = step;
            a->of[t][q].chance = chance;
            a->of[t][q].nats = log(chance);
        }
}

static inline bool is_multiple(float v, float step, float rounded) {
    float off = v - step * truncf(v / step);
    return off < rounded || step - off < rounded;
}

/* t: which of the telling ones it is. */
SQ_WIDE static void add_coefficient(agreement *a, float v, int t) {
    v = fabsf(v);
    if (v < SQ_JPEG_TELLS) return;
    const float rounded = rounded_by(t);
    a->n++;
    for (int q = WORST; q <= BEST; q++) {
        bool is = is_multiple(v, a->of[t][q].step, rounded);
        a->sum[q] += is;
        a->chance[q] += a->of[t][q].chance;
        a->nats[q] -= is ? a->of[t][q].nats : 0;
    }
}

static float mean_coefficient(const float block[SQ_BLOCK_SAMPLES]) {
    float sum = 0;
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        sum += block[i];
    return sum / SQ_BLOCK_SIDE;
}

/* What is told by the means of plain blocks, and by what changes within the others. */
typedef struct {
    agreement means, changes;
} agreements;

/* A row of blocks. Of two plain ones side by side the step from mean to mean tells: a mat without winks has
 * nothing else. */
static void add_row(agreements *a, const sq_halved *k, int p, int by) {
    float block[SQ_BLOCK_SAMPLES], c[SQ_BLOCK_SAMPLES], before = NAN;
    for (int bx = 0; bx < k->w / SQ_BLOCK_SIDE; bx++) {
        sq_halved_block(k, k->stored[p], bx, by, block);
        float mean = sq_halved_is_plain(block) ? mean_coefficient(block) : NAN;
        if (!isnan(mean) && !isnan(before)) add_coefficient(&a->means, mean - before, 0);
        before = mean;
        if (!isnan(mean)) continue;
        sq_halved_cosines(k, block, c, TELLING_SIDE);
        for (int t = 1; t < TELLING; t++)
            add_coefficient(&a->changes, c[telling[t]], t);
    }
}

/* The share of the coefficients that stand at the steps of a quality, beyond those that do by chance. */
static double share_at(const agreement *a, int quality) {
    return (a->sum[quality] - a->chance[quality]) / fmax(a->n - a->chance[quality], 1);
}

/* The quality at whose steps so many would least likely stand by chance; 0: enough stand at none's. The means
 * are asked where nothing else tells: along a slow change of the felt's light all step alike, and are rounded
 * alike. */
static int quality_of(const agreements *all) {
    const agreement *a = all->changes.n >= ENOUGH ? &all->changes : &all->means;
    int best = 0;
    for (int q = WORST; q <= BEST && a->n >= ENOUGH; q++)
        if (share_at(a, q) > SQ_JPEG_AT_STEPS && (!best || a->nats[q] > a->nats[best])) best = q;
    return best;
}

/* Every third row of blocks tells enough. */
enum { BETWEEN = 3 * SQ_BLOCK_SIDE };

/* As the picture's blocks tell it that begin there. */
static int quality_on(const sq_halved *k, const sq_frame *f, grid g) {
    agreements a;
    begin_agreement(&a.means);
    begin_agreement(&a.changes);
    for (int y = SQ_BLOCK_SIDE; y + SQ_BLOCK_SIDE + 1 < k->h; y += BETWEEN) {
        halve(k, f, g, y - 1, y + SQ_BLOCK_SIDE + 1);
        for (int p = 0; p < SQ_CHROMA_PLANES; p++) {
            undo_doubling(k, p, y - 1, y + SQ_BLOCK_SIDE + 1);
            add_row(&a, k, p, y / SQ_BLOCK_SIDE);
        }
    }
    return quality_of(&a);
}

/* Blocks begin at the upper left corner; of a picture that was turned since, at another one. */
double sq_jpeg_chroma_step(sq_chroma_memory *m, const sq_frame *f) {
    sq_halved k;
    m->left = m->top = 0;
    if (f->format != SQ_FRAME_BGR || !sq_halved_lay_out(m, &k, f, INFINITY)) return 0;
    int left = 2 * k.w - f->width, top = 2 * k.h - f->height, quality = quality_on(&k, f, (grid){0, 0});
    for (int turned = 1; turned < 4 && !quality; turned++) {
        grid g = {turned & 1 ? left : 0, turned & 2 ? top : 0};
        if ((turned & 1 && !left) || (turned & 2 && !top)) continue; /* seen already */
        quality = quality_on(&k, f, g);
        m->left = quality ? g.left : 0;
        m->top = quality ? g.top : 0;
    }
    return quality ? (double)step_of(0, scale_of(quality)) / SQ_BLOCK_SIDE : 0;
}

/* ---- Restoring ---- */

/* Each pixel keeps its luma, and takes the chroma of the samples about it that are like it. Every second
 * pixel of a row has a sample of its own. y: the row of the blocks' pixels; left: those of the first block
 * that lie outside. */
static void give_row(const sq_halved *k, uint8_t *row, int bx, int y, int left, int width) {
    for (int odd = 0; odd < 2; odd++) {
        float lumas[SQ_BLOCK_SIDE], chroma[SQ_CHROMA_PLANES][SQ_BLOCK_SIDE];
        for (int i = 0; i < SQ_BLOCK_SIDE; i++)
            lumas[i] = luma_of(
                row + 3 * (ptrdiff_t)sq_halved_within(2 * (bx * SQ_BLOCK_SIDE + i) + odd - left, width));
        for (int c = 0; c < SQ_CHROMA_PLANES; c++)
            sq_halved_between(k, c, bx, odd, y, 0.5f, chroma[c]);
        sq_halved_average_pixels(k, bx, y / 2, lumas, chroma);
        for (int i = 0; i < SQ_BLOCK_SIDE; i++) {
            int x = 2 * (bx * SQ_BLOCK_SIDE + i) + odd - left;
            if (x < 0 || x >= width) continue;
            uint8_t *p = row + 3 * (ptrdiff_t)x;
            float blue = lumas[i] + chroma[0][i] / 0.564f, red = lumas[i] + chroma[1][i] / 0.713f;
            p[0] = sq_halved_level(blue);
            p[1] = sq_halved_level((lumas[i] - 0.114f * blue - 0.299f * red) / 0.587f);
            p[2] = sq_halved_level(red);
        }
    }
}

sq_code sq_jpeg_chroma_restore(sq_chroma_memory *m, const sq_frame *f, double step, sq_diag *d) {
    sq_halved k;
    float half[SQ_BLOCK_SAMPLES], scale = (float)(step * SQ_BLOCK_SIDE) / usual_step[0];
    sq_code code = sq_frame_copy(&m->copy, &m->bytes, f, d);
    if (code) return code;
    if (!sq_halved_lay_out(m, &k, f, INFINITY))
        return sq_fail(d, SQ_E_MEMORY, "not enough memory for sight; close other programs");
    halve(&k, f, (grid){m->left, m->top}, 0, k.h);
    for (int c = 0; c < SQ_CHROMA_PLANES; c++)
        undo_doubling(&k, c, 0, k.h);
    sq_halved_mark_busy(&k, 1);
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        half[i] = step_of(i, scale) / 2;
    for (int round = 0; round < SQ_CHROMA_ROUNDS; round++) {
        sq_halved_average(&k, 1);
        sq_halved_take(&k, half);
    }
    for (int y = 0; y < f->height; y++)
        for (int bx = 0; bx < k.w / SQ_BLOCK_SIDE; bx++)
            if (k.busy[(y + m->top) / (2 * SQ_BLOCK_SIDE) * (k.w / SQ_BLOCK_SIDE) + bx])
                give_row(&k, (uint8_t *)(uintptr_t)m->copy.plane[0] + (ptrdiff_t)y * m->copy.stride[0], bx,
                         y + m->top, m->left, f->width);
    return SQ_OK;
}
