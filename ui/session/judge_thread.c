/* The judging thread: takes frames from the ring, checks the camera, looks, asks the umpire, and keeps
 * evidence. */
#include "ui/session/session_state.h"

#include "calib/colour_separation.h"
#include "vision/change/rest_detector.h"
#include "vision/position/merge_observations.h"
#include "vision/system/clock.h"

/* Asks whether the camera still holds for the frame in hand; frames of another size begin anew. */
static sq_code keep_vigil(sq_session *s, bool *judge, sq_diag *d) {
    const sq_frame *f = &s->slot->frame;
    const sq_camera *c = s->vigil ? sq_camera_monitor_camera(s->vigil) : NULL;
    const char *say;
    if (c && (c->width != f->width || c->height != f->height)) {
        sq_session_tell(s, "The picture's size has changed; the camera is taken for the new one.");
        sq_camera_monitor_free(s->vigil);
        s->vigil = NULL;
    }
    if (!s->vigil)
        s->vigil = sq_camera_monitor_new(&s->found,
                                         s->set->calibration ? SQ_CAMERA_FROM_FILE : SQ_CAMERA_FROM_MAT, d);
    if (!s->vigil) return d->code;
    *judge = sq_camera_monitor_look(s->vigil, f, &say);
    if (say) sq_session_tell(s, say);
    return SQ_OK;
}

/* A ruling of the rest in hand is on the disk; one that was held since an earlier rest has waited for the
 * game to go on. */
static void time_ruling(sq_session *s, const sq_said *said) {
    sq_session_latency *l = &s->result->latency;
    if (!s->slot || said->is->position.t != s->look.position.t) return;
    sq_latency_add(&l->video, s->slot->frame.t - s->slot->tag.t_rest);
    sq_latency_add(&l->work, sq_monotonic_s() - s->slot->tag.came_s);
}

sq_code sq_session_hear(void *who, const sq_said *said, sq_diag *d) {
    sq_session *s = who;
    fputs(sq_progress_erase(&s->progress), s->set->scribe.err);
    sq_code code = sq_game_writer_hear(s->scribe, said, d);
    if (!code && said->kind == SQ_SAID_EVENT) time_ruling(s, said);
    if (s->slot && said->kind == SQ_SAID_EVENT && said->event->kind == SQ_EVENT_SET && !s->set->from)
        sq_session_tell(
            s, "the game was under way already: the mat is taken as it lay, and who played first as in turn; "
               "--from tells otherwise");
    if (s->set->annotated) sq_commentary_title(s->title, said);
    s->title_t = said->t;
    sq_state by_hand;
    while (!code && sq_game_writer_by_hand(s->scribe, &by_hand))
        sq_umpire_overrule(s->umpire, &by_hand);
    if (!code && s->gallery && s->slot && said->kind == SQ_SAID_EVENT)
        code = sq_ruling_pictures_add(s->gallery, said->n, &s->slot->frame, &said->is->position,
                                      sq_camera_monitor_camera(s->vigil), d);
    return code;
}

/* The umpire is given a look; *again: he wants another at this rest, and has kept nothing. */
static sq_code give(sq_session *s, const sq_observation *look, sq_diag *d) {
    bool again = false;
    const sq_position *p = &look->position;
    if (look->gap_s > 0) sq_umpire_gap(s->umpire, look->gap_s);
    sq_code code = sq_umpire_look(s->umpire, p, look->t_start, look->t_rest, look->last, &again, d);
    if (again) s->doubtful = *look;
    if (again) return code;
    s->decided = look->rest;
    s->unseen_s = 0;
    const sq_tracked *seen = sq_umpire_seen(s->umpire);
    s->position_valid = seen && seen->position.t == p->t;
    s->position = s->position_valid ? seen->position : *p;
    if (s->position_valid && s->slot) sq_change_detector_keep(s->change);
    sq_umpire_count(s->umpire, &s->position);
    return code ? code : sq_game_writer_rest(s->scribe, look, &s->position, d);
}

static void next_past(sq_session *s, sq_diag *d) {
    sq_code code = s->past ? sq_observations_next(s->past, &s->passing, d) : SQ_OK;
    if (!code) return;
    sq_observations_close(s->past);
    s->past = NULL;
}

