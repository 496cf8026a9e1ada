/* Reads one line of a record: values of known kinds from a JSON object. The first value of a wrong kind makes
 * a complaint; what is read after it does not count. For rules/ only. */
#ifndef SQ_RULES_OTHER_RECORD_READER_H
#define SQ_RULES_OTHER_RECORD_READER_H

#include <jansson.h>
#include <stddef.h>

#include "rules/terms/event.h"

/* A line that is being read: its object, and the first complaint about it, a clause without the line's
 * number. */
typedef struct {
    const json_t *object;
    char *why;     /* SQ_RECORD_WHY_MAX bytes of the caller's */
    bool bad;      /* there was a complaint */
    int rules;     /* the number of the rules that the game is played by; -1: there is no game yet */
    json_t *asked; /* gets each key that is asked for, so that one that nobody asks for can be told; null:
                      unknown keys are passed over */
} sq_record_reader;

/* Keeps the complaint, if it is the first. Returns false. */
__attribute__((format(printf, 2, 3))) bool sq_complain(sq_record_reader *r, const char *format, ...);

/* The key's value; null where it is absent or null. The object owns it. */
const json_t *sq_read_value(const sq_record_reader *r, const char *key);
bool sq_read_has(const sq_record_reader *r, const char *key);
/* The text of a JSON string, which the value owns; null where it is no string or holds a NUL. */
const char *sq_text_of(const json_t *value);

/* Each returns the key's value; where it is of another kind, it complains and returns 0 (sq_read_word: -1).
 * sq_read_word gives the value's place among the `count` names. */
double sq_read_number(sq_record_reader *r, const char *key);
sq_us sq_read_time(sq_record_reader *r, const char *key); /* seconds */
sq_us sq_read_limit(sq_record_reader *r);                 /* "limit_s", more than 0; at least a microsecond */
int sq_read_count(sq_record_reader *r, const char *key);
bool sq_read_flag(sq_record_reader *r, const char *key); /* absent: false */
int sq_read_word(sq_record_reader *r, const char *key, const char *const *names, int count);
/* A list of different names, as bits; complains of unknown names and of one that comes twice. `number` turns
 * a name into its bit's number, and gives `none` for an unknown one; `what` is the word for such a name in
 * complaints, as "wink". */
uint64_t sq_read_set(sq_record_reader *r, const char *key, unsigned (*number)(const json_t *), unsigned none,
                     const char *what);

/* Copies text to `to`, which has `room` bytes; too long a text is cut between two characters. Returns
 * `to`. */
const char *sq_text_cut(const char *text, char *to, size_t room);

#endif
