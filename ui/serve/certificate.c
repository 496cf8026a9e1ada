/* squint's own certificate: ECDSA P-256, for the names and IPv4 addresses of this machine. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/serve/encryption.h"

/* Days that it holds: what iPhones accept at most (Apple, article 103769); seconds before its end at which it
 * is renewed. */
enum { DAYS = 825, RENEW_S = 30 * 86400, NAMES_MAX = 2048 };

/* The machine's names and addresses (of IPv6 that of the loopback alone: the others change by themselves), in
 * the order in which the system tells them: "DNS:localhost,IP:127.0.0.1,…". */
static void names_of_machine(char names[NAMES_MAX]) {
    char host[256] = "localhost", text[INET6_ADDRSTRLEN];
    struct ifaddrs *all = NULL;
    if (gethostname(host, sizeof host)) strcpy(host, "localhost");
    host[sizeof host - 1] = 0;
    size_t n = (size_t)snprintf(names, NAMES_MAX, "DNS:localhost,DNS:%s,DNS:%s.local,IP:127.0.0.1,IP:::1",
                                host, host);
    if (getifaddrs(&all)) return;
    for (struct ifaddrs *i = all; i && n < NAMES_MAX; i = i->ifa_next) {
        struct sockaddr_in in;
        if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET) continue;
        memcpy(&in, i->ifa_addr, sizeof in);
        if (in.sin_addr.s_addr == htonl(INADDR_LOOPBACK) ||
            !inet_ntop(AF_INET, &in.sin_addr, text, sizeof text))
            continue;
        n += (size_t)snprintf(names + n, NAMES_MAX - n, ",IP:%s", text);
    }
    freeifaddrs(all);
}

static X509 *read_certificate(const char *path) {
    FILE *f = fopen(path, "re");
    X509 *c = f ? PEM_read_X509(f, NULL, NULL, NULL) : NULL;
    if (f) fclose(f);
    return c;
}

static bool is_key_of(const X509 *c, const char *key_path) {
    FILE *f = fopen(key_path, "re");
    EVP_PKEY *key = f ? PEM_read_PrivateKey(f, NULL, NULL, NULL) : NULL;
    if (f) fclose(f);
    bool fits = key && X509_check_private_key(c, key) == 1;
    EVP_PKEY_free(key);
    return fits;
}

/* Both are there and fit, it holds for a while, and has exactly these names; they stand in its comment. */
static bool still_good(const char *path, const char *key_path, const char *names) {
    X509 *c = read_certificate(path);
    if (!c) return false;
    time_t later = time(NULL) + RENEW_S;
    bool good = is_key_of(c, key_path) && X509_cmp_time(X509_get0_notAfter(c), &later) > 0;
    int at = X509_get_ext_by_NID(c, NID_netscape_comment, -1);
    X509_EXTENSION *e = at >= 0 ? X509_get_ext(c, at) : NULL;
    ASN1_IA5STRING *comment = e ? X509V3_EXT_d2i(e) : NULL;
    good = good && comment && (size_t)ASN1_STRING_length(comment) == strlen(names) &&
           !memcmp(ASN1_STRING_get0_data(comment), names, strlen(names));
    ASN1_STRING_free(comment);
    X509_free(c);
    return good;
}

static bool add_extension(X509 *c, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, c, c, NULL, NULL, 0);
    X509_EXTENSION *e = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    bool well = e && X509_add_ext(c, e, -1);
    X509_EXTENSION_free(e);
    return well;
}

static bool fill_certificate(X509 *c, EVP_PKEY *key, const char *names) {
    unsigned char serial[16];
    static const unsigned char called[] = "squint";
    if (RAND_bytes(serial, sizeof serial) != 1) return false;
    serial[0] &= 0x7f;
    BIGNUM *number = BN_bin2bn(serial, sizeof serial, NULL);
    bool well = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(c));
    BN_free(number);
    X509_NAME *name = X509_get_subject_name(c);
    return well && X509_set_version(c, X509_VERSION_3) && X509_gmtime_adj(X509_getm_notBefore(c), -3600) &&
           X509_gmtime_adj(X509_getm_notAfter(c), (long)DAYS * 86400 - 3600) && X509_set_pubkey(c, key) &&
           X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, called, -1, -1, 0) &&
           X509_set_issuer_name(c, name) && add_extension(c, NID_subject_alt_name, names) &&
           add_extension(c, NID_basic_constraints, "critical,CA:FALSE") &&
           add_extension(c, NID_ext_key_usage, "serverAuth") &&
           add_extension(c, NID_netscape_comment, names) && X509_sign(c, key, EVP_sha256()) > 0;
}

static sq_code cannot_write(const char *path, sq_diag *d) {
    return sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s); give --certificate and --key", path,
                   strerror(errno));
}

static sq_code write_key(const char *path, EVP_PKEY *key, sq_diag *d) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *f = file >= 0 && !fchmod(file, 0600) ? fdopen(file, "w") : NULL;
    bool well = f && PEM_write_PrivateKey(f, key, NULL, NULL, 0, NULL, NULL);
    if (f) well = !fclose(f) && well;
    sq_code code = well ? SQ_OK : cannot_write(path, d);
    if (!f && file >= 0) close(file);
    return code;
}

static sq_code write_certificate(const char *path, X509 *c, sq_diag *d) {
    FILE *f = fopen(path, "we");
    bool well = f && PEM_write_X509(f, c);
    if (f) well = !fclose(f) && well;
    return well ? SQ_OK : cannot_write(path, d);
}

static sq_code make(const char *path, const char *key_path, const char *names, sq_diag *d) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *c = X509_new();
    bool made = key && c && fill_certificate(c, key, names);
    sq_code code = made ? SQ_OK
                        : sq_fail(d, SQ_E_LIBRARY,
                                  "no certificate can be made for the pages; give --certificate and --key");
    if (!code) code = write_key(key_path, key, d); /* a certificate without its key is of no use */
    if (!code) code = write_certificate(path, c, d);
    X509_free(c);
    EVP_PKEY_free(key);
    return code;
}

sq_code sq_certificate_own(char certificate[SQ_CERTIFICATE_PATH], char key[SQ_CERTIFICATE_PATH], sq_diag *d) {
    char folder[400], names[NAMES_MAX];
    const char *home = getenv("HOME"), *config = getenv("XDG_CONFIG_HOME");
    if (config && *config == '/')
        snprintf(folder, sizeof folder, "%.380s", config);
    else
        snprintf(folder, sizeof folder, "%.380s/.config", home ? home : "");
    mkdir(folder, 0700);
    strcat(folder, "/squint");
    mkdir(folder, 0700);
    snprintf(certificate, SQ_CERTIFICATE_PATH, "%s/pages.crt", folder);
    snprintf(key, SQ_CERTIFICATE_PATH, "%s/pages.key", folder);
    names_of_machine(names);
    if (still_good(certificate, key, names)) return SQ_OK;
    return make(certificate, key, names, d);
}

void sq_certificate_print(const char *certificate, char print[SQ_CERTIFICATE_PRINT]) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    X509 *c = read_certificate(certificate);
    *print = 0;
    if (c && X509_digest(c, EVP_sha256(), digest, &n))
        for (unsigned i = 0; i < n && 3 * i + 3 < SQ_CERTIFICATE_PRINT; i++)
            snprintf(print + strlen(print), 4, "%s%02X", i ? ":" : "", digest[i]);
    X509_free(c);
}
