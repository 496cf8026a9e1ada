/* Rules 21 and 22.1 to 22.5: sides without a free wink, squop-up turns, and the duty to free. */
#include "rules/topic/engine_step.h"

static int side_free(const sq_standing *p, sq_partnership side) {
    return sq_wink_count(sq_winks_of_colours(sq_colours_of(side)) & sq_free_winks(p));
}

bool sq_squop_up_ends_game(const sq_step *st, const sq_standing *p) {
    bool by_touch = st->rules->set.squop == SQ_SQUOP_BLOCKS_NOTHING; /* what is squopped may be played */
    return st->rules->set.all_squopped_ends && !by_touch && sq_nothing_playable(p);
}

sq_colour_set sq_squop_up_free_colours(const sq_standing *p) {
    const sq_wink_set free = sq_free_winks(p);
    sq_colour_set set = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (free & sq_winks_of((sq_colour)c)) set |= sq_colour_bit((sq_colour)c);
    return set;
}

void sq_squop_up_stop(sq_standing *p) {
    p->squop_up_by = SQ_NO_SIDE;
    p->squop_up_turns = 0;
    p->counted = 0;
    p->uncounted = false;
}

void sq_squop_up_owe(sq_standing *p, sq_partnership side) {
    p->owed = side;
}

/* A side, or each colour of it, must get a turn with a free wink. */
static void freed(const sq_step *st, sq_standing *p, sq_partnership side) {
    if (st->rules->set.freed == SQ_FREED_EACH)
        p->owed_colours |= sq_colours_of(side) & sq_colours_in_play(p);
    else
        p->owed = side;
}

/* 22.5: a freeing shot ends squop-up turns at once. A side that freed itself, out of turn, is owed
 * nothing. */
void sq_squop_up_after_shot(const sq_step *st, sq_standing *p, sq_partnership by) {
    p->seen_free |= sq_squop_up_free_colours(p);
    if (p->squop_up_by != SQ_NO_SIDE && side_free(p, sq_opponents(p->squop_up_by))) {
        if (by == p->squop_up_by) freed(st, p, sq_opponents(by));
        sq_squop_up_stop(p);
        p->seen_free = sq_squop_up_free_colours(p); /* what was free before the free turns counts no more */
    }
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
    bool later = st->rules->set.free_due == SQ_DUE_WITH_NEXT_SHOT; /* it is a shot that frees, or fails */
    if (later && !p->squop_up_turns) return false;
    if (p->uncounted) return false;
    if (end->unplayed && !end->forfeited && !st->rules->set.unplayable_turns_count) {
        SQ_SAY(st, SQUOP_UP_TURN_KEPT, .colour = (uint8_t)end->taken, .n = p->squop_up_turns);
        return false;
    }
    p->squop_up_turns--;
    if (end->wrong != SQ_NO_COLOUR)
        SQ_SAY(st, WRONG_TURN_COUNTS, .n = p->squop_up_turns);
    else if (end->unplayed)
        SQ_SAY(st, SQUOP_UP_TURN_UNPLAYED, .colour = (uint8_t)end->taken, .n = p->squop_up_turns);
    else
        SQ_SAY(st, SQUOP_UP_TURN, .side = (uint8_t)by, .n = p->squop_up_turns);
    if (p->squop_up_turns || later) {
        if (game_over) SQ_SAY(st, NO_NEED_TO_FREE);
        return false;
    }
    SQ_SAY(st, NOT_FREED, .side = (uint8_t)by);
    if (end->forfeited) SQ_SAY(st, NOT_FREED_FORFEIT, .colour = (uint8_t)end->taken);
    sq_squop_up_stop(p);
    return true;
}

/* 22.5.2: what must be left free by a turn or shot after which `next` plays. */
static sq_colour_set to_leave_free(const sq_ruleset *rules, const sq_standing *p, sq_colour next) {
    sq_colour_set theirs = sq_colours_of(sq_partnership_of(next));
    if (rules->set.freed == SQ_FREED_EACH) return p->owed_colours & theirs & sq_squop_up_free_colours(p);
    sq_colour_set had = p->seen_free & ~sq_pot_out_colours(p);
    bool binds = had & sq_colour_bit(next) && sq_partnership_of(next) == p->owed;
    return binds ? sq_colour_bit(next) : SQ_ALL_COLOURS;
}

