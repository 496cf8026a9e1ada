/* Encryption of the pages (TLS, by OpenSSL), with a certificate of the hall, or one that squint makes. */
#ifndef SQ_UI_SERVE_ENCRYPTION_H
#define SQ_UI_SERVE_ENCRYPTION_H

#include <stdbool.h>

#include "vision/system/failure.h"

struct bufferevent;
struct event_base;

typedef struct sq_encryption sq_encryption;

/* certificate, key: PEM files; after the certificate may follow those of the authorities that signed it.
 * SQ_E_FILE: they cannot be read, or do not belong together. */
sq_code sq_encryption_new(sq_encryption **out, const char *certificate, const char *key, sq_diag *d);
void sq_encryption_free(sq_encryption *e); /* null is allowed */

/* The encryption of a new connection, to which libevent then gives its socket; null where memory runs out. */
struct bufferevent *sq_encryption_connection(sq_encryption *e, struct event_base *base);

/* Whether a connection is encrypted. */
bool sq_encryption_is_on(struct bufferevent *connection);

/* Bytes of a path, and of a certificate's fingerprint as browsers show it, "AB:CD:…". */
enum { SQ_CERTIFICATE_PATH = 512, SQ_CERTIFICATE_PRINT = 100 };

/* The paths of squint's own certificate for this machine and of its key, in the user's settings folder. It is
 * made if there is none, if it expires within a month, or if the machine's addresses have changed. Only the
 * owner can read the key. */
sq_code sq_certificate_own(char certificate[SQ_CERTIFICATE_PATH], char key[SQ_CERTIFICATE_PATH], sq_diag *d);

/* The SHA-256 fingerprint of a certificate file, by which people recognise it; "" if it cannot be read. */
void sq_certificate_print(const char *certificate, char print[SQ_CERTIFICATE_PRINT]);

#endif
