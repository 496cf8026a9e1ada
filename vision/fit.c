#include "vision/fit.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "vision/tolerance.h"

/* ---- the edge ---------------------------------------------------------------------------------------- */

enum { EDGE_STEPS = 512 };
#define EDGE_REACH 3.0f /* blurs from the rim beyond which a pixel is wholly in or out */

static float edge_table[EDGE_STEPS + 2]; /* the normal distribution function over -REACH..REACH */
static pthread_once_t edge_once = PTHREAD_ONCE_INIT;

static void fill_edge_table(void) {
    for (int i = 0; i < EDGE_STEPS + 2; i++)
        edge_table[i] = (float)(0.5 * erfc(-(2.0 * i / EDGE_STEPS - 1) * EDGE_REACH / M_SQRT2));
}

/* The share of a pixel that is covered, at t blurs outside the rim; slope: its derivative by t. */
static inline float coverage(float t, float *slope) {
    *slope = 0;
    if (t >= EDGE_REACH) return 0;
    if (t <= -EDGE_REACH) return 1;
    float u = (EDGE_REACH - t) * (EDGE_STEPS / (2 * EDGE_REACH));
    int i = (int)u;
    float step = edge_table[i + 1] - edge_table[i];
    *slope = -step * (EDGE_STEPS / (2 * EDGE_REACH));
    return edge_table[i] + (u - (float)i) * step;
}

/* ---- one pixel of the model ------------------------------------------------------------------------------
 */

enum { PER_DISC = 2, UNKNOWNS = PER_DISC * SQ_FIT_CAP }; /* x and y of each disc */

/* What drawing wants of a disc, worked out once for many pixels. */
typedef struct {
    float x, y, to_mm[2][2]; /* of sq_disc */
    float radius;            /* mm, where a blurred round edge is half as high: σ² / 2r inside the rim */
    float in2, out2; /* squared distances (mm²) within which a pixel is wholly in, beyond which wholly out */
    float per_blur;  /* blurs per mm */
    sq_chroma chroma;
    sq_box reach; /* pixels outside of it are wholly out */
} brush;

typedef struct {
    int n;
    brush disc[SQ_FIT_CAP];
    int in_row, row[SQ_FIT_CAP]; /* the discs that reach into the row that is drawn, bottom first */
} brushes;

static void begin_row(brushes *b, int y) {
    b->in_row = 0;
    for (int k = 0; k < b->n; k++)
        if (y >= b->disc[k].reach.y0 && y < b->disc[k].reach.y1) b->row[b->in_row++] = k;
}

static void prepare(brushes *b, const sq_disc *disc, int n, double blur_px) {
    b->n = n;
    for (int k = 0; k < n; k++) {
        const sq_disc *d = &disc[k];
        double blur_mm = blur_px / d->px_per_mm, reach = EDGE_REACH * blur_mm;
        double in = fmax(d->radius_mm - reach, 0), out = d->radius_mm + reach;
        b->disc[k] =
            (brush){.x = (float)d->centre.x,
                    .y = (float)d->centre.y,
                    .to_mm = {{(float)d->to_mm[0][0], (float)d->to_mm[0][1]},
                              {(float)d->to_mm[1][0], (float)d->to_mm[1][1]}},
                    .radius = (float)(fmax(d->radius_mm - blur_mm * blur_mm / (2 * d->radius_mm), 0)),
                    .in2 = (float)(in * in),
                    .out2 = (float)(out * out),
                    .per_blur = (float)(1 / blur_mm),
                    .chroma = d->chroma,
                    .reach = sq_disc_box(d, reach)};
    }
}

/* One disc's part in a pixel; only discs that cover some of it have one. */
typedef struct {
    int disc;
    float cover;    /* how much of the pixel it covers, were it alone */
    float shown;    /* how much of it no later disc hides */
    float rim;      /* d cover / d distance, per mm */
    float away[2];  /* unit direction from the centre */
    float below[2]; /* the model under it */
} part;

typedef struct {
    float model[2];
    int parts;
    part part[SQ_FIT_CAP]; /* bottom first */
} pixel_model;

