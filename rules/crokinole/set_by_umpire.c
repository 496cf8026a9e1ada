/* A position that the umpire sets by hand. What is not named stays; then the rules apply to it. */
#include "rules/crokinole/step.h"

static bool check(sq_board_step *st, const sq_crokinole_event *e, sq_board_seat *seat) {
    bool turn = e->colour != SQ_BOARD_SIDES || e->seat != SQ_NO_SEAT;
    sq_board_disc_set strange = e->named & ~st->c.in_game;
    if (!e->named && e->others == SQ_BOARD_PLACES && !turn && !e->round)
        return SQ_BOARD_REFUSE(st, SET_EMPTY);
    if (strange) return SQ_BOARD_REFUSE(st, NOT_IN_GAME, .winks = strange);
    if (e->round > SQ_BOARD_ROUNDS) return SQ_BOARD_REFUSE(st, SET_ROUND);
    return sq_board_seat_of(st, e, seat);
}

static void forget_scores(sq_board_standing *p) {
    for (int round = p->round - 1; round < SQ_BOARD_ROUNDS; round++)
        p->score[round][SQ_LIGHT] = p->score[round][SQ_DARK] = SQ_NOT_COUNTED;
}

/* A counted round is taken up again, unless another one is named. */
static void take_round(sq_board_step *st, int round) {
    sq_board_standing *p = &st->c.now;
    if (p->phase == SQ_BOARD_COUNTED && round) sq_board_begin_round(st);
    if (p->phase == SQ_BOARD_COUNTED) p->due = p->round_start;
    p->phase = SQ_BOARD_PLAY;
    if (round) p->round = (uint8_t)round;
    forget_scores(p);
}

static void place_discs(sq_board_step *st, const sq_crokinole_event *e) {
    for (sq_board_disc d = 0; d < SQ_DISCS; d++) {
        if (!(st->c.in_game & sq_board_disc_bit(d))) continue;
        if (e->others != SQ_BOARD_PLACES) st->c.now.place[d] = e->others;
        if (e->named & sq_board_disc_bit(d)) st->c.now.place[d] = e->place[d];
    }
    st->c.now.removed = 0;
}

/* The seat meant by the colour alone: of two partners the one who comes first from now on. Who is to play the
 * first disc of a round begins it; later the shots that were played tell who began. */
static void take_turn(sq_board_step *st, const sq_crokinole_event *e, sq_board_seat seat) {
    sq_board_standing *p = &st->c.now;
    if (seat == SQ_NO_SEAT && e->colour == SQ_BOARD_SIDES) return;
    if (seat == SQ_NO_SEAT) {
        seat = (sq_board_seat)(p->due == SQ_NO_SEAT ? st->c.light : p->due);
        while (sq_crokinole_side(&st->c, seat) != (sq_board_side)e->colour)
            seat = sq_crokinole_next_seat(&st->c, seat);
    }
    const int shots = __builtin_popcount(sq_crokinole_played(&st->c));
    if (p->round_start == SQ_NO_SEAT || (!shots && p->round == 1))
        sq_board_round_begun_by(st, sq_board_seat_after(&st->c, seat, -shots));
    else if (!shots)
        p->round_start = (uint8_t)seat;
    p->due = (uint8_t)seat;
}

static void close_shot(sq_crokinole *c) {
    c->foul = c->pending = false;
    c->foul_by = SQ_BOARD_SIDES;
    c->foul_rule = -1;
    c->disc = SQ_NO_DISC;
    c->rest_known = c->again = false;
}

bool sq_board_step_set(sq_board_step *st, const sq_crokinole_event *e) {
    sq_board_standing *p = &st->c.now;
    sq_board_seat seat = SQ_NO_SEAT;
    bool foul = st->c.foul;
    if (!check(st, e, &seat)) return false;
    if (p->phase == SQ_BOARD_COUNTED && p->due == SQ_NO_SEAT && e->round)
        return SQ_BOARD_REFUSE(st, START_FIRST);
    close_shot(&st->c);
    take_round(st, e->round);
    place_discs(st, e);
    take_turn(st, e, seat);
    SQ_BOARD_SAY(st, UMPIRE_SETS);
    bool left = sq_crokinole_in_hand(&st->c, SQ_LIGHT) || sq_crokinole_in_hand(&st->c, SQ_DARK);
    if (p->due == SQ_NO_SEAT) return left ? true : SQ_BOARD_REFUSE(st, START_FIRST);
    if (!left)
        sq_board_count(st);
    else if (p->time_over && sq_board_played_equally(st))
        sq_board_equalized(st); /* no additional shot is needed any more */
    else if (!sq_crokinole_in_hand(&st->c, sq_board_due(st)))
        return SQ_BOARD_REFUSE(st, SET_NO_DISC, .colour = (uint8_t)sq_board_due(st));
    else
        sq_board_say_next(st);
    if (foul) sq_board_look_at_time(st); /* it waited until the foul was settled */
    return true;
}
