/* Writes text, JSON strings and exact decimals into a buffer of fixed size. */
#include "rules/terms/text_buffer.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sq_text sq_text_in(char *to, size_t room) {
    assert(room > 0);
    to[0] = 0;
    return (sq_text){to, 0, room};
}

void sq_text_put(sq_text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->to + t->used, t->room - t->used, format, args);
    va_end(args);
    size_t left = t->room - t->used - 1;
    t->used += (size_t)n < left ? (size_t)n : left;
}

size_t sq_text_whole(const char *text, size_t n) {
    size_t first = n; /* of the last letter */
    while (first && ((unsigned char)text[first - 1] & 0xc0) == 0x80)
        first--;
    if (!first--) return n;
    unsigned char begin = (unsigned char)text[first];
    size_t length = begin < 0xc0 ? 1 : begin < 0xe0 ? 2 : begin < 0xf0 ? 3 : 4;
    return first + length > n ? first : n;
}

void sq_text_add(sq_text *t, char c) {
    if (t->used + 1 >= t->room) return;
    t->to[t->used++] = c;
    t->to[t->used] = 0;
}

void sq_text_put_winks(sq_text *t, sq_wink_set winks) {
    for (sq_wink_set rest = winks; rest; rest &= rest - 1)
        sq_text_put(t, "%s%s", sq_list_joint(winks, rest, " and "), sq_wink_name(sq_wink_first(rest)));
}

void sq_text_put_colours(sq_text *t, sq_colour_set colours, const char *last) {
    for (unsigned rest = colours; rest; rest &= rest - 1)
        sq_text_put(t, "%s%s", sq_list_joint(colours, rest, last),
                    sq_colour_name((sq_colour)__builtin_ctz(rest)));
}

void sq_text_put_marked(sq_text *t, const char *sentence,
                        void (*put_mark)(sq_text *t, char mark, const void *of), const void *of) {
    for (; *sentence; sentence++)
        if (*sentence == '%' && sentence[1])
            put_mark(t, *++sentence, of);
        else
            sq_text_add(t, *sentence);
}

void sq_text_put_json(sq_text *t, const char *s) {
    sq_text_add(t, '"');
    for (; *s; s++) {
        if ((unsigned char)*s < ' ') {
            sq_text_put(t, "\\u%04x", *s);
            continue;
        }
        if (*s == '"' || *s == '\\') sq_text_add(t, '\\');
        sq_text_add(t, *s);
    }
    sq_text_add(t, '"');
}

void sq_text_put_micro(sq_text *t, int64_t millionths) {
    uint64_t m = millionths < 0 ? -(uint64_t)millionths : (uint64_t)millionths;
    unsigned long long whole = m / 1000000, part = m % 1000000;
    int digits = 6;
    for (; digits && part % 10 == 0; digits--)
        part /= 10;
    sq_text_put(t, "%s%llu", millionths < 0 ? "-" : "", whole);
    if (digits) sq_text_put(t, ".%0*llu", digits, part);
}

void sq_text_put_double(sq_text *t, double x) {
    char digits[32];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, x);
        if (strtod(digits, NULL) == x) break;
    }
    sq_text_put(t, "%s", digits);
}

void sq_text_put_capital(sq_text *t, const char *name) {
    sq_text_put(t, "%c%s", toupper((unsigned char)name[0]), name + 1);
}

void sq_text_put_minutes(sq_text *t, int32_t seconds) {
    int minutes = seconds / 60, rest = abs(seconds % 60);
    if (rest)
        sq_text_put(t, "%d:%02d min", minutes, rest);
    else
        sq_text_put(t, "%d min", minutes);
}
