/* The normal distribution: how probable an error is, in standard deviations of it. */
#ifndef SQ_VISION_MATH_NORMAL_DISTRIBUTION_H
#define SQ_VISION_MATH_NORMAL_DISTRIBUTION_H

/* Φ(z): the probability, 0..1, that a standard normal variable lies below z. Exact in its far left tail too,
 * where 1 - Φ(-z) would be 0. */
double sq_normal_below(double z);

/* φ(z) = Φ'(z): the density at z, for each standard deviation. */
double sq_normal_density(double z);

#endif
