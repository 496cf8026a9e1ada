/* The SHA-256 of a record, line by line: records with the same digest have the same bytes. */
#ifndef SQ_UI_PUBLISH_RECORD_HASH_H
#define SQ_UI_PUBLISH_RECORD_HASH_H

#include <stdbool.h>
#include <stddef.h>

enum { SQ_HASH_TEXT = 65 }; /* hexadecimal digits and the final 0 */

typedef struct sq_record_hash sq_record_hash;

/* A digest of no bytes. Null where memory runs out. The caller frees; null is allowed. */
sq_record_hash *sq_record_hash_new(void);
void sq_record_hash_free(sq_record_hash *h);

/* Sets it back to that of no bytes. */
void sq_record_hash_reset(sq_record_hash *h);

/* Adds a line and its end; `line` itself has no end. */
void sq_record_hash_line(sq_record_hash *h, const char *line, size_t length);

/* Writes the digest of all lines so far. */
void sq_record_hash_text(const sq_record_hash *h, char text[SQ_HASH_TEXT]);

/* Writes what the digest would be with one more line, which is not added. False where memory runs out. */
bool sq_record_hash_with(const sq_record_hash *h, const char *line, size_t length, char text[SQ_HASH_TEXT]);

#endif
