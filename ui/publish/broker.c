/* The one file that knows libmosquitto. Each connection has a client object of its own, so that nothing of an
 * earlier connection is sent by the library behind our back. */
#include "ui/publish/broker.h"

#include <arpa/inet.h>
#include <errno.h>
#include <mosquitto.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vision/system/clock.h"
#include "vision/system/random_id.h"

/* Seconds: the broker hears something at least so often, and is taken for lost after as long without an
 * answer; the pauses between two tries. */
enum { KEEPALIVE_S = 10 };
#define FIRST_PAUSE_S 0.25
#define LONGEST_PAUSE_S 5.0

/* Messages under way at once: more than a table's window (line_sender.c), so that the library never
 * queues. */
enum { INFLIGHT = 200 };

struct sq_broker {
    sq_broker_address address;
    sq_broker_hear hear;
    struct mosquitto *client; /* null: none */
    SSL_CTX *trust;           /* null: it is spoken to without encryption */
    bool connected, told;     /* told: that it is lost */
    int waiting;
    double next_s, pause_s;
    char why[128];
};

static void on_connect(struct mosquitto *m, void *who, int code) {
    sq_broker *b = who;
    (void)m;
    if (code) {
        snprintf(b->why, sizeof b->why, "%s",
                 code == 5 || code == 4 ? "it knows no such name and password"
                                        : mosquitto_connack_string(code));
        return;
    }
    b->connected = true;
    b->told = false;
    b->pause_s = FIRST_PAUSE_S;
    b->hear.connected(b->hear.who);
}

static void on_message(struct mosquitto *m, void *who, const struct mosquitto_message *t) {
    sq_broker *b = who;
    (void)m;
    b->hear.message(b->hear.who, t->topic, t->payloadlen ? t->payload : "", (size_t)t->payloadlen, t->retain);
}

static void on_publish(struct mosquitto *m, void *who, int id) {
    sq_broker *b = who;
    (void)m, (void)id;
    b->waiting--;
}

static void begin_library(void) {
    mosquitto_lib_init();
}

/* ---- Whom it trusts ---- */

static const char *refusal(long result) {
    switch (result) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return "its certificate has expired; make a new one, or set this computer's clock";
    case X509_V_ERR_CERT_NOT_YET_VALID: return "its certificate is not valid yet; set this computer's clock";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return "its certificate is for another address; make one for this address";
    default: return "its certificate is not trusted; --broker-authority names who vouches for it";
    }
}

/* OpenSSL tells of each step. libmosquitto itself says only that a certificate was refused, not why. */
static void note_refusal(const SSL *ssl, int where, int result) {
    sq_broker *b = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
    long verified = SSL_get_verify_result(ssl);
    if (where == SSL_CB_CONNECT_EXIT && result <= 0 && verified != X509_V_OK)
        snprintf(b->why, sizeof b->why, "%s", refusal(verified));
}

/* Where Debian keeps the authorities that everybody knows. */
#define KNOWN_AUTHORITIES "/etc/ssl/certs"

static bool is_numeric(const char *host) {
    unsigned char number[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, host, number) == 1 || inet_pton(AF_INET6, host, number) == 1;
}

/* The certificate must be vouched for, be valid now, and name the broker's address. */
static bool trust_little(SSL_CTX *c, const sq_broker_address *a) {
    X509_VERIFY_PARAM *p = SSL_CTX_get0_param(c);
    SSL_CTX_set_verify(c, SSL_VERIFY_PEER, NULL);
    return SSL_CTX_set_min_proto_version(c, TLS1_2_VERSION) == 1 &&
           SSL_CTX_load_verify_locations(c, a->authority, a->authority ? NULL : KNOWN_AUTHORITIES) == 1 &&
           (is_numeric(a->host) ? X509_VERIFY_PARAM_set1_ip_asc(p, a->host)
                                : X509_VERIFY_PARAM_set1_host(p, a->host, 0)) == 1;
}

