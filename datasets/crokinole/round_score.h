/* How well a round of crokinole was refereed: each shot as it was told, against the shot as it was played. */
#ifndef SQ_DATASETS_CROKINOLE_ROUND_SCORE_H
#define SQ_DATASETS_CROKINOLE_ROUND_SCORE_H

#include "rules/crokinole/game.h"

typedef struct {
    int shots;      /* that were played */
    int right;      /* told for certain: colour, validity, what is removed, and where all discs score */
    int held;       /* told as a question, whatever was held */
    int held_right; /* of these: what was held is right */
    int wrong;      /* told for certain, and not so */
    int missed;     /* not told */
    int invented;   /* told, and not played */
    int rounds, scores_right, scores_held; /* the counts at their ends; held: by a round with a question */
} sq_round_score;

/* A shot: the states before and after it. */
typedef struct {
    const sq_state *before, *after;
} sq_scored_shot;

/* The n-th shot as it was played and as it was told; null: there is none. What an earlier shot was wrongly
 * told to have done is not counted again, and a shot after which all lies as it is told is right. */
void sq_round_score_shot(sq_round_score *score, const sq_scored_shot *played, const sq_scored_shot *told,
                         bool held);

/* A round's end. held: something in it was told as a question. */
void sq_round_score_end(sq_round_score *score, const sq_state *played, const sq_state *told, bool held);

#endif
