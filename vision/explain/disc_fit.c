/* The robust Gauss–Newton fit of discs to a window: draws them row by row, sums residuals and derivatives
 * into normal equations, and measures the area that the drawing leaves unexplained. */
#include "vision/explain/disc_fit.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "vision/explain/disc_render.h"
#include "vision/frame/simd.h"
#include "vision/math/cholesky.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/cluster.h"

/* Share by which a pixel may count as unexplained and still be taken as some disc's: half of it. */
SQ_NUMBER(SQ_MISFIT_EXPLAINED, 0.5f);

/* Pixels' worth of belief that a disc shows its colour's usual chroma. More: a wink of another dye than the
 * rest is drawn in a wrong colour. Fewer: a sliver between two others takes any colour that suits them. */
SQ_NUMBER(SQ_FIT_BELIEF_CHROMA, 10.0);

enum { PER_DISC = 2, UNKNOWNS = PER_DISC * SQ_FIT_CAP }; /* x and y of each disc */

sq_box sq_fit_box(const sq_window *w, const sq_disc *disc, int n, sq_disc_set which) {
    sq_box all = {w->x0 + w->w, w->y0 + w->h, w->x0, w->y0};
    for (int k = 0; k < n; k++)
        if (which >> k & 1) all = sq_box_of_both(all, sq_disc_box(&disc[k], SQ_FIT_MARGIN_MM));
    all.x0 = all.x0 < w->x0 ? w->x0 : all.x0;
    all.y0 = all.y0 < w->y0 ? w->y0 : all.y0;
    all.x1 = all.x1 > w->x0 + w->w ? w->x0 + w->w : all.x1;
    all.y1 = all.y1 > w->y0 + w->h ? w->y0 + w->h : all.y1;
    return all;
}

double sq_fit_scale(const sq_window *w, const sq_disc *disc, int n) {
    double longest = 0;
    for (int k = 0; k < n; k++)
        longest = fmax(longest, sq_chroma_length(disc[k].chroma));
    return fmax(SQ_RESIDUAL_SHARE * longest, fmax(SQ_RESIDUAL_LEAST, SQ_RESIDUAL_CODEC * w->codec_noise));
}

/* ---- A row against the picture ---- */

/* What the picture shows less what the model does, and how much a pixel counts: not at all where it is not
 * believed, and in the columns that fill up the last group. */
typedef struct {
    sq_floats off[2]; /* chroma x and y */
    sq_floats weight;
} residuals;

/* first: the index in the window of the row's first column. */
static inline void subtract(residuals *restrict r, const sq_drawn_row *restrict row, const sq_window *w,
                            int first, int width) {
    const sq_chroma *restrict seen = w->chroma + first;
    const float *restrict believed = w->believed + first;
    for (int i = 0; i < width; i++) {
        r->off[0].at[i] = seen[i].x - row->model[0].at[i];
        r->off[1].at[i] = seen[i].y - row->model[1].at[i];
        r->weight.at[i] = believed[i];
    }
    for (int i = width; i < row->groups * SQ_LANES; i++)
        r->off[0].at[i] = r->off[1].at[i] = r->weight.at[i] = 0;
}

/* ---- Normal equations ---- */

/* What is summed up over a disc's pixels: of the matrix for its place, of the right side, its squared shares,
 * and residuals by share. */
enum { XX, XY, YY, X, Y, SHOWN, TINT_X, TINT_Y, MOMENTS };

/* The places of the moving discs, solved together. Their chromas hardly depend on them (a rim's step is as
 * long inside as outside), so each is bettered by itself, from the pixels that its disc shows. */
