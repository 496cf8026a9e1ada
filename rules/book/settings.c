/* The list of settings as data: names, words, and where each value lies. */
#include "rules/book/settings.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/terms/text_buffer.h"

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

int sq_setting_find(const char *name) {
    for (int i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].row.name, name)) return i;
    return -1;
}

static void put_words(sq_text *t, const sq_setting *row, int32_t set) {
    if (!set) sq_text_put(t, "none");
    const char *comma = "";
    for (int i = 0; row->words[i]; i++) {
        if (!(set >> i & 1)) continue;
        sq_text_put(t, "%s%s", comma, row->words[i]);
        comma = ", ";
    }
}

static void put_order(sq_text *t, const sq_setting *row, sq_play_order order) {
    for (int place = 0; row->words[place]; place++)
        sq_text_put(t, "%s%s", place ? ", " : "", row->words[sq_colour_at(order, place)]);
}

/* "25 min", "22 min 30 s" or "40 s". */
static void put_seconds(sq_text *t, int32_t value) {
    if (value >= 60) sq_text_put(t, "%d min%s", value / 60, value % 60 ? " " : "");
    if (value % 60) sq_text_put(t, "%d s", value % 60);
}

const char *sq_setting_text(const sq_setting *row, int32_t value, char to[SQ_SETTING_TEXT_MAX]) {
    sq_text t = sq_text_in(to, SQ_SETTING_TEXT_MAX);
    bool none = !value && (row->kind == SQ_SETTING_LIMIT || row->kind == SQ_SETTING_SECONDS ||
                           row->kind == SQ_SETTING_WINKS);
    if (none)
        sq_text_put(&t, "none");
    else if (row->kind == SQ_SETTING_YES_NO)
        sq_text_put(&t, value ? "yes" : "no");
    else if (row->kind == SQ_SETTING_SECONDS)
        put_seconds(&t, value);
    else if (row->kind == SQ_SETTING_MM)
        sq_text_put(&t, "%d mm", value);
    else if (row->kind == SQ_SETTING_WINKS)
        sq_text_put(&t, "%d+%d", value % 8, value / 8);
    else if (row->kind == SQ_SETTING_WORD)
        sq_text_put(&t, "%s", row->words[value]);
    else if (row->kind == SQ_SETTING_WORDS || row->kind == SQ_SETTING_COLOURS)
        put_words(&t, row, value);
    else if (row->kind == SQ_SETTING_ORDER)
        put_order(&t, row, (sq_play_order)value);
    else
        sq_text_put(&t, "%d", value);
    return to;
}

const char *sq_setting_range(const sq_setting *row, char to[SQ_SETTING_RANGE_MAX]) {
    sq_text t = sq_text_in(to, SQ_SETTING_RANGE_MAX);
    switch (row->kind) {
    case SQ_SETTING_YES_NO: sq_text_put(&t, "yes or no"); break;
    case SQ_SETTING_NUMBER: sq_text_put(&t, "a number from %d to %d", row->least, row->most); break;
    case SQ_SETTING_LIMIT: sq_text_put(&t, "a number from 1 to %d, or none", row->most); break;
    case SQ_SETTING_SECONDS: sq_text_put(&t, "a time as \"25 min\" or \"90 s\", or none"); break;
    case SQ_SETTING_MM: sq_text_put(&t, "a length as \"22 mm\", up to %d mm", row->most); break;
    case SQ_SETTING_WINKS: sq_text_put(&t, "large and small winks as \"2+4\", at most that, or none"); break;
    default:
        for (int i = 0; row->words[i]; i++) {
            const char *between = row->words[i + 1] ? ", " : row->kind == SQ_SETTING_WORD ? " or " : " and ";
            sq_text_put(&t, "%s%s", i ? between : "", row->words[i]);
        }
        if (row->kind == SQ_SETTING_WORDS || row->kind == SQ_SETTING_ORDER)
            sq_text_put(&t, ", with commas between them");
        if (row->kind == SQ_SETTING_COLOURS) sq_text_put(&t, ", with commas between them, or none");
        break;
    }
    return to;
}

/* A whole number without a sign, and what follows it; false where there is none, or a huge one. */
static bool read_number(const char **text, int32_t *value) {
    enum { DIGITS = 6 };
    size_t n = strspn(*text, "0123456789");
    if (!n || n > DIGITS) return false;
    *value = (int32_t)strtol(*text, NULL, 10);
    *text += n;
    return true;
}

static bool read_seconds(const char *text, int32_t *value) {
    if (!read_number(&text, value)) return false;
    if (!strncmp(text, " min", 4)) {
        int32_t more = 0;
        text += 4;
        *value *= 60;
        if (!*text) return true;
        if (*text++ != ' ' || !read_number(&text, &more) || more >= 60) return false;
        *value += more;
    }
    return !strcmp(text, " s");
}

static bool read_winks(const char *text, int32_t *value) {
    int32_t large, small;
    if (!read_number(&text, &large) || *text++ != '+' || !read_number(&text, &small) || *text) return false;
    *value = large + 8 * small;
    return large <= SQ_LARGE_PER_COLOUR && small <= SQ_SMALL_PER_COLOUR && large + small > 0;
}

static int word_of(const sq_setting *row, const char *text, size_t length) {
    for (int i = 0; row->words[i]; i++)
        if (strlen(row->words[i]) == length && !strncmp(row->words[i], text, length)) return i;
    return -1;
}

static bool read_words(const sq_setting *row, const char *text, int32_t *value) {
    for (*value = 0;;) {
        size_t n = strcspn(text, ",");
        int word = word_of(row, text, n);
        if (word < 0 || *value >> word & 1) return false;
        *value |= 1 << word;
        text += n;
        if (!*text) return true;
        text += strspn(text, ", ");
    }
}

/* The words in the order that the text gives, then the others as they are listed. */
static bool read_order(const sq_setting *row, const char *text, int32_t *value) {
    unsigned seen = 0;
    int places = 0;
    for (*value = 0; *text; text += strspn(text, ", ")) {
        size_t n = strcspn(text, ",");
        int word = word_of(row, text, n);
        if (word < 0 || seen >> word & 1) return false;
        seen |= 1u << word;
        *value |= word << 4 * places++;
        text += n;
    }
    for (int word = 0; row->words[word]; word++)
        if (!(seen >> word & 1)) *value |= word << 4 * places++;
    return true;
}

bool sq_setting_read(const sq_setting *row, const char *text, int32_t *value) {
    bool may_be_none = row->kind == SQ_SETTING_LIMIT || row->kind == SQ_SETTING_SECONDS ||
                       row->kind == SQ_SETTING_WINKS || row->kind == SQ_SETTING_COLOURS;
    *value = 0;
    if (may_be_none && !strcmp(text, "none")) return true;
    switch (row->kind) {
    case SQ_SETTING_YES_NO: *value = !strcmp(text, "yes"); return *value || !strcmp(text, "no");
    case SQ_SETTING_SECONDS: return read_seconds(text, value) && *value > 0 && *value <= row->most;
    case SQ_SETTING_WINKS: return read_winks(text, value);
    case SQ_SETTING_ORDER: return read_order(row, text, value);
    case SQ_SETTING_WORD: *value = word_of(row, text, strlen(text)); return *value >= 0;
    case SQ_SETTING_WORDS:
    case SQ_SETTING_COLOURS: return read_words(row, text, value);
    default:
        if (!read_number(&text, value) || *value < row->least || *value > row->most) return false;
        if (row->kind == SQ_SETTING_MM) return !strcmp(text, " mm");
        return !*text && (row->kind == SQ_SETTING_NUMBER || *value > 0);
    }
}
