/* Questions about a state: which winks are free, squopped, or on the mat. */
#include "rules/terms/state.h"

#include <string.h>

bool sq_state_equal(const sq_state *a, const sq_state *b) {
    return !memcmp(a, b, sizeof *a);
}

sq_wink_set sq_squopped_winks(const sq_standing *p) {
    sq_wink_set set = 0;
    for (sq_wink w = 0, end = sq_wink_end(p->in_play); w < end; w++)
        if (p->squops.above[w]) set |= sq_wink_bit(w);
    return set;
}

sq_wink_set sq_squopping_winks(const sq_standing *p) {
    sq_wink_set set = 0;
    for (sq_wink w = 0, end = sq_wink_end(p->in_play); w < end; w++)
        set |= p->squops.above[w];
    return set;
}

sq_wink_set sq_free_winks(const sq_standing *p) {
    return p->in_play & ~(p->potted | sq_squopped_winks(p));
}

sq_wink_set sq_winks_on_mat(const sq_standing *p) {
    return p->in_play & ~(p->potted | p->unplayed);
}

sq_colour_set sq_colours_in_play(const sq_standing *p) {
    sq_colour_set set = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (p->in_play & sq_winks_of((sq_colour)c)) set |= sq_colour_bit((sq_colour)c);
    return set & ~p->unowned;
}

/* The colour in play that is nearest to c in the order of play, by steps of so many places. */
static sq_colour in_play_from(const sq_standing *p, sq_colour c, int step) {
    const sq_colour_set all = sq_colours_in_play(p);
    int place = 0;
    while (sq_colour_at(p->order, place) != c)
        place++;
    do
        c = sq_colour_at(p->order, place = (place + step) % SQ_COLOURS);
    while (!(all & sq_colour_bit(c)));
    return c;
}

sq_colour sq_next_in_play(const sq_standing *p, sq_colour c) {
    return in_play_from(p, c, 1);
}

sq_colour sq_before_in_play(const sq_standing *p, sq_colour c) {
    return in_play_from(p, c, SQ_COLOURS - 1);
}

bool sq_nothing_playable(const sq_standing *p) {
    return p->potted != p->in_play && !sq_free_winks(p);
}

int sq_free_count(const sq_standing *p, sq_colour c) {
    return sq_wink_count(sq_winks_of(c) & sq_free_winks(p));
}
