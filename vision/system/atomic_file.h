/* A small file that is there as a whole or not at all: what was there before stays until all of the new
 * content is on the disk. */
#ifndef SQ_VISION_SYSTEM_ATOMIC_FILE_H
#define SQ_VISION_SYSTEM_ATOMIC_FILE_H

#include <stdbool.h>
#include <sys/types.h>

/* rights: of a file that is not there yet; one that is there gets none more than it had. Writes what is no
 * ordinary file (a pipe, a device) as it comes. False, with errno, where it cannot be written. */
bool sq_write_whole(const char *path, const char *text, mode_t rights);

#endif
