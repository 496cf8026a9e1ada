/* `squint score` of rounds of crokinole: compares true records with a referee's records, as a table or
 * JSON. */
#ifndef SQ_UI_SCORE_SCORE_ROUNDS_H
#define SQ_UI_SCORE_SCORE_ROUNDS_H

#include "ui/score/score_games.h"

/* Whether a path names a folder with truth.jsonl, as squint synth crokinole --rounds writes it, or such a
 * file. */
bool sq_is_round_truth(const char *path);

/* Scores all pairs together and prints the score. Fails where a file cannot be read. */
sq_code sq_score_rounds(const sq_scored_pair *pairs, int count, bool json, sq_diag *d);

#endif