/* The looks of an earlier run, as far as they reach. */
sq_code sq_session_replay(sq_session *s, sq_diag *d) {
    sq_observations *looks;
    sq_code code = sq_observations_open(&looks, s->set->scribe.looks, d);
    if (code) return code;
    sq_game_writer_replay(s->scribe, true);
    while (!code && !(code = sq_observations_next(looks, &s->look, d)))
        code = give(s, &s->look, d);
    /* The earlier run was brought to its end: what was open then was given up. */
    if (code == SQ_END && sq_game_writer_expects(s->scribe) && sq_umpire_end(s->umpire, d)) code = d->code;
    sq_game_writer_replay(s->scribe, false);
    sq_observations_close(looks);
    s->decided = -1;
    s->result->known = sq_game_writer_known(s->scribe);
    if (code != SQ_END) return code;
    if (sq_capture_about(s->capture).live && s->result->known) { /* what was watched does not come again */
        s->rest = s->decided = s->look.rest;
        s->t_left = s->look.t_rest;
        s->t_begun = s->look.position.t + SQ_REST_AFTER_S;
        s->gap_s = SQ_GAPS_UNKNOWN_S; /* what was played meanwhile nobody saw */
        return SQ_OK;
    }
    code = sq_observations_open(&s->past, s->set->scribe.looks, d);
    next_past(s, d);
    return code;
}

/* This rest was judged in an earlier run, or before a rest that was. Sight has learned of it what it learned
 * then; nothing else is done. */
static bool is_past(sq_session *s, const sq_frame_tag *tag, sq_code *code, sq_diag *d) {
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
    const sq_tracked *seen = sq_umpire_seen(s->umpire);
    if (seen && seen->position.t == s->slot->frame.t) sq_change_detector_keep(s->change);
    s->unseen_s = 0;
    next_past(s, d);
    return true;
}

/* The second look at a rest goes with what the first one saw. */
static void add_first_look(sq_session *s) {
    sq_position second = s->look.position;
    if (s->doubtful.rest == s->look.rest)
        sq_position_merge(&s->look.position, &s->doubtful.position, &second);
}

/* Once, until they are well apart again. */
static void warn_of_colours(sq_session *s) {
    char text[400];
    sq_colours c = sq_colours_judge(sq_sight_palette(s->sight));
    bool bad = c.answer == SQ_COLOURS_NEAR || c.answer == SQ_COLOURS_PALE;
    if (bad && !s->colours_told) {
        sq_colours_say(&c, text, sizeof text);
        sq_session_tell(s, text);
    }
    s->colours_told = bad;
}

/* The game needs no evidence: what goes wrong with it is told once, and tried again with each rest. */
static void keep_evidence(sq_session *s) {
    const sq_frame_tag *tag = &s->slot->tag;
    sq_diag d;
    if (!s->evidence || s->past || s->decided != tag->rest) return;
    sq_code code = sq_evidence_put(s->evidence, tag->rest, &s->slot->frame,
                                   sq_camera_monitor_camera(s->vigil), tag->t_start, tag->t_rest, &d);
    if (code && !s->evidence_fails) sq_session_tell(s, d.text);
    s->evidence_fails = code;
    if (sq_evidence_thinned(s->evidence) && !s->evidence_thins)
        sq_session_tell(
            s,
            "the evidence has reached its limit: the oldest pictures make room; --evidence MB sets another");
    s->evidence_thins = sq_evidence_thinned(s->evidence);
}

static sq_code judge(sq_session *s, sq_diag *d) {
    const sq_frame_tag *tag = &s->slot->tag;
    bool true_camera = false;
    s->unseen_s = fmax(s->unseen_s, tag->gap_s);
    sq_position *p = &s->look.position;
    sq_code code = keep_vigil(s, &true_camera, d);
    if (code) return code;
    if (!true_camera) {
        s->position_valid = false;
        s->result->unjudged += tag->last;
        return SQ_OK;
    }
    if (sq_sight_look(s->sight, &s->slot->frame, sq_camera_monitor_camera(s->vigil), p, d)) {
        s->position_valid = false;
        if (!tag->last) return SQ_OK;
        if (sq_fault_once_say(&s->sight_fault, d->text)) sq_session_tell(s, d->text);
        s->result->unjudged++;
        return SQ_OK;
    }
    sq_fault_once_over(&s->sight_fault);
    sq_change_detector_read(s->change, &s->slot->frame, sq_camera_monitor_camera(s->vigil), &p->changed);
    if (is_past(s, tag, &code, d)) return code;
    warn_of_colours(s);
    p->source = s->set->calibration ? SQ_CAMERA_FROM_FILE : SQ_CAMERA_FROM_MAT;
    p->camera_rms_px = s->camera_rms_px;
    s->look.t_start = tag->t_start;
    s->look.t_rest = tag->t_rest;
    s->look.rest = tag->rest;
    s->look.last = tag->last;
    s->look.gap_s = s->unseen_s;
    add_first_look(s);
    sq_game_writer_look(s->scribe, &s->look);
    return give(s, &s->look, d);
}

void *sq_session_judge(void *who) {
    sq_session *s = who;
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
