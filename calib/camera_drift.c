/* Measures whether the mat has moved under the camera: sights its sides and baselines again, fits a shift,
 * a turn and a growth to their offsets, and compares light and sharpness with the frame that was learned. */
#include "calib/camera_drift.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera/camera_fit.h"
#include "calib/mat/mat_edge_sightings.h"
#include "calib/measure/edge_fit.h"
#include "calib/measure/edge_strip.h"
#include "vision/frame/light_sample.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* Profiles for each block, and columns by which a line may seem bent: the lens has not changed. */
#define SQ_DRIFT_WATCH_COLUMNS 8
#define SQ_DRIFT_WATCH_BEND 3

/* Mean evidence of a line that is measured: twice that of one that is there. */
#define SQ_DRIFT_WATCH_EVIDENCE (2 * SQ_LINE_EVIDENCE)

/* Pixels of a block beyond its profile's own deviation, light and shadow over time included. All blocks of a
 * line share them, so they stand for more than one block's. */
SQ_NUMBER(SQ_DRIFT_WATCH_SIDE_PX, 0.5);
SQ_NUMBER(SQ_DRIFT_WATCH_BASELINE_PX, 0.2);

/* The share of these, and of the limit, where the mat was learned: what is the same in both frames cancels,
 * and what is left is noise, coding, and lamps that flicker. */
SQ_NUMBER(SQ_DRIFT_AGAIN, 0.3);

/* Share of the light that was learned below which a lamp has gone out; flicker takes a tenth, a cloud less
 * than half. Higher: clouds stop the game; lower: colours are told apart in the dark. */
SQ_NUMBER(SQ_DRIFT_WATCH_DARK, 0.35);

/* Edges so many times as wide as they were: a small wink's rim is then blurred beyond what its fit allows
 * for. A moving codec makes them a tenth wider. */
SQ_NUMBER(SQ_DRIFT_WATCH_BLURRED, 1.5);

/* The mat's movement in its plane: two shifts, a turn, a growth. */
enum { SHIFT_X, SHIFT_Y, TURN, GROWTH, MOTION };

/* Blocks of a line, at most: a glance needs no more. */
enum { OFFSETS_CAP = SQ_MAT_LINES * SQ_STRIP_BLOCKS };

/* A block that lies `mm` further out, along `out`, than the camera says. */
typedef struct {
    sq_mm at, out;
    double mm, sigma_mm;
} offset;

/* A line as it is seen in one frame. */
typedef struct {
    bool seen, coloured;
    sq_edge_shape shape;
    double px[SQ_STRIP_BLOCKS], sigma_px[SQ_STRIP_BLOCKS]; /* NaN where a block shows none */
} line_sight;

typedef struct {
    int lines;
    double light; /* of the felt; see felt_light */
    line_sight line[SQ_MAT_LINES];
} mat_sight;

struct sq_drift_watch {
    sq_camera camera;
    sq_mat_size size;
    bool learned;
    mat_sight then, now;
    sq_strip strip;
    int count;
    offset offsets[OFFSETS_CAP];
    sq_lm_work work;
};

sq_drift_watch *sq_drift_watch_new(const sq_camera *c, const sq_mat_size *size, sq_diag *d) {
    sq_drift_watch *w = calloc(1, sizeof *w);
    if (!w) {
        sq_fail(d, SQ_E_MEMORY, "not enough memory to watch the camera; close other programs");
        return NULL;
    }
    w->camera = *c;
    w->size = *size;
    return w;
}

void sq_drift_watch_free(sq_drift_watch *w) {
    free(w);
}

/* ---- What a frame shows of the mat ---- */

/* The median light of the mat, linear, 0..255: winks and a hand take less than half of it. NaN where none of
 * it is in the picture. */
