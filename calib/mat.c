#include "calib/mat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera_file.h"
#include "calib/camera_fit.h"
#include "calib/mat_guess.h"
#include "calib/mat_measure.h"
#include "calib/mat_say.h"
#include "calib/tolerance.h"
#include "rules/gear.h"

static_assert((int)SQ_MAT_PARAMETERS == (int)SQ_CAMERA_PARAMETERS, "mat.h and camera_fit.h agree");

/* All the room that one search needs. */
typedef struct {
    const sq_frame *frame;
    const sq_mat_settings *settings;
    const sq_wink_sight *winks;
    int wink_count;
    sq_mat_size size;
    sq_camera_prior prior;
    sq_small small;
    sq_edge_pixels pixels;
    float votes[SQ_VOTES];
    sq_lines lines;
    sq_mat_guesses guesses;
    sq_measure measure;
    sq_mat_look look;
    sq_sightings sightings;
    sq_camera_fit fit;
    sq_lm_work work;
} finder;

/* ---- What is believed before looking ---- */

static void believe_any_lens(sq_camera_prior *p, int width, int height) {
    int longer = width > height ? width : height;
    p->mean[SQ_CAMERA_LOG_FOCAL] = log(SQ_GUESS_FOCAL * longer / 2);
    p->sigma[SQ_CAMERA_LOG_FOCAL] = SQ_PRIOR_LOG_FOCAL;
    p->sigma[SQ_CAMERA_LOG_ASPECT] = SQ_PRIOR_ASPECT;
    p->mean[SQ_CAMERA_CX] = (width - 1) / 2.0;
    p->mean[SQ_CAMERA_CY] = (height - 1) / 2.0;
    p->sigma[SQ_CAMERA_CX] = p->sigma[SQ_CAMERA_CY] = SQ_PRIOR_MIDDLE * longer;
    p->mean[SQ_CAMERA_K1] = SQ_PRIOR_K1_MEAN;
    p->sigma[SQ_CAMERA_K1] = SQ_PRIOR_K1;
    p->sigma[SQ_CAMERA_K2] = SQ_PRIOR_K2;
    p->sigma[SQ_CAMERA_P1] = p->sigma[SQ_CAMERA_P2] = SQ_PRIOR_TANGENTIAL;
}

static void believe_lens(sq_camera_prior *p, const sq_camera *lens, const double *sigma) {
    double at[SQ_CAMERA_PARAMETERS];
    sq_camera c = *lens;
    c.t[2] = 1; /* the place is not asked for */
    sq_camera_parameters(&c, at);
    for (int i = SQ_CAMERA_LOG_FOCAL; i < SQ_CAMERA_PARAMETERS; i++) {
        p->mean[i] = at[i];
        bool middle = i == SQ_CAMERA_CX || i == SQ_CAMERA_CY;
        p->sigma[i] = sigma ? sigma[i - SQ_CAMERA_LOG_FOCAL] : middle ? SQ_PRIOR_LENS_PX : SQ_PRIOR_LENS;
    }
}

static sq_code believe(finder *x, sq_diag *d) {
    const sq_mat_settings *s = x->settings;
    x->prior =
        (sq_camera_prior){.height_mm = s->height_mm, .height_sigma_mm = SQ_PRIOR_HEIGHT * s->height_mm};
    if (!s->lens) {
        believe_any_lens(&x->prior, x->frame->width, x->frame->height);
        return SQ_OK;
    }
    sq_camera lens = *s->lens;
    sq_code code = sq_camera_for_size(&lens, x->frame->width, x->frame->height, d);
    if (!code) believe_lens(&x->prior, &lens, s->lens_sigma);
    return code;
}

/* ---- Guesses, and which of them is the mat ---- */

static void guess(finder *x) {
    sq_small_make(&x->small, x->frame);
    sq_edge_pixels_find(&x->pixels, &x->small);
    x->guesses.four.count = x->guesses.three.count = 0;
    for (double bend = SQ_BEND_LEAST; bend <= SQ_BEND_MOST; bend += SQ_BEND_STEP) {
        sq_lines_find(&x->lines, &x->small, &x->pixels, bend, x->votes);
        sq_mat_guesses_add(&x->guesses, &x->small, &x->lines, x->size.length_mm, x->size.width_mm);
    }
}

static bool fit_sightings(finder *x) {
    return sq_camera_fit_solve(&x->fit, &x->sightings, &x->prior, &x->work);
}

static bool fit_corners(finder *x, const sq_mat_guess *g) {
    memset(&x->sightings, 0, sizeof x->sightings);
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        sq_sighting_add_point(&x->sightings, sq_mm_at_height(sq_mat_corner_at(&x->size, k), 0), g->corner[k],
                              SQ_CORNER_SIGMA_PX * x->measure.fine_px);
    x->fit.camera = g->camera;
    return fit_sightings(x);
}

/* How much of a mat is there: each side and baseline counts for as much as shows of what should show, the pot
 * as much as a side. */
