/* The judging thread: takes frames from the ring, checks the camera, looks, asks the umpire, and keeps
 * evidence. */
#include "ui/session/judge_thread.h"

#include <limits.h>

#include "calib/colour_separation.h"
#include "calib/measure/sharpness.h"
#include "ui/session/session_stream.h"
#include "ui/words/mirrored_picture.h"
#include "vision/capture/source_name.h"
#include "vision/change/rest_detector.h"
#include "vision/frame/frame_copy.h"
#include "vision/position/merge_observations.h"
#include "vision/system/clock.h"

/* A camera that the umpire has confirmed by a page counts as found from the mat. */
static sq_camera_source source_of(const sq_judge *j) {
    return j->shared->set->calibration && !j->confirmed ? SQ_CAMERA_FROM_FILE : SQ_CAMERA_FROM_MAT;
}

/* Asks whether the camera still holds for the frame in hand; frames of another size begin anew. */
static sq_code keep_vigil(sq_judge *j, bool *judge, sq_diag *d) {
    const sq_frame *f = &j->slot->frame;
    const sq_camera *c = j->vigil ? sq_camera_monitor_camera(j->vigil) : NULL;
    const char *say;
    if (c && j->slot->tag.confirmed != j->confirmed) { /* a person knows better */
        sq_camera_monitor_free(j->vigil);
        j->vigil = NULL;
        c = NULL;
    }
    j->confirmed = j->slot->tag.confirmed;
    if (c && (c->width != f->width || c->height != f->height)) {
        sq_shared_notice(j->shared, SQ_NOTICE_CAMERA,
                         source_of(j) == SQ_CAMERA_FROM_FILE
                             ? "The picture's size has changed; the camera is scaled to the new size."
                             : "The picture's size has changed; the camera is found anew from the mat.");
        sq_camera_monitor_free(j->vigil);
        j->vigil = NULL;
    }
    if (!j->vigil)
        j->vigil = sq_camera_monitor_new(&j->slot->tag.camera, &j->slot->tag.doubt, &j->slot->tag.mat,
                                         source_of(j), d);
    if (!j->vigil) return d->code;
    *judge = sq_camera_monitor_look(j->vigil, f, &say);
    if (say)
        sq_shared_notice(j->shared, sq_notice_of_camera(sq_camera_monitor_answer(j->vigil), *judge), say);
    return SQ_OK;
}

/* A ruling of the rest in hand is on the disk; one that was held since an earlier rest has waited for the
 * game to go on. */
static void time_ruling(sq_judge *j, const sq_said *said) {
    sq_session_latency *l = &j->latency;
    if (!j->slot || said->is->position.t != j->look.position.t) return;
    sq_latency_add(&l->video, j->slot->frame.t - j->slot->tag.t_rest);
    sq_latency_add(&l->work, sq_monotonic_s() - j->slot->tag.came_s);
}

/* The picture of a ruling says what the ruling says. */
static void add_picture(sq_judge *j, const sq_said *said) {
    j->ruled = said->is->position;
    sq_umpire_rule_position(j->umpire, &j->ruled, said);
    bool earlier = j->asked_bytes && said->question && j->slot->frame.t != said->is->position.t;
    const sq_camera *camera = earlier ? &j->asked_camera : sq_camera_monitor_camera(j->vigil);
    const sq_ruling_picture_of of = {sq_game_writer_number(j->scribe), said->n,
                                     said->kind == SQ_SAID_QUESTION};
    sq_ruling_pictures_add(j->gallery, of, earlier ? &j->asked : &j->slot->frame, &j->ruled, camera,
                           &j->view.call);
}

/* A picture of each ruling, for a folder or for a hall, which also gets those of questions. */
static bool wants_picture(const sq_judge *j, const sq_said *said) {
    bool hall = j->gallery && sq_publisher_wants_pictures(j->shared->publisher) > 0;
    return j->slot && ((said->kind == SQ_SAID_EVENT && (j->shared->set->overlays || hall)) ||
                       (said->kind == SQ_SAID_QUESTION && hall));
}

/* What is asked now may be held when the mat lies otherwise. Only of a look that was kept: one at which a
 * hand lies over winks shows other places. */
static sq_code keep_asked(sq_judge *j, sq_diag *d) {
    bool wanted =
        j->shared->set->overlays || (j->gallery && sq_publisher_wants_pictures(j->shared->publisher));
    if (!wanted || !j->slot || !sq_umpire_open_question(j->umpire)) return SQ_OK;
    j->asked_camera = *sq_camera_monitor_camera(j->vigil);
    return sq_frame_copy(&j->asked, &j->asked_bytes, &j->slot->frame, d);
}

