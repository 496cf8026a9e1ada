/* Escapes text for an HTML page. */
#include "ui/files/html_escape.h"

void sq_html_text(FILE *to, const char *text) {
    for (const char *s = text; *s; s++) {
        if (*s == '&')
            fputs("&amp;", to);
        else if (*s == '<')
            fputs("&lt;", to);
        else
            putc(*s, to);
    }
}
