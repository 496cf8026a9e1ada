#include "vision/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/patch.h"
#include "vision/pixel.h"
#include "vision/tolerance.h"

typedef struct {
    uint16_t count[3][256];
    int low[3], high[3]; /* the least and the greatest level counted */
    int total;
} histogram;

static void empty(histogram *h) {
    memset(h->count, 0, sizeof h->count);
    h->total = 0;
    for (int c = 0; c < 3; c++) {
        h->low[c] = 255;
        h->high[c] = 0;
    }
}

static void count(histogram *h, const float rgb[3]) {
    for (int c = 0; c < 3; c++) {
        float v = rgb[c] < 0 ? 0 : rgb[c] > 255 ? 255 : rgb[c];
        int level = (int)(v + 0.5f);
        h->count[c][level]++;
        h->low[c] = level < h->low[c] ? level : h->low[c];
        h->high[c] = level > h->high[c] ? level : h->high[c];
    }
    h->total++;
}

/* The shortest range of levels that holds half of the samples lies on the felt as long as felt is the
 * majority, whatever lies on the rest of the tile: quantiles would be pushed aside by it. */
static void shortest_half(const histogram *h, int c, int *lo, int *hi) {
    const uint16_t *bins = h->count[c];
    int within = 0, half = (h->total + 1) / 2, shortest = 256;
    for (int from = h->low[c], to = from; from <= h->high[c]; within -= bins[from++]) {
        while (to <= h->high[c] && within < half)
            within += bins[to++];
        if (within < half) return;
        if (to - from < shortest) {
            shortest = to - from;
            *lo = from;
            *hi = to - 1;
        }
    }
}

/* Colours are divided by the felt's: black counts as the darkest level that a camera tells from it. */
#define DARKEST 1.0f

/* The mean of the values in and about that range, for half of a normal sample lies within 0.7 sigma, and a
 * range three times as wide loses next to nothing of the mean's precision. */
static float middle(const histogram *h, int c) {
    int lo = 0, hi = -1;
    shortest_half(h, c, &lo, &hi);
    int width = hi - lo + 1;
    float sum = 0, n = 0;
    for (int v = lo - width < 0 ? 0 : lo - width; v <= hi + width && v < 256; v++) {
        sum += (float)h->count[c][v] * (float)v;
        n += h->count[c][v];
    }
    return n > 0 && sum / n > DARKEST ? sum / n : DARKEST;
}

static void measure_tile(sq_surface *s, const sq_frame *f, const sq_outline *o, int col, int row) {
    static _Thread_local histogram h[SQ_SURFACES];
    for (int k = 0; k < SQ_SURFACES; k++)
        if (h[k].total || !h[k].low[0]) empty(&h[k]);
    int grid = s->tile_px / SQ_TILE_SAMPLES > 0 ? s->tile_px / SQ_TILE_SAMPLES : 1;
    int x1 = (col + 1) * s->tile_px, y1 = (row + 1) * s->tile_px;
    for (int y = row * s->tile_px; y < y1 && y < f->height; y += grid)
        for (int x = col * s->tile_px; x < x1 && x < f->width; x += grid) {
            sq_surface_kind kind = sq_outline_surface(o, x, y);
            if (kind == SQ_SURFACES) continue;
            float rgb[3];
            sq_pixel_rgb(f, x, y, rgb);
            count(&h[kind], rgb);
        }
    for (int k = 0; k < SQ_SURFACES; k++) {
        sq_tile *t = &s->tile[k][row * s->cols + col];
        t->samples = h[k].total >= SQ_TILE_MIN_SAMPLES ? h[k].total : 0;
        for (int c = 0; c < 3; c++)
            t->level[c] = middle(&h[k], c);
    }
}

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

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float median(float *v, int n) {
    qsort(v, (size_t)n, sizeof *v, by_value);
    return v[n / 2];
}

/* The typical chromaticity of a surface: the median over its measured tiles. */
static bool typical(const sq_surface *s, sq_surface_kind kind, sq_tile *out) {
    static _Thread_local float v[SQ_TILE_CAP];
    for (int c = 0; c < 3; c++) {
        int n = 0;
        for (int i = 0; i < s->cols * s->rows; i++)
            if (s->tile[kind][i].samples) v[n++] = s->tile[kind][i].level[c];
        if (!n) return false;
        out->level[c] = median(v, n);
    }
    return true;
}

