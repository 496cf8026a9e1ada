/* Acts on the reading of a rest: carries it out by the rules, settles it, asks a question, or waits. */
#include "ui/umpire/umpire_state.h"

#include <string.h>

#include "vision/play/identity_doubt.h"
#include "vision/play/pile_orders.h"
#include "vision/play/play_priors.h"

sq_code sq_umpire_say(sq_umpire *u, sq_said said, sq_diag *d) {
    return u->settings.hear(u->settings.who, &said, d);
}

void sq_umpire_keep_time(sq_event *e, const sq_clock *c) {
    if (!c->any_time) return;
    if (e->kind == SQ_EVENT_PASS && e->pass.t < c->latest) e->pass.t = c->latest;
    if (e->kind != SQ_EVENT_SHOT) return;
    if (e->shot.t < c->latest) e->shot.t = c->latest;
    if (e->shot.rest < e->shot.t) e->shot.rest = e->shot.t;
}

sq_code sq_umpire_carry_out(sq_umpire *u, sq_event e, sq_said about, sq_diag *d) {
    sq_state before = u->game;
    sq_rulings rulings;
    sq_umpire_keep_time(&e, &before.clock);
    bool taken = sq_engine_step(&before, &e, &u->game, &rulings);
    u->was_refused = !taken;
    about.kind = taken ? SQ_SAID_EVENT : SQ_SAID_REFUSED;
    about.event = &e;
    about.before = &before;
    about.after = &u->game;
    about.rulings = &rulings;
    about.n = u->n += taken;
    about.settles = taken ? u->certain_count : 0;
    about.settled_late = u->certain;
    bool is_counted =
        taken && about.held && about.question == u->held_question; /* a pass and its shot are one question */
    u->left_in_doubt += (about.held && !is_counted) || !taken;
    if (about.held) u->held_question = about.question;
    u->left_in_doubt -= about.settles;
    sq_code code = sq_umpire_say(u, about, d);
    if (taken) u->certain_count = 0;
    return code;
}

/* ---- Questions ---- */

bool sq_umpire_lists(int i, const sq_play_reading *r) {
    return i < 2 || r->probability >= 1 - SQ_PLAY_CERTAIN;
}

int sq_umpire_listed(const sq_play *p) {
    int n = 1;
    while (n < p->reading_count && sq_umpire_lists(n, &p->reading[n]))
        n++;
    return n;
}

static bool same_shot(const sq_event_shot *x, const sq_event_shot *y) {
    return x->wink == y->wink && x->potted == y->potted && x->off == y->off && x->is_short == y->is_short;
}

/* Into the pot and off the mat are two answers; the millimetres are measured, and no part of either. */
static bool same_squidge_off(const sq_event_squidge_off *x, const sq_event_squidge_off *y) {
    return x->played == y->played && !memcmp(x->where, y->where, sizeof x->where);
}

bool sq_umpire_plays_alike(const sq_play_reading *a, const sq_play_reading *b) {
    if (a->kind != b->kind || a->passed != b->passed || a->has_event != b->has_event) return false;
    if (!a->has_event) return true;
    if (a->event.kind != b->event.kind) return false;
    if (a->event.kind == SQ_EVENT_SHOT) return same_shot(&a->event.shot, &b->event.shot);
    return a->event.kind != SQ_EVENT_SQUIDGE_OFF ||
           same_squidge_off(&a->event.squidge_off, &b->event.squidge_off);
}

/* The same answer, whatever its probability and its times. */
static bool is_same_answer(const sq_play_reading *a, const sq_play_reading *b) {
    bool shot = sq_play_is_shot(a);
    return sq_umpire_plays_alike(a, b) && a->unseen_pile == b->unseen_pile &&
           (!shot || !memcmp(&a->event.shot.over, &b->event.shot.over, sizeof a->event.shot.over));
}

int sq_umpire_place_in_list(const sq_umpire *u, const sq_play_reading *r) {
    for (int i = 0; i < u->question.listed; i++)
        if (is_same_answer(&u->question.list[i], r)) return i;
    return -1;
}

static bool was_listed(const sq_umpire *u, const sq_play_reading *r) {
    return sq_umpire_place_in_list(u, r) >= 0;
}

/* The answer of that place in the list as it is weighed now. A later look may have found others instead: it
 * is then as it was listed, and next to impossible. */
static sq_play_reading listed_answer(const sq_umpire *u, const sq_play *now, int place) {
    for (int i = 1; i < now->reading_count; i++)
        if (sq_umpire_place_in_list(u, &now->reading[i]) == place) return now->reading[i];
    sq_play_reading as_listed = u->question.list[place];
    as_listed.probability = 0;
    return as_listed;
}

/* After the answer that is carried out, all that were listed in their order, so that each keeps its number
 * and its meaning; what was not listed comes last, where there is room. */
