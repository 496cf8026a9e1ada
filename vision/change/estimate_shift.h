/* By how much a picture as a whole has shifted against another, from all its cells together: the method of
 * Lucas and Kanade (1981). It minimises the sum over the cells of the root of their squared difference, and
 * not the sum of the squares, so that a cell with a moving hand or wink counts no more than any other.
 *
 * Internal to the rest detector. */
#ifndef SQ_VISION_CHANGE_ESTIMATE_SHIFT_H
#define SQ_VISION_CHANGE_ESTIMATE_SHIFT_H

#include <stdint.h>

#include "vision/change/reaching_hand.h"
#include "vision/math/units.h"

/* Differences in 32nds of a level are shifted right by SQ_SHIFT_CUT bits to quarters of a level
 * (SQ_SHIFT_QUARTER of them make one), so that the sums of their squares fit 32 bits. */
enum { SQ_SHIFT_CUT = 3, SQ_SHIFT_QUARTER = 4 };

/* Sums over a cell, levels²: products of the gradients along x and y (x, y) and of the difference (d). */
typedef struct {
    float xx, xy, yy, xd, yd, dd;
} sq_shift_sums;

/* Sets sums[0 … cells_x - 1] for row cy of cells. now: the SQ_REST_CELL rows of samples of that row of cells;
 * was: all `high` rows of the earlier picture; both in 32nds of a level. */
void sq_shift_add_row(sq_shift_sums *sums, const int16_t (*now)[SQ_REST_SIDE],
                      const int16_t (*was)[SQ_REST_SIDE], int high, int cells_x, int cy);

/* The cells of a picture, row by row. */
typedef struct {
    int cells_x, cells_y;
    const sq_shift_sums *sums;
    const float *noise;     /* what each differs by without motion, levels² */
    const uint8_t *watched; /* 1 for each cell that counts */
} sq_shift_view;

/* By how many samples the picture has moved to the right and down. 0 where fewer than three of the picture's
 * quarters agree: a camera that moves shifts all four, and a hand may cover one of them; a hand that moves
 * shifts only one. */
sq_px sq_shift_find(const sq_shift_view *v);

#endif
