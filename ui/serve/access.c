/* Codes, tokens, and how long somebody who types wrong codes must wait. */
#include "ui/serve/access.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "vision/system/random_id.h"

/* Letters and digits that nobody confuses when reading them aloud: no I, O, 0, 1. Five bits each: of 40 bits,
 * a guess hits once in 10^12. */
static const char alphabet[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
enum { LETTERS = 8, HALF = LETTERS / 2 };

/* Devices that may act at once; addresses whose wrong codes are remembered: with more the one that has been
 * quiet longest is forgotten. */
enum { TOKENS = 16, ADDRESSES = 64, ADDRESS_MAX = 48 };

/* Wrong codes that cost nothing, as everybody mistypes; each further one doubles the wait from FIRST_WAIT_S.
 */
enum { FREE_TRIES = 3 };
#define FIRST_WAIT_S 1.0
#define LONGEST_WAIT_S 60.0

typedef struct {
    char address[ADDRESS_MAX];
    int wrong;     /* in succession */
    double next_s; /* not before */
    double last_s; /* when it was last heard of; 0: free */
} culprit;

struct sq_access {
    char code[SQ_ACCESS_CODE];
    char token[TOKENS][SQ_ACCESS_TOKEN];
    int next_token;
    culprit culprits[ADDRESSES];
};

sq_code sq_access_new(sq_access **out, sq_diag *d) {
    uint8_t bytes[LETTERS];
    sq_access *a = calloc(1, sizeof *a);
    *out = NULL;
    if (!a) return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        free(a);
        return sq_fail(d, SQ_E_LIBRARY, "the system gives no random numbers for the code; start it again");
    }
    for (int i = 0; i < LETTERS; i++)
        a->code[i + (i >= HALF)] = alphabet[bytes[i] % (sizeof alphabet - 1)];
    a->code[HALF] = '-';
    *out = a;
    return SQ_OK;
}

void sq_access_free(sq_access *a) {
    free(a);
}

const char *sq_access_code(const sq_access *a) {
    return a->code;
}

/* Takes as long for every guess of this length, so that time tells nothing of it. */
static bool same(const char *a, const char *b, size_t n) {
    unsigned differ = 0;
    for (size_t i = 0; i < n; i++)
        differ |= (unsigned)(a[i] ^ b[i]);
    return !differ;
}

/* What was typed, in the form in which codes are shown; false where it cannot be one. */
static bool read_code(const char *typed, char code[SQ_ACCESS_CODE]) {
    int n = 0;
    memset(code, 0, SQ_ACCESS_CODE);
    for (; *typed; typed++) {
        if (*typed == '-' || isspace((unsigned char)*typed)) continue;
        if (n == LETTERS) return false;
        code[n + (n >= HALF)] = (char)toupper((unsigned char)*typed);
        n++;
    }
    code[HALF] = '-';
    return n == LETTERS;
}

static culprit *culprit_at(sq_access *a, const char *address) {
    culprit *quiet = &a->culprits[0];
    for (int i = 0; i < ADDRESSES; i++) {
        culprit *c = &a->culprits[i];
        if (c->last_s > 0 && !strcmp(c->address, address)) return c;
        if (c->last_s < quiet->last_s) quiet = c;
    }
    *quiet = (culprit){.wrong = 0};
    snprintf(quiet->address, sizeof quiet->address, "%s", address);
    return quiet;
}

static bool give_token(sq_access *a, char token[SQ_ACCESS_TOKEN]) {
    if (!sq_random_id(token, SQ_ACCESS_TOKEN - 1)) return false;
    memcpy(a->token[a->next_token], token, SQ_ACCESS_TOKEN);
    a->next_token = (a->next_token + 1) % TOKENS;
    return true;
}

sq_login sq_access_login(sq_access *a, const char *address, const char *code, double now_s,
                         char token[SQ_ACCESS_TOKEN], double *wait_s) {
    char typed[SQ_ACCESS_CODE];
    culprit *c = culprit_at(a, address);
    *wait_s = fmax(0, c->next_s - now_s);
    if (*wait_s > 0) return SQ_LOGIN_TOO_SOON;
    if (read_code(code, typed) && same(typed, a->code, SQ_ACCESS_CODE - 1) && give_token(a, token)) {
        c->last_s = 0;
        return SQ_LOGIN_RIGHT;
    }
    c->last_s = fmax(now_s, 1e-9);
    c->wrong++;
    if (c->wrong > FREE_TRIES) *wait_s = fmin(LONGEST_WAIT_S, FIRST_WAIT_S * exp2(c->wrong - FREE_TRIES - 1));
    c->next_s = now_s + *wait_s;
    return SQ_LOGIN_WRONG;
}

const char *sq_access_cookie(char to[SQ_ACCESS_COOKIE], int port) {
    snprintf(to, SQ_ACCESS_COOKIE, "squint-%d", port);
    return to;
}

bool sq_access_may_act(const sq_access *a, int port, const char *cookies) {
    char name[SQ_ACCESS_COOKIE];
    const size_t n = strlen(sq_access_cookie(name, port));
    for (const char *at = cookies; at && *at; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, name, n) != 0 || at[n] != '=') continue;
        const char *given = at + n + 1;
        if (strcspn(given, ";") != SQ_ACCESS_TOKEN - 1) continue;
        for (int i = 0; i < TOKENS; i++)
            if (*a->token[i] && same(given, a->token[i], SQ_ACCESS_TOKEN - 1)) return true;
    }
    return false;
}
