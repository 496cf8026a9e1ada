/* A picture of a folder is a rest; of a video, the frame in which all has come to rest is looked at, and
 * later ones where that one shows a hand. */
#include "ui/referee/referee_other_game.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/other/game_registry.h"
#include "ui/crokinole/refereed_crokinole.h"
#include "ui/game/evidence.h"
#include "ui/game/journal.h"
#include "ui/referee/other_game_commentary.h"
#include "ui/referee/other_game_json.h"
#include "ui/session/frame_gaps.h"
#include "ui/session/interrupt.h"
#include "ui/session/report_fault_once.h"
#include "ui/stream/stream_lines.h"
#include "ui/words/event_words.h"
#include "vision/capture/source_name.h"
#include "vision/change/rest_detector.h"

/* Seconds until a rest that could not be judged is looked at again. */
#define LOOK_AGAIN_S 0.7

typedef struct {
    const sq_referee_settings *set;
    sq_refereed *game;
    sq_capture *capture;
    sq_rest_detector *still;
    sq_journal *record, *looks;
    sq_full_disk disk;
    sq_stream *stream;
    sq_evidence *evidence;
    sq_fault_once sight, evidence_fault, overlay_fault;
    sq_referee_result *result;
    double left_t, looked_t; /* the end of the rest before; the last look */
    bool judged;             /* the rest in hand was */
    bool shows_nothing;      /* its last picture has shown nothing that can be judged */
    sq_frame_gaps gaps;
    bool unseen; /* nothing was seen for a while since the last rest that was judged */
} referee;

const sq_refereed_game *sq_refereed_game_find(const char *name) {
    static const sq_refereed_game *const games[] = {&sq_refereed_crokinole};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (!strcmp(games[i]->name, name)) return games[i];
    return NULL;
}

/* ---- What is told ---- */

static sq_code keep_event(referee *r, const sq_told *told, sq_diag *d) {
    static _Thread_local char state[SQ_STATE_LINE_MAX];
    char *line = sq_told_line(told), words[SQ_EVENT_WORDS_MAX];
    if (!line) return sq_fail(d, SQ_E_MEMORY, "no memory for a line of the record; close other programs");
    sq_code code = r->record ? sq_full_disk_put(&r->disk, r->record, line, strlen(line), d) : SQ_OK;
    if (!code && r->stream) {
        const char *name = sq_event_called(told->event);
        size_t n =
            sq_record_write_state(state, sizeof state, told->n, name, told->after, told->rulings, NULL);
        sq_event_words(words, told->event, told->before, told->after);
        sq_stream_put(r->stream, SQ_STREAM_EVENT, sq_stream_event(line, strlen(line), told->n, words));
        sq_stream_put(r->stream, SQ_STREAM_STATE, sq_stream_state(state, n));
    }
    r->result->begun = true;
    r->result->shots += !strcmp(sq_event_called(told->event), "shot");
    free(line);
    return code;
}

static sq_code hear(void *who, const sq_told *told, sq_diag *d) {
    static const sq_stream_type types[SQ_TOLD_KINDS] = {[SQ_TOLD_EVENT] = SQ_STREAM_EVENT,
                                                        [SQ_TOLD_QUESTION] = SQ_STREAM_QUESTION,
                                                        [SQ_TOLD_PASSED_OVER] = SQ_STREAM_PASSED_OVER,
                                                        [SQ_TOLD_BY_HAND] = SQ_STREAM_BY_HAND,
                                                        [SQ_TOLD_WAIT] = SQ_STREAM_WAIT,
                                                        [SQ_TOLD_REFUSED] = SQ_STREAM_REFUSED};
    referee *r = who;
    sq_code code = SQ_OK;
    if (told->kind == SQ_TOLD_EVENT)
        code = keep_event(r, told, d);
    else if (r->stream)
        sq_stream_put(r->stream, types[told->kind], sq_told_json(told));
    if (code || r->set->json) return code;
    bool asks = told->kind == SQ_TOLD_QUESTION || told->kind == SQ_TOLD_REFUSED || told->held;
    if (asks || !r->set->quiet) sq_told_say(r->set->out, told, r->set->called);
    fflush(r->set->out);
    return SQ_OK;
}

