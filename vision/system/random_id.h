/* Names that nobody can guess, and that no two programs draw alike. */
#ifndef SQ_VISION_SYSTEM_RANDOM_ID_H
#define SQ_VISION_SYSTEM_RANDOM_ID_H

#include <stdbool.h>
#include <stddef.h>

/* Writes random hexadecimal digits, an even number of them, and a final 0. False, and "" is written, if the
 * system gives no random bytes. */
bool sq_random_id(char *to, size_t digits);

#endif
