/* Measures the colour of felt and table in tiles: the mean about the shortest half of each tile's levels,
 * gaps filled from their neighbours, and the noise of plain surface from all of them. */
#include "vision/segment/background.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "vision/frame/frame_row.h"
#include "vision/frame/simd.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* Samples along a tile's side: 144 a tile, whose middle half is known to a fifth of a level. */
#define SQ_TILE_SAMPLES 12

/* Log-chromaticity by which a tile may differ from the typical one before it is taken as covered by
 * something: mixed daylight and lamp light differ by up to 0.2 over a mat, a sleeve by more. */
SQ_NUMBER(SQ_TILE_UNLIKE, 0.3f);

/* Pixels whose scatter tells the noise of the surface: its sigma is then known to 4 %. */
enum { SQ_NOISE_SAMPLES = 1024 };

/* Pixels that are needed to tell it; and how much more a level weighs in the shaded half of a surface than in
 * the lit one, at least, for the camera's share to be told from the grain's. */
enum { SQ_NOISE_LEAST = 64 };
SQ_NUMBER(SQ_NOISE_SHADE, 1.3f);

/* ---- A tile's colour ---- */

/* A tile is sampled at so many places along its side, or at up to twice as many where the step between them
 * is rounded down to whole pixels. */
enum { SIDE_CAP = 2 * SQ_TILE_SAMPLES, SAMPLE_CAP = SIDE_CAP * SIDE_CAP };

/* Levels of red, green and blue up to here are kept apart. Luma and chroma that were made stronger one by one
 * give levels beyond 255, which no screen shows: clipped here, and not in the pixels that are compared with
 * the tile, white felt would have a colour. */
enum { LEVELS = UCHAR_MAX + UCHAR_MAX };

/* The samples of one surface in a tile. */
typedef struct {
    int n;
    uint8_t stored[3][SAMPLE_CAP]; /* as frame_row.h has them */
    uint16_t level[3][SAMPLE_CAP]; /* red, green, blue */
} samples;

/* Takes those of a row's samples (at x0, x0 + grid …) that lie within the span and left of x1. */
static void take(samples *t, const sq_row *r, int x0, int x1, int grid, sq_span within) {
    int x = within.begin > x0 ? x0 + (within.begin - x0 + grid - 1) / grid * grid : x0, n = t->n;
    for (int end = within.end < x1 ? within.end : x1; x < end; x += grid, n++)
        for (int k = 0; k < 3; k++)
            t->stored[k][n] = sq_row_level(r, k, x);
    t->n = n;
}

SQ_WIDE static void convert(samples *t, const sq_rgb_matrix *m) {
    for (int c = 0; c < 3; c++) {
        const float *k = m->m[c];
        for (int i = 0; i < t->n; i++) {
            float v = k[0] * t->stored[0][i] + k[1] * t->stored[1][i] + k[2] * t->stored[2][i] + k[3] + 0.5f;
            t->level[c][i] = (uint16_t)(v < 0 ? 0 : v > LEVELS - 1 ? LEVELS - 1 : v);
        }
    }
}

typedef struct {
    uint16_t count[LEVELS]; /* of the levels low … high; the others are not filled in */
    int low, high, total;
} histogram;

static void empty(histogram *h, const uint16_t *level, int n) {
    uint16_t low = LEVELS - 1, high = 0;
    for (int i = 0; i < n; i++) {
        low = level[i] < low ? level[i] : low;
        high = level[i] > high ? level[i] : high;
    }
    h->low = low;
    h->high = high;
    h->total = n;
    for (int v = low; v <= high; v++)
        h->count[v] = 0;
}

/* The three together: each waits for what it counted last, which was mostly the same level. */
static void count(histogram h[3], const samples *t) {
    for (int c = 0; c < 3; c++)
        empty(&h[c], t->level[c], t->n);
    for (int i = 0; i < t->n; i++)
        for (int c = 0; c < 3; c++)
            h[c].count[t->level[c][i]]++;
}

/* The shortest range of levels that holds half of the samples lies on the felt as long as felt is the
 * majority, whatever lies on the rest of the tile: quantiles would be pushed aside by it. */
static void shortest_half(const histogram *h, int *lo, int *hi) {
    int within = 0, half = (h->total + 1) / 2, shortest = LEVELS;
    for (int from = h->low, to = from; from <= h->high; within -= h->count[from++]) {
        while (to <= h->high && within < half)
            within += h->count[to++];
        if (within < half) return;
        if (to - from < shortest) {
            shortest = to - from;
            *lo = from;
            *hi = to - 1;
        }
    }
}

