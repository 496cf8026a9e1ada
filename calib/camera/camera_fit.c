/* The camera as a robust least-squares problem: parameters, residuals of lines, of sizes and of priors,
 * and the solution with its covariance. */
#include "calib/camera/camera_fit.h"

#include <assert.h>
#include <float.h>
#include <string.h>

/* The camera, the lines' shared offsets, the bias of sizes. */
enum { C = SQ_CAMERA_PARAMETERS, BIAS = C + SQ_MAT_LINES, ALL };

/* Steps for derivatives: small against what a pixel's thousandth needs, large against rounding. */
const double sq_camera_steps[C] = {1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-5,
                                   1e-6, 1e-3, 1e-3, 1e-5, 1e-5, 1e-6, 1e-6};

/* The share of a standard deviation by which the cameras of a doubt are away: small, since focal length and
 * height are known to a fifth, and what they do together is not straight over so much. */
#define SQ_CAMERA_DOUBT_PART 0.01

/* Rodrigues: the rotation about v by |v|. */
static void rotation(const double v[3], double r[3][3]) {
    double angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    double a = angle > 1e-12 ? sin(angle) / angle : 1,
           b = angle > 1e-6 ? (1 - cos(angle)) / (angle * angle) : 0.5;
    double k[3][3] = {{0, -v[2], v[1]}, {v[2], 0, -v[0]}, {-v[1], v[0], 0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double kk = 0;
            for (int m = 0; m < 3; m++)
                kk += k[i][m] * k[m][j];
            r[i][j] = (i == j) + a * k[i][j] + b * kk;
        }
}

void sq_camera_parameters(const sq_camera *base, double *x) {
    memset(x, 0, sizeof *x * C);
    x[SQ_CAMERA_SHIFT_X] = base->t[0] / base->t[2];
    x[SQ_CAMERA_SHIFT_Y] = base->t[1] / base->t[2];
    x[SQ_CAMERA_LOG_SCALE] = log(base->t[2] / base->fx);
    x[SQ_CAMERA_LOG_FOCAL] = log(base->fx);
    x[SQ_CAMERA_LOG_ASPECT] = log(base->fy / base->fx);
    x[SQ_CAMERA_CX] = base->cx;
    x[SQ_CAMERA_CY] = base->cy;
    for (int i = 0; i < 4; i++)
        x[SQ_CAMERA_K1 + i] = base->dist[i];
}

sq_camera sq_camera_from_parameters(const sq_camera *base, const double *x) {
    sq_camera c = *base;
    double turn[3][3];
    rotation(x + SQ_CAMERA_TURN_X, turn);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            c.R[i][j] = 0;
            for (int m = 0; m < 3; m++)
                c.R[i][j] += turn[i][m] * base->R[m][j];
        }
    c.fx = exp(x[SQ_CAMERA_LOG_FOCAL]);
    c.fy = c.fx * exp(x[SQ_CAMERA_LOG_ASPECT]);
    c.t[2] = c.fx * exp(x[SQ_CAMERA_LOG_SCALE]);
    c.t[0] = x[SQ_CAMERA_SHIFT_X] * c.t[2];
    c.t[1] = x[SQ_CAMERA_SHIFT_Y] * c.t[2];
    c.cx = x[SQ_CAMERA_CX];
    c.cy = x[SQ_CAMERA_CY];
    for (int i = 0; i < 4; i++)
        c.dist[i] = x[SQ_CAMERA_K1 + i];
    return c;
}

/* Column k of the covariance's root (Cholesky's, in place), 0 for what is certain or follows from the others.
 */
static void take_root(double a[C][C], int k) {
    double left = a[k][k];
    for (int m = 0; m < k; m++)
        left -= a[k][m] * a[k][m];
    bool open = left > sqrt(DBL_EPSILON) * a[k][k]; /* less is rounding */
    for (int i = k + 1; i < C; i++) {
        double sum = a[i][k];
        for (int m = 0; m < k; m++)
            sum -= a[i][m] * a[k][m];
        a[i][k] = open ? sum / sqrt(left) : 0;
    }
    a[k][k] = open ? sqrt(left) : 0;
}

void sq_camera_doubt_from(sq_camera_doubt *out, const sq_camera *c, const double covariance[C][C]) {
    double root[C][C], x[C];
    static_assert((int)C <= (int)SQ_CAMERA_DOUBT_CAP, "a camera for each parameter");
    memcpy(root, covariance, sizeof root);
    *out = (sq_camera_doubt){.part = SQ_CAMERA_DOUBT_PART, .floor_mm = SQ_CAMERA_FLOOR_MM};
    for (int k = 0; k < C; k++) {
        take_root(root, k);
        if (!(root[k][k] > 0)) continue;
        sq_camera_parameters(c, x);
        for (int i = k; i < C; i++)
            x[i] += SQ_CAMERA_DOUBT_PART * root[i][k];
        out->other[out->count++] = sq_camera_from_parameters(c, x);
    }
}

void sq_camera_turn_mat(sq_camera *c, double angle) {
    for (int i = 0; i < 3; i++) {
        double x = c->R[i][0], y = c->R[i][1];
        c->R[i][0] = cos(angle) * x + sin(angle) * y;
        c->R[i][1] = cos(angle) * y - sin(angle) * x;
    }
}

typedef struct {
    const sq_camera *base;
    const sq_sightings *sightings;
    const sq_camera_prior *prior;
} problem;

