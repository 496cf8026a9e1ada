/* The game record: text ⇄ event, state → text. One JSON object a line, UTF-8. */
#ifndef SQ_RULES_RECORD_H
#define SQ_RULES_RECORD_H

#include <stddef.h>

#include "rules/engine.h"

enum { SQ_RECORD_NAME_MAX = 32, SQ_RECORD_ERROR_MAX = 256, SQ_STATE_LINE_MAX = 32768 };

/* One line of a record. */
typedef struct {
    char name[SQ_RECORD_NAME_MAX]; /* what its "event" says, "" where that is no text */
    sq_event event;
    sq_event with; /* of an `amend` that does not remove */
} sq_record_line;

/* Reads one line without its newline. Returns false and writes why (a clause without the line's number) where
 * it is no event. Unknown keys are ignored. */
bool sq_record_read(sq_record_line *out, const char *text, size_t length, char why[SQ_RECORD_ERROR_MAX]);

/* Writes an event as a line that sq_record_read reads back to the same event; without a newline. Returns its
 * length, at most capacity - 1; the text is cut where the capacity is too small. */
size_t sq_record_write(char *to, size_t capacity, const sq_event *e, const sq_event *with);

/* Writes the state line that answers line n: the keys of the contract, always in the same order and the same
 * digits. name may be null; error may be null (the line was taken). */
size_t sq_record_write_state(char *to, size_t capacity, int n, const char *name, const sq_state *s,
                             const sq_rulings *r, const char *error);

#endif
