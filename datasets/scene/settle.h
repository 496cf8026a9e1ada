/* How a wink comes to rest where it falls: flat on the felt, on other winks, over the mat's edge, in the pot,
 * on its rim, or leaning on it. Lengths in mm, in the mat's frame.
 *
 * The horizontal place of the wink's centre is given. Its height and tilt are those of least potential
 * energy: the lowest plane that has everything under the wink's footprint below it. To find this plane is a
 * linear program in three unknowns. The plane rests on three points around the centre (or lies on a face), so
 * the pose is also stable. What lies below does not move. */
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

/* Sets the height and normal of *d over `count` discs that lie already; at.x, at.y, radius, thickness and
 * bevel are given. False where it does not come to rest: its centre is past the rim, or it would stand
 * steeper than 60°. */
bool sq_rest(sq_solid_disc *d, const sq_solid_disc *below, int count, const sq_ground *ground);

/* Leans *d on the pot's outer side, in the direction `azimuth` (radians) from the pot. Its lower edge is on
 * the mat, and it is tilted by `lean` radians from lying flat. */
void sq_rest_leaning(sq_solid_disc *d, const sq_solid_pot *pot, double azimuth, double lean);

/* The height of the ground's upper surface under a point, mm; -INFINITY where there is none. */
double sq_ground_height(const sq_ground *g, sq_mm p);

#endif
