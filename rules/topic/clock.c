/* Rules 17, 18.1 and 22.3.4: the game's time, and when the timed period is over. It ends only between turns.
 * */
#include <stddef.h>

#include "rules/topic/engine_step.h"

static bool limit_is_reached(const sq_state *s) {
    return s->clock.over || (!s->clock.unknown && s->clock.limit && sq_state_elapsed(s) >= s->clock.limit);
}

static bool time_is_up(const sq_state *s) {
    return s->now.phase == SQ_PHASE_TIMED && limit_is_reached(s);
}

bool sq_clock_reach(sq_step *st, sq_us t) {
    sq_clock *c = &st->s->clock;
    return sq_clock_go_to(c, t) || SQ_REFUSE(st, TIME_GOES_BACK, .n = sq_whole_seconds(c->latest));
}

void sq_clock_start(sq_step *st) {
    sq_clock *c = &st->s->clock;
    if (!sq_clock_begin(c)) return;
    if (c->unknown || c->counted > 0)
        return; /* a game that is taken up in its middle: its time began before */
    SQ_SAY(st, CLOCK_STARTS);
    if (c->limit) SQ_SAY(st, TIME_STARTS); /* in a book without one no period is timed */
}

/* 22.3.4: time that runs out in squop-up turns waits for the squopped-up side. */
void sq_clock_in_turn(sq_step *st, sq_standing *p) {
    if (p->uncounted) return; /* the turn in which they were counted is none of them */
    if (!time_is_up(st->s) || p->squop_up_by == SQ_NO_SIDE || p->time_waits_for != SQ_NO_SIDE) return;
    p->time_waits_for = sq_opponents(p->squop_up_by);
    SQ_SAY(st, SQUOP_UP_TIME_WAITS, .side = (uint8_t)p->time_waits_for);
}

void sq_clock_between_turns(sq_step *st, sq_colour due) {
    sq_standing *p = &st->s->now;
    sq_clock_in_turn(st, p);
    if (!time_is_up(st->s) || p->time_waits_for != SQ_NO_SIDE || p->extra_turn) return;
    sq_round_limit_begin(st, due);
    if (p->begun) SQ_SAY(st, TIME_OVER_IN_TURN, .colour = (uint8_t)p->turn);
    SQ_SAY(st, TIME_OVER, .colour = (uint8_t)p->round_ends, .n = p->rounds_left);
}

void sq_clock_end_wait(sq_step *st, sq_colour c) {
    sq_standing *p = &st->s->now;
    if (p->time_waits_for != sq_partnership_of(c)) return;
    sq_round_limit_begin(st, c);
    SQ_SAY(st, SQUOP_UP_TIME_OVER, .colour = (uint8_t)c);
    SQ_SAY(st, TIME_OVER, .colour = (uint8_t)p->round_ends, .n = p->rounds_left);
}

static bool check(sq_step *st, const sq_event_clock *e) {
    if (st->s->now.phase == SQ_PHASE_ENDED) return SQ_REFUSE(st, GAME_ENDED);
    if (e->order == SQ_CLOCK_KEEP && !e->limit) return SQ_REFUSE(st, CLOCK_EMPTY);
    if (e->order != SQ_CLOCK_KEEP && !e->t_known) return SQ_REFUSE(st, CLOCK_NO_TIME);
    if (e->limit < 0) return SQ_REFUSE(st, BAD_LIMIT);
    if (e->limit && !st->s->clock.limit) return SQ_REFUSE(st, NO_LIMIT);
    return !e->t_known || sq_clock_reach(st, e->t);
}

static void stop_or_run(sq_step *st, bool stop) {
    sq_clock *c = &st->s->clock;
    sq_clock_stop(c, stop);
    int32_t now = sq_whole_seconds(c->counted);
    if (stop)
        SQ_SAY(st, CLOCK_STOPPED, .n = now);
    else
        SQ_SAY(st, CLOCK_RUNS, .n = now);
}

void sq_clock_changed(sq_state *s) {
    sq_standing *all[] = {&s->now, &s->start, &s->last.before, &s->last.after, &s->last.start};
    if (limit_is_reached(s)) return;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        all[i]->time_waits_for = SQ_NO_SIDE;
}

static void change_limit(sq_step *st, sq_us limit) {
    st->s->clock.limit = limit;
    sq_clock_changed(st->s);
    SQ_SAY(st, LIMIT_OTHER, .n = sq_whole_seconds(limit));
}

bool sq_step_clock(sq_step *st, const sq_event_clock *e) {
    if (!check(st, e)) return false;
    if (e->order != SQ_CLOCK_KEEP) stop_or_run(st, e->order == SQ_CLOCK_STOP);
    if (e->limit) change_limit(st, e->limit);
    if (!st->s->foul.open && !st->s->now.begun) sq_clock_between_turns(st, st->s->now.turn);
    return true;
}
