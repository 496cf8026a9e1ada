/* The table of the stages, what runs each of them, and the loop over it. A stage is a few lines that hand the
 * view's members to the file that does the work. */
#include "vision/eye_stages.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain_clusters.h"
#include "vision/eye_state.h"
#include "vision/frame/frame_copy.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/geometry/smallest_wink.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"
#include "vision/pot/winks_in_pot.h"
#include "vision/pot/winks_on_rim.h"
#include "vision/report_winks.h"
#include "vision/restore/jpeg_chroma.h"
#include "vision/restore/video_chroma.h"
#include "vision/review/hidden_support.h"
#include "vision/review/luma_rims.h"
#include "vision/review/order_consistency.h"
#include "vision/review/order_review.h"
#include "vision/review/place_by_light.h"
#include "vision/segment/blur_estimate.h"
#include "vision/segment/chroma_siting.h"
#include "vision/segment/cluster.h"
#include "vision/segment/colour_cast.h"
#include "vision/segment/glare.h"
#include "vision/system/clock.h"
#include "vision/system/nearest_word.h"
#include "vision/washed_out_winks.h"
#include "vision/wink_confidence.h"

/* Samples across a small wink at which segmentation looks: a wink half hidden still shows ten samples. */
SQ_NUMBER(SQ_SAMPLES_PER_WINK, 7.0);

/* The blur must be another by this share than was taken before all is looked at anew: a fit with a blur that
 * is wrong by a third finds the same winks at the same places, with a half it splits them or loses them. */
SQ_NUMBER(SQ_BLUR_OTHER, 0.35);

/* Levels by which red or blue less green deviates where a block's mean chroma was rounded to whole steps of
 * one level: each of the two is off by up to half a step, and counts 2.1 and 0.3 times. */
SQ_NUMBER(SQ_JPEG_CHROMA_LEVELS, 0.62);

/* px by which the chroma of a restored JPEG is smoothed at least: its blocks' edges look like rims. Less:
 * pieces of winks are taken for winks. More: thin slivers between winks are lost. */
SQ_NUMBER(SQ_JPEG_SMOOTH_PX, 0.8);

/* The deviation of a felt pixel's chroma (felt_chroma.h) that the eye bears: clean pictures have up to half
 * of it. Noise beyond this factor of it is smoothed away, at most by a Gaussian of so many mm (blobs that are
 * nearer to each other are explained together), and by trying so often. A higher noise: pale winks are no
 * blobs, and faces are full of holes. A lower one: grain of the felt is smoothed, and rims with it. More mm:
 * winks that touch are one. */
SQ_NUMBER(SQ_NOISE_BORNE, 0.02);
SQ_NUMBER(SQ_NOISE_ENOUGH, 1.2);
#define SQ_SMOOTH_MOST_MM SQ_CLUSTER_GAP_MM
enum { SQ_SMOOTH_TRIES = 3 };

bool sq_scene_same_source(const sq_eye_state *v, const sq_frame *f, const sq_camera *c) {
    return v->rows == f->height && v->outline.width == f->width && v->format == f->format &&
           !memcmp(&v->known_camera, c, sizeof *c);
}

void sq_scene_read(sq_eye_state *v, sq_box b) {
    sq_window_read_box(&v->window, b, &v->frame, &v->outline, &v->surface);
}

/* ---- What each stage does ---- */

static sq_code refuse_unfit(const sq_frame *f, const sq_camera *c, double px_per_mm, sq_diag *d) {
    if (f->format == SQ_FRAME_GREY)
        return sq_fail(d, SQ_E_SIGHT,
                       "the picture is grey, so the winks' colours cannot be told; use a colour camera");
    if (!sq_camera_ok(c) || !isfinite(px_per_mm))
        return sq_fail(d, SQ_E_CAMERA, "the camera does not look at the mat's centre; calibrate it anew");
    if (px_per_mm * SQ_SMALL_MM < sq_smallest_wink_px())
        return sq_fail(
            d, SQ_E_SIZE,
            "a small wink is only %.1f pixels wide and %.1f are needed; move the camera nearer or choose a "
            "higher resolution",
            px_per_mm * SQ_SMALL_MM, sq_smallest_wink_px());
    if (f->width > SQ_ROW_CAP)
        return sq_fail(d, SQ_E_SIZE,
                       "the picture is %d pixels wide and at most %d are judged; choose a lower resolution",
                       f->width, SQ_ROW_CAP);
    return SQ_OK;
}

