/* Fits a blurred step with a shadow (a side) or a dark line (a baseline) to brightness profiles across the
 * mat's lines, first to a whole line, then to each block. */
#include "calib/measure/edge_fit.h"

#include <stdlib.h>

#include "vision/frame/light_sample.h"
#include "vision/math/median.h"
#include "vision/math/normal_distribution.h"
#include "vision/math/tunable_number.h"

/* Pixels to each side that a profile takes in: blur and the shadow of a 3 mm felt at 2 pixels a mm. Longer
 * meets wood grain and winks, shorter does not see the table beyond the shadow. */
SQ_NUMBER(SQ_EDGE_REACH_PX, 5.0);

/* Code values: the deviation of a median of 24 profiles on felt. */
SQ_NUMBER(SQ_EDGE_NOISE, 0.5);

/* Starts of its fit to either side of the course, and pixels between them: a shadow's outer edge is up to 3
 * pixels from the mat's. */
#define SQ_EDGE_STARTS 3
SQ_NUMBER(SQ_EDGE_START_PX, 1.0);

/* Half a squared deviation: a fit that is worse by less than this (2 deviations) is a rival. */
SQ_NUMBER(SQ_EDGE_RIVAL_COST, 2.0);

/* The share of a colour's code value by which shadows change it. */
SQ_NUMBER(SQ_EDGE_COLOUR_SHADOW, 0.01);

/* Blocks without which a line has no common profile. */
#define SQ_EDGE_LEAST_BLOCKS 3

/* Of one block, about what the whole line has: its place in pixels (beyond three of these it has met
 * something else); and its blur and shadow, as a share of what these vary from line to line. Wider, and a
 * wink on the line becomes the line; narrower, and one bent by the lens is straightened. */
SQ_NUMBER(SQ_EDGE_BLOCK_SIGMA_PX, 0.7);
SQ_NUMBER(SQ_EDGE_BLOCK_SHARE, 0.5);

/* What is believed of a parameter before the profile is looked at. */
typedef struct {
    double mean, sigma;
} belief;

/* What the side's model is made of at one place. */
typedef struct {
    double u, z;          /* from the edge; u over the blur */
    double step;          /* Φ (z) */
    double growth, shade; /* exp (k²/2 − u/d), k the blur over the shadow's decay d; that times Φ (z − k) */
} side_terms;

/* All of them, as they were worked out last: a fit asks for the derivatives where it has just been. */
typedef struct {
    bool known;
    double edge, log_blur, log_decay; /* for which they are */
    double blur, decay, k;
    side_terms at[SQ_STRIP_OFFSETS];
} side_model;

/* What a profile's fit works on: the columns of one window. */
typedef struct {
    int n;
    double offset[SQ_STRIP_OFFSETS], level[SQ_STRIP_OFFSETS]; /* pixels, linear light */
    double code;                                              /* light of one code value here */
    double noise;
    belief place, log_blur, log_shadow, depth; /* pixels, and shares of the table's light */
    side_model *side;                          /* the caller's */
} profile;

static double off_belief(double x, belief b) {
    return (x - b.mean) / b.sigma;
}

/* ---- A side ---- */

enum { SIDE_MAT, SIDE_TABLE, SIDE_SHADOW, SIDE_EDGE, SIDE_BLUR, SIDE_DECAY, SIDE_PARAMETERS };
enum { SIDE_PRIOR_EDGE, SIDE_PRIOR_BLUR, SIDE_PRIOR_DECAY, SIDE_PRIOR_SHADOW, SIDE_PRIORS };

static const side_model *side_for(const profile *p, const double *x) {
    side_model *s = p->side;
    if (s->known && s->edge == x[SIDE_EDGE] && s->log_blur == x[SIDE_BLUR] && s->log_decay == x[SIDE_DECAY])
        return s;
    s->edge = x[SIDE_EDGE], s->log_blur = x[SIDE_BLUR], s->log_decay = x[SIDE_DECAY];
    s->blur = exp(s->log_blur);
    s->decay = exp(s->log_decay);
    s->k = s->blur / s->decay;
    s->known = true;
    for (int i = 0; i < p->n; i++) {
        side_terms *t = &s->at[i];
        t->u = p->offset[i] - s->edge;
        t->z = t->u / s->blur;
        t->step = sq_normal_below(t->z);
        t->growth = exp(fmin(s->k * s->k / 2 - t->u / s->decay, 50)); /* far inside, where Φ is 0 anyway */
        t->shade = t->growth * sq_normal_below(t->z - s->k);
    }
    return s;
}

