/* Signed distances from the mat's sides and from its baselines. */
#include "vision/geometry/mat_geometry.h"

#include "rules/terms/equipment_sizes.h"

double sq_mat_beyond_edge(sq_mm at, double radius_mm) {
    return fmax(fabs(at.x) - SQ_MAT_LENGTH_MM / 2, fabs(at.y) - SQ_MAT_WIDTH_MM / 2) + radius_mm;
}

double sq_mat_behind_baseline(sq_mm at) {
    double diagonal = hypot(SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM);
    return (fabs(at.x) * SQ_MAT_LENGTH_MM + fabs(at.y) * SQ_MAT_WIDTH_MM) / diagonal - SQ_BASELINE_MM;
}
