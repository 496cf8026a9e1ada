/* Looks for a small wink on the face of a large one of the same colour: fits the face's own rings of
 * brightness, then searches what they leave for a circle of known radius. */
#include "vision/explain/wink_within_wink.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/disc_render.h"
#include "vision/frame/simd.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/math/cholesky.h"
#include "vision/math/tunable_number.h"

/* Pixels for each unknown under which nothing can be told. */
enum { SQ_WITHIN_POINTS = 4 };

/* Where the dark line along its rim has its middle (blurs outside of it). Its standard deviation is a step of
 * the grid that is searched (below), which is broader than a line is. */
SQ_NUMBER(SQ_WITHIN_OUTSIDE_BLURS, 0.18);

/* What keeps equations solvable. */
SQ_NUMBER(SQ_WITHIN_TINY, 1e-6);

/* mm between the middles: farther, the circle stands so far out of the large
 * one's outline that it is a disc of its own, and shadows along the outline look like it. */
SQ_NUMBER(SQ_WITHIN_FARTHEST_MM, 4.6);

/* mm: the least step of the search, which begins with SQ_EDGE_STEP_BLURS. */
SQ_NUMBER(SQ_WITHIN_FINE_MM, 0.15);

/* What the rings leave (relative light, root mean square) under which no seam can be seen: three quarters of
 * all bare winks leave less, and cost no search. */
SQ_NUMBER(SQ_WITHIN_NOISE, 0.03);

/* When a circle is claimed: the share of what the rings leave that it explains; what it explains against what
 * stays, per pixel; and the most that a circle that is so many mm smaller or larger may explain of what it
 * does. Of 1700 large winks, rendered and drawn, none bare came to more than 0.40 where the contrast was
 * above 200, and the true ones that can be seen at all to 0.49 and more at 340 and more. Lower, and shadows
 * and highlights squop. */
SQ_NUMBER(SQ_WITHIN_SHARE, 0.45);
SQ_NUMBER(SQ_WITHIN_CONTRAST, 300.0);
SQ_NUMBER(SQ_WITHIN_RIVAL_MM, 1.5);
SQ_NUMBER(SQ_WITHIN_RIVAL, 0.97);

enum {
    PIXELS_CAP = 2048,    /* a large wink's face at 4K; of a larger one every second, third ... row is read */
    HATS = 5,             /* rings whose brightness is known; between them it is a mean of two */
    RINGS = 3 * HATS + 2, /* unknowns of a bare face */
    NEAR = 6,             /* of its rings a pixel feels so many, which follow each other, */
    TOUCHED = NEAR + 2,   /* and two of the whole face */
    CIRCLE = 4            /* the step, and the seam's mean, cosine and sine */
};

/* The pixels of the large wink's face. */
typedef SQ_GROUPED(PIXELS_CAP) pixels;

typedef struct {
    int n, rows_apart;
    double px_per_mm, blur_mm;
    double squares;              /* what the rings leave */
    double rings[RINGS * RINGS]; /* their normal equations, decomposed */
    pixels u, v;                 /* mm from its middle, in its plane */
    pixels left;                 /* logarithm of the light; later, what the rings leave of it */
    sq_group part[PIXELS_CAP];
    int8_t hat[PIXELS_CAP]; /* the first of the two hat functions that it lies under */
} face;

/* ---- The face's pixels ---- */

/* Fills up the last group with what no circle meets, a kilometre away. */
static void fill_up(face *f) {
    for (int i = f->n; i % SQ_LANES; i++) {
        f->u.at[i] = f->v.at[i] = 1e6f;
        f->left.at[i] = 0;
    }
}

static void gather(face *f, const sq_window *w, const sq_disc *disc, int n, int host, double blur_px) {
    const sq_disc *d = &disc[host];
    double margin = SQ_FACE_BLURS * blur_px / d->px_per_mm, radius = d->radius_mm * d->px_per_mm;
    sq_box b = sq_window_box(w, d, 0);
    f->n = 0;
    f->px_per_mm = d->px_per_mm;
    f->blur_mm = blur_px / d->px_per_mm;
    f->rows_apart = 1 + (int)fmin(M_PI * radius * radius / PIXELS_CAP, w->h);
    for (int y = b.y0; y < b.y1; y += f->rows_apart)
        for (int x = b.x0; x < b.x1; x++) {
            double dx, dy, away = sq_disc_distance(d, x, y, &dx, &dy), r = away + d->radius_mm;
            int i = (y - w->y0) * w->w + x - w->x0;
            if (away > -margin || w->believed[i] == 0 || sq_disc_covered(disc, n, host, x, y, margin))
                continue;
            if (f->n == PIXELS_CAP) return;
            f->u.at[f->n] = (float)(r * dx);
            f->v.at[f->n] = (float)(r * dy);
            f->left.at[f->n++] = sq_window_log_light(w, i);
        }
    fill_up(f);
}

/* ---- The rings of a bare face ---- */

