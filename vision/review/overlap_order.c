/* Compares both orders of two overlapping winks by the brightness along their seam: a linear model of
 * faces and rim line for each order, and the ratio of their evidences (MacKay 1992). */
#include "vision/review/overlap_order.h"

#include <float.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/math/cholesky.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"
#include "vision/review/rim_photometry.h"

/* Steps from a rim within which a seam is looked for; in which a third wink spoils it, which throws a shadow
 * as well; and inside of its rim from which on a face is no rim any more. */
SQ_NUMBER(SQ_OVERLAP_ORDER_REACH_STEPS, 3.0);

/* Steps from the felt within which its blur spoils a seam. */
SQ_NUMBER(SQ_OVERLAP_ORDER_MARGIN_STEPS, 1.2);

/* How far most seams are from what the frame tells of them (one standard deviation, logarithm of light): its
 * line from the frame's rims on felt, its step from that of the two faces, its brightness from theirs, and
 * that from one end of a small wink's radius to the other. Some are farther. Smaller: surer of what
 * no two winks share. Larger: wastes what the frame tells; at 0.5 a seventh fewer of 491 drawn pairs are
 * told. */
SQ_NUMBER(SQ_OVERLAP_ORDER_FREE, 0.3);

/* The least deviation of a pixel (logarithm of light) from the best drawing: plastic, codec, and what is
 * drawn too simply. */
SQ_NUMBER(SQ_OVERLAP_ORDER_NOISE_LEAST, 0.05);

enum { PIXELS_CAP = 4096 }; /* a large wink's face at 4K, and half as much again: more are left out */

/* Brightness, and its two slopes (per radius); how much more or less the two faces differ at the seam than as
 * a whole (one is aslant, and mirrors the room); the line's mean and its turning; how far the rim lies
 * further in (in beside_px), and to which side. */
enum { BRIGHTNESS, SLOPE_X, SLOPE_Y, FACES, LINE, TURNING, FURTHER_IN, ASIDE_X, ASIDE_Y, UNKNOWNS };

/* Where a pixel lies on a disc: px from its rim, and the direction from its centre. */
typedef struct {
    double away, dx, dy;
} spot;

/* A pixel that may show the seam. */
typedef struct {
    double x, y, light; /* px from the corner of the window; logarithm */
    spot on[2];         /* the two discs */
} point;

typedef struct {
    int n;
    point at[PIXELS_CAP];
    int columns;         /* of the window */
    sq_px middle;        /* of the two discs, from its corner */
    double small_px;     /* a small wink's radius */
    double wide_px;      /* of the seam */
    double face[2];      /* luminances of the two faces, away from all rims */
    double beside_px[2]; /* how far each one's rim may lie beside its place, were it the upper one */
} points;

/* ---- Which pixels ---- */

static spot spot_on(const sq_disc *d, double x, double y) {
    spot s;
    s.away = sq_disc_distance(d, x, y, &s.dx, &s.dy) * d->px_per_mm;
    return s;
}

/* Whether a disc that is none of the two, and does not lie below both, may be seen at a pixel or shade it. */
static bool under_another(const sq_disc *disc, int n, int a, int b, double x, double y, double margin_px) {
    for (int k = a < b ? a + 1 : b + 1; k < n; k++)
        if (k != a && k != b && spot_on(&disc[k], x, y).away < margin_px) return true;
    return false;
}

/* Where two rims cross: felt's blur reaches in there. */
typedef struct {
    int count;
    sq_px at[2];
    double chord; /* half of it, px; where one disc lies within the other, the smaller radius */
} crossing;

static crossing crossing_of(const sq_disc *a, const sq_disc *b) {
    double ra = a->radius_mm * a->px_per_mm, rb = b->radius_mm * b->px_per_mm;
    double ex = b->centre.x - a->centre.x, ey = b->centre.y - a->centre.y, d = hypot(ex, ey);
    crossing c = {.chord = fmin(ra, rb)};
    double along = d > 0 ? (d * d + ra * ra - rb * rb) / (2 * d) : 0, square = ra * ra - along * along;
    if (!(d > 0 && square > 0)) return c;
    c.count = 2;
    c.chord = sqrt(square);
    for (int k = 0; k < 2; k++) {
        double side = k ? -c.chord : c.chord;
        c.at[k] =
            (sq_px){a->centre.x + (along * ex - side * ey) / d, a->centre.y + (along * ey + side * ex) / d};
    }
    return c;
}

