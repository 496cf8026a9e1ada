/* Which winks lie over which after a shot, from what the eye saw, from what was known of each pair before,
 * and from which winks moved. Internal to play. */
#ifndef SQ_VISION_PLAY_PILE_ORDERS_H
#define SQ_VISION_PLAY_PILE_ORDERS_H

#include "vision/play/wink_change.h"

/* One pair of winks that touch or nearly do. */
typedef struct {
    sq_wink a, b;                 /* a < b */
    double over[SQ_PAIR_ANSWERS]; /* the probabilities of the answers; they sum to 1 */
    double gap_mm, sigma_mm;      /* NaN where the eye did not measure the pair */
    sq_pair_answer recorded;      /* how they lie by the record */
    bool stayed;                  /* neither of the two moved */
    sq_pair_seen known;           /* all looks at it since it came to lie so, with this one */
} sq_play_pair;

enum { SQ_PLAY_PAIRS = SQ_USUAL_WINKS * (SQ_USUAL_WINKS - 1) / 2 };

typedef struct {
    int count;
    sq_play_pair pair[SQ_PLAY_PAIRS];
    double unseen;   /* probability that the played wink, which is in sight, touches one that is astray */
    double evidence; /* likelihood ratio of the orders that are seen, given the story; 1: the story expects
                        no particular order */
} sq_play_pairs;

/* What a story says about how the winks came to rest. */
typedef struct {
    const sq_play_prior *prior;
    const sq_tracked *before, *after;
    const sq_changes *changes;
    sq_wink_set among; /* those that lie on the mat */
    sq_wink played;    /* SQ_NO_WINK: hands did it, or nobody */
} sq_play_landing;

/* Finds the pairs and their probabilities. Two winks that stayed lie as before: all looks at them since then
 * count together (SQ_PLAY_SECOND_SIGHT). A
 * wink that flew lands on top (SQ_PLAY_LANDS_ABOVE); one that slid mostly keeps the order of the record
 * (SQ_PLAY_SLIDES_ALIKE). */
void sq_play_pairs_find(sq_play_pairs *out, const sq_play_landing *l);

/* The likeliest answer. For two winks that stayed it is the recorded one, unless another is certain, so that
 * a question is not asked again at every rest. */
sq_pair_answer sq_play_pair_answer(const sq_play_pair *p);

/* Whether the umpire is asked: the pair is new, and no answer is certain. */
bool sq_play_pair_is_doubtful(const sq_play_pair *p);

/* Writes an answer into `over`. */
void sq_play_pair_put(sq_squops *over, const sq_play_pair *p, sq_pair_answer answer);

/* Writes the answer of each pair into `over`; returns the probability that all new ones are right. */
double sq_play_pairs_decide(const sq_play_pairs *p, sq_squops *over);

/* Writes the pairs into t, and into the squops of its position: the next rest starts from there. */
void sq_play_pairs_tell(const sq_play_pairs *p, sq_tracked *t);

/* From now on t holds only if the pairs of which one has moved lie as in `over`, an answer to a question:
 * other accounts hold if they lie otherwise. */
void sq_play_pairs_suppose(sq_tracked *t, const sq_squops *over, sq_wink_set moved);

#endif
