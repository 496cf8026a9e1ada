/* Carries out one event of a game of crokinole, by the file of its topic. */
#include "rules/crokinole/step.h"

#include <string.h>

enum { SINGLES_DISCS = 8, DOUBLES_DISCS = 6 }; /* of each player (4a, 5a) */

void sq_board_say(sq_board_step *st, sq_ruling r) {
    if (st->r->count < SQ_RULINGS_MAX) st->r->list[st->r->count++] = r;
}

bool sq_board_refuse(sq_board_step *st, sq_ruling r) {
    st->r->refused = true;
    st->r->count = 1;
    st->r->list[0] = r;
    return false;
}

sq_board_side sq_board_due(const sq_board_step *st) {
    return sq_crokinole_side(&st->c, (sq_board_seat)st->c.now.due);
}

/* The discs of a game in which each side has n. */
static sq_board_disc_set discs_of_game(int n) {
    sq_board_disc_set side = ((sq_board_disc_set)1 << n) - 1;
    return side | side << SQ_DISCS_A_SIDE;
}

static sq_crokinole new_game(const sq_event_game *e) {
    sq_crokinole c = {.disc = SQ_NO_DISC, .foul_by = SQ_BOARD_SIDES, .foul_rule = -1};
    int players = e->form == SQ_FORM_PAIRS ? 2 : 1;
    int normal = players == 2 ? DOUBLES_DISCS : SINGLES_DISCS, house = e->option[SQ_OPTION_DISCS];
    c.doubles = players == 2;
    c.in_game = discs_of_game(players * (house ? house : normal));
    c.light = (uint8_t)e->option[SQ_OPTION_LIGHT];
    c.games = (uint8_t)(e->option[SQ_OPTION_GAMES] ? e->option[SQ_OPTION_GAMES] : 1);
    c.now.due = c.now.round_start = c.now.game_start = SQ_NO_SEAT;
    c.now.round = c.now.game = 1;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        c.now.place[d] = c.in_game & sq_board_disc_bit(d) ? SQ_IN_HAND : SQ_AT_OUT;
    memset(c.now.score, 0xff, sizeof c.now.score); /* SQ_NOT_COUNTED */
    c.before = c.now;
    return c;
}

static bool say_first(sq_board_step *st, int first) {
    if (!first) {
        SQ_BOARD_SAY(st, START_OPEN);
        return true;
    }
    sq_crokinole_event e = {.colour = SQ_BOARD_SIDES, .seat = SQ_NO_SEAT};
    if (first > SQ_SEATS)
        e.colour = (uint8_t)(first - SQ_SEATS - 1);
    else
        e.seat = (uint8_t)(first - 1);
    return sq_board_step_start(st, &e);
}

bool sq_board_step_game(sq_board_step *st, const sq_event_game *e) {
    sq_state *s = st->s;
    if (s->playing) return SQ_BOARD_REFUSE(st, SECOND_GAME);
    st->c = new_game(e);
    s->playing = true;
    s->rules = e->rules;
    s->form = e->form;
    s->clock.limit = e->limit;
    int house = e->option[SQ_OPTION_DISCS];
    if (st->c.doubles) {
        SQ_BOARD_SAY(st, DOUBLES, .n = house ? house : DOUBLES_DISCS);
        if (house && house != DOUBLES_DISCS) SQ_BOARD_SAY(st, HOUSE_DOUBLES, .n = house);
    } else {
        SQ_BOARD_SAY(st, SINGLES, .n = house ? house : SINGLES_DISCS);
        if (house && house != SINGLES_DISCS) SQ_BOARD_SAY(st, HOUSE_SINGLES, .n = house);
    }
    SQ_BOARD_SAY(st, MATCH, .n = st->c.games);
    if (e->limit) SQ_BOARD_SAY(st, LIMIT, .n = sq_whole_seconds(e->limit));
    return say_first(st, e->option[SQ_OPTION_FIRST]);
}

