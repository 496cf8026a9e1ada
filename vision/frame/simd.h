/* Loops over pixels by wide registers.
 *
 * SQ_WIDE marks a function whose loops over pixels gain from wide registers: on x86-64 it is compiled twice,
 * for AVX2 and for any processor, and the one that fits is chosen when the program starts. Both give the same
 * digits, because each element is computed by the same operations in the same order (AVX2 has no fused
 * multiply-add); ./dev golden shows it.
 *
 * SQ_WIDE_PART marks what such a function calls in its loops, to be inlined: by itself it would be compiled
 * for any processor, and each change from wide registers to narrow ones and back stalls the processor. */
#ifndef SQ_VISION_FRAME_SIMD_H
#define SQ_VISION_FRAME_SIMD_H

/* Not with clang 14, which calls the clones of another file's functions by wrong names. Not under
 * ThreadSanitizer: gcc instruments the function that chooses a clone, and that runs before ThreadSanitizer
 * has started. */
#if defined(__x86_64__) && defined(__ELF__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) && \
    !defined(SQ_NO_WIDE_CLONES)
#define SQ_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define SQ_WIDE
#endif

#define SQ_WIDE_PART static inline __attribute__((always_inline))

enum { SQ_LANES = 8 };

/* Floats by eights. Sums over pixels are kept as SQ_LANES sums until the end, whatever registers the machine
 * has, so that all machines give the same digits. */
typedef float sq_group __attribute__((vector_size(SQ_LANES * sizeof(float))));

static inline double sq_group_total(const sq_group *sum) {
    double t = 0;
    for (int l = 0; l < SQ_LANES; l++)
        t += (*sum)[l];
    return t;
}

/* The type of n floats, n a multiple of SQ_LANES, one by one or by group. */
#define SQ_GROUPED(n)                   \
    union {                             \
        float at[n];                    \
        sq_group group[(n) / SQ_LANES]; \
    }

#endif