/* The mat's outline in the picture is worked out anew for a new source, else it stands. */
static sq_code run_outline(sq_eye_state *v, sq_diag *d) {
    const sq_frame *f = &v->frame;
    v->px_per_mm = sq_px_per_mm(v->camera, (sq_mm3){0, 0, 0});
    sq_code code = refuse_unfit(f, v->camera, v->px_per_mm, d);
    if (code || v->is_again || sq_scene_same_source(v, f, v->camera)) return code;
    if (v->rows != f->height) {
        sq_span *spans = realloc(v->spans, 4 * (size_t)f->height * sizeof *spans);
        if (!spans) return sq_fail(d, SQ_E_MEMORY, "not enough memory for sight; close other programs");
        v->spans = spans;
        v->rows = f->height;
    }
    v->outline.inner = v->spans;
    v->outline.outer = v->spans + f->height;
    v->outline.reach = v->spans + 2 * (ptrdiff_t)f->height;
    v->pot.row = v->spans + 3 * (ptrdiff_t)f->height;
    sq_outline_make(&v->outline, v->camera, f->width, f->height);
    memcpy(&v->known_camera, v->camera, sizeof v->known_camera);
    v->format = f->format;
    return SQ_OK;
}

static int tile_side(const sq_frame *f, double px_per_mm) {
    int side = (int)ceil(SQ_TILE_MM * px_per_mm);
    while (((f->width + side - 1) / side) * ((f->height + side - 1) / side) > SQ_TILE_CAP)
        side += side / 4 + 1;
    return side;
}

/* What a codec has taken, brought back. A video's is restored once more where it turns out that its samples
 * lie elsewhere, and smoothed as before. */
static sq_code run_coded_chroma(sq_eye_state *v, sq_diag *d) {
    sq_frame *f = &v->as_it_came;
    bool restored = v->is_again && f->format != v->frame.format;
    if (v->is_again && !(restored && v->siting_told && f->siting != v->siting)) return SQ_OK;
    if (restored) f->siting = v->siting;
    sq_code code = SQ_OK;
    v->coded_step = sq_jpeg_chroma_step(&v->coded, f);
    if (v->coded_step > 0)
        code = sq_jpeg_chroma_restore(&v->coded, f, v->coded_step, d);
    else
        code = sq_video_chroma_restore(&v->coded, f, v->px_per_mm * SQ_SMALL_MM / 2, &v->coded_step, d);
    if (!code && v->coded_step > 0) v->frame = v->coded.copy;
    memcpy(v->frame.added, v->added, sizeof v->added);
    if (code || !restored || !(v->coded_step > 0) || !(v->smoothed_px > 0)) return code;
    code = sq_frame_smooth(&v->smooth, &v->smooth_bytes, &v->coded.copy, v->smoothed_px, d);
    if (!code) v->frame = v->smooth;
    return code;
}

static sq_code run_background(sq_eye_state *v, sq_diag *d) {
    sq_background_measure(&v->surface, &v->frame, &v->outline, tile_side(&v->frame, v->px_per_mm));
    v->surface.codec_levels = (float)(SQ_JPEG_CHROMA_LEVELS * v->coded_step);
    if (v->surface.known[SQ_BACKGROUND_FELT]) return SQ_OK;
    return sq_fail(d, SQ_E_SIGHT,
                   "the mat is not in the picture where the camera file says; calibrate the camera anew");
}

/* The blur of the picture, were it smoothed by this instead of by what it was. */
static double blur_if_smoothed(const sq_eye_state *v, double px) {
    double own = v->blur_px * v->blur_px - v->smoothed_px * v->smoothed_px;
    return hypot(own > 0 ? sqrt(own) : 0, px);
}

/* A Gaussian of so many pixels divides noise that differs from pixel to pixel by 2 sqrt(pi) of them. That of
 * a codec spreads over several pixels: what is left tells how much more is needed. Rims are then blurred by
 * as much more, which their drawing knows. */
static sq_code run_noise(sq_eye_state *v, sq_diag *d) {
    sq_frame as_it_is = v->frame;
    double px = 0, least = v->coded_step > 0 ? SQ_JPEG_SMOOTH_PX : 0, most = SQ_SMOOTH_MOST_MM * v->px_per_mm;
    if (v->is_again) return SQ_OK;
    v->felt_noise = (double)sq_background_usual_noise(&v->surface, SQ_BACKGROUND_FELT);
    for (int i = 0; i < SQ_SMOOTH_TRIES && px < most; i++) {
        double noise = (double)sq_background_usual_noise(&v->surface, SQ_BACKGROUND_FELT) / SQ_NOISE_BORNE;
        if (noise <= SQ_NOISE_ENOUGH && px >= least) break;
        px = fmin(fmax(px > 0 ? px * noise : noise / (2 * sqrt(M_PI)), least), most);
        sq_code code = sq_frame_smooth(&v->smooth, &v->smooth_bytes, &as_it_is, px, d);
        if (code) return code;
        v->frame = v->smooth;
        code = run_background(v, d);
        if (code) return code;
    }
    v->blur_px = blur_if_smoothed(v, px);
    v->smoothed_px = px;
    return SQ_OK;
}

