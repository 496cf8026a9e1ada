/* One step of the rules engine: hands the event to the file of its topic, then says who is next and checks
 * that the new state is sound. */
#include "rules/engine.h"

#include <stdio.h>
#include <stdlib.h>

#include "rules/other/game_registry.h"
#include "rules/topic/engine_step.h"

static sq_standing no_position(void) {
    return (sq_standing){
        .in_play = SQ_USUAL_SET,
        .unplayed = SQ_USUAL_SET,
        .order = SQ_USUAL_ORDER,
        .round_ends = SQ_NO_COLOUR,
        .nominated_wink = SQ_NO_WINK,
        .turn = SQ_NO_COLOUR,
        .winner = SQ_NO_COLOUR,
        .nominated = SQ_NO_COLOUR,
        .squop_up_by = SQ_NO_SIDE,
        .owed = SQ_NO_SIDE,
        .time_waits_for = SQ_NO_SIDE,
        .among = SQ_USUAL_COLOUR_SET,
    };
}

sq_state sq_state_none(void) {
    sq_standing p = no_position();
    return (sq_state){.now = p,
                      .start = p,
                      .last = {.before = p, .after = p, .start = p},
                      .foul = {.by = SQ_NO_SIDE, .colour = SQ_NO_COLOUR}};
}

/* The sentences on a form speak of four colours, partners across; where a club plays otherwise none is
 * said. */
static bool are_usual_partners(const sq_ruleset *rules, const sq_standing *p) {
    bool own = rules->set.play == SQ_PLAY_OWN && rules->set.sides == SQ_SIDES_PARTNERS;
    return own && sq_colours_in_play(p) == SQ_USUAL_COLOUR_SET && !sq_variant_of(rules);
}

bool sq_step_game(sq_step *st, const sq_event_game *e) {
    sq_state *s = st->s;
    if (s->playing) return SQ_REFUSE(st, SECOND_GAME);
    st->rules = sq_ruleset_at(e->rules);
    if (!st->rules) return SQ_REFUSE(st, UNKNOWN_RULES);
    if (e->limit < 0) return SQ_REFUSE(st, BAD_LIMIT);
    if (!(st->rules->set.forms & 1 << e->form)) return SQ_REFUSE(st, NO_FORM);
    sq_us normal = sq_ruleset_limit(st->rules, e->form);
    if (e->limit && !normal) return SQ_REFUSE(st, NO_LIMIT);
    static const sq_ruling_kind forms[] = {[SQ_FORM_PAIRS] = SQ_RULED_FORM_PAIRS,
                                           [SQ_FORM_SINGLES] = SQ_RULED_FORM_SINGLES,
                                           [SQ_FORM_THREE] = SQ_RULED_FORM_THREE};
    sq_standing p = no_position();
    p.in_play = sq_ruleset_winks(st->rules);
    p.unplayed = st->rules->set.baselines ? p.in_play : 0;
    p.unowned = (sq_colour_set)st->rules->set.unowned;
    p.order = (sq_play_order)st->rules->set.order;
    p.among = sq_colours_in_play(&p);
    s->now = s->start = s->last.before = s->last.after = s->last.start = p;
    s->playing = true;
    s->rules = e->rules;
    s->form = e->form;
    s->clock.limit = e->limit ? e->limit : normal;
    if (are_usual_partners(st->rules, &p)) sq_say(st, (sq_ruling){.what = (uint8_t)forms[e->form]});
    int32_t seconds = sq_whole_seconds(s->clock.limit);
    if (st->rules->set.start == SQ_START_AT_ONCE) {
        sq_colour last = sq_colour_at(p.order, SQ_COLOURS - 1), first = sq_next_in_play(&p, last);
        sq_squidge_off_won(st, first);
        sq_turn_begin(st, first);
    }
    if (!normal)
        SQ_SAY(st, LIMIT_NONE);
    else if (e->limit)
        SQ_SAY(st, LIMIT_OTHER, .n = seconds);
    else
        SQ_SAY(st, LIMIT_NORMAL, .n = seconds);
    return true;
}

bool sq_step_disrupt(sq_step *st, const sq_event_disrupt *e) {
    sq_state *s = st->s;
    if (s->now.phase == SQ_PHASE_ENDED) return SQ_REFUSE(st, GAME_ENDED);
    sq_foul_close(s);
    sq_score_disrupted(st, &s->now, e->by);
    sq_score_say_disrupted(st, e->by);
    return true;
}

