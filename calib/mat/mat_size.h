/* A mat of another size than the rule book's, measured by its baselines, which lie 914.4 mm from the centre
 * (2.3.1) whatever the size of the mat. */
#ifndef SQ_CALIB_MAT_MAT_SIZE_H
#define SQ_CALIB_MAT_MAT_SIZE_H

#include "calib/mat/find_camera_parts.h"

/* Whether baselines are seen, but not where they would be for the camera found by the sides. */
bool sq_mat_denies_baselines(const sq_mat_finder *x);

/* Fits the camera in x->fit by baselines and pot alone, and sets x->size by where the sides then lie. False,
 * and x->size unchanged, where they do not determine it, or where the size would be an unlikely one. */
bool sq_mat_resize(sq_mat_finder *x);

#endif
