/* The open question. A later look may answer it, the way the game goes on weighs its readings, and in the end
 * the likeliest reading counts. */
#include "ui/umpire/umpire_state.h"
#include "vision/play/identity_doubt.h"
#include "vision/play/play_priors.h"

#include <math.h>

/* Whether what is seen later may show that the likeliest answer is right, which is held. Nothing seen shows a
 * pass, or what was played while there was no picture; what depends on another held line is no surer than
 * that; and where an answer that was hardly possible when it was asked has become the likeliest, it is as
 * likely that none of them is right. */
static bool may_become_certain(const sq_umpire *u, const sq_play *open, sq_mode mode) {
    const sq_play_reading *r = &open->reading[0];
    for (int i = 0; i < open->doubt_count; i++)
        if (open->doubt[i].kind == SQ_DOUBT_EARLIER) return false;
    int place = sq_umpire_place_in_list(u, r);
    bool was_possible = place >= 0 && u->question.list[place].probability >= 1 - SQ_PLAY_CERTAIN;
    return was_possible && sq_play_is_shot(r) && !r->passed && !r->unseen_pile &&
           (mode == SQ_MODE_DO || mode == SQ_MODE_TELL) && u->question.gap_s == 0 && !u->question.unjudged;
}

sq_code sq_umpire_give_up_question(sq_umpire *u, sq_diag *d) {
    sq_play open = sq_umpire_in_all_accounts(u, &u->question.play);
    sq_tracked is = u->latest;
    sq_mode mode = sq_umpire_mode_of(u, &open.reading[0]);
    bool held = !sq_play_is_certain(&open, &u->settled) || u->question.gap_s > 0 || mode == SQ_MODE_ASK ||
                sq_umpire_may_hide_a_shot(&u->game, &open.reading[0], 0, u->question.unjudged);
    sq_settling how = held ? SQ_SETTLE_HOLD : SQ_SETTLE_DO;
    const sq_play_reading first = open.reading[0];
    bool may_settle = held && may_become_certain(u, &open, mode);
    double named = sq_play_named_right(&first, &u->settled),
           untold = held ? sq_umpire_keep_accounts(u, &u->question.play) + 1 - named : 0;
    int n = u->n;
    u->has_given_up = true;
    u->given_up.play = u->question.play;
    sq_code code = sq_umpire_settle(u, &open, &is, mode == SQ_MODE_OFF ? SQ_SETTLE_LEAVE : how, d);
    u->given_up.after = u->game;
    if (may_settle && u->n > n) sq_umpire_note_held(u, n + 1, first.gone, untold);
    return code;
}

bool sq_umpire_same_question(const sq_umpire *u, const sq_play *play) {
    const sq_play_reading *r = &play->reading[0];
    if (u->question.play.reading[0].kind == SQ_PLAY_SQUIDGED && r->kind == SQ_PLAY_BY_HAND) return false;
    if (r->kind == SQ_PLAY_NOTHING || !(r->moved & ~u->question.vanished)) return true;
    return r->kind != SQ_PLAY_SHOT && !(r->moved & ~(u->question.vanished | u->question.traced));
}

/* Of the winks of which only a trace showed where they came to rest, those that are seen elsewhere now: the
 * trace was none, and they were out of sight in between. */
static sq_wink_set traced_wrongly(const sq_umpire *u) {
    sq_wink_set wrong = u->question.traced;
    for (sq_wink_set rest = wrong; rest; rest &= rest - 1) {
        sq_wink w = sq_wink_first(rest);
        const sq_tracked_wink *is = &u->reconsidered.wink[w], *was = &u->latest.wink[w];
        bool seen = is->how == SQ_TRACK_SEEN && !is->traced;
        double mm = sq_mm_distance(is->last.at, was->last.at);
        if (!seen || (was->traced && mm < SQ_PLAY_MOVED_SIGMAS * was->last.sigma_mm))
            wrong &= ~sq_wink_bit(w);
    }
    return wrong;
}

