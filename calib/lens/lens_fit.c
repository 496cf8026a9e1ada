/* Fits the lens to all views of a board: a closed-form start after Zhang, then damped least squares in
 * which each view's pose is eliminated, and strays are left out. */
#include "calib/lens/lens_fit.h"

#include <stdlib.h>
#include <string.h>

#include "calib/camera/camera_fit.h"
#include "calib/camera/lens_file.h"
#include "vision/frame/opencv.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/tunable_number.h"

/* Views without which focal length and middle are a guess. */
#define SQ_LENS_LEAST_VIEWS 4

/* Pixels that a crossing may be off a plane seen without a lens. */
SQ_NUMBER(SQ_LENS_STRAY_PX, 20.0);

/* A first focal length that is so many times the usual one, or as small a part, is not believed. */
SQ_NUMBER(SQ_LENS_FAR, 4.0);

/* Deviations of a coordinate at which a crossing is no crossing: one in 3000 honest ones. */
SQ_NUMBER(SQ_LENS_STRAY, 4.0);

/* Share of the focal length: a lens that is less sure is no better than the mat's own sides. */
SQ_NUMBER(SQ_LENS_UNSURE, 0.02);

/* Of the lens, and of a view's pose; camera_fit.h's parameters have the pose first. */
enum { L = SQ_LENS_PARAMETERS, P = SQ_CAMERA_LOG_FOCAL, ALL = SQ_CAMERA_PARAMETERS };

typedef struct {
    double pose[P * P], cross[L * P], gradient[P];
    double inverse[P * P]; /* of the damped pose */
} view_normal;

typedef struct {
    sq_lens_fit *fit;
    const sq_board *board;
    const sq_board_view *views;
    int count;
    double cost; /* sum of squares, pixels² */
    double lens[L * L], gradient[L];
    double reduced[L * L], covariance[L * L];
    view_normal view[SQ_LENS_VIEWS];
    sq_camera trial[SQ_LENS_VIEWS];
} solver;

/* ---- Where to start ---- */

static sq_code homography_of(const solver *s, int v, double h[3][3], sq_diag *d) {
    const sq_board_view *view = &s->views[v];
    sq_mm from[SQ_BOARD_CORNERS_CAP];
    for (int i = 0; i < view->count; i++)
        from[i] = sq_board_corner(s->board, view->corner[i]);
    return sq_cv_homography(from, view->at, view->count, SQ_LENS_STRAY_PX, h, d);
}

/* Zhang's two constraints on 1/f² for square pixels and the middle in the picture's middle, each divided by
 * its homography's size. */
static void constrain(const double h[3][3], const sq_camera *c, double *pq, double *pp) {
    double a[2][3], size = 0;
    for (int k = 0; k < 2; k++) {
        a[k][0] = h[0][k] - c->cx * h[2][k];
        a[k][1] = h[1][k] - c->cy * h[2][k];
        a[k][2] = h[2][k];
        size += a[k][0] * a[k][0] + a[k][1] * a[k][1];
    }
    double p[] = {(a[0][0] * a[1][0] + a[0][1] * a[1][1]) / size,
                  (a[0][0] * a[0][0] + a[0][1] * a[0][1] - a[1][0] * a[1][0] - a[1][1] * a[1][1]) / size};
    double q[] = {a[0][2] * a[1][2] / size, (a[0][2] * a[0][2] - a[1][2] * a[1][2]) / size};
    for (int k = 0; k < 2; k++) {
        *pq += p[k] * q[k];
        *pp += p[k] * p[k];
    }
}

/* The pose that a homography means: K⁻¹H = λ (r1 r2 t), made a rotation by Gram and Schmidt. */
static void pose_from(const double h[3][3], sq_camera *c) {
    double m[3][3], n = 0;
    for (int k = 0; k < 3; k++) {
        m[0][k] = (h[0][k] - c->cx * h[2][k]) / c->fx;
        m[1][k] = (h[1][k] - c->cy * h[2][k]) / c->fy;
        m[2][k] = h[2][k];
    }
    for (int i = 0; i < 3; i++)
        n += m[i][0] * m[i][0];
    double scale = (m[2][2] < 0 ? -1 : 1) / sqrt(n), dot = 0;
    for (int i = 0; i < 3; i++) {
        c->R[i][0] = scale * m[i][0];
        c->t[i] = scale * m[i][2];
        dot += scale * scale * m[i][0] * m[i][1];
    }
    n = 0;
    for (int i = 0; i < 3; i++) {
        c->R[i][1] = scale * m[i][1] - dot * c->R[i][0];
        n += c->R[i][1] * c->R[i][1];
    }
    for (int i = 0; i < 3; i++)
        c->R[i][1] /= sqrt(n);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c->R[i][2] = c->R[j][0] * c->R[k][1] - c->R[k][0] * c->R[j][1];
    }
}

