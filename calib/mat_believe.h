/* What is believed of a camera before it has looked: the fit's weak priors, sharpened by what people know. */
#ifndef SQ_CALIB_MAT_BELIEVE_H
#define SQ_CALIB_MAT_BELIEVE_H

#include "calib/camera_fit.h"
#include "calib/mat.h"

/* Any lens, or the settings' own scaled to this frame; the settings' height. SQ_E_CAMERA where that lens is
 * of pictures of another shape. */
sq_code sq_mat_believe(sq_camera_prior *p, const sq_frame *f, const sq_mat_settings *s, sq_diag *d);

#endif
