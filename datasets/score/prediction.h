/* What a program claims to see in pictures: the lines that `squint look --json` prints, or any other program
 * that keeps to the same keys.
 *
 * Reading is lax, so that other programs can be scored: of a wink only colour, size, x and y are needed, and
 * every list may be missing. What no line can mean (a pair that names no wink) is refused with the line's
 * number. */
#ifndef SQ_DATASETS_SCORE_PREDICTION_H
#define SQ_DATASETS_SCORE_PREDICTION_H

#include <stddef.h>

#include "vision/position/position.h"
#include "vision/system/diag.h"

typedef struct {
    sq_colour colour; /* SQ_NO_COLOUR, SQ_SIZES, SQ_PLACES: a name that the game does not know */
    sq_size size;
    sq_place place; /* SQ_PLACE_MAT where the line says nothing */
    sq_mm at;
    double z;              /* of its middle; as it lies on the mat where the line says nothing */
    double seen;           /* 1 where the line says nothing */
    double sigma_mm;       /* 0 where the line claims none */
    double edge_to_pot_mm; /* NaN where the line claims none */
} sq_claimed_wink;

typedef struct {
    int over, under; /* indices into winks */
    double probability;
    sq_call call; /* where the line says nothing: squopped above one half, else clear */
} sq_claimed_pair;

typedef struct {
    bool claimed;
    int low, high;
} sq_claimed_tiddlies;

typedef struct {
    char name[256]; /* the picture's file name without folder and ending */
    int wink_count, pair_count;
    sq_claimed_wink *winks;
    sq_claimed_pair *pairs;
    sq_claimed_tiddlies tiddlies[SQ_COLOURS];
} sq_prediction;

typedef struct {
    size_t count;
    sq_prediction *at;
} sq_predictions;

/* Reads a file of them ("-": standard input). Lines that do not begin with '{' are skipped; of several lines
 * for one picture the last counts. The caller frees. */
sq_code sq_predictions_read(sq_predictions *out, const char *path, sq_diag *d);
void sq_predictions_free(sq_predictions *p);

/* The prediction for a picture of that name, or null. */
const sq_prediction *sq_prediction_find(const sq_predictions *p, const char *name);

/* A path's last part without its ending, as pictures and their truths are told apart. */
void sq_picture_name(char *out, size_t size, const char *path);

#endif
