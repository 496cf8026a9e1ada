/* A sentence that an umpire types, and the event that it becomes, for all games. */
#include "rules/other/record_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool sq_typed_complain(sq_typed_words *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(t->why, SQ_TYPED_WHY_MAX, format, args);
    va_end(args);
    return false;
}

const char *sq_typed_name(const sq_typed_words *t) {
    const char *name = json_string_value(json_object_get(t->event, "event"));
    return name ? name : "";
}

bool sq_typed_begin(sq_typed_words *t, const char *event, const char *word) {
    const char *is = sq_typed_name(t);
    if (*is && strcmp(is, event))
        return sq_typed_complain(t, "\"%.40s\" cannot stand beside a %.40s", word, is);
    sq_typed_put(t, "event", json_string(event));
    return true;
}

bool sq_typed_take_saying(sq_typed_words *t, const char *word, const sq_typed_saying *sayings, size_t count,
                          bool *known) {
    const sq_typed_saying *s = sayings, *end = sayings + count;
    while (s < end && strcmp(word, s->word))
        s++;
    *known = s < end;
    if (!*known) return true;
    if (!sq_typed_begin(t, s->event, word)) return false;
    if (s->key) sq_typed_put(t, s->key, json_string(s->value));
    return true;
}

void sq_typed_put(sq_typed_words *t, const char *key, json_t *value) {
    json_object_set_new(t->event, key, value);
}

json_t *sq_typed_list(sq_typed_words *t, const char *key) {
    if (!json_object_get(t->event, key)) sq_typed_put(t, key, json_array());
    return json_object_get(t->event, key);
}

bool sq_typed_is_one_of(const char *word, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(word, words[i])) return true;
    return false;
}
