/* Who lies over whom after a shot, from what the eye saw, from what the record says and from which winks
 * moved. A part of play. */
#ifndef SQ_VISION_PLAY_OVER_H
#define SQ_VISION_PLAY_OVER_H

#include "vision/play_change.h"

/* One pair of winks that touch or nearly do. */
typedef struct {
    sq_wink a, b;            /* a < b */
    double over[3];          /* that a lies over b; that b lies over a; that neither does; sums to 1 */
    double gap_mm, sigma_mm; /* NaN where the eye did not measure the pair */
} sq_play_pair;

enum { SQ_PLAY_PAIRS = SQ_WINKS * (SQ_WINKS - 1) / 2 };

typedef struct {
    int count;
    sq_play_pair pair[SQ_PLAY_PAIRS];
} sq_play_pairs;

/* The pairs among the winks of `among`. Two that stayed are mostly as the record says (SQ_PLAY_PAIR_STAYS);
 * of two that met the one that moved lies above (SQ_PLAY_LANDS_ABOVE). */
void sq_play_pairs_find(sq_play_pairs *out, const sq_play_prior *prior, const sq_tracked *after,
                        const sq_changes *changes, sq_wink_set among);

/* What is known of the pairs now, as the position's squops. */
void sq_play_pairs_tell(const sq_play_pairs *p, sq_tracked *t);

/* The likeliest answer of each pair; returns the probability that all of them are right. */
double sq_play_pairs_decide(const sq_play_pairs *p, sq_squops *over);

#endif
