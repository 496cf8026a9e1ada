/* The lowest plane that lies on a set of points: how a flat body comes to rest on them.
 *
 * A body whose centre is above the origin settles where its potential energy is least: in the plane z = h +
 * a x + b y with the smallest h that keeps all points below it. This is a linear program in three unknowns.
 * Its solution rests on three points around the origin, and is therefore stable. */
#ifndef SQ_VISION_MATH_SUPPORTING_PLANE_H
#define SQ_VISION_MATH_SUPPORTING_PLANE_H

#include <stdbool.h>

#include "vision/math/tunable_number.h"

/* What is less is rounding: mm by which a point may stick out or a plane be off another, mm² of a triangle
 * that has no plane. */
SQ_NUMBER(SQ_PLANE_ROUNDING, 1e-9);

/* A point that must stay below: its place relative to the body's centre, and its height. */
typedef struct {
    double x, y, z;
} sq_support;

typedef struct {
    double h, a, b; /* z = h + a x + b y */
} sq_plane;

/* Finds the plane through the highest supports. False where all points lie to one side of the origin: the
 * body would tip over. */
bool sq_supporting_plane(sq_plane *out, const sq_support *point, int count);

#endif
