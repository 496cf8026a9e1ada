#include "vision/fit.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "vision/tolerance.h"

/* ---- the edge
 * ------------------------------------------------------------------------------------------------ */

enum { EDGE_STEPS = 512 };
#define EDGE_REACH 3.5 /* blurs from the rim beyond which a pixel is wholly in or out */

static float edge_table[EDGE_STEPS + 2]; /* the normal distribution function over -REACH..REACH */
static pthread_once_t edge_once = PTHREAD_ONCE_INIT;

static void fill_edge_table(void) {
    for (int i = 0; i < EDGE_STEPS + 2; i++)
        edge_table[i] = (float)(0.5 * erfc(-(2.0 * i / EDGE_STEPS - 1) * EDGE_REACH / M_SQRT2));
}

/* The share of a pixel that is covered, at t blurs outside the rim; slope: its derivative by t. */
static inline double coverage(double t, double *slope) {
    *slope = 0;
    if (t >= EDGE_REACH) return 0;
    if (t <= -EDGE_REACH) return 1;
    double u = (EDGE_REACH - t) * (EDGE_STEPS / (2 * EDGE_REACH));
    int i = (int)u;
    double step = edge_table[i + 1] - edge_table[i];
    *slope = -step * (EDGE_STEPS / (2 * EDGE_REACH));
    return edge_table[i] + (u - i) * step;
}

/* ---- one pixel of the model
 * ---------------------------------------------------------------------------------- */

enum { PER_DISC = 4, UNKNOWNS = PER_DISC * SQ_FIT_CAP }; /* x, y, chroma.x, chroma.y of each disc */

typedef struct {
    double model[2];
    double cover[SQ_FIT_CAP];    /* how much of the pixel disc k covers, were it alone */
    double shown[SQ_FIT_CAP];    /* how much of it no later disc hides */
    double rim[SQ_FIT_CAP];      /* d cover / d distance, per mm */
    double away[SQ_FIT_CAP][2];  /* unit direction from the centre */
    double below[SQ_FIT_CAP][2]; /* the model under disc k */
} pixel_model;

static void draw_pixel(pixel_model *m, const sq_disc *disc, int n, double blur_px, sq_chroma ground, double x,
                       double y) {
    m->model[0] = ground.x;
    m->model[1] = ground.y;
    for (int k = 0; k < n; k++) {
        double slope, blur_mm = blur_px / disc[k].px_per_mm;
        double d = sq_disc_distance(&disc[k], x, y, &m->away[k][0], &m->away[k][1]);
        double s = m->cover[k] = coverage(d / blur_mm, &slope);
        m->rim[k] = slope / blur_mm;
        memcpy(m->below[k], m->model, sizeof m->model);
        m->model[0] += s * (disc[k].chroma.x - m->model[0]);
        m->model[1] += s * (disc[k].chroma.y - m->model[1]);
    }
    double open = 1;
    for (int k = n - 1; k >= 0; k--) {
        m->shown[k] = open;
        open *= 1 - m->cover[k];
    }
}

/* The box of all discs and their blur, clipped to the window. */
static sq_box all_boxes(const sq_window *w, const sq_disc *disc, int n) {
    sq_box all = {w->x0 + w->w, w->y0 + w->h, w->x0, w->y0};
    for (int k = 0; k < n; k++) {
        sq_box b = sq_disc_box(&disc[k], SQ_FIT_MARGIN_MM);
        all.x0 = b.x0 < all.x0 ? b.x0 : all.x0;
        all.y0 = b.y0 < all.y0 ? b.y0 : all.y0;
        all.x1 = b.x1 > all.x1 ? b.x1 : all.x1;
        all.y1 = b.y1 > all.y1 ? b.y1 : all.y1;
    }
    all.x0 = all.x0 < w->x0 ? w->x0 : all.x0;
    all.y0 = all.y0 < w->y0 ? w->y0 : all.y0;
    all.x1 = all.x1 > w->x0 + w->w ? w->x0 + w->w : all.x1;
    all.y1 = all.y1 > w->y0 + w->h ? w->y0 + w->h : all.y1;
    return all;
}

/* The residual that counts as wholly unexplained: a fixed share of the strongest chroma in the model. */
static double residual_scale(const sq_disc *disc, int n) {
    double longest = 0;
    for (int k = 0; k < n; k++)
        longest = fmax(longest, sq_chroma_length(disc[k].chroma));
    return fmax(SQ_RESIDUAL_SHARE * longest, SQ_RESIDUAL_LEAST);
}

