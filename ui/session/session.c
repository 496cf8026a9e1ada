/* Opens what a session needs, runs its two threads, and closes everything from any half-open state. */
#include "ui/session/session.h"

#include <pthread.h>
#include <stdlib.h>

#include "calib/camera/camera_file.h"
#include "ui/game/start_position_file.h"
#include "ui/session/interrupt.h"
#include "ui/session/session_state.h"
#include "vision/change/rest_detector.h"

/* Frames on their way to the judge: two of a rest, and of the next one while he is slow. */
enum { RING_SLOTS = 4 };

void sq_session_tell(const sq_session *s, const char *sentence) {
    fprintf(s->set->scribe.err, "%ssquint: %s\n", sq_progress_erase(&s->progress), sentence);
}

static sq_code open_all(sq_session *s, sq_diag *d) {
    const sq_session_settings *set = s->set;
    sq_umpire_settings umpire = {
        .game = set->game, .from = set->from ? &s->from : NULL, .hear = sq_session_hear, .who = s};
    sq_code code = set->from ? sq_start_position_read(&s->from, set->from, d) : SQ_OK;
    if (!code) code = set->calibration ? sq_camera_read(&s->camera, set->calibration, d) : SQ_OK;
    if (!code) code = sq_capture_open(&s->capture, set->source, set->capture, d);
    if (!code && !(s->still = sq_rest_detector_new()))
        code = sq_fail(d, SQ_E_MEMORY, "no memory; close other programs");
    if (!code) code = sq_frame_ring_new(&s->ring, RING_SLOTS, d);
    if (!code && !(s->sight = sq_sight_new(d))) code = d->code;
    if (!code && !(s->change = sq_change_detector_new()))
        code = sq_fail(d, SQ_E_MEMORY, "no memory; close other programs");
    if (!code) code = sq_umpire_new(&s->umpire, &umpire, d);
    if (!code && set->evidence) code = sq_evidence_open(&s->evidence, set->evidence, set->evidence_bytes, d);
    if (!code && set->film) code = sq_recorder_open(&s->film, set->film, d);
    if (!code && set->overlays) code = sq_ruling_pictures_open(&s->gallery, set->overlays, d);
    if (!code) code = sq_game_writer_open(&s->scribe, &set->scribe, d);
    return !code && set->scribe.goes_on ? sq_session_replay(s, d) : code;
}

/* From any state. code: how it went so far; the first failure counts. */
static sq_code close_all(sq_session *s, sq_code code, sq_diag *d) {
    sq_diag late;
    sq_code closed = sq_annotate_close(s->annotate, &late);
    if (!code && closed) *d = late, code = closed;
    closed = sq_game_writer_close(s->scribe, &late);
    if (!code && closed) *d = late, code = closed;
    sq_session_end_recording(s);
    closed = sq_ruling_pictures_close(s->gallery, &late);
    if (!code && closed) *d = late, code = closed;
    sq_evidence_close(s->evidence);
    sq_observations_close(s->past);
    sq_umpire_free(s->umpire);
    sq_sight_free(s->sight);
    sq_change_detector_free(s->change);
    sq_camera_monitor_free(s->vigil);
    sq_frame_ring_free(s->ring);
    sq_rest_detector_free(s->still);
    sq_capture_close(s->capture);
    free((void *)(uintptr_t)s->spare.plane[0]);
    return code;
}

static sq_code run(sq_session *s, sq_diag *d) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, sq_session_judge, s))
        return sq_fail(d, SQ_E_MEMORY, "no thread can be started; close other programs");
    sq_interrupt_begin(s->capture);
    sq_live_begin(&s->live, s->capture, s->set->scribe.err, sq_progress_erase(&s->progress));
    sq_code code = sq_session_watch(s, d);
    sq_live_end(&s->live);
    sq_interrupt_end();
    sq_frame_ring_close(s->ring);
    pthread_join(thread, NULL);
    if (s->code) *d = s->diag;
    return s->code ? s->code : code;
}

static void tell_result(sq_session *s) {
    sq_session_result *r = s->result;
    r->shots = sq_game_writer_shots(s->scribe);
    r->questions = sq_umpire_questions(s->umpire);
    r->state = *sq_umpire_state(s->umpire);
    r->unjudged += s->cameraless;
    fputs(sq_progress_erase(&s->progress), s->set->scribe.err);
}

sq_code sq_session_run(const sq_session_settings *settings, sq_session_result *result, sq_diag *d) {
    sq_session *s = calloc(1, sizeof *s);
    *result = (sq_session_result){.t_end = 0};
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for a session; close other programs");
    s->set = settings;
    s->result = result;
    sq_progress_begin(&s->progress, settings->progress ? settings->scribe.err : NULL);
    s->rest = s->decided = s->doubtful.rest = -1;
    sq_code code = open_all(s, d);
    if (!code) {
        code = run(s, d);
        tell_result(s);
    }
    if (!code && !s->ever_camera) {
        code = s->camera_diag.code ? s->camera_diag.code : SQ_E_SIGHT;
        if (s->camera_diag.code)
            *d = s->camera_diag;
        else if (!(s->came_s > 0))
            sq_fail(d, code, "%.300s: no picture comes of it; give another", settings->source);
        else
            sq_fail(d, code, "%.300s: the mat is never at rest for %.1f s; film a game with pauses",
                    settings->source, SQ_REST_AFTER_S);
    }
    code = close_all(s, code, d);
    free(s);
    return code;
}
