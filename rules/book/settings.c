/* The list of settings as data: names, words, and where each value lies. */
#include "rules/book/settings.h"

#include <stddef.h>

#define WORD(number, word) word,
#define LIST(name, words) static const char *const name##_words[] = {words(WORD) NULL};
SQ_WORD_LISTS(LIST)
#undef LIST
#undef WORD
#define none_words NULL

static const struct {
    sq_setting row;
    size_t offset;
} rows[] = {
#define X(member, name, kind, words, least, most, value, rule, says) \
    {{name, SQ_SETTING_##kind, words##_words, least, most, rule, says}, offsetof(sq_settings, member)},
    SQ_SETTING_LIST(X)
#undef X
};

enum { ROWS = sizeof rows / sizeof *rows };

const sq_setting *sq_setting_at(int i) {
    return i >= 0 && i < ROWS ? &rows[i].row : NULL;
}

int32_t *sq_setting_value(sq_settings *set, int i) {
    return (int32_t *)(void *)((char *)set + rows[i].offset);
}