/* Colours are divided by the felt's: black counts as the darkest level that a camera tells from it. */
SQ_NUMBER(DARKEST, 1.0f);

/* The mean of the values in and about that range, for half of a normal sample lies within 0.7 sigma, and a
 * range three times as wide loses next to nothing of the mean's precision. */
static float middle(const histogram *h) {
    int lo = 0, hi = -1;
    shortest_half(h, &lo, &hi);
    int width = hi - lo + 1;
    float sum = 0, n = 0;
    for (int v = lo - width < h->low ? h->low : lo - width; v <= hi + width && v <= h->high; v++) {
        sum += (float)h->count[v] * (float)v;
        n += h->count[v];
    }
    return n > 0 && sum / n > DARKEST ? sum / n : DARKEST;
}

SQ_WIDE static float strongest(const samples *t, const sq_tile *of) {
    float most = 0, per[3];
    for (int c = 0; c < 3; c++)
        per[c] = 1 / (of->level[c] + 1);
    for (int i = 0; i < t->n; i++) {
        float g = t->level[1][i] * per[1], p = t->level[0][i] * per[0] - g, q = t->level[2][i] * per[2] - g;
        float square = p * p + q * q;
        most = square > most ? square : most;
    }
    return sqrtf(most);
}

static void measure(sq_tile *out, samples *t, const sq_rgb_matrix *m) {
    convert(t, m);
    out->samples = t->n >= 2 * SQ_TILE_SAMPLES ? t->n : 0;
    histogram h[3];
    count(h, t);
    for (int c = 0; c < 3; c++)
        out->level[c] = middle(&h[c]);
    out->peak = strongest(t, out);
}

/* A row of tiles: what each of its sampled rows shows is asked once for all of them. */
static void measure_tiles(sq_background *s, const sq_frame *f, const sq_outline *o, const sq_rgb_matrix *m,
                          int row) {
    int grid = s->tile_px / SQ_TILE_SAMPLES > 0 ? s->tile_px / SQ_TILE_SAMPLES : 1, rows = 0;
    sq_row stored[SIDE_CAP];
    sq_stretch stretch[SIDE_CAP][SQ_STRETCHES];
    for (int y = row * s->tile_px; y < (row + 1) * s->tile_px && y < f->height; y += grid, rows++) {
        stored[rows] = sq_row_of(f, y);
        sq_outline_row(o, y, stretch[rows]);
    }
    for (int col = 0; col < s->cols; col++) {
        samples found[SQ_SURFACES];
        found[SQ_BACKGROUND_FELT].n = found[SQ_BACKGROUND_TABLE].n = 0;
        int x0 = col * s->tile_px, x1 = x0 + s->tile_px < f->width ? x0 + s->tile_px : f->width;
        for (int i = 0; i < rows; i++)
            for (int k = 0; k < SQ_STRETCHES; k++)
                if (stretch[i][k].kind != SQ_SURFACES)
                    take(&found[stretch[i][k].kind], &stored[i], x0, x1, grid, stretch[i][k].span);
        for (int k = 0; k < SQ_SURFACES; k++)
            measure(&s->tile[k][row * s->cols + col], &found[k], m);
    }
}

/* ---- All tiles of a surface ---- */

/* Log-chromaticity distance between two tiles' colours. */
static float unlike(const sq_tile *a, const sq_tile *b) {
    float d = 0;
    for (int c = 0; c < 3; c += 2) {
        float p = logf((a->level[c] + 1) / (a->level[1] + 1)),
              q = logf((b->level[c] + 1) / (b->level[1] + 1));
        d += (p - q) * (p - q);
    }
    return sqrtf(d);
}

/* The typical chromaticity of a surface: the median over its measured tiles. */
static bool typical(const sq_background *s, sq_background_kind kind, sq_tile *out) {
    static _Thread_local float v[SQ_TILE_CAP];
    for (int c = 0; c < 3; c++) {
        int n = 0;
        for (int i = 0; i < s->cols * s->rows; i++)
            if (s->tile[kind][i].samples) v[n++] = s->tile[kind][i].level[c];
        if (!n) return false;
        out->level[c] = sq_median(v, n);
    }
    return true;
}

/* Gives each tile that has no value the mean of its neighbours', from those that have one outwards; none
 * where there never is one. */
