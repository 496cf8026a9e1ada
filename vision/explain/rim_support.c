/* Measures at points along a rim whether the colour of the disc ends there. */
#include "vision/explain/rim_support.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/math/tunable_number.h"

/* A rim point supports its disc when the colour falls by this share of the disc's own over it; half is the
 * ideal edge of a step that is sampled one blur off on either side. */
SQ_NUMBER(SQ_RIM_FALL, 0.35);

/* Share of the disc's colour that must be expected to fall over a rim point for it to tell anything: over
 * another wink of the same colour none does. */
SQ_NUMBER(SQ_RIM_TELLING, 0.7);

static int window_index(const sq_window *w, sq_px p) {
    int x = (int)lround(p.x) - w->x0, y = (int)lround(p.y) - w->y0;
    return x >= 0 && y >= 0 && x < w->w && y < w->h ? y * w->w + x : -1;
}

/* What the model shows under disc k where none lies upon it: bare ground, or the topmost disc below. */
static sq_chroma under(const sq_window *w, const sq_disc *disc, int k, sq_px p, int i) {
    for (int j = k - 1; j >= 0; j--)
        if (sq_disc_distance(&disc[j], p.x, p.y, 0, 0) < 0) return disc[j].chroma;
    return w->ground[i];
}

/* How much of the disc's own colour a pixel shows: 1 on its face, 0 on felt. */
static double share_of(sq_chroma seen, sq_chroma c) {
    double square = (double)c.x * c.x + (double)c.y * c.y;
    return (seen.x * c.x + seen.y * c.y) / square;
}

/* The pixel so far (px) outside the rim, which p lies on in a direction: across it as it is seen, however
 * much the disc is foreshortened there. (Inside, where a face that leans is narrow, its own plane counts.) */
static sq_px beyond_rim(const sq_disc *d, sq_px p, sq_direction to, double px) {
    double u = to.cosine, v = to.sine;
    double x = d->to_mm[0][0] * u + d->to_mm[1][0] * v, y = d->to_mm[0][1] * u + d->to_mm[1][1] * v;
    double length = sqrt(x * x + y * y);
    return (sq_px){p.x + px * x / length, p.y + px * y / length};
}

/* Where a rim point is looked at: the pixels of the window on either side of the rim. */
typedef struct {
    int in, beyond;
} rim_pixels;

/* Whether rim point `to` of disc k can be seen, and another colour lies beyond it. */
static bool is_open(const sq_window *w, const sq_disc *disc, int n, int k, sq_direction to, double away_px,
                    rim_pixels *at) {
    const sq_disc *d = &disc[k];
    double u = to.cosine, v = to.sine, away = away_px / d->px_per_mm; /* beside the step */
    sq_px rim = sq_disc_point_along(d, u, v, d->radius_mm);
    sq_px outside = beyond_rim(d, rim, to, away_px);
    at->in = window_index(w, sq_disc_point_along(d, u, v, d->radius_mm - away));
    at->beyond = window_index(w, outside);
    if (at->in < 0 || at->beyond < 0 || w->believed[at->in] == 0 || w->believed[at->beyond] == 0 ||
        sq_disc_covered(disc, n, k, rim.x, rim.y, away))
        return false;
    return share_of(under(w, disc, k, outside, at->beyond), d->chroma) <= 1 - SQ_RIM_TELLING;
}

static double beside_step_px(double blur_px) {
    return fmax(SQ_FACE_BLURS * blur_px, 1);
}

void sq_rim_support_of(const sq_window *w, const sq_disc *disc, int n, int k, double blur_px, double *share,
                       double *support) {
    const sq_chroma own = disc[k].chroma;
    const sq_direction *to = sq_rim_directions();
    int open = 0, supported = 0;
    rim_pixels at;
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        if (!is_open(w, disc, n, k, to[i], beside_step_px(blur_px), &at)) continue;
        open++;
        supported += share_of(w->chroma[at.in], own) - share_of(w->chroma[at.beyond], own) > SQ_RIM_FALL;
    }
    *share = (double)open / SQ_RIM_POINTS;
    *support = open ? (double)supported / open : 0;
}

sq_mm sq_rim_kept(const sq_window *w, const sq_disc *disc, int n, int k, double blur_px, double growth_mm) {
    const sq_disc *d = &disc[k];
    const sq_direction *to = sq_rim_directions();
    double xx = 1, xy = 0, yy = 1, x = 0, y = 0;
    rim_pixels at;
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        if (!is_open(w, disc, n, k, to[i], beside_step_px(blur_px), &at)) continue;
        double u = to[i].cosine, v = to[i].sine;
        xx += u * u;
        xy += u * v;
        yy += v * v;
        x += u;
        y += v;
    }
    double by = -growth_mm / (xx * yy - xy * xy), a = by * (yy * x - xy * y), b = by * (xx * y - xy * x);
    return (sq_mm){d->at.x + d->to_mat[0][0] * a + d->to_mat[0][1] * b,
                   d->at.y + d->to_mat[1][0] * a + d->to_mat[1][1] * b};
}
