/* The median by Hoare's selection: partition, then go on in the part that holds the middle. */
#include "vision/math/median.h"

#include <assert.h>

float sq_median(float *v, int n) {
    assert(n > 0);
    int lo = 0, hi = n - 1, k = n / 2;
    while (lo < hi) {
        float pivot = v[(lo + hi) / 2];
        int i = lo, j = hi;
        while (i <= j) {
            while (v[i] < pivot)
                i++;
            while (v[j] > pivot)
                j--;
            if (i <= j) {
                float swap = v[i];
                v[i++] = v[j];
                v[j--] = swap;
            }
        }
        if (k <= j)
            hi = j;
        else if (k >= i)
            lo = i;
        else
            break;
    }
    return v[k];
}