typedef struct {
    int n;                /* unknowns */
    int slot[SQ_FIT_CAP]; /* of a moving disc: where its unknowns begin; of one that stands: -1 */
    sq_group moment[SQ_FIT_CAP][MOMENTS];
    sq_group cross[SQ_FIT_CAP][SQ_FIT_CAP][PER_DISC][PER_DISC]; /* of a disc and a later one */
    sq_group weight, square; /* over all pixels: weights, and weighted squared residuals */
    double A[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
} normal_equations;

/* Turns belief into the robust weight of a residual's length (Geman–McClure), where any disc is. */
static inline void weigh(residuals *r, normal_equations *e, const sq_drawn_row *row, float scale) {
    const float per_square = 1 / (scale * scale);
    for (int g = 0; g < row->groups; g++) {
        sq_group x = r->off[0].group[g], y = r->off[1].group[g], square = x * x + y * y;
        sq_group misfit = 1 + square * per_square;
        sq_group weight = r->weight.group[g] * row->touched.group[g] / (misfit * misfit);
        r->weight.group[g] = weight;
        e->weight += weight;
        e->square += weight * square;
    }
}

/* How the model changes with the rim's distance: one chroma (0: x, 1: y) of it per mm. */
#define STEP(p, c, i, g) ((p)->rim.group[g] * (p)->shown.group[g] * ((c) - (p)->below[i].group[g]))

/* Of a shift along an axis a pixel sees − away · step. */
static inline void add_disc(sq_group sum[MOMENTS], const sq_drawn_part *p, const residuals *r, sq_chroma c) {
    for (int g = p->begin; g < p->end; g++) {
        sq_group u = r->off[0].group[g], v = r->off[1].group[g], weight = r->weight.group[g];
        sq_group du = STEP(p, c.x, 0, g), dv = STEP(p, c.y, 1, g);
        sq_group stiff = weight * (du * du + dv * dv), pull = weight * (du * u + dv * v);
        sq_group ax = p->away[0].group[g], ay = p->away[1].group[g];
        sq_group share = p->shown.group[g] * p->cover.group[g];
        sum[XX] += stiff * ax * ax;
        sum[XY] += stiff * ax * ay;
        sum[YY] += stiff * ay * ay;
        sum[X] -= pull * ax;
        sum[Y] -= pull * ay;
        sum[SHOWN] += weight * share * share;
        sum[TINT_X] += weight * share * u;
        sum[TINT_Y] += weight * share * v;
    }
}

static inline void add_pair(sq_group sum[PER_DISC][PER_DISC], const sq_drawn_part *p, sq_chroma c,
                            const sq_drawn_part *q, sq_chroma d, const residuals *r) {
    int begin = p->begin > q->begin ? p->begin : q->begin, end = p->end < q->end ? p->end : q->end;
    for (int g = begin; g < end; g++) {
        sq_group both = r->weight.group[g] *
                        (STEP(p, c.x, 0, g) * STEP(q, d.x, 0, g) + STEP(p, c.y, 1, g) * STEP(q, d.y, 1, g));
        for (int i = 0; i < PER_DISC; i++)
            for (int j = 0; j < PER_DISC; j++)
                sum[i][j] += both * p->away[i].group[g] * q->away[j].group[g];
    }
}

/* Adds a drawn row, whose first column is the window's pixel `first`. */
SQ_WIDE static void add_row(normal_equations *e, const sq_drawn_row *row, const sq_disc_render *g,
                            const sq_window *w, int first, float scale) {
    residuals r;
    subtract(&r, row, w, first, g->width);
    weigh(&r, e, row, scale);
    for (int i = 0; i < row->parts; i++) {
        const sq_drawn_part *p = &row->part[i];
        if (e->slot[p->disc] < 0) continue;
        sq_chroma c = g->brush[p->disc].disc->chroma;
        add_disc(e->moment[p->disc], p, &r, c);
        for (int j = i + 1; j < row->parts; j++) {
            const sq_drawn_part *q = &row->part[j];
            if (e->slot[q->disc] >= 0)
                add_pair(e->cross[p->disc][q->disc], p, c, q, g->brush[q->disc].disc->chroma, &r);
        }
    }
}

static void empty(normal_equations *e, int n, sq_disc_set moving) {
    e->n = 0;
    for (int k = 0; k < n; k++) {
        e->slot[k] = moving >> k & 1 ? e->n : -1;
        e->n += moving >> k & 1 ? PER_DISC : 0;
        memset(e->moment[k], 0, sizeof e->moment[k]);
        memset(e->cross[k], 0, sizeof e->cross[k][0] * (size_t)n);
    }
    e->weight = e->square = (sq_group){0};
}

/* Fills matrix (its lower triangle) and right side from the sums. */
static void assemble(normal_equations *e, int n) {
    for (int k = 0; k < n; k++) {
        int at = e->slot[k];
        if (at < 0) continue;
        e->A[at][at] = sq_group_total(&e->moment[k][XX]);
        e->A[at + 1][at] = sq_group_total(&e->moment[k][XY]);
        e->A[at + 1][at + 1] = sq_group_total(&e->moment[k][YY]);
        e->b[at] = sq_group_total(&e->moment[k][X]);
        e->b[at + 1] = sq_group_total(&e->moment[k][Y]);
        for (int j = k + 1; j < n; j++)
            for (int i = 0; i < PER_DISC * PER_DISC && e->slot[j] >= 0; i++)
                e->A[e->slot[j] + i % PER_DISC][at + i / PER_DISC] =
                    sq_group_total(&e->cross[k][j][i / PER_DISC][i % PER_DISC]);
    }
}

static void build(normal_equations *e, const sq_window *w, const sq_disc *disc, int n, sq_disc_set moving,
                  double blur_px) {
    float scale = (float)sq_fit_scale(w, disc, n);
    sq_box box = sq_fit_box(w, disc, n, moving);
    sq_drawn_row *row = sq_disc_render_memory();
    sq_disc_render g;
    empty(e, n, moving);
    sq_disc_render_begin(&g, disc, n, blur_px, box.x0, box.x1 - box.x0);
    for (int y = box.y0; y < box.y1; y++) {
        int first = (y - w->y0) * w->w + box.x0 - w->x0;
        sq_disc_render_row(row, &g, w->ground + first, y);
        if (row->parts) add_row(e, row, &g, w, first, scale);
    }
    assemble(e, n);
}

/* A prior that only what the pixels cannot tell feels: a hidden disc keeps its place and colour. */
static void damp(normal_equations *e) {
    for (int i = 0; i < e->n; i++)
        e->A[i][i] += SQ_FIT_DAMPING_PLACE;
}

static bool decompose(normal_equations *e) {
    return sq_cholesky(e->A[0], e->n, UNKNOWNS);
}

static void solve(const normal_equations *e, double x[UNKNOWNS]) {
    sq_cholesky_forward(e->A[0], e->n, UNKNOWNS, x);
    sq_cholesky_back(e->A[0], e->n, UNKNOWNS, x);
}

/* ---- The public functions ---- */

/* Sums over pixels: how far they are from being explained, where noise and shading count next to nothing and
 * a wrong colour 1; the same over each disc's pixels; and how much of each disc is seen. */
typedef struct {
    sq_group all, left[SQ_FIT_CAP], seen[SQ_FIT_CAP];
    float *misfits; /* for each pixel the sum of its row left of it; null where that is not asked */
} judgement;

/* How far the pixels of a row are from being explained, weighed by their belief. */
static inline void find_misfits(sq_floats *misfit, const residuals *r, int groups, double scale) {
    const float per_square = (float)(1 / (scale * scale));
    for (int g = 0; g < groups; g++) {
        sq_group x = r->off[0].group[g], y = r->off[1].group[g], s = (x * x + y * y) * per_square;
        misfit->group[g] = r->weight.group[g] * (s * s / (1 + s * s));
    }
}

/* out[x]: the sum left of column x. */
static inline void sum_row(float *restrict out, const sq_floats *restrict misfit, int groups, int width) {
    int i = 0;
    out[0] = 0;
    for (int g = 0; g < groups; g++)
        for (int l = 0; l < SQ_LANES && i < width; l++, i++)
            out[i + 1] = out[i] + misfit->group[g][l];
}

/* Adds a drawn row, whose first column is the window's pixel `first`. */
SQ_WIDE static void judge_row(judgement *j, const sq_drawn_row *row, const sq_window *w, int first, int width,
                              double scale) {
    residuals r;
    sq_floats misfit;
    subtract(&r, row, w, first, width);
    find_misfits(&misfit, &r, row->groups, scale);
    for (int g = 0; g < row->groups; g++)
        j->all += misfit.group[g];
    if (j->misfits) sum_row(j->misfits + (ptrdiff_t)first / w->w * (w->w + 1), &misfit, row->groups, width);
    for (int k = 0; k < row->parts; k++) {
        const sq_drawn_part *p = &row->part[k];
        for (int g = p->begin; g < p->end; g++) {
            j->left[p->disc] += p->within.group[g] * misfit.group[g];
            j->seen[p->disc] += r.weight.group[g] * p->cover.group[g] * p->shown.group[g];
        }
    }
}

/* Ends early where more than `enough` pixels are not explained. */
static void judge(judgement *j, const sq_window *w, const sq_disc *disc, int n, double blur_px, double scale,
                  sq_box box, double enough) {
    sq_drawn_row *row = sq_disc_render_memory();
    sq_disc_render g;
    sq_disc_render_begin(&g, disc, n, blur_px, box.x0, box.x1 - box.x0);
    for (int y = box.y0; y < box.y1 && sq_group_total(&j->all) <= enough; y++) {
        int first = (y - w->y0) * w->w + box.x0 - w->x0;
        sq_disc_render_row(row, &g, w->ground + first, y);
        judge_row(j, row, w, first, g.width, scale);
    }
}

/* Areas are told at the scale of the lowest disc. */
static double mm2_per_px(const sq_disc *disc, int n) {
    return n ? 1 / (disc[0].px_per_mm * disc[0].px_per_mm) : 1;
}

double sq_fit_unexplained(const sq_window *w, const sq_disc *disc, int n, double blur_px, double scale,
                          sq_box box, double enough) {
    judgement j = {0};
    judge(&j, w, disc, n, blur_px, scale, box, enough / mm2_per_px(disc, n));
    return sq_group_total(&j.all) * mm2_per_px(disc, n);
}

SQ_WIDE static void explain_row(uint8_t *explained, const sq_drawn_row *row, const sq_window *w, int first,
                                double scale) {
    residuals r;
    sq_floats misfit;
    subtract(&r, row, w, first, w->w);
    find_misfits(&misfit, &r, row->groups, scale);
    for (int i = 0; i < w->w; i++)
        explained[first + i] = row->touched.at[i] > 0 && misfit.at[i] < SQ_MISFIT_EXPLAINED;
}

void sq_fit_explained(const sq_window *w, const sq_disc *disc, int n, double blur_px, double scale,
                      uint8_t *explained) {
    sq_drawn_row *row = sq_disc_render_memory();
    sq_disc_render g;
    sq_disc_render_begin(&g, disc, n, blur_px, w->x0, w->w);
    for (int y = 0; y < w->h; y++) {
        sq_disc_render_row(row, &g, w->ground + y * w->w, w->y0 + y);
        explain_row(explained, row, w, y * w->w, scale);
    }
}

/* Pixels that a disc covers where nothing hides it, the part beyond the window included: blur changes nothing
 * in it. */
static double drawn_area(const sq_disc *d) {
    double det = d->to_mm[0][0] * d->to_mm[1][1] - d->to_mm[0][1] * d->to_mm[1][0];
    return M_PI * d->radius_mm * d->radius_mm / fabs(det);
}

void sq_fit_judge(const sq_window *w, const sq_disc *disc, int n, double blur_px, sq_fit_quality *q,
                  float *misfits) {
    judgement j = {.misfits = misfits};
    q->scale = sq_fit_scale(w, disc, n);
    judge(&j, w, disc, n, blur_px, q->scale, (sq_box){w->x0, w->y0, w->x0 + w->w, w->y0 + w->h}, INFINITY);
    q->unexplained = sq_group_total(&j.all) * mm2_per_px(disc, n);
    for (int k = 0; k < n; k++) {
        q->residual_mm2[k] = sq_group_total(&j.left[k]) * mm2_per_px(disc, n);
        q->seen[k] = fmin(sq_group_total(&j.seen[k]) / drawn_area(&disc[k]), 1);
    }
}

double sq_fit_residual_in(const sq_window *w, const sq_disc *disc, int n, const float *misfits, sq_box box) {
    double left = 0;
    for (int y = box.y0; y < box.y1; y++) {
        const float *row = misfits + (ptrdiff_t)(y - w->y0) * (w->w + 1);
        left += (double)(row[box.x1 - w->x0] - row[box.x0 - w->x0]);
    }
    return left * mm2_per_px(disc, n);
}

/* Moves one disc by its part of the solution, and tints it; returns how far it moved, mm. */
static double move(sq_disc *disc, const sq_camera *c, const double d[PER_DISC], const sq_group sum[MOMENTS]) {
    double length = hypot(d[0], d[1]);
    double clip = length > SQ_FIT_LONGEST_STEP_MM ? SQ_FIT_LONGEST_STEP_MM / length : 1;
    disc->at.x += clip * (disc->to_mat[0][0] * d[0] + disc->to_mat[0][1] * d[1]);
    disc->at.y += clip * (disc->to_mat[1][0] * d[0] + disc->to_mat[1][1] * d[1]);
    double whole = sq_group_total(&sum[SHOWN]) + SQ_FIT_BELIEF_CHROMA;
    double x = sq_group_total(&sum[TINT_X]) + SQ_FIT_BELIEF_CHROMA * (disc->usual.x - disc->chroma.x);
    double y = sq_group_total(&sum[TINT_Y]) + SQ_FIT_BELIEF_CHROMA * (disc->usual.y - disc->chroma.y);
    disc->chroma.x += (float)(x / whole);
    disc->chroma.y += (float)(y / whole);
    sq_disc_place(disc, c);
    return clip * length;
}

void sq_fit_discs(const sq_window *w, const sq_camera *c, sq_disc *disc, int n, sq_disc_set moving,
                  double blur_px, int steps) {
    assert(n <= SQ_FIT_CAP);
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
            if (e.slot[k] >= 0) furthest = fmax(furthest, move(&disc[k], c, x + e.slot[k], e.moment[k]));
    }
}

void sq_fit_sigmas(const sq_window *w, const sq_disc *disc, int n, double blur_px, sq_fit_quality *q) {
    static _Thread_local normal_equations e;
    build(&e, w, disc, n, SQ_ALL_DISCS, blur_px);
    double weight = sq_group_total(&e.weight);
    q->noise = weight > 0 ? sqrt(sq_group_total(&e.square) / (2 * weight)) : 0;
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
