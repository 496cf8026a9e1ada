/* Formats the sentence of a failure. */
#include "vision/system/failure.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

/* A control character may have two bytes too. */
size_t sq_shown_bytes(const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    if (*s < 0x80) return !iscntrl(*s);
    size_t more = (size_t)(*s >= 0xc2) + (*s >= 0xe0) + (*s >= 0xf0);
    for (size_t i = 1; i <= more; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    return !more || (*s == 0xc2 && s[1] < 0xa0) ? 0 : more + 1;
}

char *sq_obey_nothing(char *text) {
    for (size_t at = 0, n; text[at]; at += n ? n : 1) {
        n = sq_shown_bytes(text + at);
        if (!n) text[at] = '?';
    }
    return text;
}

sq_code sq_fail(sq_diag *d, sq_code code, const char *format, ...) {
    if (!d) return code;
    d->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(d->text, sizeof d->text, format, args);
    va_end(args);
    sq_obey_nothing(d->text);
    return code;
}
