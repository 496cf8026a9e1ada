#include "ui/session.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera_file.h"
#include "calib/colours.h"
#include "calib/mat.h"
#include "ui/annotate.h"
#include "ui/evidence.h"
#include "ui/frame_ring.h"
#include "ui/gallery.h"
#include "ui/live.h"
#include "ui/looks.h"
#include "ui/terminal.h"
#include "ui/vigil.h"
#include "vision/capture.h"
#include "vision/film.h"
#include "vision/mat.h"
#include "vision/merge.h"
#include "vision/monotonic.h"
#include "vision/sight.h"
#include "vision/still.h"
#include "vision/tolerance.h"

/* Frames on their way to the judge: two of a rest, and of the next one while he is slow. */
enum { RING_SLOTS = 4 };

/* Seconds: the second look at a rest comes so long after the first; between copies of the frame that it may
 * get if the rest ends before that. */
#define SECOND_LOOK_S 0.7
#define SPARE_EVERY_S 0.2

/* Seconds after which people are told how far it is, and how often. */
#define PATIENCE_S 2.0
#define PROGRESS_S 0.25

/* Seconds for which a call stays in the annotated video. */
#define TITLE_S 5.0

typedef struct {
    const sq_session_settings *set;
    sq_session_result *result;

    /* The watching thread's. */
    sq_capture *capture;
    sq_still *still;
    sq_frame spare; /* the newest frame of this rest that may get the second look */
    size_t spare_bytes;
    sq_frame_tag spare_tag;
    bool second_due;
    int rest;
    double t_left; /* when the last rest ended */
    sq_annotate *annotate;
    bool resting;
    sq_live live;
    sq_film *film;
    double t_begun;       /* of a live game that goes on: behind all that was judged before */
    double started, told; /* progress, on our own clock */

    /* Found by the watching thread before the first frame goes into the ring. */
    sq_camera camera, found;
    bool has_camera;
    bool camera_told;
    double camera_rms_px;
    sq_diag camera_diag;

    sq_frame_ring *ring;

    /* The judging thread's; the watching one looks only while the ring is drained. */
    sq_midgame from;
    sq_vigil *vigil;
    bool colours_told;
    sq_sight *sight;
    sq_umpire *umpire;
    sq_scribe *scribe;
    sq_gallery *gallery;
    sq_evidence *evidence; /* each thread has its own functions of it */
    bool evidence_fails, evidence_thins;
    const sq_ring_slot *slot;
    sq_look look;         /* in work */
    sq_look doubtful;     /* the one that left a doubt; its rest is -1 where none did */
    sq_position position; /* the last one kept, with names */
    int decided;          /* the last rest about which nothing is left to ask */
    sq_looks *past;       /* of an earlier run; null: none, or all are passed */
    sq_look passing;      /* the next of them */
    bool position_valid;
    char title[SQ_TITLE_MAX];
    double title_t;
    sq_code code; /* what ended it */
    sq_diag diag;
} session;

static void tell(const session *s, const char *sentence) {
    fprintf(s->set->scribe.err, "%ssquint: %s\n", s->set->progress ? SQ_ERASE_LINE : "", sentence);
}

/* ---- the camera ---- */

/* The file's camera for this size of frame, or the one that the mat shows; false, with the reason kept, where
 * it cannot be found. */
static bool find_camera(session *s, const sq_frame *f) {
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
    }
    s->found.width = f->width;
    s->found.height = f->height;
    sq_diag d;
    if (s->set->camera && sq_camera_write(&s->found, s->set->camera, &d)) tell(s, d.text);
    return s->has_camera = true;
}

/* The mat and what lies beside it are watched, nothing else: people walk about. */
static void watch_the_mat(session *s) {
    double x = SQ_MAT_LENGTH_MM / 2 + SQ_REACH_MM, y = SQ_MAT_WIDTH_MM / 2 + SQ_REACH_MM;
    const sq_mm corners[] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    sq_px outline[4];
    for (int i = 0; i < 4; i++) {
        outline[i] = sq_px_from_mm3(&s->found, sq_mm_at_height(corners[i], 0));
        if (!isfinite(outline[i].x) || !isfinite(outline[i].y)) return;
    }
    sq_still_watch(s->still, outline, 4);
}

/* ---- the judging thread ---- */