static double felt_light(const sq_drift_watch *w, const sq_frame *f) {
    enum { ALONG = 24, ACROSS = 12 };
    double v[ALONG * ACROSS];
    int n = 0;
    for (int i = 0; i < ALONG; i++)
        for (int k = 0; k < ACROSS; k++) {
            sq_mm3 p = {w->size.length_mm * ((i + 0.5) / ALONG - 0.5),
                        w->size.width_mm * ((k + 0.5) / ACROSS - 0.5), 0};
            float light = sq_light_between(f, sq_px_from_mm3(&w->camera, p));
            if (!isnan(light)) v[n++] = (double)light;
        }
    if (!n) return NAN;
    return sq_median_of_doubles(v, n);
}

/* A line that was learned is measured with the shape that it had then: its shadow's two edges must not be
 * told apart one way now and the other way later. */
static void see_line(sq_drift_watch *w, const sq_frame *f, sq_mat_line line, double step_px,
                     line_sight *out) {
    const line_sight *then = w->learned && w->then.line[line].seen ? &w->then.line[line] : NULL;
    *out = (line_sight){0};
    sq_strip_make(&w->strip, f, &w->camera, &w->size, line, step_px, SQ_DRIFT_WATCH_COLUMNS);
    if (sq_mat_line_is_side(line) && (!then || then->coloured))
        out->coloured = sq_strip_colour(&w->strip, f, &w->camera, &w->size, SQ_DRIFT_WATCH_COLUMNS);
    if (then && then->coloured != out->coloured) return;
    sq_strip_course course = sq_strip_find(&w->strip, SQ_DRIFT_WATCH_BEND);
    if (course.evidence < SQ_DRIFT_WATCH_EVIDENCE ||
        !sq_edge_shape_find(&w->strip, &course, &out->shape, &w->work))
        return;
    for (int b = 0; b < w->strip.blocks; b++) {
        sq_edge e;
        bool found = sq_edge_measure(&w->strip, b, &course, then ? &then->shape : &out->shape, &e, &w->work);
        out->px[b] = found ? e.offset_px : NAN;
        out->sigma_px[b] = found ? e.sigma_px : NAN;
        out->seen |= found;
    }
}

static void see_mat(sq_drift_watch *w, const sq_frame *f, double step_px, mat_sight *out) {
    out->lines = 0;
    out->light = felt_light(w, f);
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        see_line(w, f, (sq_mat_line)l, step_px, &out->line[l]);
        out->lines += out->line[l].seen;
    }
}

bool sq_drift_watch_learn(sq_drift_watch *w, const sq_frame *f) {
    w->learned = false;
    see_mat(w, f, SQ_FINE_STEP_PX, &w->then);
    return w->learned = w->then.lines >= SQ_MOTION_LINES;
}

/* ---- How far the mat has gone ---- */

/* What light and shadow may do to a whole line: between two frames less than between a frame and
 * the truth. */
static double own_sigma(const sq_drift_watch *w, sq_mat_line line) {
    bool side = sq_mat_line_is_side(line);
    double px = side ? SQ_DRIFT_WATCH_SIDE_PX : SQ_DRIFT_WATCH_BASELINE_PX;
    return w->learned ? SQ_DRIFT_AGAIN * px : hypot(px, w->now.line[line].shape.sigma_px);
}

/* True where the line has blocks to compare. */
static bool add_line(sq_drift_watch *w, sq_mat_line line) {
    const line_sight *now = &w->now.line[line], *then = &w->then.line[line];
    if (!now->seen || (w->learned && !then->seen)) return false;
    double own = own_sigma(w, line);
    int before = w->count, blocks = sq_strip_blocks(&w->size, line);
    for (int b = 0; b < blocks; b++) {
        double px = now->px[b] - (w->learned ? then->px[b] : 0);
        if (isnan(px)) continue;
        double learned_px = w->learned ? then->sigma_px[b] : 0;
        sq_mat_line_place p = sq_mat_line_at(&w->size, line, (b + 0.5) / blocks);
        double scale = sq_px_per_mm(&w->camera, sq_mm_at_height(p.at, 0));
        w->offsets[w->count++] =
            (offset){p.at, p.out, px / scale, hypot(hypot(now->sigma_px[b], learned_px), own) / scale};
    }
    return w->count > before;
}

