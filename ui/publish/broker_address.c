/* Reads the address of a broker, and makes names for topics. */
#include "ui/publish/broker_address.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_PORT = 1883, TLS_PORT = 8883, PORT_MOST = 65535 };

bool sq_hall_is_name(const char *name) {
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return n > 0 && n < SQ_HALL_NAME && !name[n] && name[0] != '-';
}

bool sq_table_name(char to[SQ_HALL_NAME], const char *name) {
    size_t n = 0;
    for (; *name && n < SQ_HALL_NAME - 1; name++) {
        unsigned char c = (unsigned char)*name;
        if (c < 128 && isalnum(c))
            to[n++] = (char)tolower(c);
        else if (n && to[n - 1] != '-')
            to[n++] = '-';
    }
    while (n && to[n - 1] == '-')
        n--;
    to[n] = 0;
    return n;
}

/* The part of a table's name that tells it apart; "": it has none. */
static const char *apart(char to[SQ_HALL_NAME], const char *name) {
    static const char word[] = "table-";
    if (!sq_table_name(to, name)) return "";
    return strncmp(to, word, sizeof word - 1) ? to : to + sizeof word - 1;
}

bool sq_same_table(const char *a, const char *b) {
    char of_a[SQ_HALL_NAME] = "", of_b[SQ_HALL_NAME] = "";
    const char *one = apart(of_a, a);
    return *one && !strcmp(one, apart(of_b, b));
}

/* Copies what lies before `end`; %40 and the like are the letters that an address cannot hold. */
static bool copy(char to[SQ_BROKER_TEXT], const char *from, const char *end) {
    size_t n = 0;
    while (from < end && n < SQ_BROKER_TEXT - 1) {
        unsigned code;
        if (*from == '%' && end - from > 2 && isxdigit((unsigned char)from[1]) &&
            sscanf(from + 1, "%2x", &code) == 1) {
            to[n++] = (char)code;
            from += 3;
        } else
            to[n++] = *from++;
    }
    to[n] = 0;
    return from == end && strlen(to) == n;
}

static bool read_login(sq_broker_address *a, const char *from, const char *end) {
    const char *colon = memchr(from, ':', (size_t)(end - from));
    return copy(a->user, from, colon ? colon : end) && (!colon || copy(a->password, colon + 1, end));
}

static bool read_host(sq_broker_address *a, const char *from, const char *end) {
    const char *close = *from == '[' ? memchr(from, ']', (size_t)(end - from)) : NULL;
    const char *after = close ? close + 1 : from, *colon = memchr(after, ':', (size_t)(end - after));
    if (!copy(a->host, close ? from + 1 : from, close ? close : colon ? colon : end)) return false;
    if (colon) {
        char *rest;
        long port = strtol(colon + 1, &rest, 10);
        if (rest != end || port < 1 || port > PORT_MOST) return false;
        a->port = (int)port;
    }
    return *a->host;
}

sq_code sq_broker_address_read(sq_broker_address *out, const char *text, sq_diag *d) {
    *out = (sq_broker_address){.hall = "hall"};
    out->tls = !strncmp(text, "mqtts://", 8);
    out->port = out->tls ? TLS_PORT : PLAIN_PORT;
    const char *from = out->tls ? text + 8 : text + 7;
    bool known = out->tls || !strncmp(text, "mqtt://", 7);
    const char *end = known ? strchrnul(from, '/') : NULL,
               *at = known ? memrchr(from, '@', (size_t)(end - from)) : NULL;
    bool well = known && (!at || read_login(out, from, at)) && read_host(out, at ? at + 1 : from, end);
    if (!well)
        return sq_fail(d, SQ_E_ARGUMENT,
                       "this is no broker's address; give one like mqtts://NAME:PASSWORD@192.168.1.10/hall");
    if (*end && end[1]) {
        size_t n = strlen(end + 1);
        if (n && end[n] == '/') n--;
        snprintf(out->hall, sizeof out->hall, "%.*s", n < SQ_HALL_NAME ? (int)n : 0, end + 1);
    }
    if (sq_hall_is_name(out->hall)) return SQ_OK;
    return sq_fail(d, SQ_E_ARGUMENT,
                   "a hall's name has small letters, digits and hyphens, %d at most; give another",
                   SQ_HALL_NAME - 1);
}

sq_code sq_broker_password_read(sq_broker_address *out, const char *path, sq_diag *d) {
    FILE *f = fopen(path, "re");
    bool there = f && fgets(out->password, sizeof out->password, f);
    int reason = !f || ferror(f) ? errno : 0;
    if (f) fclose(f);
    size_t length = there ? strcspn(out->password, "\r\n") : 0;
    bool cut = length + 1 == sizeof out->password;
    if (there) out->password[length] = 0;
    if (length && !cut) return SQ_OK;
    return sq_fail(d, SQ_E_FILE, "%.300s: holds no password (%s); write it into the first line", path,
                   reason ? strerror(reason)
                   : cut  ? "its first line is too long"
                          : "it is empty");
}
