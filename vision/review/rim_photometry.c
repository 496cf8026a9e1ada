/* Learns what light does along the rims of a frame: accumulates the normal equations over the pixels
 * beside open rims, and solves for the shares at each distance. */
#include "vision/review/rim_photometry.h"

#include <limits.h>
#include <string.h>

#include "vision/geometry/blurred_edge.h"
#include "vision/math/cholesky.h"
#include "vision/math/median.h"

enum {
    INSIDE = 4,                             /* knots inside of the rim; the fifth lies on it */
    AT_KNOT = SQ_RIM_SHARES * SQ_RIM_TURNS, /* unknowns of one knot */
    TOUCHED = 2 * AT_KNOT                   /* a pixel lies between two knots */
};

/* Where a distance lies among the knots: between `first` and the next, by `part` of the way. */
typedef struct {
    int first;
    double part;
} place;

static place place_of(const sq_rim_photometry *l, double away) {
    double t = fmin(fmax(away / l->step_px + INSIDE, 0), SQ_RIM_KNOTS - 1);
    int first = t < SQ_RIM_KNOTS - 1 ? (int)t : SQ_RIM_KNOTS - 2;
    return (place){first, t - first};
}

void sq_rim_photometry_begin(sq_rim_photometry *l, double px_per_mm, double blur_px) {
    memset(l, 0, sizeof *l);
    /* A wink's shadow is two to three mm long; nearer, and the few rims of a frame no longer fill the knots.
     */
    l->step_px = fmax(SQ_EDGE_STEP_BLURS * blur_px, SQ_RIM_STEP_MM * px_per_mm);
    for (int k = 0; k < SQ_RIM_KNOTS; k++) {
        double beyond = erf((k - INSIDE) * l->step_px / (blur_px * M_SQRT2));
        l->share[k][0][0] = (float)(0.5 - 0.5 * beyond);
        l->share[k][1][0] = (float)(0.5 + 0.5 * beyond);
    }
    /* One pixel's worth is believed beforehand, since where winks are of one brightness only, what is theirs
     * and what is the felt's would else be told apart by noise. */
    for (int i = 0; i < SQ_RIM_UNKNOWNS; i++) {
        l->A[i][i] = 1;
        l->b[i] = (double)(&l->share[0][0][0])[i];
    }
}

/* ---- Learning ---- */

/* Nothing is told finer than from knot to knot. */
static int rows_apart(const sq_rim_photometry *l) {
    return (int)fmax(1, l->step_px);
}

/* Where a pixel lies on disc k; false where it is nearer to another, or not within so many steps of knots
 * from the rim. */
static bool is_open(const sq_rim_photometry *l, const sq_disc *disc, int n, int k, double x, double y,
                    int from, int to, double *away, double *dx, double *dy) {
    *away = sq_disc_distance(&disc[k], x, y, dx, dy) * disc[k].px_per_mm;
    if (*away > to * l->step_px || *away <= from * l->step_px) return false;
    double clear = fmax(*away, 0) / disc[k].px_per_mm;
    for (int j = 0; j < n; j++)
        if (j != k && sq_disc_distance(&disc[j], x, y, 0, 0) < clear) return false;
    return true;
}

/* The mean light of disc k's face; 0 where hardly any of it is open. */
static double face_light(const sq_rim_photometry *l, const sq_window *w, const sq_disc *disc, int n, int k) {
    double sum = 0, away, dx, dy;
    int count = 0;
    for (int y = 0; y < w->h; y += rows_apart(l))
        for (int x = 0; x < w->w; x++) {
            int i = y * w->w + x;
            if (!(w->believed[i] > 0) ||
                !is_open(l, disc, n, k, w->x0 + x, w->y0 + y, INT_MIN, 1 - INSIDE, &away, &dx, &dy))
                continue;
            sum += sq_window_luminance(w, i);
            count++;
        }
    return count < SQ_SAMPLES_ENOUGH ? 0 : sum / count;
}

/* Adds one pixel beside the rim of a wink whose face has that light. */
static void add_pixel(sq_rim_photometry *l, double light, double face, double away, double dx, double dy) {
    place p = place_of(l, away);
    const double own[SQ_RIM_SHARES] = {face, 1}, turn[SQ_RIM_TURNS] = {1, dx, dy};
    double row[TOUCHED];
    for (int i = 0; i < TOUCHED; i++) {
        double hat = i < AT_KNOT ? 1 - p.part : p.part;
        row[i] = hat * own[i / SQ_RIM_TURNS % SQ_RIM_SHARES] * turn[i % SQ_RIM_TURNS];
    }
    int at = p.first * AT_KNOT;
    for (int i = 0; i < TOUCHED; i++) {
        l->b[at + i] += row[i] * light;
        for (int j = 0; j <= i; j++)
            l->A[at + i][at + j] += row[i] * row[j];
    }
    l->pixels++;
}

void sq_rim_photometry_add(sq_rim_photometry *l, const sq_window *w, const sq_disc *disc, int n, int k) {
    double face = face_light(l, w, disc, n, k), away, dx, dy;
    if (!(face > 0)) return;
    for (int y = 0; y < w->h; y += rows_apart(l))
        for (int x = 0; x < w->w; x++) {
            int i = y * w->w + x;
            if (w->believed[i] > 0 && is_open(l, disc, n, k, w->x0 + x, w->y0 + y, -INSIDE,
                                              SQ_RIM_KNOTS - 1 - INSIDE, &away, &dx, &dy))
                add_pixel(l, sq_window_luminance(w, i), face, away, dx, dy);
        }
}

void sq_rim_photometry_solve(sq_rim_photometry *l) {
    if (!sq_cholesky_solve(l->A[0], SQ_RIM_UNKNOWNS, SQ_RIM_UNKNOWNS, l->b)) return;
    for (int i = 0; i < SQ_RIM_UNKNOWNS; i++)
        (&l->share[0][0][0])[i] = (float)l->b[i];
}

/* ---- What was learned ---- */

sq_rim_look sq_rim_photometry_at(const sq_rim_photometry *l, double away, double dx, double dy) {
    place p = place_of(l, away);
    double turn[SQ_RIM_TURNS] = {1, dx, dy}, share[SQ_RIM_SHARES] = {0}, line = -1;
    for (int s = 0; s < SQ_RIM_SHARES; s++)
        for (int t = 0; t < SQ_RIM_TURNS; t++) {
            double here =
                (1 - p.part) * (double)l->share[p.first][s][t] + p.part * (double)l->share[p.first + 1][s][t];
            share[s] += here * turn[t];
            line += t ? 0 : here;
        }
    double whole = share[0] + share[1];
    return (sq_rim_look){.upper = whole > 0 ? fmin(fmax(share[0] / whole, 0), 1) : away < 0,
                         .line = line,
                         .turn = whole - 1 - line};
}
