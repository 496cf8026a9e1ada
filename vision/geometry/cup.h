/* The shape of the cup: its outer side, from the base (38 mm across) to the top (48 mm, 38 mm up; rule 2.4).
 *
 * The rules call it "concave-sided" and say no more: near its base it widens less than a cone. The side hides
 * what lies behind it, and winks lean on it or touch it. */
#ifndef SQ_VISION_GEOMETRY_CUP_H
#define SQ_VISION_GEOMETRY_CUP_H

#include "vision/math/tunable_number.h"

/* mm: how thick its wall is, and by how much walls differ: from thin cups to those of 2.5 mm. What bears a
 * wink on the rim of a wall of 1 or 3 mm is 1 mm nearer to the axis or farther from it. */
SQ_NUMBER(SQ_CUP_WALL_MM, 2.0);
SQ_NUMBER(SQ_CUP_WALL_SPREAD_MM, 0.5);

/* How curved the side of the usual cup is: the exponent `flare` of sq_cup_widening, no unit. */
double sq_cup_flare(void);

/* How far the side has widened at the height `up`: up^flare. `up` is the share of the height, the result the
 * share of the way from the base's radius to the top's, both 0..1. A cone has flare 1; the larger the flare,
 * the more concave the side. */
double sq_cup_widening(double up, double flare);

/* The outer radius (mm) of the usual cup at height z (mm) over the mat; below the base and above the top,
 * that of base and top. */
double sq_cup_radius_mm(double z);

/* By how much (mm) that radius would shrink if the flare grew by 1. */
double sq_cup_radius_per_flare_mm(double z);

#endif
