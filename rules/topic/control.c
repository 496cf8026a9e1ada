/* Games that are won by squopping the others out, and potters that must release what they squop: in clubs'
 * books. */
#include "rules/topic/engine_step.h"

static sq_wink_set winks_of(sq_colour_set colours) {
    sq_wink_set winks = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (colours & sq_colour_bit((sq_colour)c)) winks |= sq_winks_of((sq_colour)c);
    return winks;
}

/* The side whose opponents have no free wink (and nothing in the pot). */
static sq_colour_set winning_side(const sq_step *st, const sq_standing *p, sq_colour_set alive) {
    for (unsigned side = 0; side < SQ_PARTNERSHIPS; side++) {
        sq_colour_set own = sq_colours_of((sq_partnership)side) & sq_colours_in_play(p);
        sq_colour_set others = sq_colours_in_play(p) & ~own;
        bool potted = st->rules->set.control == SQ_CONTROL_UNPOTTED && p->potted & winks_of(others);
        if (own & alive && !(others & alive) && !potted) return own;
    }
    return 0;
}

static sq_colour_set winners(const sq_step *st, const sq_standing *p) {
    sq_colour_set alive = sq_squop_up_free_colours(p);
    int left = __builtin_popcount(alive), all = __builtin_popcount(sq_colours_in_play(p));
    switch ((sq_control)st->rules->set.control) {
    case SQ_CONTROL_NO: return 0;
    case SQ_CONTROL_HALF: return left <= all / 2 ? alive : 0;
    case SQ_CONTROL_ONE: return left <= 1 ? alive : 0;
    default: return winning_side(st, p, alive);
    }
}

bool sq_control_wins(sq_step *st) {
    sq_standing *p = &st->s->now;
    sq_colour_set won = winners(st, p);
    if (!won) return false;
    sq_score_win(st, p, won);
    SQ_SAY(st, CONTROLLED, .n = (int32_t)won);
    SQ_SAY(st, WON, .n = (int32_t)p->winners);
    return true;
}

bool sq_potter_failed(const sq_step *st, const sq_standing *from, const sq_standing *to) {
    sq_wink_set own = sq_winks_of(from->turn), side = winks_of(sq_colours_of(sq_partnership_of(from->turn)));
    if (!(st->rules->set.potters >> from->turn & 1) || to->phase == SQ_PHASE_ENDED) return false;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (!(side & sq_wink_bit(w)) && from->squops.above[w] & own && to->squops.above[w] & own) return true;
    return false;
}
