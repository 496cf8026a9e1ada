/* Writes a small file as a whole: readers find either the old content or the new one, never a part. The old
 * content stays until all of the new one is on the disk. */
#ifndef SQ_VISION_SYSTEM_ATOMIC_FILE_H
#define SQ_VISION_SYSTEM_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Writes text (terminated by 0) to the file. rights: the permissions of a file that does not exist yet; an
 * existing file keeps its own, less what rights does not allow. A pipe or a device is written to directly.
 * False, with errno set, where the file cannot be written; the old content is then still there. */
bool sq_write_whole(const char *path, const char *text, mode_t rights);

/* Writes n bytes to an open file, however often the system takes only a part. False, with errno set, where it
 * takes no more. */
bool sq_write_all(int file, const char *bytes, size_t n);

#endif