/* One for all connections to the broker. */
static sq_code open_trust(sq_broker *b, sq_diag *d) {
    const char *authority = b->address.authority;
    b->trust = SSL_CTX_new(TLS_client_method());
    if (!b->trust) return sq_fail(d, SQ_E_MEMORY, "no memory for encryption; close other programs");
    SSL_CTX_set_app_data(b->trust, b);
    SSL_CTX_set_info_callback(b->trust, note_refusal);
    if (trust_little(b->trust, &b->address)) return SQ_OK;
    return sq_fail(d, SQ_E_FILE,
                   "%.300s: holds no certificate that can be read; give the authority's own (ca.pem)",
                   authority ? authority : KNOWN_AUTHORITIES);
}

/* The context is ours alone: with defaults of its own the library takes no authority into it. */
static bool use_tls(const sq_broker *b) {
    return !mosquitto_void_option(b->client, MOSQ_OPT_SSL_CTX, b->trust) &&
           !mosquitto_int_option(b->client, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 0);
}

/* ---- Opening and closing ---- */

sq_code sq_broker_new(sq_broker **out, const sq_broker_address *address, const sq_broker_hear *hear,
                      sq_diag *d) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin_library);
    sq_broker *b = *out = calloc(1, sizeof *b);
    if (!b) return sq_fail(d, SQ_E_MEMORY, "no memory for the broker; close other programs");
    b->address = *address;
    b->hear = *hear;
    b->pause_s = FIRST_PAUSE_S;
    sq_code code = address->tls ? open_trust(b, d) : SQ_OK;
    if (!code) return SQ_OK;
    sq_broker_free(b);
    *out = NULL;
    return code;
}

static void drop(sq_broker *b) {
    if (b->client) mosquitto_destroy(b->client);
    b->client = NULL;
    b->connected = false;
    b->waiting = 0;
}

void sq_broker_free(sq_broker *b) {
    if (!b) return;
    drop(b);
    SSL_CTX_free(b->trust);
    free(b);
}

bool sq_broker_is_connected(const sq_broker *b) {
    return b->connected;
}

int sq_broker_waiting(const sq_broker *b) {
    return b->waiting;
}

/* ---- Connecting ---- */

/* A client's id must be its own: with the same one the broker would throw the other out. */
static struct mosquitto *new_client(sq_broker *b) {
    static const char begins[] = "squint-";
    enum { DIGITS = 16 };
    char id[sizeof begins + DIGITS];
    memcpy(id, begins, sizeof begins);
    return sq_random_id(id + sizeof begins - 1, DIGITS) ? mosquitto_new(id, true, b) : NULL;
}

static bool prepare(sq_broker *b) {
    const sq_broker_address *a = &b->address;
    struct mosquitto *m = b->client = new_client(b);
    if (!m) return false;
    mosquitto_connect_callback_set(m, on_connect);
    mosquitto_message_callback_set(m, on_message);
    mosquitto_publish_callback_set(m, on_publish);
    mosquitto_max_inflight_messages_set(m, INFLIGHT);
    int nodelay = 1;
    mosquitto_opts_set(m, MOSQ_OPT_TCP_NODELAY, &nodelay);
    bool well = !*a->user || !mosquitto_username_pw_set(m, a->user, *a->password ? a->password : NULL);
    if (b->trust) well &= use_tls(b);
    if (b->hear.will) {
        char topic[SQ_BROKER_TOPIC], text[SQ_BROKER_WILL];
        b->hear.will(b->hear.who, topic, text);
        well &= !mosquitto_will_set(m, topic, (int)strlen(text), text, 1, true);
    }
    return well;
}

static const char *reason_of(const sq_broker *b, int code) {
    switch (code) {
    case MOSQ_ERR_EAI: return "no computer of that name is known here; check the address";
    case MOSQ_ERR_NO_CONN:
    case MOSQ_ERR_KEEPALIVE: return "it does not answer; check the address, and whether it runs";
    case MOSQ_ERR_TLS: return "its port is not encrypted, or speaks no TLS; mqtt:// is without encryption";
    case MOSQ_ERR_CONN_LOST:
    case MOSQ_ERR_CONN_REFUSED:
    case MOSQ_ERR_UNKNOWN: /* the library knows no cause: the broker died in the middle of a word */
    case MOSQ_ERR_ERRNO:
        return b->connected || b->trust ? "it broke off the connection"
                                        : "it broke off the connection; an encrypted port wants mqtts://";
    default: return mosquitto_strerror(code);
    }
}

