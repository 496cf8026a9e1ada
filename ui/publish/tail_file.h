/* Reads a file of lines while another part of the program writes it. Lines are not kept: to read them again,
 * open the file anew. */
#ifndef SQ_UI_PUBLISH_TAIL_FILE_H
#define SQ_UI_PUBLISH_TAIL_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    int file; /* -1: not open */
    char *text;
    size_t used, at, room;
} sq_tail_file;

/* Opens at the file's beginning; *g must be closed, which is also all zero with file = -1. False: the file
 * does not exist yet. */
bool sq_tail_file_open(sq_tail_file *g, const char *path);
void sq_tail_file_close(sq_tail_file *g);

/* The next whole line, without its end; valid until the next call. Null: there is none yet. */
const char *sq_tail_file_next(sq_tail_file *g, size_t *length);

#endif
