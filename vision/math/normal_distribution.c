/* The normal distribution, by the error function of the C library: see normal_distribution.h. */
#include "vision/math/normal_distribution.h"

#include <math.h>

double sq_normal_below(double z) {
    return erfc(-z * M_SQRT1_2) / 2;
}

double sq_normal_density(double z) {
    return exp(-z * z / 2) * (M_2_SQRTPI * M_SQRT1_2 / 2);
}
