/* Completes a position: from the winks that were found to their places, squops with their probability,
 * distances to the pot, what is not seen, tiddlies. Pure geometry: no pixel is read here. */
#ifndef SQ_VISION_POSITION_SQUOPS_AND_DISTANCES_H
#define SQ_VISION_POSITION_SQUOPS_AND_DISTANCES_H

#include "vision/position/position.h"

/* What is known of the order of two winks: the probability that the second lies over the first, if they
 * overlap. */
typedef struct {
    int first, second; /* indices into the position's winks */
    double second_over;
    double first_leans; /* how likely it is that the first one leans upon hidden winks and lies over the
                           second, as a share of how likely the reverse is, if winks are hidden there */
} sq_order;

/* Given p->winks (colour, size, at, z, sigma_mm, seen) and the pot, fills everything else. orders: the pairs
 * for which the picture showed which wink lies above; for all others it is open. known: blue's
 * corner as the camera has it (camera.h); 0: the winks tell whose corner is which, and where they leave it
 * open, tiddlies are as many as in any order that may be. */
void sq_position_complete(sq_position *p, int known, const sq_order *orders, int order_count);

/* Fills `nearest` (for each colour the wink whose edge is nearest to the pot, rule 5.4.1; nearest first),
 * too_close and rival, from the winks alone. */
void sq_position_nearest(sq_position *p);
/* Sets p->rival anew, from `nearest` and its winks. Gives the probability that the first is the nearest. */
double sq_position_find_rival(sq_position *p);

/* The standard deviation (mm) of the difference of two winks' distances to the pot. An error that shifts the
 * winks against the pot cancels for two winks on the same side of the pot, and counts twice for two on
 * opposite sides. */
double sq_nearer_sigma_mm(const sq_position *p, const sq_seen_wink *a, const sq_seen_wink *b);

/* Whether p->too_close, and the k-th of nearest is one of those that cannot be told apart. */
bool sq_position_is_too_close(const sq_position *p, int k);

/* Counts p->unseen anew, from the colours and sizes of the winks; their places do not count. */
void sq_position_count_unseen(sq_position *p);
/* Counts p->tiddlies anew, from the winks, the calls of their squops, `unseen` and `potted`. */
void sq_position_count_tiddlies(sq_position *p);

#endif
