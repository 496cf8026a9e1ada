/* Writes a file whole: into a temporary file beside it, which is synced to the disk and then renamed into
 * place. */
#include "vision/system/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Closes the file, which may be -1. */
static bool write_all(int file, const char *text, bool keep) {
    size_t left = file < 0 ? 0 : strlen(text);
    bool well = file >= 0;
    while (well && left) {
        ssize_t n = write(file, text, left);
        well = n > 0 || (n < 0 && errno == EINTR);
        if (n > 0) text += n, left -= (size_t)n;
    }
    well = well && (!keep || !fsync(file));
    int reason = errno;
    if (file >= 0 && close(file) && well) return false;
    errno = reason;
    return well;
}

bool sq_write_whole(const char *path, const char *text, mode_t rights) {
    char place[PATH_MAX], fresh[PATH_MAX + 8];
    struct stat s;
    bool there = !stat(path, &s);
    if (there && !S_ISREG(s.st_mode)) return write_all(open(path, O_WRONLY | O_CLOEXEC), text, false);
    if (!there || !realpath(path, place)) /* a link stays a link */
        snprintf(place, sizeof place, "%s", path);
    snprintf(fresh, sizeof fresh, "%s.new", place);
    remove(fresh); /* of a run that broke off: its rights are not to be had again */
    int file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, there ? s.st_mode & rights : rights);
    if (write_all(file, text, true) && !rename(fresh, place)) return true;
    int reason = errno;
    remove(fresh);
    errno = reason;
    return false;
}
