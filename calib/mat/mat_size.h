/* A mat that is not as large as the rule book's, found out by its baselines: they lie 914.4 mm from the
 * centre (2.3.1), whatever the mat was cut to. */
#ifndef SQ_CALIB_MAT_MAT_SIZE_H
#define SQ_CALIB_MAT_MAT_SIZE_H

#include "calib/mat/finder.h"

/* Baselines show, but not where the camera that the sides tell puts them. */
bool sq_mat_denies_baselines(const sq_mat_finder *x);

/* Sets x->size by letting the sides lie where they do; the camera in x->fit is then baselines' and pot's.
 * False, and x->size unchanged, where they do not tell it or a size comes out that nobody cuts. */
bool sq_mat_resize(sq_mat_finder *x);

#endif
