/* Finds the direction of the mat by its creases: sums the felt's brightness along strips at many angles,
 * and takes the angle at which one strip stands out most. */
#include "calib/mat/creases.h"

#include <string.h>

#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* Small pixels around a place that its light is held against: wider than a crease (9 mm), narrower than a
 * lamp's glow. */
#define SQ_CREASE_AROUND 5

/* The felt's deviations beyond which light is not the felt's. */
SQ_NUMBER(SQ_CREASE_FOREIGN, 4.0);

/* Deviations of chance that a crease must stand out by: of 70 000 strips felt alone reaches 5 once. */
SQ_NUMBER(SQ_CREASE_CLEAR, 6.5);

/* So many neighbouring angles, and strips, tell the same: felt's texture is coarser than a strip. */
SQ_NUMBER(SQ_CREASE_COARSE, 2.0);

/* Radians: how straight creases are, and along the sides; and what is no direction any more. */
SQ_NUMBER(SQ_CREASE_SIGMA, 0.002);
SQ_NUMBER(SQ_CREASE_UNSURE, 0.01);

/* Angles that are tried, and strips of the mat across which light is summed, for either direction. */
enum { ANGLES = 101, STRIPS = 700, PIXELS = SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE };
#define ANGLE_STEP (0.1 * M_PI / 180)
SQ_NUMBER(STRIP_MM, 2.0);

static double angle_of(int k) {
    return (k - ANGLES / 2) * ANGLE_STEP;
}

/* Light against its surroundings, cut off where something lies there or casts its shadow. */
static void flatten(const sq_thumbnail *s, float *level) {
    enum { R = SQ_CREASE_AROUND };
    const float *v = s->channel[0];
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            float sum = 0;
            int n = 0;
            /* A cross tells the surroundings as well as a square does. */
            for (int k = -R; k <= R; k++) {
                if (x + k >= 0 && x + k < s->width) sum += v[y * s->width + x + k], n++;
                if (y + k >= 0 && y + k < s->height) sum += v[(y + k) * s->width + x], n++;
            }
            level[y * s->width + x] = v[y * s->width + x] - sum / (float)n;
        }
}

/* The felt's own deviation: a median of every seventh place. */
static double noise_of(const float *level, int n) {
    static _Thread_local float v[PIXELS / 7 + 1];
    int m = 0;
    for (int i = 0; i < n; i += 7)
        v[m++] = level[i];
    return fmax((double)sq_robust_deviation(v, m, 0), 1e-3);
}

static void lay_out(sq_crease_room *g, const sq_thumbnail *s, const sq_camera *c) {
    double noise = noise_of(g->level, s->width * s->height);
    g->count = 0;
    for (int y = 2; y < s->height - 2; y++)
        for (int x = 2; x < s->width - 2; x++) {
            double v = (double)g->level[y * s->width + x] / noise;
            if (fabs(v) > SQ_CREASE_FOREIGN) continue;
            sq_mm at = sq_mm_from_px(c, sq_px_from_thumbnail(s, (sq_px){x, y}), 0);
            if (isnan(at.x)) continue;
            g->x[g->count] = (float)at.x;
            g->y[g->count] = (float)at.y;
            g->light[g->count++] = (float)v;
        }
}

/* The strips' sums for one angle, as deviations of chance if pixels were independent. across: the y axis's
 * direction instead of the x axis's. Returns how many there are. */
static int sum_strips(const sq_crease_room *g, double angle, bool across, float z[STRIPS]) {
    static _Thread_local float sum[STRIPS];
    static _Thread_local int n[STRIPS];
    float a = (float)cos(angle), b = (float)sin(angle);
    int count = 0;
    memset(sum, 0, sizeof sum);
    memset(n, 0, sizeof n);
    for (int i = 0; i < g->count; i++) {
        float at = across ? a * g->x[i] + b * g->y[i] : a * g->y[i] - b * g->x[i];
        int k = (int)(at / (float)STRIP_MM + STRIPS / 2);
        if (k < 0 || k >= STRIPS) continue;
        sum[k] += g->light[i];
        n[k]++;
    }
    int most = 0;
    for (int k = 0; k < STRIPS; k++)
        most = n[k] > most ? n[k] : most;
    for (int k = 0; k < STRIPS; k++)
        if (n[k] > most / 2) z[count++] = sum[k] / sqrtf((float)n[k]);
    return count;
}

/* The greatest |z| of each angle, in units of all angles' usual one. */
static void clearest(const sq_crease_room *g, bool across, double best[ANGLES]) {
    static _Thread_local float z[STRIPS], usual[ANGLES];
    for (int k = 0; k < ANGLES; k++) {
        int n = sum_strips(g, angle_of(k), across, z);
        float greatest = 0;
        for (int i = 0; i < n; i++)
            greatest = fmaxf(greatest, fabsf(z[i]));
        best[k] = (double)greatest;
        usual[k] = n ? sq_robust_deviation(z, n, 0) : 1;
    }
    double usual_of_all = (double)sq_median(usual, ANGLES);
    for (int k = 0; k < ANGLES; k++)
        best[k] /= usual_of_all;
}

bool sq_crease_find(sq_crease *out, const sq_thumbnail *s, const sq_camera *c, sq_crease_room *g) {
    double along[ANGLES], across[ANGLES], most = 0, weight = 0, mean = 0, square = 0;
    flatten(s, g->level);
    lay_out(g, s, c);
    clearest(g, false, along);
    clearest(g, true, across);
    for (int k = 0; k < ANGLES; k++)
        most = fmax(most, along[k] * along[k] + across[k] * across[k]);
    /* Half a squared deviation is a logarithm of likelihood. */
    for (int k = 0; k < ANGLES; k++) {
        double w = exp((along[k] * along[k] + across[k] * across[k] - most) / 2 / SQ_CREASE_COARSE);
        weight += w;
        mean += w * angle_of(k);
        square += w * angle_of(k) * angle_of(k);
        out->clear = fmax(k ? out->clear : 0, fmax(along[k], across[k]));
    }
    out->turn = mean / weight;
    out->sigma = hypot(sqrt(fmax(0, square / weight - out->turn * out->turn)), SQ_CREASE_SIGMA);
    /* At the end of what is tried the best angle may lie beyond it. */
    bool inside = fabs(out->turn) < angle_of(ANGLES - 1 - ANGLES / 10);
    return inside && out->clear > SQ_CREASE_CLEAR && out->sigma < SQ_CREASE_UNSURE;
}
