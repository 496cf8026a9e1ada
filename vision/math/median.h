/* The median of a list, in linear time. */
#ifndef SQ_VISION_MATH_MEDIAN_H
#define SQ_VISION_MATH_MEDIAN_H

/* Values without which neither median nor mean of pixels is believed: known then to a quarter of their
 * scatter. */
enum { SQ_SAMPLES_ENOUGH = 12 };

/* Values of which one that errs by itself is never the median. */
enum { SQ_MEDIAN_LEAST = 3 };

/* The n / 2-th smallest of n >= 1 numbers, none of them NaN; reorders them. Hoare's selection (Algorithm 65,
 * Communications of the ACM 4, 1961). */
float sq_median(float *v, int n);

/* The standard deviation about a value of n >= 1 numbers, most of which are normal: by the median of what
 * they are off it, so that those that went astray count no more than others. Changes the numbers. */
float sq_robust_deviation(float *v, int n, float about);

/* The same median of doubles; sorts them. */
double sq_median_of_doubles(double *v, int n);

/* For qsort: doubles, the least first. */
int sq_ascending(const void *a, const void *b);

#endif
