/* Checks what a command reads and writes before anything is opened for writing: no output may be the same
 * file as an input, another output or a part of a kept game, and no file that squint did not make is replaced
 * without --force.
 *
 *   sq_files f = {.force = w.force};
 *   sq_files_read(&f, w.image);
 *   sq_files_write(&f, "--overlay", w.overlay);
 *   sq_code code = sq_files_check(&f, d);
 *
 * Files are compared by device and inode, so that links and different spellings of a name are recognised.
 * Names are borrowed and must stay valid until the check. */
#ifndef SQ_UI_FILES_INPUTS_AND_OUTPUTS_H
#define SQ_UI_FILES_INPUTS_AND_OUTPUTS_H

#include <stdbool.h>

#include "vision/system/failure.h"

/* An option of all commands that write: SQ_FORCE_OPTION in their lists, SQ_KEY_FORCE among their keys. */
enum { SQ_KEY_FORCE = 512, SQ_FILES_MOST = 16 };
#define SQ_FORCE_OPTION                                                                \
    {                                                                                  \
        "force", SQ_KEY_FORCE, 0, 0,                                                   \
            "replace files that squint did not make; but never a file that is read", 0 \
    }

typedef struct {
    bool force;
    int reads, writes;
    const char *read[SQ_FILES_MOST];
    char *const *more; /* a list of files that are read, and its length */
    int more_count;
    const char *option[SQ_FILES_MOST]; /* of the output: "--overlay" */
    const char *write[SQ_FILES_MOST];
    const char *begins[SQ_FILES_MOST]; /* with what such an output begins; null: not known */
} sq_files;

/* Notes a file that is read; null, "-" and names that are not files (a stream's address) are allowed. */
void sq_files_read(sq_files *f, const char *path);

/* Notes a list of files that are read; each command can have one such list. */
void sq_files_read_all(sq_files *f, char *const *paths, int count);

/* Notes an output by its option; null and "-" are allowed. */
void sq_files_write(sq_files *f, const char *option, const char *path);

/* The same for an output whose name may end in anything. begins: what all files of its kind begin with
 * ("%PDF"), 16 bytes at most. A file that begins otherwise is not replaced, even if squint made it: a sheet
 * does not replace a camera. */
void sq_files_write_kind(sq_files *f, const char *option, const char *path, const char *begins);

/* Checks all files: SQ_E_ARGUMENT, with a sentence that names option and file, if an output may not be
 * written. If all may, it makes the folders of the outputs; SQ_E_FILE if one cannot be made. */
sq_code sq_files_check(const sq_files *f, sq_diag *d);

/* The same for one more output, whose name is known only later. */
sq_code sq_files_may_write(const sq_files *f, const char *option, const char *path, sq_diag *d);

/* Whether two names are of one file. It need not be there yet: the same folder, and the same name in it. */
bool sq_files_are_one(const char *a, const char *b);

/* Makes the folder of a file, and those above it, if they do not exist. */
sq_code sq_files_make_folder_of(const char *path, sq_diag *d);

/* As sq_files_may_write, for a game's record: a record of that name is renamed instead of replaced. What is
 * no record, or is a part of a kept game, stays where it is. */
sq_code sq_files_may_keep(const sq_files *f, const char *option, const char *path, sq_diag *d);

/* The check for a folder in which a game begins: none of the game's files may replace an input, or, if the
 * folder holds no game yet, a file that squint did not make. */
sq_code sq_files_check_game_folder(const sq_files *f, const char *folder, sq_diag *d);

#endif