/* Asks whether the camera still holds for the frame in hand; frames of another size begin anew. */
static sq_code keep_vigil(session *s, bool *judge, sq_diag *d) {
    const sq_frame *f = &s->slot->frame;
    const sq_camera *c = s->vigil ? sq_vigil_camera(s->vigil) : NULL;
    const char *say;
    if (c && (c->width != f->width || c->height != f->height)) {
        tell(s, "The picture's size has changed; the camera is taken for the new one.");
        sq_vigil_free(s->vigil);
        s->vigil = NULL;
    }
    if (!s->vigil)
        s->vigil = sq_vigil_new(&s->found, s->set->calibration ? SQ_CAMERA_FROM_FILE : SQ_CAMERA_FROM_MAT, d);
    if (!s->vigil) return d->code;
    *judge = sq_vigil_look(s->vigil, f, &say);
    if (say) tell(s, say);
    return SQ_OK;
}

static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    session *s = who;
    if (s->set->progress) fputs(SQ_ERASE_LINE, s->set->scribe.err);
    sq_code code = sq_scribe_hear(s->scribe, said, d);
    if (s->annotate) sq_commentary_title(s->title, said);
    s->title_t = said->t;
    sq_state by_hand;
    while (!code && sq_scribe_by_hand(s->scribe, &by_hand))
        sq_umpire_overrule(s->umpire, &by_hand);
    if (!code && s->gallery && s->slot && said->kind == SQ_SAID_EVENT)
        code = sq_gallery_add(s->gallery, said->n, &s->slot->frame, &said->is->position,
                              sq_vigil_camera(s->vigil), d);
    return code;
}

/* The umpire is given a look; *again: he wants another at this rest, and has kept nothing. */
static sq_code give(session *s, const sq_look *look, sq_diag *d) {
    bool again = false;
    const sq_position *p = &look->position;
    sq_code code = sq_umpire_look(s->umpire, p, look->t_start, look->t_rest, look->last, &again, d);
    if (again) s->doubtful = *look;
    if (again) return code;
    s->decided = look->rest;
    const sq_tracked *seen = sq_umpire_seen(s->umpire);
    s->position_valid = seen && seen->position.t == p->t;
    s->position = s->position_valid ? seen->position : *p;
    sq_umpire_count(s->umpire, &s->position);
    return code ? code : sq_scribe_rest(s->scribe, &s->position, d);
}

static void next_past(session *s, sq_diag *d) {
    sq_code code = s->past ? sq_looks_next(s->past, &s->passing, d) : SQ_OK;
    if (!code) return;
    sq_looks_close(s->past);
    s->past = NULL;
}

/* The looks of an earlier run, as far as they reach. */
static sq_code replay(session *s, sq_diag *d) {
    sq_looks *looks;
    sq_code code = sq_looks_open(&looks, s->set->scribe.looks, d);
    if (code) return code;
    sq_scribe_replay(s->scribe, true);
    while (!code && !(code = sq_looks_next(looks, &s->look, d)))
        code = give(s, &s->look, d);
    /* The earlier run was brought to its end: what was open then was given up. */
    if (code == SQ_END && sq_scribe_expects(s->scribe) && sq_umpire_end(s->umpire, d)) code = d->code;
    sq_scribe_replay(s->scribe, false);
    sq_looks_close(looks);
    s->decided = -1;
    s->result->known = sq_scribe_known(s->scribe);
    if (code != SQ_END) return code;
    if (sq_capture_about(s->capture).live && s->result->known) { /* what was watched does not come again */
        s->rest = s->decided = s->look.rest;
        s->t_left = s->look.t_rest;
        s->t_begun = s->look.position.t + SQ_STILL_REST_S;
        return SQ_OK;
    }
    code = sq_looks_open(&s->past, s->set->scribe.looks, d);
    next_past(s, d);
    return code;
}

/* This rest was judged in an earlier run, or before a rest that was. Sight has learned of it what it learned
 * then; nothing else is done. */
static bool is_past(session *s, const sq_frame_tag *tag, sq_code *code, sq_diag *d) {
    if (!s->past) return false;
    bool same =
        s->passing.rest > tag->rest || (s->passing.rest == tag->rest && s->passing.t_rest == tag->t_rest);
    if (!same)
        *code = sq_fail(d, SQ_E_FORMAT,
                        "%.300s: is not what was watched before: at %.1f s it rests otherwise; give the same "
                        "video",
                        s->set->source, tag->t_rest);
    if (s->passing.rest != tag->rest || s->passing.last != tag->last) return true;
    s->decided = tag->rest;
    next_past(s, d);
    return true;
}

