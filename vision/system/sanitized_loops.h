/* Loops over pixels whose memory the sanitizers check as a whole: checked at each step, such loops would take
 * most of the tests' time. SQ_CHECKED_WHOLE marks the function that loops, SQ_INLINED_WHOLE what it inlines.
 * Its caller says beforehand by sq_check_range what it reads and writes. Without AddressSanitizer all of this
 * does nothing.
 */
#ifndef SQ_VISION_SYSTEM_SANITIZED_LOOPS_H
#define SQ_VISION_SYSTEM_SANITIZED_LOOPS_H

#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)

#include <sanitizer/asan_interface.h>

#define SQ_CHECKED_WHOLE __attribute__((no_sanitize("address,undefined")))
#define SQ_INLINED_WHOLE static inline __attribute__((always_inline, no_sanitize("address,undefined")))

/* Ends the program with a report if one of the bytes may not be touched. */
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
