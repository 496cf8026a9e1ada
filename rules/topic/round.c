/* Rules 18 and 19: the running round, the further rounds, the end. A round ends with the turn of the
 * colour that won the squidge-off. */
#include "rules/topic/engine_step.h"

sq_colour sq_round_last(const sq_ruleset *rules, const sq_standing *p) {
    return rules->set.turns ? sq_before_in_play(p, p->winner) : p->winner;
}

/* Without a running round (18) the first of the further rounds begins with the colour due. */
void sq_round_limit_begin(sq_step *st, sq_colour due) {
    sq_standing *p = &st->s->now;
    p->phase = SQ_PHASE_ROUND_LIMIT;
    st->s->clock.over = true;
    p->running_round = st->rules->set.running_round;
    if (!p->running_round) {
        p->round_ends = sq_before_in_play(p, due);
        p->had_turn = 0;
    }
    p->rounds_left = st->rules->set.rounds;
    p->time_waits_for = SQ_NO_SIDE;
}

bool sq_round_is_last_turn(const sq_ruleset *rules, const sq_standing *p) {
    if (p->extra_turn) return true;
    bool used = rules->set.turns && p->rounds_played == rules->set.turns - 1;
    bool last = p->phase == SQ_PHASE_ROUND_LIMIT && !p->running_round && p->rounds_left == 1;
    return p->turn == p->round_ends && (used || last);
}

/* A round is over, with c's turn; whether it was the last. */
static bool round_over(sq_step *st, sq_colour c) {
    sq_standing *p = &st->s->now;
    p->had_turn = 0;
    p->rounds_played++;
    if (st->rules->set.turns && p->rounds_played >= st->rules->set.turns) return true;
    if (p->phase != SQ_PHASE_ROUND_LIMIT) return false;
    if (p->running_round) {
        p->running_round = false;
        SQ_SAY(st, RUNNING_ROUND_OVER, .colour = (uint8_t)c, .n = p->rounds_left);
        return false;
    }
    p->rounds_left--;
    if (p->rounds_left)
        SQ_SAY(st, ROUND_OVER, .colour = (uint8_t)c, .n = p->rounds_left);
    else
        SQ_SAY(st, LAST_ROUND_OVER, .colour = (uint8_t)c);
    return p->rounds_left == 0;
}

/* The extra turn is over when its side has played, in turn or not. A wrong turn of the other side does not
 * use it up (23.3). */
static bool extra_turn_over(const sq_standing *p, const sq_turn_end *end) {
    bool own = end->wrong != SQ_NO_COLOUR && sq_partnership_of(end->wrong) == sq_partnership_of(p->turn);
    return end->taken != SQ_NO_COLOUR || own;
}

bool sq_round_count(sq_step *st, const sq_turn_end *end) {
    sq_standing *p = &st->s->now;
    if (p->extra_turn) return extra_turn_over(p, end);
    bool over = false;
    if (end->taken != SQ_NO_COLOUR) {
        if (end->unplayed && p->phase == SQ_PHASE_ROUND_LIMIT)
            SQ_SAY(st, DEEMED_TURN_COUNTS, .colour = (uint8_t)end->taken);
        p->had_turn |= sq_colour_bit(end->taken);
        if (end->taken == p->round_ends) over = round_over(st, end->taken);
    }
    if (end->wrong_had_free) sq_clock_end_wait(st, end->wrong);
    sq_clock_between_turns(st, end->next);
    /* 23.3: no colour has two turns in a round, so one that has had its turn begins the next. */
    if (!over && !sq_variant_of(st->rules) && p->had_turn & sq_colour_bit(end->next)) {
        SQ_SAY(st, NEW_ROUND, .colour = (uint8_t)end->next);
        over = round_over(st, end->next);
    }
    return over;
}
