/* Remembers how long rulings took, and says the median and the slow case. */
#include "ui/session/latency.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nineteen of twenty: what is slower is the rare case. */
#define SLOW_SHARE 0.95

void sq_latency_add(sq_latency *l, double s) {
    l->last_s[l->count++ % SQ_LATENCY_CAP] = (float)s;
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

double sq_latency_within(const sq_latency *l, double share) {
    float sorted[SQ_LATENCY_CAP];
    int n = l->count < SQ_LATENCY_CAP ? l->count : SQ_LATENCY_CAP;
    if (!n) return NAN;
    memcpy(sorted, l->last_s, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_size);
    int k = (int)ceil(share * n) - 1;
    return (double)sorted[k < 0 ? 0 : k];
}

/* Pictures of a folder are still from the start: then there is the work alone. */
const char *sq_latency_say(char to[SQ_LATENCY_TEXT], const sq_latency *video, const sq_latency *work) {
    double wait_s = sq_latency_within(video, 0.5), slow_s = sq_latency_within(video, SLOW_SHARE);
    double ms = 1e3 * sq_latency_within(work, 0.5), slow_ms = 1e3 * sq_latency_within(work, SLOW_SHARE);
    to[0] = 0;
    if (!work->count) return to;
    int n = wait_s > 0
                ? snprintf(to, SQ_LATENCY_TEXT,
                           "%.2f s of the video after all lay still (95 %%: %.2f s), then ", wait_s, slow_s)
                : 0;
    snprintf(to + n, (size_t)(SQ_LATENCY_TEXT - n), "%.0f ms of work to be on the disk (95 %%: %.0f ms)", ms,
             slow_ms);
    return to;
}
