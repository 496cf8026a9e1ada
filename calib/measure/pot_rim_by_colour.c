/* Finds the centre of the pot's rim: unrolls its surroundings into rays, and climbs to the centre whose
 * two circles show the strongest steps. */
#include "calib/measure/pot_rim_by_colour.h"

#include <string.h>

#include "calib/measure/thumbnail.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/frame/light_sample.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* Code values: the least noise that is believed. */
SQ_NUMBER(SQ_MAT_POT_NOISE, 0.4);

/* Evidence, 0..2, at which a pot is believed to be there: felt with a shadow or a wink gives up to 0.5. */
SQ_NUMBER(SQ_MAT_POT_LEAST, 0.7);

/* The rim's surroundings, unrolled: rays by radii. */
enum { RAYS = SQ_POT_RAYS, RADII = 192 };

typedef struct {
    double first_px, step_px; /* radius of the first column, and between columns */
    int columns;
    double cosine[RAYS], sine[RAYS];
    float evidence[RAYS][RADII]; /* 0..1: how much a step in colour there is along the ray */
} unrolled;

/* Colours along one ray: the mean of three beside one another. False where it leaves the picture. */
static bool cast_ray(const sq_frame *f, const unrolled *u, sq_px middle, int ray, float v[][SQ_CHANNELS]) {
    memset(v, 0, sizeof *v * (size_t)u->columns);
    for (int k = 0; k < SQ_POT_RAYS_BESIDE; k++) {
        double angle = 2 * M_PI * (ray + (k + 0.5) / SQ_POT_RAYS_BESIDE) / RAYS, x = cos(angle),
               y = sin(angle);
        for (int i = 0; i < u->columns; i++) {
            double r = u->first_px + i * u->step_px;
            float one[SQ_CHANNELS];
            if (!sq_colour_between(f, (sq_px){middle.x + r * x, middle.y + r * y}, one)) return false;
            for (int c = 0; c < SQ_CHANNELS; c++)
                v[i][c] += one[c] / SQ_POT_RAYS_BESIDE;
        }
    }
    return true;
}

typedef float colours[RAYS][RADII][SQ_CHANNELS];

/* The median step of a channel on the felt around. */
static float noise_of(const colours v, const unrolled *u, int channel, int from) {
    static _Thread_local float step[RAYS * RADII];
    int n = 0;
    for (int ray = 0; ray < RAYS; ray++)
        for (int i = from; i < u->columns - 1; i++)
            step[n++] = fabsf(v[ray][i + 1][channel] - v[ray][i - 1][channel]);
    return fmaxf((float)SQ_MAT_POT_NOISE, n ? sq_median(step, n) : 0);
}

/* Steps like those of an edge in the small picture: below SQ_SLOPE_NONE times the noise they are none, beyond
 * that by SQ_SLOPE_FULL they are half as sure as can be. */
static void weigh_steps(unrolled *u, const colours v, double felt_from_px) {
    int from = (int)((felt_from_px - u->first_px) / u->step_px);
    float noise[SQ_CHANNELS];
    for (int c = 0; c < SQ_CHANNELS; c++)
        noise[c] = noise_of(v, u, c, from);
    for (int ray = 0; ray < RAYS; ray++)
        for (int i = 1; i < u->columns - 1; i++) {
            float sum = 0;
            for (int c = 0; c < SQ_CHANNELS; c++) {
                float step = (v[ray][i + 1][c] - v[ray][i - 1][c]) / noise[c];
                sum += step * step;
            }
            float over = fmaxf(0, sqrtf(sum) - (float)SQ_SLOPE_NONE);
            u->evidence[ray][i] = over / (over + (float)SQ_SLOPE_FULL);
        }
}

/* Mean evidence along a circle of radius r px whose centre is off by (x, y) from the unrolled one's. */
static double around(const unrolled *u, double x, double y, double r) {
    double sum = 0;
    for (int ray = 0; ray < RAYS; ray++) {
        double at = (r + x * u->cosine[ray] + y * u->sine[ray] - u->first_px) / u->step_px;
        int i = (int)at;
        if (at < 1 || i >= u->columns - 2) continue;
        float a = (float)(at - i);
        sum += (double)((1 - a) * u->evidence[ray][i] + a * u->evidence[ray][i + 1]);
    }
    return sum / RAYS;
}