static double line_residual(const sq_sighting *g, const sq_camera *c, const double *x) {
    sq_px q = sq_px_from_mm3(c, g->point);
    double off = (q.x - g->seen.x) * g->normal.x + (q.y - g->seen.y) * g->normal.y;
    if (g->line >= 0) off -= x[C + g->line];
    return off / g->sigma_px;
}

static double size_residual(const sq_size_sighting *g, const sq_camera *c, const double *x) {
    sq_mm at = sq_mm_from_px(c, g->middle, g->height_mm);
    double radius_px = g->radius_mm * sq_px_per_mm(c, sq_mm_at_height(at, g->height_mm));
    return (radius_px + x[BIAS] - g->radius_px) / g->sigma_px;
}

double sq_camera_turn(const sq_camera *c) {
    return atan2(c->R[1][0], c->R[0][0]);
}

/* Those of the lens, then the height's, the turn's, the tilt's, the offsets', the bias's. */
static void prior_residuals(const problem *p, const sq_camera *c, const double *x, double *r) {
    const sq_sightings *s = p->sightings;
    for (int i = SQ_CAMERA_LOG_FOCAL; i < C; i++)
        *r++ = p->prior->sigma[i] > 0 ? (x[i] - p->prior->mean[i]) / p->prior->sigma[i] : 0;
    double above = p->prior->height_mm;
    *r++ = above > 0 ? (sq_camera_position(c).z - above) / p->prior->height_sigma_mm : 0;
    const sq_camera_prior *prior = p->prior;
    *r++ = prior->turn_sigma > 0 ? (sq_camera_turn(c) - prior->turn) / prior->turn_sigma : 0;
    *r++ = prior->tilt_sigma > 0 ? c->R[0][2] / prior->tilt_sigma : 0;
    *r++ = prior->tilt_sigma > 0 ? c->R[1][2] / prior->tilt_sigma : 0;
    for (int i = 0; i < SQ_MAT_LINES; i++)
        *r++ = s->offset_sigma_px[i] > 0 ? x[C + i] / s->offset_sigma_px[i] : 0;
    *r = s->sizes ? x[BIAS] / s->size_bias_px : 0;
}

static void residuals(const double *x, double *r, const void *context) {
    const problem *p = context;
    sq_camera c = sq_camera_from_parameters(p->base, x);
    const sq_sightings *s = p->sightings;
    for (int i = 0; i < s->count; i++)
        *r++ = line_residual(&s->sighting[i], &c, x);
    for (int i = 0; i < s->sizes; i++)
        *r++ = size_residual(&s->size[i], &c, x);
    prior_residuals(p, &c, x, r);
}

enum { PRIORS = C - SQ_CAMERA_LOG_FOCAL + 4 + SQ_MAT_LINES + 1 };
static_assert((int)SQ_SIGHTINGS_CAP + (int)SQ_SIZES_CAP + (int)PRIORS <= (int)SQ_LM_RESIDUALS,
              "the solver has room for all sightings");
static_assert((int)ALL <= (int)SQ_LM_PARAMETERS, "the solver has room for all parameters");

static double rms_of(const sq_sightings *s, const sq_lm_work *w) {
    double sum = 0, weight = 0;
    for (int i = 0; i < s->count; i++) {
        double off = w->residual[i] * s->sighting[i].sigma_px;
        sum += w->weight[i] * off * off;
        weight += w->weight[i];
    }
    return weight > 0 ? sqrt(sum / weight) : NAN;
}

bool sq_camera_fit_solve(sq_camera_fit *fit, const sq_sightings *s, const sq_camera_prior *prior,
                         sq_lm_work *w) {
    problem p = {&fit->camera, s, prior};
    double x[ALL] = {0}, step[ALL] = {0}, inverse[SQ_LM_PARAMETERS * SQ_LM_PARAMETERS];
    sq_camera_parameters(&fit->camera, x);
    for (int i = 0; i < C; i++)
        step[i] = i >= SQ_CAMERA_LOG_FOCAL && prior->sigma[i] == 0 ? 0 : sq_camera_steps[i];
    for (int i = 0; i < SQ_MAT_LINES; i++)
        step[C + i] = s->offset_sigma_px[i] > 0 ? 1e-3 : 0;
    step[BIAS] = s->sizes ? 1e-3 : 0;
    sq_lm_problem lm = {.parameters = ALL,
                        .residuals = s->count + s->sizes + PRIORS,
                        .robust = s->count + s->sizes,
                        .robust_width = SQ_CAMERA_FIT_ROBUST,
                        .function = residuals,
                        .context = &p,
                        .step = step,
                        .iterations = SQ_LM_ITERATIONS,
                        .enough = SQ_CAMERA_FIT_ENOUGH};
    if (!sq_lm_solve(&lm, x, w) || !sq_lm_invert(w->normal, ALL, inverse)) return false;
    for (int i = 0; i < C; i++)
        for (int j = 0; j < C; j++)
            fit->covariance[i][j] = inverse[i * ALL + j];
    memcpy(fit->weight, w->weight, sizeof *w->weight * (size_t)s->count);
    memcpy(fit->offset_px, x + C, sizeof fit->offset_px);
    fit->rms_px = rms_of(s, w);
    sq_camera base = fit->camera;
    fit->camera = sq_camera_from_parameters(&base, x);
    return sq_camera_ok(&fit->camera);
}
