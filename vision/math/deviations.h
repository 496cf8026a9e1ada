/* What deviations tell: of a normal error, and of one whose tails are heavier. */
#ifndef SQ_VISION_MATH_DEVIATIONS_H
#define SQ_VISION_MATH_DEVIATIONS_H

#include "vision/math/tunable_number.h"

/* Standard deviations that an error seldom exceeds: one normal error in twenty does. Lower: chance is taken
 * for what is sought. Higher: what is there is taken for chance. */
SQ_NUMBER(SQ_SELDOM_SIGMAS, 2.0);

/* Standard deviations beyond which nothing is an error of what was measured: it is another thing. */
SQ_NUMBER(SQ_STRAY_SIGMAS, 4.0);

/* Degrees of freedom of Student's t where the tails are those of pictures: now and then a highlight, a shadow
 * or a covered rim misleads by many deviations. More: one of these counts as much as all that speaks against
 * it. */
SQ_NUMBER(SQ_TAILS, 3.0);

#endif