static void order_as_listed(const sq_umpire *u, sq_play *told) {
    const sq_play now = *told;
    int n = 1, own = sq_umpire_place_in_list(u, &now.reading[0]);
    for (int place = 0; place < u->question.listed; place++)
        if (place != own && n < SQ_READINGS) told->reading[n++] = listed_answer(u, &now, place);
    for (int i = 1; i < now.reading_count && n < SQ_READINGS; i++)
        if (!was_listed(u, &now.reading[i])) told->reading[n++] = now.reading[i];
    told->reading_count = n;
}

/* Says the readings of about.play as a question. Said again it has other answers, and so a number of its own:
 * nobody's answer to the old list is taken for one to the new. */
static sq_code say_question(sq_umpire *u, sq_said about, sq_diag *d) {
    u->question.listed = sq_umpire_listed(about.play);
    memcpy(u->question.list, about.play->reading, sizeof u->question.list);
    u->question.number++;
    about.kind = SQ_SAID_QUESTION;
    about.wished = about.play->certain;
    about.question = u->question.number;
    about.n = u->n + 1;
    about.held = false;
    about.reading = &about.play->reading[0];
    about.before = about.after = &u->game;
    return sq_umpire_say(u, about, d);
}

/* What is held was asked before. How the game went on may have made an answer the likeliest that was not
 * listed at first; then the question is said again, as it stands now. */
static sq_code ask_before_holding(sq_umpire *u, sq_said about, sq_diag *d) {
    about.again = u->question.is_open;
    if (u->question.is_open && was_listed(u, about.reading)) return SQ_OK;
    return say_question(u, about, d);
}

/* It is held: asked before, and told with the numbers of that question. */
static sq_code hold(sq_umpire *u, sq_play *told, sq_said *about, sq_diag *d) {
    sq_code code = ask_before_holding(u, *about, d);
    order_as_listed(u, told);
    about->held = true;
    about->question = u->question.number;
    about->answer = 1 + sq_umpire_place_in_list(u, &told->reading[0]);
    about->settled = 0;
    return code;
}

/* ---- Events ---- */

/* Who plays though the rules wait for another's word on a foul, or have put back what nobody has, has not
 * seen a foul; and after shots that nobody saw nobody knows whose turn it is. The record, not he, is taken to
 * be wrong about that, and it is held. */
static sq_code set_turn_right(sq_umpire *u, sq_play *told, sq_said *about, sq_diag *d) {
    const sq_play_reading *r = &told->reading[0];
    sq_event e = {.kind = SQ_EVENT_SET, .set = {.named = SQ_SET_TURN}};
    sq_state set_right;
    sq_rulings rulings;
    bool waits = u->game.foul.open && !sq_umpire_allows(&u->game, r);
    bool lost = u->has_lost_turn && u->game.now.turn != r->event.shot.colour;
    u->has_lost_turn = false;
    if (!waits && !lost && !sq_umpire_not_put_back(u, &u->game, &e.set)) return SQ_OK;
    e.set.turn = r->event.shot.colour;
    if (!sq_engine_step(&u->game, &e, &set_right, &rulings) || !sq_umpire_take_reading(&set_right, r))
        return SQ_OK;
    sq_code code = about->held ? SQ_OK : hold(u, told, about, d);
    sq_said set = *about;
    set.reading = NULL; /* how probable the shot is tells nothing of the turn */
    return code ? code : sq_umpire_carry_out(u, e, set, d);
}

/* ---- Shots that nobody saw ---- */

/* The winks about which a play has a doubt of this kind. */
static sq_wink_set doubted(const sq_play *play, sq_doubt_kind kind) {
    sq_wink_set set = 0;
    for (int i = 0; i < play->doubt_count; i++)
        if (play->doubt[i].kind == kind) set |= sq_wink_bit(play->doubt[i].wink);
    return set;
}

static sq_wink_set in_sight(sq_wink_set winks, const sq_tracked *t) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (t->wink[w].how != SQ_TRACK_SEEN) winks &= ~sq_wink_bit(w);
    return winks;
}

/* Nobody saw how these winks came to lie as they do: the record has them where they lie. */
static sq_code set_as_they_lie(sq_umpire *u, sq_wink_set winks, sq_said about, sq_diag *d) {
    const sq_standing *now = &u->game.now;
    sq_event_set lies = sq_umpire_as_it_lies(about.is, SQ_NO_COLOUR);
    sq_event e = {.kind = SQ_EVENT_SET,
                  .set = {.named = SQ_SET_POT | SQ_SET_BASELINE | SQ_SET_OVER, .over = now->squops}};
    e.set.pot = (now->potted & ~winks) | (lies.pot & winks);
    e.set.baseline = (now->unplayed & ~winks) | (lies.baseline & winks);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (winks & sq_wink_bit(w))
            e.set.over.above[w] = lies.over.above[w];
        else
            e.set.over.above[w] = (now->squops.above[w] & ~winks) | (lies.over.above[w] & winks);
    about.reading = NULL; /* how probable the shot is tells nothing of them */
    bool same = e.set.pot == now->potted && e.set.baseline == now->unplayed &&
                !memcmp(&e.set.over, &now->squops, sizeof e.set.over);
    return same ? SQ_OK : sq_umpire_carry_out(u, e, about, d);
}

