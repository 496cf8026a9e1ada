/* Chips and Spam with beans: the winks of a colour that is nobody's may be played by all, but for those that
 * are in a squop with another's. Whose last wink is squopped may have it back at the baseline with the fourth
 * turn. */
#include "rules/variant/variants.h"

enum { WAITS = 3 }; /* turns that go by first */

static sq_wink_set beans_of(const sq_standing *p) {
    sq_wink_set beans = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (p->unowned >> c & 1) beans |= sq_winks_of((sq_colour)c);
    return beans;
}

static sq_wink_set allowed(const sq_standing *p) {
    sq_wink_set beans = beans_of(p), free_beans = beans;
    for (sq_wink w = 0; w < SQ_WINKS; w++) {
        sq_wink_set bit = sq_wink_bit(w), above = p->squops.above[w];
        if (beans & bit && above & ~beans) free_beans &= ~bit;
        if (!(beans & bit)) free_beans &= ~above;
    }
    return p->turn == SQ_NO_COLOUR ? p->in_play : sq_winks_of(p->turn) | free_beans;
}

/* The last wink of the colour that is not in the pot, where it is squopped; else none. */
static sq_wink_set last_and_squopped(const sq_standing *p, sq_colour c) {
    sq_wink_set left = sq_winks_of(c) & p->in_play & ~p->potted;
    return left & (left - 1) ? 0 : left & sq_squopped_winks(p);
}

static void next_turn(sq_step *st) {
    sq_standing *p = &st->s->now;
    sq_noted_value *waits = &SQ_NOTES_EACH(p, WAITS)[p->turn];
    sq_wink_set last = last_and_squopped(p, p->turn);
    if (!last)
        *waits = 0;
    else if (++*waits > WAITS) {
        SQ_SAY(st, COMES_HOME, .winks = last);
        p->unplayed |= last;
        sq_squops_keep(&p->squops, sq_winks_on_mat(p));
        *waits = 0;
    }
}

const sq_variant sq_variant_beans = {
    .notes = 1u << SQ_NOTE_WAITS,
    .allowed = allowed,
    .next_turn = next_turn,
};
