/* Questions about a game of crokinole: which discs lie where. */
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

sq_board_disc_set sq_board_discs_at(const sq_board_standing *p, sq_board_place place) {
    sq_board_disc_set set = 0;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (p->place[d] == place) set |= sq_board_disc_bit(d);
    return set;
}

sq_board_disc_set sq_crokinole_in_hand(const sq_crokinole *c, sq_board_side side) {
    return sq_board_discs_at(&c->now, SQ_IN_HAND) & c->in_game & sq_board_discs_of(side);
}

sq_board_disc_set sq_crokinole_played(const sq_crokinole *c) {
    return c->in_game & ~sq_board_discs_at(&c->now, SQ_IN_HAND);
}

sq_board_disc_set sq_board_discs_in_play(const sq_board_standing *p) {
    sq_board_disc_set set = 0;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (sq_board_place_in_play((sq_board_place)p->place[d])) set |= sq_board_disc_bit(d);
    return set;
}
