/* The watching thread: reads frames, waits for the mat to be at rest, and sends one or two frames of each
 * rest to the judge. */
#include "ui/session/watch_thread.h"

#include <string.h>

#include "calib/camera/camera_file.h"
#include "calib/known_lengths_json.h"
#include "calib/mat/find_camera.h"
#include "calib/picture_quality.h"
#include "ui/game/game_folder.h"
#include "ui/session/interrupt.h"
#include "vision/change/rest_detector.h"
#include "vision/frame/frame_copy.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/system/clock.h"

/* Seconds: the second look at a rest comes so long after the first; between copies of the frame that it may
 * get if the rest ends before that. */
#define SECOND_LOOK_S 0.7
#define SPARE_EVERY_S 0.2

/* Levels of noise from which on the frames of a rest are averaged before one is looked at. Lower: of a
 * codec's stream, whose later frames are the better ones, the first ones count as much. Higher: in the dark
 * winks drown. */
#define NOISY_LEVELS 0.7

/* ---- The camera ---- */

/* The game keeps the camera, and one from the mat with what is not known of it. */
static sq_code write_camera(const sq_watcher *w, const sq_mat_fit *fit, sq_diag *d) {
    if (!fit) return sq_camera_write(&w->found, w->shared->set->camera, d);
    return sq_camera_write_covariance(&w->found, &fit->size, fit->covariance, w->shared->set->camera, d);
}

/* The file's camera, for this size of frame. */
static sq_code take_file(sq_watcher *w, const sq_frame *f) {
    w->found = w->file;
    w->found_doubt = w->file_doubt;
    w->found_mat = w->file_mat;
    w->camera_rms_px = NAN;
    sq_code code = sq_camera_for_size(&w->found, f->width, f->height, &w->camera_diag);
    return code ? code : sq_camera_doubt_for_size(&w->found_doubt, f->width, f->height, &w->camera_diag);
}

/* A live game that goes on keeps its file, but somebody may have leant on the table meanwhile. */
static void take_moved(sq_watcher *w, const char *differs) {
    char text[900];
    snprintf(text, sizeof text,
             "Since the game began the camera or the mat has moved: %.600s. It is found anew from the mat.",
             differs);
    sq_shared_notice(w->shared, SQ_NOTICE_CAMERA, text);
    w->found = w->checked.fit.camera;
    w->camera_rms_px = w->checked.fit.rms_px;
    sq_mat_doubt(&w->checked.fit, &w->found_doubt);
    w->found_mat = w->checked.fit.size;
}

/* Whether the picture agrees with the file, as far as it can tell; else nothing is ruled. Where it cannot
 * tell, the next rest is asked again. */
static bool check_file(sq_watcher *w, const sq_frame *f) {
    char differs[700];
    sq_camera_check_look(w->check, f, &w->found, &w->found_doubt, &w->file_mat, &w->checked);
    sq_camera_checked_say(&w->checked, w->shared->set->calibration, differs, sizeof differs);
    w->is_checked = w->checked.answer != SQ_CHECK_UNSEEN;
    if (w->checked.answer == SQ_CHECK_AGREES) return true;
    if (w->checked.answer == SQ_CHECK_UNSEEN) {
        if (!w->ever_camera) sq_shared_notice(w->shared, SQ_NOTICE_CAMERA, differs);
        return true;
    }
    w->is_checked = w->checked.found && w->t_begun > 0;
    if (w->is_checked)
        take_moved(w, differs);
    else if (!w->is_refused)
        sq_fail(&w->camera_diag, SQ_E_CAMERA,
                "%.400s. Nothing is ruled by it: calibrate anew, or leave the file out", differs);
    w->is_refused = !w->is_checked && w->checked.answer == SQ_CHECK_DIFFERS;
    return w->is_checked;
}

static bool find_by_mat(sq_watcher *w, const sq_frame *f, sq_mat_fit *fit) {
    if (sq_camera_from_mat(f, &(sq_mat_settings){0}, fit, &w->camera_diag)) return false;
    w->found = fit->camera;
    w->camera_rms_px = fit->rms_px;
    sq_mat_doubt(fit, &w->found_doubt);
    w->found_mat = fit->size;
    if (fit->turn == SQ_TURN_BY_SIDES) return true;
    char text[1024]; /* places are less sure than players are used to */
    sq_mat_describe(fit, text, sizeof text);
    sq_shared_notice(w->shared, SQ_NOTICE_CAMERA, text);
    return true;
}

