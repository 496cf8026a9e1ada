/* Makes felt out of single fibres, and wood and floor out of smooth noise. The same seed gives the same
 * surface. */
#include "datasets/render/fibres_and_grain.h"

#include <math.h>
#include <stdlib.h>

#include "datasets/scene/random.h"

/* The tile: a power of two, so that it repeats by masking. */
enum { TILE = 1024 };
#define TILE_MM 256.0
/* Fibres a quarter of a millimetre wide, so many that every place lies under one or two of them. The longest
 * ones differ from mat to mat. */
enum { FIBRES = 50000 };
#define FIBRE_SHORT_MM 0.7
#define FIBRE_LONG_LOW_MM 2.0
#define FIBRE_LONG_HIGH_MM 6.0
/* A fibre's own bend over its length, radians. */
#define FIBRE_BEND 1.2
/* Clumps of fibres: soft blots, so many on a tile's side, so strong against the fibres. */
enum { CLUMPS = 36 };
#define CLUMP_SHARE 0.45
/* Texels to a pixel: with fewer, texels are blurred visibly between; with more, fibres are finer than a pixel
 * and make false patterns. */
#define TEXELS_PER_PX 2.2
/* The second layer lies askew and is a little larger, so that the tile's repetition does not show. */
#define ASKEW 0.77
#define LARGER 1.31

struct sq_felt {
    int side, mask; /* texels; side is a power of two */
    double texels_per_mm, scale;
    double c, s; /* the second layer's turn and size */
    float *tile;
};

/* Smooth noise on a lattice that repeats after `period` cells; 0: never. */

static double at_corner(uint32_t seed, int x, int y, int period) {
    if (period) {
        x = (x % period + period) % period;
        y = (y % period + period) % period;
    }
    return (double)sq_hash(seed, x, y) * 0x1p-31 - 1;
}

static double blots(uint32_t seed, double x, double y, int period) {
    double cx = floor(x), cy = floor(y), fx = x - cx, fy = y - cy;
    int i = (int)cx, j = (int)cy;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    double top = at_corner(seed, i, j, period) * (1 - fx) + at_corner(seed, i + 1, j, period) * fx;
    double low = at_corner(seed, i, j + 1, period) * (1 - fx) + at_corner(seed, i + 1, j + 1, period) * fx;
    return top * (1 - fy) + low * fy;
}

double sq_blots(uint32_t seed, double x, double y) {
    return blots(seed, x, y, 0);
}

/* Felt. */

static void add_to(float *tile, double x, double y, float v) {
    int i = (int)floor(x), j = (int)floor(y);
    double fx = x - i, fy = y - j;
    i &= TILE - 1;
    j &= TILE - 1;
    int i1 = (i + 1) & (TILE - 1), j1 = (j + 1) & (TILE - 1);
    tile[j * TILE + i] += v * (float)((1 - fx) * (1 - fy));
    tile[j * TILE + i1] += v * (float)(fx * (1 - fy));
    tile[j1 * TILE + i] += v * (float)((1 - fx) * fy);
    tile[j1 * TILE + i1] += v * (float)(fx * fy);
}

static void draw_fibre(float *tile, double longest_mm, sq_random *r) {
    double x = sq_random_range(r, 0, TILE), y = sq_random_range(r, 0, TILE);
    double angle = sq_random_range(r, 0, 2 * M_PI), per_mm = TILE / TILE_MM;
    int steps = (int)(sq_random_range(r, FIBRE_SHORT_MM, longest_mm) * per_mm);
    double c = cos(angle), s = sin(angle), bend = sq_random_range(r, -FIBRE_BEND, FIBRE_BEND) / steps;
    double cb = cos(bend), sb = sin(bend);
    float v = (float)sq_random_normal(r);
    for (int k = 0; k < steps; k++) {
        add_to(tile, x, y, v);
        double turned = c * cb - s * sb;
        s = s * cb + c * sb;
        c = turned;
        x += c;
        y += s;
    }
}

/* Averages 2 × 2 texels in place; returns the new side. */
static int halve(float *tile, int side) {
    int half = side / 2;
    for (int j = 0; j < half; j++)
        for (int i = 0; i < half; i++) {
            const float *p = tile + 2 * j * side + 2 * i;
            tile[j * half + i] = (p[0] + p[1] + p[side] + p[side + 1]) / 4;
        }
    return half;
}

