/* The SHA-256 of a record, line by line: records with the same digest have the same bytes. */
#ifndef SQ_UI_PUBLISH_RECORD_HASH_H
#define SQ_UI_PUBLISH_RECORD_HASH_H

#include <stdbool.h>
#include <stddef.h>

enum { SQ_HASH_TEXT = 65 }; /* hexadecimal digits and the final 0 */

typedef struct sq_record_hash sq_record_hash;

/* Of no bytes. Null where memory is out. The caller frees; null is allowed. */
sq_record_hash *sq_record_hash_new(void);
void sq_record_hash_free(sq_record_hash *h);

/* To no bytes, as at first. */
void sq_record_hash_reset(sq_record_hash *h);

/* Takes a line in, with its end, which `line` is without. */
void sq_record_hash_line(sq_record_hash *h, const char *line, size_t length);

/* Of all lines so far. */
void sq_record_hash_text(const sq_record_hash *h, char text[SQ_HASH_TEXT]);

/* What the digest would be with one more line, which is not taken in. False where memory is out. */
bool sq_record_hash_with(const sq_record_hash *h, const char *line, size_t length, char text[SQ_HASH_TEXT]);

#endif
