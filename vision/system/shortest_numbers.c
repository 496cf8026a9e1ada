/* Rewrites the numbers of a JSON text with the fewest digits that read back as the same double. */
#include "vision/system/shortest_numbers.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Significant digits of a double: so many decimals always come back, and so many tell any two apart. */
enum { DIGITS_KEPT = DBL_DIG, DIGITS_EXACT = DBL_DECIMAL_DIG };

static const char number_letters[] = "+-.0123456789eE";

/* Writes the number of so many bytes, as short as it can be. Returns where the text goes on. */
static char *put_short(char *to, const char *number, size_t length) {
    char text[SQ_SHORT_NUMBER_MAX], shorter[SQ_SHORT_NUMBER_MAX];
    size_t n = length;
    if (length < sizeof text && memchr(number, '.', length)) {
        snprintf(text, sizeof text, "%.*s", (int)length, number);
        double v = strtod(text, NULL);
        for (int digits = DIGITS_KEPT; digits <= DIGITS_EXACT; digits++) {
            snprintf(shorter, sizeof shorter - 2, "%.*g", digits, v);
            if (strtod(shorter, NULL) != v) continue;
            if (!strpbrk(shorter, ".e")) strcat(shorter, ".0"); /* it stays a real number */
            if (strlen(shorter) < n) {
                n = strlen(shorter);
                number = shorter;
            }
            break;
        }
    }
    memmove(to, number, n);
    return to + n;
}

/* The end of the string that begins here. */
static const char *end_of_string(const char *s) {
    for (s++; *s && *s != '"'; s++)
        if (*s == '\\' && s[1]) s++;
    return *s ? s + 1 : s;
}

char *sq_short_numbers(char *json) {
    if (!json) return NULL;
    char *to = json;
    const char *from = json;
    while (*from) {
        bool is_number = *from == '-' || (*from >= '0' && *from <= '9');
        size_t n = *from == '"' ? (size_t)(end_of_string(from) - from)
                   : is_number  ? strspn(from, number_letters)
                                : 1;
        if (is_number) {
            to = put_short(to, from, n);
        } else {
            memmove(to, from, n);
            to += n;
        }
        from += n;
    }
    *to = 0;
    return json;
}

char *sq_short_number(char to[SQ_SHORT_NUMBER_MAX], double v, int decimals) {
    int n = snprintf(to, SQ_SHORT_NUMBER_MAX, "%.*f", decimals, v);
    if (!strchr(to, '.')) return to;
    while (n && to[n - 1] == '0')
        to[--n] = 0;
    if (n && to[n - 1] == '.') to[n - 1] = 0;
    return to;
}

double sq_rounded(double v, int digits) {
    double unit = pow(10, digits);
    return round(v * unit) / unit + 0.0;
}
