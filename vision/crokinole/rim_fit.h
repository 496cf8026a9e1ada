/* The rim of a disc's upper face, measured to a few hundredths of a pixel: where its middle is, and how wide
 * it is. */
#ifndef SQ_VISION_CROKINOLE_RIM_FIT_H
#define SQ_VISION_CROKINOLE_RIM_FIT_H

#include "vision/crokinole/round_things.h"

/* Moves t to where its rim, with its bevel, is in the full picture, and measures its radius, support and
 * sigma_mm. z: height of its upper face, mm. edge: the least slope of an edge, levels a pixel. fixed_mm: the
 * radius if it is known; 0: it is measured too. If less than a quarter of the rim is seen, its support
 * becomes 0. */
void sq_rim_fit(sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera, double z,
                double edge, double fixed_mm);

/* What the rims of a board's discs may look like, and the share of them that agrees with it. */
typedef struct {
    double radius_mm;
    double bevel_mm; /* by how much their upper edge is cut off, across and down; 0: it is sharp */
    double agreed;
} sq_rim_shape;

/* The shapes that the rims of n discs agree with most: of sharp ones, and of bevelled ones, the radius being
 * about so many millimetres. A bevel shows as two circles, which meet where it is seen along its slope: both
 * edges count for one rim. */
void sq_rim_shapes(const sq_round_thing *const disc[], int n, const sq_colour_planes *picture,
                   const sq_camera *camera, double z, double edge, double about_mm, sq_rim_shape *sharp,
                   sq_rim_shape *bevelled);

/* Where little of a rim agrees, checks whether one beside it agrees better, half a radius off in any
 * direction, and if so moves t there. */
void sq_rim_look_around(sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera, double z,
                        double edge);

/* Checks whether the edges fit a place beside the fitted one better, and if so moves t there: on a tilted
 * board, the upper edge of a disc's side, its lower edge, and a line beside it can be mistaken for each
 * other. Where both places fit about equally well, it is the one farther from the eye, and sigma_mm grows to
 * cover both. */
void sq_rim_settle(sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera, double z,
                   double edge);

#endif