/* Of the hat functions of the radius each has three unknowns, a mean, a cosine and a sine (those of the
 * innermost come to nothing); then come two for the whole face, elliptic. Which one a pixel's k-th part
 * belongs to: */
static inline int unknown_of(int hat, int k) {
    return k < NEAR ? 3 * hat + k : RINGS - TOUCHED + k;
}

static void find_parts(face *f, double radius_mm) {
    float apart = (float)radius_mm / (HATS - 1);
    for (int i = 0; i < f->n; i++) {
        float u = f->u.at[i], v = f->v.at[i];
        float r = sqrtf(u * u + v * v), x = r > 0 ? u / r : 0, y = r > 0 ? v / r : 0;
        sq_group *part = &f->part[i];
        f->hat[i] = (int8_t)fminf(r / apart, HATS - 2);
        float second = r / apart - (float)f->hat[i];
        for (int h = 0; h < 2; h++) {
            float mean = h ? second : 1 - second, turns = f->hat[i] + h > 0 ? mean : 0;
            (*part)[3 * h] = mean;
            (*part)[3 * h + 1] = turns * x;
            (*part)[3 * h + 2] = turns * y;
        }
        (*part)[6] = (u * u - v * v) / (float)(radius_mm * radius_mm);
        (*part)[7] = u * v / (float)(radius_mm * radius_mm);
    }
}

/* Fits the rings and takes them out. */
static bool take_rings_out(face *f) {
    double b[RINGS] = {0}, *A = f->rings, mean = 0;
    memset(f->rings, 0, sizeof f->rings);
    for (int i = 0; i < f->n; i++)
        mean += (double)f->left.at[i] / f->n;
    for (int i = 0; i < f->n; i++) {
        const sq_group part = f->part[i];
        f->left.at[i] -= (float)mean;
        for (int j = 0; j < TOUCHED; j++) {
            int row = unknown_of(f->hat[i], j);
            b[row] += (double)(part[j] * f->left.at[i]);
            for (int k = 0; k <= j; k++)
                A[row * RINGS + unknown_of(f->hat[i], k)] += (double)(part[j] * part[k]);
        }
    }
    for (int j = 0; j < RINGS; j++)
        A[j * RINGS + j] += SQ_WITHIN_TINY;
    if (!sq_cholesky_solve(A, RINGS, RINGS, b)) return false;
    f->squares = 0;
    for (int i = 0; i < f->n; i++) {
        float *left = &f->left.at[i];
        for (int j = 0; j < TOUCHED; j++)
            *left -= (float)(b[unknown_of(f->hat[i], j)] * (double)f->part[i][j]);
        f->squares += (double)(*left * *left);
    }
    return true;
}

/* ---- The circle ---- */

/* The sums over a face's pixels that tell what a circle explains. */
typedef struct {
    sq_group A[CIRCLE][CIRCLE], b[CIRCLE];
    sq_group cross[HATS - 1][CIRCLE]; /* with the parts of the pixels under each pair of hats */
} circle_sums;

/* The pixels' parts in a circle about (x, y), mm: its step, and its seam, which is seen like a rim's. */
static inline void circle_parts(sq_group part[CIRCLE], const face *f, int group, float x, float y,
                                float radius) {
    const float per_blur = 1 / ((float)SQ_EDGE_STEP_BLURS * (float)f->blur_mm),
                middle = radius + (float)SQ_WITHIN_OUTSIDE_BLURS * (float)f->blur_mm;
    for (int i = 0; i < SQ_LANES; i++) {
        float u = f->u.group[group][i] - x, v = f->v.group[group][i] - y, r = sqrtf(u * u + v * v), slope;
        float t = (r - middle) * per_blur;
        sq_edge_cover(t, &slope);
        slope = t > -SQ_EDGE_REACH && t < SQ_EDGE_REACH ? -slope : 0;
        float outward = slope / (r > 0 ? r : 1);
        part[0][i] = r < radius;
        part[1][i] = slope;
        part[2][i] = outward * u;
        part[3][i] = outward * v;
    }
}

static inline void add_group(circle_sums *s, const sq_group part[CIRCLE], const face *f, int group) {
    for (int j = 0; j < CIRCLE; j++) {
        s->b[j] += part[j] * f->left.group[group];
        for (int k = 0; k <= j; k++)
            s->A[j][k] += part[j] * part[k];
    }
    for (int l = 0, i = group * SQ_LANES; l < SQ_LANES && i < f->n; l++, i++) {
        sq_group *cross = s->cross[f->hat[i]];
        if (part[1][l] == 0 && part[0][l] == 0) continue;
        cross[0] += part[0][l] * f->part[i];
        for (int j = 1; j < CIRCLE && part[1][l] != 0; j++)
            cross[j] += part[j][l] * f->part[i];
    }
}

