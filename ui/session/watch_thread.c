/* The watching thread: reads frames, waits for the mat to be at rest, and sends one or two frames of each
 * rest to the judge. */
#include "ui/session/session_state.h"

#include <string.h>

#include "calib/camera/camera_file.h"
#include "calib/mat/find_camera.h"
#include "ui/session/interrupt.h"
#include "vision/change/rest_detector.h"
#include "vision/frame/frame_copy.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/system/clock.h"

/* Seconds: the second look at a rest comes so long after the first; between copies of the frame that it may
 * get if the rest ends before that. */
#define SECOND_LOOK_S 0.7
#define SPARE_EVERY_S 0.2

/* Seconds for which a call stays in the annotated video. */
#define TITLE_S 5.0

/* ---- The camera ---- */

/* The file's camera for this size of frame, or the one that the mat shows; false, with the reason kept, where
 * it cannot be found. */
static bool find_camera(sq_session *s, const sq_frame *f) {
    sq_mat_fit fit;
    if (s->has_camera && s->found.width == f->width && s->found.height == f->height) return true;
    if (s->has_camera) sq_frame_ring_drain(s->ring); /* it is in use there */
    s->has_camera = false;
    if (s->set->calibration) {
        s->found = s->camera;
        if (sq_camera_for_size(&s->found, f->width, f->height, &s->camera_diag)) return false;
        s->camera_rms_px = NAN;
    } else {
        if (sq_camera_from_mat(f, &(sq_mat_settings){0}, &fit, &s->camera_diag)) return false;
        s->found = fit.camera;
        s->camera_rms_px = fit.rms_px;
        if (fit.turn != SQ_TURN_BY_SIDES) { /* places are less sure than players are used to */
            char text[1024];
            sq_mat_describe(&fit, text, sizeof text);
            sq_session_tell(s, text);
        }
    }
    s->found.width = f->width;
    s->found.height = f->height;
    sq_diag d;
    if (s->set->camera && sq_camera_write(&s->found, s->set->camera, &d)) sq_session_tell(s, d.text);
    return s->has_camera = s->ever_camera = true;
}

/* The mat and what lies beside it are watched, nothing else: people walk about. */
static void watch_the_mat(sq_session *s) {
    double x = SQ_MAT_LENGTH_MM / 2 + SQ_REACH_MM, y = SQ_MAT_WIDTH_MM / 2 + SQ_REACH_MM;
    const sq_mm corners[] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    sq_px outline[4];
    for (int i = 0; i < 4; i++) {
        outline[i] = sq_px_from_mm3(&s->found, sq_mm_at_height(corners[i], 0));
        if (!isfinite(outline[i].x) || !isfinite(outline[i].y)) return;
    }
    sq_rest_detector_watch(s->still, outline, 4);
}

static void tell_of_camera(sq_session *s) {
    if (sq_fault_once_say(&s->camera_fault, s->camera_diag.text)) sq_session_tell(s, s->camera_diag.text);
}

/* ---- Rests ---- */

static sq_code send(sq_session *s, const sq_frame *f, const sq_frame_tag *tag, sq_diag *d) {
    sq_code code = sq_frame_ring_put(s->ring, f, tag, d);
    if (!code && s->set->annotated)
        sq_frame_ring_drain(s->ring); /* the calls belong to the frames that follow */
    return code;
}

static sq_code first_look(sq_session *s, const sq_frame *f, const sq_rest *rest, sq_diag *d) {
    s->result->rests++;
    s->spare_tag = (sq_frame_tag){
        .t_start = s->t_left, .t_rest = rest->t0, .gap_s = s->gap_s, .came_s = s->came_s, .rest = ++s->rest};
    if (s->rest && sq_frame_gaps_is_jump(s->t_left, rest->t0))
        s->spare_tag.gap_s = fmax(s->gap_s, rest->t0 - s->t_left);
    s->gap_s = 0;
    s->second_due = true;
    sq_code code = send(s, f, &s->spare_tag, d); /* at once: the judge waits for nothing else */
    if (!code) code = sq_frame_copy(&s->spare, &s->spare_bytes, f, d);
    s->spare_tag.last = true;
    return code;
}

static sq_code second_look(sq_session *s, sq_diag *d) {
    if (!s->second_due) return SQ_OK;
    s->second_due = false;
    return send(s, &s->spare, &s->spare_tag, d);
}