/* 22.5.2: whether the squopping side left what it had to leave free. */
static bool kept_shut(sq_step *st, const sq_turn_end *end) {
    sq_standing *p = &st->s->now;
    sq_partnership by = sq_opponents(p->owed);
    if (!side_free(p, p->owed)) {
        SQ_SAY(st, NONE_LEFT_FREE, .side = (uint8_t)by);
        return true;
    }
    sq_colour_set due = to_leave_free(st->rules, p, end->next);
    if (due == SQ_ALL_COLOURS || !(due & ~sq_squop_up_free_colours(p))) return false;
    SQ_SAY(st, COLOUR_NOT_LEFT_FREE, .side = (uint8_t)by, .other = (uint8_t)end->next);
    return true;
}

/* 22.5: at the end of a turn of the other side. A wink that is moved aside has settled it with the shot. */
static bool shut_in(sq_step *st, const sq_turn_end *end, bool game_over) {
    sq_standing *p = &st->s->now;
    bool binds = !game_over || st->rules->set.leave_free_last;
    bool by_shot = st->rules->set.leave_free == SQ_AFTER_SHOT; /* then what ends without one is not tested */
    bool shot = !by_shot || p->played || end->wrong != SQ_NO_COLOUR;
    bool tested = shot && took_turn(end, sq_opponents(p->owed)) && st->rules->set.remedy != SQ_MOVE_ASIDE;
    if (binds && tested && kept_shut(st, end)) return true;
    if (game_over) SQ_SAY(st, NO_OPPORTUNITY, .side = (uint8_t)p->owed);
    return false;
}

sq_partnership sq_squop_up_turn_over(sq_step *st, const sq_turn_end *end, bool game_over) {
    sq_standing *p = &st->s->now;
    sq_partnership by = p->squop_up_by, owed = p->owed;
    if (by != SQ_NO_SIDE && took_turn(end, by))
        return count_turn(st, end, game_over) ? sq_opponents(by) : SQ_NO_SIDE;
    if (owed == SQ_NO_SIDE || !shut_in(st, end, game_over)) return SQ_NO_SIDE;
    sq_squop_up_owe(p, SQ_NO_SIDE);
    return owed;
}

static void begin(sq_step *st, sq_partnership by, sq_colour next) {
    sq_standing *p = &st->s->now;
    sq_ruling_kind why;
    if (p->owed == sq_opponents(by)) sq_squop_up_owe(p, SQ_NO_SIDE); /* squopped up anew, it starts over */
    p->owed_colours &= ~sq_colours_of(sq_opponents(by));
    p->squop_up_by = by;
    p->squop_up_turns = st->rules->free_turns(p, by, next, &why);
    p->counted = st->rules->counted(p, by);
    SQ_SAY(st, SQUOPPED_UP, .side = (uint8_t)sq_opponents(by));
    sq_colour first = sq_partnership_of(next) == by ? next : sq_next_in_play(p, next);
    sq_say(st,
           (sq_ruling){
               .what = (uint8_t)why, .side = (uint8_t)by, .colour = (uint8_t)first, .n = p->squop_up_turns});
    SQ_SAY(st, SQUOP_UP_NOT_COUNTED);
    if (p->phase == SQ_PHASE_ROUND_LIMIT) SQ_SAY(st, SQUOP_UP_IN_ROUNDS);
}

void sq_squop_up_check(sq_step *st, sq_colour next, sq_partnership spared) {
    const sq_standing *p = &st->s->now;
    bool squops = p->phase == SQ_PHASE_POT_OUT && !st->rules->set.squops_cease;
    if (p->phase != SQ_PHASE_TIMED && p->phase != SQ_PHASE_ROUND_LIMIT && !squops) return;
    if (st->rules->set.free_turns == SQ_NEVER || sq_nothing_playable(p)) return;
    for (unsigned side = 0; side < SQ_PARTNERSHIPS; side++)
        if (p->squop_up_by == SQ_NO_SIDE && side != spared && !side_free(p, (sq_partnership)side))
            begin(st, sq_opponents((sq_partnership)side), next);
}

