/* A mat of another size than the rule book's, measured by its baselines: they lie 914.4 mm from the centre
 * (2.3.1), whatever the mat was cut to. */
#ifndef SQ_CALIB_MAT_MAT_SIZE_H
#define SQ_CALIB_MAT_MAT_SIZE_H

#include "calib/mat/find_camera_parts.h"

/* Whether baselines show, but not where the camera from the sides puts them. */
bool sq_mat_denies_baselines(const sq_mat_finder *x);

/* Sets x->size by leaving the places of the sides free; the camera in x->fit then comes from baselines and
 * pot. False, and x->size unchanged, where they do not determine it, or where the size is one that nobody
 * cuts. */
bool sq_mat_resize(sq_mat_finder *x);

#endif
