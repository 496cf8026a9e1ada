#include "calib/mat_edge.h"

#include "calib/sample.h"
#include "calib/tolerance.h"

/* What a profile's fit works on: the columns of one window. */
typedef struct {
    int n;
    double offset[SQ_STRIP_OFFSETS], level[SQ_STRIP_OFFSETS]; /* pixels, grey levels */
    double noise;
    double start_px, blur_px, shadow_px; /* centres of the weak priors */
} profile;

static double normal_cdf(double x) {
    return erfc(-x * M_SQRT1_2) / 2;
}

/* exp(−u/d) for u > 0, blurred by a Gaussian of width b. */
static double blurred_decay(double u, double d, double b) {
    double k = b / d;
    return exp(fmin(k * k / 2 - u / d, 50)) * normal_cdf(u / b - k);
}

enum { SIDE_MAT, SIDE_TABLE, SIDE_SHADOW, SIDE_EDGE, SIDE_BLUR, SIDE_DECAY, SIDE_PARAMETERS };
enum { SIDE_PRIORS = 4 };

static void side_residuals(const double *x, double *r, const void *context) {
    const profile *p = context;
    double b = exp(x[SIDE_BLUR]), d = exp(x[SIDE_DECAY]);
    for (int i = 0; i < p->n; i++) {
        double u = p->offset[i] - x[SIDE_EDGE];
        double v = x[SIDE_MAT] + (x[SIDE_TABLE] - x[SIDE_MAT]) * normal_cdf(u / b) -
                   x[SIDE_SHADOW] * x[SIDE_TABLE] * blurred_decay(u, d, b);
        r[i] = (v - p->level[i]) / p->noise;
    }
    double *prior = r + p->n;
    prior[0] = (x[SIDE_EDGE] - p->start_px) / SQ_EDGE_START_SIGMA_PX;
    prior[1] = (x[SIDE_BLUR] - log(p->blur_px)) / SQ_EDGE_BLUR_LOG_SIGMA;
    prior[2] = (x[SIDE_DECAY] - log(p->shadow_px)) / SQ_EDGE_SHADOW_LOG_SIGMA;
    prior[3] = (x[SIDE_SHADOW] - SQ_EDGE_SHADOW_DEPTH) / SQ_EDGE_SHADOW_SIGMA;
}

enum { LINE_LEVEL, LINE_SLOPE, LINE_DEPTH, LINE_MIDDLE, LINE_WIDTH, LINE_PARAMETERS };
enum { LINE_PRIORS = 2 };

static void line_residuals(const double *x, double *r, const void *context) {
    const profile *p = context;
    for (int i = 0; i < p->n; i++) {
        double u = p->offset[i] - x[LINE_MIDDLE], k = u / exp(x[LINE_WIDTH]);
        r[i] = (x[LINE_LEVEL] + x[LINE_SLOPE] * u - x[LINE_DEPTH] * exp(-k * k / 2) - p->level[i]) / p->noise;
    }
    double *prior = r + p->n;
    prior[0] = (x[LINE_MIDDLE] - p->start_px) / SQ_EDGE_START_SIGMA_PX;
    prior[1] = (x[LINE_WIDTH] - log(p->blur_px)) / SQ_EDGE_BLUR_LOG_SIGMA;
}

/* The columns within `reach` pixels of the start that lie in the picture. */
static bool cut_profile(const sq_strip *s, int block, double start, double reach, profile *p) {
    int n = (int)ceil(reach / s->step_px), middle = (int)lround(start);
    p->n = 0;
    p->start_px = sq_strip_px(s, start);
    for (int o = middle - n; o <= middle + n; o++) {
        if (o < 0 || o >= SQ_STRIP_OFFSETS || isnan(s->level[block][o])) continue;
        p->offset[p->n] = sq_strip_px(s, o);
        p->level[p->n++] = s->level[block][o];
    }
    return p->n >= n + 3; /* more than half, so both sides of the line */
}