static double likeness(const sq_mat_look *look) {
    double sum = look->pot.evidence - SQ_MAT_POT_CHANCE;
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        const sq_line_look *k = &look->line[l];
        double chance =
            sq_mat_line_is_side((sq_mat_line)l) ? SQ_LINE_EVIDENCE : 0; /* baselines may be absent */
        sum += k->inside * (k->evidence - chance);
    }
    return sum;
}

/* Brings a rough camera home and says how much it looks like the mat; −1 where it leads nowhere. */
static double bring_home(finder *x) {
    sq_measure_roughly(&x->measure, &x->fit.camera, x->measure.fine_px, &x->sightings, &x->look);
    if (!fit_sightings(x)) return -1;
    sq_measure_pot(&x->measure, &x->fit.camera, SQ_MAT_POT_REACH_ROUGH_MM, &x->sightings, &x->look);
    return likeness(&x->look);
}

/* The best so far. */
typedef struct {
    double likes;
    sq_camera camera;
    bool pot;
} choice;

static void consider(const finder *x, double likes, choice *best) {
    if (likes > best->likes) *best = (choice){likes, x->fit.camera, x->look.pot_seen};
}

/* The camera that the lines alone tell that are not doubted: those near by, then, from further away, the
 * baselines at the mat's other end, and the pot. */
static bool follow_others(finder *x, unsigned doubted) {
    x->measure.leave_out = doubted;
    bool found = true;
    for (int reach = 1; reach <= 2 && found; reach++) {
        sq_camera camera = x->fit.camera;
        sq_measure_roughly(&x->measure, &camera, reach * x->measure.fine_px, &x->sightings, &x->look);
        sq_measure_pot(&x->measure, &camera, SQ_MAT_POT_REACH_FAR_MM, &x->sightings, &x->look);
        found = fit_sightings(x);
    }
    x->measure.leave_out = 0;
    return found;
}

/* A table's edge near to a side of the mat, and clearer, may have been taken for it. No pot stands in the
 * middle then; each side is doubted, and each two of them. */
static void doubt_sides(finder *x, choice *best) {
    sq_camera camera = best->camera;
    for (unsigned sides = 1; sides < 1u << SQ_MAT_SIDES; sides++) {
        x->fit.camera = camera;
        if (__builtin_popcount(sides) <= 2 && follow_others(x, sides)) consider(x, bring_home(x), best);
    }
}

static bool choose(finder *x) {
    const sq_mat_guess_list *lists[] = {&x->guesses.four, &x->guesses.three};
    choice best = {.likes = 0};
    for (size_t k = 0; k < 2 && best.likes < SQ_LIKENESS_SURE; k++)
        for (int i = 0; i < lists[k]->count && best.likes < SQ_LIKENESS_SURE; i++)
            if (fit_corners(x, &lists[k]->guess[i])) consider(x, bring_home(x), &best);
    if (best.likes >= SQ_LIKENESS_LEAST && !best.pot) doubt_sides(x, &best);
    x->fit.camera = best.camera;
    return best.likes >= SQ_LIKENESS_LEAST;
}

/* ---- The fine fit ---- */

/* How far, in pixels, the mat's corners and middle move from one camera to the other. */
static double moved(const finder *x, const sq_camera *from, const sq_camera *to) {
    double most = sq_px_distance(sq_px_from_mm3(from, (sq_mm3){0}), sq_px_from_mm3(to, (sq_mm3){0}));
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_mm3 c = sq_mm_at_height(sq_mat_corner_at(&x->size, k), 0);
        most = fmax(most, sq_px_distance(sq_px_from_mm3(from, c), sq_px_from_mm3(to, c)));
    }
    return most;
}

static void add_winks(finder *x) {
    sq_sightings *s = &x->sightings;
    s->size_bias_px = SQ_WINK_BIAS_PX;
    for (int i = 0; i < x->wink_count && s->sizes < SQ_SIZES_CAP; i++) {
        const sq_wink_sight *w = &x->winks[i];
        s->size[s->sizes++] = (sq_size_sighting){w->middle, SQ_WINK_THICKNESS_MM / 2,
                                                 sq_wink_radius_mm(w->size), w->radius_px, w->sigma_px};
    }
}

/* Measures and fits until nothing moves any more: first the lines' courses, since a camera that is pixels off
 * would take fine edges for stray ones, then the edges. */
static bool refine(finder *x) {
    double step = INFINITY;
    for (int round = 0; round < SQ_FINE_ROUNDS && step > SQ_FINE_SETTLED_PX; round++) {
        sq_camera before = x->fit.camera;
        if (round)
            sq_measure_finely(&x->measure, &before, &x->sightings, &x->look);
        else
            sq_measure_roughly(&x->measure, &before, SQ_FINE_STEP_PX, &x->sightings, &x->look);
        sq_measure_pot(&x->measure, &before, round ? SQ_MAT_POT_REACH_MM : SQ_MAT_POT_REACH_ROUGH_MM,
                       &x->sightings, &x->look);
        add_winks(x);
        if (!fit_sightings(x)) return false;
        if (round) step = moved(x, &before, &x->fit.camera);
    }
    return true;
}

