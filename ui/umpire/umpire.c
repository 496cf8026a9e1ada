/* The umpire: takes one look after the other and decides whether to settle, ask, wait, or look again. */
#include "rules/book/ruleset.h"
#include "ui/umpire/umpire_state.h"
#include "vision/play/play_priors.h"

#include <math.h>
#include <stdlib.h>

sq_code sq_umpire_new(sq_umpire **out, const sq_umpire_settings *settings, sq_diag *d) {
    *out = calloc(1, sizeof **out);
    sq_umpire *rooms = calloc(SQ_UMPIRE_ACCOUNTS, sizeof *rooms);
    if (!*out || !rooms) {
        free(*out);
        free(rooms);
        *out = NULL;
        return sq_fail(d, SQ_E_MEMORY, "no memory for the umpire; close other programs");
    }
    (*out)->rooms = rooms;
    for (int i = 0; i < SQ_UMPIRE_ACCOUNTS; i++)
        (*out)->account[i].umpire = &rooms[i];
    (*out)->settings = *settings;
    (*out)->game = sq_state_none();
    (*out)->set = sq_ruleset_winks(sq_ruleset_at(settings->game.rules));
    return SQ_OK;
}

void sq_umpire_free(sq_umpire *u) {
    if (u) free(u->rooms);
    free(u);
}

void sq_umpire_overrule(sq_umpire *u, const sq_state *state) {
    u->game = *state;
    if (state->playing) { /* its first line may have been amended; what holds of it holds of the next game */
        u->settings.game.rules = state->rules;
        u->settings.game.form = state->form;
        u->set = sq_ruleset_winks(sq_ruleset_at(state->rules));
    }
    u->doubtful = (sq_squops){0}; /* who has looked knows */
    u->has_lost_turn = false;
    sq_umpire_drop_accounts(u);
    u->n++;
}

void sq_umpire_gap(sq_umpire *u, double seconds) {
    u->gap_s = fmax(u->gap_s, seconds);
}

void sq_umpire_unjudged(sq_umpire *u, int rests) {
    if (rests > u->unjudged) u->unjudged = rests;
}

void sq_umpire_automate(sq_umpire *u, const sq_automation *a) {
    u->automation = *a;
}

const sq_state *sq_umpire_state(const sq_umpire *u) {
    return &u->game;
}

/* ---- What is settled ---- */

static void doubt_pair(sq_squops *pairs, sq_wink a, sq_wink b) {
    pairs->above[a] |= sq_wink_bit(b);
    pairs->above[b] |= sq_wink_bit(a);
}

static void add_doubts(sq_squops *pairs, const sq_play *play) {
    for (int i = 0; play && i < play->doubt_count; i++) {
        const sq_doubt *d = &play->doubt[i];
        if (d->kind == SQ_DOUBT_OVER && d->other != SQ_NO_WINK) doubt_pair(pairs, d->wink, d->other);
        for (sq_wink w = 0; d->kind == SQ_DOUBT_UNSEEN_PILE && w < SQ_USUAL_WINKS; w++)
            doubt_pair(pairs, d->wink, w);
    }
}

void sq_umpire_note_doubts(sq_umpire *u, const sq_play *play) {
    sq_wink_set moved = play->reading[0].moved;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        u->doubtful.above[w] = moved & sq_wink_bit(w) ? 0 : u->doubtful.above[w] & ~moved;
    add_doubts(&u->doubtful, play);
}

