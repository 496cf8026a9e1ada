/* Rules 15 and 20: colours that have potted out. */
#include "rules/topic/engine_step.h"

sq_colour_set sq_pot_out_complete(sq_wink_set potted) {
    sq_colour_set out = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (!(sq_winks_of((sq_colour)c) & ~potted)) out |= sq_colour_bit((sq_colour)c);
    return out;
}

sq_colour_set sq_pot_out_colours(const sq_standing *p) {
    sq_colour_set out = 0;
    for (int i = 0; i < p->pot_outs; i++)
        out |= p->pot_out[i];
    return out;
}

/* 20.1: no wink is squopped any more; 20: no time limit; 22.5.4: nothing is owed to a freed side. */
static void begin(sq_standing *p) {
    p->phase = SQ_PHASE_POT_OUT;
    p->squops = (sq_squops){0};
    p->squop_up_by = p->owed = p->time_waits_for = SQ_NO_SIDE;
    p->squop_up_turns = p->rounds_left = 0;
    p->running_round = p->extra_turn = false;
}

void sq_pot_out_check(sq_step *st, sq_standing *p) {
    sq_colour_set out = sq_pot_out_complete(p->potted) & ~sq_pot_out_colours(p);
    if (out) p->pot_out[p->pot_outs++] = out;
    if (p->pot_outs) begin(p);
    out = sq_pot_out_colours(p);
    for (unsigned side = 0; side < SQ_PARTNERSHIPS; side++) {
        sq_colour_set both = sq_colours_of((sq_partnership)side);
        if ((out & both) == both) sq_score_pot_outs(st, p);
    }
}
