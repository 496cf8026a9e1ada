/* How well a round of crokinole was refereed: each shot as it was called, compared with the shot as it was
 * played. */
#ifndef SQ_DATASETS_CROKINOLE_ROUND_SCORE_H
#define SQ_DATASETS_CROKINOLE_ROUND_SCORE_H

#include "rules/crokinole/game.h"

typedef struct {
    int shots;      /* played */
    int right;      /* called with certainty, and right: colour, validity, removed discs, all discs' scores */
    int held;       /* called as a question */
    int held_right; /* of these, the likeliest answer is right */
    int wrong;      /* called with certainty, and wrong */
    int missed;     /* not called */
    int invented;   /* called, but not played */
    int rounds, scores_right,
        scores_held; /* scores at the ends of rounds; held: in a round with a question */
} sq_round_score;

/* A shot: the states before and after it. */
typedef struct {
    const sq_state *before, *after;
} sq_scored_shot;

/* Counts a shot as it was played and as it was called; null: there is none. An error of an earlier shot is
 * not counted again, and a shot is right if afterwards everything lies as it was called. */
void sq_round_score_shot(sq_round_score *score, const sq_scored_shot *played, const sq_scored_shot *told,
                         bool held);

/* Counts the score at a round's end. held: something in the round was called as a question. */
void sq_round_score_end(sq_round_score *score, const sq_state *played, const sq_state *told, bool held);

#endif
