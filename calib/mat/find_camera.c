/* The search for the camera from start to end: rough pose, fine measurement and fit in rounds, and
 * a report. accept_camera.c then decides whether the camera is handed out. */
#include "calib/mat/find_camera.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "calib/mat/camera_from_closeup.h"
#include "calib/mat/camera_priors.h"
#include "calib/mat/find_camera_parts.h"
#include "calib/mat/mat_edge_sightings.h"
#include "calib/mat/mat_size.h"
#include "calib/mat/refusal_sentences.h"
#include "calib/measure/sharpness.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/smallest_wink.h"
#include "vision/math/tunable_number.h"

/* The share of a side that lies in the picture where no ruler is needed. */
SQ_NUMBER(SQ_SIDE_INSIDE, 0.9);

/* Sides' length (of one) that may lie in the picture of a mat that is known by pot and winks alone. */
SQ_NUMBER(SQ_NEAR_SIDES, 0.4);

/* Deviations (root of the sum of squares) by which a lens may be off what lenses are before the picture is
 * taken to be cut from a larger one, and how much wider its place is then believed to be (a seventh of the
 * picture's longer side). Lower: honest lenses lose their axis, half a millimetre at the mat's ends; higher:
 * a cut picture bends the mat by millimetres. */
SQ_NUMBER(SQ_STRAINED, 2.2);
SQ_NUMBER(SQ_OFF_AXIS_WIDER, 20.0);

/* Rounds at most, and pixels of movement at which they end. */
#define SQ_FINE_ROUNDS 6
SQ_NUMBER(SQ_FINE_SETTLED_PX, 0.1);

/* ---- The fine fit ---- */

/* How far, in pixels, the mat's corners and middle move from one camera to the other. */
static double moved(const sq_mat_finder *x, const sq_camera *from, const sq_camera *to) {
    double most = sq_px_distance(sq_px_from_mm3(from, (sq_mm3){0}), sq_px_from_mm3(to, (sq_mm3){0}));
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_mm3 c = sq_mm_at_height(sq_mat_corner_at(&x->size, k), 0);
        most = fmax(most, sq_px_distance(sq_px_from_mm3(from, c), sq_px_from_mm3(to, c)));
    }
    return most;
}

/* Measures and fits until nothing moves any more: first the lines' courses, since a camera that is pixels off
 * would take fine edges for stray ones, then the edges. The pot is measured finely once: where it is seen
 * hangs little on the camera. */
static bool refine(sq_mat_finder *x) {
    double step = INFINITY;
    sq_mat_pot_sight pot;
    bool pot_known = false;
    for (int round = 0; round < SQ_FINE_ROUNDS && step > SQ_FINE_SETTLED_PX; round++) {
        sq_camera before = x->fit.camera;
        if (round)
            sq_measure_finely(&x->measure, &before, &x->sightings, &x->look);
        else
            sq_measure_roughly(&x->measure, &before, SQ_FINE_STEP_PX, &x->sightings, &x->look);
        if (pot_known)
            sq_take_pot(&pot, &before, &x->sightings, &x->look);
        else
            sq_measure_pot(&x->measure, &before, round ? SQ_MAT_POT_REACH_MM : SQ_MAT_POT_REACH_ROUGH_MM,
                           &x->sightings, &x->look);
        pot = x->look.pot;
        pot_known = round && x->look.pot_seen;
        sq_mat_add_rims(x);
        sq_mat_add_corners(x);
        if (!sq_mat_fit_sightings(x)) return false;
        if (round) step = moved(x, &before, &x->fit.camera);
    }
    return true;
}

/* ---- What was found, and whether to believe it ---- */

static bool told_size(const sq_mat_finder *x) {
    return x->settings->length_mm > 0;
}

static sq_mat_focal focal_by(const sq_mat_settings *s) {
    return s->lens ? SQ_FOCAL_BY_LENS : s->height_mm > 0 ? SQ_FOCAL_BY_HEIGHT : SQ_FOCAL_SUPPOSED;
}

