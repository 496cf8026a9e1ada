/* Errors whose tails are heavier than those of a normal distribution. */
#ifndef SQ_VISION_MATH_HEAVY_TAILS_H
#define SQ_VISION_MATH_HEAVY_TAILS_H

#include "vision/math/tunable_number.h"

/* Degrees of freedom of Student's t where the tails are those of pictures: now and then a highlight, a shadow
 * or a covered rim misleads by many deviations. More: one of these counts as much as all that speaks against
 * it. */
SQ_NUMBER(SQ_TAILS, 3.0);

#endif