static void notice(referee *r, sq_notice kind, const char *sentence, double t) {
    fprintf(r->set->err, "squint: %s\n", sentence);
    if (r->stream) sq_stream_put(r->stream, SQ_STREAM_NOTICE, sq_stream_notice(kind, sentence, t));
}

static void notice_of_file(referee *r, sq_kept_file file, bool kept, const char *sentence) {
    fprintf(r->set->err, "squint: %s\n", sentence);
    if (r->stream)
        sq_stream_put(r->stream, SQ_STREAM_NOTICE,
                      sq_stream_notice_of_file(file, kept, sentence, r->result->t_end));
}

static void tell_disk(void *who, bool is_full, const char *sentence) {
    notice_of_file(who, SQ_KEPT_RECORD, !is_full, sentence);
}

/* ---- Looks ---- */

static sq_code keep_look(referee *r, const char *name, double t_start, double t_rest, sq_diag *d) {
    json_t *o = r->set->kind->seen_json(r->game, name);
    if (!o) return sq_fail(d, SQ_E_MEMORY, "no memory for what was seen; close other programs");
    json_object_set_new(o, "rest", json_integer(r->result->rests));
    json_object_set_new(o, "t_start", json_real(t_start));
    json_object_set_new(o, "t_rest", json_real(t_rest));
    char *line = json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(o);
    sq_code code = line ? sq_full_disk_put(&r->disk, r->looks, line, strlen(line), d)
                        : sq_fail(d, SQ_E_MEMORY, "no memory for what was seen; close other programs");
    free(line);
    return code;
}

static sq_code draw(const referee *r, const sq_frame *f, sq_diag *d) {
    char path[PATH_MAX];
    enum { QUALITY = 90 };
    sq_picture *picture = NULL;
    snprintf(path, sizeof path, "%.4000s/rest-%06d.jpg", r->set->overlays, r->result->rests);
    sq_code code = sq_picture_from_frame(&picture, f, d);
    if (!code) code = r->set->kind->draw(r->game, picture, d);
    if (!code) code = sq_picture_write(picture, path, QUALITY, d);
    sq_picture_free(picture);
    return code;
}

/* Pictures are no part of the game: that they cannot be kept is told once. why: null where they are kept. */
static void tell_of_pictures(referee *r, sq_kept_file file, sq_fault_once *once, const char *why) {
    if (why && sq_fault_once_say(once, why)) notice_of_file(r, file, false, why);
    if (why) return;
    if (*once->said) notice_of_file(r, file, true, sq_kept_again(file));
    sq_fault_once_over(once);
}

static void keep_pictures(referee *r, const sq_frame *f, double t_start, double t_rest) {
    sq_diag d;
    const sq_camera *camera = r->set->kind->camera(r->game);
    if (r->evidence)
        tell_of_pictures(
            r, SQ_KEPT_EVIDENCE, &r->evidence_fault,
            sq_evidence_put(r->evidence, r->result->rests, f, camera, t_start, t_rest, &d) ? d.text : NULL);
    if (r->set->overlays)
        tell_of_pictures(r, SQ_KEPT_PICTURES, &r->overlay_fault, draw(r, f, &d) ? d.text : NULL);
}

/* Looks at a rest. r->judged: it could be judged. again: it could not be judged before, and people
 * know that. */