static void report_lines(const sq_mat_finder *x, sq_mat_fit *out) {
    double sum[SQ_MAT_LINES] = {0};
    int kept[SQ_MAT_LINES] = {0};
    for (int i = 0; i < x->sightings.count; i++) {
        const sq_sighting *s = &x->sightings.sighting[i];
        if (s->line < 0 || x->fit.weight[i] < SQ_KEPT_WEIGHT) continue;
        double off = x->work.residual[i] * s->sigma_px;
        sum[s->line] += off * off;
        kept[s->line]++;
    }
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        int blocks = sq_strip_blocks(&x->size, (sq_mat_line)l);
        out->line[l].inside = x->look.line[l].inside;
        out->line[l].seen = (double)kept[l] / blocks;
        out->line[l].rms_px = kept[l] ? sqrt(sum[l] / kept[l]) : NAN;
    }
}

static void report_corners(sq_mat_fit *out) {
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_px p = sq_px_from_mm3(&out->camera, sq_mm_at_height(sq_mat_corner_at(&out->size, k), 0));
        out->corner[k] = p;
        out->corner_inside[k] =
            p.x >= 0 && p.y >= 0 && p.x <= out->camera.width - 1 && p.y <= out->camera.height - 1;
    }
}

static bool is_by_rules(const sq_mat_size *m) {
    return m->length_mm == SQ_MAT_LENGTH_MM && m->width_mm == SQ_MAT_WIDTH_MM;
}

sq_mat_settings sq_mat_settings_for(const sq_mat_size *size) {
    bool usual = is_by_rules(size);
    return (sq_mat_settings){.length_mm = usual ? 0 : size->length_mm,
                             .width_mm = usual ? 0 : size->width_mm};
}

/* By how much the camera's variance grows with how far edges stray. Where a codec or blur moves them farther
 * than sides stray by themselves, whole lines are off as much, which no edge shows: of 70 drawn films' first
 * pictures, strongly coded or blurred, errors over deviations were .85 where edges strayed by less than 0.08
 * px, and 1.35 where by more than 0.15 px. */
static double variance_by_strays(const sq_mat_finder *x) {
    return fmax(1, x->fit.rms_px / SQ_SIDE_SIGMA_PX);
}

static void report(const sq_mat_finder *x, sq_mat_fit *out) {
    out->camera = x->fit.camera;
    out->camera.width = x->frame->width;
    out->camera.height = x->frame->height;
    out->size = x->size;
    out->size_by = told_size(x)            ? SQ_SIZE_TOLD
                   : is_by_rules(&x->size) ? SQ_SIZE_BY_RULES
                                           : SQ_SIZE_BY_BASELINES;
    out->focal_by = focal_by(x->settings);
    out->rms_px = x->fit.rms_px;
    double variance = variance_by_strays(x);
    for (int i = 0; i < SQ_CAMERA_PARAMETERS; i++)
        for (int k = 0; k < SQ_CAMERA_PARAMETERS; k++)
            out->covariance[i][k] = variance * x->fit.covariance[i][k];
    out->pot = x->look.pot_seen;
    out->corners_told = x->settings->corners;
    sq_sightings_rulers(&x->sightings, out);
    report_lines(x, out);
    report_corners(out);
}

/* The lens is so far from what lenses are (but for their distortion) that the picture was cut from a larger
 * one: what bends about an axis elsewhere is taken for decentring, for oblong pixels, for another focal
 * length. */
static bool strained(const sq_mat_finder *x) {
    static const int asked[] = {SQ_CAMERA_LOG_FOCAL, SQ_CAMERA_LOG_ASPECT, SQ_CAMERA_CX,
                                SQ_CAMERA_CY,        SQ_CAMERA_P1,         SQ_CAMERA_P2};
    double at[SQ_CAMERA_PARAMETERS], sum = 0;
    sq_camera_parameters(&x->fit.camera, at);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        double off = (at[asked[i]] - x->prior.mean[asked[i]]) / x->prior.sigma[asked[i]];
        sum += off * off;
    }
    return !x->settings->lens && sqrt(sum) > SQ_STRAINED;
}

