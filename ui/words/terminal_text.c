/* Characters are counted by the bytes that begin them. */
#include "ui/words/terminal_text.h"

#include <string.h>

#include "vision/system/failure.h"

static size_t next(const char *text) {
    size_t n = sq_shown_bytes(text);
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
        n = sq_shown_bytes(text);
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