sq_code sq_judge_hear(void *who, const sq_said *said, sq_diag *d) {
    sq_judge *j = who;
    fputs(j->shared->erase, j->shared->set->scribe.err);
    sq_code code = sq_game_writer_hear(j->scribe, said, d);
    if (!code) sq_stream_tell_said(j, said);
    if (!code && said->kind == SQ_SAID_EVENT) time_ruling(j, said);
    if (j->slot && said->kind == SQ_SAID_EVENT && said->event->kind == SQ_EVENT_SET && !said->play &&
        !j->shared->set->from)
        sq_shared_tell(
            j->shared,
            "the game was under way already: the mat is taken as it lay, and who played first as in turn; "
            "--from tells otherwise. The timed period has no end until somebody says how long the game has "
            "been played: set elapsed_s=600");
    sq_ruling_lines_of(&j->view.call, said);
    sq_game_details(sq_game_writer_game(j->scribe), &j->view.about);
    sq_ruling_standing_name(&j->view.call.standing, &j->view.about);
    j->view.call_t = said->t;
    sq_event event;
    sq_state by_hand;
    while (!code && sq_game_writer_by_hand(j->scribe, -1, &event, &by_hand))
        sq_umpire_overrule(j->umpire, &by_hand);
    if (!code && wants_picture(j, said)) add_picture(j, said);
    return code;
}

/* Later frames are compared with the one in hand, if the umpire compares later looks with it. */
static void keep_frame(sq_judge *j, double t) {
    const sq_tracked *seen = sq_umpire_seen(j->umpire);
    if (j->slot && sq_umpire_keeps(j->umpire, t))
        sq_change_detector_keep(j->change, seen->position.t == t ? NAN : seen->position.t);
}

/* The umpire is given a look; *again: he wants another at this rest, and has kept nothing. */
static sq_code give(sq_judge *j, const sq_observation *look, sq_diag *d) {
    bool again = false;
    const sq_position *p = &look->position;
    if (look->gap_s > 0) sq_umpire_gap(j->umpire, look->gap_s);
    sq_umpire_unjudged(j->umpire, look->unjudged);
    sq_umpire_automate(j->umpire, &look->automation);
    sq_code code = sq_umpire_look(j->umpire, p, look->t_start, look->t_rest, look->last, &again, d);
    if (again) {
        j->doubtful = *look;
        sq_game_writer_look(j->scribe, NULL); /* none of what is kept rests on it alone */
        return code;
    }
    j->decided = look->rest;
    j->unseen_s = j->passed_over = 0;
    const sq_tracked *seen = sq_umpire_seen(j->umpire);
    j->view.known = seen && seen->position.t == p->t;
    j->view.position = j->view.known ? seen->position : *p;
    keep_frame(j, p->t);
    sq_umpire_count(j->umpire, &j->view.position);
    if (!code && j->view.known) code = keep_asked(j, d);
    return code ? code : sq_game_writer_rest(j->scribe, look, &j->view.position, d);
}

static sq_code next_past(sq_judge *j, sq_diag *d) {
    sq_code code = j->past ? sq_observations_next(j->past, &j->passing, d) : SQ_OK;
    if (!code) return SQ_OK;
    sq_observations_close(j->past);
    j->past = NULL;
    return code == SQ_END ? SQ_OK : code;
}

/* The looks of an earlier run, as far as they reach. */
sq_code sq_judge_replay(sq_judge *j, bool live, sq_diag *d) {
    sq_observations *looks;
    sq_code code = sq_observations_open(&looks, j->shared->set->scribe.looks, d);
    if (code) return code;
    sq_game_writer_replay(j->scribe, true);
    while (!code && !(code = sq_observations_next(looks, &j->look, d))) {
        code = give(j, &j->look, d);
        if (!code) code = sq_judge_repeat_words(j, ++j->given, d);
    }
    /* The earlier run was brought to its end: what was open then was given up. */
    if (code == SQ_END && sq_game_writer_expects(j->scribe) && sq_umpire_end(j->umpire, d)) code = d->code;
    if (code == SQ_END && sq_judge_repeat_words(j, INT_MAX, d)) code = d->code;
    sq_game_writer_replay(j->scribe, false);
    sq_observations_close(looks);
    j->decided = -1;
    j->known = sq_game_writer_known(j->scribe);
    if (code != SQ_END) return code;
    if (live) { /* what was watched does not come again */
        if (j->given) j->decided = j->look.rest;
        return SQ_OK;
    }
    code = sq_observations_open(&j->past, j->shared->set->scribe.looks, d);
    return code ? code : next_past(j, d);
}

/* The first look at this rest left a doubt, and was kept for what it told of an earlier one: the second one
 * is the next, or was not taken any more. */
static bool is_second_due(const sq_judge *j, int rest) {
    return j->past ? j->passing.rest == rest : j->doubtful.rest == rest;
}

/* This rest was judged in an earlier run, or before a rest that was. Sight has learned of it what it learned
 * then; nothing else is done. */