static void spread(const sq_background *s, float value[SQ_TILE_CAP][3], bool have[SQ_TILE_CAP]) {
    static _Thread_local bool next[SQ_TILE_CAP];
    size_t n = (size_t)s->cols * (size_t)s->rows;
    memcpy(next, have, n);
    for (bool grew = true; grew; memcpy(have, next, n)) {
        grew = false;
        for (int r = 0; r < s->rows; r++)
            for (int c = 0; c < s->cols; c++) {
                int i = r * s->cols + c, found = 0;
                float sum[3] = {0};
                for (int dr = -1; dr <= 1 && !have[i]; dr++)
                    for (int dc = -1; dc <= 1; dc++) {
                        int rr = r + dr, cc = c + dc;
                        if (rr < 0 || cc < 0 || rr >= s->rows || cc >= s->cols || !have[rr * s->cols + cc])
                            continue;
                        for (int k = 0; k < 3; k++)
                            sum[k] += value[rr * s->cols + cc][k];
                        found++;
                    }
                if (!found) continue;
                for (int k = 0; k < 3; k++)
                    value[i][k] = sum[k] / (float)found;
                next[i] = grew = true;
            }
    }
}

static _Thread_local float tile_value[SQ_TILE_CAP][3];
static _Thread_local bool tile_has_one[SQ_TILE_CAP];

/* Whether a tile beside this one shows the surface and differs from it by no more than light does from tile
 * to tile: a quarter of what a cover differs by. */
static bool goes_on(const sq_background *s, sq_background_kind kind, int i) {
    const sq_tile *all = s->tile[kind];
    int row = i / s->cols, col = i % s->cols;
    const int beside[4] = {row > 0 ? i - s->cols : i, row + 1 < s->rows ? i + s->cols : i,
                           col > 0 ? i - 1 : i, col + 1 < s->cols ? i + 1 : i};
    for (int k = 0; k < 4; k++)
        if (tile_has_one[beside[k]] && unlike(&all[i], &all[beside[k]]) < SQ_TILE_UNLIKE / 4) return true;
    return false;
}

/* A tile shows the surface if its colour is nearly the usual one, or goes on from tiles that do: two lamps of
 * different colours change it little by little, a sleeve at once. */
static void drop_covered(sq_background *s, sq_background_kind kind, const sq_tile *usual) {
    int n = s->cols * s->rows;
    sq_tile *all = s->tile[kind];
    for (int i = 0; i < n; i++)
        tile_has_one[i] = all[i].samples && unlike(&all[i], usual) <= SQ_TILE_UNLIKE;
    for (bool grew = true; grew;) {
        grew = false;
        for (int i = 0; i < n; i++)
            if (all[i].samples && !tile_has_one[i] && goes_on(s, kind, i)) grew = tile_has_one[i] = true;
    }
    for (int i = 0; i < n; i++)
        all[i].samples = tile_has_one[i] ? all[i].samples : 0;
}

/* Tiles that are covered by something of another colour (a sleeve) and unmeasured ones take their neighbours'
 * mean; a tile that never meets one takes the typical colour. */
static void fill_gaps(sq_background *s, sq_background_kind kind, const sq_tile *usual) {
    int n = s->cols * s->rows;
    drop_covered(s, kind, usual);
    for (int i = 0; i < n; i++)
        memcpy(tile_value[i], s->tile[kind][i].level, sizeof tile_value[i]);
    spread(s, tile_value, tile_has_one);
    for (int i = 0; i < n; i++)
        memcpy(s->tile[kind][i].level, tile_has_one[i] ? tile_value[i] : usual->level, sizeof usual->level);
}

static float brightest(const sq_tile *t) {
    return fmaxf(t->level[0], fmaxf(t->level[1], t->level[2]));
}

/* How bright a tile is, in the units of a colour: as its levels that are not clipped say; where all are, as
 * bright as the least of them must be. */
static float light_of(const sq_tile *t, const float colour[3]) {
    float sum = 0, all = 0, least = 0;
    for (int k = 0; k < 3; k++) {
        bool tells = t->level[k] <= SQ_CLIPPED_LEVEL;
        sum += tells ? t->level[k] : 0;
        all += tells ? colour[k] : 0;
        least = fmaxf(least, t->level[k] / colour[k]);
    }
    return all > 0 ? sum / all : least;
}

/* Where the camera clips the surface, its colour is that of the nearest tiles that are not clipped, and its
 * light is told by the levels that are not. Of tiles so few that something may cover them all, as few as the
 * root of those that are clipped, nothing is taken. */
