/* What libevent needs to encrypt a connection. */
#include "ui/serve/encryption.h"

#include <event2/bufferevent_ssl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>

struct sq_encryption {
    SSL_CTX *context;
};

sq_code sq_encryption_new(sq_encryption **out, const char *certificate, const char *key, sq_diag *d) {
    sq_encryption *e = calloc(1, sizeof *e);
    *out = NULL;
    if (!e || !(e->context = SSL_CTX_new(TLS_server_method()))) {
        free(e);
        return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    }
    SSL_CTX_set_min_proto_version(e->context, TLS1_2_VERSION);
    SSL_CTX_set_options(e->context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    if (SSL_CTX_use_certificate_chain_file(e->context, certificate) != 1 ||
        SSL_CTX_use_PrivateKey_file(e->context, key, SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_check_private_key(e->context) != 1) {
        const char *why = ERR_reason_error_string(ERR_peek_last_error());
        sq_fail(d, SQ_E_FILE, "%.150s, %.150s: are no certificate and its key (%.80s); give both as PEM",
                certificate, key, why ? why : "no reason given");
        ERR_clear_error();
        sq_encryption_free(e);
        return d->code;
    }
    *out = e;
    return SQ_OK;
}

void sq_encryption_free(sq_encryption *e) {
    if (!e) return;
    SSL_CTX_free(e->context);
    free(e);
}

struct bufferevent *sq_encryption_connection(sq_encryption *e, struct event_base *base) {
    SSL *ssl = SSL_new(e->context);
    if (!ssl) return NULL;
    struct bufferevent *b =
        bufferevent_openssl_socket_new(base, -1, ssl, BUFFEREVENT_SSL_ACCEPTING, BEV_OPT_CLOSE_ON_FREE);
    /* A browser that closes without a farewell has closed. */
    if (b) bufferevent_openssl_set_allow_dirty_shutdown(b, 1);
    return b;
}

bool sq_encryption_is_on(struct bufferevent *connection) {
    return bufferevent_openssl_get_ssl(connection);
}