/* Where it stands, and what it looks like: so how far its own colour may be seen. */
static sq_code run_pot(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_pot_find(&v->pot, &v->frame, v->camera, &v->surface, &v->pot_patch);
    if (!v->pot.found) return SQ_OK;
    sq_scene_read(v, sq_pot_opening(&v->pot, v->camera));
    sq_pot_measure_tint(&v->pot, &v->window, v->camera, &v->scratch.guess);
    sq_pot_outline(&v->pot, v->frame.width, v->frame.height);
    return SQ_OK;
}

/* Pixels from sample to sample of the segmentation. */
static int sample_step(const sq_eye_state *v) {
    return (int)fmax(1, round(v->px_per_mm * SQ_SMALL_MM / SQ_SAMPLES_PER_WINK));
}

static double mm2_per_sample(const sq_eye_state *v) {
    int step = sample_step(v);
    return step * step / (v->px_per_mm * v->px_per_mm);
}

/* Samples that winks can take at most. */
static int most_area(const sq_eye_state *v) {
    return (int)(SQ_CLUSTER_MOST_MM2 / mm2_per_sample(v));
}

static int small_wink_area(const sq_eye_state *v) {
    return (int)(SQ_SMALL_FACE_MM2 / mm2_per_sample(v));
}

static sq_code run_segment(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_segment(&v->segments, &v->frame, &v->outline, v->pot.row, &v->surface, sample_step(v),
               (int)ceil(SQ_DISC_COST_MM2 / mm2_per_sample(v)));
    return SQ_OK;
}

/* What it is found to be is taken off all colours from the background on. */
static sq_code run_colour_cast(sq_eye_state *v, sq_diag *d) {
    float more[3];
    if (v->is_again || !sq_colour_cast_find(more, &v->frame, &v->outline, &v->surface, &v->segments,
                                            most_area(v), small_wink_area(v)))
        return SQ_OK;
    for (int k = 0; k < 3; k++)
        v->frame.added[k] = v->added[k] += more[k];
    sq_code code = run_background(v, d);
    if (!code) code = run_pot(v, d);
    return code ? code : run_segment(v, d);
}

static sq_code run_palette(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_palette_learn(&v->palette, &v->frame, &v->outline, &v->surface, &v->segments, most_area(v),
                     small_wink_area(v));
    return SQ_OK;
}

/* The winks on the pot's rim, which hide what is below. */
static sq_code run_winks_on_rim(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_position *out = v->out;
    if (!v->pot.found) return SQ_OK;
    sq_scene_read(v, sq_pot_rim_box(&v->pot, v->camera));
    out->wink_count += sq_pot_rim_find(&v->pot, out->winks + out->wink_count, &v->window, v->camera,
                                       &v->palette, &v->scratch.guess);
    sq_report_of_no_cluster(v, 0);
    if (v->pot.rim_count) sq_pot_outline(&v->pot, v->frame.width, v->frame.height);
    return SQ_OK;
}

static sq_code run_glare(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_glare_find(&v->segments, &v->frame, &v->outline, v->pot.row, &v->surface, v->px_per_mm);
    return SQ_OK;
}

static sq_code run_cluster(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_cluster_blobs(&v->clusters, &v->segments, v->px_per_mm, most_area(v));
    return SQ_OK;
}

/* The search's own parts have their switches and times there. */
static const sq_stage stage_of_part[SQ_PILE_PARTS] = {SQ_STAGE_TILT_FIT, SQ_STAGE_UNITE_SPLIT,
                                                      SQ_STAGE_WINK_WITHIN_WINK, SQ_STAGE_LEANING_ON_POT,
                                                      SQ_STAGE_RIM_SUPPORT};

static sq_code run_clusters(sq_eye_state *v, sq_diag *d) {
    (void)d;
    for (int i = 0; i < SQ_PILE_PARTS; i++) {
        v->pile_parts.is_out[i] = v->without.is_out[stage_of_part[i]];
        v->pile_parts.ms[i] = 0;
    }
    sq_clusters_explain(v);
    for (int i = 0; i < SQ_PILE_PARTS; i++)
        v->stage_ms[stage_of_part[i]] += v->pile_parts.ms[i];
    return SQ_OK;
}

