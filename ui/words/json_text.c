/* Makes a JSON string of any text. */
#include "ui/words/json_text.h"

#include <stdlib.h>
#include <string.h>

json_t *sq_json_text(const char *text) {
    json_t *s = json_string(text);
    if (s || !text) return s;
    char *ascii = strdup(text);
    for (char *c = ascii; c && *c; c++)
        if (*c & 0x80) *c = '?';
    s = ascii ? json_string(ascii) : NULL;
    free(ascii);
    return s;
}

bool sq_is_utf8(const char *text) {
    json_t *s = json_string(text);
    json_decref(s);
    return s;
}
