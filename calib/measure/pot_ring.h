/* The centre of the rim of the pot in the picture. The pot stands in the middle of the mat; this point
 * tells what sides and baselines, all near the edge, leave open: how lens and tilt shift the middle. */
#ifndef SQ_CALIB_MEASURE_POT_RING_H
#define SQ_CALIB_MEASURE_POT_RING_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"

typedef struct {
    sq_px rim;       /* the centre of the upper edge, 38 mm above the mat */
    double evidence; /* 0..2: the share of the rim's outer and of its inner edge that shows */
} sq_mat_pot_sight;

/* Looks up to reach_mm around the place where this camera expects the rim. Two concentric circles of known
 * size are matched at once, since of a white pot on white felt now one and now the other shows. False where
 * there is nothing like a rim. */
bool sq_mat_pot_find(const sq_frame *f, const sq_camera *c, double reach_mm, sq_mat_pot_sight *out);

#endif
