/* Texts as JSON, which is UTF-8; names of files need not be. */
#ifndef SQ_UI_WORDS_JSON_TEXT_H
#define SQ_UI_WORDS_JSON_TEXT_H

#include <jansson.h>
#include <stdbool.h>

/* A text as a JSON string. In one that is not UTF-8 each byte that is not ASCII becomes '?'. Null where
 * memory runs out, or for null. */
json_t *sq_json_text(const char *text);

/* Whether a text is UTF-8, and so can stand in JSON as it is. */
bool sq_is_utf8(const char *text);

#endif
