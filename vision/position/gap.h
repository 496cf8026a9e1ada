/* The gap between two winks and how surely it is known. There is one way to measure it, so that the same gap
 * has the same ± wherever it is told. */
#ifndef SQ_VISION_POSITION_GAP_H
#define SQ_VISION_POSITION_GAP_H

#include "vision/math/number.h"
#include "vision/position/position.h"

/* The correlation of neighbouring winks' errors: one lamp's shadow and one lens draw both the same way. Of
 * drawn winks less than 60 mm apart 0.4, of those twice as far 0.3. Less: near winks are asked about that lie
 * clear. */
SQ_NUMBER(SQ_SIGMA_SHARED, 0.4);

typedef struct {
    double mm;       /* horizontally, from rim to rim; negative where they overlap */
    double sigma_mm; /* standard deviation of that */
} sq_gap;

/* The gap of two winks, from their places, leans and deviations. One that leans reaches less far. */
sq_gap sq_gap_between(const sq_seen_wink *a, const sq_seen_wink *b);

/* The deviation of the gap of two neighbours in one picture, whose places have those and of which at least
 * that share is seen: what light and lens do to both alike, as far as they are seen, does not count. */
double sq_gap_sigma(double one_mm, double other_mm, double seen);

/* How far a wink reaches towards a point, horizontally from its middle, mm: a leaning one less far than its
 * radius. */
double sq_wink_reach(const sq_seen_wink *w, sq_mm point);

/* The probability that a gap measured with a deviation is an overlap. */
double sq_overlap_probability(double gap_mm, double sigma_mm);

/* The call for a probability: a word only where the referee would stake its name on it. */
sq_call sq_overlap_call(double probability);

/* Puts the squop of winks[over] on winks[under] into the list, with its gap and call. One that is in the list
 * already is told anew. A new one is left out where it is too unlikely to be reported (SQ_SQUOP_REPORTED);
 * where the list is full, p->truncated says so. */
void sq_position_put_squop(sq_position *p, int over, int under, double probability);

/* The number of that squop in the list; -1 where it is not in it. */
int sq_position_squop(const sq_position *p, int over, int under);

#endif
