/* The camera of a picture that shows no side of the mat: from the pot and the known sizes of the winks.
 *
 * The pot gives the centre of the mat. The rims of the winks give the scale and, by how it changes over the
 * picture, the tilt. Creases give the direction of the mat. Without creases the mat is assumed to lie
 * parallel to the picture: distances and gaps do not depend on that, places do. */
#ifndef SQ_CALIB_MAT_CAMERA_FROM_CLOSEUP_H
#define SQ_CALIB_MAT_CAMERA_FROM_CLOSEUP_H

#include "calib/camera/camera_fit.h"
#include "calib/mat/disc_scale.h"
#include "calib/mat/find_camera.h"
#include "vision/math/tunable_number.h"

/* The least number of rims: with fewer, the scale depends on the light of one wink. And the share of its face
 * that must be seen, 0..1. */
#define SQ_NEAR_WINKS 4
SQ_NUMBER(SQ_NEAR_SEEN, 0.6);

/* start: the winks and the pot that were found in `small`. Sets all of *out except the corners and the size
 * of the mat, which the caller sets. False where winks and pot do not agree on a camera, or memory runs
 * out. */
bool sq_mat_near(const sq_frame *f, const sq_thumbnail *small, const sq_mat_discs *start,
                 const sq_camera_prior *prior, sq_mat_fit *out);

#endif
