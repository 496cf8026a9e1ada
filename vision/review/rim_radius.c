/* Measures along rays over a rim where the colour of a disc ends, by the sum of its share along the ray. */
#include "vision/review/rim_radius.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/math/tunable_number.h"

/* Whether a pixel can tell where a colour ends: it is believed, and what lies beneath is felt. */
static bool tells(const sq_window *w, int i) {
    return w->believed[i] > 0 && w->ground[i].x == 0 && w->ground[i].y == 0;
}

/* The chroma between four pixels; false where one of them tells nothing. */
static bool chroma_at(sq_chroma *out, const sq_window *w, sq_px p) {
    double u = p.x - w->x0, v = p.y - w->y0;
    if (!(u >= 0 && v >= 0 && u < w->w - 1 && v < w->h - 1)) return false;
    int x = (int)u, y = (int)v, i = y * w->w + x;
    if (!tells(w, i) || !tells(w, i + 1) || !tells(w, i + w->w) || !tells(w, i + w->w + 1)) return false;
    *out = sq_window_chroma_between(w, i, (float)(u - x), (float)(v - y));
    return true;
}

static bool is_near_another(const sq_disc *disc, int n, int k, sq_px p, double mm) {
    for (int j = 0; j < n; j++)
        if (j != k && sq_disc_distance(&disc[j], p.x, p.y, 0, 0) < mm) return true;
    return false;
}

/* mm beyond the rim at which the colour ends along a ray, looked for within `half` mm of the rim on either
 * side; false where that cannot be told. */
static bool end_of_colour(double *beyond, const sq_window *w, const sq_disc *d, sq_direction to,
                          double half) {
    double square = (double)d->chroma.x * d->chroma.x + (double)d->chroma.y * d->chroma.y, sum = 0;
    int steps = (int)ceil(2 * half / fmax(SQ_RIM_STEP_MM, 1 / d->px_per_mm)); /* pixels tell no more */
    double step = 2 * half / steps;
    if (!(square > 0)) return false;
    sq_px along = sq_disc_point_along(d, to.cosine, to.sine, step);
    double dx = along.x - d->centre.x, dy = along.y - d->centre.y, first = (d->radius_mm - half) / step + 0.5;
    for (int i = 0; i < steps; i++) {
        sq_chroma v;
        if (!chroma_at(&v, w, (sq_px){d->centre.x + (first + i) * dx, d->centre.y + (first + i) * dy}))
            return false;
        sum += step * ((double)v.x * d->chroma.x + (double)v.y * d->chroma.y) / square;
    }
    *beyond = sum - half;
    return true;
}

void sq_rim_radius_measure(sq_rim_radius *out, const sq_window *w, const sq_disc *disc, int n, int k,
                           double blur_px) {
    const sq_disc *d = &disc[k];
    const sq_direction *to = sq_rim_directions();
    double half = (double)SQ_EDGE_REACH * blur_px / d->px_per_mm, beyond;
    out->n = 0;
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        sq_px rim = sq_disc_point_along(d, to[i].cosine, to[i].sine, d->radius_mm);
        if (is_near_another(disc, n, k, rim, half)) continue;
        if (end_of_colour(&beyond, w, d, to[i], half)) out->beyond[out->n++] = (float)beyond;
    }
}