/* Tiles that are covered by something of another colour (a sleeve) and unmeasured ones take their neighbours'
 * mean, from the measured ones outwards; a tile that never meets one takes the typical colour. */
static void fill_gaps(sq_surface *s, sq_surface_kind kind, const sq_tile *usual) {
    int n = s->cols * s->rows;
    for (int i = 0; i < n; i++)
        if (s->tile[kind][i].samples && unlike(&s->tile[kind][i], usual) > SQ_TILE_UNLIKE)
            s->tile[kind][i].samples = 0;
    static _Thread_local bool have[SQ_TILE_CAP], next[SQ_TILE_CAP];
    for (int i = 0; i < n; i++)
        have[i] = s->tile[kind][i].samples > 0;
    for (bool grew = true; grew;) {
        grew = false;
        memcpy(next, have, (size_t)n);
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
                            sum[k] += s->tile[kind][rr * s->cols + cc].level[k];
                        found++;
                    }
                if (!found) continue;
                for (int k = 0; k < 3; k++)
                    s->tile[kind][i].level[k] = sum[k] / (float)found;
                next[i] = grew = true;
            }
        memcpy(have, next, (size_t)n);
    }
}

/* The median absolute deviation of the two chromaticity differences (times 1.4826: the sigma of a normal
 * one). */
static void measure_noise(sq_surface *s, const sq_frame *f, const sq_outline *o, sq_surface_kind kind) {
    static _Thread_local float v[2][SQ_NOISE_SAMPLES];
    int n = 0;
    uint32_t random = 1; /* a fixed sequence: the same picture gives the same answer */
    for (int try = 0; try < 4 * SQ_NOISE_SAMPLES && n < SQ_NOISE_SAMPLES; try++) {
        random = random * 1664525u + 1013904223u;
        int x = (int)((uint64_t)(random >> 8) * (unsigned)f->width >> 24);
        random = random * 1664525u + 1013904223u;
        int y = (int)((uint64_t)(random >> 8) * (unsigned)f->height >> 24);
        if (sq_outline_surface(o, x, y) != kind) continue;
        const sq_tile *t = &s->tile[kind][y / s->tile_px * s->cols + x / s->tile_px];
        float rgb[3], d[2];
        sq_pixel_rgb(f, x, y, rgb);
        sq_chroma_difference(t, rgb, d);
        v[0][n] = fabsf(d[0]);
        v[1][n++] = fabsf(d[1]);
    }
    for (int k = 0; k < 2; k++)
        s->noise[kind][k] = n ? 1.4826f * median(v[k], n) : 0;
}

void sq_surface_measure(sq_surface *s, const sq_frame *f, const sq_outline *o, int tile_px) {
    s->tile_px = tile_px;
    s->cols = (f->width + tile_px - 1) / tile_px;
    s->rows = (f->height + tile_px - 1) / tile_px;
    for (int row = 0; row < s->rows; row++)
        for (int col = 0; col < s->cols; col++)
            measure_tile(s, f, o, col, row);
    for (sq_surface_kind kind = 0; kind < SQ_SURFACES; kind++) {
        sq_tile usual;
        s->known[kind] = typical(s, kind, &usual);
        if (!s->known[kind]) continue;
        fill_gaps(s, kind, &usual);
        measure_noise(s, f, o, kind);
    }
}

void sq_felt_at(const sq_surface *s, float x, float y, float level[3]) {
    float u = x / (float)s->tile_px - 0.5f, v = y / (float)s->tile_px - 0.5f;
    u = u < 0 ? 0 : u > (float)(s->cols - 1) ? (float)(s->cols - 1) : u;
    v = v < 0 ? 0 : v > (float)(s->rows - 1) ? (float)(s->rows - 1) : v;
    int c = (int)u, r = (int)v, c1 = c + 1 < s->cols ? c + 1 : c, r1 = r + 1 < s->rows ? r + 1 : r;
    float fx = u - (float)c, fy = v - (float)r;
    const sq_tile *t = s->tile[SQ_SURFACE_FELT];
    for (int k = 0; k < 3; k++) {
        float top = t[r * s->cols + c].level[k] * (1 - fx) + t[r * s->cols + c1].level[k] * fx;
        float bottom = t[r1 * s->cols + c].level[k] * (1 - fx) + t[r1 * s->cols + c1].level[k] * fx;
        level[k] = top * (1 - fy) + bottom * fy;
    }
}