/* The second look at a rest goes with what the first one saw. */
static void add_first_look(session *s) {
    sq_position second = s->look.position;
    if (s->doubtful.rest == s->look.rest)
        sq_position_merge(&s->look.position, &s->doubtful.position, &second);
}

/* Once, until they are well apart again. */
static void warn_of_colours(session *s) {
    char text[400];
    sq_colours c = sq_colours_judge(sq_sight_palette(s->sight));
    bool bad = c.answer == SQ_COLOURS_NEAR || c.answer == SQ_COLOURS_PALE;
    if (bad && !s->colours_told) {
        sq_colours_say(&c, text, sizeof text);
        tell(s, text);
    }
    s->colours_told = bad;
}

/* The game needs no evidence: what goes wrong with it is told once, and tried again with each rest. */
static void keep_evidence(session *s) {
    const sq_frame_tag *tag = &s->slot->tag;
    sq_diag d;
    if (!s->evidence || s->past || s->decided != tag->rest) return;
    sq_code code = sq_evidence_put(s->evidence, tag->rest, &s->slot->frame, sq_vigil_camera(s->vigil),
                                   tag->t_start, tag->t_rest, &d);
    if (code && !s->evidence_fails) tell(s, d.text);
    s->evidence_fails = code;
    if (sq_evidence_thinned(s->evidence) && !s->evidence_thins)
        tell(s,
             "the evidence has reached its limit: the oldest pictures make room; --evidence MB sets another");
    s->evidence_thins = sq_evidence_thinned(s->evidence);
}

static sq_code judge(session *s, sq_diag *d) {
    const sq_frame_tag *tag = &s->slot->tag;
    bool true_camera = false;
    sq_position *p = &s->look.position;
    sq_code code = keep_vigil(s, &true_camera, d);
    if (code) return code;
    if (!true_camera) {
        s->position_valid = false;
        s->result->unjudged += tag->last;
        return SQ_OK;
    }
    if (sq_sight_look(s->sight, &s->slot->frame, sq_vigil_camera(s->vigil), p, d)) {
        s->position_valid = false;
        if (!tag->last) return SQ_OK;
        tell(s, d->text);
        s->result->unjudged++;
        return SQ_OK;
    }
    if (is_past(s, tag, &code, d)) return code;
    warn_of_colours(s);
    p->source = s->set->calibration ? SQ_CAMERA_FROM_FILE : SQ_CAMERA_FROM_MAT;
    p->camera_rms_px = s->camera_rms_px;
    s->look.t_start = tag->t_start;
    s->look.t_rest = tag->t_rest;
    s->look.rest = tag->rest;
    s->look.last = tag->last;
    add_first_look(s);
    sq_scribe_look(s->scribe, &s->look);
    return give(s, &s->look, d);
}

static void *judge_all(void *who) {
    session *s = who;
    while (!s->code && (s->slot = sq_frame_ring_take(s->ring))) {
        bool open = s->slot->tag.rest > s->decided;
        if (open) s->code = judge(s, &s->diag);
        if (open && !s->code) keep_evidence(s);
        sq_frame_ring_done(s->ring);
    }
    s->slot = NULL;
    if (!s->code) s->code = sq_umpire_end(s->umpire, &s->diag);
    sq_frame_ring_close(s->ring);
    return NULL;
}

/* ---- the watching thread ---- */

static sq_code send(session *s, const sq_frame *f, const sq_frame_tag *tag, sq_diag *d) {
    sq_code code = sq_frame_ring_put(s->ring, f, tag, d);
    if (!code && s->annotate) sq_frame_ring_drain(s->ring); /* the calls belong to the frames that follow */
    return code;
}

static sq_code first_look(session *s, const sq_frame *f, const sq_rest *rest, sq_diag *d) {
    s->result->rests++;
    s->spare_tag = (sq_frame_tag){.t_start = s->t_left, .t_rest = rest->t0, .rest = ++s->rest};
    s->second_due = true;
    sq_code code = sq_frame_copy(&s->spare, &s->spare_bytes, f, d);
    if (!code) code = send(s, f, &s->spare_tag, d);
    s->spare_tag.last = true;
    return code;
}

static sq_code second_look(session *s, sq_diag *d) {
    if (!s->second_due) return SQ_OK;
    s->second_due = false;
    return send(s, &s->spare, &s->spare_tag, d);
}

