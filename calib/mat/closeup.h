/* The camera where no side of the mat is in the picture: from the pot and the winks' known sizes.
 *
 * The pot gives the mat's centre, the winks' rims the scale and, by how it changes over the picture, the
 * tilt; creases give the direction in which the mat lies. Without creases the mat is supposed to lie along
 * the picture: distances and gaps do not ask for that, places do. */
#ifndef SQ_CALIB_MAT_CLOSEUP_H
#define SQ_CALIB_MAT_CLOSEUP_H

#include "calib/camera/camera_fit.h"
#include "calib/mat/disc_scale.h"
#include "calib/mat/find_camera.h"
#include "vision/math/number.h"

/* Rims without which the scale hangs on one wink's light; the share of its face that one must show. */
#define SQ_NEAR_WINKS 4
SQ_NUMBER(SQ_NEAR_SEEN, 0.6);

/* start: what was found of winks and pot in `small`. Fills out (size is the caller's) but for the corners;
 * false where the winks and the pot do not agree on a camera, or memory is short. */
bool sq_mat_near(const sq_frame *f, const sq_thumbnail *small, const sq_mat_discs *start,
                 const sq_camera_prior *prior, sq_mat_fit *out);

#endif
