/* Characters are counted by the bytes that begin them. */
#include "ui/words/terminal_text.h"

#include <stddef.h>
#include <string.h>

enum { DELETE = 0x7f, LONGEST = 4 };

/* The bytes of the character that begins here; 0: it is none that may be shown. A control character may have
 * two bytes too. */
static size_t shown(const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    if (*s < 0x80) return *s >= ' ' && *s != DELETE;
    size_t n = *s >= 0xf0 ? LONGEST : *s >= 0xe0 ? 3 : *s >= 0xc2 ? 2 : 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    return n == 2 && *s == 0xc2 && s[1] < 0xa0 ? 0 : n;
}

static size_t next(const char *text) {
    size_t n = shown(text);
    return n ? n : 1;
}

int sq_text_columns(const char *text, size_t n) {
    int columns = 0;
    for (size_t at = 0; at < n && text[at]; at += next(text + at))
        columns++;
    return columns;
}

size_t sq_text_fits(const char *text, int columns) {
    size_t at = 0;
    for (; columns > 0 && text[at]; columns--)
        at += next(text + at);
    return at;
}

static void put(FILE *to, const char *text) {
    for (size_t n; *text; text += n ? n : 1) {
        n = shown(text);
        fprintf(to, "%.*s", n ? (int)n : 1, n ? text : "?");
    }
}

void sq_put_left(FILE *to, const char *text, int columns) {
    int is = sq_text_columns(text, strlen(text));
    put(to, text);
    fprintf(to, "%*s", columns > is ? columns - is : 1, "");
}

void sq_put_right(FILE *to, const char *text, int columns) {
    int is = sq_text_columns(text, strlen(text));
    fprintf(to, "%*s", columns > is ? columns - is : 0, "");
    put(to, text);
}