SQ_WIDE static void sum_circle(circle_sums *s, const face *f, float x, float y, float radius) {
    *s = (circle_sums){0};
    for (int g = 0; g * SQ_LANES < f->n; g++) {
        sq_group part[CIRCLE];
        circle_parts(part, f, g, x, y, radius);
        add_group(s, part, f, g);
    }
}

/* What the circle's parts have in common with the rings, in terms in which these are independent: forward
 * substitution of all parts together. */
static void whiten(double cross[RINGS][CIRCLE], const circle_sums *s, const face *f) {
    memset(cross, 0, sizeof(double) * RINGS * CIRCLE);
    for (int h = 0; h < HATS - 1; h++)
        for (int k = 0; k < TOUCHED; k++)
            for (int j = 0; j < CIRCLE; j++)
                cross[unknown_of(h, k)][j] += (double)s->cross[h][j][k];
    for (int i = 0; i < RINGS; i++) {
        const double *row = f->rings + i * RINGS;
        for (int k = 0; k < i; k++)
            for (int j = 0; j < CIRCLE; j++)
                cross[i][j] -= row[k] * cross[k][j];
        for (int j = 0; j < CIRCLE; j++)
            cross[i][j] /= row[i];
    }
}

/* The squares of what the rings leave that a circle about (x, y) explains, beyond what rings would. */
static double explained(const face *f, double x, double y, double radius_mm) {
    circle_sums s;
    double A[CIRCLE * CIRCLE] = {0}, b[CIRCLE], cross[RINGS][CIRCLE], gain = 0;
    sum_circle(&s, f, (float)x, (float)y, (float)radius_mm);
    whiten(cross, &s, f);
    for (int j = 0; j < CIRCLE; j++) {
        b[j] = sq_group_total(&s.b[j]);
        for (int k = 0; k <= j; k++) {
            A[j * CIRCLE + k] = sq_group_total(&s.A[j][k]);
            for (int l = 0; l < RINGS; l++)
                A[j * CIRCLE + k] -= cross[l][j] * cross[l][k];
        }
        A[j * CIRCLE + j] += SQ_WITHIN_TINY;
    }
    if (!sq_cholesky(A, CIRCLE, CIRCLE)) return 0;
    sq_cholesky_forward(A, CIRCLE, CIRCLE, b);
    for (int j = 0; j < CIRCLE; j++)
        gain += b[j] * b[j];
    return gain;
}

typedef struct {
    double x, y, gain;
} circle;

/* The best circle on a grid of `step` about (x, y). */
static circle best_circle(const face *f, circle about, double reach, double step, double radius_mm) {
    circle best = {about.x, about.y, 0};
    int steps = (int)lround(reach / step);
    for (int i = -steps; i <= steps; i++)
        for (int j = -steps; j <= steps; j++) {
            double x = about.x + i * step, y = about.y + j * step;
            double gain = hypot(x, y) <= SQ_WITHIN_FARTHEST_MM ? explained(f, x, y, radius_mm) : 0;
            if (gain > best.gain) best = (circle){x, y, gain};
        }
    return best;
}

static circle search(const face *f, double radius_mm) {
    double step = SQ_EDGE_STEP_BLURS * f->blur_mm;
    circle best = best_circle(f, (circle){0}, SQ_WITHIN_FARTHEST_MM, step, radius_mm);
    while (best.gain > SQ_WITHIN_SHARE / 2 * f->squares && (step /= 2) > SQ_WITHIN_FINE_MM)
        best = best_circle(f, best, step, step, radius_mm);
    return best;
}

/* Shadows and highlights are no circle of that very size: a smaller or larger one explains them as well. */
static bool has_that_radius(const face *f, const circle *c) {
    double radius = SQ_SMALL_MM / 2, rival = SQ_WITHIN_RIVAL * c->gain;
    return search(f, radius - SQ_WITHIN_RIVAL_MM).gain < rival &&
           search(f, radius + SQ_WITHIN_RIVAL_MM).gain < rival;
}

bool sq_wink_within_wink_find(sq_px *centre, const sq_window *w, const sq_disc *disc, int n, int host,
                              double blur_px) {
    static _Thread_local face f;
    const sq_disc *d = &disc[host];
    gather(&f, w, disc, n, host, blur_px);
    find_parts(&f, d->radius_mm);
    if (f.n < SQ_WITHIN_POINTS * RINGS || !take_rings_out(&f) ||
        f.squares < SQ_WITHIN_NOISE * SQ_WITHIN_NOISE * f.n)
        return false;
    circle c = search(&f, SQ_SMALL_MM / 2);
    double rest = fmax(f.squares - c.gain, SQ_WITHIN_TINY), aside = hypot(c.x, c.y);
    *centre = sq_disc_point(d, atan2(c.y, c.x), aside);
    return aside < SQ_WITHIN_FARTHEST_MM - SQ_WITHIN_FINE_MM && c.gain > SQ_WITHIN_SHARE * f.squares &&
           (f.n - RINGS) * f.rows_apart * c.gain > SQ_WITHIN_CONTRAST * rest && has_that_radius(&f, &c);
}
