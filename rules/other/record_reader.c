/* Reads the values of one line of a record, each with the sentence that is said where it is of another kind.
 */
#include "rules/other/record_reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules/terms/text_buffer.h"

bool sq_complain(sq_record_reader *r, const char *format, ...) {
    if (r->bad) return false;
    va_list args;
    va_start(args, format);
    vsnprintf(r->why, SQ_RECORD_WHY_MAX, format, args);
    va_end(args);
    r->bad = true;
    return false;
}

/* The key's value, or NULL where it is absent or null. */
const json_t *sq_read_value(const sq_record_reader *r, const char *key) {
    const json_t *value = json_object_get(r->object, key);
    if (r->asked) json_object_set_new(r->asked, key, json_true());
    return json_is_null(value) ? NULL : value;
}

bool sq_read_has(const sq_record_reader *r, const char *key) {
    return sq_read_value(r, key) != NULL;
}

/* The text of a JSON string, or NULL where it is none or holds a NUL. */
const char *sq_text_of(const json_t *value) {
    const char *text = json_string_value(value);
    return text && strlen(text) == json_string_length(value) ? text : NULL;
}

double sq_read_number(sq_record_reader *r, const char *key) {
    const json_t *value = sq_read_value(r, key);
    if (json_is_number(value)) return json_number_value(value);
    sq_complain(r, "\"%s\" must be a number", key);
    return 0;
}

sq_us sq_read_time(sq_record_reader *r, const char *key) {
    double s = sq_read_number(r, key);
    if (fabs(s) <= SQ_SECONDS_MAX) return sq_us_from_s(s);
    sq_complain(r, "\"%s\" is too far off: at most %g s", key, SQ_SECONDS_MAX);
    return 0;
}

/* A limit is a time after 0, be it less than a microsecond. */
sq_us sq_read_limit(sq_record_reader *r) {
    double s = sq_read_number(r, "limit_s");
    sq_us limit = sq_read_time(r, "limit_s");
    if (s <= 0) sq_complain(r, "\"limit_s\" must be more than 0");
    return limit > 0 ? limit : 1;
}

int sq_read_count(sq_record_reader *r, const char *key) {
    double x = sq_read_number(r, key);
    if (x == floor(x) && fabs(x) <= INT32_MAX) return (int)x;
    sq_complain(r, "\"%s\" must be a whole number", key);
    return 0;
}

bool sq_read_flag(sq_record_reader *r, const char *key) {
    const json_t *value = sq_read_value(r, key);
    if (value && !json_is_boolean(value)) sq_complain(r, "\"%s\" must be true or false", key);
    return json_is_true(value);
}

/* The number of a word in a list of names, or -1 with a complaint that shows them. */
int sq_read_word(sq_record_reader *r, const char *key, const char *const *names, int count) {
    const char *word = sq_text_of(sq_read_value(r, key));
    for (int i = 0; word && i < count; i++)
        if (!strcmp(word, names[i])) return i;
    char known[SQ_RECORD_WHY_MAX];
    sq_text t = sq_text_in(known, sizeof known);
    for (int i = 0; i < count; i++)
        sq_text_put(&t, "%s%s", i ? ", " : "", names[i]);
    sq_complain(r, "\"%s\" must be one of %s", key, known);
    return -1;
}

/* A list of names without repetition, as bits; `number` gives SQ_NO_WINK's or SQ_NO_COLOUR's value
 * for none. */
uint64_t sq_read_set(sq_record_reader *r, const char *key, unsigned (*number)(const json_t *), unsigned none,
                     const char *what) {
    const json_t *list = sq_read_value(r, key);
    uint64_t set = 0;
    if (list && !json_is_array(list)) sq_complain(r, "\"%s\" must be a list of %ss", key, what);
    for (size_t i = 0; i < json_array_size(list) && !r->bad; i++) {
        unsigned n = number(json_array_get(list, i));
        if (n == none)
            sq_complain(r, "\"%s\" names something that is no %s", key, what);
        else if (set & (uint64_t)1 << n)
            sq_complain(r, "\"%s\" names a %s twice", key, what);
        else
            set |= (uint64_t)1 << n;
    }
    return set;
}

/* Copies text, cut between characters to what fits. */
const char *sq_text_cut(const char *text, char *to, size_t room) {
    size_t n = strlen(text);
    if (n >= room) n = sq_text_whole(text, room - 1);
    memcpy(to, text, n);
    to[n] = 0;
    return to;
}
