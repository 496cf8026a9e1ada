/* Loops over pixels whose memory AddressSanitizer checks once as a whole: checking each step would take most
 * of the tests' time. SQ_CHECKED_WHOLE marks the function with the loop, SQ_INLINED_WHOLE the functions that
 * it inlines. The caller first calls sq_check_range for the memory that the loop reads and writes. Without
 * AddressSanitizer all of this does nothing. */
#ifndef SQ_VISION_SYSTEM_ASAN_CHECKED_LOOPS_H
#define SQ_VISION_SYSTEM_ASAN_CHECKED_LOOPS_H

#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)

#include <sanitizer/asan_interface.h>

#define SQ_CHECKED_WHOLE __attribute__((no_sanitize("address,undefined")))
#define SQ_INLINED_WHOLE static inline __attribute__((always_inline, no_sanitize("address,undefined")))

/* Ends the program with a report if one of the bytes is not valid memory. */
static inline void sq_check_range(const void *begin, size_t bytes) {
    const volatile unsigned char *bad = __asan_region_is_poisoned((void *)(size_t)begin, bytes);
    if (bad) (void)*bad; /* this read is what AddressSanitizer reports */
}

#else

#define SQ_CHECKED_WHOLE
#define SQ_INLINED_WHOLE static inline

static inline void sq_check_range(const void *begin, size_t bytes) {
    (void)begin;
    (void)bytes;
}

#endif

#endif
