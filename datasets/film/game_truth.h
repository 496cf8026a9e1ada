/* The truth of a filmed game (NAME.truth.jsonl; its form is told in datasets/README.md): rests, and what led
 * from each to the next. */
#ifndef SQ_DATASETS_FILM_GAME_TRUTH_H
#define SQ_DATASETS_FILM_GAME_TRUTH_H

#include "datasets/film/action.h"
#include "datasets/truth/truth_position.h"
#include "rules/engine.h"

/* Nothing moves, no hand is near. */
typedef struct {
    double t0, t1; /* seconds */
    sq_position position;
} sq_true_rest;

typedef struct {
    sq_action_kind kind;
    double t_start, t_rest, t_clear; /* played; all lie still; nothing is over the mat any more; seconds */
    sq_colour colour;
    sq_wink wink;
    sq_wink_set potted, off;
    int after;      /* the rest that it led to; -1: the video ends before */
    sq_squops over; /* all on the mat afterwards, without the winks in `off`: what a record's shot tells */
    char note[96];
} sq_true_action;

typedef struct {
    sq_colour squidge_off_winner; /* SQ_NO_COLOUR where the file says nothing */
    int rest_count, deed_count;
    sq_true_rest *rests;
    sq_true_action *deeds;
} sq_game_truth;

/* Reads and checks a file; the sentence names the line. The caller frees, also after a failure. */
sq_code sq_game_truth_read(sq_game_truth *out, const char *path, sq_diag *d);
void sq_game_truth_free(sq_game_truth *g);

/* The rules' view of it: the state after all its events. False where they do not make a game from its
 * beginning on (a video that starts in its midst); *out is then unset. */
bool sq_game_truth_state(const sq_game_truth *g, sq_state *out);

#endif
