/* The eye for crokinole: from the picture of a board whose lines are known to discs with their regions. */
#ifndef SQ_VISION_CROKINOLE_LOOK_AT_BOARD_H
#define SQ_VISION_CROKINOLE_LOOK_AT_BOARD_H

#include "vision/crokinole/colour_planes.h"
#include "vision/crokinole/position.h"

/* Finds the discs and judges where they score. Where a hand over the board or something else makes a ruling
 * impossible, out->refusal says so. memory: what earlier pictures of the game have shown; null: none. Fails
 * with SQ_E_MEMORY. */
sq_code sq_look_at_board(const sq_colour_planes *picture, const sq_seen_board *b,
                         const sq_board_memory *memory, sq_board_position *out, sq_diag *d);

#endif
