#include "vision/seam.h"

#include "vision/cholesky.h"
#include "vision/tolerance.h"

enum {
    PIXELS_CAP = 4096,  /* a large wink's face at 4K, and half as much again: more are thinned out */
    FACE = 4,           /* brightness, its two slopes, and the step at the rim */
    UNKNOWNS = FACE + 3 /* and the line's mean, cosine and sine */
};

/* A pixel that may show the seam. */
typedef struct {
    float x, y, light; /* px from the middle of the overlap; logarithm */
} point;

typedef struct {
    int n;
    point at[PIXELS_CAP];
    double x0, y0; /* the middle, px of the frame */
} points;

/* ---- Which pixels ---- */

/* Signed distance from a disc's rim in pixels. */
static double rim_px(const sq_disc *d, double x, double y) {
    return sq_disc_distance(d, x, y, 0, 0) * d->px_per_mm;
}

static bool under_another(const sq_disc *disc, int n, int level, double x, double y, double margin_px) {
    for (int k = level + 1; k < n; k++)
        if (rim_px(&disc[k], x, y) < margin_px) return true;
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
static bool may_show(const crossing *c, const sq_disc *a, const sq_disc *b, double x, double y, double margin,
                     double reach) {
    double ra = rim_px(a, x, y), rb = rim_px(b, x, y);
    if (fabs(ra) > reach && fabs(rb) > reach) return false;
    for (int k = 0; k < c->count; k++)
        if (hypot(x - c->at[k].x, y - c->at[k].y) < margin) return false;
    if ((ra < -margin && rb < reach) || (rb < -margin && ra < reach)) return true;
    double ex = b->centre.x - a->centre.x, ey = b->centre.y - a->centre.y;
    double aside = fabs((x - a->centre.x) * ey - (y - a->centre.y) * ex) / fmax(hypot(ex, ey), 1);
    return ra < 0 && rb < 0 && aside < c->chord - margin;
}

static void add_point(points *p, const sq_window *w, int x, int y, int i) {
    if (p->n < PIXELS_CAP)
        p->at[p->n++] = (point){(float)(x - p->x0), (float)(y - p->y0), sq_window_log_light(w, i)};
}

/* The pixels of the seam between two discs. */
static void gather_pair(points *p, const sq_window *w, const sq_disc *disc, int n, int a, int b,
                        double blur_px) {
    const sq_disc *da = &disc[a], *db = &disc[b];
    double margin = SQ_SEAM_MARGIN_BLURS * blur_px, reach = SQ_SEAM_REACH_BLURS * blur_px;
    crossing c = crossing_of(da, db);
    sq_box box = sq_disc_box(db, reach / db->px_per_mm);
    p->n = 0;
    p->x0 = (da->centre.x + db->centre.x) / 2;
    p->y0 = (da->centre.y + db->centre.y) / 2;
    for (int y = box.y0 > w->y0 ? box.y0 : w->y0; y < box.y1 && y < w->y0 + w->h; y++)
        for (int x = box.x0 > w->x0 ? box.x0 : w->x0; x < box.x1 && x < w->x0 + w->w; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            if (w->believed[i] > 0 && may_show(&c, da, db, x, y, margin, reach) &&
                !under_another(disc, n, a > b ? a : b, x, y, reach))
                add_point(p, w, x, y, i);
        }
}

/* ---- The model ---- */

/* The row of the design matrix for one pixel, where `upper` lies upon `lower`. */
static void row_of(double row[UNKNOWNS], const points *p, const point *at, const sq_disc *upper,
                   const sq_disc *lower, double blur_px) {
    double x = p->x0 + at->x, y = p->y0 + at->y, dx, dy;
    double away = sq_disc_distance(upper, x, y, &dx, &dy) * upper->px_per_mm;
    double t = (away - SQ_SEAM_OUTSIDE_BLURS * blur_px) / (SQ_SEAM_WIDTH_BLURS * blur_px);
    double line = sq_disc_distance(lower, x, y, 0, 0) < 0 ? exp(-t * t / 2) : 0;
    row[0] = 1;
    row[1] = at->x / SQ_SEAM_SLOPE_PX;
    row[2] = at->y / SQ_SEAM_SLOPE_PX;
    row[3] = away < 0;
    row[FACE] = line;
    row[FACE + 1] = line * dx;
    row[FACE + 2] = line * dy;
}

/* The squares that the model leaves: of the whole, less what each unknown accounts for. */
static double squares_left(const points *p, const sq_disc *upper, const sq_disc *lower, double blur_px) {
    double A[UNKNOWNS][UNKNOWNS] = {{0}}, b[UNKNOWNS] = {0}, all = 0, mean = 0;
    for (int i = 0; i < p->n; i++)
        mean += p->at[i].light / (double)p->n;
    for (int i = 0; i < p->n; i++) {
        double row[UNKNOWNS], light = p->at[i].light - mean;
        row_of(row, p, &p->at[i], upper, lower, blur_px);
        for (int j = 0; j < UNKNOWNS; j++) {
            b[j] += row[j] * light;
            for (int k = 0; k <= j; k++)
                A[j][k] += row[j] * row[k];
        }
        all += light * light;
    }
    for (int j = 0; j < UNKNOWNS; j++)
        A[j][j] += j < FACE ? SQ_SEAM_TINY : SQ_SEAM_RIDGE;
    if (!sq_cholesky(A[0], UNKNOWNS, UNKNOWNS)) return all;
    sq_cholesky_forward(A[0], UNKNOWNS, UNKNOWNS, b);
    for (int j = 0; j < UNKNOWNS; j++)
        all -= b[j] * b[j];
    return fmax(all, 0);
}

/* By how much the second explanation is the likelier one, from the squares that each leaves. */
static double log_odds(double first, double second, int pixels) {
    double variance = fmin(first, second) / fmax(pixels - UNKNOWNS, 1);
    variance = fmax(variance, SQ_SEAM_NOISE * SQ_SEAM_NOISE);
    return SQ_SEAM_BELIEF * (first - second) / (2 * variance);
}

double sq_seam_order(const sq_window *w, const sq_disc *disc, int n, int a, int b, double blur_px) {
    static _Thread_local points p;
    gather_pair(&p, w, disc, n, a, b, blur_px);
    if (p.n <= UNKNOWNS) return 0;
    return log_odds(squares_left(&p, &disc[a], &disc[b], blur_px),
                    squares_left(&p, &disc[b], &disc[a], blur_px), p.n);
}