/* A frame of a video. */
static sq_code watch(sq_session *s, const sq_frame *f, sq_diag *d) {
    char say[SQ_GAPS_TEXT];
    s->gap_s = fmax(s->gap_s, sq_frame_gaps_add(&s->gaps, f, say));
    if (*say) sq_session_tell(s, say);
    sq_rest_detector_verdict v = sq_rest_detector_push(s->still, f);
    sq_code code = SQ_OK;
    if (v.at_rest && !v.just_settled) s->gap_s = 0; /* the mat lies as it lay */
    s->resting = v.at_rest;
    if (s->evidence && !v.at_rest) code = sq_evidence_watch(s->evidence, f, d);
    if (code) return code;
    if (v.just_left) {
        s->t_left = v.rest.t1;
        code = second_look(s, d);
    }
    if (v.just_settled) {
        if (find_camera(s, f)) {
            sq_fault_once_over(&s->camera_fault);
            watch_the_mat(s);
            return first_look(s, f, &v.rest, d);
        }
        tell_of_camera(s);
    }
    if (!s->second_due || !v.at_rest || code) return code;
    if (f->t - s->spare.t >= SPARE_EVERY_S) code = sq_frame_copy(&s->spare, &s->spare_bytes, f, d);
    return !code && f->t - v.rest.t0 >= SQ_REST_AFTER_S + SECOND_LOOK_S ? second_look(s, d) : code;
}

/* A picture of a folder is a rest of its own, and there is no later one of it. */
static sq_code take_picture(sq_session *s, const sq_frame *f, sq_diag *d) {
    s->result->rests++;
    if (!find_camera(s, f)) {
        tell_of_camera(s);
        s->cameraless++;
        return SQ_OK;
    }
    sq_fault_once_over(&s->camera_fault);
    sq_frame_tag tag = {
        .t_start = s->t_left, .t_rest = f->t, .came_s = s->came_s, .rest = ++s->rest, .last = true};
    snprintf(tag.name, sizeof tag.name, "%.255s", sq_capture_frame_name(s->capture));
    s->t_left = f->t;
    s->resting = true;
    return send(s, f, &tag, d);
}

static sq_code annotate(sq_session *s, const sq_frame *f, double fps, sq_diag *d) {
    sq_code code = SQ_OK;
    if (!s->annotate) code = sq_annotate_open(&s->annotate, s->set->annotated, f, fps, d);
    if (code) return code;
    bool fresh = *s->title && f->t - s->title_t < TITLE_S;
    sq_annotation what = {.position = s->resting && s->position_valid ? &s->position : NULL,
                          .camera = s->vigil ? sq_camera_monitor_camera(s->vigil) : &s->found,
                          .state = sq_umpire_state(s->umpire),
                          .title = fresh ? s->title : ""};
    return sq_annotate_put(s->annotate, f, &what, d);
}

/* Filming never stops a game: what goes wrong with it is told. */
static void film(sq_session *s, const sq_frame *f) {
    sq_diag d;
    size_t size = 0;
    if (!s->film) return;
    const uint8_t *jpeg = sq_capture_jpeg(s->capture, &size);
    if (sq_recorder_put(s->film, f, jpeg, size, &d)) sq_session_tell(s, d.text);
}

void sq_session_end_recording(sq_session *s) {
    sq_diag d = {0};
    uint64_t put, dropped;
    if (!s->film) return;
    sq_recorder_count(s->film, &put, &dropped);
    if (sq_recorder_close(s->film, &d)) sq_session_tell(s, d.text);
    s->film = NULL;
    sq_fail(&d, SQ_OK, "%.300s: %llu frames filmed, %llu dropped", s->set->film,
            (unsigned long long)(put - dropped), (unsigned long long)dropped);
    sq_session_tell(s, d.text);
}

sq_code sq_session_watch(sq_session *s, sq_diag *d) {
    sq_capture_info about = sq_capture_about(s->capture);
    bool pictures = !strcmp(about.kind, "pictures");
    sq_frame f;
    sq_code code;
    while (!sq_frame_ring_closed(s->ring) && (code = sq_capture_next(s->capture, &f, d)) != SQ_END) {
        if (code) {
            sq_session_tell(s, d->text);
            s->result->faults++;
            continue;
        }
        f.t += s->t_begun;
        s->came_s = sq_monotonic_s();
        s->result->t_end = f.t;
        sq_live_frame(&s->live, &f);
        film(s, &f);
        code = pictures ? take_picture(s, &f, d) : watch(s, &f, d);
        if (!code && s->set->annotated) code = annotate(s, &f, about.fps, d);
        if (code) return code;
        sq_progress_show(&s->progress, f.t, about.duration_s);
    }
    char say[SQ_GAPS_TEXT];
    if (!about.live && sq_frame_gaps_sum(&s->gaps, say)) sq_session_tell(s, say);
    s->result->stopped = !about.live && sq_interrupted();
    return s->result->stopped ? SQ_OK : second_look(s, d); /* one that goes on looks at its own time */
}
