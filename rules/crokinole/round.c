/* Rules 1, 2, 4b, 5b and 8b: who begins, who is next, the count, and when rounds, games and the match end. */
#include <string.h>

#include "rules/crokinole/step.h"

static sq_ruling about_due(const sq_board_step *st, sq_board_ruling what, int n) {
    return (sq_ruling){
        .what = (uint8_t)what, .colour = (uint8_t)sq_board_due(st), .other = st->c.now.due, .n = n};
}

static int32_t packed(int light, int dark) {
    return light | dark << 16;
}

/* Shots that a side has played in this round. */
static int played(const sq_board_step *st, sq_board_side side) {
    return __builtin_popcount(st->c.in_game & sq_board_discs_of(side)) -
           __builtin_popcount(sq_crokinole_in_hand(&st->c, side));
}

bool sq_board_played_equally(const sq_board_step *st) {
    return st->c.now.phase != SQ_BOARD_PLAY || played(st, SQ_LIGHT) == played(st, SQ_DARK);
}

bool sq_board_seat_of(sq_board_step *st, const sq_crokinole_event *e, sq_board_seat *to) {
    const sq_crokinole *c = &st->c;
    sq_board_seat seat = (sq_board_seat)e->seat;
    if (seat != SQ_NO_SEAT) {
        sq_board_side side = sq_crokinole_side(c, seat);
        if (side == SQ_BOARD_SIDES) return SQ_BOARD_REFUSE(st, NOT_SEATED, .other = (uint8_t)seat);
        if (e->colour != SQ_BOARD_SIDES && side != e->colour)
            return SQ_BOARD_REFUSE(st, SEAT_AND_COLOUR, .colour = e->colour, .other = (uint8_t)seat);
    }
    *to = seat;
    return true;
}

sq_board_seat sq_board_seat_after(const sq_crokinole *c, sq_board_seat seat, int n) {
    for (int i = (n % SQ_SEATS + SQ_SEATS) % SQ_SEATS; i > 0; i--) /* four turns lead back */
        seat = sq_crokinole_next_seat(c, seat);
    return seat;
}

void sq_board_round_begun_by(sq_board_step *st, sq_board_seat seat) {
    sq_board_standing *p = &st->c.now;
    int shots = __builtin_popcount(sq_crokinole_played(&st->c));
    p->round_start = (uint8_t)seat;
    p->game_start = (uint8_t)sq_board_seat_after(&st->c, seat, 1 - p->round);
    p->due = (uint8_t)sq_board_seat_after(&st->c, seat, shots);
}

/* The seat of a singles player, or SQ_NO_SEAT where partners have not said which of them. */
static sq_board_seat only_seat(const sq_board_step *st, sq_board_side side) {
    if (st->c.doubles) return SQ_NO_SEAT;
    return (sq_board_seat)((st->c.light + (side == SQ_DARK ? 2 : 0)) % SQ_SEATS);
}

/* Whoever has a disc left is next; nobody has: the round is over. */
static bool find_next(sq_board_step *st) {
    for (int i = 0; i < SQ_SEATS; i++) {
        st->c.now.due = (uint8_t)sq_crokinole_next_seat(&st->c, (sq_board_seat)st->c.now.due);
        if (sq_crokinole_in_hand(&st->c, sq_board_due(st))) return true;
        if (sq_crokinole_in_hand(&st->c, sq_board_other_side(sq_board_due(st))))
            SQ_BOARD_SAY(st, NO_DISC_LEFT, .colour = (uint8_t)sq_board_due(st));
    }
    return false;
}

