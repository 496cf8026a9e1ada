/* Finds a crokinole board in one picture: camera, lines, hole.
 *
 * Three concentric lines of unknown radius are first found roughly, under perspective and lens distortion
 * (ring_search.h). They are then measured all around to a fraction of a pixel, and one camera with one set of
 * radii is fitted to all of it by robust least squares. The rotation of the board about its own middle is not
 * determined, since no score depends on it. */
#ifndef SQ_CALIB_CROKINOLE_FIND_BOARD_H
#define SQ_CALIB_CROKINOLE_FIND_BOARD_H

#include "vision/crokinole/board.h"
#include "vision/crokinole/colour_planes.h"

/* f: the frame whose planes these are. SQ_E_SIGHT, with the reason, where the picture shows no board, or too
 * little of one; if it is too blurred for that, out of focus or taken in motion, the blur is the reason;
 * SQ_E_SIZE where it has too few pixels; SQ_E_MEMORY. */
sq_code sq_board_find(const sq_frame *f, const sq_colour_planes *picture, sq_seen_board *out, sq_diag *d);

/* Measures the board of an earlier picture again, at the same place. False where it is not clearly seen
 * there: the camera has moved by several pixels, or a large part of a line is hidden. Then call
 * sq_board_find. */
bool sq_board_follow(const sq_colour_planes *picture, const sq_seen_board *before, sq_seen_board *out);

#endif