/* The record's word on every pair, but on those that are in doubt. */
static void settle_position(sq_position *p, const sq_state *s, const sq_squops *doubtful) {
    sq_wink_set on_mat = sq_winks_on_mat(&s->now);
    for (int i = 0; i < p->squop_count; i++) {
        sq_squop *q = &p->squops[i];
        sq_wink over = p->winks[q->over].id, under = p->winks[q->under].id;
        bool named = over != SQ_NO_WINK && under != SQ_NO_WINK;
        if (!named || !(on_mat & sq_wink_bit(over)) || !(on_mat & sq_wink_bit(under))) continue;
        if (doubtful->above[under] & sq_wink_bit(over)) continue;
        q->call = s->now.squops.above[under] & sq_wink_bit(over) ? SQ_CALL_SQUOPPED : SQ_CALL_CLEAR;
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        p->tiddlies[c].low = p->tiddlies[c].high = sq_state_tiddlies(s, (sq_colour)c);
    p->too_close &= s->now.phase == SQ_PHASE_SQUIDGE_OFF;
}

/* Settled where nothing is asked; the squidge-off counts for nobody. */
void sq_umpire_count(const sq_umpire *u, sq_position *p) {
    if (u->question.is_open || u->stage != SQ_UMPIRE_IN_GAME || !u->game.playing) return;
    settle_position(p, &u->game, &u->doubtful);
}

void sq_umpire_rule_position(const sq_umpire *u, sq_position *p, const sq_said *said) {
    if (said->kind != SQ_SAID_EVENT || !said->reading) return;
    sq_squops doubtful = u->doubtful;
    for (sq_wink_set rest = said->reading->moved; rest; rest &= rest - 1)
        doubtful.above[sq_wink_first(rest)] = 0;
    add_doubts(&doubtful, said->play);
    settle_position(p, said->after, &doubtful);
}

void sq_umpire_rule_before(const sq_umpire *u, sq_position *p, const sq_said *said) {
    if (said->kind == SQ_SAID_EVENT && said->reading && said->before->playing)
        settle_position(p, said->before, &u->doubtful);
}

const sq_tracked *sq_umpire_seen(const sq_umpire *u) {
    return u->stage != SQ_UMPIRE_BEFORE_GAME ? &u->latest : NULL;
}

bool sq_umpire_joined_late(const sq_umpire *u) {
    return u->stage == SQ_UMPIRE_JOINED_LATE;
}

int sq_umpire_open_question(const sq_umpire *u) {
    return u->question.is_open ? u->question.number : 0;
}

int sq_umpire_questions(const sq_umpire *u) {
    return u->left_in_doubt;
}

/* ---- What lies over the mat ---- */

/* All that lies over the mat now lay there before. */
static bool is_same_occlusion(const sq_position *before, const sq_position *now) {
    for (int i = 0; i < now->region_count; i++) {
        const sq_region *r = &now->regions[i];
        int k = 0;
        while (k < before->region_count &&
               (sq_mm_distance(r->at, before->regions[k].at) > SQ_PLAY_VEIL_MM ||
                fabs(r->radius_mm - before->regions[k].radius_mm) > SQ_PLAY_VEIL_MM))
            k++;
        if (k == before->region_count) return false;
    }
    return true;
}

/* It stays where it is though winks moved elsewhere: it is no hand, but a thing that lies there, or something
 * that the eye cannot make out. */
static bool is_lasting_occlusion(const sq_umpire *u, const sq_position *p) {
    return is_same_occlusion(&u->latest.position, p) ||
           (u->covered.is_kept && is_same_occlusion(&u->covered.position, p));
}

/* The look that waits is judged before this one. */
static bool is_judged_first(const sq_umpire *u, const sq_position *p) {
    return u->covered.is_kept && p->region_count && is_lasting_occlusion(u, p);
}

double sq_umpire_compares_with(const sq_umpire *u, const sq_position *p) {
    if (!sq_umpire_seen(u)) return NAN;
    return is_judged_first(u, p) ? u->covered.position.t : u->latest.position.t;
}

bool sq_umpire_keeps(const sq_umpire *u, double t) {
    return sq_umpire_seen(u) &&
           (u->latest.position.t == t || (u->covered.is_kept && u->covered.position.t == t));
}

/* Keeps the look in hand and waits, since something lies over winks. */
static sq_code wait_with(sq_umpire *u, const sq_position *p, double t_start, double t_rest, sq_diag *d) {
    u->covered.is_kept = true;
    u->covered.position = *p;
    u->covered.t_start = t_start;
    u->covered.t_rest = t_rest;
    return sq_umpire_wait(u, &u->play, d);
}

/* ---- A look ---- */

typedef enum {
    JUDGED,       /* something was settled or asked, or the umpire waits */
    DOUBTED,      /* another observation of the same rest may settle it */
    TOO_MUCH_SEEN /* for one shot: some of it was covered at the look that is kept, which comes first */
} judgement;

/* One like w is seen there. */
static bool is_seen_at(const sq_position *p, sq_wink w, sq_mm at) {
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *d = &p->winks[i];
        if (d->colour == sq_wink_colour(w) && d->size == sq_wink_size(w) &&
            sq_mm_distance(d->at, at) < SQ_TRACE_ABOUT_MM)
            return true;
    }
    return false;
}

/* Of what has moved by the likeliest reading, some lay where it lies now at the look that is kept already,
 * and some where it lay before: it was more than one shot. */
static bool has_gone_on_since(const sq_umpire *u, const sq_position *kept) {
    bool before = false, since = false;
    for (sq_wink_set rest = u->play.reading[0].moved; rest; rest &= rest - 1) {
        sq_wink w = sq_wink_first(rest);
        const sq_tracked_wink *was = &u->latest.wink[w], *is = &u->next.wink[w];
        before |= is->how == SQ_TRACK_SEEN && is_seen_at(kept, w, is->last.at);
        since |= was->how == SQ_TRACK_SEEN && is_seen_at(kept, w, was->last.at);
    }
    return before && since;
}

