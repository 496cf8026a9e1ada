/* The game record: text ⇄ event, state → text. One JSON object a line, UTF-8; its keys are described in the
 * README's "The game record". */
#ifndef SQ_RULES_RECORD_H
#define SQ_RULES_RECORD_H

#include <stddef.h>

#include "rules/engine.h"

enum { SQ_RECORD_NAME_MAX = 64, SQ_RECORD_WHY_MAX = 256 };
/* A state line with its longest names, numbers and SQ_RULINGS_MAX rulings fits. */
enum { SQ_STATE_LINE_MAX = 32768, SQ_EVENT_LINE_MAX = 8192 };

/* One line of a record. */
typedef struct {
    char name[SQ_RECORD_NAME_MAX]; /* what its "event" says, "" where that is no text */
    sq_event event;
    sq_event with; /* of an `amend` that does not remove */
} sq_record_line;

/* Reads one line, with or without its newline. Returns false and writes why (a clause without the line's
 * number) where it is no event; the name is set as far as it could be read. Unknown keys are ignored. */
bool sq_record_read(sq_record_line *out, const char *text, size_t length, char why[SQ_RECORD_WHY_MAX]);

/* Whether a line is white space alone: counted, but not answered. */
bool sq_record_is_blank(const char *text, size_t length);

/* Writes an event as a line, without newline, that sq_record_read reads back to the same event; `with`
 * belongs to an amend and may be null. Returns the length; the text is cut at capacity - 1. */
size_t sq_record_write(char *to, size_t capacity, const sq_event *e, const sq_event *with);

/* Writes the state line that answers line n, without newline: the same keys in the same order and the same
 * digits on every machine. name may be null or ""; error is null where the line was taken, else a clause. */
size_t sq_record_write_state(char *to, size_t capacity, int n, const char *name, const sq_state *s,
                             const sq_rulings *r, const char *error);

#endif
