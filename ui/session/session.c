/* Opens what a session needs, runs its two threads, and closes everything from any half-open state. */
#include "ui/session/session.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "calib/camera/camera_file.h"
#include "rules/book/ruleset.h"
#include "ui/draw/thumbnail.h"
#include "ui/game/start_position_file.h"
#include "ui/overrule/game_socket.h"
#include "ui/pages/game_pages.h"
#include "ui/session/interrupt.h"
#include "ui/session/judge_thread.h"
#include "ui/session/session_stream.h"
#include "ui/session/shared_by_threads.h"
#include "ui/session/watch_thread.h"
#include "ui/words/event_words.h"
#include "vision/capture/source_name.h"
#include "vision/frame/frame_copy.h"

/* Frames on their way to the judge: two of a rest, and of the next one while he is slow. */
enum { RING_SLOTS = 4 };

/* So long no page is open until a video that somebody opened from the menu is taken as done with: longer than
 * a page needs to be loaded anew, or a tablet to come back to the network. Seconds. */
#define UNWATCHED_S 60.0
#define ASK_AGAIN_S 1.0
/* A live game that goes on: a break up to so long is one in the game, whose time runs; a longer one is
 * another sitting. From so long on people are told. Seconds. */
#define BREAK_MOST_S 1800.0
#define BREAK_TOLD_S 30.0

typedef struct {
    sq_shared shared;
    sq_watcher watcher;
    sq_judge judge;
    sq_word_door *door;     /* null: none */
    sq_phone_camera *phone; /* null: the source is no phone */
    sq_pages pages;
    double looks_written_s; /* of the run that goes on: asked before its file is opened and mended */
} session;

static session *new_session(const sq_session_settings *set) {
    session *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    sq_progress_begin(&s->watcher.progress, set->progress ? set->scribe.err : NULL);
    sq_shared_init(&s->shared, set, sq_progress_erase(&s->watcher.progress));
    s->watcher.shared = s->judge.shared = &s->shared;
    s->judge.automation = set->automation;
    s->watcher.rest = s->judge.decided = s->judge.doubtful.rest = -1;
    return s;
}

/* ---- Opening: steps in order ---- */

static sq_code open_judge(sq_judge *j, const sq_session_settings *set, sq_diag *d) {
    sq_umpire_settings umpire = {
        .game = set->game, .from = set->from ? &j->from : NULL, .hear = sq_judge_hear, .who = j};
    if (!(j->sight = sq_sight_new(d))) return d->code;
    sq_sight_set_lacks(j->sight, SQ_USUAL_SET & ~sq_ruleset_winks(sq_ruleset_at(set->game.rules)));
    if (!(j->change = sq_change_detector_new()))
        return sq_fail(d, SQ_E_MEMORY, "no memory; close other programs");
    return sq_umpire_new(&j->umpire, &umpire, d);
}

static void wake_judge(void *who) {
    sq_frame_ring_call(who);
}

/* A phone's pictures come by the pages, which are opened last: the source waits for them. */
static sq_code open_capture(session *s, sq_diag *d) {
    const sq_session_settings *set = s->shared.set;
    sq_capture_settings capture = set->capture ? *set->capture : (sq_capture_settings){0};
    if (set->serve && sq_picture_inbox_is_named(set->source)) {
        if (sq_phone_camera_new(&s->phone, d)) return d->code;
        capture.inbox = sq_phone_camera_inbox(s->phone);
    }
    return sq_capture_open(&s->watcher.capture, set->source, &capture, d);
}

/* A game without a door is refereed as well: people are told. */
static sq_code open_door(session *s, sq_diag *d) {
    sq_judge *j = &s->judge;
    sq_diag none;
    if (!s->shared.set->folder) return SQ_OK;
    if (!(j->trial = calloc(1, sizeof *j->trial)))
        return sq_fail(d, SQ_E_MEMORY, "no memory for the umpire's words; close other programs");
    sq_code code = sq_word_queue_new(&j->words, wake_judge, s->shared.ring, d);
    if (!code && sq_word_door_open(&s->door, s->shared.set->folder, j->words, &none))
        sq_shared_tell(&s->shared, none.text);
    return code;
}