/* The file's camera for this size of frame, or the one that the mat shows; false, with the reason kept, where
 * it cannot be found, or where the file is another camera's. */
static bool find_camera(sq_watcher *w, const sq_frame *f) {
    sq_mat_fit fit;
    bool by_file = w->shared->set->calibration && !w->confirmed;
    bool is_new = !w->has_camera || w->found.width != f->width || w->found.height != f->height;
    if (!is_new && (!by_file || w->is_checked)) return true;
    w->has_camera = false;
    if (by_file ? take_file(w, f) || !check_file(w, f) : !find_by_mat(w, f, &fit)) return false;
    w->found.width = f->width;
    w->found.height = f->height;
    sq_diag d;
    bool is_own =
        by_file && w->shared->set->camera && !strcmp(w->shared->set->camera, w->shared->set->calibration);
    if (is_new && w->shared->set->camera && !is_own)
        sq_shared_file(w->shared, SQ_KEPT_CAMERA, write_camera(w, by_file ? NULL : &fit, &d) ? d.text : NULL);
    return w->has_camera = w->ever_camera = true;
}

static void note_calibration(sq_game_note *note, const void *path) {
    sq_game_note_calibration(note, path);
}

/* The umpire has confirmed a camera. The game keeps it as its file, by which it would go on. */
static void take_confirmed(sq_watcher *w, sq_mat_fit *fit) {
    sq_diag d;
    if (w->has_camera) sq_camera_keep_ends(&fit->camera, &w->found);
    w->found = fit->camera;
    w->camera_rms_px = fit->rms_px;
    sq_mat_doubt(fit, &w->found_doubt);
    w->found_mat = fit->size;
    w->has_camera = w->ever_camera = true;
    w->is_refused = false;
    w->confirmed++;
    sq_fault_once_over(&w->camera_fault);
    sq_code code = write_camera(w, fit, &d);
    if (!code) code = sq_shared_keep(w->shared, note_calibration, w->shared->set->camera, &d);
    sq_shared_file(w->shared, SQ_KEPT_CAMERA, code ? d.text : NULL);
    sq_shared_notice(w->shared, SQ_NOTICE_RULINGS_GO_ON,
                     "The umpire has confirmed the camera; rulings are by it.");
}

static void keep_zero(const sq_watcher *w, json_t *zero) {
    sq_diag d;
    sq_code code = sq_zero_keep(zero, w->shared->set->camera, &d);
    sq_shared_file(w->shared, SQ_KEPT_CAMERA, code ? d.text : NULL);
    json_decref(zero);
}

/* What the umpire has said about the camera by a page. */
static void hear_camera_section(sq_watcher *w) {
    static sq_mat_fit fit; /* large */
    json_t *zero = NULL;
    if (!w->shared->pages) return;
    switch (sq_camera_section_confirmed(w->shared->pages->section, &fit, &zero)) {
    case SQ_CONFIRMED_NOTHING: break;
    case SQ_CONFIRMED_CAMERA: take_confirmed(w, &fit); break;
    case SQ_CONFIRMED_ZERO: keep_zero(w, zero); break;
    }
}

/* The mat and what lies beside it are watched, nothing else: people walk about. */
static void watch_the_mat(sq_watcher *w, const sq_camera *camera) {
    double x = SQ_MAT_LENGTH_MM / 2 + SQ_REACH_MM, y = SQ_MAT_WIDTH_MM / 2 + SQ_REACH_MM;
    const sq_mm corners[] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    sq_px outline[4];
    for (int i = 0; i < 4; i++) {
        outline[i] = sq_px_from_mm3(camera, sq_mm_at_height(corners[i], 0));
        if (!isfinite(outline[i].x) || !isfinite(outline[i].y)) return;
    }
    sq_rest_detector_watch(w->still, outline, 4);
}

/* There is none for the frame in hand: told once. Where the file is another camera's, what was filmed cannot
 * be judged by it; before a live camera somebody may put it right. */
static sq_code go_without_camera(sq_watcher *w, sq_diag *d) {
    if (w->is_refused && !sq_capture_about(w->capture).live) {
        *d = w->camera_diag;
        return d->code;
    }
    if (sq_fault_once_say(&w->camera_fault, w->camera_diag.text))
        sq_shared_notice(w->shared, SQ_NOTICE_PICTURE, w->camera_diag.text);
    return SQ_OK;
}

/* ---- Rests ---- */

