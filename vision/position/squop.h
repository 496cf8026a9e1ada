/* A squop: how probable an overlap is, what is called, and its place in a position's list. All squops of a
 * position, seen or inferred, are made here. */
#ifndef SQ_VISION_POSITION_SQUOP_H
#define SQ_VISION_POSITION_SQUOP_H

#include "vision/math/tunable_number.h"
#include "vision/position/position.h"

/* The probability from which on squint makes a call. A wrong call costs much; a LOOK costs little, but not
 * nothing. */
SQ_NUMBER(SQ_CALL_CERTAIN, 0.99);

/* The probability from which on a pair is reported, that is, where it is not certainly clear; other programs
 * rely on it. */
#define SQ_SQUOP_REPORTED (1 - SQ_CALL_CERTAIN)

/* The largest log odds (nats) of an overlap, or of its order, that one picture can give. */
SQ_NUMBER(SQ_ORDER_SUREST, 7.0);

/* The probability that two winks overlap, for a measured gap and its deviation (normal distribution). */
double sq_overlap_probability(double gap_mm, double sigma_mm);

/* The call for a probability: squopped or clear only where the referee is certain (SQ_CALL_CERTAIN). */
sq_call sq_overlap_call(double probability);

/* Puts the squop of winks[over] on winks[under] into the list, with its gap and call; replaces an entry of
 * the same pair. A new entry is left out if it is too unlikely to be reported (SQ_SQUOP_REPORTED), or if the
 * list is full, which sets p->truncated. */
void sq_position_put_squop(sq_position *p, int over, int under, double probability);

/* Both squops of a pair that overlaps with this probability, winks[a] over winks[b] with that of `a_over`. */
void sq_position_put_overlap(sq_position *p, int a, int b, double overlap, double a_over);

/* The index of the squop of winks[over] on winks[under] in the list; -1 where there is none. */
int sq_position_squop(const sq_position *p, int over, int under);

/* Its probability; 0 where there is none. */
double sq_position_over(const sq_position *p, int over, int under);

#endif
