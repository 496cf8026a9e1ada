/* Rules 15 and 20: colours that have potted out. */
#include "rules/topic/engine_step.h"

/* Not where no colour stays in the pot, or where that is nothing to the game. */
bool sq_pot_out_counts(const sq_ruleset *rules) {
    return !rules->set.pot_emptied && rules->set.pot_outs != SQ_ENDS_WITH_NONE;
}

sq_colour_set sq_pot_out_complete(const sq_standing *p) {
    sq_colour_set out = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (p->in_play & sq_winks_of((sq_colour)c) && !(p->in_play & sq_winks_of((sq_colour)c) & ~p->potted))
            out |= sq_colour_bit((sq_colour)c);
    return out & ~p->unowned;
}

sq_colour_set sq_pot_out_colours(const sq_standing *p) {
    sq_colour_set out = 0;
    for (int i = 0; i < p->pot_outs; i++)
        out |= p->pot_out[i];
    return out;
}

sq_colour_set sq_pot_out_sides(const sq_standing *p) {
    const sq_colour_set out = sq_pot_out_colours(p);
    sq_colour_set all = 0;
    for (unsigned side = 0; side < SQ_PARTNERSHIPS; side++) {
        sq_colour_set own = sq_colours_in_play(p) & sq_colours_of((sq_partnership)side);
        if (!(own & ~out)) all |= own;
    }
    return all;
}

/* 20: no time limit; 20.1: no wink is squopped any more; 22.5.4: nothing is owed to a freed side. */
static void begin(const sq_step *st, sq_standing *p) {
    p->phase = SQ_PHASE_POT_OUT;
    p->time_waits_for = SQ_NO_SIDE;
    p->rounds_left = 0;
    p->running_round = p->extra_turn = false;
    if (!st->rules->set.squops_cease) return;
    p->squops = (sq_squops){0};
    sq_squop_up_stop(p);
    p->owed = SQ_NO_SIDE;
    p->owed_colours = p->aside = 0;
}

int sq_pot_out_enough(const sq_ruleset *rules, const sq_standing *p) {
    switch ((sq_pot_out_end)rules->set.pot_outs) {
    case SQ_ENDS_WITH_FIRST: return 1;
    case SQ_ENDS_WITH_SECOND: return 2;
    case SQ_ENDS_WITH_THIRD: return 3;
    case SQ_ENDS_WITH_ALL: return __builtin_popcount(sq_colours_in_play(p));
    default: return 0;
    }
}

/* 20: whether enough colours are out. */
static bool is_end(const sq_step *st, const sq_standing *p) {
    int enough = sq_pot_out_enough(st->rules, p);
    return enough ? __builtin_popcount(sq_pot_out_colours(p)) >= enough : sq_pot_out_sides(p) != 0;
}

void sq_pot_out_check(sq_step *st, sq_standing *p) {
    if (!sq_pot_out_counts(st->rules)) return;
    sq_colour_set out = sq_pot_out_complete(p) & ~sq_pot_out_colours(p);
    if (out) p->pot_out[p->pot_outs++] = out;
    if (p->pot_outs) begin(st, p);
    if (p->pot_outs && is_end(st, p)) sq_score_pot_outs(st, p);
}
