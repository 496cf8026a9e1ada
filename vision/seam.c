#include "vision/seam.h"

#include "vision/cholesky.h"
#include "vision/tolerance.h"

enum {
    PIXELS_CAP = 4096, /* a large wink's face at 4K, and half as much again: more are left out */
    UNKNOWNS = 6       /* brightness, its two slopes, the step at the rim; the line's mean and its turning */
};

/* How far each may be from what is expected of it: one standard deviation. */
static const double deviation[UNKNOWNS] = {SQ_SEAM_LEVEL, SQ_SEAM_SLOPE,  SQ_SEAM_SLOPE,
                                           SQ_SEAM_STEP,  SQ_SEAM_FACTOR, SQ_SEAM_FACTOR};

/* Where a pixel lies on a disc: px from its rim, and the direction from its centre. */
typedef struct {
    double away, dx, dy;
} spot;

/* A pixel that may show the seam. */
typedef struct {
    double x, y, light; /* mm from the middle of the two discs; logarithm */
    spot on[2];         /* the two discs */
} point;

typedef struct {
    int n;
    point at[PIXELS_CAP];
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
    double margin = SQ_SEAM_MARGIN_STEPS * step_px, reach = SQ_SEAM_REACH_STEPS * step_px;
    double x0 = (da->centre.x + db->centre.x) / 2, y0 = (da->centre.y + db->centre.y) / 2;
    crossing c = crossing_of(da, db);
    sq_box box = sq_window_box(w, db, reach / db->px_per_mm);
    p->n = 0;
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            point q = {.on = {spot_on(da, x, y), spot_on(db, x, y)}};
            if (p->n == PIXELS_CAP || !(w->believed[i] > 0) ||
                !may_show(&c, da, db, &q, x, y, margin, reach) ||
                under_another(disc, n, a, b, x, y, SQ_SEAM_CLEAR_STEPS * step_px))
                continue;
            q.x = (x - x0) / da->px_per_mm;
            q.y = (y - y0) / da->px_per_mm;
            q.light = log(fmax(sq_window_luminance(w, i), SQ_SEAM_DARKEST));
            p->at[p->n++] = q;
        }
}

/* ---- Two orders compared ---- */

/* What the unknowns do to a pixel where disc `upper` of the two lies upon the other. */
static void row_of(double row[UNKNOWNS], const point *p, int upper, const sq_rim_light *light) {
    const spot *on = &p->on[upper];
    sq_rim_look look = sq_rim_light_at(light, on->away, on->dx, on->dy);
    bool on_lower = p->on[!upper].away < 0;
    row[0] = 1;
    row[1] = p->x;
    row[2] = p->y;
    row[3] = look.upper;
    row[4] = on_lower ? look.line : 0;
    row[5] = on_lower ? look.turn : 0;
}

/* The logarithm of how likely it makes what is seen that disc `upper` lies upon the other (but for what both
 * orders share): of a linear model whose unknowns and pixels vary normally. */
static double evidence(const points *p, int upper, const sq_rim_light *light, double mean) {
    double A[UNKNOWNS][UNKNOWNS] = {{0}}, b[UNKNOWNS] = {0}, squares = 0, volume = 0;
    const double per_square = 1 / (SQ_SEAM_NOISE * SQ_SEAM_NOISE);
    for (int i = 0; i < p->n; i++) {
        double row[UNKNOWNS];
        row_of(row, &p->at[i], upper, light);
        double left =
            p->at[i].light - mean - row[4] - row[5]; /* the line is expected as strong as elsewhere */
        squares += left * left * per_square;
        for (int j = 0; j < UNKNOWNS; j++) {
            row[j] *= deviation[j];
            b[j] += row[j] * left * per_square;
            for (int k = 0; k <= j; k++)
                A[j][k] += row[j] * row[k] * per_square;
        }
    }
    for (int j = 0; j < UNKNOWNS; j++)
        A[j][j] += 1;
    if (!sq_cholesky(A[0], UNKNOWNS, UNKNOWNS)) return 0;
    sq_cholesky_forward(A[0], UNKNOWNS, UNKNOWNS, b);
    for (int j = 0; j < UNKNOWNS; j++) {
        squares -= b[j] * b[j];
        volume += log(A[j][j]);
    }
    return -squares / 2 - volume;
}

double sq_seam_order(const sq_window *w, const sq_disc *disc, int n, int a, int b,
                     const sq_rim_light *light) {
    static _Thread_local points p;
    double mean = 0;
    gather_pair(&p, w, disc, n, a, b, light->step_px);
    for (int i = 0; i < p.n; i++)
        mean += p.at[i].light / p.n;
    return SQ_SEAM_BELIEF * (evidence(&p, 1, light, mean) - evidence(&p, 0, light, mean));
}