static void side_residuals(const double *x, double *r, const void *context) {
    const profile *p = context;
    const side_model *s = side_for(p, x);
    for (int i = 0; i < p->n; i++) {
        const side_terms *t = &s->at[i];
        double v =
            x[SIDE_MAT] + (x[SIDE_TABLE] - x[SIDE_MAT]) * t->step - x[SIDE_SHADOW] * x[SIDE_TABLE] * t->shade;
        r[i] = (v - p->level[i]) / p->noise;
    }
    double *prior = r + p->n;
    prior[SIDE_PRIOR_EDGE] = off_belief(x[SIDE_EDGE], p->place);
    prior[SIDE_PRIOR_BLUR] = off_belief(x[SIDE_BLUR], p->log_blur);
    prior[SIDE_PRIOR_DECAY] = off_belief(x[SIDE_DECAY], p->log_shadow);
    prior[SIDE_PRIOR_SHADOW] = off_belief(x[SIDE_SHADOW], p->depth);
}

static void side_derivatives(const double *x, double (*j)[SQ_LM_RESIDUALS], const void *context) {
    const profile *p = context;
    const side_model *s = side_for(p, x);
    const double contrast = x[SIDE_TABLE] - x[SIDE_MAT], shadow = x[SIDE_SHADOW] * x[SIDE_TABLE], k = s->k;
    for (int i = 0; i < p->n; i++) {
        const side_terms *t = &s->at[i];
        double density = sq_normal_density(t->z), spread = t->growth * sq_normal_density(t->z - k);
        double slope = spread / s->blur - t->shade / s->decay; /* of the shadow, by u */
        j[SIDE_MAT][i] = (1 - t->step) / p->noise;
        j[SIDE_TABLE][i] = (t->step - x[SIDE_SHADOW] * t->shade) / p->noise;
        j[SIDE_SHADOW][i] = -x[SIDE_TABLE] * t->shade / p->noise;
        j[SIDE_EDGE][i] = (-contrast * density / s->blur + shadow * slope) / p->noise;
        j[SIDE_BLUR][i] =
            (-contrast * density * t->z - shadow * (t->shade * k * k - spread * (t->z + k))) / p->noise;
        j[SIDE_DECAY][i] = -shadow * (t->shade * (t->u / s->decay - k * k) + spread * k) / p->noise;
    }
    for (int q = 0; q < SIDE_PARAMETERS; q++)
        for (int i = 0; i < SIDE_PRIORS; i++)
            j[q][p->n + i] = 0;
    j[SIDE_EDGE][p->n + SIDE_PRIOR_EDGE] = 1 / p->place.sigma;
    j[SIDE_BLUR][p->n + SIDE_PRIOR_BLUR] = 1 / p->log_blur.sigma;
    j[SIDE_DECAY][p->n + SIDE_PRIOR_DECAY] = 1 / p->log_shadow.sigma;
    j[SIDE_SHADOW][p->n + SIDE_PRIOR_SHADOW] = 1 / p->depth.sigma;
}

/* ---- A baseline ---- */

enum { LINE_LEVEL, LINE_SLOPE, LINE_DEPTH, LINE_MIDDLE, LINE_WIDTH, LINE_PARAMETERS };
enum { LINE_PRIOR_MIDDLE, LINE_PRIOR_WIDTH, LINE_PRIORS };

static void line_residuals(const double *x, double *r, const void *context) {
    const profile *p = context;
    for (int i = 0; i < p->n; i++) {
        double u = p->offset[i] - x[LINE_MIDDLE], k = u / exp(x[LINE_WIDTH]);
        double v = x[LINE_LEVEL] + x[LINE_SLOPE] * u - x[LINE_DEPTH] * exp(-k * k / 2);
        r[i] = (v - p->level[i]) / p->noise;
    }
    double *prior = r + p->n;
    prior[LINE_PRIOR_MIDDLE] = off_belief(x[LINE_MIDDLE], p->place);
    prior[LINE_PRIOR_WIDTH] = off_belief(x[LINE_WIDTH], p->log_blur);
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
    j[LINE_MIDDLE][p->n + LINE_PRIOR_MIDDLE] = 1 / p->place.sigma;
    j[LINE_WIDTH][p->n + LINE_PRIOR_WIDTH] = 1 / p->log_blur.sigma;
}

/* ---- Either ---- */

/* A model of a profile: how many parameters, which of them is the line's place. */
typedef struct {
    int parameters, priors, place;
    sq_lm_function *residuals;
    sq_lm_derivatives *derivatives;
} model;

static const model a_side = {SIDE_PARAMETERS, SIDE_PRIORS, SIDE_EDGE, side_residuals, side_derivatives};
static const model a_line = {LINE_PARAMETERS, LINE_PRIORS, LINE_MIDDLE, line_residuals, line_derivatives};

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