/* The look is not kept: nothing that it shows is, neither of the open question nor of the game's start. */
static void leave_as_it_was(sq_umpire *u, const sq_play *as_asked, sq_umpire_stage stage, bool in_doubt) {
    u->stage = stage;
    u->start_in_doubt = in_doubt;
    sq_umpire_hold_as_asked(u, as_asked);
}

/* Judges a look by what is in sight. Where all that lies over the mat has lain there before, it does not
 * wait. */
static sq_code judge(sq_umpire *u, const sq_position *p, double t_start, double t_rest, bool last,
                     judgement *out, sq_diag *d) {
    const sq_play as_asked = u->question.play;
    const sq_umpire_stage stage = u->stage;
    const bool in_doubt = u->start_in_doubt;
    *out = JUDGED;
    sq_umpire_explain_all(u, p, t_start, t_rest);
    if (sq_umpire_join_late(u)) sq_umpire_explain(u, &u->game, p, t_start, t_rest);
    if (sq_umpire_is_another_game(u)) return sq_umpire_begin_again(u, p, d);
    bool wait = u->play.reading[0].kind == SQ_PLAY_WAIT;
    if (u->question.is_open && !wait && sq_umpire_same_question(u, &u->play))
        return sq_umpire_look_again(u, p, d);
    if (!u->play.certain && !last)
        *out = DOUBTED;
    else if (!wait && u->covered.is_kept && (!u->play.certain || has_gone_on_since(u, &u->covered.position)))
        *out = TOO_MUCH_SEEN;
    if (wait || *out != JUDGED) leave_as_it_was(u, &as_asked, stage, in_doubt);
    if (*out != JUDGED) return SQ_OK;
    if (wait) return wait_with(u, p, t_start, t_rest, d);
    u->covered.is_kept = false;
    sq_umpire_accounts_look(u, p, t_start, t_rest, u->play.log_evidence);
    sq_code code = u->question.is_open ? sq_umpire_go_on(u, p, t_start, t_rest, d) : SQ_OK;
    if (code) return code;
    u->question.t_start = t_start;
    u->question.t_rest = t_rest;
    u->question.vanished = u->question.traced = 0;
    return sq_umpire_decide(u, &u->play, &u->next, d);
}

/* Judges the look that is kept, by what is in sight in it. */
static sq_code judge_covered(sq_umpire *u, sq_diag *d) {
    judgement judged;
    bool lasting = u->occlusion_lasts;
    u->covered.is_kept = false;
    u->occlusion_lasts = true;
    sq_code code = judge(u, &u->covered.position, u->covered.t_start, u->covered.t_rest, true, &judged, d);
    u->occlusion_lasts = lasting;
    return code;
}

void sq_umpire_judge_by_sight(sq_umpire *u, bool occlusion_lasts, const sq_position *p, double t_start,
                              double t_rest) {
    judgement judged;
    sq_diag unheard;
    u->covered.is_kept = false;
    u->occlusion_lasts = occlusion_lasts;
    judge(u, p, t_start, t_rest, true, &judged, &unheard);
}

sq_code sq_umpire_look(sq_umpire *u, const sq_position *p, double t_start, double t_rest, bool last,
                       bool *again, sq_diag *d) {
    *again = false;
    u->given = *p;
    u->given.absent = SQ_USUAL_SET & ~u->set;
    p = &u->given;
    if (u->stage == SQ_UMPIRE_BEFORE_GAME) return sq_umpire_first_rest(u, p, last, again, d);
    judgement judged = JUDGED;
    u->occlusion_lasts = p->region_count && is_lasting_occlusion(u, p);
    sq_code code = u->occlusion_lasts && u->covered.is_kept ? judge_covered(u, d) : SQ_OK;
    if (!code) code = judge(u, p, t_start, t_rest, last, &judged, d);
    if (!code && judged == TOO_MUCH_SEEN) {
        code = judge_covered(u, d);
        if (!code) code = judge(u, p, t_start, t_rest, last, &judged, d);
    }
    *again = judged == DOUBTED;
    if (!*again) u->last_look = *p;
    if (!*again && !u->has_said_wait) u->gap_s = u->unjudged = 0;
    return code;
}

sq_code sq_umpire_end(sq_umpire *u, sq_diag *d) {
    sq_code code = u->covered.is_kept ? judge_covered(u, d) : SQ_OK;
    return !code && u->question.is_open ? sq_umpire_give_up_question(u, d) : code;
}