/* Whether a pixel lies inside the common outline, where felt's blur does not reach, and near either rim. ra,
 * rb: signed distances from the rims, px. */
static bool may_show(const crossing *c, const sq_disc *a, const sq_disc *b, const point *p, double x,
                     double y, double margin, double reach) {
    double ra = p->on[0].away, rb = p->on[1].away;
    if (fabs(ra) > reach && fabs(rb) > reach) return false;
    for (int k = 0; k < c->count; k++)
        if (hypot(x - c->at[k].x, y - c->at[k].y) < margin) return false;
    if ((ra < -margin && rb < reach) || (rb < -margin && ra < reach)) return true;
    double ex = b->centre.x - a->centre.x, ey = b->centre.y - a->centre.y;
    double aside = fabs((x - a->centre.x) * ey - (y - a->centre.y) * ex) / fmax(hypot(ex, ey), 1);
    return ra < 0 && rb < 0 && aside < c->chord - margin;
}

/* The pixels of the seam between two discs. */
static void gather_pair(points *p, const sq_window *w, const sq_disc *disc, int n, int a, int b,
                        double step_px) {
    const sq_disc *da = &disc[a], *db = &disc[b];
    double margin = SQ_OVERLAP_ORDER_MARGIN_STEPS * step_px, reach = SQ_OVERLAP_ORDER_REACH_STEPS * step_px;
    crossing c = crossing_of(da, db);
    sq_box box = sq_window_box(w, db, reach / db->px_per_mm);
    p->n = 0;
    p->columns = w->w;
    p->middle = (sq_px){(da->centre.x + db->centre.x) / 2 - w->x0, (da->centre.y + db->centre.y) / 2 - w->y0};
    p->small_px = SQ_SMALL_MM / 2 * da->px_per_mm;
    p->wide_px = 2 * reach;
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            point q = {.x = x - w->x0, .y = y - w->y0, .on = {spot_on(da, x, y), spot_on(db, x, y)}};
            if (p->n == PIXELS_CAP || !(w->believed[i] > 0) ||
                !may_show(&c, da, db, &q, x, y, margin, reach) ||
                under_another(disc, n, a, b, x, y, SQ_OVERLAP_ORDER_REACH_STEPS * step_px))
                continue;
            q.light = log(sq_window_luminance(w, i) + (double)SQ_DARKEST_LIGHT);
            p->at[p->n++] = q;
        }
}

/* The luminance of disc k's face where neither the other one of the two nor a third is near; 0 where hardly
 * any of it is seen. */
static double face_light(const sq_window *w, const sq_disc *disc, int n, int k, int other, double step_px) {
    sq_box box = sq_window_box(w, &disc[k], 0);
    double sum = 0;
    int count = 0;
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            double clear = SQ_OVERLAP_ORDER_REACH_STEPS * step_px;
            if (!(w->believed[i] > 0) ||
                spot_on(&disc[k], x, y).away > -SQ_OVERLAP_ORDER_REACH_STEPS * step_px ||
                spot_on(&disc[other], x, y).away < clear || under_another(disc, n, k, other, x, y, clear))
                continue;
            sum += sq_window_luminance(w, i);
            count++;
        }
    return count < SQ_SAMPLES_ENOUGH ? 0 : sum / count;
}

/* ---- Two orders compared ---- */

/* The logarithm of the light that is expected at a pixel where disc `upper` of the two lies upon the other,
 * and its rim `beside` px further in. */
static double expected(const points *p, const point *q, int upper, double beside,
                       const sq_rim_photometry *light, sq_rim_look *look) {
    const spot *on = &q->on[upper];
    *look = sq_rim_photometry_at(light, on->away + beside, on->dx, on->dy);
    if (!(q->on[!upper].away < 0)) look->line = look->turn = 0; /* the felt's own rim is no seam */
    double mixture = look->upper * p->face[upper] + (1 - look->upper) * p->face[!upper];
    return log(mixture + (double)SQ_DARKEST_LIGHT) + look->line + look->turn; /* as strong as on felt */
}

/* What the unknowns do to a pixel where disc `upper` of the two lies upon the other; returns the logarithm of
 * the light that is expected there. */