static void find_light(sq_background *s, sq_background_kind kind) {
    int n = s->cols * s->rows, clear = 0, clipped = 0;
    for (int i = 0; i < n; i++) {
        sq_tile *t = &s->tile[kind][i];
        tile_has_one[i] = brightest(t) <= SQ_CLIPPED_LEVEL;
        clear += t->samples && tile_has_one[i];
        clipped += t->samples && !tile_has_one[i];
        memcpy(t->lit, t->level, sizeof t->lit);
        for (int k = 0; k < 3; k++)
            tile_value[i][k] = t->level[k] / (t->level[0] + t->level[1] + t->level[2]);
    }
    if (clear * clear <= clipped) return;
    spread(s, tile_value, tile_has_one);
    for (int i = 0; i < n; i++) {
        sq_tile *t = &s->tile[kind][i];
        if (!tile_has_one[i] || brightest(t) <= SQ_CLIPPED_LEVEL) continue;
        float light = light_of(t, tile_value[i]);
        for (int k = 0; k < 3; k++)
            if (t->level[k] > SQ_CLIPPED_LEVEL) t->lit[k] = fmaxf(t->level[k], light * tile_value[i][k]);
    }
}

/* Differences of one channel from plain surface, as amounts, and what a level of the camera's weighs in each
 * (see level_weight). */
typedef struct {
    int n;
    float off[SQ_NOISE_SAMPLES], weight[SQ_NOISE_SAMPLES];
} differences;

/* The variance of chromaticity difference i on a tile where each channel's level has one of 1. */
static float level_weight(const sq_tile *t, int i) {
    float c = 1 / (t->level[2 * i] + 1), green = 1 / (t->level[1] + 1);
    return c * c + green * green;
}

/* The robust variance of those whose weight lies within lo..hi, and their mean weight; false where there are
 * too few to tell. */
static bool variance_within(const differences *d, float lo, float hi, float *variance, float *weight) {
    static _Thread_local float v[SQ_NOISE_SAMPLES];
    int n = 0;
    *weight = 0;
    for (int k = 0; k < d->n; k++) {
        if (d->weight[k] < lo || d->weight[k] > hi) continue;
        v[n++] = d->off[k];
        *weight += d->weight[k];
    }
    if (n < SQ_NOISE_LEAST) return false;
    float sigma = sq_robust_deviation(v, n, 0);
    *variance = sigma * sigma;
    *weight /= (float)n;
    return true;
}

/* What strays more in the shaded half of the surface than in the lit one is the camera's. */
static sq_background_noise noise_of(const differences *d) {
    static _Thread_local float v[SQ_NOISE_SAMPLES];
    sq_background_noise noise = {0, 0};
    float all, lit, shaded, weight, lit_weight, shaded_weight;
    if (!variance_within(d, 0, INFINITY, &all, &weight)) return noise;
    noise.grain = all;
    memcpy(v, d->weight, (size_t)d->n * sizeof *v);
    float middle = sq_median(v, d->n);
    if (!variance_within(d, 0, middle, &lit, &lit_weight) ||
        !variance_within(d, middle, INFINITY, &shaded, &shaded_weight) ||
        shaded_weight < SQ_NOISE_SHADE * lit_weight)
        return noise;
    noise.camera = (shaded - lit) / (shaded_weight - lit_weight);
    noise.camera = noise.camera < 0 ? 0 : noise.camera;
    noise.grain = lit - noise.camera * lit_weight;
    if (noise.grain < 0) noise = (sq_background_noise){0, all / weight};
    return noise;
}

/* Notes what a pixel differs from the tile, in differences that the camera shows there: where both colours
 * end at its limit, there is no noise to see. */
static void note(differences of[2], const sq_tile *t, const float rgb[3]) {
    float d[2];
    sq_chroma_difference(t, rgb, d);
    for (int i = 0; i < 2; i++) {
        if (fminf(rgb[2 * i], rgb[1]) > SQ_CLIPPED_LEVEL) continue;
        of[i].off[of[i].n] = fabsf(d[i]);
        of[i].weight[of[i].n++] = level_weight(t, i);
    }
}