/* ---- What was found, and whether to believe it ---- */

static void report_lines(const finder *x, sq_mat_fit *out) {
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

static void report(const finder *x, sq_mat_fit *out) {
    out->camera = x->fit.camera;
    out->camera.width = x->frame->width;
    out->camera.height = x->frame->height;
    out->size = x->size;
    out->rms_px = x->fit.rms_px;
    memcpy(out->covariance, x->fit.covariance, sizeof out->covariance);
    out->pot = x->look.pot_seen;
    report_lines(x, out);
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_px p = sq_px_from_mm3(&out->camera, sq_mm_at_height(sq_mat_corner_at(&x->size, k), 0));
        out->corner[k] = p;
        out->corner_inside[k] =
            p.x >= 0 && p.y >= 0 && p.x <= x->frame->width - 1 && p.y <= x->frame->height - 1;
    }
}

/* Enough independent things agree: a pot where it must stand and three lines, or six lines, two of which are
 * then baselines. A table may have nearly the mat's shape, but then nothing stands in its middle, and where
 * one baseline falls into place by chance its neighbours do not. */
static bool enough(const sq_mat_fit *f) {
    int sides = 0, lines = 0;
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        bool seen = sq_mat_line_seen(f, (sq_mat_line)l);
        lines += seen;
        sides += seen && sq_mat_line_is_side((sq_mat_line)l);
    }
    return sides >= 2 && lines >= (f->pot ? SQ_LINES_WITH_POT : SQ_LINES_WITHOUT_POT);
}

static sq_code judge(const finder *x, const sq_mat_fit *f, sq_diag *d) {
    if (!enough(f)) return sq_mat_say_too_little(f, d);
    if (!(f->rms_px < SQ_RMS_MOST_PX * x->measure.fine_px)) return sq_mat_say_misfit(f, d);
    double sigma = sq_mat_worst_sigma_mm(f);
    return sigma < SQ_SIGMA_MOST_MM ? SQ_OK : sq_mat_say_unsure(f, sigma, d);
}

/* From the camera in x->fit to a report, if it is to be believed. */
static sq_code finish(finder *x, sq_mat_fit *out, sq_diag *d) {
    if (!refine(x)) return sq_mat_say_nothing(x->small.luma_mean, d);
    report(x, out);
    return judge(x, out, d);
}

static sq_code search(finder *x, sq_mat_fit *out, sq_diag *d) {
    guess(x);
    return choose(x) ? finish(x, out, d) : sq_mat_say_nothing(x->small.luma_mean, d);
}

/* Room for one search over one frame; the caller frees it. */
static sq_code prepare(finder **out, const sq_frame *f, const sq_mat_settings *s, sq_diag *d) {
    int shorter = f->width < f->height ? f->width : f->height;
    if (shorter < SQ_PICTURE_LEAST_PX)
        return sq_fail(
            d, SQ_E_SIZE,
            "the picture has %d x %d pixels, too few to measure a mat; give one of at least %d on its "
            "shorter side",
            f->width, f->height, SQ_PICTURE_LEAST_PX);
    finder *x = *out = malloc(sizeof *x);
    if (!x) return sq_fail(d, SQ_E_MEMORY, "not enough memory to look for the mat; close other programs");
    x->frame = f;
    x->settings = s;
    x->wink_count = 0;
    x->size = (sq_mat_size){s->length_mm > 0 ? s->length_mm : SQ_MAT_LENGTH_MM,
                            s->width_mm > 0 ? s->width_mm : SQ_MAT_WIDTH_MM};
    x->measure.frame = f;
    x->measure.size = x->size;
    x->measure.fine_px = fmax(1, (f->width > f->height ? f->width : f->height) / 1920.0);
    x->measure.leave_out = 0;
    x->measure.work = &x->work;
    return believe(x, d);
}

sq_code sq_camera_from_mat(const sq_frame *f, const sq_mat_settings *s, sq_mat_fit *out, sq_diag *d) {
    finder *x = NULL;
    *out = (sq_mat_fit){0};
    sq_code code = prepare(&x, f, s, d);
    if (!code) {
        assert(x);
        code = search(x, out, d);
    }
    free(x);
    return code;
}

sq_code sq_mat_refine_with_winks(const sq_frame *f, const sq_mat_settings *s, const sq_wink_sight *winks,
                                 int count, sq_mat_fit *fit, sq_diag *d) {
    finder *x = NULL;
    sq_code code = prepare(&x, f, s, d);
    if (!code) {
        assert(x);
        x->winks = winks;
        x->wink_count = count;
        x->fit.camera = fit->camera;
        sq_small_make(&x->small, f); /* how dark the picture is, should it come to that */
        code = finish(x, fit, d);
    }
    free(x);
    return code;
}
