/* What a program claims to see in pictures: the lines that `squint look --json` prints, or any other program
 * that keeps to the same keys.
 *
 * Reading is lenient, so that other programs can be scored. A wink needs only colour, size, x and y, and
 * every list may be missing. What cannot be right, such as a pair with an unknown wink, is refused; the
 * message names the line. */
#ifndef SQ_DATASETS_SCORE_PREDICTION_H
#define SQ_DATASETS_SCORE_PREDICTION_H

#include <stddef.h>

#include "vision/position/position.h"
#include "vision/system/failure.h"

typedef struct {
    sq_colour colour; /* SQ_NO_COLOUR, SQ_SIZES, SQ_PLACES stand for unknown names */
    sq_size size;
    sq_place place; /* SQ_PLACE_MAT where the line does not say */
    sq_mm at;
    double z;              /* of its middle; flat on the mat where the line does not say */
    double seen;           /* 1 where the line does not say */
    double sigma_mm;       /* 0 where the line claims none */
    double edge_to_pot_mm; /* NaN where the line claims none */
} sq_claimed_wink;

typedef struct {
    int over, under; /* indices into winks */
    double probability;
    sq_call call; /* where the line does not say: squopped above one half, else clear */
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
    sq_claimed_tiddlies tiddlies[SQ_USUAL_COLOURS];
} sq_prediction;

typedef struct {
    size_t count;
    sq_prediction *at;
} sq_predictions;

/* Reads a file of predictions ("-": standard input). Lines that do not begin with '{' are skipped. Of several
 * lines for one picture the last counts. The caller frees *out. */
sq_code sq_predictions_read(sq_predictions *out, const char *path, sq_diag *d);
void sq_predictions_free(sq_predictions *p);

/* The prediction for the picture with this name, or null; it belongs to p. */
const sq_prediction *sq_prediction_find(const sq_predictions *p, const char *name);

/* The last part of a path without its ending: the name that a picture and its truth share. */
void sq_picture_name(char *out, size_t size, const char *path);

#endif