static sq_code send(sq_watcher *w, const sq_frame *f, const sq_frame_tag *tag, sq_diag *d) {
    sq_code code = sq_frame_ring_put(w->shared->ring, f, tag, d);
    if (!code && w->shared->set->annotated)
        sq_frame_ring_drain(w->shared->ring); /* the calls belong to the frames that follow */
    return code;
}

/* A rest of a game ends for which no camera was found. */
static void pass_over(sq_watcher *w) {
    w->rests++;
    w->passed_over++;
    w->unjudged++;
    sq_pages_unjudged(w->shared->pages, 1);
}

/* Of the next rest; the rests that were passed over before it are told with it. */
static sq_frame_tag next_tag(sq_watcher *w, double t_rest) {
    sq_frame_tag tag = {.t_start = w->t_left,
                        .t_rest = t_rest,
                        .came_s = w->came_s,
                        .confirmed = w->confirmed,
                        .passed_over = w->passed_over,
                        .rest = ++w->rest,
                        .camera = w->found,
                        .doubt = w->found_doubt,
                        .mat = w->found_mat,
                        .camera_rms_px = w->camera_rms_px};
    w->rests++;
    w->passed_over = 0;
    return tag;
}

static sq_code first_look(sq_watcher *w, const sq_frame *f, const sq_rest *rest, sq_diag *d) {
    w->spare_tag = next_tag(w, rest->t0);
    w->spare_tag.gap_s = w->gap_s;
    if (w->rest && sq_frame_gaps_is_jump(w->t_left, rest->t0))
        w->spare_tag.gap_s = fmax(w->gap_s, rest->t0 - w->t_left);
    w->gap_s = 0;
    w->second_due = w->quality_due = true;
    w->mean_frames = w->is_noisy && w->mean.count > 0 ? w->mean.count : 1;
    sq_code code = send(w, f, &w->spare_tag, d); /* at once: the judge waits for nothing else */
    if (!code) code = sq_frame_copy(&w->spare, &w->spare_bytes, f, d);
    w->spare_tag.last = true;
    w->spare_tag.passed_over = 0; /* told already */
    return code;
}

static sq_code second_look(sq_watcher *w, sq_diag *d) {
    if (!w->second_due) return SQ_OK;
    w->second_due = false;
    return send(w, &w->spare, &w->spare_tag, d);
}

/* The rest in hand ends. */
static sq_code end_rest(sq_watcher *w, sq_diag *d) {
    if (w->lacks_look && w->ever_camera) pass_over(w);
    w->lacks_look = false;
    return second_look(w, d);
}

/* Adds a frame to those of the rest in hand. What is looked at is their mean, where they are noisy. */
static sq_code gather(sq_watcher *w, const sq_frame *f, const sq_rest_detector_verdict *v, sq_diag *d) {
    if (v->rest.frames == 1) {
        sq_frame_mean_begin(&w->mean);
        w->is_noisy = v->noise_levels > NOISY_LEVELS;
    }
    bool wanted = w->is_noisy && !v->moving && (!v->at_rest || v->just_settled || w->second_due);
    return wanted ? sq_frame_mean_add(&w->mean, f, d) : SQ_OK;
}

static const sq_frame *best_of(sq_watcher *w, const sq_frame *f) {
    const sq_frame *mean = w->is_noisy ? sq_frame_mean_take(&w->mean) : NULL;
    return mean ? mean : f;
}

/* Each trouble is said once, with what helps. The frame before is the one that was looked at first. */
static void judge_quality(sq_watcher *w, const sq_frame *f) {
    char text[SQ_QUALITY_TEXT];
    sq_picture_quality q;
    if (!w->quality_due || f->number == w->spare.number) return;
    w->quality_due = false;
    sq_picture_quality_measure(&q, f, &w->spare, w->mean_frames, &w->found);
    while (sq_picture_quality_say(&q, &w->quality_said, text))
        sq_shared_notice(w->shared, SQ_NOTICE_QUALITY, text);
}

/* What moves all the time is left out: told once, since what it covers is not seen. */
static void tell_restless(sq_watcher *w, const sq_rest_detector_verdict *v) {
    char text[300];
    if (!v->restless || w->restless_said) return;
    w->restless_said = true;
    snprintf(
        text, sizeof text,
        "Around pixel %.0f, %.0f something changes all the time: a clock that the camera writes into the "
        "picture? It is taken for no motion of the game. If it lies over the mat, switch it off.",
        v->restless_at.x, v->restless_at.y);
    sq_shared_notice(w->shared, SQ_NOTICE_QUALITY, text);
}

