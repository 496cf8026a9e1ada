/* The gap between two winks: see rim_gap.h. */
#include "vision/position/rim_gap.h"

#include "vision/geometry/disc.h"
#include "vision/position/shared_camera_error.h"

/* away: the point's distance, mm. */
static double reach_towards(const sq_seen_wink *w, sq_mm point, double away) {
    double sine = 0;
    if (away > 0) sine = (w->normal.x * (point.x - w->at.x) + w->normal.y * (point.y - w->at.y)) / away;
    return sq_disc_reach(sq_seen_radius_mm(w), sine);
}

double sq_wink_reach(const sq_seen_wink *w, sq_mm point) {
    return reach_towards(w, point, sq_mm_distance(w->at, point));
}

double sq_gap_sigma(double one_mm, double other_mm, double seen) {
    return sqrt(one_mm * one_mm + other_mm * other_mm - 2 * SQ_SIGMA_SHARED * seen * one_mm * other_mm);
}

/* What lies below a pile raises two that overlap together. */
static double sigma_within_pile(const sq_seen_wink *w) {
    double own = sq_own_sigma_mm(w);
    return sqrt(fmax(own * own - w->raised_mm * w->raised_mm, 0));
}

sq_gap sq_gap_between(const sq_seen_wink *a, const sq_seen_wink *b) {
    double apart = sq_mm_distance(a->at, b->at);
    double mm = apart - reach_towards(a, b->at, apart) - reach_towards(b, a->at, apart);
    double one = mm < 0 ? sigma_within_pile(a) : sq_own_sigma_mm(a),
           other = mm < 0 ? sigma_within_pile(b) : sq_own_sigma_mm(b),
           own = sq_gap_sigma(one, other, fmin(a->seen, b->seen));
    double stretch = fmax(a->common.stretch, b->common.stretch) * apart;
    return (sq_gap){mm, hypot(own, stretch)};
}