/* A frame of a video. */
static sq_code watch(session *s, const sq_frame *f, sq_diag *d) {
    sq_still_verdict v = sq_still_push(s->still, f);
    sq_code code = SQ_OK;
    s->resting = v.at_rest;
    if (s->evidence && !v.at_rest) code = sq_evidence_watch(s->evidence, f, d);
    if (code) return code;
    if (v.just_left) {
        s->t_left = v.rest.t1;
        code = second_look(s, d);
    }
    if (v.just_settled) {
        if (find_camera(s, f)) {
            s->camera_told = false;
            watch_the_mat(s);
            return first_look(s, f, &v.rest, d);
        }
        if (!s->camera_told) tell(s, s->camera_diag.text);
        s->camera_told = true;
    }
    if (!s->second_due || !v.at_rest || code) return code;
    if (f->t - s->spare.t >= SPARE_EVERY_S) code = sq_frame_copy(&s->spare, &s->spare_bytes, f, d);
    return !code && f->t - v.rest.t0 >= SQ_STILL_REST_S + SECOND_LOOK_S ? second_look(s, d) : code;
}

/* A picture of a folder is a rest of its own, and there is no later one of it. */
static sq_code take_picture(session *s, const sq_frame *f, sq_diag *d) {
    s->result->rests++;
    if (!find_camera(s, f)) {
        tell(s, s->camera_diag.text);
        s->result->unjudged++;
        return SQ_OK;
    }
    sq_frame_tag tag = {.t_start = s->t_left, .t_rest = f->t, .rest = ++s->rest, .last = true};
    snprintf(tag.name, sizeof tag.name, "%.255s", sq_capture_frame_name(s->capture));
    s->t_left = f->t;
    s->resting = true;
    return send(s, f, &tag, d);
}

static sq_code annotate(session *s, const sq_frame *f, double fps, sq_diag *d) {
    sq_code code = SQ_OK;
    if (!s->annotate) code = sq_annotate_open(&s->annotate, s->set->annotated, f, fps, d);
    if (code) return code;
    bool fresh = *s->title && f->t - s->title_t < TITLE_S;
    sq_annotation what = {.position = s->resting && s->position_valid ? &s->position : NULL,
                          .camera = s->vigil ? sq_vigil_camera(s->vigil) : &s->found,
                          .state = sq_umpire_state(s->umpire),
                          .title = fresh ? s->title : ""};
    return sq_annotate_put(s->annotate, f, &what, d);
}

/* Filming never stops a game: what goes wrong with it is told. */
static void film(session *s, const sq_frame *f) {
    sq_diag d;
    size_t size = 0;
    if (!s->film) return;
    const uint8_t *jpeg = sq_capture_jpeg(s->capture, &size);
    if (sq_film_put(s->film, f, jpeg, size, &d)) tell(s, d.text);
}

static void end_film(session *s) {
    sq_diag d = {0};
    uint64_t put, dropped;
    if (!s->film) return;
    sq_film_count(s->film, &put, &dropped);
    if (sq_film_close(s->film, &d)) tell(s, d.text);
    s->film = NULL;
    sq_fail(&d, SQ_OK, "%.300s: %llu frames filmed, %llu dropped", s->set->film,
            (unsigned long long)(put - dropped), (unsigned long long)dropped);
    tell(s, d.text);
}

static void show_progress(session *s, const sq_frame *f, const sq_capture_info *about) {
    double now = sq_monotonic_s();
    if (!s->set->progress || now - s->started < PATIENCE_S || now - s->told < PROGRESS_S) return;
    s->told = now;
    if (about->duration_s > 0 && f->t > 0)
        fprintf(s->set->scribe.err, SQ_ERASE_LINE "%.0f of %.0f s judged, %.0f s left", f->t,
                about->duration_s, fmax(about->duration_s - f->t, 0) * (now - s->started) / f->t);
    else
        fprintf(s->set->scribe.err, SQ_ERASE_LINE "%.0f s judged", f->t);
    fflush(s->set->scribe.err);
}

static sq_code watch_all(session *s, sq_diag *d) {
    sq_capture_info about = sq_capture_about(s->capture);
    bool pictures = !strcmp(about.kind, "pictures");
    sq_frame f;
    sq_code code;
    while (!sq_frame_ring_closed(s->ring) && (code = sq_capture_next(s->capture, &f, d)) != SQ_END) {
        if (code) {
            tell(s, d->text);
            s->result->faults++;
            continue;
        }
        f.t += s->t_begun;
        s->result->t_end = f.t;
        sq_live_frame(&s->live, &f);
        film(s, &f);
        code = pictures ? take_picture(s, &f, d) : watch(s, &f, d);
        if (!code && s->set->annotated) code = annotate(s, &f, about.fps, d);
        if (code) return code;
        show_progress(s, &f, &about);
    }
    return second_look(s, d);
}

