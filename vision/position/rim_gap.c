/* The gap between two winks, and the squop that it makes: see rim_gap.h. */
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

double sq_overlap_probability(double gap_mm, double sigma_mm) {
    return 0.5 * erfc(gap_mm / (sigma_mm * M_SQRT2));
}

sq_call sq_overlap_call(double probability) {
    if (probability >= SQ_CALL_CERTAIN) return SQ_CALL_SQUOPPED;
    return probability <= 1 - SQ_CALL_CERTAIN ? SQ_CALL_CLEAR : SQ_CALL_LOOK;
}

int sq_position_squop(const sq_position *p, int over, int under) {
    for (int i = 0; i < p->squop_count; i++)
        if (p->squops[i].over == over && p->squops[i].under == under) return i;
    return -1;
}

void sq_position_put_squop(sq_position *p, int over, int under, double probability) {
    int i = sq_position_squop(p, over, under);
    if (i < 0 && probability <= SQ_SQUOP_REPORTED) return;
    if (i < 0 && p->squop_count == SQ_PAIR_CAP) {
        p->truncated = true;
        return;
    }
    if (i < 0) i = p->squop_count++;
    sq_gap gap = sq_gap_between(&p->winks[over], &p->winks[under]);
    p->squops[i] = (sq_squop){over, under, probability, gap.mm, gap.sigma_mm, sq_overlap_call(probability)};
}