void sq_squop_up_check_in_turn(sq_step *st) {
    sq_standing *p = &st->s->now;
    if (st->rules->set.free_turns != SQ_AFTER_SHOT || p->extra_turn || p->squop_up_by != SQ_NO_SIDE) return;
    sq_squop_up_check(st, sq_next_in_play(p, p->turn), SQ_NO_SIDE);
    p->uncounted = p->squop_up_by != SQ_NO_SIDE;
}

/* 22.5.3: a turn that starts with a free wink of its colour was the opportunity, forfeited or not. */
void sq_squop_up_turn_begins(sq_step *st) {
    sq_standing *p = &st->s->now;
    bool each = p->owed_colours & sq_colour_bit(p->turn), side = p->owed == sq_partnership_of(p->turn);
    p->seen_free = sq_squop_up_free_colours(p);
    if ((!each && !side) || !sq_free_count(p, p->turn)) return;
    SQ_SAY(st, OPPORTUNITY, .colour = (uint8_t)p->turn, .side = (uint8_t)sq_partnership_of(p->turn));
    if (p->forfeits & sq_colour_bit(p->turn)) SQ_SAY(st, OPPORTUNITY_FORFEITED, .colour = (uint8_t)p->turn);
    p->owed_colours &= ~sq_colour_bit(p->turn);
    if (side) sq_squop_up_owe(p, SQ_NO_SIDE);
}

/* What frees, in free turns: by the last of them, or with the shot after them. */
static sq_colour_set freeing_due(const sq_ruleset *rules, const sq_standing *p) {
    if (rules->set.free_due == SQ_DUE_IN_LAST_TURN)
        return p->squop_up_turns == 1 && !p->uncounted ? SQ_ALL_COLOURS : 0;
    if (!p->squop_up_turns) return SQ_ALL_COLOURS;
    return !p->uncounted && rules->must_open_a_pile && rules->must_open_a_pile(p, p->turn) ? SQ_ASIDE_OPEN
                                                                                           : 0;
}

static sq_colour_set due_of(const sq_ruleset *rules, const sq_standing *p) {
    if (p->turn == SQ_NO_COLOUR || p->extra_turn || p->aside) return 0;
    sq_partnership side = sq_partnership_of(p->turn);
    if (p->squop_up_by == side) return freeing_due(rules, p);
    if (p->owed != sq_opponents(side) && rules->set.freed != SQ_FREED_EACH) return 0;
    if (sq_round_is_last_turn(rules, p) && !rules->set.leave_free_last) return 0;
    return to_leave_free(rules, p, sq_next_in_play(p, p->turn));
}

sq_colour_set sq_state_leave_free(const sq_state *s) {
    return s->playing ? due_of(sq_ruleset_at(s->rules), &s->now) : 0;
}

sq_colour_set sq_squop_up_due_with_shot(const sq_step *st, const sq_standing *p) {
    const sq_settings *set = &st->rules->set;
    bool frees = p->squop_up_by == sq_partnership_of(p->turn);
    bool with_shot = frees ? set->free_due == SQ_DUE_WITH_NEXT_SHOT : set->leave_free == SQ_AFTER_SHOT;
    return with_shot ? due_of(st->rules, p) : 0;
}

sq_wink_set sq_squop_up_uncovered(const sq_standing *from, const sq_standing *to) {
    return sq_squopped_winks(from) & ~(sq_squopped_winks(to) | to->potted);
}

bool sq_squop_up_failed(const sq_standing *from, const sq_standing *to, sq_colour_set due) {
    if (!due || to->phase == SQ_PHASE_ENDED || to->phase == SQ_PHASE_POT_OUT) return false;
    if (due == SQ_ASIDE_OPEN) return !sq_squop_up_uncovered(from, to);
    sq_colour_set theirs = sq_colours_of(sq_opponents(sq_partnership_of(from->turn)));
    sq_colour_set open = sq_squop_up_free_colours(to) & theirs;
    return due == SQ_ALL_COLOURS ? !open : (due & ~open) != 0;
}
