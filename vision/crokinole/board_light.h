/* How much light falls on each place of a crokinole board, relative to the rest of it: a shadow over half of
 * a board makes light discs look dark.
 *
 * At one distance from its middle a board looks the same all around, except for discs and figures, which are
 * few. So differences around a circle are taken for differences of light. That is wrong where a picture is
 * printed on the board: a result that uses this light must be compared with the result without it. */
#ifndef SQ_VISION_CROKINOLE_BOARD_LIGHT_H
#define SQ_VISION_CROKINOLE_BOARD_LIGHT_H

#include "vision/crokinole/board.h"
#include "vision/crokinole/colour_planes.h"

enum { SQ_LIGHT_RINGS = 32 };

typedef struct {
    double ring_mm[SQ_LIGHT_RINGS]; /* from the board's middle */
    sq_mm place[SQ_LIGHT_RINGS][SQ_RING_PLACES];
    float light[SQ_LIGHT_RINGS][SQ_RING_PLACES]; /* 1 is the usual light */
    /* The share of the board that is as bright as a picture can be: nothing shows there. */
    double overexposed;
    float brightness; /* of the board, as most of its places have it, levels */
} sq_board_light;

/* Samples the board within its outer line. */
void sq_board_light_measure(sq_board_light *out, const sq_colour_planes *picture, const sq_seen_board *b);

/* The light around a disc of that radius (mm): the median of the places near it, outside its rim. 1 beside
 * the board. */
float sq_board_light_about(const sq_board_light *l, sq_mm at, double radius_mm);

#endif
