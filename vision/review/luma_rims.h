/* A second witness of where winks lie: their rims in luma alone.
 *
 * Winks are placed by their colour. Where chroma is halved, and a codec has thinned it out besides, it may
 * lie elsewhere than the wink does, by more than its noise tells. Luma is coded apart from it and finer.
 * Where luma puts the rims of a colour's winks differs from where chroma puts them by the light too, but then
 * for all of them alike; what is left between one wink and the others is the error of its place. */
#ifndef SQ_VISION_REVIEW_LUMA_RIMS_H
#define SQ_VISION_REVIEW_LUMA_RIMS_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* Adds to sigma_mm of the whole winks of p, seen in f by c, by how much both witnesses differ: of all of
 * them, and of each. Does nothing where chroma is not halved, or too few winks are whole. Takes one or
 * two milliseconds. */
void sq_luma_rims_doubt(sq_position *p, const sq_frame *f, const sq_camera *c);

#endif