static sq_code look(referee *r, const sq_frame *f, double t_rest, bool again, sq_diag *d) {
    const sq_refereed_game *kind = r->set->kind;
    const char *name = sq_capture_frame_name(r->capture);
    r->looked_t = f->t;
    sq_code code = kind->see(r->game, f, d);
    r->judged = !code && !kind->abstains(r->game);
    r->shows_nothing = code == SQ_E_SIGHT;
    if (code == SQ_E_SIGHT) {
        char text[sizeof d->text + PATH_MAX];
        snprintf(text, sizeof text, "%s%s%s", name ? name : "", name ? ": " : "", d->text);
        if (sq_fault_once_say(&r->sight, d->text)) notice(r, SQ_NOTICE_PICTURE, text, f->t);
        return SQ_OK;
    }
    if (code) return code;
    sq_fault_once_over(&r->sight);
    if (again && !r->judged) return SQ_OK;
    bool unseen = r->unseen;
    r->unseen = false;
    if (r->looks) code = keep_look(r, name, r->left_t, t_rest, d);
    if (!code) code = kind->judge(r->game, r->left_t, t_rest, unseen, d);
    if (!code) keep_pictures(r, f, r->left_t, t_rest);
    return code;
}

static sq_code take_picture(referee *r, const sq_frame *f, sq_diag *d) {
    r->result->rests++;
    sq_code code = look(r, f, f->t, false, d);
    r->result->unjudged += !r->judged;
    r->unseen |= r->shows_nothing;
    r->left_t = f->t;
    return code;
}

/* Pictures are missing before this frame of a video: told, and what was played meanwhile is asked. */
static void note_gap(referee *r, const sq_frame *f, const sq_rest_detector_verdict *v) {
    char say[SQ_GAPS_TEXT];
    r->unseen |= sq_frame_gaps_add(&r->gaps, f, say) > 0;
    if (*say) notice(r, SQ_NOTICE_FRAMES_MISSING, say, f->t);
    bool first = r->result->rests == 0;
    r->unseen |= v->just_settled && !first && sq_frame_gaps_is_jump(r->left_t, v->rest.t0);
    if (v->at_rest && !v->just_settled && r->judged) r->unseen = false; /* the board lies as it lay */
}

static sq_code watch(referee *r, const sq_frame *f, sq_diag *d) {
    sq_rest_detector_verdict v = sq_rest_detector_push(r->still, f);
    note_gap(r, f, &v);
    sq_diag dropped;
    if (v.just_left) {
        r->left_t = v.rest.t1;
        r->result->unjudged += !r->judged;
        r->unseen |= !r->judged && r->shows_nothing;
        r->judged = true; /* it is counted */
    }
    if (r->evidence && !v.at_rest) (void)sq_evidence_watch(r->evidence, f, &dropped);
    bool again = v.at_rest && !r->judged && f->t - r->looked_t >= LOOK_AGAIN_S;
    r->result->rests += v.just_settled;
    return v.just_settled || again ? look(r, f, v.rest.t0, again, d) : SQ_OK;
}

static sq_code run(referee *r, sq_diag *d) {
    bool pictures = !strcmp(sq_capture_about(r->capture).kind, "pictures");
    sq_frame f;
    long long frames = 0;
    sq_code code;
    while ((code = sq_capture_next(r->capture, &f, d)) != SQ_END) {
        if (code) {
            notice(r, SQ_NOTICE_SOURCE, d->text, r->result->t_end);
            r->result->faults++;
            r->unseen |= pictures; /* it would have shown a rest */
            continue;
        }
        r->result->t_end = f.t;
        if (r->stream) sq_stream_tick(r->stream, f.t, ++frames);
        code = pictures ? take_picture(r, &f, d) : watch(r, &f, d);
        if (code) return code;
    }
    char say[SQ_GAPS_TEXT];
    if (!sq_capture_about(r->capture).live && sq_frame_gaps_sum(&r->gaps, say))
        notice(r, SQ_NOTICE_FRAMES_MISSING, say, r->result->t_end);
    r->result->unjudged += !pictures && !r->judged;
    r->result->stopped |= sq_interrupted() && !sq_capture_about(r->capture).live;
    if (pictures && !r->result->rests)
        return sq_fail(d, SQ_E_SIGHT,
                       "%.300s: no picture of it can be read; give pictures or a video of a board",
                       sq_source_show(r->set->source).text);
    if (!r->result->rests)
        return sq_fail(d, SQ_E_SIGHT, "%.300s: nothing is at rest in it for %.1f s; film a game with pauses",
                       sq_source_show(r->set->source).text, SQ_REST_AFTER_S);
    if (r->result->unjudged >= r->result->rests)
        return sq_fail(
            d, SQ_E_SIGHT,
            "%.300s: nothing of it could be judged; show the whole board from above, without hands",
            sq_source_show(r->set->source).text);
    return r->set->kind->end(r->game, d);
}

