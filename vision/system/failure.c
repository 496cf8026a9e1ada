/* Formats the sentence of a failure. */
#include "vision/system/failure.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

/* A name in a sentence may hold what a terminal would obey, or a line feed. */
static void obey_nothing(char *text) {
    for (; *text; text++)
        if (iscntrl((unsigned char)*text)) *text = '?';
}

sq_code sq_fail(sq_diag *d, sq_code code, const char *format, ...) {
    if (!d) return code;
    d->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(d->text, sizeof d->text, format, args);
    va_end(args);
    obey_nothing(d->text);
    return code;
}
