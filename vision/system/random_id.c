/* Draws from the system's random bytes. */
#include "vision/system/random_id.h"

#include <stdio.h>
#include <sys/random.h>

bool sq_random_id(char *to, size_t digits) {
    *to = 0;
    for (size_t i = 0; i < digits; i += 2) {
        unsigned char byte;
        if (getrandom(&byte, sizeof byte, 0) != (ssize_t)sizeof byte) {
            *to = 0;
            return false;
        }
        snprintf(to + i, 3, "%02x", byte);
    }
    return true;
}
