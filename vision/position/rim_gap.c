/* The gap between two winks: see rim_gap.h. */
#include "vision/position/rim_gap.h"

#include "vision/geometry/disc.h"
#include "vision/position/shared_camera_error.h"

double sq_wink_reach(const sq_seen_wink *w, sq_mm point) {
    double away = sq_mm_distance(w->at, point), sine = 0;
    if (away > 0) sine = (w->normal.x * (point.x - w->at.x) + w->normal.y * (point.y - w->at.y)) / away;
    return sq_disc_reach(sq_seen_radius_mm(w), sine);
}

double sq_gap_sigma(double one_mm, double other_mm, double seen) {
    return sqrt(one_mm * one_mm + other_mm * other_mm - 2 * SQ_SIGMA_SHARED * seen * one_mm * other_mm);
}

sq_gap sq_gap_between(const sq_seen_wink *a, const sq_seen_wink *b) {
    double mm = sq_mm_distance(a->at, b->at) - sq_wink_reach(a, b->at) - sq_wink_reach(b, a->at);
    double own = sq_gap_sigma(sq_own_sigma_mm(a), sq_own_sigma_mm(b), fmin(a->seen, b->seen));
    double stretch = fmax(a->common.stretch, b->common.stretch) * sq_mm_distance(a->at, b->at);
    return (sq_gap){mm, hypot(own, stretch)};
}
