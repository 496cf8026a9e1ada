/* Finds the centre of the pot's rim in the picture. The pot stands in the middle of the mat, while sides and
 * baselines all lie near the edge: this point shows how lens and tilt shift the middle. */
#ifndef SQ_CALIB_MEASURE_POT_RIM_BY_COLOUR_H
#define SQ_CALIB_MEASURE_POT_RIM_BY_COLOUR_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/geometry/cup.h"
#include "vision/math/tunable_number.h"

/* Millimetres of wall that are tried: thin ones to thick ones. */
#define SQ_MAT_POT_WALL_LEAST_MM (SQ_CUP_WALL_MM - SQ_CUP_WALL_SPREAD_MM)
#define SQ_MAT_POT_WALL_MOST_MM (SQ_CUP_WALL_MM + SQ_CUP_WALL_SPREAD_MM)

/* Rays around the rim, and profiles of which each is the mean. */
enum { SQ_POT_RAYS = 64, SQ_POT_RAYS_BESIDE = 3 };

typedef struct {
    sq_px rim;       /* the centre of the upper edge, 38 mm above the mat */
    double sigma_mm; /* of its x, and of its y: half a wall, by which lamp and shadow may move it */
    double evidence; /* 0..2: the share of the rim's outer edge that shows, plus that of its inner edge */
} sq_mat_pot_sight;

/* Looks up to reach_mm around the place where this camera expects the rim. Two concentric circles of known
 * size are matched at once, since a white pot on white felt may show only one of them. False where there is
 * nothing like a rim. */
bool sq_mat_pot_find(const sq_frame *f, const sq_camera *c, double reach_mm, sq_mat_pot_sight *out);

#endif
