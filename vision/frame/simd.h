/* SQ_WIDE marks a function whose loops over pixels gain from wide registers: on x86-64 it is compiled twice,
 * for AVX2 and for any processor, and the one that fits is taken when the program starts. Both give the same
 * digits: each element is worked out by the same operations in the same order (AVX2 has no fused
 * multiply-add); ./dev golden shows it. What such a function calls must be inlined into it to gain as well.
 */
#ifndef SQ_VISION_FRAME_SIMD_H
#define SQ_VISION_FRAME_SIMD_H

/* clang 14 defines the clones of another file's functions by other names than it calls them. The function
 * that chooses one runs before ThreadSanitizer does, and gcc makes it call ThreadSanitizer. */
#if defined(__x86_64__) && defined(__ELF__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) && \
    !defined(SQ_NO_WIDE_CLONES)
#define SQ_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define SQ_WIDE
#endif

#endif
