/* Encryption of the pages (TLS, on OpenSSL): a certificate of the hall's own, or one that squint makes. */
#ifndef SQ_UI_SERVE_ENCRYPTION_H
#define SQ_UI_SERVE_ENCRYPTION_H

#include "vision/system/failure.h"

struct bufferevent;
struct event_base;

typedef struct sq_encryption sq_encryption;

/* certificate, key: PEM files; the certificate's may hold those of who signed it behind it. SQ_E_FILE: they
 * cannot be read, or do not belong together. */
sq_code sq_encryption_new(sq_encryption **out, const char *certificate, const char *key, sq_diag *d);
void sq_encryption_free(sq_encryption *e); /* null is allowed */

/* A connection that is taken (libevent then gives it its socket); null where memory is out. */
struct bufferevent *sq_encryption_connection(sq_encryption *e, struct event_base *base);

/* Bytes of a path; of a certificate's fingerprint as browsers show it, "AB:CD:…". */
enum { SQ_CERTIFICATE_PATH = 512, SQ_CERTIFICATE_PRINT = 100 };

/* squint's own certificate for this machine, in the user's folder of settings, made where there is none,
 * where it ends within a month, or where the machine has other addresses now. The key's file is its owner's
 * alone. */
sq_code sq_certificate_own(char certificate[SQ_CERTIFICATE_PATH], char key[SQ_CERTIFICATE_PATH], sq_diag *d);

/* The SHA-256 fingerprint of a certificate, by which people recognise it; "" where it cannot be read. */
void sq_certificate_print(const char *certificate, char print[SQ_CERTIFICATE_PRINT]);

#endif
