/* The eye for crokinole: from the picture of a board whose lines are known to discs with their regions. */
#ifndef SQ_VISION_CROKINOLE_LOOK_AT_BOARD_H
#define SQ_VISION_CROKINOLE_LOOK_AT_BOARD_H

#include "vision/crokinole/colour_planes.h"
#include "vision/crokinole/position.h"

/* Finds the discs and judges where they score. Where a hand over the board or something else makes a ruling
 * impossible, out->refusal says so. before: the sides' two colours (known: 2) and that of the empty hole, if
 * earlier pictures of the game have shown them; else null. Fails with SQ_E_MEMORY. */
sq_code sq_look_at_board(const sq_colour_planes *picture, const sq_seen_board *b, const sq_side_tones *before,
                         sq_board_position *out, sq_diag *d);

#endif