/* Deviation of what a pixel of 1 mm averages. */
static double deviation_at_1_mm(const float *tile) {
    enum { STEP = TILE / 256 }; /* texels in a millimetre */
    double sum = 0, squares = 0, n = 0;
    for (int j = 0; j < TILE; j += STEP)
        for (int i = 0; i < TILE; i += STEP, n++) {
            double v = 0;
            for (int k = 0; k < STEP * STEP; k++)
                v += (double)tile[(j + k / STEP) * TILE + i + k % STEP];
            v /= STEP * STEP;
            sum += v;
            squares += v * v;
        }
    return sqrt(squares / n - sum * sum / (n * n));
}

static void add_clumps(float *tile, int side, uint32_t seed, double strength) {
    const double deviation = 0.33; /* of blots(), from its corners' ± 1 and its weights */
    double step = (double)CLUMPS / side;
    for (int j = 0; j < side; j++)
        for (int i = 0; i < side; i++)
            tile[j * side + i] += (float)(strength / deviation * blots(seed, i * step, j * step, CLUMPS));
}

sq_code sq_felt_new(sq_felt **out, uint64_t seed, double px_per_mm, sq_diag *d) {
    sq_felt *f = malloc(sizeof *f);
    float *tile = calloc((size_t)TILE * TILE, sizeof *tile);
    if (!f || !tile) {
        free(f);
        free(tile);
        return sq_fail(d, SQ_E_MEMORY, "felt: not enough memory for its texture; close other programs");
    }
    sq_random r = sq_random_for(seed, "felt");
    double longest_mm = sq_random_range(&r, FIBRE_LONG_LOW_MM, FIBRE_LONG_HIGH_MM);
    for (int i = 0; i < FIBRES; i++)
        draw_fibre(tile, longest_mm, &r);
    double deviation = deviation_at_1_mm(tile);
    int side = TILE;
    while (side / TILE_MM > TEXELS_PER_PX * px_per_mm && side > 64)
        side = halve(tile, side);
    add_clumps(tile, side, (uint32_t)sq_random_next(&r), CLUMP_SHARE * deviation);
    /* Two layers of fibres and clumps. */
    double whole = deviation * sqrt(2 * (1 + CLUMP_SHARE * CLUMP_SHARE));
    *f = (sq_felt){.side = side,
                   .mask = side - 1,
                   .texels_per_mm = side / TILE_MM,
                   .scale = 1 / whole,
                   .c = cos(ASKEW) / LARGER,
                   .s = sin(ASKEW) / LARGER,
                   .tile = tile};
    *out = f;
    return SQ_OK;
}

void sq_felt_free(sq_felt *f) {
    if (!f) return;
    free(f->tile);
    free(f);
}

static double texel(const sq_felt *f, double x, double y) {
    double px = x * f->texels_per_mm, py = y * f->texels_per_mm, cx = floor(px), cy = floor(py);
    double fx = px - cx, fy = py - cy;
    int i = (int)cx & f->mask, j = (int)cy & f->mask, i1 = (i + 1) & f->mask, j1 = (j + 1) & f->mask;
    double top = (double)f->tile[j * f->side + i] * (1 - fx) + (double)f->tile[j * f->side + i1] * fx;
    double low = (double)f->tile[j1 * f->side + i] * (1 - fx) + (double)f->tile[j1 * f->side + i1] * fx;
    return top * (1 - fy) + low * fy;
}

double sq_felt_texture(const sq_felt *f, double x, double y) {
    return f->scale * (texel(f, x, y) + texel(f, f->c * x - f->s * y + TILE_MM / 3, f->s * x + f->c * y));
}

/* Boards of a hand's breadth and more, each with its own tone; rings drawn out along the grain; pores. */
double sq_wood_at(uint32_t seed, double x, double y) {
    const double board_mm = 140, ring_mm = 9, along_mm = 420;
    uint32_t own = sq_hash(seed, (int)floor(y / board_mm), 0);
    double tone = (double)own * 0x1p-32;
    double wave = 6 * sq_blots(own, x / 700, y / 60);
    double rings = sq_blots(own + 1, x / along_mm, (y + wave) / ring_mm);
    double pores = sq_blots(own + 2, x / 60, y / 1.3);
    return fmin(1, fmax(0, 0.5 + 0.25 * (tone - 0.5) + 0.3 * rings + 0.1 * pores));
}

double sq_floor_at(uint32_t seed, double x, double y) {
    return 0.6 * sq_blots(seed, x / 4, y / 4) + 0.4 * sq_blots(seed + 1, x / 60, y / 60);
}
