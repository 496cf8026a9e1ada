/* Text that grows in a buffer of fixed size; what does not fit is cut off. */
#ifndef SQ_RULES_TERMS_TEXT_BUFFER_H
#define SQ_RULES_TERMS_TEXT_BUFFER_H

#include <stddef.h>
#include <stdint.h>

#include "rules/terms/wink.h"

typedef struct {
    char *to;
    size_t used, room; /* bytes; used < room, and to[used] is the final 0 */
} sq_text;

/* An empty text in the caller's buffer; room >= 1 bytes. */
sq_text sq_text_in(char *to, size_t room);
/* Adds text as printf writes it. */
__attribute__((format(printf, 2, 3))) void sq_text_put(sq_text *t, const char *format, ...);
/* Of the first n bytes of a UTF-8 text, those of whole letters: n, or less where a letter is cut there. */
size_t sq_text_whole(const char *text, size_t n);
/* Adds one byte. */
void sq_text_add(sq_text *t, char c);
/* Adds a name with a capital letter at its start. */
void sq_text_put_capital(sq_text *t, const char *name);
/* Adds a time as "20 min" or "2:05 min". */
void sq_text_put_minutes(sq_text *t, int32_t seconds);
/* What stands before the i-th of `count` things that are listed as "B1, b2 and b3": nothing, a comma, or
 * `last` (" and "). */
static inline const char *sq_list_mark(int i, int count, const char *last) {
    return !i ? "" : i == count - 1 ? last : ", ";
}
/* The same before the next member of a set. rest: the members of `set` that are not listed yet, bit by bit.
 */
static inline const char *sq_list_joint(uint64_t set, uint64_t rest, const char *last) {
    int count = __builtin_popcountll(set);
    return sq_list_mark(count - __builtin_popcountll(rest), count, last);
}
/* Adds "B1", "B1 and b2" or "B1, b2 and b3"; nothing for no wink. */
void sq_text_put_winks(sq_text *t, sq_wink_set winks);
/* Adds "blue", "blue and red" or "blue, green and red", with `last` (" and ") before the last; nothing for
 * none. */
void sq_text_put_colours(sq_text *t, sq_colour_set colours, const char *last);
/* Adds a sentence with marks: for each '%' and its letter, put_mark adds what the letter stands for. It is
 * given `of`. */
void sq_text_put_marked(sq_text *t, const char *sentence,
                        void (*put_mark)(sq_text *t, char mark, const void *of), const void *of);
/* Adds s as a JSON string with its quotes; s must be UTF-8. */
void sq_text_put_json(sq_text *t, const char *s);
/* Adds millionths as a decimal without trailing zeros: 1500500000 is 1500.5. */
void sq_text_put_micro(sq_text *t, int64_t millionths);
/* Adds the shortest decimal that is read back as the same double. */
void sq_text_put_double(sq_text *t, double x);

#endif
