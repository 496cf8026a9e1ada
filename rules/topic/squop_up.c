/* Rules 21 and 22.1 to 22.5: sides without a free wink, squop-up turns, and the duty to free. */
#include "rules/topic/engine_step.h"

static int side_free(const sq_standing *p, sq_partnership side) {
    sq_wink_set winks = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (sq_partnership_of((sq_colour)c) == side) winks |= sq_winks_of((sq_colour)c);
    return __builtin_popcount(winks & sq_free_winks(p));
}

bool sq_all_squopped(const sq_standing *p) {
    return p->potted != SQ_ALL_WINKS && !sq_free_winks(p);
}

sq_colour_set sq_squop_up_free_colours(const sq_standing *p) {
    sq_colour_set set = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (sq_free_count(p, (sq_colour)c)) set |= sq_colour_bit((sq_colour)c);
    return set;
}

void sq_squop_up_stop(sq_standing *p) {
    p->squop_up_by = SQ_NO_SIDE;
    p->squop_up_turns = 0;
}

/* 22.5: a freeing shot ends squop-up turns at once. A side that freed itself, out of turn, is owed
 * nothing. */
void sq_squop_up_after_shot(sq_standing *p, sq_partnership by) {
    p->seen_free |= sq_squop_up_free_colours(p);
    if (p->squop_up_by == SQ_NO_SIDE || !side_free(p, sq_opponents(p->squop_up_by))) return;
    if (by == p->squop_up_by) p->owed = sq_opponents(by);
    sq_squop_up_stop(p);
}

static bool took_turn(const sq_turn_end *end, sq_partnership side) {
    bool wrong = end->wrong != SQ_NO_COLOUR && sq_partnership_of(end->wrong) == side;
    return wrong || (end->taken != SQ_NO_COLOUR && sq_partnership_of(end->taken) == side);
}

/* 22.3, 22.4: one squop-up turn less, also where a wrong turn follows one that had begun; whether it was the
 * last, without a freeing shot. */
static bool count_turn(sq_step *st, const sq_turn_end *end, bool game_over) {
    sq_standing *p = &st->s->now;
    sq_partnership by = p->squop_up_by;
    p->squop_up_turns--;
    if (end->wrong != SQ_NO_COLOUR)
        SQ_SAY(st, WRONG_TURN_COUNTS, .n = p->squop_up_turns);
    else if (end->unplayed)
        SQ_SAY(st, SQUOP_UP_TURN_UNPLAYED, .colour = (uint8_t)end->taken, .n = p->squop_up_turns);
    else
        SQ_SAY(st, SQUOP_UP_TURN, .side = (uint8_t)by, .n = p->squop_up_turns);
    if (p->squop_up_turns) {
        if (game_over) SQ_SAY(st, NO_NEED_TO_FREE);
        return false;
    }
    SQ_SAY(st, NOT_FREED, .side = (uint8_t)by);
    if (end->forfeited) SQ_SAY(st, NOT_FREED_FORFEIT, .colour = (uint8_t)end->taken);
    sq_squop_up_stop(p);
    return true;
}

/* 22.5.2: whether the squopping side left what it had to leave free. */
static bool kept_shut(sq_step *st, const sq_turn_end *end) {
    sq_standing *p = &st->s->now;
    sq_partnership by = sq_opponents(p->owed);
    if (!side_free(p, p->owed)) {
        SQ_SAY(st, NONE_LEFT_FREE, .side = (uint8_t)by);
        return true;
    }
    bool was_free = p->seen_free & sq_colour_bit(end->next) && sq_partnership_of(end->next) == p->owed;
    if (!was_free || sq_free_count(p, end->next)) return false;
    SQ_SAY(st, COLOUR_NOT_LEFT_FREE, .side = (uint8_t)by, .other = (uint8_t)end->next);
    return true;
}

sq_partnership sq_squop_up_turn_over(sq_step *st, const sq_turn_end *end, bool game_over) {
    sq_standing *p = &st->s->now;
    sq_partnership by = p->squop_up_by, owed = p->owed;
    if (by != SQ_NO_SIDE && took_turn(end, by))
        return count_turn(st, end, game_over) ? sq_opponents(by) : SQ_NO_SIDE;
    if (owed == SQ_NO_SIDE) return SQ_NO_SIDE;
    if (game_over) {
        SQ_SAY(st, NO_OPPORTUNITY, .side = (uint8_t)owed);
        return SQ_NO_SIDE;
    }
    if (!took_turn(end, sq_opponents(owed)) || !kept_shut(st, end)) return SQ_NO_SIDE;
    p->owed = SQ_NO_SIDE;
    return owed;
}

static void begin(sq_step *st, sq_partnership by, sq_colour next) {
    sq_standing *p = &st->s->now;
    sq_ruling_kind why;
    if (p->owed == sq_opponents(by)) p->owed = SQ_NO_SIDE; /* squopped up anew, it starts over */
    p->squop_up_by = by;
    p->squop_up_turns = st->rules->squop_up_turns(p, by, next, &why);
    SQ_SAY(st, SQUOPPED_UP, .side = (uint8_t)sq_opponents(by));
    sq_colour first = sq_partnership_of(next) == by ? next : sq_next_colour(next);
    sq_say(st,
           (sq_ruling){
               .what = (uint8_t)why, .side = (uint8_t)by, .colour = (uint8_t)first, .n = p->squop_up_turns});
    SQ_SAY(st, SQUOP_UP_NOT_COUNTED);
    if (p->phase == SQ_PHASE_ROUND_LIMIT) SQ_SAY(st, SQUOP_UP_IN_ROUNDS);
}

void sq_squop_up_check(sq_step *st, sq_colour next, sq_partnership spared) {
    const sq_standing *p = &st->s->now;
    if (p->phase != SQ_PHASE_TIMED && p->phase != SQ_PHASE_ROUND_LIMIT) return;
    for (unsigned side = 0; side < SQ_PARTNERSHIPS; side++)
        if (p->squop_up_by == SQ_NO_SIDE && side != spared && !side_free(p, (sq_partnership)side))
            begin(st, sq_opponents((sq_partnership)side), next);
}

/* 22.5.3: a turn that starts with a free wink of its colour was the opportunity, forfeited or not. */
void sq_squop_up_turn_begins(sq_step *st) {
    sq_standing *p = &st->s->now;
    p->seen_free = sq_squop_up_free_colours(p);
    if (p->owed != sq_partnership_of(p->turn) || !sq_free_count(p, p->turn)) return;
    SQ_SAY(st, OPPORTUNITY, .colour = (uint8_t)p->turn, .side = (uint8_t)p->owed);
    if (p->forfeits & sq_colour_bit(p->turn)) SQ_SAY(st, OPPORTUNITY_FORFEITED, .colour = (uint8_t)p->turn);
    p->owed = SQ_NO_SIDE;
}

sq_colour_set sq_state_leave_free(const sq_state *s) {
    const sq_standing *p = &s->now;
    if (p->turn == SQ_NO_COLOUR || p->extra_turn) return 0;
    sq_partnership side = sq_partnership_of(p->turn);
    if (p->squop_up_by == side) return p->squop_up_turns == 1 ? SQ_ALL_COLOURS : 0;
    if (p->owed != sq_opponents(side) || sq_round_is_last_turn(p)) return 0;
    sq_colour_set next = sq_colour_bit(sq_next_colour(p->turn));
    return p->seen_free & next ? next : SQ_ALL_COLOURS;
}
