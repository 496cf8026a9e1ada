/* The median by Hoare's selection: partition, then go on in the part that holds the middle. A partition moves
 * each value without asking where it belongs: a processor cannot foresee the answers. */
#include "vision/math/median.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* The standard deviation of a normal distribution about 0, divided by the median of the absolute values. */
#define SQ_SIGMA_OF_MEDIAN 1.4826f

/* Puts those of lo..hi that are less than the pivot first, or those that are not more; returns where they
 * end. */
static inline int partition(float *v, int lo, int hi, float pivot, bool equal_too) {
    int end = lo;
    for (int i = lo; i <= hi; i++) {
        float x = v[i];
        v[i] = v[end];
        v[end] = x;
        end += equal_too ? x <= pivot : x < pivot;
    }
    return end;
}

float sq_median(float *v, int n) {
    assert(n > 0);
    int lo = 0, hi = n - 1, k = n / 2;
    while (lo < hi) {
        float pivot = v[(lo + hi) / 2];
        int less = partition(v, lo, hi, pivot, false);
        if (k < less) {
            hi = less - 1;
            continue;
        }
        lo = partition(v, less, hi, pivot, true);
        if (k < lo) return pivot;
    }
    return v[k];
}

float sq_robust_deviation(float *v, int n, float about) {
    for (int i = 0; i < n; i++)
        v[i] = fabsf(v[i] - about);
    return SQ_SIGMA_OF_MEDIAN * sq_median(v, n);
}

int sq_ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double sq_median_of_doubles(double *v, int n) {
    assert(n > 0);
    qsort(v, (size_t)n, sizeof *v, sq_ascending);
    return v[n / 2];
}