/* Solves, then says the deviation of one parameter from the fit's own residuals. */
static bool solve(profile *p, int parameters, int priors, sq_lm_function *f, double *x, const double *step,
                  int which, double *sigma, sq_lm_work *w) {
    sq_lm_problem problem = {.parameters = parameters,
                             .residuals = p->n + priors,
                             .function = f,
                             .context = p,
                             .step = step,
                             .iterations = SQ_EDGE_ITERATIONS,
                             .enough = SQ_EDGE_ENOUGH};
    if (!sq_lm_solve(&problem, x, w)) return false;
    double inverse[SQ_LM_PARAMETERS * SQ_LM_PARAMETERS], sum = 0;
    if (!sq_lm_invert(w->normal, parameters, inverse)) return false;
    for (int i = 0; i < p->n; i++)
        sum += w->residual[i] * w->residual[i];
    double scale = fmax(1, sqrt(sum / (p->n - parameters + 1)));
    *sigma = scale * sqrt(inverse[which * parameters + which]);
    return true;
}

static double mean_of(const double *v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum / n;
}

static bool measure_side(profile *p, sq_edge *out, sq_lm_work *w) {
    static const double step[SIDE_PARAMETERS] = {1e-3, 1e-3, 1e-5, 1e-5, 1e-5, 1e-5};
    int end = p->n / 4;
    double x[SIDE_PARAMETERS] = {
        [SIDE_MAT] = mean_of(p->level, end),  [SIDE_TABLE] = mean_of(p->level + p->n - end, end),
        [SIDE_SHADOW] = SQ_EDGE_SHADOW_DEPTH, [SIDE_EDGE] = p->start_px,
        [SIDE_BLUR] = log(p->blur_px),        [SIDE_DECAY] = log(p->shadow_px)};
    if (!solve(p, SIDE_PARAMETERS, SIDE_PRIORS, side_residuals, x, step, SIDE_EDGE, &out->sigma_px, w))
        return false;
    out->offset_px = x[SIDE_EDGE];
    out->contrast = fabs(x[SIDE_TABLE] * (1 - x[SIDE_SHADOW] / 2) - x[SIDE_MAT]);
    out->blur_px = exp(x[SIDE_BLUR]);
    return true;
}

static bool measure_line(profile *p, sq_edge *out, sq_lm_work *w) {
    static const double step[LINE_PARAMETERS] = {1e-3, 1e-3, 1e-3, 1e-5, 1e-5};
    double ground = mean_of(p->level, p->n / 4), dark = ground;
    for (int i = 0; i < p->n; i++)
        dark = fmin(dark, p->level[i]);
    double x[LINE_PARAMETERS] = {[LINE_LEVEL] = ground,
                                 [LINE_DEPTH] = ground - dark,
                                 [LINE_MIDDLE] = p->start_px,
                                 [LINE_WIDTH] = log(p->blur_px)};
    if (!solve(p, LINE_PARAMETERS, LINE_PRIORS, line_residuals, x, step, LINE_MIDDLE, &out->sigma_px, w))
        return false;
    out->offset_px = x[LINE_MIDDLE];
    out->contrast = x[LINE_DEPTH]; /* negative: a light line is no baseline */
    out->blur_px = exp(x[LINE_WIDTH]);
    return true;
}

bool sq_edge_measure(const sq_strip *s, int block, const sq_strip_course *c, sq_edge *out, sq_lm_work *w) {
    double start = sq_strip_course_at(s, c, block) + SQ_STRIP_OFFSETS / 2;
    profile p = {.blur_px = SQ_EDGE_BLUR_PX, .shadow_px = SQ_EDGE_SHADOW_PX};
    if (!s->inside[block]) return false;
    bool side = sq_mat_line_is_side(s->line);
    double line_px = SQ_BASELINE_HALF_MM * s->px_per_mm;
    if (!side) p.blur_px = hypot(p.blur_px, line_px / M_SQRT2 / 2);
    double reach = side ? SQ_EDGE_REACH_PX : line_px + SQ_EDGE_REACH_PX / 2;
    if (!cut_profile(s, block, start, reach, &p)) return false;
    double code = sq_light_step(mean_of(p.level, p.n));
    p.noise = SQ_EDGE_NOISE * code;
    if (!(side ? measure_side : measure_line)(&p, out, w)) return false;
    return out->contrast > SQ_EDGE_LEAST_CONTRAST * code &&
           fabs(out->offset_px - p.start_px) < SQ_EDGE_STRAY_PX;
}
