/* The lowest plane that lies on a set of points: how a flat thing comes to rest on them.
 *
 * A body whose centre is over the origin settles where its potential energy is least: the plane z = h + a x +
 * b y with the least h under which all points stay. That is a linear program in three unknowns; its solution
 * rests on three points around the origin, so the pose is also stable. */
#ifndef SQ_VISION_MATH_LOWEST_PLANE_H
#define SQ_VISION_MATH_LOWEST_PLANE_H

#include <stdbool.h>

/* A point that must stay below: its place relative to the body's centre, and its height. */
typedef struct {
    double x, y, z;
} sq_support;

typedef struct {
    double h, a, b; /* z = h + a x + b y */
} sq_plane;

/* Finds it. False where all points lie to one side of the origin: the body would tip over. */
bool sq_lowest_plane(sq_plane *out, const sq_support *point, int count);

#endif
