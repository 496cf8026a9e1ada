/* Copies what comes through a pipe into memory that can be opened as a file. */
#include "vision/system/standard_input.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool copy_all(int to) {
    char piece[BUFSIZ];
    for (;;) {
        ssize_t n = read(STDIN_FILENO, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n == 0;
        for (ssize_t done = 0; done < n;) {
            ssize_t more = write(to, piece + done, (size_t)(n - done));
            if (more < 0) return false;
            done += more;
        }
    }
}

const char *sq_input_path(const char *name) {
    static char path[sizeof "/proc/self/fd/" + 3 * sizeof(int)];
    struct stat s;
    if (strcmp(name, "-") != 0) return name;
    if (*path) return path;
    if (!fstat(STDIN_FILENO, &s) && S_ISREG(s.st_mode)) return "/dev/stdin"; /* which opens the file itself */
    int memory = memfd_create("standard input", MFD_CLOEXEC);
    if (memory < 0 || !copy_all(memory)) return "/dev/stdin";
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    return path;
}
