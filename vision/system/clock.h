/* The monotonic clock: it never jumps when somebody sets the calendar. Cameras stamp their frames with it. */
#ifndef SQ_VISION_SYSTEM_CLOCK_H
#define SQ_VISION_SYSTEM_CLOCK_H

#include <time.h>

/* Seconds since a moment that is the same for all processes of the machine. */
static inline double sq_monotonic_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double sq_monotonic_ms(void) {
    return 1e3 * sq_monotonic_s();
}

#endif