static void lose(sq_broker *b, int code) {
    char why[256];
    int reason = errno;
    bool was = b->connected;
    if (!*b->why)
        snprintf(b->why, sizeof b->why, "%s",
                 code == MOSQ_ERR_ERRNO && reason ? strerror(reason) : reason_of(b, code));
    snprintf(why, sizeof why, "%s", b->why);
    b->why[0] = 0;
    drop(b);
    b->next_s = sq_monotonic_s() + b->pause_s;
    b->pause_s = b->pause_s * 2 > LONGEST_PAUSE_S ? LONGEST_PAUSE_S : b->pause_s * 2;
    if (was || !b->told) {
        b->told = true;
        b->hear.lost(b->hear.who, why);
    }
}

static void try_to_connect(sq_broker *b) {
    errno = 0;
    if (!prepare(b)) {
        snprintf(b->why, sizeof b->why, "no memory");
        lose(b, MOSQ_ERR_NOMEM);
        return;
    }
    /* Nobody must wait for a broker that does not answer, to end squint. Of a name's several addresses the
     * library tries only the first in this way; by a name a signal breaks the waiting off (interrupt.h), and
     * a publisher's thread is left alone. */
    int (*connect)(struct mosquitto *, const char *, int, int) =
        is_numeric(b->address.host) ? mosquitto_connect_async : mosquitto_connect;
    int code = connect(b->client, b->address.host, b->address.port, KEEPALIVE_S);
    if (code) lose(b, code);
}

/* ---- Running ---- */

static void wait_for(struct pollfd *files, int count, int wait_ms) {
    for (int i = 0; i < count; i++)
        files[i].revents = 0;
    poll(files, (nfds_t)count, wait_ms);
}

static void serve(sq_broker *b, short came) {
    int code = MOSQ_ERR_SUCCESS;
    errno = 0;
    bool more = came & (POLLIN | POLLHUP | POLLERR);
    while (more && !code && !*b->why) {
        code = mosquitto_loop_read(b->client, 1);
        const SSL *ssl = mosquitto_ssl_get(b->client); /* what it has decrypted already, no poll tells of */
        more = ssl && SSL_pending(ssl) > 0;
    }
    if (!code && !*b->why && (came & POLLOUT || mosquitto_want_write(b->client)))
        code = mosquitto_loop_write(b->client, 1);
    if (!code && !*b->why) code = mosquitto_loop_misc(b->client);
    if (code || *b->why) lose(b, code);
}

enum { FILES = 8 };

void sq_broker_turn(sq_broker *b, int wait_ms, struct pollfd *files, int count) {
    struct pollfd all[FILES + 1];
    if (!b->client && sq_monotonic_s() >= b->next_s) try_to_connect(b);
    if (!b->client) {
        wait_for(files, count, wait_ms);
        return;
    }
    if (count) memcpy(all + 1, files, (size_t)count * sizeof *files);
    short wants = (short)(POLLIN | (mosquitto_want_write(b->client) ? POLLOUT : 0));
    all[0] = (struct pollfd){mosquitto_socket(b->client), wants, 0};
    wait_for(all, count + 1, wait_ms);
    if (count) memcpy(files, all + 1, (size_t)count * sizeof *files);
    serve(b, all[0].revents);
}

bool sq_broker_publish(sq_broker *b, const char *topic, const void *bytes, size_t n, int quality,
                       bool retained) {
    if (!b->connected) return false;
    int code = mosquitto_publish(b->client, NULL, topic, (int)n, bytes, quality, retained);
    if (!code) b->waiting++;
    return !code;
}

bool sq_broker_subscribe(sq_broker *b, const char *pattern, int quality) {
    return b->connected && !mosquitto_subscribe(b->client, NULL, pattern, quality);
}

void sq_broker_leave(sq_broker *b) {
    if (!b->connected) return;
    mosquitto_disconnect(b->client);
    drop(b);
}