/* The winks of shots that the rules refuse and that are likelier than what is carried out, which has the
 * probability `taken`, as theirs before doubts about names: the record is wrong about them. */
static sq_wink_set refused(const sq_umpire *u, const sq_play *play, double taken) {
    sq_wink_set set = 0;
    for (int i = 1; i < play->reading_count && !u->game.foul.open; i++) {
        const sq_play_reading *r = &play->reading[i];
        if (r->probability > taken && sq_play_is_shot(r) && !sq_umpire_allows(&u->game, r)) set |= r->moved;
    }
    return set;
}

/* What was played, and no line of the record tells: winks that left their baselines besides, nobody saw in
 * which order, and those of shots that were refused. Whoever plays next is then taken to be in turn. */
static sq_code set_what_no_line_tells(sq_umpire *u, sq_wink_set in_refused, sq_said about, sq_diag *d) {
    const sq_standing *now = &u->game.now;
    bool is_played = now->phase != SQ_PHASE_SQUIDGE_OFF && now->phase != SQ_PHASE_ENDED;
    sq_wink_set left = doubted(about.play, SQ_DOUBT_LEFT) & now->unplayed;
    if (u->stage != SQ_UMPIRE_IN_GAME || !is_played || !(left | in_refused)) return SQ_OK;
    u->has_lost_turn = true;
    return set_as_they_lie(u, left | in_sight(in_refused, about.is), about, d);
}

/* It is the umpire's to say, and stays open until he does. */
static sq_code leave(sq_umpire *u, sq_said about, sq_diag *d) {
    about.kind = SQ_SAID_PASSED_OVER;
    about.before = about.after = &u->game;
    u->left_in_doubt++;
    return sq_umpire_say(u, about, d);
}

/* What the first reading means for the game. about as in carry_out. */
static sq_code act_on(sq_umpire *u, sq_play *told, sq_said about, sq_diag *d) {
    const sq_play_reading *r = &told->reading[0];
    sq_code code = SQ_OK;
    if (about.wished) return leave(u, about, d);
    if (sq_play_is_shot(r) && u->stage == SQ_UMPIRE_JOINED_LATE) {
        sq_event e = {.kind = SQ_EVENT_SET, .set = sq_umpire_as_it_lies(&u->settled, r->event.shot.colour)};
        u->stage = SQ_UMPIRE_IN_GAME;
        sq_umpire_leave_time_open(&e.set, &u->settled);
        code = sq_umpire_carry_out(u, e, (sq_said){.t = about.t, .is = &u->settled}, d);
    }
    if (!code && sq_play_is_shot(r)) code = set_turn_right(u, told, &about, d);
    if (!code && r->passed) {
        sq_event e = {.kind = SQ_EVENT_PASS, .pass = {.t = r->event.shot.t, .colour = u->game.now.turn}};
        code = sq_umpire_carry_out(u, e, about, d);
    }
    if (!code && r->has_event) return sq_umpire_carry_out(u, r->event, about, d);
    if (code) return code;
    if (sq_umpire_keeps_silent(u, r)) return SQ_OK;
    if (r->kind == SQ_PLAY_SQUIDGED)
        about.kind = SQ_SAID_SQUIDGED;
    else if (r->kind == SQ_PLAY_UNEXPLAINED || about.held)
        about.kind = SQ_SAID_PASSED_OVER;
    else if (r->kind == SQ_PLAY_BY_HAND)
        about.kind = SQ_SAID_BY_HAND;
    else if (about.play->doubt_count || about.question)
        about.kind = SQ_SAID_UNSEEN;
    else
        return SQ_OK;
    u->left_in_doubt += about.kind == SQ_SAID_PASSED_OVER;
    return sq_umpire_say(u, about, d);
}

sq_mode sq_umpire_mode_of(const sq_umpire *u, const sq_play_reading *r) {
    return sq_automation_of(&u->automation, &u->game.now.squops, r);
}

