/* Formats the sentence of a failure. */
#include "vision/system/failure.h"

#include <stdarg.h>
#include <stdio.h>

sq_code sq_fail(sq_diag *d, sq_code code, const char *format, ...) {
    if (!d) return code;
    d->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(d->text, sizeof d->text, format, args);
    va_end(args);
    return code;
}