static bool is_past(sq_judge *j, const sq_frame_tag *tag, sq_code *code, sq_diag *d) {
    if (!j->past) return false;
    bool same =
        j->passing.rest > tag->rest || (j->passing.rest == tag->rest && j->passing.t_rest == tag->t_rest);
    if (!same)
        *code = sq_fail(d, SQ_E_FORMAT,
                        "%.300s: is not what was watched before: at %.1f s it rests otherwise; give the same "
                        "video",
                        sq_source_show(j->shared->set->source).text, tag->t_rest);
    if (j->passing.rest != tag->rest || j->passing.last != tag->last) return true;
    keep_frame(j, j->slot->frame.t);
    j->unseen_s = j->passed_over = 0;
    if (!*code) *code = next_past(j, d);
    if (tag->last || !is_second_due(j, tag->rest)) j->decided = tag->rest;
    return true;
}

/* The second look at a rest goes with what the first one saw. */
static void add_first_look(sq_judge *j) {
    sq_position second = j->look.position;
    if (j->doubtful.rest == j->look.rest)
        sq_position_merge(&j->look.position, &j->doubtful.position, &second);
}

/* Once, until they are well apart again. */
static void warn_of_colours(sq_judge *j) {
    char text[400];
    sq_colours c = sq_colours_judge(sq_sight_palette(j->sight));
    bool bad = c.answer == SQ_COLOURS_NEAR || c.answer == SQ_COLOURS_PALE;
    if (bad && !j->colours_told) {
        sq_colours_say(&c, text, sizeof text);
        sq_shared_notice(j->shared, SQ_NOTICE_COLOURS, text);
    }
    if (j->colours_told && !bad)
        sq_shared_notice(j->shared, SQ_NOTICE_COLOURS_APART, "The colours are well apart again.");
    j->colours_told = bad;
}

/* The game needs no evidence: what goes wrong with it is told once, and tried again with each rest. */
static void keep_evidence(sq_judge *j) {
    const sq_frame_tag *tag = &j->slot->tag;
    sq_diag d;
    if (!j->shared->evidence || j->past || j->decided != tag->rest) return;
    sq_code code = sq_evidence_put(j->shared->evidence, tag->rest, &j->slot->frame,
                                   sq_camera_monitor_camera(j->vigil), tag->t_start, tag->t_rest, &d);
    sq_shared_file(j->shared, SQ_KEPT_EVIDENCE, code ? d.text : NULL);
    if (sq_evidence_thinned(j->shared->evidence) && !j->evidence_thins)
        sq_shared_notice(
            j->shared, SQ_NOTICE_GAME,
            "the evidence has reached its limit: the oldest pictures make room; --evidence MB sets another");
    j->evidence_thins = sq_evidence_thinned(j->shared->evidence);
}

/* Until the winks behind the baselines have told the order of the corners once: a mirrored source, or a
 * camera that has blue elsewhere, ends the game before a word is wrong. What is only likely is told. */
static sq_code check_corners(sq_judge *j, const sq_position *p, sq_diag *d) {
    char text[SQ_CORNERS_TEXT];
    if (j->corners_known) return SQ_OK;
    sq_corner_order order = sq_mat_corner_order(p->winks, p->wink_count);
    if (sq_corners_contradict(&order, sq_camera_monitor_camera(j->vigil)->blue, text))
        return sq_fail(d, SQ_E_SIGHT, "%.150s: %s", sq_source_show(j->shared->set->source).text, text);
    j->corners_known = sq_corner_order_is_sure(&order);
    if (!j->mirror_told && sq_corners_doubt(&order, text)) {
        sq_shared_notice(j->shared, SQ_NOTICE_CAMERA, text);
        j->mirror_told = true;
    }
    return SQ_OK;
}

/* Of a soft picture much is not made out. No game is begun in it; one that is under way goes on, with what
 * can be seen, for most of it is known from before. */
static sq_code doubt_sharpness(sq_judge *j, const sq_position *p, sq_diag *d) {
    sq_diag soft;
    if (!sq_umpire_seen(j->umpire)) return sq_doubt_sharpness(&j->slot->frame, p, d);
    if (!sq_doubt_sharpness(&j->slot->frame, p, &soft))
        sq_fault_once_over(&j->soft_fault);
    else if (sq_fault_once_say(&j->soft_fault, soft.text))
        sq_shared_notice(j->shared, SQ_NOTICE_PICTURE, soft.text);
    return SQ_OK;
}

/* The last look at a rest, of which nothing is known now: a shot that it would have shown may have passed
 * unseen. */
static void pass_over(sq_judge *j) {
    j->view.known = false;
    if (!j->slot->tag.last) return;
    j->passed_over++;
    j->unjudged++;
    sq_pages_unjudged(j->shared->pages, 1);
}

