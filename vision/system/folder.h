/* Whether a path is a folder. */
#ifndef SQ_VISION_SYSTEM_FOLDER_H
#define SQ_VISION_SYSTEM_FOLDER_H

#include <stdbool.h>
#include <sys/stat.h>

/* False also where nothing is there. */
static inline bool sq_is_folder(const char *path) {
    struct stat s;
    return !stat(path, &s) && S_ISDIR(s.st_mode);
}

#endif