static bool check_clock(sq_board_step *st, const sq_event_clock *e) {
    sq_clock *c = &st->s->clock;
    if (st->c.now.phase == SQ_BOARD_ENDED) return SQ_BOARD_REFUSE(st, ENDED);
    if (e->order == SQ_CLOCK_KEEP && !e->limit) return SQ_BOARD_REFUSE(st, CLOCK_EMPTY);
    if (e->order != SQ_CLOCK_KEEP && !e->t_known) return SQ_BOARD_REFUSE(st, CLOCK_NO_TIME);
    return !e->t_known || sq_clock_go_to(c, e->t) ||
           SQ_BOARD_REFUSE(st, TIME_GOES_BACK, .n = sq_whole_seconds(c->latest));
}

bool sq_board_step_clock(sq_board_step *st, const sq_event_clock *e) {
    if (!check_clock(st, e)) return false;
    sq_clock *c = &st->s->clock;
    if (e->order != SQ_CLOCK_KEEP) {
        if (e->order == SQ_CLOCK_RUN) sq_clock_begin(c);
        sq_clock_stop(c, e->order == SQ_CLOCK_STOP);
        int32_t now = sq_whole_seconds(c->counted);
        if (c->stopped)
            SQ_BOARD_SAY(st, CLOCK_STOPPED, .n = now);
        else
            SQ_BOARD_SAY(st, CLOCK_RUNS, .n = now);
    }
    if (e->limit) {
        c->limit = e->limit;
        SQ_BOARD_SAY(st, LIMIT, .n = sq_whole_seconds(e->limit));
    }
    sq_board_look_at_time(st);
    return true;
}

static bool own_event(sq_board_step *st, const sq_event_other *other) {
    sq_crokinole_event e = sq_crokinole_event_of(other);
    bool answers_foul = other->what == SQ_CROKINOLE_CHOOSE;
    if (st->c.foul && !answers_foul && other->what != SQ_CROKINOLE_SET) return SQ_BOARD_REFUSE(st, FOUL_OPEN);
    if (st->c.now.phase == SQ_BOARD_ENDED && !answers_foul && other->what != SQ_CROKINOLE_FOUL)
        return SQ_BOARD_REFUSE(st, ENDED);
    switch (other->what) {
    case SQ_CROKINOLE_START: return sq_board_step_start(st, &e);
    case SQ_CROKINOLE_SHOT: return sq_board_step_shot(st, &e);
    case SQ_CROKINOLE_FOUL: return sq_board_step_foul(st, &e);
    case SQ_CROKINOLE_CHOOSE: return sq_board_step_choose(st, &e);
    case SQ_CROKINOLE_TIME: return sq_board_step_time(st, &e);
    default: return sq_board_step_set(st, &e);
    }
}

static bool carry_out(sq_board_step *st, const sq_event *e) {
    switch (e->kind) {
    case SQ_EVENT_GAME: return sq_board_step_game(st, &e->game);
    case SQ_EVENT_CLOCK: return sq_board_step_clock(st, &e->clock);
    case SQ_EVENT_ABOUT:
    case SQ_EVENT_ANSWER: return true;
    case SQ_EVENT_OTHER:
        return e->other.rules == st->s->rules ? own_event(st, &e->other) : SQ_BOARD_REFUSE(st, NO_EVENT);
    default: return SQ_BOARD_REFUSE(st, NO_EVENT);
    }
}

bool sq_crokinole_step(sq_state *s, const sq_event *e, sq_rulings *r) {
    sq_board_step st = {.s = s, .c = sq_crokinole_of(s), .r = r};
    if (!carry_out(&st, e)) return false;
    memset(s->other, 0, sizeof s->other);
    memcpy(s->other, &st.c, sizeof st.c);
    s->now.phase = st.c.now.phase == SQ_BOARD_ENDED ? SQ_PHASE_ENDED : SQ_PHASE_TIMED;
    return true;
}
