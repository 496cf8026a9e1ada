/* Text within an HTML page. */
#ifndef SQ_UI_FILES_HTML_ESCAPE_H
#define SQ_UI_FILES_HTML_ESCAPE_H

#include <stdio.h>

/* Writes text (UTF-8) that stands between tags. Not for attributes: quotes stay as they are. */
void sq_html_text(FILE *to, const char *text);

#endif
