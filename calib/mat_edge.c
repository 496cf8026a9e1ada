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

static double normal_pdf(double x) {
    return exp(-x * x / 2) * (M_2_SQRTPI * M_SQRT1_2 / 2);
}

/* ---- A side ---- */

enum { SIDE_MAT, SIDE_TABLE, SIDE_SHADOW, SIDE_EDGE, SIDE_BLUR, SIDE_DECAY, SIDE_PARAMETERS };
enum { SIDE_PRIORS = 4 };

/* What the side's model is made of at one place. */
typedef struct {
    double u, b, d, k, z; /* from the edge; blur and decay; b / d; u / b */
    double step, density; /* Φ (z), φ (z) */
    double growth, decay,
        spread; /* exp (k²/2 − u/d); that times Φ (z − k), the shadow; and times φ (z − k) */
} side_terms;

static side_terms side_at(const double *x, double offset) {
    side_terms t = {.u = offset - x[SIDE_EDGE], .b = exp(x[SIDE_BLUR]), .d = exp(x[SIDE_DECAY])};
    t.k = t.b / t.d;
    t.z = t.u / t.b;
    t.step = normal_cdf(t.z);
    t.density = normal_pdf(t.z);
    t.growth = exp(fmin(t.k * t.k / 2 - t.u / t.d, 50)); /* far inside, where Φ is 0 anyway */
    t.decay = t.growth * normal_cdf(t.z - t.k);
    t.spread = t.growth * normal_pdf(t.z - t.k);
    return t;
}

static void side_residuals(const double *x, double *r, const void *context) {
    const profile *p = context;
    for (int i = 0; i < p->n; i++) {
        side_terms t = side_at(x, p->offset[i]);
        double v =
            x[SIDE_MAT] + (x[SIDE_TABLE] - x[SIDE_MAT]) * t.step - x[SIDE_SHADOW] * x[SIDE_TABLE] * t.decay;
        r[i] = (v - p->level[i]) / p->noise;
    }
    double *prior = r + p->n;
    prior[0] = (x[SIDE_EDGE] - p->start_px) / SQ_EDGE_START_SIGMA_PX;
    prior[1] = (x[SIDE_BLUR] - log(p->blur_px)) / SQ_EDGE_BLUR_LOG_SIGMA;
    prior[2] = (x[SIDE_DECAY] - log(p->shadow_px)) / SQ_EDGE_SHADOW_LOG_SIGMA;
    prior[3] = (x[SIDE_SHADOW] - SQ_EDGE_SHADOW_DEPTH) / SQ_EDGE_SHADOW_SIGMA;
}

static void side_derivatives(const double *x, double (*j)[SQ_LM_RESIDUALS], const void *context) {
    const profile *p = context;
    double contrast = x[SIDE_TABLE] - x[SIDE_MAT], shade = x[SIDE_SHADOW] * x[SIDE_TABLE];
    for (int i = 0; i < p->n; i++) {
        side_terms t = side_at(x, p->offset[i]);
        double slope = t.spread / t.b - t.decay / t.d; /* of the shadow, by u */
        j[SIDE_MAT][i] = (1 - t.step) / p->noise;
        j[SIDE_TABLE][i] = (t.step - x[SIDE_SHADOW] * t.decay) / p->noise;
        j[SIDE_SHADOW][i] = -x[SIDE_TABLE] * t.decay / p->noise;
        j[SIDE_EDGE][i] = (-contrast * t.density / t.b + shade * slope) / p->noise;
        j[SIDE_BLUR][i] =
            (-contrast * t.density * t.z - shade * (t.decay * t.k * t.k - t.spread * (t.z + t.k))) / p->noise;
        j[SIDE_DECAY][i] = -shade * (t.decay * (t.u / t.d - t.k * t.k) + t.spread * t.k) / p->noise;
    }
    for (int k = 0; k < SIDE_PARAMETERS; k++)
        for (int i = 0; i < SIDE_PRIORS; i++)
            j[k][p->n + i] = 0;
    j[SIDE_EDGE][p->n] = 1 / SQ_EDGE_START_SIGMA_PX;
    j[SIDE_BLUR][p->n + 1] = 1 / SQ_EDGE_BLUR_LOG_SIGMA;
    j[SIDE_DECAY][p->n + 2] = 1 / SQ_EDGE_SHADOW_LOG_SIGMA;
    j[SIDE_SHADOW][p->n + 3] = 1 / SQ_EDGE_SHADOW_SIGMA;
}

/* ---- A baseline ---- */

enum { LINE_LEVEL, LINE_SLOPE, LINE_DEPTH, LINE_MIDDLE, LINE_WIDTH, LINE_PARAMETERS };
enum { LINE_PRIORS = 2 };

static void line_residuals(const double *x, double *r, const void *context) {
    const profile *p = context;
    for (int i = 0; i < p->n; i++) {
        double u = p->offset[i] - x[LINE_MIDDLE], k = u / exp(x[LINE_WIDTH]);
        double v = x[LINE_LEVEL] + x[LINE_SLOPE] * u - x[LINE_DEPTH] * exp(-k * k / 2);
        r[i] = (v - p->level[i]) / p->noise;
    }
    double *prior = r + p->n;
    prior[0] = (x[LINE_MIDDLE] - p->start_px) / SQ_EDGE_START_SIGMA_PX;
    prior[1] = (x[LINE_WIDTH] - log(p->blur_px)) / SQ_EDGE_BLUR_LOG_SIGMA;
}

