/* The rim of a disc's upper face, measured to a few hundredths of a pixel: where its middle is, and how wide
 * it is. */
#ifndef SQ_VISION_CROKINOLE_RIM_FIT_H
#define SQ_VISION_CROKINOLE_RIM_FIT_H

#include "vision/crokinole/round_things.h"

/* Moves t to where its rim is in the whole picture and measures its radius, support and sigma_mm. z: height
 * of its upper face. edge: the slope (levels a pixel) of an edge. fixed_mm: the radius that it is known to
 * have; 0: it is measured too. Where less than a quarter of the rim is seen, its support becomes 0. */
void sq_rim_fit(sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera, double z,
                double edge, double fixed_mm);

/* Looks whether the edges agree better on a place beside the one that was fitted: on a tilted board the upper
 * and the lower edge of a disc's side, and a line beside it, can be taken for each other. Moves t there;
 * where both are alike, its sigma_mm spans them. */
void sq_rim_settle(sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera, double z,
                   double edge);

#endif