/* x: room for the parameters, filled. False where neither a step nor a shadow stands out. */
static bool fit_side(const profile *p, double x[SIDE_PARAMETERS], sq_edge *out, sq_lm_work *w) {
    int end = p->n / 4;
    x[SIDE_MAT] = mean_of(p->level, end);
    x[SIDE_TABLE] = mean_of(p->level + p->n - end, end);
    x[SIDE_SHADOW] = p->depth.mean;
    x[SIDE_EDGE] = p->place.mean;
    x[SIDE_BLUR] = p->log_blur.mean;
    x[SIDE_DECAY] = p->log_shadow.mean;
    if (!solve(&a_side, p, x, out, w)) return false;
    double step = fabs(x[SIDE_TABLE] - x[SIDE_MAT]), shadow = fabs(x[SIDE_SHADOW] * x[SIDE_TABLE]);
    return fmax(step, shadow) > SQ_EDGE_LEAST_CONTRAST * p->code;
}

/* A line that is lighter than its ground is no baseline. */
static bool fit_baseline(const profile *p, double x[LINE_PARAMETERS], sq_edge *out, sq_lm_work *w) {
    double ground = mean_of(p->level, p->n / 4), dark = ground;
    for (int i = 0; i < p->n; i++)
        dark = fmin(dark, p->level[i]);
    x[LINE_LEVEL] = ground;
    x[LINE_SLOPE] = 0;
    x[LINE_DEPTH] = ground - dark;
    x[LINE_MIDDLE] = p->place.mean;
    x[LINE_WIDTH] = p->log_blur.mean;
    return solve(&a_line, p, x, out, w) && x[LINE_DEPTH] > SQ_EDGE_LEAST_CONTRAST * p->code;
}

static double reach_px(const sq_strip *s) {
    return sq_mat_line_is_side(s->line) ? SQ_EDGE_REACH_PX
                                        : SQ_BASELINE_HALF_MM * s->px_per_mm + SQ_EDGE_REACH_PX / 2;
}

static void set_noise(const sq_strip *s, profile *p) {
    p->code = sq_strip_code(s, mean_of(p->level, p->n));
    p->noise = SQ_EDGE_NOISE * p->code;
}

/* ---- A whole line ---- */

/* One block's level at a column between two; NaN outside. */
static double level_at(const sq_strip *s, int block, double column) {
    int o = (int)floor(column);
    if (o < 0 || o + 1 >= SQ_STRIP_OFFSETS) return NAN;
    double a = column - o;
    return (1 - a) * (double)s->level[block][o] + a * (double)s->level[block][o + 1];
}

/* The median of all blocks at one distance from the course, each block's light taken relative to its level on
 * the mat's side, `inner` steps from the course: lamps light a side unevenly, but leave its colour. */
static double common_level(const sq_strip *s, const sq_strip_course *c, int inner, int k) {
    double v[SQ_STRIP_BLOCKS];
    int n = 0;
    for (int b = 0; b < s->blocks; b++) {
        double at = sq_strip_course_at(s, c, b) + SQ_STRIP_OFFSETS / 2;
        double one = level_at(s, b, at + k);
        if (!s->coloured) one *= 100 / level_at(s, b, at - inner);
        if (s->inside[b] && isfinite(one)) v[n++] = one;
    }
    if (n < SQ_EDGE_LEAST_BLOCKS) return NAN;
    return sq_median_of_doubles(v, n);
}

/* Offsets from the course; light as if the mat's were 100, or colour. */
static bool common_profile(const sq_strip *s, const sq_strip_course *c, profile *p) {
    int reach = (int)ceil(reach_px(s) / s->step_px);
    p->n = 0;
    for (int k = -reach; k <= reach; k++) {
        double v = common_level(s, c, reach, k);
        if (isnan(v)) continue;
        p->offset[p->n] = k * s->step_px;
        p->level[p->n++] = v;
    }
    set_noise(s, p);
    return p->n >= reach + 3;
}

/* Colours are coded at half the picture's width and blur twice as far; a shadow leaves them as they are. */
static void believe_any_side(const sq_strip *s, profile *p) {
    p->log_blur = (belief){log(SQ_EDGE_BLUR_PX * (s->coloured ? 2 : 1)), SQ_EDGE_BLUR_LOG_SIGMA};
    p->log_shadow = (belief){log(SQ_EDGE_SHADOW_PX), SQ_EDGE_SHADOW_LOG_SIGMA};
    p->depth = s->coloured ? (belief){0, SQ_EDGE_COLOUR_SHADOW}
                           : (belief){SQ_EDGE_SHADOW_DEPTH, SQ_EDGE_SHADOW_SIGMA};
}