static double ring(const unrolled *u, double x, double y, double px_per_mm) {
    double outer = around(u, x, y, SQ_POT_TOP_MM / 2 * px_per_mm), inner = 0;
    for (double wall = SQ_MAT_POT_WALL_LEAST_MM; wall <= SQ_MAT_POT_WALL_MOST_MM;
         wall += SQ_CUP_WALL_SPREAD_MM)
        inner = fmax(inner, around(u, x, y, (SQ_POT_TOP_MM / 2 - wall) * px_per_mm));
    return outer + inner;
}

/* The best centre on a square grid of (2n + 1)² places about (*x, *y). */
static double best_on_grid(const unrolled *u, double px_per_mm, double step, int n, double *x, double *y) {
    double best = -1, x0 = *x, y0 = *y;
    for (int i = -n; i <= n; i++)
        for (int k = -n; k <= n; k++) {
            double e = ring(u, x0 + i * step, y0 + k * step, px_per_mm);
            if (e <= best) continue;
            best = e;
            *x = x0 + i * step;
            *y = y0 + k * step;
        }
    return best;
}

static bool unroll(unrolled *u, const sq_frame *f, sq_px middle, double px_per_mm, double reach_mm) {
    static _Thread_local colours v;
    double inner = (SQ_POT_TOP_MM / 2 - SQ_MAT_POT_WALL_MOST_MM - reach_mm) * px_per_mm;
    double outer = (SQ_POT_TOP_MM / 2 + reach_mm) * px_per_mm, felt = 8 * px_per_mm;
    u->first_px = fmax(1, inner) - 1;
    u->step_px = fmax(0.5, (outer + felt - u->first_px) / (RADII - 1));
    u->columns = (int)fmin(RADII, (outer + felt - u->first_px) / u->step_px);
    for (int ray = 0; ray < RAYS; ray++) {
        u->cosine[ray] = cos(2 * M_PI * (ray + 0.5) / RAYS);
        u->sine[ray] = sin(2 * M_PI * (ray + 0.5) / RAYS);
        if (!cast_ray(f, u, middle, ray, v[ray])) return false;
    }
    weigh_steps(u, v, (SQ_POT_TOP_MM / 2 + 3) * px_per_mm);
    return true;
}

/* From coarse to fine: first every millimetre, or every pixel where these are larger. */
static double climb(const unrolled *u, double px_per_mm, double reach_mm, double *x, double *y) {
    double step = fmax(1, px_per_mm);
    best_on_grid(u, px_per_mm, step, (int)ceil(reach_mm * px_per_mm / step), x, y);
    while (step > 1) {
        step = fmax(1, step / 4);
        best_on_grid(u, px_per_mm, step, 4, x, y);
    }
    best_on_grid(u, px_per_mm, 0.25, 4, x, y);
    return best_on_grid(u, px_per_mm, 0.0625, 4, x, y);
}

/* Rays from a place beside the centre meet the rim aslant: for a shift s that errs by s² / 2r. Where this is
 * more than a tenth of what is claimed, all is looked at once more from the centre found, if that is within
 * reach and shows more. */
bool sq_mat_pot_find(const sq_frame *f, const sq_camera *c, double reach_mm, sq_mat_pot_sight *out) {
    static _Thread_local unrolled u;
    sq_mm3 rim = {0, 0, SQ_POT_HEIGHT_MM};
    double px_per_mm = sq_px_per_mm(c, rim), aslant_mm = reach_mm;
    sq_px expected = sq_px_from_mm3(c, rim);
    *out = (sq_mat_pot_sight){expected, SQ_MAT_POT_WALL_LEAST_MM / 2, 0};
    if (isnan(expected.x)) return false;
    for (int look = 0; look < 3 && aslant_mm > out->sigma_mm / 10; look++) {
        double x = 0, y = 0, reach = look ? fmin(aslant_mm + 1, reach_mm) : reach_mm;
        if (!unroll(&u, f, out->rim, px_per_mm, reach)) break;
        double evidence = climb(&u, px_per_mm, reach, &x, &y);
        sq_px at = {out->rim.x + x, out->rim.y + y};
        bool beyond = fmax(fabs(at.x - expected.x), fabs(at.y - expected.y)) > reach_mm * px_per_mm;
        if (look && (beyond || evidence < out->evidence)) break;
        *out = (sq_mat_pot_sight){at, out->sigma_mm, evidence};
        aslant_mm = (x * x + y * y) / (px_per_mm * px_per_mm * SQ_POT_TOP_MM);
    }
    return out->evidence > SQ_MAT_POT_LEAST;
}
