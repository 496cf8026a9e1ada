/* Which seat plays for which side, which comes next, and what is waited for before anybody plays. */
#include "rules/crokinole/game.h"

sq_board_side sq_crokinole_side(const sq_crokinole *c, sq_board_seat seat) {
    if (seat >= SQ_SEATS) return SQ_BOARD_SIDES;
    unsigned from_light = (seat + SQ_SEATS - c->light) % SQ_SEATS;
    if (c->doubles) return from_light % 2 ? SQ_DARK : SQ_LIGHT;
    return from_light == 0 ? SQ_LIGHT : from_light == 2 ? SQ_DARK : SQ_BOARD_SIDES;
}

sq_board_seat sq_crokinole_next_seat(const sq_crokinole *c, sq_board_seat seat) {
    return (sq_board_seat)((seat + (c->doubles ? 1u : 2u)) % SQ_SEATS);
}

const char *sq_crokinole_await(const sq_crokinole *c) {
    if (c->foul) return "choose";
    return c->now.due == SQ_NO_SEAT && c->now.phase != SQ_BOARD_ENDED ? "start" : NULL;
}
