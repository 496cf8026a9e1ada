/* Pairs the claims of a prediction with the winks of the truth, the nearest first: same colour and size, then
 * same colour, then any. */
#ifndef SQ_DATASETS_SCORE_MATCH_WINKS_H
#define SQ_DATASETS_SCORE_MATCH_WINKS_H

#include "datasets/score/prediction.h"
#include "datasets/truth/truth_file.h"

/* mm. A claim that is farther from a wink than this is another wink: three quarters of a small wink's radius.
 * A larger number pairs up neighbours in a pile; a smaller one turns poor places into missing winks. */
#define SQ_MATCH_MM 6.0

/* From these values on a wink of the truth counts as seen whole, and as flat, to the accuracy of the truth's
 * own numbers. */
#define SQ_MATCH_WHOLE_SEEN 0.98
#define SQ_MATCH_FLAT_NORMAL_Z 0.9998 /* the cosine of 1.1 degrees */

typedef struct {
    int claim_of[SQ_SEEN_CAP]; /* for each wink of the truth; -1: none */
    int *wink_of;              /* for each claim; -1: none */
} sq_match;

/* False when memory runs out. The caller frees m->wink_of in either case. */
bool sq_match_winks(sq_match *m, const sq_truth *t, const sq_prediction *p);

/* Between their middles, mm, over the mat. */
static inline double sq_match_distance(const sq_true_wink *w, const sq_claimed_wink *c) {
    return sq_mm_distance((sq_mm){w->at.x, w->at.y}, c->at);
}

#endif