static sq_code run_clutter(sq_eye_state *v, sq_diag *d) {
    (void)d;
    bool is_clutter[SQ_SEEN_CAP];
    int found = sq_clutter_find(is_clutter, v->suspect, v->out->wink_count, v->absent);
    if (found + sq_clutter_off_mat(is_clutter, v->out)) sq_report_strike(v, is_clutter);
    return SQ_OK;
}

static sq_order_review_view review_view(sq_eye_state *v) {
    return (sq_order_review_view){&v->window, &v->rims,  &v->frame,  &v->outline,   &v->surface,
                                  &v->pot,    v->camera, v->blur_px, v->smoothed_px};
}

static sq_code run_overlap_order(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_order_review_view view = review_view(v);
    sq_order_review_seams(v->order, v->order_count, v->out, &view);
    return SQ_OK;
}

static sq_code run_order_consistency(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_order_consistency_settle(v->order, v->order_count, v->out);
    return SQ_OK;
}

static sq_code run_height_posterior(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_order_review_heights(v->order, v->order_count, v->out, v->camera);
    return SQ_OK;
}

static sq_code run_luma_rims(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_luma_rims_doubt(v->out, &v->frame, sq_chroma_siting_matters(&v->as_it_came), v->camera);
    return SQ_OK;
}

static sq_code run_place_by_light(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_order_review_view view = review_view(v);
    sq_place_by_light(v->out, &view);
    return SQ_OK;
}

static sq_code run_order_doubt(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_confidence_doubt_orders(v);
    return SQ_OK;
}

/* Once the mat's own winks have told what the colours look like, and how many are missing. */
static sq_code run_winks_in_pot(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_position *out = v->out;
    if (!v->pot.found) return SQ_OK;
    sq_scene_read(v, sq_pot_opening(&v->pot, v->camera));
    sq_position_count_unseen(out);
    int first = out->wink_count;
    out->wink_count += sq_pot_contents(out->winks + first, SQ_SEEN_CAP - first, out->potted, out->unseen,
                                       &v->window, &v->pot, v->camera, &v->palette, &v->scratch.guess);
    sq_report_of_no_cluster(v, first);
    return SQ_OK;
}

static sq_code run_washed_winks(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_washed_winks_find(v);
    return SQ_OK;
}

static sq_code run_hidden_support(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_order_review_view view = review_view(v);
    sq_hidden_support_judge(v->out, &view);
    sq_hidden_support_doubt_orders(v->order, v->order_count, v->out, &view);
    return SQ_OK;
}

static sq_code run_position(sq_eye_state *v, sq_diag *d) {
    (void)d;
    sq_position *out = v->out;
    out->truncated |= v->segments.truncated || v->clusters.truncated;
    out->pot_found = v->pot.found;
    out->pot = v->pot.at;
    out->pot_sigma_mm = v->pot.sigma_mm;
    sq_position_complete(out, v->camera->blue, v->order, v->order_count);
    return SQ_OK;
}

/* Asked with each look, since winks come to lie where the light is another. */
static sq_code run_chroma_siting(sq_eye_state *v, sq_diag *d) {
    (void)d;
    if (v->is_again) return SQ_OK;
    sq_chroma_siting siting;
    sq_siting_answer told =
        sq_chroma_siting_measure(&siting, &v->siting_seen, &v->as_it_came, v->camera, v->out);
    if (told == SQ_SITING_UNTOLD) return SQ_OK;
    v->siting_told = told;
    v->siting = siting;
    v->has_other_optics |= siting != v->as_it_came.siting;
    v->frame.siting = siting;
    return SQ_OK;
}

static bool measure_blur(sq_eye_state *v, double *blur_px) {
    bool told = sq_blur_measure(blur_px, &v->window, &v->frame, &v->outline, &v->surface, v->camera, v->out);
    v->is_blur_told |= told;
    return told;
}

static sq_code run_blur_estimate(sq_eye_state *v, sq_diag *d) {
    (void)d;
    double blur_px = v->blur_px;
    if (v->is_again || !measure_blur(v, &blur_px)) return SQ_OK;
    if (!(fabs(blur_px / v->blur_px - 1) > SQ_BLUR_OTHER)) return SQ_OK;
    v->blur_px = blur_px;
    v->has_other_optics = true;
    return SQ_OK;
}

