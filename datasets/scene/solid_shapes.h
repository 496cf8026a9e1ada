/* The solids of a scene (winks and squidgers, the pot, the limbs of a hand), and where a ray meets them.
 * Lengths in mm, in the mat's frame. Plain values. */
#ifndef SQ_DATASETS_SCENE_SOLID_SHAPES_H
#define SQ_DATASETS_SCENE_SOLID_SHAPES_H

#include <stdbool.h>

#include "vision/math/units.h"

/* A flat cylinder whose rims are cut at 45°. */
typedef struct {
    sq_mm3 at;     /* the middle of the disc */
    sq_mm3 normal; /* unit; of its upper face */
    double radius, thickness;
    double bevel; /* how far the cut goes in from the rim, and down */
} sq_solid_disc;

/* A cup that stands on the mat. Its outer radius grows from the base to the top as base + (top - base) (z /
 * height)^flare, so its side is concave. The wall has the same thickness all the way up. */
enum { SQ_POT_RINGS = 8 };
typedef struct {
    sq_mm at; /* its base's centre */
    double height, base_radius, top_radius, flare, wall;
    double floor;                  /* its floor's upper side over the mat */
    double ring[SQ_POT_RINGS + 1]; /* outer radius at evenly spaced heights; sq_pot_close sets it */
} sq_solid_pot;

/* The hull of two spheres: part of a finger, an arm. */
typedef struct {
    sq_mm3 from, to;
    double from_radius, to_radius;
} sq_limb;

typedef struct {
    sq_mm3 from, along; /* along: unit */
} sq_ray;

typedef struct {
    double distance; /* along the ray, >= 0 */
    sq_mm3 normal;   /* unit, outwards; smoothed over bevels and over the pot's rings */
    bool inside;     /* of the pot: its inner side or its floor */
} sq_hit;

/* Whether the ray meets the solid within `farthest` mm; out may be null. A ray that starts inside a disc
 * meets it at once, since discs lie on each other. One that leaves its surface does not meet it. */
bool sq_disc_hit(const sq_solid_disc *d, sq_ray r, double farthest, sq_hit *out);
bool sq_pot_hit(const sq_solid_pot *p, sq_ray r, double farthest, sq_hit *out);
bool sq_limb_hit(const sq_limb *l, sq_ray r, double farthest, sq_hit *out);

/* Sets `ring` from the other measures. Call it before the first ray. */
void sq_pot_close(sq_solid_pot *p);

/* The pot's outer radius at a height above the mat. */
double sq_pot_radius(const sq_solid_pot *p, double z);

/* How deep a point lies within the disc (mm), negative outside: the distance to the nearest of its faces. */
double sq_disc_depth(const sq_solid_disc *d, sq_mm3 p);

/* A point of the disc's surface. face: +1 the rim of the upper flat face, -1 that of the lower one, 0 the
 * middle of the wall. angle in radians. The flat face ends where the bevel begins. */
sq_mm3 sq_disc_rim(const sq_solid_disc *d, int face, double angle);

/* From a vertical axis through p to the disc's nearest edge, seen from above, mm; 0 where the disc covers the
 * axis. */
double sq_disc_edge_to_axis(const sq_solid_disc *d, sq_mm p);

#endif
