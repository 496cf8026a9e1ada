/* The certificate that squint makes, and connections that are encrypted by it. */
#include "ui/serve/encryption.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "tests/fixture/scratch.h"

typedef struct {
    char certificate[SQ_CERTIFICATE_PATH], key[SQ_CERTIFICATE_PATH];
} pair;

/* squint's own, in a folder of settings of that name. */
static pair own(const char *settings) {
    pair p;
    sq_diag d;
    assert_int_equal(setenv("XDG_CONFIG_HOME", scratch(settings), 1), 0);
    assert_int_equal(sq_certificate_own(p.certificate, p.key, &d), SQ_OK);
    return p;
}

static void a_certificate_is_made_once_and_its_key_is_the_owners_alone(void **state) {
    (void)state;
    char print[SQ_CERTIFICATE_PRINT], again[SQ_CERTIFICATE_PRINT];
    struct stat s;
    pair p = own("once");
    sq_certificate_print(p.certificate, print);
    assert_int_equal(strlen(print), 32 * 3 - 1);
    assert_int_equal(stat(p.key, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0600);
    own("once");
    sq_certificate_print(p.certificate, again);
    assert_string_equal(again, print);
}

static X509 *read_it(const pair *p) {
    FILE *f = fopen(p->certificate, "r");
    X509 *c = f ? PEM_read_X509(f, NULL, NULL, NULL) : NULL;
    assert_non_null(c);
    fclose(f);
    return c;
}

static void it_is_for_this_machine_and_cannot_sign_others(void **state) {
    (void)state;
    pair p = own("names");
    X509 *c = read_it(&p);
    char name[256];
    time_t soon = time(NULL) + 800 * 86400L, late = time(NULL) + 826 * 86400L;
    assert_int_equal(gethostname(name, sizeof name), 0);
    assert_int_equal(X509_check_host(c, "localhost", 0, 0, NULL), 1);
    assert_int_equal(X509_check_host(c, name, 0, 0, NULL), 1);
    assert_int_equal(X509_check_ip_asc(c, "127.0.0.1", 0), 1);
    assert_int_equal(X509_check_host(c, "example.org", 0, 0, NULL), 0);
    assert_int_equal(X509_check_ca(c), 0);
    assert_true(X509_cmp_time(X509_get0_notAfter(c), &soon) >
                0); /* holds for some time, and as phones want it */
    assert_true(X509_cmp_time(X509_get0_notAfter(c), &late) < 0);
    X509_free(c);
}

/* One without a key, or with the names of another machine, is of no use. */
static void it_is_made_anew_where_it_is_of_no_use(void **state) {
    (void)state;
    char print[SQ_CERTIFICATE_PRINT], again[SQ_CERTIFICATE_PRINT];
    pair p = own("anew");
    sq_certificate_print(p.certificate, print);
    assert_int_equal(remove(p.key), 0);
    own("anew");
    sq_certificate_print(p.certificate, again);
    assert_string_not_equal(again, print);
    FILE *f = fopen(p.certificate, "w");
    fputs("no certificate", f);
    fclose(f);
    sq_certificate_print(p.certificate, print);
    assert_string_equal(print, "");
    own("anew");
    sq_certificate_print(p.certificate, print);
    assert_int_not_equal(strlen(print), 0);
    pair other = own("another"); /* a start that was cut short has left a key that does not fit */
    assert_int_equal(rename(other.key, p.key), 0);
    own("anew");
    sq_certificate_print(p.certificate, again);
    assert_string_not_equal(again, print);
}

static void a_key_of_another_certificate_is_refused(void **state) {
    (void)state;
    sq_encryption *e;
    sq_diag d = {0};
    pair one = own("one"), other = own("other");
    assert_int_equal(sq_encryption_new(&e, one.certificate, other.key, &d), SQ_E_FILE);
    assert_null(e);
    assert_non_null(strstr(d.text, "are no certificate and its key"));
    assert_int_equal(sq_encryption_new(&e, scratch("missing.pem"), one.key, &d), SQ_E_FILE);
    sq_encryption_free(NULL);
}

/* ---- A browser that comes ---- */

typedef struct {
    int socket, version; /* the newest that it speaks */
    bool agreed;
    char print[SQ_CERTIFICATE_PRINT], heard[8];
} visitor;

static void *visit(void *who) {
    visitor *v = who;
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_min_proto_version(context, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context, v->version);
    SSL_CTX_set_security_level(context, 0);
    SSL *ssl = SSL_new(context);
    SSL_set_fd(ssl, v->socket);
    v->agreed = SSL_connect(ssl) == 1;
    if (v->agreed) {
        X509 *c = SSL_get1_peer_certificate(ssl);
        X509_digest(c, EVP_sha256(), digest, &n);
        for (unsigned i = 0; i < n; i++)
            snprintf(v->print + 3 * i, 4, "%02X%s", digest[i], i + 1 < n ? ":" : "");
        X509_free(c);
        SSL_write(ssl, "ask", 3);
        SSL_read(ssl, v->heard, sizeof v->heard - 1);
        SSL_shutdown(ssl);
    }
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(v->socket);
    return NULL;
}

static void answer(struct bufferevent *b, void *who) {
    (void)who;
    evbuffer_drain(bufferevent_get_input(b), 3);
    bufferevent_write(b, "answer", 6);
}

static void gone(struct bufferevent *b, short what, void *who) {
    (void)b;
    if (what & (BEV_EVENT_EOF | BEV_EVENT_ERROR)) event_base_loopbreak(who);
}

static visitor come(const pair *p, int version) {
    visitor v = {.version = version};
    int ends[2];
    sq_encryption *e;
    sq_diag d;
    pthread_t thread;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(sq_encryption_new(&e, p->certificate, p->key, &d), SQ_OK);
    struct event_base *base = event_base_new();
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    struct bufferevent *b = sq_encryption_connection(e, base);
    assert_non_null(b);
    evutil_make_socket_nonblocking(ends[0]);
    bufferevent_setfd(b, ends[0]);
    bufferevent_setcb(b, answer, NULL, gone, base);
    bufferevent_enable(b, EV_READ | EV_WRITE);
    v.socket = ends[1];
    assert_int_equal(pthread_create(&thread, NULL, visit, &v), 0);
    event_base_dispatch(base);
    bufferevent_free(b);
    pthread_join(thread, NULL);
    event_base_free(base);
    sq_encryption_free(e);
    return v;
}

static void a_browser_gets_the_certificate_and_its_answer(void **state) {
    (void)state;
    static const int versions[] = {TLS1_2_VERSION, TLS1_3_VERSION};
    char print[SQ_CERTIFICATE_PRINT];
    pair p = own("visited");
    sq_certificate_print(p.certificate, print);
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        visitor v = come(&p, versions[i]);
        assert_true(v.agreed);
        assert_string_equal(v.print, print);
        assert_string_equal(v.heard, "answer");
    }
}

