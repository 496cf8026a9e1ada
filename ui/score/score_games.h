/* `squint score` of games: compares truths with records, as tables or JSON. */
#ifndef SQ_UI_SCORE_SCORE_GAMES_H
#define SQ_UI_SCORE_SCORE_GAMES_H

#include <stdio.h>

#include "datasets/score/game_score.h"

typedef struct {
    const char *truth, *record;
} sq_scored_pair;

/* Scores each pair and prints the scores, with their sum if there are several. Fails if a file cannot be
 * read. */
sq_code sq_score_games(const sq_scored_pair *pairs, int count, bool json, sq_diag *d);

/* For people: a line for each game under the heading, and each shot that is not right, in a sentence. */
void sq_score_games_heading(FILE *to);
void sq_score_game_line(FILE *to, const char *name, const sq_game_score *s);
void sq_score_game_shots(FILE *to, const sq_game_score *s);
/* How often each kind of fault occurs in wrong shots. */
void sq_score_game_faults(FILE *to, const sq_game_score *s);

#endif