static bool all_sides_seen(const sq_mat_finder *x) {
    for (int l = 0; l < SQ_MAT_SIDES; l++)
        if (x->look.line[l].inside < SQ_SIDE_INSIDE || x->look.line[l].evidence < SQ_LINE_EVIDENCE)
            return false;
    return true;
}

/* Another size is believed if the baselines then agree; else the camera is as it was. */
static bool resize(sq_mat_finder *x) {
    sq_camera camera = x->fit.camera;
    sq_mat_size size = x->size;
    if (sq_mat_resize(x) && refine(x) && !sq_mat_denies_baselines(x)) return true;
    x->size = x->measure.size = size;
    x->fit.camera = camera;
    return refine(x);
}

static int baselines_kept(const sq_mat_finder *x) {
    sq_mat_fit f = {.size = x->size};
    int seen = 0;
    report_lines(x, &f);
    for (int l = SQ_BASELINE_LOWER_LEFT; l < SQ_MAT_LINES; l++)
        seen += sq_mat_line_seen(&f, (sq_mat_line)l);
    return seen;
}

/* Another size was told than the rule book's, and no baseline shows by it, but they do by the rule book's.
 * Then x has that size; else all is as it was. */
static bool contradicts_size(sq_mat_finder *x) {
    sq_camera camera = x->fit.camera;
    sq_mat_size told = x->size, usual = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};
    if (baselines_kept(x)) return false;
    x->size = x->measure.size = usual;
    if (refine(x) && 2 * baselines_kept(x) >= SQ_MAT_CORNERS) return true;
    x->size = x->measure.size = told;
    x->fit.camera = camera;
    refine(x);
    return false;
}

/* From the camera in x->fit to a report, if it is to be believed. What a mat that shows whole leaves open is
 * less than what the winks could tell. */
static sq_code finish(sq_mat_finder *x, sq_mat_fit *out, sq_diag *d) {
    bool found = refine(x);
    if (found && told_size(x) && all_sides_seen(x) && contradicts_size(x)) {
        sq_mat_size told = {x->settings->length_mm, x->settings->width_mm};
        return sq_mat_say_size(&told, &x->size, d);
    }
    if (found && !told_size(x) && all_sides_seen(x) && sq_mat_denies_baselines(x)) found = resize(x);
    if (found && !all_sides_seen(x)) {
        sq_mat_find_rims(x);
        found = !x->rim_count || refine(x);
    }
    sq_camera_prior usual = x->prior;
    if (found && strained(x)) {
        x->prior.sigma[SQ_CAMERA_CX] *= SQ_OFF_AXIS_WIDER;
        x->prior.sigma[SQ_CAMERA_CY] *= SQ_OFF_AXIS_WIDER;
        found = refine(x);
    }
    sq_code code = SQ_E_CAMERA;
    if (found) {
        report(x, out);
        code = sq_mat_accept(x, out, d);
    } else
        code = sq_mat_say_nothing(x->small.luma_mean, d);
    if (code) x->prior = usual; /* for what is tried next */
    return code;
}

static sq_code by_lines(sq_mat_finder *x, sq_mat_fit *out, sq_diag *d) {
    if (sq_mat_search(x)) return finish(x, out, d);
    return x->settings->corners ? sq_mat_say_no_outline(d) : sq_mat_say_nothing(x->small.luma_mean, d);
}

/* By this camera no side lies in the picture to speak of: else lines must tell it. */
static bool shows_no_side(const sq_mat_finder *x, const sq_camera *c) {
    enum { PLACES = 40 };
    int inside = 0;
    for (int k = 0; k < PLACES * SQ_MAT_SIDES; k++) {
        sq_mm at =
            sq_mat_line_at(&x->size, (sq_mat_line)(k % SQ_MAT_SIDES), (k / SQ_MAT_SIDES + 0.5) / PLACES).at;
        sq_px p = sq_px_from_mm3(c, sq_mm_at_height(at, 0));
        inside += p.x >= 0 && p.y >= 0 && p.x < x->frame->width && p.y < x->frame->height;
    }
    return inside <= SQ_NEAR_SIDES * PLACES;
}

