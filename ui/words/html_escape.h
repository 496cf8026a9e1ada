/* Text within an HTML page. */
#ifndef SQ_UI_WORDS_HTML_ESCAPE_H
#define SQ_UI_WORDS_HTML_ESCAPE_H

#include <stdio.h>

/* Writes text (UTF-8) between tags, so that it reads as it is. Not for attributes: quotes stay. */
void sq_html_text(FILE *to, const char *text);

#endif
