/* Failures of the outside world: a code for programs, a sentence for people.
 *
 * Whoever detects a failure writes the sentence, which names the thing and the remedy. Whoever passes it on
 * only returns the code. A programmer's error is an assertion instead; what the game's rules refuse is a
 * ruling (rules/). */
#ifndef SQ_VISION_SYSTEM_FAILURE_H
#define SQ_VISION_SYSTEM_FAILURE_H

#include <stddef.h>

/* code, what it means; SQ_OK is success, and SQ_END the regular end of a source */
#define SQ_CODE_LIST(X)                                           \
    X(SQ_OK, "ok")                                                \
    X(SQ_END, "end of the source")                                \
    X(SQ_E_ARGUMENT, "a wrong argument")                          \
    X(SQ_E_FILE, "a file that cannot be read or written")         \
    X(SQ_E_FORMAT, "a file of the wrong form")                    \
    X(SQ_E_SIZE, "too large or too small")                        \
    X(SQ_E_DEVICE, "a camera or stream that fails")               \
    X(SQ_E_CAMERA, "a camera model that cannot be found or used") \
    X(SQ_E_SIGHT, "a picture that cannot be judged")              \
    X(SQ_E_LIBRARY, "a library that fails")                       \
    X(SQ_E_MEMORY, "out of memory")

typedef enum {
#define X(code, text) code,
    SQ_CODE_LIST(X)
#undef X
} sq_code;

typedef struct {
    sq_code code;
    char text[512]; /* one sentence; ends with a remedy */
} sq_diag;

/* Writes the sentence into d (which may be null) and returns code, for use as `return sq_fail(...)`. A
 * sentence that does not fit is cut; names in it become as sq_obey_nothing has them. */
__attribute__((format(printf, 3, 4))) sq_code sq_fail(sq_diag *d, sq_code code, const char *format, ...);

/* The bytes of the character of UTF-8 that begins here; 0: it is none, or one that a terminal would obey. */
size_t sq_shown_bytes(const char *text);
/* Makes each byte that sq_shown_bytes does not count a '?', also a line feed. Returns `text`. */
char *sq_obey_nothing(char *text);

#endif
