/* The rim of a disc's upper face, measured to a few hundredths of a pixel: where its middle is, and how wide
 * it is. */
#ifndef SQ_VISION_CROKINOLE_RIM_FIT_H
#define SQ_VISION_CROKINOLE_RIM_FIT_H

#include "vision/crokinole/round_things.h"

/* Moves t to where its rim is in the full picture, and measures its radius, support and sigma_mm. z: height
 * of its upper face, mm. edge: the least slope of an edge, levels a pixel. fixed_mm: the radius if it is
 * known; 0: it is measured too. If less than a quarter of the rim is seen, its support becomes 0. */
void sq_rim_fit(sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera, double z,
                double edge, double fixed_mm);

/* Checks whether the edges fit a place beside the fitted one better, and if so moves t there: on a tilted
 * board, the upper edge of a disc's side, its lower edge, and a line beside it can be mistaken for each
 * other. Where both places fit about equally well, sigma_mm grows to cover both. */
void sq_rim_settle(sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera, double z,
                   double edge);

#endif
