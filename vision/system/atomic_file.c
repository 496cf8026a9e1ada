/* Writes a small file whole, as an output file (output_file.h) is. */
#include "vision/system/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "vision/system/output_file.h"

bool sq_write_all(int file, const char *bytes, size_t n) {
    while (n) {
        ssize_t written = write(file, bytes, n);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

/* Closes the file, which may be -1. */
static bool write_text(int file, const char *text) {
    bool well = file >= 0 && sq_write_all(file, text, strlen(text));
    int reason = errno;
    if (file >= 0 && close(file) && well) return false;
    errno = reason;
    return well;
}

bool sq_write_whole(const char *path, const char *text, mode_t rights) {
    sq_output_file o;
    if (sq_output_begin(&o, path, NULL)) return false;
    int how = o.direct ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
    if (write_text(open(o.path, how, rights), text) && !sq_output_commit(&o, NULL)) return true;
    sq_output_drop(&o);
    return false;
}