/* ---- opening and closing ---- */

static sq_code open_all(session *s, sq_diag *d) {
    const sq_session_settings *set = s->set;
    sq_umpire_settings umpire = {
        .game = set->game, .from = set->from ? &s->from : NULL, .hear = hear, .who = s};
    sq_code code = set->from ? sq_midgame_read(&s->from, set->from, d) : SQ_OK;
    if (!code) code = set->calibration ? sq_camera_read(&s->camera, set->calibration, d) : SQ_OK;
    if (!code) code = sq_capture_open(&s->capture, set->source, set->capture, d);
    if (!code && !(s->still = sq_still_new()))
        code = sq_fail(d, SQ_E_MEMORY, "no memory; close other programs");
    if (!code) code = sq_frame_ring_new(&s->ring, RING_SLOTS, d);
    if (!code && !(s->sight = sq_sight_new(d))) code = d->code;
    if (!code) code = sq_umpire_new(&s->umpire, &umpire, d);
    if (!code && set->evidence) code = sq_evidence_open(&s->evidence, set->evidence, set->evidence_bytes, d);
    if (!code && set->film) code = sq_film_open(&s->film, set->film, d);
    if (!code && set->overlays) code = sq_gallery_open(&s->gallery, set->overlays, d);
    if (!code) code = sq_scribe_open(&s->scribe, &set->scribe, d);
    return !code && set->scribe.goes_on ? replay(s, d) : code;
}

/* From any state. code: how it went so far; the first failure counts. */
static sq_code close_all(session *s, sq_code code, sq_diag *d) {
    sq_diag late;
    sq_code closed = sq_annotate_close(s->annotate, &late);
    if (!code && closed) *d = late, code = closed;
    closed = sq_scribe_close(s->scribe, &late);
    if (!code && closed) *d = late, code = closed;
    end_film(s);
    closed = sq_gallery_close(s->gallery, &late);
    if (!code && closed) *d = late, code = closed;
    sq_evidence_close(s->evidence);
    sq_looks_close(s->past);
    sq_umpire_free(s->umpire);
    sq_sight_free(s->sight);
    sq_vigil_free(s->vigil);
    sq_frame_ring_free(s->ring);
    sq_still_free(s->still);
    sq_capture_close(s->capture);
    free((void *)(uintptr_t)s->spare.plane[0]);
    return code;
}

static sq_code run(session *s, sq_diag *d) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, judge_all, s))
        return sq_fail(d, SQ_E_MEMORY, "no thread can be started; close other programs");
    sq_live_begin(&s->live, s->capture, s->set->scribe.err, s->set->progress ? SQ_ERASE_LINE : "");
    sq_code code = watch_all(s, d);
    sq_live_end(&s->live);
    sq_frame_ring_close(s->ring);
    pthread_join(thread, NULL);
    if (s->code) *d = s->diag;
    return s->code ? s->code : code;
}

static void tell_result(session *s) {
    sq_session_result *r = s->result;
    r->shots = sq_scribe_shots(s->scribe);
    r->questions = sq_umpire_questions(s->umpire);
    r->state = *sq_umpire_state(s->umpire);
    if (s->set->progress) fputs(SQ_ERASE_LINE, s->set->scribe.err);
}

sq_code sq_session_run(const sq_session_settings *settings, sq_session_result *result, sq_diag *d) {
    session *s = calloc(1, sizeof *s);
    *result = (sq_session_result){.t_end = 0};
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for a session; close other programs");
    s->set = settings;
    s->result = result;
    s->started = sq_monotonic_s();
    s->rest = s->decided = s->doubtful.rest = -1;
    sq_code code = open_all(s, d);
    if (!code) {
        code = run(s, d);
        tell_result(s);
    }
    if (!code && !s->has_camera) {
        code = s->camera_diag.code ? s->camera_diag.code : SQ_E_SIGHT;
        if (s->camera_diag.code)
            *d = s->camera_diag;
        else
            sq_fail(d, code, "%.300s: the mat is never at rest for %.1f s; film a game with pauses",
                    settings->source, SQ_STILL_REST_S);
    }
    code = close_all(s, code, d);
    free(s);
    return code;
}