static double seconds(struct timespec t) {
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* When the last look was written, by the computer's clock; NaN: none was. */
static double written_s(const char *looks) {
    struct stat s;
    return looks && !stat(looks, &s) ? seconds(s.st_mtim) : NAN;
}

/* Since the last look was written. */
static double away_s(const session *s) {
    struct timespec now;
    return clock_gettime(CLOCK_REALTIME, &now) ? 0 : fmax(0, seconds(now) - s->looks_written_s);
}

/* A game's time runs on while squint is away, unless the players were, too. */
static double time_away(const session *s) {
    char text[300], passed[SQ_VIDEO_TEXT_MAX];
    double away = away_s(s);
    bool counts = away <= BREAK_MOST_S;
    snprintf(text, sizeof text,
             "a break of %s since the last look, which is %stime of the game: squint say GAME set "
             "elapsed_s=SECONDS tells otherwise",
             sq_video_time_text(passed, away), counts ? "" : "no ");
    if (away >= BREAK_TOLD_S && sq_umpire_state(s->judge.umpire)->playing) sq_shared_tell(&s->shared, text);
    return counts ? away : 0;
}

/* An earlier run is judged again as it was. */
static sq_code replay(session *s, sq_diag *d) {
    sq_judge *j = &s->judge;
    bool live = sq_capture_about(s->watcher.capture).live;
    sq_code code = sq_judge_replay(j, live, d);
    if (!code && live && j->given)
        sq_watcher_go_on(&s->watcher, j->look.rest, j->look.t_rest, j->look.position.t, time_away(s));
    return code;
}

/* The broker is no part of the game: the stream does not tell of it. */
static void tell_people(void *who, const char *sentence) {
    const sq_shared *h = who;
    fprintf(h->set->scribe.err, "%ssquint: %s\n", h->erase, sentence);
}

/* Small, for a hall: half as wide and high, and again, till it is no more bytes than the hall takes. From the
 * drawing thread. */
static void hear_picture(void *who, int game, int n, const sq_picture *picture) {
    const sq_shared *h = who;
    size_t most = sq_publisher_wants_pictures(h->publisher), size = 0;
    unsigned char *jpeg = NULL;
    sq_diag dropped;
    if (most && !sq_thumbnail(&jpeg, &size, picture, most, &dropped))
        sq_publisher_picture(h->publisher, game, n, jpeg, size);
    free(jpeg);
}

static void tell_of_pictures(void *who, const char *fault) {
    sq_shared_file(who, SQ_KEPT_PICTURES, fault);
}

static void hear_stream(void *who, sq_stream_type type, const json_t *line, const char *text) {
    session *s = who;
    if (s->pages.log) sq_pages_hear(&s->pages, type, line, text);
    sq_publisher_wake(s->shared.publisher, json_integer_value(json_object_get(line, "seq")));
}

/* For whoever listens, and for the game's file. */
static sq_code open_stream(session *s, const sq_session_settings *set, sq_diag *d) {
    sq_shared *h = &s->shared;
    const sq_game_writer_settings *scribe = &set->scribe;
    if (!set->stream && !scribe->json) return SQ_OK;
    sq_stream_settings stream = {.file = set->stream,
                                 .goes_on = scribe->goes_on,
                                 .out = scribe->json ? scribe->out : NULL,
                                 .heartbeat_s = SQ_HEARTBEAT_S};
    if (set->serve && sq_pages_prepare(&s->pages, set->hold, d)) return d->code;
    if (set->publish &&
        sq_publisher_open(&h->publisher, set->publish, set->folder, scribe->goes_on, tell_people, h, d))
        return d->code;
    if (set->serve) h->pages = &s->pages;
    if (set->serve || set->publish) stream.hear = hear_stream, stream.who = s;
    sq_code code = sq_stream_open(&h->stream, &stream, d);
    if (code) return code;
    sq_stream_put(h->stream, SQ_STREAM_START, sq_stream_start(set->source, &set->game, scribe->goes_on));
    sq_stream_put(h->stream, SQ_STREAM_AUTOMATION, sq_stream_automation(&set->automation));
    return code;
}

static void note_hold(sq_game_note *note, const void *holds) {
    note->hold = *(const bool *)holds;
}

/* A game that goes on holds back what it held back. From the pages' thread. */
static void keep_hold(void *who, bool holds) {
    sq_diag d;
    sq_code code = sq_shared_keep(who, note_hold, &holds, &d);
    sq_shared_file(who, SQ_KEPT_SESSION, code ? d.text : NULL);
}

static sq_code open_all(session *s, sq_diag *d) {
    sq_shared *h = &s->shared;
    sq_watcher *w = &s->watcher;
    sq_judge *j = &s->judge;
    const sq_session_settings *set = h->set;
    s->looks_written_s = written_s(set->scribe.looks);
    sq_code code = set->from ? sq_start_position_read(&j->from, set->from, d) : SQ_OK;
    if (!code) code = set->calibration ? sq_camera_read(&w->file, set->calibration, d) : SQ_OK;
    if (!code && set->calibration) code = sq_camera_read_doubt(&w->file_doubt, &w->file, set->calibration, d);
    if (!code && set->calibration) code = sq_camera_read_mat(&w->file_mat, set->calibration, d);
    if (!code && set->calibration && !(w->check = sq_camera_check_new(d))) code = d->code;
    if (!code) code = open_capture(s, d);
    if (!code && !(w->still = sq_rest_detector_new()))
        code = sq_fail(d, SQ_E_MEMORY, "no memory; close other programs");
    if (!code) code = sq_frame_ring_new(&h->ring, RING_SLOTS, d);
    if (!code) code = open_judge(j, set, d);
    if (!code && set->evidence) code = sq_evidence_open(&h->evidence, set->evidence, set->evidence_bytes, d);
    if (!code && set->film)
        code = sq_recorder_open(&w->film, set->film, sq_capture_about(w->capture).live, d);
    const sq_ruling_pictures_settings pictures = {.folder = set->overlays,
                                                  .drawn = set->publish ? hear_picture : NULL,
                                                  .told = tell_of_pictures,
                                                  .who = h};
    if (!code && (set->overlays || set->publish)) code = sq_ruling_pictures_open(&j->gallery, &pictures, d);
    if (!code) code = open_stream(s, set, d);
    sq_game_writer_settings scribe = set->scribe;
    scribe.listener = sq_stream_listener(j);
    if (!code) code = sq_game_writer_open(&j->scribe, &scribe, d);
    if (!code && set->scribe.goes_on) code = replay(s, d);
    if (!code) code = open_door(s, d);
    if (code || !set->serve) return code;
    const sq_pages_settings pages = {.address = set->serve,
                                     .certificate = set->certificate,
                                     .key = set->key,
                                     .folder = set->folder,
                                     .record = set->scribe.record,
                                     .phone = s->phone,
                                     .opens = set->opens_page,
                                     .held = keep_hold,
                                     .who = h,
                                     .err = set->scribe.err};
    return sq_pages_open(&s->pages, &pages, d);
}

/* ---- Closing: from any state ---- */

/* The first failure counts: what was so far, or this one. */
static sq_code first_of(sq_code code, sq_code closed, const sq_diag *late, sq_diag *d) {
    if (!code && closed) *d = *late;
    return code ? code : closed;
}

/* What is drawn and filmed last may fail, which is told: before the end is. */
static void end_pictures(session *s) {
    sq_watcher_end_video(&s->watcher);
    sq_watcher_end_film(&s->watcher);
    sq_ruling_pictures_close(s->judge.gallery);
    s->judge.gallery = NULL;
}

/* code: how it went so far. */
static sq_code close_all(session *s, sq_code code, sq_diag *d) {
    sq_watcher *w = &s->watcher;
    sq_judge *j = &s->judge;
    sq_diag late;
    if (j->words) sq_word_queue_close(j->words);
    sq_word_door_close(s->door);
    sq_pages_shut(&s->pages);
    sq_word_queue_free(j->words);
    free(j->trial);
    end_pictures(s);
    code = first_of(code, sq_game_writer_close(j->scribe, &late), &late, d);
    code = first_of(code, sq_stream_close(s->shared.stream, &late), &late, d);
    s->shared.stream = NULL;
    sq_publisher_close(s->shared.publisher);
    sq_pages_close(&s->pages);
    sq_observations_close(j->past);
    sq_umpire_free(j->umpire);
    sq_sight_free(j->sight);
    sq_change_detector_free(j->change);
    sq_camera_monitor_free(j->vigil);
    sq_frame_free(&j->asked);
    sq_shared_close(&s->shared);
    sq_rest_detector_free(w->still);
    sq_camera_check_free(w->check);
    sq_capture_close(w->capture);
    sq_phone_camera_free(s->phone);
    sq_frame_free(&w->spare);
    sq_frame_mean_free(&w->mean);
    return code;
}

/* ---- Running ---- */

/* Who watches a source by its pages wants to see its end, and may say a word about it: they stay until
 * Ctrl-C. Where the program opened the page itself, there may be no terminal: they stay as long as one is
 * open. If the judge has failed, which closes the ring, the reason is told at once instead. */
static void stay(session *s) {
    if (!s->pages.server || sq_frame_ring_closed(s->shared.ring) || sq_interrupted()) return;
    bool opened = s->shared.set->opens_page, live = sq_capture_about(s->watcher.capture).live;
    char text[120];
    sq_pages_source_ended(&s->pages);
    snprintf(text, sizeof text, "%s; its pages stay %s.",
             live ? "The camera sends no more pictures" : "The video has ended",
             opened ? "as long as one of them is open" : "until Ctrl-C");
    sq_shared_tell(&s->shared, text);
    for (double unwatched_s = 0; !opened || unwatched_s < UNWATCHED_S;) {
        if (sq_frame_ring_closed(s->shared.ring)) return;
        if (!sq_interrupt_wait(ASK_AGAIN_S)) return;
        unwatched_s = sq_server_is_watched(s->pages.server) ? 0 : unwatched_s + ASK_AGAIN_S;
    }
}

static sq_code run(session *s, sq_diag *d) {
    sq_watcher *w = &s->watcher;
    sq_judge *j = &s->judge;
    pthread_t thread;
    sq_judge_show(j);
    if (pthread_create(&thread, NULL, sq_judge_run, j))
        return sq_fail(d, SQ_E_MEMORY, "no thread can be started; close other programs");
    sq_interrupt_begin(w->capture);
    sq_live_begin(&w->live, w->capture, s->shared.set->scribe.err, s->shared.erase, s->shared.stream);
    sq_code code = sq_watcher_run(w, d);
    sq_live_end(&w->live);
    if (!code) stay(s);
    sq_interrupt_end();
    s->shared.to_be_resumed = w->stopped && s->shared.set->scribe.looks;
    sq_frame_ring_close(s->shared.ring);
    pthread_join(thread, NULL);
    if (j->code) *d = j->diag;
    return j->code ? j->code : code;
}

sq_ending sq_session_ending(const sq_session_result *r) {
    return (sq_ending){.t = r->t_end,
                       .stopped = r->stopped,
                       .unkept = r->unkept,
                       .shots = r->shots,
                       .questions = r->questions,
                       .unjudged = r->unjudged,
                       .live = r->live,
                       .joined_late = r->joined_late ? &r->first : NULL};
}

/* Both threads have ended. */
static void tell_result(const session *s, sq_session_result *result) {
    const sq_watcher *w = &s->watcher;
    const sq_judge *j = &s->judge;
    *result = (sq_session_result){.known = j->known,
                                  .rests = w->rests,
                                  .unjudged = w->unjudged + j->unjudged,
                                  .shots = sq_game_writer_shots(j->scribe),
                                  .questions = sq_umpire_questions(j->umpire),
                                  .unrecorded = sq_game_writer_left_open(j->scribe),
                                  .begun = sq_game_writer_has_begun(j->scribe),
                                  .faults = w->faults,
                                  .stopped = w->stopped,
                                  .live = sq_capture_about(w->capture).live,
                                  .t_end = w->t_end,
                                  .latency = j->latency,
                                  .state = *sq_umpire_state(j->umpire)};
    result->joined_late = sq_umpire_joined_late(j->umpire);
    if (result->joined_late) result->first = sq_umpire_seen(j->umpire)->position;
    fputs(s->shared.erase, s->shared.set->scribe.err);
    const sq_session_result *r = result;
    sq_ending e = sq_session_ending(r);
    if (s->shared.stream) sq_stream_put(s->shared.stream, SQ_STREAM_END, sq_stream_end(&e, &r->state));
}

/* Why nothing was judged, where there was never a camera. */
static sq_code ask_for_camera(const sq_watcher *w, sq_diag *d) {
    const sq_source_shown shown = sq_source_show(w->shared->set->source);
    const char *source = shown.text;
    if (w->ever_camera) return SQ_OK;
    if (w->camera_diag.code) /* why was told when it was looked for */
        sq_fail(
            d, w->camera_diag.code,
            "%.300s: nothing of it could be judged, since no camera was found; what was told before says why",
            source);
    else if (!(w->came_s > 0))
        sq_fail(d, SQ_E_SIGHT, "%.300s: no picture comes of it; give another", source);
    else
        sq_fail(d, SQ_E_SIGHT, "%.300s: the mat is never at rest for %.1f s; film a game with pauses", source,
                SQ_REST_AFTER_S);
    return d->code;
}

sq_code sq_session_run(const sq_session_settings *settings, sq_session_result *result, sq_diag *d) {
    session *s = new_session(settings);
    *result = (sq_session_result){.t_end = 0};
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for a session; close other programs");
    sq_code code = open_all(s, d);
    if (!code) {
        code = run(s, d);
        end_pictures(s);
        tell_result(s, result);
    }
    if (!code) code = ask_for_camera(&s->watcher, d);
    sq_code kept = close_all(s, code, d);
    result->unkept = !code && kept;
    free(s);
    return kept;
}
