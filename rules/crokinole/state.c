/* Questions about a game of crokinole: what lies where, who plays next. */
#include <string.h>

#include "rules/crokinole/game.h"

sq_crokinole_event sq_crokinole_event_of(const sq_event_other *e) {
    sq_crokinole_event event;
    memcpy(&event, e->bytes, sizeof event);
    return event;
}

sq_crokinole sq_crokinole_of(const sq_state *s) {
    sq_crokinole c;
    memcpy(&c, s->other, sizeof c);
    return c;
}

sq_board_side sq_crokinole_side(const sq_crokinole *c, sq_board_seat seat) {
    if (seat >= SQ_SEATS) return SQ_BOARD_SIDES;
    unsigned from_light = (seat + SQ_SEATS - c->light) % SQ_SEATS;
    if (c->doubles) return from_light % 2 ? SQ_DARK : SQ_LIGHT;
    return from_light == 0 ? SQ_LIGHT : from_light == 2 ? SQ_DARK : SQ_BOARD_SIDES;
}

sq_board_seat sq_crokinole_next_seat(const sq_crokinole *c, sq_board_seat seat) {
    return (sq_board_seat)((seat + (c->doubles ? 1u : 2u)) % SQ_SEATS);
}

sq_board_disc_set sq_board_discs_at(const sq_board_standing *p, sq_board_place place) {
    sq_board_disc_set set = 0;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (p->place[d] == place) set |= sq_board_disc_bit(d);
    return set;
}

sq_board_disc_set sq_crokinole_in_hand(const sq_crokinole *c, sq_board_side side) {
    return sq_board_discs_at(&c->now, SQ_IN_HAND) & c->in_game & sq_board_discs_of(side);
}

sq_board_disc_set sq_board_discs_in_play(const sq_board_standing *p) {
    sq_board_disc_set set = 0;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (sq_board_place_in_play((sq_board_place)p->place[d])) set |= sq_board_disc_bit(d);
    return set;
}

const char *sq_crokinole_await(const sq_crokinole *c) {
    if (c->foul) return "choose";
    return c->now.due == SQ_NO_SEAT && c->now.phase != SQ_BOARD_ENDED ? "start" : NULL;
}
