/* Host and Origin, compared. */
#include "ui/serve/same_site.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HOST_MAX = 256 };

/* The name without the port, and without the brackets of an IPv6 address; false where it is too long. */
static bool name_of_host(const char *host, char name[HOST_MAX]) {
    const char *end = *host == '[' ? strchr(host, ']') : strchr(host, ':');
    const char *begin = host + (*host == '[');
    size_t n = end ? (size_t)(end - begin) : strlen(begin);
    if (n >= HOST_MAX || (*host == '[' && !end)) return false;
    memcpy(name, begin, n);
    name[n] = 0;
    return true;
}

/* Nobody but the owner of a number can make a browser believe that it is his. */
static bool is_numeric(const char *name) {
    unsigned char address[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1;
}

bool sq_host_is_ours(const char *host) {
    char name[HOST_MAX], own[HOST_MAX], local[HOST_MAX + 8];
    if (!host || !name_of_host(host, name)) return false;
    if (is_numeric(name) || !strcasecmp(name, "localhost")) return true;
    if (gethostname(own, sizeof own)) return false;
    own[sizeof own - 1] = 0;
    snprintf(local, sizeof local, "%s.local", own);
    return *own && (!strcasecmp(name, own) || !strcasecmp(name, local));
}

bool sq_origin_is_host(const char *origin, const char *host) {
    if (!origin || !host) return false;
    size_t scheme = !strncmp(origin, "http://", 7) ? 7 : !strncmp(origin, "https://", 8) ? 8 : 0;
    return scheme && !strcasecmp(origin + scheme, host);
}
