/* Four pots: each colour has one. Whenever a colour is complete, points are counted: for each player a point
 * for an own wink in the own pot and half a point for another; 4, 2 or 1 more for the colour that is
 * complete. The tally is in half points. */
#include "rules/variant/variants.h"

enum { HALVES = 2 };

static int in_own_pot(const sq_standing *p, sq_colour c) {
    sq_wink_set in = (sq_wink_set)p->note[sq_note_place(SQ_NOTE_IN_BLUE) + (int)c];
    sq_wink_set own = in & sq_winks_of(c);
    return HALVES * sq_wink_count(own) + sq_wink_count(in & ~own);
}

/* One side complete first and second: the second count is doubled. */
static bool is_doubled(const sq_standing *p, sq_colour_set out) {
    sq_colour_set both = sq_pot_out_colours(p) | out;
    const sq_colour_set blue_red = sq_colours_in_play(p) & sq_colours_of(SQ_BLUE_RED);
    return p->pot_outs == 1 && (both == blue_red || both == (sq_colours_in_play(p) & ~blue_red));
}

static void count(sq_standing *p, sq_colour_set out) {
    static const int bonus[SQ_USUAL_COLOURS] = {4, 2, 1, 0};
    int times = is_doubled(p, out) ? 2 : 1, place = sq_wink_count(sq_pot_out_colours(p));
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        int points = in_own_pot(p, (sq_colour)c);
        if (out >> c & 1 && place < SQ_USUAL_COLOURS) points += HALVES * bonus[place];
        p->tally[c] += times * points;
    }
}

static void settle(const sq_step *st, sq_standing *p, const sq_event_shot *e) {
    (void)st;
    sq_wink_set elsewhere = 0;
    for (unsigned pot = 0; pot < SQ_POTS; pot++) {
        elsewhere |= e->in_pot[pot];
        p->note[sq_note_place(SQ_NOTE_IN_BLUE) + (int)pot] |= (sq_noted_value)(e->in_pot[pot] & e->potted);
    }
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        p->note[sq_note_place(SQ_NOTE_IN_BLUE) + (int)c] |=
            (sq_noted_value)(e->potted & ~elsewhere & sq_winks_of((sq_colour)c));
    sq_colour_set out = sq_pot_out_complete(p) & ~sq_pot_out_colours(p);
    if (out) count(p, out);
}

const sq_variant sq_variant_four_pots = {
    .notes = 1u << SQ_NOTE_IN_BLUE | 1u << SQ_NOTE_IN_GREEN | 1u << SQ_NOTE_IN_RED | 1u << SQ_NOTE_IN_YELLOW |
             1u << SQ_NOTE_IN_HOLE,
    .settle = settle,
};
