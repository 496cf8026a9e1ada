/* The journal: a file of lines that only grows. A line is on the disk before sq_journal_put returns, so what
 * was shown is never lost; after a crash or a power cut the file holds all lines that were put, and at most
 * one more that is torn, which is set aside when the journal is opened again.
 *
 * A game's journal is its record (rules/record.h): `squint rules` reads it. */
#ifndef SQ_UI_JOURNAL_H
#define SQ_UI_JOURNAL_H

#include <stddef.h>

#include "vision/diag.h"

typedef struct sq_journal sq_journal;

/* Opens or creates the file. A last line without its end is appended to PATH.torn and cut off. */
sq_code sq_journal_open(sq_journal **out, const char *path, sq_diag *d);

/* How many lines it holds, and how many bytes were set aside when it was opened. */
int sq_journal_lines(const sq_journal *j);
size_t sq_journal_torn(const sq_journal *j);

/* Appends a line (without its end) and waits until it is on the disk. After a failure (no room ...) the file
 * holds what it held before. */
sq_code sq_journal_put(sq_journal *j, const char *line, size_t length, sq_diag *d);

/* null is allowed */
void sq_journal_close(sq_journal *j);

/* Makes room at PATH for a new journal: a file that is there is renamed to the first free of PATH with ~1, ~2
 * ... before its ending. kept: its new name, "" where there was none. */
enum { SQ_JOURNAL_PATH_MAX = 4096 };
sq_code sq_journal_keep_old(const char *path, char kept[SQ_JOURNAL_PATH_MAX], sq_diag *d);

#endif
