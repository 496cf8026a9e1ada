/* The messages of the search for the camera: why there is none, what is missing, what helps. Each function
 * but the first writes its sentence to *d and returns a code: SQ_E_CAMERA, SQ_E_SIZE, SQ_E_SIGHT or
 * SQ_E_ARGUMENT. */
#ifndef SQ_CALIB_MAT_REFUSAL_SENTENCES_H
#define SQ_CALIB_MAT_REFUSAL_SENTENCES_H

#include "calib/mat/find_camera.h"

/* Whether a picture is too dark for anything to be seen in it, by its mean brightness, 0 to 255. */
bool sq_mat_is_dark(double luma_mean);
/* No lines that could be a mat's; by the mean brightness it says that the picture is dark, or that there is
 * no mat. */
sq_code sq_mat_say_nothing(double luma_mean, sq_diag *d);
/* A rectangle, but too little of what would show that it is the mat. */
sq_code sq_mat_say_too_little(const sq_mat_fit *f, sq_diag *d);
/* Too few pixels for a mat, even if it filled the picture; wink_px: a small wink's width then. */
sq_code sq_mat_say_small(int width, int height, double wink_px, double least_px, sq_diag *d);
/* The size that the user gave is not the one that the baselines show. */
sq_code sq_mat_say_size(const sq_mat_size *told, const sq_mat_size *is, sq_diag *d);
/* Lines that do not fit together for any camera. */
sq_code sq_mat_say_misfit(const sq_mat_fit *f, sq_diag *d);
/* The corners that were touched are not the outline of a mat; or one of them lies off_px pixels off. */
sq_code sq_mat_say_no_outline(sq_diag *d);
sq_code sq_mat_say_corners(int corner, double off_px, sq_diag *d);
/* A camera too uncertain to be of use; sigma_mm may be NaN. */
sq_code sq_mat_say_unsure(const sq_mat_fit *f, double sigma_mm, sq_diag *d);
/* A camera found by pot and winks alone that is too uncertain. */
sq_code sq_mat_say_far_off(double sigma_mm, sq_diag *d);
/* No side is in the picture, and there are too few winks to do without. */
sq_code sq_mat_say_few_winks(sq_diag *d);

#endif
