/* The error that all places of one picture have in common: that of the camera, and that of where chroma
 * samples lie (chroma_siting.h).
 *
 * A wink's deviation (sq_seen_wink.sigma_mm) includes it. Comparisons between places must leave it out: the
 * gap of two neighbours is wrong only by their own errors and by how much the camera stretches, and a wink
 * that lies still seems to move only by its own error. */
#ifndef SQ_VISION_POSITION_SHARED_CAMERA_ERROR_H
#define SQ_VISION_POSITION_SHARED_CAMERA_ERROR_H

#include "vision/geometry/camera_doubt.h"
#include "vision/position/position.h"

/* The standard deviation (mm) of a wink's x, and of its y, without the common error. */
double sq_own_sigma_mm(const sq_seen_wink *w);

/* Sets the common error of each wink, and adds it to the wink's deviation. Call it once for each look, before
 * squops and distances are computed. doubt: of the camera c; shift_px: the standard deviation of a shift of
 * all winks along the rows of the picture, 0 where there is none. */
void sq_position_add_common_error(sq_position *p, const sq_camera *c, const sq_camera_doubt *doubt,
                                  double shift_px);

#endif