/* ---- normal equations
 * ---------------------------------------------------------------------------------------- */

typedef struct {
    int n; /* unknowns */
    double A[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
    double weight, square; /* sums over pixels: of weights, of weighted squared residuals */
} normal_equations;

/* Adds one pixel: two residuals (chroma x and y) with the robust weight of their length. */
static void add_pixel(normal_equations *e, const pixel_model *m, const sq_disc *disc, int n, sq_chroma seen,
                      double scale) {
    double r[2] = {seen.x - m->model[0], seen.y - m->model[1]};
    double square = (r[0] * r[0] + r[1] * r[1]) / (scale * scale);
    double weight = 1 / ((1 + square) * (1 + square)); /* Geman–McClure */
    int index[UNKNOWNS], used = 0;
    double J[UNKNOWNS][2];
    for (int k = 0; k < n; k++) {
        double show = m->shown[k];
        if (show * m->cover[k] < 1e-6 && m->rim[k] == 0) continue;
        double edge = m->rim[k] * show;
        double step[2] = {edge * (disc[k].chroma.x - m->below[k][0]),
                          edge * (disc[k].chroma.y - m->below[k][1])};
        for (int axis = 0; axis < 2; axis++) {
            J[used][0] = -m->away[k][axis] * step[0];
            J[used][1] = -m->away[k][axis] * step[1];
            index[used++] = PER_DISC * k + axis;
        }
        for (int c = 0; c < 2; c++) {
            J[used][c] = show * m->cover[k];
            J[used][1 - c] = 0;
            index[used++] = PER_DISC * k + 2 + c;
        }
    }
    for (int i = 0; i < used; i++) {
        e->b[index[i]] += weight * (J[i][0] * r[0] + J[i][1] * r[1]);
        for (int j = 0; j <= i; j++)
            e->A[index[i]][index[j]] += weight * (J[i][0] * J[j][0] + J[i][1] * J[j][1]);
    }
    e->weight += weight;
    e->square += weight * (r[0] * r[0] + r[1] * r[1]);
}

static void build(normal_equations *e, const sq_window *w, const sq_disc *disc, int n, double blur_px) {
    e->n = PER_DISC * n;
    for (int i = 0; i < e->n; i++)
        memset(e->A[i], 0, sizeof(double) * (size_t)e->n);
    memset(e->b, 0, sizeof e->b);
    e->weight = e->square = 0;
    double scale = residual_scale(disc, n);
    sq_box box = all_boxes(w, disc, n);
    pixel_model m;
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            if (!w->believed[i]) continue;
            draw_pixel(&m, disc, n, blur_px, w->ground[i], x, y);
            add_pixel(e, &m, disc, n, w->chroma[i], scale);
        }
}

/* A prior that only what the pixels cannot tell feels: a hidden disc keeps its place and colour. */
static void damp(normal_equations *e) {
    for (int i = 0; i < e->n; i++)
        e->A[i][i] += i % PER_DISC < 2 ? SQ_FIT_DAMPING_PLACE : SQ_FIT_DAMPING_CHROMA;
}

/* Cholesky decomposition in the lower triangle. */
static bool decompose(normal_equations *e) {
    for (int i = 0; i < e->n; i++)
        for (int j = 0; j <= i; j++) {
            double s = e->A[i][j];
            for (int k = 0; k < j; k++)
                s -= e->A[i][k] * e->A[j][k];
            if (i == j) {
                if (!(s > 0)) return false;
                e->A[i][i] = sqrt(s);
            } else {
                e->A[i][j] = s / e->A[j][j];
            }
        }
    return true;
}

static void solve(const normal_equations *e, double x[UNKNOWNS]) {
    for (int i = 0; i < e->n; i++) {
        double s = x[i];
        for (int k = 0; k < i; k++)
            s -= e->A[i][k] * x[k];
        x[i] = s / e->A[i][i];
    }
    for (int i = e->n - 1; i >= 0; i--) {
        double s = x[i];
        for (int k = i + 1; k < e->n; k++)
            s -= e->A[k][i] * x[k];
        x[i] = s / e->A[i][i];
    }
}

/* ---- the public functions
 * ------------------------------------------------------------------------------------ */

