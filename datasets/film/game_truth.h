/* The truth of a filmed game: its rests, and what led from each to the next. datasets/README.md describes the
 * file, NAME.truth.jsonl. */
#ifndef SQ_DATASETS_FILM_GAME_TRUTH_H
#define SQ_DATASETS_FILM_GAME_TRUTH_H

#include "datasets/film/motion_between_rests.h"
#include "datasets/truth/truth_position.h"
#include "rules/engine.h"

/* A time in which nothing moves and no hand is near. */
typedef struct {
    double t0, t1; /* seconds */
    sq_position position;
} sq_true_rest;

typedef struct {
    sq_action_kind kind;
    double t_start, t_rest, t_clear; /* seconds: when it is played; all is still; no hand is over the mat */
    sq_colour colour;
    sq_wink wink;
    sq_wink_set potted, off;
    int after;      /* the number of the rest that it led to; -1: the video ends before */
    sq_squops over; /* all squops afterwards but those of winks in `off`, as a record has them */
    char note[96];
} sq_true_action;

typedef struct {
    int rules;                    /* the number of the rule book; the first where the file does not say */
    sq_colour squidge_off_winner; /* SQ_NO_COLOUR where the file does not say */
    int rest_count, action_count;
    sq_true_rest *rests;
    sq_true_action *actions;
} sq_game_truth;

/* Reads and checks a file. On failure the message names the line. The caller frees *out, also after a
 * failure. */
sq_code sq_game_truth_read(sq_game_truth *out, const char *path, sq_diag *d);
void sq_game_truth_free(sq_game_truth *g);

/* The state of the rules engine after all events of the game. False where the video starts in the middle of a
 * game; *out is then unset. */
bool sq_game_truth_state(const sq_game_truth *g, sq_state *out);

#endif
