/* SHA-256 by libcrypto. */
#include "ui/publish/record_hash.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

struct sq_record_hash {
    EVP_MD_CTX *so_far;
};

sq_record_hash *sq_record_hash_new(void) {
    sq_record_hash *h = calloc(1, sizeof *h);
    if (h) h->so_far = EVP_MD_CTX_new();
    if (h && h->so_far && EVP_DigestInit_ex(h->so_far, EVP_sha256(), NULL)) return h;
    sq_record_hash_free(h);
    return NULL;
}

void sq_record_hash_free(sq_record_hash *h) {
    if (h) EVP_MD_CTX_free(h->so_far);
    free(h);
}

void sq_record_hash_reset(sq_record_hash *h) {
    EVP_DigestInit_ex(h->so_far, EVP_sha256(), NULL);
}

void sq_record_hash_line(sq_record_hash *h, const char *line, size_t length) {
    EVP_DigestUpdate(h->so_far, line, length);
    EVP_DigestUpdate(h->so_far, "\n", 1);
}

bool sq_record_hash_with(const sq_record_hash *h, const char *line, size_t length, char text[SQ_HASH_TEXT]) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    bool well = copy && EVP_MD_CTX_copy_ex(copy, h->so_far) &&
                (!line || EVP_DigestUpdate(copy, line, length)) &&
                (!line || EVP_DigestUpdate(copy, "\n", 1)) && EVP_DigestFinal_ex(copy, digest, &n);
    EVP_MD_CTX_free(copy);
    text[0] = 0;
    for (unsigned i = 0; well && i < n && 2 * i + 2 < SQ_HASH_TEXT; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
    return well;
}

void sq_record_hash_text(const sq_record_hash *h, char text[SQ_HASH_TEXT]) {
    sq_record_hash_with(h, NULL, 0, text);
}