static void measure_noise(sq_background *s, const sq_frame *f, const sq_outline *o, const sq_rgb_matrix *m,
                          sq_background_kind kind) {
    static _Thread_local differences of[2];
    of[0].n = of[1].n = 0;
    uint32_t random = 1; /* a fixed sequence: the same picture gives the same answer */
    for (int try = 0; try < 4 * SQ_NOISE_SAMPLES && of[0].n < SQ_NOISE_SAMPLES && of[1].n < SQ_NOISE_SAMPLES;
         try++) {
        random = random * 1664525u + 1013904223u;
        int x = (int)((uint64_t)(random >> 8) * (unsigned)f->width >> 24);
        random = random * 1664525u + 1013904223u;
        int y = (int)((uint64_t)(random >> 8) * (unsigned)f->height >> 24);
        if (sq_outline_surface(o, x, y) != kind) continue;
        float rgb[3];
        sq_row row = sq_row_of(f, y);
        sq_row_rgb(&row, m, x, rgb);
        note(of, &s->tile[kind][y / s->tile_px * s->cols + x / s->tile_px], rgb);
    }
    for (int i = 0; i < 2; i++)
        s->noise[kind][i] = noise_of(&of[i]);
}

float sq_tile_noise(const sq_background *s, sq_background_kind kind, const sq_tile *t, int i) {
    const sq_background_noise *noise = &s->noise[kind][i];
    return sqrtf(noise->grain + noise->camera * level_weight(t, i));
}

float sq_background_usual_noise(const sq_background *s, sq_background_kind kind) {
    sq_tile usual;
    if (!typical(s, kind, &usual)) return 0;
    return fmaxf(sq_tile_noise(s, kind, &usual, 0), sq_tile_noise(s, kind, &usual, 1));
}

void sq_background_measure(sq_background *s, const sq_frame *f, const sq_outline *o, int tile_px) {
    s->tile_px = tile_px;
    s->cols = (f->width + tile_px - 1) / tile_px;
    s->rows = (f->height + tile_px - 1) / tile_px;
    const sq_rgb_matrix m = sq_rgb_matrix_of(f);
    for (int row = 0; row < s->rows; row++)
        measure_tiles(s, f, o, &m, row);
    for (sq_background_kind kind = 0; kind < SQ_SURFACES; kind++) {
        sq_tile usual;
        s->known[kind] = typical(s, kind, &usual);
        if (!s->known[kind]) continue;
        fill_gaps(s, kind, &usual);
        find_light(s, kind);
        measure_noise(s, f, o, &m, kind);
    }
}

/* ---- The felt's colour anywhere ---- */

/* Where a coordinate lies between the tiles' middles: after which of n, and by which share of the way to the
 * next one; before the first and after the last the colour is theirs. */
static int tile_before(const sq_background *s, float at, int n, float *share) {
    float u = at / (float)s->tile_px - 0.5f;
    u = u < 0 ? 0 : u > (float)(n - 1) ? (float)(n - 1) : u;
    *share = u - (float)(int)u;
    return (int)u;
}

/* The felt's colour in a column of tiles, `share` of the way from one row of them to the next. */
static void blend_rows(const sq_background *s, int row, float share, int col, float level[3]) {
    const sq_tile *t = &s->tile[SQ_BACKGROUND_FELT][row * s->cols + col];
    const sq_tile *next = row + 1 < s->rows ? t + s->cols : t;
    for (int k = 0; k < 3; k++)
        level[k] = t->lit[k] * (1 - share) + next->lit[k] * share;
}

void sq_felt_at(const sq_background *s, float x, float y, float level[3]) {
    float across, down, left[3], right[3];
    int col = tile_before(s, x, s->cols, &across), row = tile_before(s, y, s->rows, &down);
    blend_rows(s, row, down, col, left);
    blend_rows(s, row, down, col + 1 < s->cols ? col + 1 : col, right);
    for (int k = 0; k < 3; k++)
        level[k] = left[k] * (1 - across) + right[k] * across;
}

SQ_WIDE void sq_felt_row(const sq_background *s, int y, int x0, int n, sq_rgb_row *out) {
    float down, at_x0, left[3], right[3];
    int row = tile_before(s, (float)y, s->rows, &down), col = tile_before(s, (float)x0, s->cols, &at_x0);
    const float per_px = 1 / (float)s->tile_px;
    for (int x = x0; x < x0 + n; col++) {
        blend_rows(s, row, down, col, left);
        blend_rows(s, row, down, col + 1 < s->cols ? col + 1 : col, right);
        int end = col + 1 < s->cols ? ((2 * col + 3) * s->tile_px + 1) / 2 : x0 + n;
        int from = x - x0, to = end < x0 + n ? end - x0 : n;
        float first = (float)x0 * per_px - ((float)col + 0.5f);
        for (int k = 0; k < 3; k++)
            for (int i = from; i < to; i++) {
                float across = first + (float)i * per_px;
                across = across < 0 ? 0 : across;
                out->level[k][i] = left[k] * (1 - across) + right[k] * across;
            }
        x = x0 + to;
    }
}