/* Where the mat never comes to rest there may be none: said within seconds, and not at the end. */
static void look_for_mat(sq_watcher *w, const sq_frame *f) {
    static const double first_s = 3, times = 2;
    sq_mat_fit fit;
    if (w->ever_camera || w->resting || w->camera_diag.code) return;
    if (!(w->asks_s > 0)) w->asks_s = f->t + first_s;
    if (f->t < w->asks_s) return;
    w->asks_s = f->t + times * (f->t - w->asks_s + first_s);
    if (!sq_camera_from_mat(f, &(sq_mat_settings){0}, &fit, &w->camera_diag)) {
        w->camera_diag.code = SQ_OK;
        watch_the_mat(w, &fit.camera); /* what never rests may lie beside it */
    } else if (sq_fault_once_say(&w->camera_fault, w->camera_diag.text))
        sq_shared_tell(w->shared, w->camera_diag.text);
}

/* A look at the rest in hand is due. Where its first frame showed no mat another one may: noise and codec
 * make each frame another one. Tried more and more seldom. */
static bool is_look_due(sq_watcher *w, const sq_frame *f, const sq_rest_detector_verdict *v) {
    static const double first_s = 0.25, times = 2;
    if (v->just_settled) w->tries_s = first_s;
    if (v->just_settled || (v->at_rest && w->lacks_look && w->has_camera)) return true;
    if (!v->at_rest || !w->lacks_look || w->is_refused || f->t < w->next_try_s) return false;
    w->tries_s *= times;
    return true;
}

/* A frame of a video. */
static sq_code watch(sq_watcher *w, const sq_frame *f, sq_diag *d) {
    char say[SQ_GAPS_TEXT];
    w->gap_s = fmax(w->gap_s, sq_frame_gaps_add(&w->gaps, f, say));
    if (*say) sq_shared_notice(w->shared, SQ_NOTICE_FRAMES_MISSING, say);
    sq_rest_detector_verdict v = sq_rest_detector_push(w->still, f);
    sq_code code = SQ_OK;
    if (v.at_rest && !v.just_settled && !w->lacks_look) w->gap_s = 0; /* the mat lies as it lay */
    w->resting = v.at_rest;
    look_for_mat(w, f);
    tell_restless(w, &v);
    sq_diag dropped; /* the game needs no picture of the last seconds */
    if (w->shared->evidence && !v.at_rest) (void)sq_evidence_watch(w->shared->evidence, f, &dropped);
    if (v.just_left) {
        w->t_left = v.rest.t1;
        code = end_rest(w, d);
    }
    if (!code) code = gather(w, f, &v, d);
    if (!code && is_look_due(w, f, &v)) {
        const sq_frame *best = best_of(w, f);
        w->lacks_look = !find_camera(w, best);
        w->next_try_s = f->t + w->tries_s;
        if (!w->lacks_look) {
            sq_fault_once_over(&w->camera_fault);
            watch_the_mat(w, &w->found);
            return first_look(w, best, &v.rest, d);
        }
        code = go_without_camera(w, d);
    }
    if (v.at_rest && !code) judge_quality(w, f);
    if (!w->second_due || !v.at_rest || code) return code;
    if (f->t - w->spare.t >= SPARE_EVERY_S)
        code = sq_frame_copy(&w->spare, &w->spare_bytes, best_of(w, f), d);
    return !code && f->t - v.rest.t0 >= SQ_REST_AFTER_S + SECOND_LOOK_S ? second_look(w, d) : code;
}

/* A picture of a folder is a rest of its own, and there is no later one of it. */
static sq_code take_picture(sq_watcher *w, const sq_frame *f, sq_diag *d) {
    if (!find_camera(w, f)) {
        pass_over(w);
        return go_without_camera(w, d);
    }
    sq_fault_once_over(&w->camera_fault);
    sq_frame_tag tag = next_tag(w, f->t);
    tag.last = true;
    snprintf(tag.name, sizeof tag.name, "%.255s", sq_capture_frame_name(w->capture));
    w->t_left = f->t;
    w->resting = true;
    return send(w, f, &tag, d);
}

/* The video with calls lacks something: told, and the exit status tells it too. */
static void spoil_video(sq_watcher *w, const char *sentence) {
    sq_shared_file(w->shared, SQ_KEPT_VIDEO, sentence);
    w->is_video_spoilt = true;
    w->faults++;
}

void sq_watcher_end_video(sq_watcher *w) {
    sq_diag d;
    if (sq_annotate_close(w->annotate, &d) && !w->is_video_spoilt) spoil_video(w, d.text);
    w->annotate = NULL;
}