static void claim_sigmas(const sq_window *w, const sq_disc *disc, int n, double blur_px, sq_fit_quality *q) {
    static _Thread_local normal_equations e;
    build(&e, w, disc, n, blur_px);
    q->noise = e.weight > 0 ? sqrt(e.square / (2 * e.weight)) : 0;
    damp(&e);
    if (!decompose(&e)) {
        for (int k = 0; k < n; k++)
            q->sigma_mm[k] = disc[k].radius_mm;
        return;
    }
    for (int k = 0; k < n; k++) {
        double variance = 0;
        for (int axis = 0; axis < 2; axis++) {
            double unit[UNKNOWNS] = {0};
            unit[PER_DISC * k + axis] = 1;
            solve(&e, unit);
            variance += unit[PER_DISC * k + axis] / 2;
        }
        q->sigma_mm[k] = q->noise * sqrt(variance);
    }
}

void sq_fit_judge(const sq_window *w, const sq_disc *disc, int n, double blur_px, sq_fit_quality *q) {
    pthread_once(&edge_once, fill_edge_table);
    double scale = residual_scale(disc, n), pixels = 0;
    double total[SQ_FIT_CAP] = {0}, shown[SQ_FIT_CAP] = {0};
    pixel_model m;
    for (int y = w->y0; y < w->y0 + w->h; y++)
        for (int x = w->x0; x < w->x0 + w->w; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            draw_pixel(&m, disc, n, blur_px, w->ground[i], x, y);
            for (int k = 0; k < n; k++) {
                total[k] += m.cover[k];
                shown[k] += m.cover[k] * (w->believed[i] ? m.shown[k] : 0);
            }
            if (!w->believed[i]) continue;
            double rx = w->chroma[i].x - m.model[0], ry = w->chroma[i].y - m.model[1];
            double s = (rx * rx + ry * ry) / (scale * scale);
            pixels += s / (1 + s);
        }
    double px_per_mm = n ? disc[0].px_per_mm : 1;
    q->unexplained = pixels / (px_per_mm * px_per_mm);
    for (int k = 0; k < n; k++)
        q->seen[k] = total[k] > 0 ? shown[k] / total[k] : 0;
}

void sq_fit_discs(const sq_window *w, const sq_camera *c, sq_disc *disc, int n, double blur_px, int steps,
                  sq_fit_quality *q) {
    assert(n <= SQ_FIT_CAP);
    pthread_once(&edge_once, fill_edge_table);
    static _Thread_local normal_equations e;
    for (int step = 0; step < steps; step++) {
        build(&e, w, disc, n, blur_px);
        damp(&e);
        double x[UNKNOWNS];
        memcpy(x, e.b, sizeof x);
        if (!decompose(&e)) break;
        solve(&e, x);
        double furthest = 0;
        for (int k = 0; k < n; k++) {
            double *d = x + PER_DISC * k, length = hypot(d[0], d[1]);
            double clip = length > SQ_FIT_LONGEST_STEP_MM ? SQ_FIT_LONGEST_STEP_MM / length : 1;
            disc[k].at.x += clip * d[0];
            disc[k].at.y += clip * d[1];
            disc[k].chroma.x += (float)d[2];
            disc[k].chroma.y += (float)d[3];
            sq_disc_place(&disc[k], c);
            furthest = fmax(furthest, clip * length);
        }
        if (furthest < SQ_FIT_DONE_MM) break;
    }
    if (q) {
        sq_fit_judge(w, disc, n, blur_px, q);
        claim_sigmas(w, disc, n, blur_px, q);
    }
}

double sq_fit_blur(const sq_window *w, const sq_disc *disc, double start_px) {
    /* Golden section: the unexplained area is unimodal in the blur near its minimum. */
    const double golden = 0.6180339887;
    double lo = start_px / 2, hi = start_px * 2;
    double a = hi - golden * (hi - lo), b = lo + golden * (hi - lo);
    sq_fit_quality qa, qb;
    sq_fit_judge(w, disc, 1, a, &qa);
    sq_fit_judge(w, disc, 1, b, &qb);
    while (hi - lo > SQ_BLUR_DONE_PX) {
        if (qa.unexplained < qb.unexplained) {
            hi = b;
            b = a;
            qb = qa;
            a = hi - golden * (hi - lo);
            sq_fit_judge(w, disc, 1, a, &qa);
        } else {
            lo = a;
            a = b;
            qa = qb;
            b = lo + golden * (hi - lo);
            sq_fit_judge(w, disc, 1, b, &qb);
        }
    }
    return (lo + hi) / 2;
}
