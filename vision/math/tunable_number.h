/* Numbers that a tuner may vary. SQ_NUMBER(NAME, value); defines one beside the code that uses it. The
 * comment above it gives its unit, its reason, and what breaks when it changes.
 *
 * In ordinary builds a number is a constant of its literal's type (float or double), and costs nothing. In a
 * build with SQ_TUNE (./dev tune) it is a variable, and a list of all numbers lets tests/tune change it by
 * name while the program runs. A number in a header is then one variable in each file that includes it; all
 * of them have the same name and are changed together. Array sizes and counts stay enums. */
#ifndef SQ_VISION_MATH_TUNABLE_NUMBER_H
#define SQ_VISION_MATH_TUNABLE_NUMBER_H

#ifdef SQ_TUNE
#include <stddef.h>

typedef struct {
    const char *name, *file;
    double preset; /* as written */
    size_t size;   /* that of float or of double */
    void *at;
} sq_number;

/* The linker gathers the section sq_numbers of all files and names its ends; it holds pointers, since
 * structs could be padded there. */
#define SQ_NUMBER(name, value)                                                                      \
    static __typeof__(value) name = (value);                                                        \
    static const sq_number name##_ENTRY = {#name, __FILE__, (double)(value), sizeof(value), &name}; \
    static const sq_number *const name##_LISTED __attribute__((section("sq_numbers"), used)) = &name##_ENTRY
#else
#define SQ_NUMBER(name, value) static const __typeof__(value) name = (value)
#endif

#endif
