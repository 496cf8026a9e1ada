/* Peaks: kept until there are twice as many as wanted, then the lower half is left out. */
#include "vision/math/peaks.h"

#include <stdbool.h>
#include <stdlib.h>

static int higher_first(const void *one, const void *other) {
    const sq_peak *a = one, *b = other;
    if (a->height != b->height) return a->height < b->height ? 1 : -1;
    return a->y != b->y ? a->y - b->y : a->x - b->x;
}

static bool is_peak(const float *at, int w) {
    float v = *at;
    if (at[-1] > v || at[1] > v || at[-w] > v || at[w] > v) return false; /* most end here */
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++)
            if (at[j * w + i] > v) return false;
    return true;
}

/* Puts them in order and leaves out those for which there is no room. */
static int keep_highest(sq_peak *peak, int count, int most) {
    qsort(peak, (size_t)count, sizeof *peak, higher_first);
    return count < most ? count : most;
}

int sq_peaks_find(const float *field, int w, int h, float least, int most, sq_peak *out) {
    int count = 0;
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            const float *at = field + y * w + x;
            if (*at < least || !is_peak(at, w)) continue;
            out[count++] = (sq_peak){x, y, *at};
            if (count < 2 * most) continue;
            count = keep_highest(out, count, most);
            least = out[count - 1].height;
        }
    return keep_highest(out, count, most);
}
