/* Addresses: read, and found out. */
#include "ui/serve/address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_host(const char *host) {
    unsigned char address[sizeof(struct in6_addr)];
    return !strcmp(host, "localhost") || inet_pton(AF_INET, host, address) == 1 ||
           inet_pton(AF_INET6, host, address) == 1;
}

/* "8080", "HOST:8080" or "[HOST]:8080". */
bool sq_address_read(const char *address, char host[SQ_HOST_MAX], int *port) {
    const char *colon = strrchr(address, ':'), *digits = colon ? colon + 1 : address;
    size_t n = colon ? (size_t)(colon - address) : 0;
    char *end;
    long number = strtol(digits, &end, 10);
    if (!*digits || *end || number < 0 || number > 65535 || n >= SQ_HOST_MAX) return false;
    bool brackets = n > 1 && address[0] == '[' && address[n - 1] == ']';
    snprintf(host, SQ_HOST_MAX, "%.*s", (int)(brackets ? n - 2 : n), address + brackets);
    if (!*host) strcpy(host, "127.0.0.1");
    *port = (int)number;
    return is_host(host);
}

bool sq_address_is_any(const char *host) {
    return !strcmp(host, "0.0.0.0") || !strcmp(host, "::");
}

bool sq_address_is_loopback(const char *host) {
    return !strcmp(host, "localhost") || !strcmp(host, "::1") || !strncmp(host, "127.", 4);
}

/* How likely people in the room reach this machine by a network of this name: more is better. */
static int likelihood(const char *name) {
    return !strncmp(name, "wl", 2) ? 3 : !strncmp(name, "en", 2) || !strncmp(name, "eth", 3) ? 2 : 1;
}

void sq_address_of_machine(char host[SQ_HOST_MAX]) {
    struct ifaddrs *all = NULL;
    int best = 0;
    if (gethostname(host, SQ_HOST_MAX)) strcpy(host, "localhost");
    host[SQ_HOST_MAX - 1] = 0;
    if (getifaddrs(&all)) return;
    for (struct ifaddrs *i = all; i; i = i->ifa_next) {
        if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || i->ifa_flags & IFF_LOOPBACK ||
            !(i->ifa_flags & IFF_UP) || likelihood(i->ifa_name) <= best)
            continue;
        struct sockaddr_in in;
        memcpy(&in, i->ifa_addr, sizeof in);
        if (inet_ntop(AF_INET, &in.sin_addr, host, SQ_HOST_MAX)) best = likelihood(i->ifa_name);
    }
    freeifaddrs(all);
}
