/* The mat's geometry, in millimetres: its edge, its baselines, its corners. */
#ifndef SQ_VISION_MAT_H
#define SQ_VISION_MAT_H

#include "vision/units.h"

/* How far the nearest edge of a disc lies outside the mat; negative: so far inside. */
double sq_mat_beyond_edge(sq_mm at, double radius_mm);

/* How far a point lies behind the baseline of its corner (rule 2.3.1); negative: on the field's side. */
double sq_mat_behind_baseline(sq_mm at);

#endif
