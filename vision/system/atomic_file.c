/* Writes a small file whole, as an output file (output_file.h) is. */
#include "vision/system/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "vision/system/output_file.h"

/* Closes the file, which may be -1. */
static bool write_all(int file, const char *text) {
    size_t left = file < 0 ? 0 : strlen(text);
    bool well = file >= 0;
    while (well && left) {
        ssize_t n = write(file, text, left);
        well = n > 0 || (n < 0 && errno == EINTR);
        if (n > 0) text += n, left -= (size_t)n;
    }
    int reason = errno;
    if (file >= 0 && close(file) && well) return false;
    errno = reason;
    return well;
}

bool sq_write_whole(const char *path, const char *text, mode_t rights) {
    sq_output_file o;
    if (sq_output_begin(&o, path, NULL)) return false;
    int how = o.direct ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
    if (write_all(open(o.path, how, rights), text) && !sq_output_commit(&o, NULL)) return true;
    sq_output_drop(&o);
    return false;
}
