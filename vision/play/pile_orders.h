/* Who lies over whom after a shot, from what the eye saw, from what was believed of the pair before and from
 * which winks moved. A part of play. */
#ifndef SQ_VISION_PLAY_PILE_ORDERS_H
#define SQ_VISION_PLAY_PILE_ORDERS_H

#include "vision/play/wink_change.h"

/* The answers for a pair. */
typedef enum { SQ_PAIR_A_OVER, SQ_PAIR_B_OVER, SQ_PAIR_APART, SQ_PAIR_ANSWERS } sq_pair_answer;

/* One pair of winks that touch or nearly do. */
typedef struct {
    sq_wink a, b;                 /* a < b */
    double over[SQ_PAIR_ANSWERS]; /* the answers' probabilities; they sum to 1 */
    double gap_mm, sigma_mm;      /* NaN where the eye did not measure the pair */
    sq_pair_answer recorded;      /* by the record */
    bool stayed;                  /* neither of the two moved */
} sq_play_pair;

enum { SQ_PLAY_PAIRS = SQ_WINKS * (SQ_WINKS - 1) / 2 };

typedef struct {
    int count;
    sq_play_pair pair[SQ_PLAY_PAIRS];
    double unseen;   /* that the played wink, which is in sight, lies against one that nobody sees */
    double evidence; /* how well the orders that are seen go with the story; 1 where it expects none */
} sq_play_pairs;

/* What a story tells of how the winks came to lie. */
typedef struct {
    const sq_play_prior *prior;
    const sq_tracked *before, *after;
    const sq_changes *changes;
    sq_wink_set among; /* those that lie on the mat */
    sq_wink played;    /* SQ_NO_WINK: hands did it, or nobody */
} sq_play_landing;

/* The pairs among them. Two that stayed are mostly as they were believed to be before (SQ_PLAY_PAIR_STAYS);
 * what flew lands above what it meets (SQ_PLAY_LANDS_ABOVE), what slid mostly keeps the order that the record
 * has (SQ_PLAY_SLIDES_ALIKE). */
void sq_play_pairs_find(sq_play_pairs *out, const sq_play_landing *l);

/* The likeliest answer; for two that stayed it is the record's, unless another one is certain: what was asked
 * once is not asked at every rest. */
sq_pair_answer sq_play_pair_answer(const sq_play_pair *p);

/* The answer is for an umpire: it is new, and not certain. */
bool sq_play_pair_is_doubtful(const sq_play_pair *p);

/* Writes an answer into `over`. */
void sq_play_pair_put(sq_squops *over, const sq_play_pair *p, sq_pair_answer answer);

/* The answer of each pair; returns the probability that all that are new are right. */
double sq_play_pairs_decide(const sq_play_pairs *p, sq_squops *over);

/* What is known of the pairs now, as the position's squops: what the next rest starts from. */
void sq_play_pairs_tell(const sq_play_pairs *p, sq_tracked *t);

#endif