bool sq_board_step_start(sq_board_step *st, const sq_crokinole_event *e) {
    sq_board_standing *p = &st->c.now;
    sq_board_seat seat = SQ_NO_SEAT;
    if (p->due != SQ_NO_SEAT) return SQ_BOARD_REFUSE(st, START_AGAIN);
    if (!sq_board_seat_of(st, e, &seat)) return false;
    if (seat == SQ_NO_SEAT && e->colour != SQ_BOARD_SIDES) seat = only_seat(st, (sq_board_side)e->colour);
    if (seat == SQ_NO_SEAT) return SQ_BOARD_REFUSE(st, START_SEAT);
    sq_board_side side = sq_crokinole_side(&st->c, seat);
    if (p->phase == SQ_BOARD_COUNTED) { /* another game of a match */
        sq_board_side team = sq_board_other_side(sq_crokinole_side(&st->c, (sq_board_seat)p->game_start));
        if (side != team) return SQ_BOARD_REFUSE(st, START_OTHER_TEAM, .colour = (uint8_t)team);
        p->due = (uint8_t)seat;
        sq_board_say(st, about_due(st, SQ_BOARD_RULED_GAME_DOUBLES, p->game + 1));
        return true;
    }
    p->due = (uint8_t)seat;
    sq_board_say(st, about_due(st, st->c.doubles ? SQ_BOARD_RULED_STARTS_TEAM : SQ_BOARD_RULED_STARTS, 0));
    if (st->c.doubles) sq_board_say(st, about_due(st, SQ_BOARD_RULED_STARTS_PARTNER, 0));
    sq_board_round_begun_by(st, seat);
    if (!sq_crokinole_in_hand(&st->c, sq_board_due(st))) {
        SQ_BOARD_SAY(st, NO_DISC_LEFT, .colour = (uint8_t)sq_board_due(st));
        if (find_next(st)) sq_board_say_next(st);
    } else if (sq_crokinole_played(&st->c))
        sq_board_say_next(st);
    return true;
}

void sq_board_begin_round(sq_board_step *st) {
    sq_board_standing *p = &st->c.now;
    if (p->round == SQ_BOARD_ROUNDS) {
        for (int side = 0; side < SQ_BOARD_SIDES; side++)
            p->earlier[side] = (int16_t)(p->earlier[side] + sq_board_game_points(p, (sq_board_side)side));
        memset(p->score, 0xff, sizeof p->score); /* SQ_NOT_COUNTED */
        p->game++;
        p->round = 1;
        p->game_start = p->due;
    } else
        p->round++;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (st->c.in_game & sq_board_disc_bit(d)) p->place[d] = SQ_IN_HAND;
    p->phase = SQ_BOARD_PLAY;
    p->round_start = p->due;
    p->removed = 0;
}

static void end_match(sq_board_step *st) {
    sq_board_standing *p = &st->c.now;
    p->phase = SQ_BOARD_ENDED;
    p->due = SQ_NO_SEAT;
    SQ_BOARD_SAY(st, MATCH_OVER,
                 .n = packed(p->earlier[SQ_LIGHT] + sq_board_game_points(p, SQ_LIGHT),
                             p->earlier[SQ_DARK] + sq_board_game_points(p, SQ_DARK)));
}

/* The next round is begun by the other player, or one player clockwise (4b, 5b); another game by the other
 * side, of which two partners say who. */
static void say_who_begins(sq_board_step *st) {
    sq_board_standing *p = &st->c.now;
    bool same_game = p->round < SQ_BOARD_ROUNDS;
    sq_board_seat from = (sq_board_seat)(same_game ? p->round_start : p->game_start);
    if (!same_game && st->c.doubles) {
        p->due = SQ_NO_SEAT;
        sq_board_side other = sq_board_other_side(sq_crokinole_side(&st->c, from));
        SQ_BOARD_SAY(st, START_OPEN_DOUBLES, .colour = (uint8_t)other);
        return;
    }
    p->due = (uint8_t)sq_crokinole_next_seat(&st->c, from);
    if (!same_game)
        sq_board_say(st, about_due(st, SQ_BOARD_RULED_GAME_SINGLES, p->game + 1));
    else
        sq_board_say(
            st, about_due(st, st->c.doubles ? SQ_BOARD_RULED_ROUND_DOUBLES : SQ_BOARD_RULED_ROUND_SINGLES,
                          p->round + 1));
}

