/* The error that all places of one picture have in common: the camera's, and that of where chroma lies.
 *
 * A wink's deviation (sq_seen_wink.sigma_mm) counts it. What compares places with one another must not: the
 * gap of two neighbours is wrong by their own errors and by what the camera stretches, and a wink that lies
 * still seems to move by its own error alone. */
#ifndef SQ_VISION_POSITION_SHARED_CAMERA_ERROR_H
#define SQ_VISION_POSITION_SHARED_CAMERA_ERROR_H

#include "vision/geometry/camera_doubt.h"
#include "vision/position/position.h"

/* The deviation of a wink's x, and of y, without what it has in common with the others; mm. */
double sq_own_sigma_mm(const sq_seen_wink *w);

/* Gives the winks their common errors, and adds them to their deviations. Once for each look, before the
 * squops and distances are worked out. doubt: of the camera c; shift_px: the deviation of a shift of all
 * winks along the rows of the picture, 0 where there is none. */
void sq_position_add_common_error(sq_position *p, const sq_camera *c, const sq_camera_doubt *doubt,
                                  double shift_px);

#endif