/* Tries both edges of a shadow: the profile is fitted from several starts, and the best fit is believed; how
 * far off it may be another one tells that is hardly worse. */
static bool find_side_shape(const sq_strip *s, profile *p, sq_edge_shape *out, sq_lm_work *w) {
    struct {
        double cost, at;
    } tried[2 * SQ_EDGE_STARTS + 1];
    int n = 0;
    double best = INFINITY;
    believe_any_side(s, p);
    for (int k = -SQ_EDGE_STARTS; k <= SQ_EDGE_STARTS; k++) {
        double x[SIDE_PARAMETERS];
        sq_edge e;
        p->place = (belief){k * SQ_EDGE_START_PX, SQ_EDGE_START_PX};
        if (!fit_side(p, x, &e, w)) continue;
        tried[n].cost = w->cost;
        tried[n++].at = x[SIDE_EDGE];
        if (!(w->cost < best)) continue;
        best = w->cost;
        *out =
            (sq_edge_shape){x[SIDE_EDGE], e.sigma_px, exp(x[SIDE_BLUR]), exp(x[SIDE_DECAY]), x[SIDE_SHADOW]};
    }
    for (int i = 0; i < n; i++)
        if (tried[i].cost < best + SQ_EDGE_RIVAL_COST)
            out->sigma_px = fmax(out->sigma_px, fabs(tried[i].at - out->offset_px));
    return n > 0;
}

static bool find_baseline_shape(const sq_strip *s, profile *p, sq_edge_shape *out, sq_lm_work *w) {
    double x[LINE_PARAMETERS],
        width = hypot(SQ_EDGE_BLUR_PX, SQ_BASELINE_HALF_MM * s->px_per_mm / M_SQRT2 / 2);
    sq_edge e;
    p->place = (belief){0, SQ_EDGE_START_PX};
    p->log_blur = (belief){log(width), SQ_EDGE_BLUR_LOG_SIGMA};
    if (!fit_baseline(p, x, &e, w)) return false;
    *out = (sq_edge_shape){
        .offset_px = x[LINE_MIDDLE], .sigma_px = e.sigma_px, .blur_px = exp(x[LINE_WIDTH]), .shadow_px = 1};
    return true;
}

bool sq_edge_shape_find(const sq_strip *s, const sq_strip_course *c, sq_edge_shape *out, sq_lm_work *w) {
    side_model side = {.known = false};
    profile p = {.side = &side};
    if (!common_profile(s, c, &p)) return false;
    return sq_mat_line_is_side(s->line) ? find_side_shape(s, &p, out, w) : find_baseline_shape(s, &p, out, w);
}

/* ---- One block ---- */

/* The columns around the expected place that lie in the picture. */
static bool cut_profile(const sq_strip *s, int block, double start, profile *p) {
    int n = (int)ceil(reach_px(s) / s->step_px), middle = (int)lround(start);
    p->n = 0;
    for (int o = middle - n; o <= middle + n; o++) {
        if (o < 0 || o >= SQ_STRIP_OFFSETS || isnan(s->level[block][o])) continue;
        p->offset[p->n] = sq_strip_px(s, o);
        p->level[p->n++] = (double)s->level[block][o];
    }
    return p->n >= n + 3; /* more than half, so both sides of the line */
}

bool sq_edge_measure(const sq_strip *s, int block, const sq_strip_course *c, const sq_edge_shape *shape,
                     sq_edge *out, sq_lm_work *w) {
    double start = sq_strip_course_at(s, c, block) + SQ_STRIP_OFFSETS / 2 + shape->offset_px / s->step_px;
    double x[SIDE_PARAMETERS];
    side_model side = {.known = false};
    profile p = {.side = &side};
    if (!s->inside[block] || !cut_profile(s, block, start, &p)) return false;
    set_noise(s, &p);
    p.place = (belief){sq_strip_px(s, start), SQ_EDGE_BLOCK_SIGMA_PX};
    p.log_blur = (belief){log(shape->blur_px), SQ_EDGE_BLOCK_SHARE * SQ_EDGE_BLUR_LOG_SIGMA};
    p.log_shadow = (belief){log(shape->shadow_px), SQ_EDGE_BLOCK_SHARE * SQ_EDGE_SHADOW_LOG_SIGMA};
    p.depth = (belief){shape->shadow_depth, SQ_EDGE_BLOCK_SHARE * SQ_EDGE_SHADOW_SIGMA};
    bool found = sq_mat_line_is_side(s->line) ? fit_side(&p, x, out, w) : fit_baseline(&p, x, out, w);
    return found && fabs(out->offset_px - p.place.mean) < 3 * SQ_EDGE_BLOCK_SIGMA_PX;
}
