/* An output file: written beside its name, and given the name only when it is whole. What was there before
 * stays until then, and stays for good where the writing fails.
 *
 *   sq_output_file o;
 *   sq_code code = sq_output_begin(&o, "seen.png", d);
 *   ... write to o.path ...
 *   code = code ? (sq_output_drop(&o), code) : sq_output_commit(&o, d);
 *
 * A pipe, a device or a terminal has no name to give: there o.path is the output itself.
 *
 * A file that squint has written carries a mark (the extended attribute "user.squint": its size and the time
 * of its last change). Whoever changes the file, or copies it, loses the mark. */
#ifndef SQ_VISION_SYSTEM_OUTPUT_FILE_H
#define SQ_VISION_SYSTEM_OUTPUT_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "vision/system/failure.h"

typedef struct {
    char path[PATH_MAX];  /* where to write: "DIR/.NAME.part.ENDING"; it does not exist yet */
    char place[PATH_MAX]; /* the name that it gets; of a link, what the link points to */
    bool direct;          /* path is the output itself: there is nothing to rename */
    bool special;         /* a pipe, a device or a terminal */
    bool unmarked;        /* set by who writes what cannot be made again: it gets no mark */
} sq_output_file;

/* Makes a folder with all those above it that are not there. *levels, which may be null, gets how many were
 * made, from the lowest one up. SQ_E_FILE, and what was made is taken away, where one cannot be made or the
 * path is a file. */
sq_code sq_make_folders(const char *path, int *levels, sq_diag *d);

/* Names the place to write to. SQ_E_FILE where the name is too long, is a folder, or its folder is not there.
 */
sq_code sq_output_begin(sq_output_file *o, const char *path, sq_diag *d);

/* The same for what grows for long (a film): where no file is there yet it is written under its own name at
 * once, so that it can be used after a power cut. */
sq_code sq_output_begin_stream(sq_output_file *o, const char *path, sq_diag *d);

/* All is written and closed: the file is synced to the disk, marked and gets its name. SQ_E_FILE where that
 * fails; then what was there before still is, and the new file is removed. */
sq_code sq_output_commit(const sq_output_file *o, sq_diag *d);

/* The same of what was written through a stream, which is closed; null where it could not be opened. */
sq_code sq_output_close(const sq_output_file *o, FILE *stream, sq_diag *d);

/* The writing failed: what was written beside its name is removed. errno stays. */
void sq_output_drop(const sq_output_file *o);

/* Whether squint wrote the file as it is now. False also where the file system keeps no marks. */
bool sq_output_is_ours(const char *path);

#endif
