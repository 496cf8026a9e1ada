/* The priors of the camera fit: weak ones for any lens, or what the user knows. */
#ifndef SQ_CALIB_MAT_CAMERA_PRIORS_H
#define SQ_CALIB_MAT_CAMERA_PRIORS_H

#include "calib/camera/camera_fit.h"
#include "calib/mat/find_camera.h"
#include "vision/math/tunable_number.h"

/* Standard deviations, radians: how precisely a camera is aligned with the table by eye, and how far it is
 * tilted from the vertical (2.9° in x and in y). */
SQ_NUMBER(SQ_TURN_SUPPOSED_SIGMA, 0.03);
SQ_NUMBER(SQ_PRIOR_TILT, 0.05);

/* Sets the priors: those of any lens, or of the settings' lens, scaled to this frame; and of the settings'
 * height. SQ_E_CAMERA if that lens is for pictures with another ratio of sides. */
sq_code sq_mat_believe(sq_camera_prior *p, const sq_frame *f, const sq_mat_settings *s, sq_diag *d);

#endif