void sq_board_count(sq_board_step *st) {
    sq_board_standing *p = &st->c.now;
    int light = sq_board_score(p, SQ_LIGHT), dark = sq_board_score(p, SQ_DARK);
    p->score[p->round - 1][SQ_LIGHT] = (int16_t)light;
    p->score[p->round - 1][SQ_DARK] = (int16_t)dark;
    p->phase = SQ_BOARD_COUNTED;
    SQ_BOARD_SAY(st, COUNTED, .n = p->round);
    SQ_BOARD_SAY(st, SCORE, .n = packed(light, dark));
    if (light == dark)
        SQ_BOARD_SAY(st, ROUND_TIED);
    else
        SQ_BOARD_SAY(st, ROUND_WON, .colour = light > dark ? SQ_LIGHT : SQ_DARK);
    if (p->round == SQ_BOARD_ROUNDS)
        SQ_BOARD_SAY(st, GAME_OVER,
                     .n = packed(sq_board_game_points(p, SQ_LIGHT), sq_board_game_points(p, SQ_DARK)));
    if (p->time_over || (p->round == SQ_BOARD_ROUNDS && p->game == st->c.games))
        end_match(st);
    else
        say_who_begins(st);
}

void sq_board_say_next(sq_board_step *st) {
    sq_board_say(st, about_due(st, st->c.doubles ? SQ_BOARD_RULED_NEXT_SEAT : SQ_BOARD_RULED_NEXT, 0));
}

bool sq_board_has_begun(const sq_board_step *st) {
    return st->c.now.round_start != SQ_NO_SEAT;
}

bool sq_board_time_is_up(const sq_board_step *st, sq_us t) {
    const sq_clock *c = &st->s->clock;
    return sq_board_has_begun(st) && (st->c.called || (c->limit && sq_clock_at(c, t) >= c->limit));
}

void sq_board_equalized(sq_board_step *st) {
    SQ_BOARD_SAY(st, EQUAL);
    if (st->c.now.phase == SQ_BOARD_PLAY && played(st, SQ_LIGHT))
        sq_board_count(st);
    else
        end_match(st);
}

void sq_board_time_over(sq_board_step *st) {
    sq_board_standing *p = &st->c.now;
    p->time_over = true;
    SQ_BOARD_SAY(st, TIME_OVER);
    if (sq_board_played_equally(st)) {
        sq_board_equalized(st);
        return;
    }
    sq_board_side behind = played(st, SQ_LIGHT) < played(st, SQ_DARK) ? SQ_LIGHT : SQ_DARK;
    while (sq_board_due(st) != behind)
        p->due = (uint8_t)sq_crokinole_next_seat(&st->c, (sq_board_seat)p->due);
    SQ_BOARD_SAY(st, EQUALIZE, .colour = (uint8_t)behind);
}

void sq_board_look_at_time(sq_board_step *st) {
    const sq_crokinole *c = &st->c;
    if (c->foul || c->again || c->now.time_over || c->now.phase == SQ_BOARD_ENDED) return;
    if (sq_board_time_is_up(st, st->s->clock.latest)) sq_board_time_over(st);
}

/* When the last shot was at rest, or, where a foul had to be settled first, that was settled. */
static sq_us shot_settled(const sq_board_step *st) {
    sq_us latest = st->s->clock.latest;
    return latest > st->c.rest ? latest : st->c.rest;
}

void sq_board_shot_over(sq_board_step *st) {
    if (st->c.now.time_over || !find_next(st)) { /* that was the additional shot, or the last one */
        bool late = !st->c.now.time_over && sq_board_time_is_up(st, shot_settled(st));
        if (late) {
            st->c.now.time_over = true;
            SQ_BOARD_SAY(st, TIME_OVER);
        }
        sq_board_count(st);
    } else if (sq_board_time_is_up(st, shot_settled(st)))
        sq_board_time_over(st);
    else
        sq_board_say_next(st);
}

bool sq_board_step_time(sq_board_step *st, const sq_crokinole_event *e) {
    sq_clock *c = &st->s->clock;
    if (e->t_known && !sq_clock_go_to(c, e->t))
        return SQ_BOARD_REFUSE(st, TIME_GOES_BACK, .n = sq_whole_seconds(c->latest));
    if (st->c.now.time_over || !sq_board_has_begun(st)) return SQ_BOARD_REFUSE(st, NO_TIME_NOW);
    if (st->c.again) return SQ_BOARD_REFUSE(st, AGAIN_FIRST);
    st->c.called = true;
    sq_board_time_over(st);
    return true;
}