static sq_code see(sq_judge *j, sq_position *p, sq_diag *d) {
    sq_sight_doubt_camera(j->sight, sq_camera_monitor_doubt(j->vigil));
    return sq_sight_look(j->sight, &j->slot->frame, sq_camera_monitor_camera(j->vigil), p, d);
}

/* Looks at the frame in hand. The mat's lines do not show from which end they are seen, but its winks do: a
 * camera, or a phone that turns its pictures, may have been turned since the last rest. */
static sq_code look(sq_judge *j, sq_position *p, sq_diag *d) {
    sq_code code = see(j, p, d);
    const sq_tracked *seen = sq_umpire_seen(j->umpire);
    const sq_position *before =
        seen && !j->past ? &seen->position : NULL; /* of an earlier run it is its last */
    if (code || !before || !sq_mat_is_turned(before->winks, before->wink_count, p->winks, p->wink_count))
        return code;
    code = sq_camera_monitor_turn(j->vigil, &j->slot->frame, d);
    if (code) return code;
    sq_shared_notice(
        j->shared, SQ_NOTICE_CAMERA,
        "The picture is upside down, compared with those before. The camera is turned with it, by "
        "the winks, and rulings go on.");
    return see(j, p, d);
}

static sq_code judge(sq_judge *j, sq_diag *d) {
    const sq_frame_tag *tag = &j->slot->tag;
    bool true_camera = false;
    j->unseen_s = fmax(j->unseen_s, tag->gap_s);
    j->passed_over += tag->passed_over;
    sq_position *p = &j->look.position;
    sq_code code = keep_vigil(j, &true_camera, d);
    if (code) return code;
    if (!true_camera) {
        pass_over(j);
        return SQ_OK;
    }
    bool shows_it = !look(j, p, d) && !doubt_sharpness(j, p, d);
    if (j->shared->pages)
        sq_camera_section_camera(j->shared->pages->section, sq_camera_monitor_camera(j->vigil),
                                 sq_camera_monitor_doubt(j->vigil));
    if (!shows_it) {
        /* What was watched before must be watched alike, or the game would not be the same. */
        if (j->past && d->code == SQ_E_MEMORY) return d->code;
        if (tag->last && sq_fault_once_say(&j->sight_fault, d->text))
            sq_shared_notice(j->shared, SQ_NOTICE_PICTURE, d->text);
        pass_over(j);
        return SQ_OK;
    }
    sq_fault_once_over(&j->sight_fault);
    code = check_corners(j, p, d);
    if (code) return code;
    sq_change_detector_read(j->change, &j->slot->frame, sq_camera_monitor_camera(j->vigil),
                            sq_umpire_compares_with(j->umpire, p), &p->changed);
    if (is_past(j, tag, &code, d)) return code;
    warn_of_colours(j);
    p->source = source_of(j);
    p->camera_rms_px = tag->camera_rms_px;
    j->look.t_start = tag->t_start;
    j->look.t_rest = tag->t_rest;
    j->look.rest = tag->rest;
    j->look.last = tag->last;
    j->look.gap_s = j->unseen_s;
    j->look.unjudged = j->passed_over;
    j->look.automation = j->automation;
    add_first_look(j);
    sq_game_writer_look(j->scribe, &j->look);
    return give(j, &j->look, d);
}

void sq_judge_show(sq_judge *j) {
    if (!j->shared->set->annotated) return;
    if (j->vigil) j->view.camera = *sq_camera_monitor_camera(j->vigil);
    j->view.state = *sq_umpire_state(j->umpire);
    sq_game_details(sq_game_writer_game(j->scribe), &j->view.about);
    sq_shared_show(j->shared, &j->view);
}

void *sq_judge_run(void *who) {
    sq_judge *j = who;
    sq_ring_news news;
    while (!j->code && (news = sq_frame_ring_wait(j->shared->ring)) != SQ_RING_CLOSED) {
        if (news == SQ_RING_CALLED) {
            j->code = sq_judge_hear_words(j, &j->diag);
            sq_judge_show(j);
            continue;
        }
        j->slot = sq_frame_ring_take(j->shared->ring);
        bool open = j->slot->tag.rest > j->decided;
        if (open) j->code = judge(j, &j->diag);
        if (open && !j->code) keep_evidence(j);
        sq_judge_show(j);
        sq_frame_ring_done(j->shared->ring);
        j->slot = NULL;
    }
    if (!j->code) j->code = sq_judge_hear_words(j, &j->diag);
    /* What is stopped goes on another day with what is open now. */
    if (!j->code && !j->shared->to_be_resumed) j->code = sq_umpire_end(j->umpire, &j->diag);
    if (j->words) sq_word_queue_close(j->words);
    sq_frame_ring_close(j->shared->ring);
    return NULL;
}
