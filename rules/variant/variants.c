/* The list of clubs' games, and what several of them share. */
#include "rules/variant/variants.h"

const sq_variant *sq_variant_of(const sq_ruleset *rules) {
    static const sq_variant *const games[SQ_VARIANTS] = {[SQ_VARIANT_FOUR_POTS] = &sq_variant_four_pots,
                                                         [SQ_VARIANT_MATCH] = &sq_variant_match,
                                                         [SQ_VARIANT_BEANS] = &sq_variant_beans,
                                                         [SQ_VARIANT_FAULT] = &sq_variant_fault,
                                                         [SQ_VARIANT_FOUR_LINES] = &sq_variant_four_lines,
                                                         [SQ_VARIANT_HORSE] = &sq_variant_horse,
                                                         [SQ_VARIANT_BITE] = &sq_variant_bite};
    return games[rules->set.variant];
}

sq_wink_set sq_winks_of_side(sq_colour c) {
    return sq_winks_of_colours(sq_colours_of(sq_partnership_of(c)));
}

sq_colour sq_player_of(sq_colour c) {
    return sq_partnership_of(c) == SQ_BLUE_RED ? SQ_BLUE : SQ_GREEN;
}

sq_colour sq_other_player(sq_colour c) {
    return sq_player_of(c) == SQ_BLUE ? SQ_GREEN : SQ_BLUE;
}

void sq_give_points(sq_step *st, sq_colour c, int points) {
    st->s->now.tally[c] += points;
    if (points > 0)
        SQ_SAY(st, POINTS, .colour = (uint8_t)c, .n = points);
    else if (points < 0)
        SQ_SAY(st, POINTS_LOST, .colour = (uint8_t)c, .n = -points);
}

void sq_variant_won(sq_step *st, sq_colour_set winners) {
    sq_standing *p = &st->s->now;
    sq_score_win(st, p, winners);
    SQ_SAY(st, WON, .n = (int32_t)p->winners);
}
