/* How much light falls on each place of a crokinole board, relative to the rest of it: a shadow that lies
 * over half of a board makes light discs look dark.
 *
 * A board looks alike all around at one distance from its middle, but for discs and figures, which are few.
 * So what differs around is taken for light. Where a picture is printed on the board it is not: what is made
 * of the light must be weighed against taking the board as it is. */
#ifndef SQ_VISION_CROKINOLE_BOARD_LIGHT_H
#define SQ_VISION_CROKINOLE_BOARD_LIGHT_H

#include "vision/crokinole/board.h"
#include "vision/crokinole/colour_planes.h"

enum { SQ_LIGHT_RINGS = 32 };

typedef struct {
    double ring_mm[SQ_LIGHT_RINGS]; /* from the board's middle */
    sq_mm place[SQ_LIGHT_RINGS][SQ_RING_PLACES];
    float light[SQ_LIGHT_RINGS][SQ_RING_PLACES]; /* 1 is usual */
} sq_board_light;

/* Samples the board within its outer line. */
void sq_board_light_measure(sq_board_light *out, const sq_colour_planes *picture, const sq_seen_board *b);

/* The light about a disc of that radius, mm: the median of what is near, beyond its rim. 1 beside the board.
 */
float sq_board_light_about(const sq_board_light *l, sq_mm at, double radius_mm);

#endif