static void residuals(const double *x, double *r, const void *context) {
    const sq_drift_watch *w = context;
    for (int i = 0; i < w->count; i++) {
        const offset *o = &w->offsets[i];
        double mx = x[SHIFT_X] - x[TURN] * o->at.y + x[GROWTH] * o->at.x;
        double my = x[SHIFT_Y] + x[TURN] * o->at.x + x[GROWTH] * o->at.y;
        r[i] = (mx * o->out.x + my * o->out.y - o->mm) / o->sigma_mm;
    }
}

/* How far a corner has gone under that motion, and by its covariance how surely. */
static double corner_moved(const sq_drift_watch *w, int corner, const double *x, const double *covariance,
                           double *sigma_mm) {
    sq_mm c = sq_mat_corner_at(&w->size, corner);
    double jx[MOTION] = {1, 0, -c.y, c.x}, jy[MOTION] = {0, 1, c.x, c.y}, mx = 0, my = 0, var = 0;
    for (int i = 0; i < MOTION; i++) {
        mx += jx[i] * x[i];
        my += jy[i] * x[i];
        for (int k = 0; k < MOTION; k++)
            var += covariance[i * MOTION + k] * (jx[i] * jx[k] + jy[i] * jy[k]) / 2;
    }
    *sigma_mm = sqrt(var);
    return hypot(mx, my);
}

static bool fit_motion(sq_drift_watch *w, double x[MOTION], double covariance[]) {
    static const double step[MOTION] = {1e-3, 1e-3, 1e-6, 1e-6};
    sq_lm_problem p = {.parameters = MOTION,
                       .residuals = w->count,
                       .robust = w->count,
                       .robust_width = SQ_CAMERA_FIT_ROBUST,
                       .function = residuals,
                       .context = w,
                       .step = step,
                       .iterations = SQ_LM_ITERATIONS,
                       .enough = SQ_CAMERA_FIT_ENOUGH};
    return sq_lm_solve(&p, x, &w->work) && sq_lm_invert(w->work.normal, MOTION, covariance);
}

/* Sure of either only where three deviations lie between it and the limit. */
static sq_drift_answer answer_of(double mm, double sigma_mm, double limit_mm) {
    if (mm - 3 * sigma_mm > limit_mm) return SQ_DRIFT_YES;
    if (mm + 3 * sigma_mm < limit_mm) return SQ_DRIFT_NO;
    return SQ_DRIFT_UNSURE;
}

/* Lines that disagree with one another, as a wandering shadow makes them, make the answer less sure (Birge
 * 1932). */
static double disagreement(const sq_drift_watch *w) {
    double sum = 0, weight = 0;
    for (int i = 0; i < w->count; i++) {
        sum += w->work.weight[i] * w->work.residual[i] * w->work.residual[i];
        weight += w->work.weight[i];
    }
    return weight > MOTION ? fmax(1, sqrt(sum / (weight - MOTION))) : 1;
}

static void judge_motion(sq_drift_watch *w, sq_drift *out) {
    double x[MOTION] = {0}, covariance[SQ_LM_PARAMETERS * SQ_LM_PARAMETERS];
    if (out->lines < SQ_MOTION_LINES || !fit_motion(w, x, covariance)) return;
    out->shift = (sq_mm){x[SHIFT_X], x[SHIFT_Y]};
    out->turn_deg = x[TURN] * 180 / M_PI;
    out->growth = x[GROWTH];
    out->worst_mm = 0;
    double scale = disagreement(w);
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        double sigma, mm = corner_moved(w, k, x, covariance, &sigma);
        if (mm < out->worst_mm) continue;
        out->worst_mm = mm;
        out->sigma_mm = scale * sigma;
    }
    out->answer =
        answer_of(out->worst_mm, out->sigma_mm, (w->learned ? SQ_DRIFT_AGAIN : 1) * SQ_CAMERA_MATTERS_MM);
}

