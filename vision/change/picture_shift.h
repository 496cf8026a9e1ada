/* By how much a picture as a whole has shifted against another, from all its cells together: the method of
 * Lucas and Kanade (1981). It minimises the sum of the roots of the cells' squared differences and not of the
 * squares, so that a hand or a wink that moves counts like any other cell and no more.
 *
 * Internal to the rest detector. */
#ifndef SQ_VISION_CHANGE_PICTURE_SHIFT_H
#define SQ_VISION_CHANGE_PICTURE_SHIFT_H

#include <stdint.h>

#include "vision/change/reaching_hand.h"
#include "vision/math/units.h"

/* Differences in 32nds of a level are cut to quarters of one: their squares' sums fit 32 bits. */
enum { SQ_SHIFT_CUT = 3, SQ_SHIFT_QUARTER = 4 };

/* Sums over a cell, levels²: products of the gradients along x and y and of the difference. */
typedef struct {
    float xx, xy, yy, xd, yd, dd;
} sq_shift_sums;

/* Sets sums[0 … cells_x - 1] of row cy of cells. now: its CELL rows of samples; was: all `high` rows, as they
 * were; both in 32nds of a level. */
void sq_shift_add_row(sq_shift_sums *sums, const int16_t (*now)[SQ_REST_SIDE],
                      const int16_t (*was)[SQ_REST_SIDE], int high, int cells_x, int cy);

/* The cells of a picture, row by row. */
typedef struct {
    int cells_x, cells_y;
    const sq_shift_sums *sums;
    const float *noise;     /* what each differs by without motion, levels² */
    const uint8_t *watched; /* 1 for each cell that counts */
} sq_shift_view;

/* Samples by which what is shown lies further right and down than it did; 0 where the picture's quarters do
 * not agree: a hand shifts one of them, a camera all, and three of them show it though a hand covers the
 * fourth. */
sq_px sq_shift_find(const sq_shift_view *v);

#endif