static sq_code start(solver *s, int width, int height, sq_diag *d) {
    double h[SQ_LENS_VIEWS][3][3], pq = 0, pp = 0;
    int longer = width > height ? width : height;
    sq_camera c = {.cx = (width - 1) / 2.0, .cy = (height - 1) / 2.0, .width = width, .height = height};
    for (int v = 0; v < s->count; v++) {
        sq_code code = homography_of(s, v, h[v], d);
        if (code) return code;
        constrain(h[v], &c, &pq, &pp);
    }
    double f = sqrt(-pp / pq), usual = SQ_GUESS_FOCAL * longer / 2;
    c.fx = c.fy = f > usual / SQ_LENS_FAR && f < usual * SQ_LENS_FAR ? f : usual;
    for (int v = 0; v < s->count; v++) {
        s->fit->view[v] = c;
        pose_from(h[v], &s->fit->view[v]);
    }
    return SQ_OK;
}

/* ---- Least squares ---- */

static sq_px seen_at(const sq_camera *c, const sq_board *b, int corner) {
    return sq_px_from_mm3(c, sq_mm_at_height(sq_board_corner(b, corner), 0));
}

static double cost_of(const solver *s, const sq_camera *cameras) {
    double sum = 0;
    for (int v = 0; v < s->count; v++)
        for (int i = 0; i < s->views[v].count; i++) {
            if (s->fit->stray[v][i]) continue;
            sq_px p = seen_at(&cameras[v], s->board, s->views[v].corner[i]), q = s->views[v].at[i];
            sum += (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
        }
    return sum;
}

/* Cameras a little to either side in each parameter. */
static void beside(const sq_camera *c, sq_camera lo[ALL], sq_camera hi[ALL]) {
    double x[ALL];
    sq_camera_parameters(c, x);
    for (int k = 0; k < ALL; k++) {
        double at = x[k];
        x[k] = at - sq_camera_steps[k];
        lo[k] = sq_camera_from_parameters(c, x);
        x[k] = at + sq_camera_steps[k];
        hi[k] = sq_camera_from_parameters(c, x);
        x[k] = at;
    }
}

static void add_row(solver *s, view_normal *n, const double j[ALL], double r) {
    for (int a = 0; a < P; a++) {
        n->gradient[a] += j[a] * r;
        for (int b = 0; b < P; b++)
            n->pose[a * P + b] += j[a] * j[b];
    }
    for (int a = 0; a < L; a++) {
        s->gradient[a] += j[P + a] * r;
        for (int b = 0; b < L; b++)
            s->lens[a * L + b] += j[P + a] * j[P + b];
        for (int b = 0; b < P; b++)
            n->cross[a * P + b] += j[P + a] * j[b];
    }
}

static void linearise(solver *s) {
    memset(s->lens, 0, sizeof s->lens);
    memset(s->gradient, 0, sizeof s->gradient);
    for (int v = 0; v < s->count; v++) {
        sq_camera lo[ALL], hi[ALL], *c = &s->fit->view[v];
        s->view[v] = (view_normal){0};
        beside(c, lo, hi);
        for (int i = 0; i < s->views[v].count; i++) {
            if (s->fit->stray[v][i]) continue;
            int corner = s->views[v].corner[i];
            sq_px p = seen_at(c, s->board, corner), q = s->views[v].at[i];
            double jx[ALL], jy[ALL];
            for (int k = 0; k < ALL; k++) {
                sq_px a = seen_at(&lo[k], s->board, corner), b = seen_at(&hi[k], s->board, corner);
                jx[k] = (b.x - a.x) / (2 * sq_camera_steps[k]);
                jy[k] = (b.y - a.y) / (2 * sq_camera_steps[k]);
            }
            add_row(s, &s->view[v], jx, p.x - q.x);
            add_row(s, &s->view[v], jy, p.y - q.y);
        }
    }
}

/* Takes a view's pose out of the lens's normal matrix: S −= C D⁻¹ Cᵀ, g −= C D⁻¹ gᵥ. */
static void eliminate(const view_normal *n, double *matrix, double *gradient) {
    for (int a = 0; a < L; a++)
        for (int i = 0; i < P; i++) {
            double sum = 0;
            for (int k = 0; k < P; k++)
                sum += n->cross[a * P + k] * n->inverse[k * P + i];
            gradient[a] -= sum * n->gradient[i];
            for (int b = 0; b < L; b++)
                matrix[a * L + b] -= sum * n->cross[b * P + i];
        }
}

/* The inverse of the lens's normal matrix without the poses, its diagonal raised by the damping. */
static bool reduce(solver *s, double damping, double gradient[L]) {
    memcpy(s->reduced, s->lens, sizeof s->lens);
    memcpy(gradient, s->gradient, sizeof s->gradient);
    for (int a = 0; a < L; a++)
        s->reduced[a * L + a] *= 1 + damping;
    for (int v = 0; v < s->count; v++) {
        double pose[P * P];
        memcpy(pose, s->view[v].pose, sizeof pose);
        for (int a = 0; a < P; a++)
            pose[a * P + a] *= 1 + damping;
        if (!sq_lm_invert(pose, P, s->view[v].inverse)) return false;
        eliminate(&s->view[v], s->reduced, gradient);
    }
    return sq_lm_invert(s->reduced, L, s->covariance);
}

static void step_view(const solver *s, int v, const double lens_step[L], sq_camera *out) {
    const view_normal *n = &s->view[v];
    double x[ALL], rest[P];
    sq_camera_parameters(&s->fit->view[v], x);
    for (int i = 0; i < P; i++) {
        rest[i] = n->gradient[i];
        for (int a = 0; a < L; a++)
            rest[i] += n->cross[a * P + i] * lens_step[a];
    }
    for (int i = 0; i < P; i++)
        for (int k = 0; k < P; k++)
            x[i] -= n->inverse[i * P + k] * rest[k];
    for (int a = 0; a < L; a++)
        x[P + a] += lens_step[a];
    *out = sq_camera_from_parameters(&s->fit->view[v], x);
}

/* One damped step (Marquardt 1963); false where it made nothing better. */
static bool try_step(solver *s, double damping) {
    double gradient[L], lens_step[L] = {0};
    if (!reduce(s, damping, gradient)) return false;
    for (int a = 0; a < L; a++)
        for (int b = 0; b < L; b++)
            lens_step[a] -= s->covariance[a * L + b] * gradient[b];
    for (int v = 0; v < s->count; v++)
        step_view(s, v, lens_step, &s->trial[v]);
    double cost = cost_of(s, s->trial);
    if (!(cost < s->cost)) return false;
    memcpy(s->fit->view, s->trial, sizeof s->trial);
    s->cost = cost;
    return true;
}

static void descend(solver *s) {
    double damping = SQ_LM_DAMPING;
    s->cost = cost_of(s, s->fit->view);
    for (int i = 0; i < SQ_LM_ITERATIONS; i++) {
        double before = s->cost;
        linearise(s);
        while (!try_step(s, damping))
            if ((damping *= 10) > SQ_LM_DAMPING_MOST) return;
        damping /= 10;
        if (before - s->cost < SQ_CAMERA_FIT_ENOUGH * before) return;
    }
}

/* ---- Strays, and what is reported ---- */

static int corners_kept(const solver *s) {
    int n = 0;
    for (int v = 0; v < s->count; v++)
        for (int i = 0; i < s->views[v].count; i++)
            n += !s->fit->stray[v][i];
    return n;
}

/* Of the residual in x and in y. */
static double deviation(const solver *s) {
    return sqrt(s->cost / (2 * corners_kept(s) - L - P * s->count));
}

static int leave_out_strays(solver *s) {
    double limit = SQ_LENS_STRAY * deviation(s);
    int before = s->fit->strays;
    for (int v = 0; v < s->count; v++)
        for (int i = 0; i < s->views[v].count; i++) {
            sq_px r = sq_lens_residual(s->fit, s->board, s->views, v, i);
            if (s->fit->stray[v][i] || hypot(r.x, r.y) < limit) continue;
            s->fit->stray[v][i] = true;
            s->fit->strays++;
        }
    return s->fit->strays - before;
}

sq_px sq_lens_residual(const sq_lens_fit *fit, const sq_board *b, const sq_board_view *views, int view,
                       int i) {
    sq_px p = seen_at(&fit->view[view], b, views[view].corner[i]), q = views[view].at[i];
    return (sq_px){p.x - q.x, p.y - q.y};
}

static sq_code report(solver *s, sq_diag *d) {
    sq_lens *l = &s->fit->lens;
    double gradient[L], sigma_px = deviation(s);
    linearise(s);
    if (!reduce(s, 0, gradient))
        return sq_fail(d, SQ_E_CAMERA, "the views do not settle the lens; tilt the board to all four sides");
    *l = (sq_lens){.camera = s->fit->view[0],
                   .rms_px = sqrt(s->cost / (2 * corners_kept(s))),
                   .views = s->count,
                   .corners = corners_kept(s)};
    for (int a = 0; a < L; a++)
        l->sigma[a] = sigma_px * sqrt(s->covariance[a * L + a]);
    if (l->sigma[0] > SQ_LENS_UNSURE)
        return sq_fail(
            d, SQ_E_CAMERA,
            "the focal length would be uncertain by %.1f %%; take more views with the board tilted "
            "by 30 degrees to the left, right, front and back",
            100 * l->sigma[0]);
    return SQ_OK;
}

static sq_code solve(solver *s, int width, int height, sq_diag *d) {
    sq_code code = start(s, width, height, d);
    if (code) return code;
    descend(s);
    while (leave_out_strays(s)) /* great ones hide the small */
        descend(s);
    return report(s, d);
}

sq_code sq_lens_solve(sq_lens_fit *fit, const sq_board *b, const sq_board_view *views, int count, int width,
                      int height, sq_diag *d) {
    *fit = (sq_lens_fit){.strays = 0};
    if (count < SQ_LENS_LEAST_VIEWS)
        return sq_fail(d, SQ_E_CAMERA,
                       "the board is seen in %d picture%s, and a lens needs %d; take more, the board tilted "
                       "and in all parts of the picture",
                       count, count == 1 ? "" : "s", SQ_LENS_LEAST_VIEWS);
    solver *s = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "not enough memory to find a lens; close other programs");
    *s = (solver){.fit = fit, .board = b, .views = views, .count = count};
    sq_code code = solve(s, width, height, d);
    free(s);
    return code;
}
