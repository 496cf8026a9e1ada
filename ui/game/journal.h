/* The journal: a file of lines that only grows. A line is on the disk before sq_journal_put returns, so what
 * was shown is never lost. After a crash or a power cut the file holds all lines that were put, and at most
 * one incomplete line more, which is set aside when the journal is opened again.
 *
 * When the disk is full the lines wait in memory, in order, and each later put tries to write them again.
 *
 * A game's journal is its record (rules/record.h), which `squint rules` reads. */
#ifndef SQ_UI_GAME_JOURNAL_H
#define SQ_UI_GAME_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "vision/system/failure.h"

typedef struct sq_journal sq_journal;

/* Opens or creates the file, and locks it: a second opening fails. A last line without its end that is whole
 * JSON, as a person types it, is given its end; any other is moved to PATH.torn. */
sq_code sq_journal_open(sq_journal **out, const char *path, sq_diag *d);

/* The journal of a file that is not there, and for which there is no room now: its lines wait, and whatever
 * writes them makes it. SQ_E_MEMORY, SQ_E_FILE (the name is too long). */
sq_code sq_journal_open_later(sq_journal **out, const char *path, sq_diag *d);

/* Whether a text is whole JSON: a last line without its end may be half of one. */
bool sq_is_whole_json(const char *text, size_t length);

/* How many lines it holds, including those that wait; and how many bytes were set aside when it was
 * opened. */
int sq_journal_lines(const sq_journal *j);
size_t sq_journal_torn(const sq_journal *j);

/* The next of the lines that were there when the journal was opened, without its end. Valid until the next
 * call; null after the last one. */
const char *sq_journal_next(sq_journal *j, size_t *length);

/* Appends a line (given without its end) and waits until it is on the disk. On failure (no room ...) the line
 * waits in memory, and the file is as before. SQ_E_MEMORY: the line is lost. */
sq_code sq_journal_put(sq_journal *j, const char *line, size_t length, sq_diag *d);

/* From now on put does not wait for the disk. For lines that can be made again. */
void sq_journal_relax(sq_journal *j);

/* How many lines wait, and their text, each with its end. */
int sq_journal_waiting(const sq_journal *j, const char **text, size_t *length);

/* Writes what waits. */
sq_code sq_journal_catch_up(sq_journal *j, sq_diag *d);

/* Closes the file; lines that still wait are lost. Null is allowed. */
void sq_journal_close(sq_journal *j);

/* Makes room at PATH for a new journal: a file that is there is renamed to the first free of PATH with ~1, ~2
 * ... before its ending. kept: its new name, "" where there was none. */
enum { SQ_JOURNAL_PATH_MAX = 4096 };
sq_code sq_journal_keep_old(const char *path, char kept[SQ_JOURNAL_PATH_MAX], sq_diag *d);

/* Waits until the folder of PATH is on the disk; only then is a new or renamed file safe. False where this
 * fails. */
bool sq_sync_folder_of(const char *path);

/* ---- A full disk ends no game ---- */

/* The journals of one game, any of which may be or become null, and who is told: once when the disk is full,
 * and again when there is room. Zero-initialised but for err, journal, tell and who.
 *
 * They are written in this order: while lines of one wait, those of the next ones wait too. So no record is
 * ahead of the looks from which it was decided; a camera's looks do not come again, and the game could not go
 * on without them. */
enum { SQ_JOURNAL_LOOKS, SQ_JOURNAL_RECORD, SQ_JOURNAL_RESTS, SQ_JOURNALS_OF_GAME };
typedef struct {
    FILE *err;                                                   /* for people */
    void (*tell)(void *who, bool is_full, const char *sentence); /* null: err gets the sentence */
    void *who;
    sq_journal **journal[SQ_JOURNALS_OF_GAME]; /* whose lines may wait; any may be or become null */
    sq_journal *finished; /* records of earlier games whose lines wait; a list; sq_full_disk_finish */
    bool is_full;         /* and people know it */
} sq_full_disk;

/* As sq_journal_put, but SQ_OK too where the disk is full and the line waits. j: one of f's journals. */
sq_code sq_full_disk_put(sq_full_disk *f, sq_journal *j, const char *line, size_t length, sq_diag *d);

/* The record *j is complete: it is closed, and *j null. Lines that wait are written by later puts. */
void sq_full_disk_finish(sq_full_disk *f, sq_journal **j);

/* The last try, at the end of a session. Lines of a record that still wait are given to people, since nothing
 * else is left of them; that looks are lost is said. Closes all journals, and sets them null. Fails as
 * sq_journal_catch_up. */
sq_code sq_full_disk_close(sq_full_disk *f, sq_diag *d);

#endif
