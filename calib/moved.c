#include "calib/moved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/lm.h"
#include "calib/mat_edge.h"
#include "calib/mat_strip.h"
#include "calib/tolerance.h"

/* The mat's movement in its plane: two shifts, a turn, a growth. */
enum { SHIFT_X, SHIFT_Y, TURN, GROWTH, MOTION };

/* Blocks of a line, at most: a glance needs no more. */
enum { OFFSETS_CAP = SQ_MAT_LINES * SQ_STRIP_BLOCKS };

/* A block that lies `mm` further out, along `out`, than the camera says. */
typedef struct {
    sq_mm at, out;
    double mm, sigma_mm;
} offset;

struct sq_watch {
    sq_camera camera;
    sq_mat_size size;
    sq_strip strip;
    int count;
    offset offsets[OFFSETS_CAP];
    sq_lm_work work;
};

sq_watch *sq_watch_new(const sq_camera *c, const sq_mat_size *size, sq_diag *d) {
    sq_watch *w = calloc(1, sizeof *w);
    if (!w) {
        sq_fail(d, SQ_E_MEMORY, "not enough memory to watch the camera; close other programs");
        return NULL;
    }
    w->camera = *c;
    w->size = *size;
    return w;
}

void sq_watch_free(sq_watch *w) {
    free(w);
}

/* One line's blocks; whether enough of them show to count the line. */
static bool look_along(sq_watch *w, const sq_frame *f, sq_mat_line line, double step_px) {
    sq_strip_make(&w->strip, f, &w->camera, &w->size, line, step_px, SQ_WATCH_COLUMNS);
    if (sq_mat_line_is_side(line)) sq_strip_colour(&w->strip, f, &w->camera, &w->size, SQ_WATCH_COLUMNS);
    sq_strip_course course = sq_strip_find(&w->strip, SQ_WATCH_BEND);
    sq_edge_shape shape;
    if (course.evidence < SQ_WATCH_EVIDENCE || !sq_edge_shape_find(&w->strip, &course, &shape, &w->work))
        return false;
    double own = hypot(sq_mat_line_is_side(line) ? SQ_WATCH_SIDE_PX : SQ_WATCH_BASELINE_PX, shape.sigma_px);
    int before = w->count;
    for (int b = 0; b < w->strip.blocks; b++) {
        sq_edge e;
        if (!sq_edge_measure(&w->strip, b, &course, &shape, &e, &w->work)) continue;
        sq_mat_line_place p = sq_mat_line_at(&w->size, line, (b + 0.5) / w->strip.blocks);
        double scale = sq_px_per_mm(&w->camera, sq_mm_at_height(p.at, 0));
        w->offsets[w->count++] = (offset){p.at, p.out, e.offset_px / scale, hypot(e.sigma_px, own) / scale};
    }
    return w->count > before;
}

static void residuals(const double *x, double *r, const void *context) {
    const sq_watch *w = context;
    for (int i = 0; i < w->count; i++) {
        const offset *o = &w->offsets[i];
        double mx = x[SHIFT_X] - x[TURN] * o->at.y + x[GROWTH] * o->at.x;
        double my = x[SHIFT_Y] + x[TURN] * o->at.x + x[GROWTH] * o->at.y;
        r[i] = (mx * o->out.x + my * o->out.y - o->mm) / o->sigma_mm;
    }
}

/* How far a corner has gone under that motion, and by its covariance how surely. */
static double corner_moved(const sq_watch *w, int corner, const double *x, const double *covariance,
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

static bool fit_motion(sq_watch *w, double x[MOTION], double covariance[]) {
    static const double step[MOTION] = {1e-3, 1e-3, 1e-6, 1e-6};
    sq_lm_problem p = {.parameters = MOTION,
                       .residuals = w->count,
                       .robust = w->count,
                       .robust_width = SQ_CAMERA_FIT_ROBUST,
                       .function = residuals,
                       .context = w,
                       .step = step,
                       .iterations = SQ_CAMERA_FIT_ITERATIONS,
                       .enough = SQ_CAMERA_FIT_ENOUGH};
    return sq_lm_solve(&p, x, &w->work) && sq_lm_invert(w->work.normal, MOTION, covariance);
}

/* Sure of either only where three deviations lie between it and the limit. */
static sq_moved_answer answer_of(double mm, double sigma_mm) {
    if (mm - 3 * sigma_mm > SQ_MOVED_LIMIT_MM) return SQ_MOVED_YES;
    if (mm + 3 * sigma_mm < SQ_MOVED_LIMIT_MM) return SQ_MOVED_NO;
    return SQ_MOVED_UNSURE;
}

static void judge(sq_watch *w, sq_moved *out) {
    double x[MOTION] = {0}, covariance[SQ_LM_PARAMETERS * SQ_LM_PARAMETERS];
    if (out->lines < SQ_WATCH_LINES || !fit_motion(w, x, covariance)) return;
    out->shift = (sq_mm){x[SHIFT_X], x[SHIFT_Y]};
    out->turn_deg = x[TURN] * 180 / M_PI;
    out->growth = x[GROWTH];
    out->worst_mm = 0;
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        double sigma, mm = corner_moved(w, k, x, covariance, &sigma);
        if (mm < out->worst_mm) continue;
        out->worst_mm = mm;
        out->sigma_mm = sigma;
    }
    out->answer = answer_of(out->worst_mm, out->sigma_mm);
}

void sq_watch_look(sq_watch *w, const sq_frame *f, sq_moved *out) {
    static const double steps_px[] = {0.5, 1, 2}; /* a strip reaches 20 of them: 10, 20, 40 pixels */
    for (size_t k = 0; k < sizeof steps_px / sizeof *steps_px; k++) {
        *out = (sq_moved){.answer = SQ_MOVED_UNSURE, .worst_mm = NAN, .sigma_mm = NAN};
        w->count = 0;
        for (int l = 0; l < SQ_MAT_LINES; l++)
            out->lines += look_along(w, f, (sq_mat_line)l, steps_px[k]);
        judge(w, out);
        if (!isnan(out->worst_mm)) return;
    }
}

void sq_moved_say(const sq_moved *m, char *text, size_t size) {
    if (isnan(m->worst_mm))
        snprintf(
            text, size,
            "Of the mat's sides and baselines %d are seen where the camera says, too few to tell whether it "
            "moved: clear the mat's sides, or calibrate anew.",
            m->lines);
    else if (m->answer == SQ_MOVED_NO)
        snprintf(text, size, "The camera has not moved (%.1f ± %.1f mm at the mat's corners).", m->worst_mm,
                 m->sigma_mm);
    else
        snprintf(text, size,
                 "The camera or the mat %s: the mat is seen %.1f mm to the %s and %.1f mm %s, turned by "
                 "%.2f°, up to "
                 "%.1f mm off at a corner; calibrate anew.",
                 m->answer == SQ_MOVED_YES ? "has moved" : "may have moved", fabs(m->shift.x),
                 m->shift.x < 0 ? "left" : "right", fabs(m->shift.y), m->shift.y < 0 ? "down" : "up",
                 m->turn_deg, m->worst_mm);
}