/* A name under which no video can begin ends the session at its first frame; later nothing ends a game. */
static sq_code annotate(sq_watcher *w, const sq_frame *f, double fps, sq_diag *d) {
    sq_code code = SQ_OK;
    if (w->is_video_spoilt) return SQ_OK;
    if (!w->annotate) code = sq_annotate_open(&w->annotate, w->shared->set->annotated, f, fps, d);
    if (code) return code;
    const sq_judged_view *view = &w->view;
    sq_shared_look(w->shared, &w->view);
    bool fresh = view->call.count && f->t - view->call_t < SQ_ANNOTATED_CALL_S;
    sq_annotation what = {.position = w->resting && view->known ? &view->position : NULL,
                          .camera = &view->camera,
                          .state = &view->state,
                          .call = fresh ? &view->call : NULL,
                          .about = &view->about};
    sq_diag fault;
    if (sq_annotate_put(w->annotate, f, &what, &fault)) {
        spoil_video(w, fault.text);
        sq_watcher_end_video(w);
    }
    return SQ_OK;
}

/* Filming never stops a game: what goes wrong with it is told. */
static void film(sq_watcher *w, const sq_frame *f) {
    sq_diag d;
    size_t size = 0;
    if (!w->film) return;
    const uint8_t *jpeg = sq_capture_jpeg(w->capture, &size);
    if (!sq_recorder_put(w->film, f, jpeg, size, &d)) return;
    sq_shared_file(w->shared, SQ_KEPT_FILM, d.text);
    if (!w->film_fault.code) w->film_fault = d;
}

void sq_watcher_go_on(sq_watcher *w, int rest, double t_rest, double t_look, double away_s) {
    w->rest = rest;
    w->t_left = t_rest;
    w->t_begun = t_look + fmax(away_s, SQ_REST_AFTER_S);
    w->gap_s = SQ_GAPS_UNKNOWN_S; /* what was played meanwhile nobody saw */
}

void sq_watcher_end_film(sq_watcher *w) {
    sq_diag told;
    sq_filmed n;
    if (!w->film) return;
    if (sq_recorder_close(w->film, &n, &told) && !w->film_fault.code) w->film_fault = told;
    w->film = NULL;
    bool whole = !w->film_fault.code;
    w->faults += !whole;
    /* Of what is told of a file the last stays in view: it tells the cause too. */
    sq_fail(&told, SQ_OK, "%.200s: %llu frame%s filmed, %llu dropped%s%.200s", w->shared->set->film,
            (unsigned long long)n.filmed, n.filmed == 1 ? "" : "s", (unsigned long long)n.dropped,
            whole ? "" : "; ", whole ? "" : w->film_fault.text);
    sq_shared_file_ends(w->shared, SQ_KEPT_FILM, whole, told.text);
}

sq_code sq_watcher_run(sq_watcher *w, sq_diag *d) {
    sq_capture_info about = sq_capture_about(w->capture);
    bool pictures = !strcmp(about.kind, "pictures");
    sq_frame f;
    sq_code code;
    while (!sq_frame_ring_closed(w->shared->ring) && (code = sq_capture_next(w->capture, &f, d)) != SQ_END) {
        if (code) {
            sq_shared_notice(w->shared, SQ_NOTICE_SOURCE, d->text);
            w->faults++;
            w->passed_over += pictures; /* it would have shown a rest */
            continue;
        }
        f.t += w->t_begun;
        w->came_s = sq_monotonic_s();
        w->t_end = f.t;
        sq_stream_tick(w->shared->stream, f.t, ++w->frames);
        sq_pages_frame(w->shared->pages, &f, about.live, w->frames);
        sq_publisher_tick(w->shared->publisher, f.t, w->frames);
        if (about.live) sq_shared_tick(w->shared, f.t);
        sq_live_frame(&w->live, &f);
        hear_camera_section(w);
        film(w, &f);
        code = pictures ? take_picture(w, &f, d) : watch(w, &f, d);
        if (!code && w->shared->set->annotated) code = annotate(w, &f, about.fps, d);
        if (code) return code;
        sq_progress_show(&w->progress, f.t, about.duration_s);
    }
    char say[SQ_GAPS_TEXT];
    if (!about.live && sq_frame_gaps_sum(&w->gaps, say))
        sq_shared_notice(w->shared, SQ_NOTICE_FRAMES_MISSING, say);
    w->stopped = !about.live && sq_interrupted();
    return w->stopped ? SQ_OK : end_rest(w, d); /* one that goes on looks at its own time */
}