static void line_derivatives(const double *x, double (*j)[SQ_LM_RESIDUALS], const void *context) {
    const profile *p = context;
    double width = exp(x[LINE_WIDTH]);
    for (int i = 0; i < p->n; i++) {
        double u = p->offset[i] - x[LINE_MIDDLE], k = u / width, g = exp(-k * k / 2);
        j[LINE_LEVEL][i] = 1 / p->noise;
        j[LINE_SLOPE][i] = u / p->noise;
        j[LINE_DEPTH][i] = -g / p->noise;
        j[LINE_MIDDLE][i] = -(x[LINE_SLOPE] + x[LINE_DEPTH] * g * k / width) / p->noise;
        j[LINE_WIDTH][i] = -x[LINE_DEPTH] * g * k * k / p->noise;
    }
    for (int k = 0; k < LINE_PARAMETERS; k++)
        for (int i = 0; i < LINE_PRIORS; i++)
            j[k][p->n + i] = 0;
    j[LINE_MIDDLE][p->n] = 1 / SQ_EDGE_START_SIGMA_PX;
    j[LINE_WIDTH][p->n + 1] = 1 / SQ_EDGE_BLUR_LOG_SIGMA;
}

/* ---- Either ---- */

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

/* A model of a profile: how many parameters, which of them is the line's place. */
typedef struct {
    int parameters, priors, place;
    sq_lm_function *residuals;
    sq_lm_derivatives *derivatives;
} model;

static const model side_model = {SIDE_PARAMETERS, SIDE_PRIORS, SIDE_EDGE, side_residuals, side_derivatives};
static const model line_model = {LINE_PARAMETERS, LINE_PRIORS, LINE_MIDDLE, line_residuals, line_derivatives};

/* Solves, then says where the line is and how sure that is by the fit's own residuals. */
static bool solve(const model *m, const profile *p, double *x, sq_edge *out, sq_lm_work *w) {
    sq_lm_problem problem = {.parameters = m->parameters,
                             .residuals = p->n + m->priors,
                             .function = m->residuals,
                             .derivatives = m->derivatives,
                             .context = p,
                             .iterations = SQ_EDGE_ITERATIONS,
                             .enough = SQ_EDGE_ENOUGH};
    double inverse[SQ_LM_PARAMETERS * SQ_LM_PARAMETERS], sum = 0;
    if (!sq_lm_solve(&problem, x, w) || !sq_lm_invert(w->normal, m->parameters, inverse)) return false;
    for (int i = 0; i < p->n; i++)
        sum += w->residual[i] * w->residual[i];
    double scale = fmax(1, sqrt(sum / (p->n - m->parameters + 1)));
    out->offset_px = x[m->place];
    out->sigma_px = scale * sqrt(inverse[m->place * m->parameters + m->place]);
    return true;
}

static double mean_of(const double *v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum / n;
}

static bool measure_side(const profile *p, sq_edge *out, sq_lm_work *w) {
    int end = p->n / 4;
    double x[SIDE_PARAMETERS] = {
        [SIDE_MAT] = mean_of(p->level, end),  [SIDE_TABLE] = mean_of(p->level + p->n - end, end),
        [SIDE_SHADOW] = SQ_EDGE_SHADOW_DEPTH, [SIDE_EDGE] = p->start_px,
        [SIDE_BLUR] = log(p->blur_px),        [SIDE_DECAY] = log(p->shadow_px)};
    if (!solve(&side_model, p, x, out, w)) return false;
    out->contrast = fabs(x[SIDE_TABLE] * (1 - x[SIDE_SHADOW] / 2) - x[SIDE_MAT]);
    return true;
}

/* A light line has a negative contrast and is no baseline. */
static bool measure_baseline(const profile *p, sq_edge *out, sq_lm_work *w) {
    double ground = mean_of(p->level, p->n / 4), dark = ground;
    for (int i = 0; i < p->n; i++)
        dark = fmin(dark, p->level[i]);
    double x[LINE_PARAMETERS] = {[LINE_LEVEL] = ground,
                                 [LINE_DEPTH] = ground - dark,
                                 [LINE_MIDDLE] = p->start_px,
                                 [LINE_WIDTH] = log(p->blur_px)};
    if (!solve(&line_model, p, x, out, w)) return false;
    out->contrast = x[LINE_DEPTH];
    return true;
}

bool sq_edge_measure(const sq_strip *s, int block, const sq_strip_course *c, sq_edge *out, sq_lm_work *w) {
    profile p = {.blur_px = SQ_EDGE_BLUR_PX, .shadow_px = SQ_EDGE_SHADOW_PX};
    bool side = sq_mat_line_is_side(s->line);
    double start = sq_strip_course_at(s, c, block) + SQ_STRIP_OFFSETS / 2;
    double line_px = SQ_BASELINE_HALF_MM * s->px_per_mm;
    if (!side) p.blur_px = hypot(p.blur_px, line_px / M_SQRT2 / 2);
    double reach = side ? SQ_EDGE_REACH_PX : line_px + SQ_EDGE_REACH_PX / 2;
    if (!s->inside[block] || !cut_profile(s, block, start, reach, &p)) return false;
    double code = sq_light_step(mean_of(p.level, p.n));
    p.noise = SQ_EDGE_NOISE * code;
    if (!(side ? measure_side : measure_baseline)(&p, out, w)) return false;
    return out->contrast > SQ_EDGE_LEAST_CONTRAST * code &&
           fabs(out->offset_px - p.start_px) < SQ_EDGE_STRAY_PX;
}
