/* The geometry of the mat, in millimetres: its edge and its baselines. */
#ifndef SQ_VISION_GEOMETRY_MAT_GEOMETRY_H
#define SQ_VISION_GEOMETRY_MAT_GEOMETRY_H

#include "vision/math/tunable_number.h"
#include "vision/math/units.h"

/* mm around the mat in which a wink that has left it is still looked for. The rules only need to know that
 * it left; one that has rolled further is `unseen`. Wider costs time and takes in more of the table. */
SQ_NUMBER(SQ_REACH_MM, 70.0);

/* How far (mm) a disc reaches beyond the mat's edge; negative where all of it lies inside. */
double sq_mat_beyond_edge(sq_mm at, double radius_mm);

/* How far (mm) a point lies behind the baseline of its corner (rule 2.3.1); negative on the side of the
 * field. */
double sq_mat_behind_baseline(sq_mm at);

#endif
