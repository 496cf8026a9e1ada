/* How a wink comes to rest where it falls: flat on the felt, on other winks, over the mat's edge, in the pot,
 * on its rim, or leaning on it. Lengths in mm, in the mat's frame.
 *
 * The horizontal place of its centre is given; height and tilt are those of least potential energy: the
 * lowest plane under which everything below its footprint stays. That plane is a linear program in three
 * unknowns and rests on three points around the centre (or lies on a face), so the pose is also stable. What
 * lies below is taken as fixed. */
#ifndef SQ_DATASETS_SCENE_SETTLE_H
#define SQ_DATASETS_SCENE_SETTLE_H

#include "datasets/scene/solid_shapes.h"

typedef enum {
    SQ_GROUND_MAT, /* the felt, and the table past its edge */
    SQ_GROUND_POT, /* the pot's floor and its inner side */
    SQ_GROUND_RIM  /* the pot's rim, and nothing under the rest of the footprint */
} sq_ground_kind;

typedef struct {
    sq_ground_kind kind;
    double mat_half_length, mat_half_width, mat_thickness;
    sq_solid_pot pot;
} sq_ground;

/* Sets height and normal of *d, whose at.x, at.y, radius, thickness and bevel are given, over `count` discs
 * that lie already. False where it does not come to rest there: its centre is past the rim, or it would stand
 * steeper than 60°. */
bool sq_rest(sq_solid_disc *d, const sq_solid_disc *below, int count, const sq_ground *ground);

/* Leans *d on the pot's outer side: lower edge on the mat, tilted by `lean` radians from lying flat, in the
 * direction `azimuth` from the pot. */
void sq_rest_leaning(sq_solid_disc *d, const sq_solid_pot *pot, double azimuth, double lean);

/* The upper surface of the ground under a point; -INFINITY where there is none. */
double sq_ground_height(const sq_ground *g, sq_mm p);

#endif
