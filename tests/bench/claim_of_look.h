/* What `squint look --json` would say of a position, as `squint score` reads it: for programs that score
 * looks without files. */
#ifndef SQ_TESTS_BENCH_CLAIM_OF_LOOK_H
#define SQ_TESTS_BENCH_CLAIM_OF_LOOK_H

#include "datasets/score/prediction.h"

/* The claim lies in these two lists until they are used again. */
typedef struct {
    sq_claimed_wink winks[SQ_SEEN_CAP];
    sq_claimed_pair pairs[SQ_PAIR_CAP];
} sq_claim_memory;

static inline sq_claimed_wink sq_claim_of_wink(const sq_seen_wink *w) {
    return (sq_claimed_wink){.colour = w->colour,
                             .size = w->size,
                             .place = w->place,
                             .at = w->at,
                             .z = w->z,
                             .seen = w->seen,
                             .sigma_mm = w->sigma_mm,
                             .edge_to_pot_mm = w->edge_to_pot_mm};
}

static inline sq_prediction sq_claim_of_look(const sq_position *p, sq_claim_memory *m) {
    sq_prediction out = {
        .wink_count = p->wink_count, .winks = m->winks, .pair_count = p->squop_count, .pairs = m->pairs};
    for (int i = 0; i < p->wink_count; i++)
        m->winks[i] = sq_claim_of_wink(&p->winks[i]);
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop *s = &p->squops[i];
        m->pairs[i] = (sq_claimed_pair){s->over, s->under, s->probability, s->call};
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        out.tiddlies[c] = (sq_claimed_tiddlies){true, p->tiddlies[c].low, p->tiddlies[c].high};
    return out;
}

#endif
