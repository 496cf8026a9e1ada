/* A bundle: the passage of a game around one line of its record, in one archive (.tar.gz) that anyone can
 * judge again (squint rejudge). It holds, in the folder "game",
 *
 *   bundle.json                 the line, the rests of the passage, and the squint that made it
 *   game.jsonl, game-2.jsonl …  the records, and looks.jsonl, rests.jsonl, camera.json: the whole game
 *   session.json, from.json     its settings, without the name of its source; the position in which it began
 *   evidence/                   the pictures that are kept of these rests and of the motion before them
 *
 * Names of players, events and umpires are removed from the records, unless the user wants them. */
#ifndef SQ_UI_FILES_GAME_BUNDLE_H
#define SQ_UI_FILES_GAME_BUNDLE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "vision/system/failure.h"

/* The version of bundle.json, in every bundle; it changes as that of all lines does (rules/record.h). */
enum { SQ_BUNDLE_VERSION = 1 };

/* The rests around a line: from the one before its event to the one after it. */
typedef struct {
    int first, last;
} sq_passage;

/* folder: the game's; record: the file of its record in it. For a line that a person has entered: the passage
 * of the line before it. SQ_E_ARGUMENT: there is no such line, or nothing was seen before it. */
sq_code sq_passage_of(sq_passage *out, const char *folder, const char *record, int line, sq_diag *d);

/* When each of its rests was seen, in seconds on the source's clock, by the lines of rests.jsonl; NAN where
 * none tells of it. The caller frees. Null where memory runs out. */
double *sq_passage_times(const sq_passage *p, const char *folder);

/* Makes the bundle of a line of a record. names: whether those of players and events stay in. *bytes is
 * malloc'ed and has *size bytes; the caller frees it. A file that is not there is left out; SQ_E_FILE: one is
 * there and cannot be read. */
sq_code sq_bundle_make(unsigned char **bytes, size_t *size, const char *folder, const char *record, int line,
                       bool names, sq_diag *d);

/* Whether a file has the name of a bundle (.tar.gz). */
bool sq_bundle_is(const char *path);

/* Unpacks a bundle into a new folder; record gets the path of its record. The caller removes it with
 * sq_bundle_remove. SQ_E_FORMAT: it is no bundle, or holds what bundles do not. */
sq_code sq_bundle_open(char folder[PATH_MAX], char record[PATH_MAX], const char *path, sq_diag *d);
void sq_bundle_remove(const char *folder); /* "" is allowed */

#endif
