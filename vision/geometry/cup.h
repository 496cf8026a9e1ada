/* The shape of the cup: its outer side, from the base (38 mm across) to the top (48 mm, 38 mm up; rule 2.4).
 *
 * The rules call it "concave-sided" and say no more: near its base it widens less than a cone. It hides what
 * lies behind this side, winks lean on it and touch it. */
#ifndef SQ_VISION_GEOMETRY_CUP_H
#define SQ_VISION_GEOMETRY_CUP_H

/* How curved the usual cup's side is: see sq_cup_widening. */
double sq_cup_flare(void);

/* The share of the way from the base's radius to the top's that a side has widened at a share of its height,
 * each from 0 to 1: height^flare. A cone has flare 1; the larger, the more concave. */
double sq_cup_widening(double up, double flare);

/* The usual cup's outer radius at a height over the mat, mm; that of base and top below and above them. */
double sq_cup_radius_mm(double z);

/* By how much that radius would be less if the flare were larger by 1; mm. */
double sq_cup_radius_per_flare_mm(double z);

#endif
