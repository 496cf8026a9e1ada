/* Which claim of a prediction is which wink of the truth: greedily by distance, the same colour and size
 * first, then the same colour, then any. */
#ifndef SQ_DATASETS_SCORE_MATCH_WINKS_H
#define SQ_DATASETS_SCORE_MATCH_WINKS_H

#include "datasets/score/prediction.h"
#include "datasets/truth/truth.h"

/* A claim further from a wink than this is another wink: three quarters of a small wink's radius. Larger
 * pairs up neighbours in a pile, smaller turns poor positions into missing winks. */
#define SQ_MATCH_MM 6.0

typedef struct {
    int claim_of[SQ_SEEN_CAP]; /* for each wink of the truth; -1: none */
    int *wink_of;              /* for each claim; -1: none */
} sq_match;

/* False when memory runs out. Either way the caller frees m->wink_of. */
bool sq_match_winks(sq_match *m, const sq_truth *t, const sq_prediction *p);

/* Between their middles, mm, over the mat. */
static inline double sq_match_distance(const sq_true_wink *w, const sq_claimed_wink *c) {
    return sq_mm_distance((sq_mm){w->at.x, w->at.y}, c->at);
}

#endif