static double row_of(double row[UNKNOWNS], const points *p, const point *q, int upper,
                     const sq_rim_photometry *light) {
    const spot *on = &q->on[upper];
    sq_rim_look look, other;
    double in = expected(p, q, upper, p->beside_px[upper], light, &other),
           out = expected(p, q, upper, -p->beside_px[upper], light, &other);
    double here = expected(p, q, upper, 0, light, &look), further = (in - out) / 2;
    const double free = SQ_OVERLAP_ORDER_FREE, per_px = free / p->small_px;
    const double all[UNKNOWNS] = {[BRIGHTNESS] = free,
                                  [SLOPE_X] = per_px * (q->x - p->middle.x),
                                  [SLOPE_Y] = per_px * (q->y - p->middle.y),
                                  [FACES] = free * look.upper,
                                  [LINE] = free * look.line,
                                  [TURNING] = free * look.turn,
                                  [FURTHER_IN] = further,
                                  [ASIDE_X] = further * on->dx,
                                  [ASIDE_Y] = further * on->dy};
    memcpy(row, all, sizeof all);
    return here;
}

/* What the pixels come to where disc `upper` of the two lies upon the other: the squares of what is not as
 * expected, and the normal equations of the unknowns, each in its own deviations. */
typedef struct {
    int n;
    double squares, A[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
} sums;

static void sum_up(sums *s, const points *p, int upper, const sq_rim_photometry *light) {
    *s = (sums){.n = p->n};
    for (int i = 0; i < p->n; i++) {
        double row[UNKNOWNS], left = p->at[i].light - row_of(row, p, &p->at[i], upper, light);
        s->squares += left * left;
        for (int j = 0; j < UNKNOWNS; j++) {
            s->b[j] += row[j] * left;
            for (int k = 0; k <= j; k++)
                s->A[j][k] += row[j] * row[k];
        }
    }
}

/* How pixels deviate from the best drawing, and how many of them tell as much as one; and how many times as
 * far as most its unknowns are from what is expected. */
typedef struct {
    double noise, alike, wide;
} deviations;

/* The normal equations at such deviations, decomposed. */
typedef struct {
    double A[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
} equations;

static bool begin_solving(equations *e, const sums *s, deviations d) {
    double per_square = d.wide / (d.noise * d.noise * d.alike);
    for (int j = 0; j < UNKNOWNS; j++) {
        e->b[j] = s->b[j] * per_square;
        for (int k = 0; k <= j; k++)
            e->A[j][k] = s->A[j][k] * d.wide * per_square + (j == k);
    }
    if (!sq_cholesky(e->A[0], UNKNOWNS, UNKNOWNS)) return false;
    sq_cholesky_forward(e->A[0], UNKNOWNS, UNKNOWNS, e->b);
    return true;
}

/* The logarithm of how likely what is seen is, where pixels deviate from the best drawing and its unknowns
 * from what is expected normally (the evidence of a linear model, MacKay 1992). */
static double evidence(const sums *s, deviations d) {
    equations e;
    if (!begin_solving(&e, s, d)) return -INFINITY;
    double fit = s->squares / (d.noise * d.noise * d.alike),
           volume = s->n / d.alike * log(d.noise) + log(d.wide);
    for (int j = 0; j < UNKNOWNS; j++) {
        fit -= e.b[j] * e.b[j];
        volume += log(e.A[j][j]);
    }
    return -fit / 2 - volume;
}

/* The sum of likelihoods whose logarithms are added one by one. */
typedef struct {
    double most, sum; /* the sum is told in the most likely one */
    deviations at;    /* of that one */
} likelihood;

static void add_likelihood(likelihood *l, double logarithm, deviations d) {
    if (logarithm > l->most) {
        l->sum *= exp(l->most - logarithm);
        l->most = logarithm;
        l->at = d;
    }
    l->sum += exp(logarithm - l->most);
}

/* Adds how likely an order is at a noise, over all priors: one that is twice as wide is half as likely. Wide
 * ones tell ever less, so that the search ends. Returns the logarithm of the largest. */
static double add_priors(likelihood *l, const sums *s, double noise, double alike) {
    double most = -INFINITY, now = -DBL_MAX;
    for (double wide = 1; now > most; wide *= 2) {
        deviations d = {noise, alike, wide};
        most = now;
        now = evidence(s, d);
        add_likelihood(l, now, d);
    }
    return most;
}

/* How likely one order is over all deviations: faces differ in gloss and grain, and one that leans mirrors
 * something else than the rims on felt. Much noise makes any pixel unlikely, so that the search ends. */
static likelihood over_all(const sums *s, double alike) {
    likelihood all = {.most = -DBL_MAX};
    double before = -INFINITY, now = -DBL_MAX;
    for (double noise = SQ_OVERLAP_ORDER_NOISE_LEAST; now > before; noise *= M_SQRT2) {
        before = now;
        now = add_priors(&all, s, noise, alike);
    }
    return all;
}

/* What the best drawing leaves of each pixel. */
static void leave(float left[PIXELS_CAP], const points *p, const sums *s, int upper, deviations d,
                  const sq_rim_photometry *light) {
    equations e;
    if (!begin_solving(&e, s, d))
        e = (equations){0};
    else
        sq_cholesky_back(e.A[0], UNKNOWNS, UNKNOWNS, e.b);
    for (int i = 0; i < p->n; i++) {
        double row[UNKNOWNS], rest = p->at[i].light - row_of(row, p, &p->at[i], upper, light);
        for (int j = 0; j < UNKNOWNS; j++)
            rest -= d.wide * row[j] * e.b[j];
        left[i] = (float)rest;
    }
}

/* How many pixels tell as much as one, since neighbours err alike: by how much the errors of squares are
 * larger than if each pixel erred by itself, at the side at which it is most. Squares up to half as wide as
 * the seam; where there are very many, some are taken together. */
static double alike_pixels(const points *p, const float left[PIXELS_CAP]) {
    double most = 1, squares = 0;
    for (int i = 0; i < p->n; i++)
        squares += (double)(left[i] * left[i]);
    for (int side = 2; side <= p->wide_px / 2; side *= 2) {
        float sum[PIXELS_CAP] = {0};
        double together = 0;
        for (int i = 0; i < p->n; i++)
            sum[((int)p->at[i].y / side * p->columns + (int)p->at[i].x / side) % PIXELS_CAP] += left[i];
        for (int i = 0; i < PIXELS_CAP; i++)
            together += (double)(sum[i] * sum[i]);
        most = fmax(most, squares > 0 ? together / squares : 1);
    }
    return most;
}

/* By how much the second order is the likelier one; 0 where neither can be told. */
static double odds_of(likelihood l[2], const sums s[2], double alike) {
    for (int upper = 0; upper < 2; upper++)
        l[upper] = over_all(&s[upper], alike);
    double odds = l[1].most - l[0].most + log(l[1].sum / l[0].sum);
    return isfinite(odds) ? odds : 0;
}

/* Once with as many pixels as are known to be alike, where a noisy picture was smoothed: a Gaussian makes 2
 * sqrt(pi) of its deviations alike along the seam, and across it the rim is as narrow as that. Then with as
 * many as what the likelier order leaves shows. */
static double compare(const points *p, const sq_rim_photometry *light, double smoothed_px) {
    sums s[2];
    likelihood l[2];
    float left[PIXELS_CAP];
    for (int upper = 0; upper < 2; upper++)
        sum_up(&s[upper], p, upper, light);
    double alike = fmax(1, 2 * sqrt(M_PI) * smoothed_px), odds = odds_of(l, s, alike);
    int likelier = odds > 0;
    leave(left, p, &s[likelier], likelier, l[likelier].at, light);
    return odds_of(l, s, fmax(alike, alike_pixels(p, left)));
}

double sq_overlap_order(const sq_window *w, const sq_disc *disc, int n, int a, int b, bool alike,
                        const double sigma_mm[2], const sq_rim_photometry *light, double smoothed_px) {
    static _Thread_local points p;
    double mean = 0, step_px = light->step_px;
    gather_pair(&p, w, disc, n, a, b, step_px);
    for (int k = 0; k < 2; k++)
        p.beside_px[k] = 2 * sigma_mm[k] * disc[a].px_per_mm;
    p.face[0] = face_light(w, disc, n, a, b, step_px);
    p.face[1] = face_light(w, disc, n, b, a, step_px);
    if (!(p.face[0] > 0 && p.face[1] > 0)) {
        if (!alike) return 0;
        for (int i = 0; i < p.n; i++)
            mean += p.at[i].light / p.n;
        p.face[0] = p.face[1] = fmax(exp(mean) - (double)SQ_DARKEST_LIGHT, 0);
    }
    return p.n ? compare(&p, light, smoothed_px) : 0;
}