/* ---- Opening and closing ---- */

static sq_code open_journals(referee *r, sq_diag *d) {
    const sq_referee_settings *set = r->set;
    char kept[SQ_JOURNAL_PATH_MAX] = "";
    sq_code code = set->record ? sq_journal_keep_old(set->record, kept, d) : SQ_OK;
    if (!code && *kept) fprintf(set->err, "squint: %s held a game, which is now %s\n", set->record, kept);
    if (!code && set->record) code = sq_journal_open(&r->record, set->record, d);
    if (!code && set->looks) code = sq_journal_open(&r->looks, set->looks, d);
    if (!code && r->looks) sq_journal_relax(r->looks);
    return code;
}

static sq_code open_all(referee *r, sq_diag *d) {
    const sq_referee_settings *set = r->set;
    sq_stream_settings stream = {
        .file = set->stream, .out = set->json ? set->out : NULL, .heartbeat_s = SQ_HEARTBEAT_S};
    sq_code code = sq_capture_open(&r->capture, set->source, set->capture, d);
    if (!code && !(r->still = sq_rest_detector_new()))
        code = sq_fail(d, SQ_E_MEMORY, "no memory; close other programs");
    if (!code) code = set->kind->open(&r->game, &set->game, hear, r, d);
    if (!code && set->evidence) code = sq_evidence_open(&r->evidence, set->evidence, set->evidence_bytes, d);
    if (!code) code = open_journals(r, d);
    if (!code && (set->stream || set->json)) code = sq_stream_open(&r->stream, &stream, d);
    if (!code && r->stream)
        sq_stream_put(r->stream, SQ_STREAM_START, sq_stream_start(set->source, &set->game, false));
    return code;
}

static sq_code close_all(referee *r, sq_code code, sq_diag *d) {
    sq_diag late;
    if (r->game) {
        r->result->state = *r->set->kind->state(r->game);
        r->result->questions = r->set->kind->questions(r->game);
    }
    if (!code && r->stream) {
        const sq_referee_result *s = r->result;
        sq_ending e = {.t = s->t_end,
                       .stopped = s->stopped,
                       .shots = s->shots,
                       .questions = s->questions,
                       .unjudged = s->unjudged};
        sq_stream_put(r->stream, SQ_STREAM_END, sq_stream_end(&e, &s->state));
    }
    if (sq_stream_close(r->stream, &late) && !code) *d = late, code = late.code;
    if (sq_full_disk_close(&r->disk, &late) && !code) *d = late, code = late.code;
    sq_evidence_close(r->evidence);
    r->set->kind->close(r->game);
    sq_rest_detector_free(r->still);
    sq_capture_close(r->capture);
    return code;
}

sq_code sq_referee_game(const sq_referee_settings *settings, sq_referee_result *result, sq_diag *d) {
    referee r = {.set = settings, .result = result, .judged = true};
    r.disk = (sq_full_disk){.err = settings->err,
                            .tell = tell_disk,
                            .who = &r,
                            .journal = {[SQ_JOURNAL_LOOKS] = &r.looks, [SQ_JOURNAL_RECORD] = &r.record}};
    *result = (sq_referee_result){.state = sq_state_none()};
    sq_code code = open_all(&r, d);
    if (!code) {
        sq_interrupt_begin(r.capture);
        result->live = sq_capture_about(r.capture).live;
        code = run(&r, d);
        sq_interrupt_end();
    }
    sq_code kept = close_all(&r, code, d);
    result->unkept = !code && kept;
    return kept;
}