static void an_old_encryption_is_not_spoken(void **state) {
    (void)state;
    pair p = own("visited");
    assert_false(come(&p, TLS1_1_VERSION).agreed);
}

/* The file that cannot be written is the one that is named. */
static void a_key_that_cannot_be_written_is_named(void **state) {
    (void)state;
    char certificate[SQ_CERTIFICATE_PATH], key[SQ_CERTIFICATE_PATH];
    sq_diag d;
    setenv("XDG_CONFIG_HOME", scratch("no-key"), 1);
    mkdir(scratch("no-key"), 0700);
    mkdir(scratch("no-key/squint"), 0700);
    mkdir(scratch("no-key/squint/pages.key"), 0700);
    assert_int_equal(sq_certificate_own(certificate, key, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "pages.key: cannot be written"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_certificate_is_made_once_and_its_key_is_the_owners_alone),
        cmocka_unit_test(it_is_for_this_machine_and_cannot_sign_others),
        cmocka_unit_test(it_is_made_anew_where_it_is_of_no_use),
        cmocka_unit_test(a_key_that_cannot_be_written_is_named),
        cmocka_unit_test(a_key_of_another_certificate_is_refused),
        cmocka_unit_test(a_browser_gets_the_certificate_and_its_answer),
        cmocka_unit_test(an_old_encryption_is_not_spoken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
