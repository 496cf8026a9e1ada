/* Whether the picture shows an edge along a disc's rim: evidence that is independent of the areas by which
 * disc_fit.h has placed it.
 *
 * A disc that is really there has an edge wherever nothing hides its rim and another colour lies beyond. */
#ifndef SQ_VISION_EXPLAIN_RIM_SUPPORT_H
#define SQ_VISION_EXPLAIN_RIM_SUPPORT_H

#include "vision/geometry/disc.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/felt_window.h"

/* The share of the rim points that must show an edge, of those that are not hidden. */
SQ_NUMBER(SQ_RIM_SUPPORT, 0.6);

/* Looks along the rim of disc k where no later disc hides it. *share: the share of the rim, 0..1, that is
 * visible and lies over another colour; *support: the share of that at which the colour of the disc ends. */
void sq_rim_support_of(const sq_window *w, const sq_disc *disc, int n, int k, double blur_px, double *share,
                       double *support);

/* The middle of disc k, grown by so many millimetres, at which the rim that can be seen stays where it is, as
 * well as it can (least squares): a rim all about keeps the middle, an arc pulls it along. */
sq_mm sq_rim_kept(const sq_window *w, const sq_disc *disc, int n, int k, double blur_px, double growth_mm);

#endif