/* Draws pixel (px, py) of the row that was begun. */
static void draw_pixel(pixel_model *m, const brushes *b, sq_chroma ground, int px, int py) {
    float x = (float)px, y = (float)py;
    m->model[0] = ground.x;
    m->model[1] = ground.y;
    m->parts = 0;
    for (int i = 0; i < b->in_row; i++) {
        int k = b->row[i];
        const brush *d = &b->disc[k];
        if (px < d->reach.x0 || px >= d->reach.x1) continue;
        float u = x - d->x, v = y - d->y;
        float p = d->to_mm[0][0] * u + d->to_mm[0][1] * v, q = d->to_mm[1][0] * u + d->to_mm[1][1] * v;
        float square = p * p + q * q;
        if (square >= d->out2) continue;
        part *t = &m->part[m->parts++];
        *t = (part){.disc = k, .cover = 1, .below = {m->model[0], m->model[1]}};
        if (square > d->in2) {
            float r = sqrtf(square), slope;
            t->cover = coverage((r - d->radius) * d->per_blur, &slope);
            t->rim = slope * d->per_blur;
            t->away[0] = p / r;
            t->away[1] = q / r;
        }
        m->model[0] += t->cover * (d->chroma.x - m->model[0]);
        m->model[1] += t->cover * (d->chroma.y - m->model[1]);
    }
    float open = 1;
    for (int i = m->parts - 1; i >= 0; i--) {
        m->part[i].shown = open;
        open *= 1 - m->part[i].cover;
    }
}