/* Where no side is in the picture the pot and the winks may tell the camera: SQ_OK, or the code that stood,
 * with the better reason where there is one. */
static sq_code by_winks(sq_mat_finder *x, sq_mat_fit *out, sq_code code, sq_diag *d) {
    sq_mat_fit near = {.size = x->size, .focal_by = focal_by(x->settings)};
    if (!sq_mat_find_discs(x) || !shows_no_side(x, &x->discs.camera)) return code;
    if (x->settings->lens) x->discs.camera.dist[4] = x->settings->lens->dist[4]; /* no prior knows it */
    if (!sq_mat_near(x->frame, &x->small, &x->discs, &x->prior, &near)) return sq_mat_say_few_winks(d);
    *out = near;
    report_corners(out);
    return sq_mat_accept_near(out, d);
}

/* Why a picture shows no camera, if a cause lies nearer than what it lacks: no light, too few pixels, or no
 * sharp edge. The steps of darkest grey look like lines. */
static sq_code true_cause(const sq_mat_finder *x, const sq_mat_fit *fit, sq_code code, sq_diag *d) {
    const sq_frame *f = x->frame;
    double wink_px = SQ_SMALL_MM * fmax(f->width, f->height) / SQ_MAT_LENGTH_MM;
    if (sq_mat_is_dark(x->small.luma_mean)) return sq_mat_say_nothing(x->small.luma_mean, d);
    if (fit->camera.width && wink_px < sq_smallest_wink_px()) /* lines were measured */
        return sq_mat_say_small(f->width, f->height, wink_px, sq_smallest_wink_px(), d);
    return sq_sharpness_refuse(f, d) ? SQ_E_CAMERA : code;
}

static sq_code search(sq_mat_finder *x, sq_mat_fit *out, sq_diag *d) {
    sq_code code = by_lines(x, out, d);
    if (code == SQ_E_ARGUMENT || (code && x->settings->corners)) return code;
    if (code) code = by_winks(x, out, code, d);
    return code ? true_cause(x, out, code, d) : SQ_OK;
}

/* Room for one search over one frame; the caller frees it. */
static sq_code prepare(sq_mat_finder **out, const sq_frame *f, const sq_mat_settings *s, sq_diag *d) {
    if (sq_picture_refuse_small(f, "to measure a mat", d)) return SQ_E_SIZE;
    sq_mat_finder *x = *out = malloc(sizeof *x);
    if (!x) return sq_fail(d, SQ_E_MEMORY, "not enough memory to look for the mat; close other programs");
    x->frame = f;
    x->settings = s;
    x->rim_count = 0;
    x->discs_sought = false;
    x->size = (sq_mat_size){s->length_mm > 0 ? s->length_mm : SQ_MAT_LENGTH_MM,
                            s->width_mm > 0 ? s->width_mm : SQ_MAT_WIDTH_MM};
    x->measure.frame = f;
    x->measure.size = x->size;
    x->measure.fine_px = fmax(1, (f->width > f->height ? f->width : f->height) / 1920.0);
    x->measure.leave_out = 0;
    x->measure.by_line = false;
    x->measure.work = &x->work;
    return sq_mat_believe(&x->prior, f, s, d);
}

sq_code sq_camera_from_mat(const sq_frame *f, const sq_mat_settings *s, sq_mat_fit *out, sq_diag *d) {
    sq_mat_finder *x = NULL;
    *out = (sq_mat_fit){0};
    sq_code code = prepare(&x, f, s, d);
    if (!code) {
        assert(x);
        code = search(x, out, d);
    }
    free(x);
    return code;
}