sq_code sq_umpire_look_again(sq_umpire *u, const sq_position *p, sq_diag *d) {
    sq_play_prior prior = sq_umpire_expected(u, &u->game);
    double twice_over = sq_umpire_twice_over(&u->pace, u->question.t_rest - u->question.t_start);
    sq_play_hints hints = {u->question.t_start, u->question.t_rest, u->question.vanished,
                           &u->earlier,         twice_over,         u->occlusion_lasts};
    u->seen_since = *p;
    if (u->latest.position.t != u->settled.position.t)
        sq_changed_join(&u->seen_since.changed, &u->latest.position.changed, u->latest.position.t,
                        &p->changed);
    sq_track_next(&u->reconsidered, &u->settled, &u->seen_since);
    hints.vanished |= traced_wrongly(u);
    sq_play_explain(&u->play, &prior, &u->settled, &u->reconsidered, &hints);
    if (sq_umpire_put_lawful_first(u, &u->game, &u->play)) {
        u->play.certain = false;
        sq_play_doubt_first(&u->play, &prior, &u->settled, &u->reconsidered, &hints);
    }
    sq_umpire_doubt_more(u, &u->game, &u->play, &u->settled, &u->reconsidered, u->question.gap_s,
                         u->question.unjudged);
    if (u->play.reading[0].kind == SQ_PLAY_WAIT) return sq_umpire_wait(u, &u->play, d);
    sq_umpire_accounts_look(u, p, u->question.t_start, u->question.t_rest, -INFINITY);
    return sq_umpire_decide(u, &u->play, &u->reconsidered, d);
}

void sq_umpire_suppose(sq_umpire *u, const sq_play_reading *r) {
    sq_track_choose(&u->latest, &u->settled, r->naming);
    sq_play_suppose(&u->latest, r, &u->film);
}

/* How the game goes on tells what happened before: who plays again has potted, who is passed over has not;
 * what is seen again was not off; a wink that would have to jump has another name. The open question's
 * readings, each with its own names, are weighed anew by the evidence of the rest at p. */
static void weigh_by_sequel(sq_umpire *u, const sq_position *p, double t_start, double t_rest) {
    sq_play *q = &u->question.play;
    double evidence[SQ_READINGS], most = -INFINITY, sum = 0;
    for (int i = 0; i < q->reading_count; i++) {
        const sq_play_reading *r = &q->reading[i];
        sq_state state = u->game;
        sq_umpire_take_reading(&state, r);
        sq_umpire_suppose(u, r);
        sq_umpire_explain(u, &state, p, t_start, t_rest);
        bool played_on = u->play.reading[0].kind == SQ_PLAY_SHOT;
        evidence[i] = log(sq_play_borne_out(r, &u->latest, &u->next, played_on)) + u->play.log_evidence;
        most = fmax(most, evidence[i]);
    }
    for (int i = 0; i < q->reading_count && isfinite(most); i++)
        sum += q->reading[i].probability *= sq_umpire_borne_out(evidence[i], most);
    for (int i = 0; i < q->reading_count && isfinite(most); i++)
        q->reading[i].probability /= sum;
    sq_umpire_put_in_order(q);
    sq_umpire_put_lawful_first(u, &u->game, q);
    sq_umpire_suppose(u, &q->reading[0]);
}

sq_state sq_umpire_supposed(const sq_umpire *u) {
    sq_state s = u->game;
    if (u->question.is_open) sq_umpire_take_reading(&s, &u->question.play.reading[0]);
    return s;
}

void sq_umpire_explain_all(sq_umpire *u, const sq_position *p, double t_start, double t_rest) {
    if (u->question.is_open) weigh_by_sequel(u, p, t_start, t_rest);
    sq_state state = sq_umpire_supposed(u);
    sq_umpire_explain(u, &state, p, t_start, t_rest);
}

sq_code sq_umpire_go_on(sq_umpire *u, const sq_position *p, double t_start, double t_rest, sq_diag *d) {
    sq_code code = sq_umpire_give_up_question(u, d);
    sq_umpire_new_accounts_look(u, p, t_start, t_rest);
    if (!code) sq_umpire_explain(u, &u->game, p, t_start, t_rest);
    return code;
}

void sq_umpire_hold_as_asked(sq_umpire *u, const sq_play *as_asked) {
    if (!u->question.is_open) return;
    u->question.play = *as_asked;
    sq_umpire_suppose(u, &u->question.play.reading[0]);
}
