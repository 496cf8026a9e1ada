/* The pot's rim: where its centre is seen. The pot stands on the mat's centre, so this one point tells what
 * sides and baselines, all near the edge, leave open: how the lens and the tilt shift the middle. */
#ifndef SQ_CALIB_MEASURE_POT_RING_H
#define SQ_CALIB_MEASURE_POT_RING_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"

typedef struct {
    sq_px rim;       /* the centre of the upper edge, 38 mm above the mat */
    double evidence; /* 0..2: the share of the rim's outer and of its inner edge that shows */
} sq_mat_pot_sight;

/* Looks around the place where this camera expects the rim, up to reach_mm from it. Two concentric circles of
 * known size are matched at once: of a white pot on white felt now the one and now the other shows. False
 * where nothing like a rim is there. */
bool sq_mat_pot_find(const sq_frame *f, const sq_camera *c, double reach_mm, sq_mat_pot_sight *out);

#endif