static bool carry_out(sq_step *st, const sq_event *e) {
    if (e->kind != SQ_EVENT_GAME && !st->s->playing) return SQ_REFUSE(st, NO_GAME);
    switch (e->kind) {
    case SQ_EVENT_GAME: return sq_step_game(st, &e->game);
    case SQ_EVENT_SQUIDGE_OFF: return sq_step_squidge_off(st, &e->squidge_off);
    case SQ_EVENT_SHOT: return sq_step_shot(st, &e->shot);
    case SQ_EVENT_PASS: return sq_step_pass(st, &e->pass);
    case SQ_EVENT_NOMINATE: return sq_step_nominate(st, &e->nominate);
    case SQ_EVENT_FOUL: return sq_step_foul(st, &e->foul);
    case SQ_EVENT_CHOOSE: return sq_step_choose(st, &e->choose);
    case SQ_EVENT_CLOCK: return sq_step_clock(st, &e->clock);
    case SQ_EVENT_SET: return sq_step_set(st, &e->set);
    case SQ_EVENT_DISRUPT: return sq_step_disrupt(st, &e->disrupt);
    case SQ_EVENT_ANSWER: return true;
    case SQ_EVENT_ABOUT: return true; /* no rule reads it */
    case SQ_EVENT_LOST_SHOT: return sq_step_lost_shot(st, &e->lost_shot);
    case SQ_EVENT_ASIDE: return sq_step_aside(st, &e->aside);
    default: return SQ_REFUSE(st, NOT_FOLDED);
    }
}

/* Who is next and what the side in turn must leave free, where that is news. */
static void say_what_is_due(sq_step *st, const sq_state *was) {
    const sq_standing *p = &st->s->now;
    if (st->s->foul.open || p->turn == SQ_NO_COLOUR) return;
    bool news = st->turn_began || was->foul.open;
    if (st->turn_began) SQ_SAY(st, NEXT, .colour = (uint8_t)p->turn);
    sq_colour_set leave = sq_state_leave_free(st->s);
    if (!leave || (!news && leave == sq_state_leave_free(was))) return;
    sq_partnership side = sq_partnership_of(p->turn);
    if (leave == SQ_ASIDE_OPEN)
        SQ_SAY(st, MUST_OPEN_A_PILE, .colour = (uint8_t)p->turn);
    else if (p->squop_up_by == side)
        SQ_SAY(st, MUST_FREE, .side = (uint8_t)side);
    else if (leave & (leave - 1) && leave != SQ_ALL_COLOURS)
        SQ_SAY(st, LEAVE_EACH_FREE, .colour = (uint8_t)p->turn, .n = (int32_t)leave);
    else if (leave == SQ_ALL_COLOURS)
        SQ_SAY(st, LEAVE_ANY_FREE, .colour = (uint8_t)p->turn, .side = (uint8_t)sq_opponents(side));
    else
        SQ_SAY(st, LEAVE_COLOUR_FREE, .colour = (uint8_t)p->turn, .other = (uint8_t)__builtin_ctz(leave));
}

#ifdef SQ_CHECK_STATE
static void check_state(const sq_state *s, const sq_event *e) {
    const char *broken = sq_state_broken(s);
    if (!broken) return;
    fprintf(stderr, "after a %s the state breaks \"%s\"\n", sq_event_called(e), broken);
    abort();
}
#else
static void check_state(const sq_state *s, const sq_event *e) {
    (void)s;
    (void)e;
}
#endif

/* The game that the event belongs to, where it is not tiddlywinks. */
static const sq_other_game *game_of(const sq_state *s, const sq_event *e) {
    if (s->playing) return sq_other_game_at(s->rules);
    return e->kind == SQ_EVENT_GAME ? sq_other_game_at(e->game.rules) : NULL;
}

static bool step_tiddlywinks(const sq_state *s, const sq_event *e, sq_state *work, sq_rulings *r) {
    sq_step st = {.s = work, .r = r, .rules = s->playing ? sq_ruleset_at(s->rules) : NULL};
    bool taken = carry_out(&st, e);
    if (taken) say_what_is_due(&st, s);
    return taken;
}

const char *sq_engine_refusal(const sq_state *s, const sq_event *e, const sq_rulings *r,
                              char to[SQ_RULING_TEXT_MAX]) {
    const sq_other_game *other = game_of(s, e);
    return other ? other->refusal_text(&r->list[0], to) : sq_refusal_text(&r->list[0], to);
}

bool sq_engine_step(const sq_state *s, const sq_event *e, sq_state *out, sq_rulings *r) {
    const sq_other_game *other = game_of(s, e);
    sq_state was; /* a state is large: it is copied once */
    if (out == s)
        was = *s, s = &was;
    else
        *out = *s;
    r->refused = false;
    r->count = 0;
    bool taken = other ? other->step(out, e, r) : step_tiddlywinks(s, e, out, r);
    if (!taken) *out = *s;
    check_state(out, e);
    return taken;
}
