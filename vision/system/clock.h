/* Time that only goes on, whatever is done to the calendar: the clock that cameras stamp their
 * frames with. */
#ifndef SQ_VISION_SYSTEM_CLOCK_H
#define SQ_VISION_SYSTEM_CLOCK_H

#include <time.h>

/* Seconds since some moment, the same for the whole machine. */
static inline double sq_monotonic_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
