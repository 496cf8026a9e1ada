/* Compares both orders of two overlapping winks by the brightness along their seam: a linear model of
 * faces and rim line for each order, and the ratio of their evidences (MacKay 1992). */
#include "vision/review/overlap_order.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/math/cholesky.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"
#include "vision/review/rim_photometry.h"

/* Steps from a rim within which a seam is looked for; from the felt within which its blur spoils it; and from
 * a third wink, which throws a shadow as well. */
SQ_NUMBER(SQ_OVERLAP_ORDER_REACH_STEPS, 3.5);
SQ_NUMBER(SQ_OVERLAP_ORDER_CLEAR_STEPS, 2.0);

/* Steps inside of its rim from which on a face is no rim any more. */
SQ_NUMBER(SQ_OVERLAP_ORDER_FACE_STEPS, 3.0);
SQ_NUMBER(SQ_OVERLAP_ORDER_MARGIN_STEPS, 1.2);

/* How far a seam may be from what the frame tells of it (one standard deviation, logarithm of light): its
 * line from the frame's rims on felt, its step from that of the two faces, its brightness from theirs, and
 * that from one end of a small wink's radius to the other. Smaller: surer of what no two winks share. Larger:
 * wastes what the frame tells; at 0.5 a seventh fewer of 491 drawn pairs are told. */
SQ_NUMBER(SQ_OVERLAP_ORDER_FREE, 0.3);

/* The least deviation of a pixel (logarithm of light) from the best drawing: plastic, codec, and what is
 * drawn too simply; and the share of the log-odds that is believed, since neighbouring pixels err alike: of
 * 491 drawn pairs three with log-odds of 6 to 8 before that were told the wrong way round, none with more. */
SQ_NUMBER(SQ_OVERLAP_ORDER_NOISE_LEAST, 0.05);
SQ_NUMBER(SQ_OVERLAP_ORDER_BELIEF, 0.65);

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
    double x, y, light; /* small wink's radii from the middle of the two discs; logarithm */
    spot on[2];         /* the two discs */
} point;

typedef struct {
    int n;
    point at[PIXELS_CAP];
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
    double x0 = (da->centre.x + db->centre.x) / 2, y0 = (da->centre.y + db->centre.y) / 2;
    double small_px = SQ_SMALL_MM / 2 * da->px_per_mm;
    crossing c = crossing_of(da, db);
    sq_box box = sq_window_box(w, db, reach / db->px_per_mm);
    p->n = 0;
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            point q = {.on = {spot_on(da, x, y), spot_on(db, x, y)}};
            if (p->n == PIXELS_CAP || !(w->believed[i] > 0) ||
                !may_show(&c, da, db, &q, x, y, margin, reach) ||
                under_another(disc, n, a, b, x, y, SQ_OVERLAP_ORDER_CLEAR_STEPS * step_px))
                continue;
            q.x = (x - x0) / small_px;
            q.y = (y - y0) / small_px;
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
            double clear = SQ_OVERLAP_ORDER_CLEAR_STEPS * step_px;
            if (!(w->believed[i] > 0) ||
                spot_on(&disc[k], x, y).away > -SQ_OVERLAP_ORDER_FACE_STEPS * step_px ||
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
    const double free = SQ_OVERLAP_ORDER_FREE;
    const double all[UNKNOWNS] = {
        [BRIGHTNESS] = free,         [SLOPE_X] = free * q->x,      [SLOPE_Y] = free * q->y,
        [FACES] = free * look.upper, [LINE] = free * look.line,    [TURNING] = free * look.turn,
        [FURTHER_IN] = further,      [ASIDE_X] = further * on->dx, [ASIDE_Y] = further * on->dy};
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

/* The logarithm of how likely what is seen is, where pixels deviate by `noise` from the best drawing and its
 * unknowns, like they, vary normally (the evidence of a linear model, MacKay 1992). */
static double evidence(const sums *s, double noise) {
    double A[UNKNOWNS][UNKNOWNS], b[UNKNOWNS], per_square = 1 / (noise * noise);
    double fit = s->squares * per_square, volume = s->n * log(noise);
    for (int j = 0; j < UNKNOWNS; j++) {
        b[j] = s->b[j] * per_square;
        for (int k = 0; k <= j; k++)
            A[j][k] = s->A[j][k] * per_square + (j == k);
    }
    if (!sq_cholesky(A[0], UNKNOWNS, UNKNOWNS)) return -INFINITY;
    sq_cholesky_forward(A[0], UNKNOWNS, UNKNOWNS, b);
    for (int j = 0; j < UNKNOWNS; j++) {
        fit -= b[j] * b[j];
        volume += log(A[j][j]);
    }
    return -fit / 2 - volume;
}

/* By how much the second order is the likelier one, at the noise that makes the likelier of the two
 * likeliest: faces differ in gloss and grain. Much noise makes any pixel unlikely, so the search ends. */
static double compare(const sums *first, const sums *second) {
    double best = -INFINITY, odds = 0;
    for (double noise = SQ_OVERLAP_ORDER_NOISE_LEAST;; noise *= M_SQRT2) {
        double a = evidence(first, noise), b = evidence(second, noise);
        if (!(fmax(a, b) > best)) return odds;
        best = fmax(a, b);
        odds = b - a;
    }
}

double sq_overlap_order(const sq_window *w, const sq_disc *disc, int n, int a, int b, bool alike,
                        const double sigma_mm[2], const sq_rim_photometry *light) {
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
    sums first, second;
    sum_up(&first, &p, 0, light);
    sum_up(&second, &p, 1, light);
    return p.n ? SQ_OVERLAP_ORDER_BELIEF * compare(&first, &second) : 0;
}
