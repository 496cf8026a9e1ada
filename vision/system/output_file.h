/* An output file: written under a temporary name in the same folder, and renamed when it is complete. A file
 * that was there before stays until then, and stays for good if the writing fails.
 *
 *   sq_output_file o;
 *   sq_code code = sq_output_begin(&o, "seen.png", d);
 *   ... write to o.path ...
 *   code = code ? (sq_output_drop(&o), code) : sq_output_commit(&o, d);
 *
 * A pipe, a device or a terminal cannot be renamed: there o.path is the output itself.
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
    bool unmarked;        /* set by the caller for a file that cannot be made again: it gets no mark */
} sq_output_file;

/* Makes a folder, and the folders above it that do not exist. *levels, which may be null, gets how many were
 * made, counted from the lowest one up. Where one cannot be made or the path is a file, it removes what it
 * has made and returns SQ_E_FILE. */
sq_code sq_make_folders(const char *path, int *levels, sq_diag *d);

/* Sets o->path, where to write. SQ_E_FILE where the name is too long or is a folder, or where its folder does
 * not exist. */
sq_code sq_output_begin(sq_output_file *o, const char *path, sq_diag *d);

/* The same for a file that grows for a long time (a film): if no file of that name exists, it is written
 * under its own name from the start, so that it can be used after a power cut. */
sq_code sq_output_begin_stream(sq_output_file *o, const char *path, sq_diag *d);

/* Call this when everything is written and closed: syncs the file to the disk, marks it and renames it.
 * SQ_E_FILE where that fails; the old file then stays, and the new one is removed. */
sq_code sq_output_commit(const sq_output_file *o, sq_diag *d);

/* The same for a file that was written through a stream, which this closes. A null stream, which could not be
 * opened, is a failure too. */
sq_code sq_output_close(const sq_output_file *o, FILE *stream, sq_diag *d);

/* Call this when writing has failed: removes what was written. Keeps errno. */
void sq_output_drop(const sq_output_file *o);

/* Whether squint wrote the file and nobody has changed it since. False also where the file system keeps no
 * marks. */
bool sq_output_is_ours(const char *path);

#endif
