/* Games that are won by squopping the others out, and potters that must release what they squop: in clubs'
 * books. */
#include "rules/topic/engine_step.h"

/* The side whose opponents have no free wink (and nothing in the pot). */
static sq_colour_set winning_side(const sq_step *st, const sq_standing *p, sq_colour_set alive) {
    for (unsigned side = 0; side < SQ_PARTNERSHIPS; side++) {
        sq_colour_set own = sq_colours_of((sq_partnership)side) & sq_colours_in_play(p);
        sq_colour_set others = sq_colours_in_play(p) & ~own;
        bool potted =
            st->rules->set.control == SQ_CONTROL_UNPOTTED && p->potted & sq_winks_of_colours(others);
        if (own & alive && !(others & alive) && !potted) return own;
    }
    return 0;
}

/* Whether no two of these colours are neighbours in the order of play. */
static bool are_apart(const sq_standing *p, sq_colour_set colours) {
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (colours >> c & 1 && colours & sq_colour_bit(sq_next_in_play(p, (sq_colour)c))) return false;
    return true;
}

static sq_colour_set winners(const sq_step *st, const sq_standing *p) {
    sq_colour_set alive = sq_squop_up_free_colours(p);
    int left = __builtin_popcount(alive), all = __builtin_popcount(sq_colours_in_play(p));
    switch ((sq_control)st->rules->set.control) {
    case SQ_CONTROL_NO: return 0;
    case SQ_CONTROL_HALF: return left <= all / 2 ? alive : 0;
    case SQ_CONTROL_ONE: return left <= 1 ? alive : 0;
    case SQ_CONTROL_APART: return are_apart(p, alive) ? alive : 0;
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

static bool keeps_squopped(const sq_step *st, const sq_standing *from, const sq_standing *to) {
    sq_wink_set own = sq_winks_of(from->turn);
    if (!(st->rules->set.potters >> from->turn & 1) || to->phase == SQ_PHASE_ENDED) return false;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (from->squops.above[w] & own && to->squops.above[w] & own) return true;
    return false;
}

bool sq_potter_check(sq_step *st, const sq_standing *from) {
    sq_standing *p = &st->s->now;
    if (!keeps_squopped(st, from, p)) return false;
    SQ_SAY(st, NOT_RELEASED, .colour = (uint8_t)from->turn);
    p->shots = 0;
    p->failed = true;
    return true;
}