/* ---- Sharpness and light ---- */

/* The median over the sides that show in both frames; NaN where there are none. A baseline's width is its
 * own. */
static double blur_ratio(const sq_drift_watch *w) {
    double v[SQ_MAT_SIDES];
    size_t n = 0;
    for (int l = 0; l < SQ_MAT_SIDES; l++)
        if (w->now.line[l].seen && w->then.line[l].seen)
            v[n++] = w->now.line[l].shape.blur_px / w->then.line[l].shape.blur_px;
    if (!n) return NAN;
    qsort(v, n, sizeof *v, sq_ascending);
    return (v[(n - 1) / 2] + v[n / 2]) / 2;
}

static void judge_picture(const sq_drift_watch *w, sq_drift *out) {
    if (!w->learned) return;
    out->light = w->now.light / w->then.light;
    out->blur = blur_ratio(w);
    if (out->light < SQ_DRIFT_WATCH_DARK)
        out->answer = SQ_DRIFT_DARK;
    else if (out->blur > SQ_DRIFT_WATCH_BLURRED)
        out->answer = SQ_DRIFT_BLURRED;
}

void sq_drift_watch_look(sq_drift_watch *w, const sq_frame *f, sq_drift *out) {
    static const double steps_px[] = {0.5, 1, 2}; /* a strip reaches 20 of them: 10, 20, 40 pixels */
    for (size_t k = 0; k < sizeof steps_px / sizeof *steps_px; k++) {
        *out = (sq_drift){
            .answer = SQ_DRIFT_UNSURE, .worst_mm = NAN, .sigma_mm = NAN, .light = NAN, .blur = NAN};
        w->count = 0;
        see_mat(w, f, steps_px[k], &w->now);
        for (int l = 0; l < SQ_MAT_LINES; l++)
            out->lines += add_line(w, (sq_mat_line)l);
        judge_motion(w, out);
        judge_picture(w, out);
        if (!isnan(out->worst_mm) || out->answer == SQ_DRIFT_DARK) return;
    }
}

/* ---- In words ---- */

static void say_motion(const sq_drift *m, bool calibrate, char *text, size_t size) {
    snprintf(
        text, size,
        "The camera or the mat %s: the mat is seen %.1f mm to the %s and %.1f mm %s, turned by %.2f° %s, up "
        "to %.1f mm off at a corner%s.",
        m->answer == SQ_DRIFT_YES ? "has moved" : "may have moved", fabs(m->shift.x),
        m->shift.x < 0 ? "left" : "right", fabs(m->shift.y), m->shift.y < 0 ? "down" : "up",
        fabs(m->turn_deg), m->turn_deg < 0 ? "clockwise" : "anticlockwise", m->worst_mm,
        calibrate ? "; calibrate anew" : "");
}

void sq_drift_say(const sq_drift *m, bool calibrate, char *text, size_t size) {
    if (m->answer == SQ_DRIFT_DARK)
        snprintf(text, size,
                 "The light is gone: the mat has %.0f %% of the brightness that it had; switch the lamp on "
                 "again.",
                 100 * m->light);
    else if (m->answer == SQ_DRIFT_BLURRED)
        snprintf(text, size,
                 "The picture is blurred: the mat's sides are %.1f times as wide as they were; lock the "
                 "camera's focus or clean its lens%s.",
                 m->blur, calibrate ? ", then calibrate anew" : "");
    else if (isnan(m->worst_mm))
        snprintf(
            text, size,
            "Of the mat's sides and baselines %d are seen where the camera says, too few to tell whether it "
            "moved: clear the mat's sides, or calibrate anew.",
            m->lines);
    else if (m->answer == SQ_DRIFT_NO)
        snprintf(text, size, "The camera has not moved (%.1f ± %.1f mm at the mat's corners).", m->worst_mm,
                 m->sigma_mm);
    else
        say_motion(m, calibrate, text, size);
}
