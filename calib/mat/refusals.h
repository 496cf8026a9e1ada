/* The sentences of the search for the camera: why there is none, what is missing, what helps. */
#ifndef SQ_CALIB_MAT_REFUSALS_H
#define SQ_CALIB_MAT_REFUSALS_H

#include "calib/mat/find_camera.h"

/* Whether a picture is so dark that this is why nothing is seen in it; by its mean brightness, 0 to 255. */
bool sq_mat_is_dark(double luma_mean);
/* No lines that could be a mat's; the mean brightness tells darkness from absence. */
sq_code sq_mat_say_nothing(double luma_mean, sq_diag *d);
/* A rectangle, but too few of the things that would make it the mat. */
sq_code sq_mat_say_too_little(const sq_mat_fit *f, sq_diag *d);
/* Too few pixels for a mat, even if it filled the picture; wink_px: a small wink's width then. */
sq_code sq_mat_say_small(int width, int height, double wink_px, double least_px, sq_diag *d);
/* The size that was told is not what the baselines show. */
sq_code sq_mat_say_size(const sq_mat_size *told, const sq_mat_size *is, sq_diag *d);
/* Lines that no camera explains together. */
sq_code sq_mat_say_misfit(const sq_mat_fit *f, sq_diag *d);
/* Corners that were touched: not the outline of a mat; or one of them lies so many pixels off. */
sq_code sq_mat_say_no_outline(sq_diag *d);
sq_code sq_mat_say_corners(int corner, double off_px, sq_diag *d);
/* A camera too uncertain to be of use; sigma_mm may be NaN. */
sq_code sq_mat_say_unsure(const sq_mat_fit *f, double sigma_mm, sq_diag *d);
/* A camera from pot and winks alone that is too uncertain. */
sq_code sq_mat_say_far_off(double sigma_mm, sq_diag *d);
/* No side in the picture, and too few winks to do without. */
sq_code sq_mat_say_few_winks(sq_diag *d);

#endif
