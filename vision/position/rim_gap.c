/* The gap between two winks: see rim_gap.h. */
#include "vision/position/rim_gap.h"

#include "vision/geometry/disc.h"
#include "vision/math/normal_distribution.h"
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

/* Without what lies below a pile: it raises two that overlap together. */
static double sigma_within_pile(const sq_seen_wink *w) {
    double own = sq_own_sigma_mm(w);
    return sqrt(fmax(own * own - w->raised_mm * w->raised_mm, 0));
}

/* Whether both are raised together is not known better than whether they overlap, and that is told by the
 * deviations of two that are raised each by itself: the mean of both variances, by that probability. */
sq_gap sq_gap_between(const sq_seen_wink *a, const sq_seen_wink *b) {
    double distance = sq_mm_distance(a->at, b->at), seen = fmin(a->seen, b->seen);
    double mm = distance - reach_towards(a, b->at, distance) - reach_towards(b, a->at, distance);
    double stretch = fmax(a->common.stretch, b->common.stretch) * distance;
    double apart = hypot(sq_gap_sigma(sq_own_sigma_mm(a), sq_own_sigma_mm(b), seen), stretch);
    if (!(a->raised_mm > 0 && b->raised_mm > 0 && apart > 0)) return (sq_gap){mm, apart};
    double together = hypot(sq_gap_sigma(sigma_within_pile(a), sigma_within_pile(b), seen), stretch);
    double overlap = sq_normal_below(-mm / apart);
    return (sq_gap){mm, sqrt(overlap * together * together + (1 - overlap) * apart * apart)};
}
