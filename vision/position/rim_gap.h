/* The gap between two winks, and how surely it is known. Only this file computes it, so that the same gap has
 * the same ± wherever it is reported. */
#ifndef SQ_VISION_POSITION_RIM_GAP_H
#define SQ_VISION_POSITION_RIM_GAP_H

#include "vision/math/tunable_number.h"
#include "vision/position/position.h"

/* The correlation of the errors of neighbouring winks: one shadow and one lens shift both the same way.
 * Measured on drawn winks: 0.4 for those less than 60 mm apart, 0.3 at twice the distance. Lower: the
 * umpire is asked about winks near each other that lie clear. */
SQ_NUMBER(SQ_SIGMA_SHARED, 0.4);

typedef struct {
    double mm;       /* horizontally, from rim to rim; negative where they overlap */
    double sigma_mm; /* standard deviation of that */
} sq_gap;

/* The gap of two winks, from their places, tilts and deviations. Of the camera's errors, those that move all
 * winks alike do not count, and those that stretch the picture do; nor does, where they overlap, what may
 * raise their pile. */
sq_gap sq_gap_between(const sq_seen_wink *a, const sq_seen_wink *b);

/* The standard deviation (mm) of the gap of two neighbours in one picture, from those of their places (mm).
 * seen: the share of its face that is seen, 0..1, of the wink that is seen less. Errors that light and lens
 * cause in both alike cancel, as far as both are seen. */
double sq_gap_sigma(double one_mm, double other_mm, double seen);

/* How far (mm) a wink reaches horizontally from its middle towards a point; a leaning one reaches less far
 * than its radius. */
double sq_wink_reach(const sq_seen_wink *w, sq_mm point);

#endif