sq_box sq_fit_box(const sq_window *w, const sq_disc *disc, int n, sq_disc_set which) {
    sq_box all = {w->x0 + w->w, w->y0 + w->h, w->x0, w->y0};
    for (int k = 0; k < n; k++) {
        if (!(which >> k & 1)) continue;
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

/* ---- normal equations -------------------------------------------------------------------------------- */

/* The places of the moving discs, solved together. Their chromas hardly depend on them (a rim's step is as
 * long inside as outside), so each is bettered by itself, from the pixels that its disc shows. */
typedef struct {
    int n;                /* unknowns */
    int slot[SQ_FIT_CAP]; /* of a moving disc: where its unknowns begin; of one that stands: -1 */
    double A[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
    double shown[SQ_FIT_CAP], tint[SQ_FIT_CAP][2]; /* sums of squared shares, and of residuals by share */
    double weight, square; /* sums over pixels: of weights, of weighted squared residuals */
} normal_equations;

/* Adds one pixel: two residuals (chroma x and y) with the robust weight of their length. */
static void add_pixel(normal_equations *e, const pixel_model *m, const brushes *b, sq_chroma seen,
                      float scale) {
    float r[2] = {seen.x - m->model[0], seen.y - m->model[1]};
    float square = r[0] * r[0] + r[1] * r[1], misfit = 1 + square / (scale * scale);
    float weight = 1 / (misfit * misfit); /* Geman–McClure */
    int index[UNKNOWNS], used = 0;
    float J[UNKNOWNS][2];
    for (int i = 0; i < m->parts; i++) {
        const part *t = &m->part[i];
        if (e->slot[t->disc] < 0 || t->shown < SQ_FIT_SHOWN) continue;
        float share = weight * t->shown * t->cover;
        e->shown[t->disc] += share * t->shown * t->cover;
        e->tint[t->disc][0] += share * r[0];
        e->tint[t->disc][1] += share * r[1];
        if (t->rim == 0) continue;
        const brush *d = &b->disc[t->disc];
        float edge = t->rim * t->shown;
        float step[2] = {edge * (d->chroma.x - t->below[0]), edge * (d->chroma.y - t->below[1])};
        for (int axis = 0; axis < PER_DISC; axis++) {
            J[used][0] = -t->away[axis] * step[0];
            J[used][1] = -t->away[axis] * step[1];
            index[used++] = e->slot[t->disc] + axis;
        }
    }
    for (int i = 0; i < used; i++) {
        float w0 = weight * J[i][0], w1 = weight * J[i][1];
        e->b[index[i]] += w0 * r[0] + w1 * r[1];
        for (int j = 0; j <= i; j++)
            e->A[index[i]][index[j]] += w0 * J[j][0] + w1 * J[j][1];
    }
    e->weight += weight;
    e->square += weight * square;
}

static void build(normal_equations *e, const sq_window *w, const sq_disc *disc, int n, sq_disc_set moving,
                  double blur_px) {
    e->n = 0;
    for (int k = 0; k < n; k++) {
        e->slot[k] = moving >> k & 1 ? e->n : -1;
        e->n += moving >> k & 1 ? PER_DISC : 0;
    }
    for (int i = 0; i < e->n; i++)
        memset(e->A[i], 0, sizeof(double) * (size_t)e->n);
    memset(e->b, 0, sizeof e->b);
    memset(e->shown, 0, sizeof e->shown);
    memset(e->tint, 0, sizeof e->tint);
    e->weight = e->square = 0;
    float scale = (float)residual_scale(disc, n);
    sq_box box = sq_fit_box(w, disc, n, moving);
    brushes b;
    prepare(&b, disc, n, blur_px);
    pixel_model m;
    for (int y = box.y0; y < box.y1; y++) {
        begin_row(&b, y);
        for (int x = box.x0; x < box.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            if (!w->believed[i]) continue;
            draw_pixel(&m, &b, w->ground[i], x, y);
            if (m.parts) add_pixel(e, &m, &b, w->chroma[i], scale);
        }
    }
}

/* A prior that only what the pixels cannot tell feels: a hidden disc keeps its place and colour. */
static void damp(normal_equations *e) {
    for (int i = 0; i < e->n; i++)
        e->A[i][i] += SQ_FIT_DAMPING_PLACE;
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

/* ---- the public functions ---------------------------------------------------------------------------- */

/* How far one pixel is from being explained: noise and shading count next to nothing, a wrong colour 1. */
static inline float misfit(sq_chroma seen, const float model[2], float scale) {
    float x = seen.x - model[0], y = seen.y - model[1], s = (x * x + y * y) / (scale * scale);
    return s * s / (1 + s * s);
}

double sq_fit_unexplained(const sq_window *w, const sq_disc *disc, int n, double blur_px, double scale,
                          sq_box box) {
    pthread_once(&edge_once, fill_edge_table);
    double pixels = 0;
    brushes b;
    prepare(&b, disc, n, blur_px);
    pixel_model m;
    for (int y = box.y0; y < box.y1; y++) {
        begin_row(&b, y);
        for (int x = box.x0; x < box.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            if (!w->believed[i]) continue;
            draw_pixel(&m, &b, w->ground[i], x, y);
            pixels += misfit(w->chroma[i], m.model, (float)scale);
        }
    }
    return n ? pixels / (disc[0].px_per_mm * disc[0].px_per_mm) : pixels;
}

void sq_fit_explained(const sq_window *w, const sq_disc *disc, int n, double blur_px, double scale,
                      uint8_t *explained) {
    pthread_once(&edge_once, fill_edge_table);
    brushes b;
    prepare(&b, disc, n, blur_px);
    pixel_model m;
    for (int i = 0; i < w->w * w->h; i++) {
        if (i % w->w == 0) begin_row(&b, w->y0 + i / w->w);
        draw_pixel(&m, &b, w->ground[i], w->x0 + i % w->w, w->y0 + i / w->w);
        explained[i] = m.parts && misfit(w->chroma[i], m.model, (float)scale) < SQ_MISFIT_EXPLAINED;
    }
}

/* Pixels that a disc covers where nothing hides it, the part beyond the window included: blur changes nothing
 * in it. */
static double drawn_area(const sq_disc *d) {
    double det = d->to_mm[0][0] * d->to_mm[1][1] - d->to_mm[0][1] * d->to_mm[1][0];
    return M_PI * d->radius_mm * d->radius_mm / fabs(det);
}

void sq_fit_judge(const sq_window *w, const sq_disc *disc, int n, double blur_px, sq_fit_quality *q) {
    pthread_once(&edge_once, fill_edge_table);
    float shown[SQ_FIT_CAP] = {0};
    double pixels = 0, left[SQ_FIT_CAP] = {0};
    q->scale = residual_scale(disc, n);
    brushes b;
    prepare(&b, disc, n, blur_px);
    pixel_model m;
    for (int i = 0; i < w->w * w->h; i++) {
        if (i % w->w == 0) begin_row(&b, w->y0 + i / w->w);
        draw_pixel(&m, &b, w->ground[i], w->x0 + i % w->w, w->y0 + i / w->w);
        float s = w->believed[i] ? misfit(w->chroma[i], m.model, (float)q->scale) : 0;
        pixels += s;
        for (int k = 0; k < m.parts; k++) {
            const part *t = &m.part[k];
            left[t->disc] += s;
            shown[t->disc] += w->believed[i] ? t->cover * t->shown : 0;
        }
    }
    double mm2_per_px = n ? 1 / (disc[0].px_per_mm * disc[0].px_per_mm) : 1;
    q->unexplained = pixels * mm2_per_px;
    for (int k = 0; k < n; k++) {
        q->left[k] = left[k] * mm2_per_px;
        q->seen[k] = fmin(shown[k] / drawn_area(&disc[k]), 1);
    }
}

/* Moves one disc by its part of the solution, and tints it; returns how far it moved, mm. */
static double move(sq_disc *disc, const sq_camera *c, const double d[PER_DISC], double shown,
                   const double tint[2]) {
    double length = hypot(d[0], d[1]);
    double clip = length > SQ_FIT_LONGEST_STEP_MM ? SQ_FIT_LONGEST_STEP_MM / length : 1;
    disc->at.x += clip * (disc->to_mat[0][0] * d[0] + disc->to_mat[0][1] * d[1]);
    disc->at.y += clip * (disc->to_mat[1][0] * d[0] + disc->to_mat[1][1] * d[1]);
    double whole = shown + SQ_FIT_BELIEF_CHROMA;
    disc->chroma.x += (float)((tint[0] + SQ_FIT_BELIEF_CHROMA * (disc->usual.x - disc->chroma.x)) / whole);
    disc->chroma.y += (float)((tint[1] + SQ_FIT_BELIEF_CHROMA * (disc->usual.y - disc->chroma.y)) / whole);
    sq_disc_place(disc, c);
    return clip * length;
}

void sq_fit_discs(const sq_window *w, const sq_camera *c, sq_disc *disc, int n, sq_disc_set moving,
                  double blur_px, int steps) {
    assert(n <= SQ_FIT_CAP);
    pthread_once(&edge_once, fill_edge_table);
    static _Thread_local normal_equations e;
    double furthest = INFINITY;
    for (int step = 0; step < steps && furthest > SQ_FIT_DONE_MM; step++) {
        build(&e, w, disc, n, moving, blur_px);
        damp(&e);
        double x[UNKNOWNS];
        memcpy(x, e.b, sizeof x);
        if (!decompose(&e)) return;
        solve(&e, x);
        furthest = 0;
        for (int k = 0; k < n; k++)
            if (e.slot[k] >= 0)
                furthest = fmax(furthest, move(&disc[k], c, x + e.slot[k], e.shown[k], e.tint[k]));
    }
}

void sq_fit_sigmas(const sq_window *w, const sq_disc *disc, int n, double blur_px, sq_fit_quality *q) {
    pthread_once(&edge_once, fill_edge_table);
    static _Thread_local normal_equations e;
    build(&e, w, disc, n, SQ_ALL_DISCS, blur_px);
    q->noise = e.weight > 0 ? sqrt(e.square / (2 * e.weight)) : 0;
    damp(&e);
    bool solvable = decompose(&e);
    for (int k = 0; k < n; k++) {
        double variance = 0;
        for (int axis = 0; axis < 2 && solvable; axis++) {
            double unit[UNKNOWNS] = {0};
            unit[PER_DISC * k + axis] = 1;
            solve(&e, unit);
            variance += unit[PER_DISC * k + axis] / 2;
        }
        q->sigma_mm[k] = solvable ? q->noise * sqrt(variance) : disc[k].radius_mm;
    }
}
