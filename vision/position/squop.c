/* Squops from gaps: their probability, their call, and the list of a position: see squop.h. */
#include "vision/position/squop.h"

#include "vision/math/normal_distribution.h"
#include "vision/position/rim_gap.h"

double sq_overlap_probability(double gap_mm, double sigma_mm) {
    return sq_normal_below(-gap_mm / sigma_mm);
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

double sq_position_over(const sq_position *p, int over, int under) {
    int i = sq_position_squop(p, over, under);
    return i < 0 ? 0 : p->squops[i].probability;
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

void sq_position_put_overlap(sq_position *p, int a, int b, double overlap, double a_over) {
    sq_position_put_squop(p, a, b, overlap * a_over);
    sq_position_put_squop(p, b, a, overlap * (1 - a_over));
}
