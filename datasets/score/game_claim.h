/* What a referee claims of a game: its record, with the remarks of a referee by camera, and the rests as it
 * saw them. */
#ifndef SQ_DATASETS_SCORE_GAME_CLAIM_H
#define SQ_DATASETS_SCORE_GAME_CLAIM_H

#include "rules/terms/state.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

typedef struct {
    sq_event_shot shot;
    bool held;          /* it was a question that no umpire has answered */
    double probability; /* as the referee gave it; 1 where the record has none */
} sq_claimed_shot;

/* A rest as it was seen. */
typedef struct {
    double t; /* the time of the frame that was looked at, seconds */
    int wink_count;
    struct {
        sq_wink id; /* the referee's name for it; or SQ_NO_WINK */
        sq_mm at;
        double sigma_mm; /* stated standard deviation of x, and of y; 0 if there is none */
        bool whole;      /* claimed to lie flat and to be seen whole */
        sq_place place;
    } winks[SQ_SEEN_CAP];
} sq_claimed_rest;

typedef struct {
    int shot_count, pass_count, rest_count;
    sq_claimed_shot *shots;
    sq_claimed_rest *rests;
    sq_state state; /* at the end */
} sq_game_claim;

/* Reads a record, with its amends and undos carried out, and a file of rests (null: none). On failure the
 * message names the file and line. The caller frees *out, also after a failure. */
sq_code sq_game_claim_read(sq_game_claim *out, const char *record, const char *rests, sq_diag *d);
void sq_game_claim_free(sq_game_claim *c);

#endif
