/* The board from one picture of it: camera, lines, hole.
 *
 * Three lines of unknown radius about one middle, under perspective and a lens, are found roughly
 * (ring_search.h), then measured all around to a fraction of a pixel, and one camera with one set of radii is
 * fitted to all of it by robust least squares. The turn of the board about its own middle is not looked for:
 * nothing that scores depends on it. */
#ifndef SQ_CALIB_CROKINOLE_FIND_BOARD_H
#define SQ_CALIB_CROKINOLE_FIND_BOARD_H

#include "vision/crokinole/board.h"
#include "vision/crokinole/colour_planes.h"

/* SQ_E_SIGHT, with the reason, where the picture shows no board, or too little of one; SQ_E_MEMORY. */
sq_code sq_board_find(const sq_colour_planes *picture, sq_seen_board *out, sq_diag *d);

/* The board of an earlier picture, measured again where it was. False where it does not show there plainly:
 * the camera has moved by over some pixels, or a good part of a line is hidden; then it is to be found. */
bool sq_board_follow(const sq_colour_planes *picture, const sq_seen_board *before, sq_seen_board *out);

#endif