/* ---- The table ---- */

static const sq_stage_entry table[SQ_STAGES] = {
#define X(constant, name, how, run, needs, does) {name, how, run, needs, does},
    SQ_STAGE_LIST(X)
#undef X
};

const sq_stage_entry *sq_stage_of(sq_stage stage) {
    assert(stage >= 0 && stage < SQ_STAGES);
    return &table[stage];
}

/* The optional stage of that name, which is `length` bytes long; SQ_STAGES where none is. */
static int optional_named(const char *name, size_t length) {
    int k = 0;
    while (k < SQ_STAGES && !(table[k].how & SQ_OPTIONAL && strlen(table[k].name) == length &&
                              !strncmp(table[k].name, name, length)))
        k++;
    return k;
}

static sq_code complain_of(const char *name, size_t length, sq_diag *d) {
    char names[1024] = "", word[64], meant[SQ_DID_YOU_MEAN_MAX];
    const char *optional[SQ_STAGES] = {NULL};
    size_t n = 0;
    for (int k = 0; k < SQ_STAGES; k++)
        if (table[k].how & SQ_OPTIONAL && n < sizeof names) {
            n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", n ? ", " : "", table[k].name);
            optional[k] = table[k].name;
        }
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), name);
    return sq_fail(d, SQ_E_ARGUMENT, "%s: no stage of that name can be left out; these can: %s%s", word,
                   names, sq_did_you_mean(meant, word, optional, SQ_STAGES));
}

sq_code sq_stages_leave_out(sq_stages_out *out, const char *names, sq_diag *d) {
    for (;;) {
        size_t length = strcspn(names, ",");
        int k = optional_named(names, length);
        if (k == SQ_STAGES) return complain_of(names, length, d);
        out->is_out[k] = true;
        if (!names[length]) return SQ_OK;
        names += length + 1;
    }
}

static void begin_position(sq_position *out, const sq_frame *f, sq_wink_set absent) {
    memset(out, 0, sizeof *out);
    out->absent = absent;
    out->t = f->t;
    out->width = f->width;
    out->height = f->height;
    out->camera_rms_px = out->file_off_mm = out->file_off_sigma_mm = NAN;
}

/* All stages once. */
static sq_code run_all(sq_eye_state *v, sq_diag *d) {
    sq_code code = SQ_OK;
    begin_position(v->out, &v->frame, v->absent);
    sq_order_review_view view = review_view(v);
    sq_order_review_begin(&view);
    for (int k = 0; k < SQ_STAGES && !code; k++) {
        if (!table[k].run || v->without.is_out[k]) continue;
        double began = sq_monotonic_ms();
        code = table[k].run(v, d);
        v->stage_ms[k] += sq_monotonic_ms() - began;
        if (v->hook && !code) v->hook(v->hook_user, v, (sq_stage)k, -1);
    }
    return code;
}

/* Whether there are clusters, enough to tell a blur, in which no wink was found. */
static bool hides_winks(const sq_eye_state *v) {
    return v->clusters.count >= SQ_MEDIAN_LEAST && v->out->wink_count < v->clusters.count;
}

/* Where the picture is large and out of focus, winks of the usual blur are not found, so that they cannot
 * tell it: they are looked for with twice as much, and again, up to what counts as blurred. Where none of
 * that tells a greater blur either, the usual one stands. */
static sq_code look_softer(sq_eye_state *v, sq_diag *d) {
    double usual = v->blur_px, told = usual;
    sq_code code = SQ_OK;
    for (double px = 2 * usual; px < SQ_BLURRED_MM * v->px_per_mm && !v->is_blur_told && !code; px *= 2) {
        v->blur_px = px;
        v->has_other_optics = true;
        code = run_all(v, d);
        double blur_px = px;
        if (!code && measure_blur(v, &blur_px)) told = blur_px;
    }
    v->blur_px = told > (1 + SQ_BLUR_OTHER) * usual ? told : usual;
    return code;
}

sq_code sq_stages_run(sq_eye_state *v, sq_diag *d) {
    memset(v->stage_ms, 0, sizeof v->stage_ms);
    v->as_it_came = v->frame;
    v->coded_step = v->felt_noise = 0;
    v->is_again = v->has_other_optics = false;
    sq_code code = run_all(v, d);
    v->is_again = true;
    if (!code && hides_winks(v) && !v->without.is_out[SQ_STAGE_BLUR_ESTIMATE]) code = look_softer(v, d);
    return !code && v->has_other_optics ? run_all(v, d) : code;
}
