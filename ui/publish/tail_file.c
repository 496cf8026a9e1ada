/* Reads a file that grows, line by line. */
#include "ui/publish/tail_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 1 << 16, LINE_MOST = 1 << 24 }; /* bytes; a longer line is none */

bool sq_tail_file_open(sq_tail_file *g, const char *path) {
    sq_tail_file_close(g);
    g->file = open(path, O_RDONLY | O_CLOEXEC);
    return g->file >= 0;
}

void sq_tail_file_close(sq_tail_file *g) {
    if (g->file >= 0) close(g->file);
    free(g->text);
    *g = (sq_tail_file){.file = -1};
}

/* More of the file; false where there is none, or no memory. */
static bool read_more(sq_tail_file *g) {
    if (g->text) memmove(g->text, g->text + g->at, g->used - g->at);
    g->used -= g->at;
    g->at = 0;
    if (g->used + ROOM / 2 > g->room) {
        char *more = g->room < LINE_MOST ? realloc(g->text, 2 * g->room + ROOM) : NULL;
        if (!more) return false;
        g->text = more;
        g->room = 2 * g->room + ROOM;
    }
    ssize_t n;
    do
        n = read(g->file, g->text + g->used, g->room - g->used);
    while (n < 0 && errno == EINTR);
    if (n > 0) g->used += (size_t)n;
    return n > 0;
}

const char *sq_tail_file_next(sq_tail_file *g, size_t *length) {
    if (g->file < 0) return NULL;
    do {
        const char *from = g->text ? g->text + g->at : NULL;
        const char *end = from ? memchr(from, '\n', g->used - g->at) : NULL;
        if (end) {
            *length = (size_t)(end - from);
            g->at += *length + 1;
            return from;
        }
    } while (read_more(g));
    return NULL;
}