sq_code sq_umpire_settle(sq_umpire *u, const sq_play *play, const sq_tracked *is, sq_settling how,
                         sq_diag *d) {
    bool held = how == SQ_SETTLE_HOLD;
    sq_event_set lies;
    sq_play told = *play;
    told.certain &=
        !sq_umpire_not_put_back(u, &u->game, &lies); /* whatever was played, the record is behind */
    sq_state asked = u->game;
    sq_play_reading *r = &told.reading[0];
    r->probability *= sq_play_named_right(r, &u->settled);
    sq_said about = {
        .t = is->position.t, .play = &told, .reading = r, .was = &u->settled, .is = is, .held = held};
    about.gap_s = u->question.gap_s;
    about.unjudged = u->question.unjudged;
    about.wished = how == SQ_SETTLE_LEAVE;
    about.told = how == SQ_SETTLE_DO && sq_umpire_mode_of(u, r) == SQ_MODE_TELL;
    u->question.gap_s = u->question.unjudged = 0;
    about.asked = &asked;
    about.answer = 1;
    if (u->question.is_open) {
        about.question = u->question.number;
        about.settled = 1 + sq_umpire_place_in_list(u, r);
    }
    sq_code code = held ? hold(u, &told, &about, d) : SQ_OK;
    about.by_sequel = is->position.t == u->latest.position.t;
    sq_wink_set in_refused = refused(u, &told, play->reading[0].probability);
    u->was_refused = false;
    if (!code) code = act_on(u, &told, about, d);
    if (u->was_refused) in_refused |= r->moved;
    if (!code && how != SQ_SETTLE_LEAVE) code = set_what_no_line_tells(u, in_refused, about, d);
    if (r->kind == SQ_PLAY_UNDER_WAY && how != SQ_SETTLE_LEAVE) u->has_lost_turn = true;
    if (sq_play_is_shot(r)) {
        const sq_event_shot *e = &r->event.shot;
        u->earlier = u->settled;
        if (!e->off) sq_umpire_note_pace(&u->pace, (double)(e->rest - e->t) / SQ_US_PER_S);
    }
    sq_umpire_note_doubts(u, play);
    sq_film_learn(&u->film, &u->settled, is, r);
    u->settled = *is;
    if (held && sq_play_is_shot(r)) sq_play_pairs_suppose(&u->settled, &r->event.shot.over, r->moved);
    sq_play_doubt_names(&u->settled, play, asked.now.unplayed);
    sq_play_suppose(&u->settled, r, &u->film);
    u->latest = u->settled;
    sq_umpire_note_squidged(u);
    u->question.is_open = u->has_said_wait = false;
    return code;
}

static sq_wink_set moved_to_traces(const sq_play *p, const sq_tracked *is) {
    sq_wink_set set = p->reading[0].moved;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (!is->wink[w].traced) set &= ~sq_wink_bit(w);
    return set;
}

/* Makes the readings of play the open question; reports it only if it is new. */
static sq_code ask(sq_umpire *u, const sq_play *play, const sq_tracked *is, sq_diag *d) {
    bool again = u->question.is_open, asked = u->question.is_open && !u->question.is_changed;
    u->question.is_changed = false;
    u->question.play = *play;
    u->latest = *is;
    u->question.vanished |= doubted(play, SQ_DOUBT_MISSING);
    u->question.traced |= moved_to_traces(play, is);
    u->question.is_open = true;
    u->has_said_wait = false;
    u->question.gap_s = fmax(u->question.gap_s, u->gap_s);
    if (u->unjudged > u->question.unjudged) u->question.unjudged = u->unjudged;
    if (asked) return SQ_OK;
    sq_umpire_accounts_asked(u);
    sq_play told = sq_umpire_in_all_accounts(u, play);
    sq_said about = {
        .t = is->position.t, .play = &told, .was = &u->settled, .is = is, .gap_s = u->question.gap_s};
    about.unjudged = u->question.unjudged;
    about.again = again;
    return say_question(u, about, d);
}

sq_code sq_umpire_decide(sq_umpire *u, const sq_play *play, const sq_tracked *is, sq_diag *d) {
    sq_play told = sq_umpire_in_all_accounts(u, play);
    sq_mode mode = told.certain ? sq_umpire_mode_of(u, &told.reading[0]) : SQ_MODE_ASK;
    if (mode == SQ_MODE_ASK) return ask(u, play, is, d);
    return sq_umpire_settle(u, &told, is, mode == SQ_MODE_OFF ? SQ_SETTLE_LEAVE : SQ_SETTLE_DO, d);
}

sq_code sq_umpire_wait(sq_umpire *u, const sq_play *play, sq_diag *d) {
    if (u->has_said_wait) return SQ_OK;
    u->has_said_wait = true;
    sq_said said = {
        .kind = SQ_SAID_WAIT, .t = u->next.position.t, .play = play, .reading = &play->reading[0]};
    said.was = &u->settled;
    said.is = &u->next;
    return sq_umpire_say(u, said, d);
}
