/* Who is at the other end of each open file is asked of the system: nothing must be kept in step. */
#include "ui/serve/connection_limit.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>

#include "ui/serve/address.h"

typedef union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} address;

/* The address of the other end; false where the file is no connection of the network. IPv4 reads alike from
 * both kinds of sockets. */
static bool peer_of(int file, char host[INET6_ADDRSTRLEN]) {
    static const char mapped[] = "::ffff:";
    address peer = {.six = {0}};
    socklen_t size = sizeof peer;
    if (getpeername(file, &peer.any, &size)) return false;
    bool six = peer.any.sa_family == AF_INET6;
    if (!six && peer.any.sa_family != AF_INET) return false;
    const void *from = six ? (const void *)&peer.six.sin6_addr : &peer.four.sin_addr;
    if (!inet_ntop(peer.any.sa_family, from, host, INET6_ADDRSTRLEN)) return false;
    size_t n = strlen(mapped);
    if (!strncmp(host, mapped, n)) memmove(host, host + n, strlen(host + n) + 1);
    return true;
}

static int held_by(const char *host, int files) {
    char other[INET6_ADDRSTRLEN];
    int held = 0;
    for (int file = 0; file <= files; file++)
        held += peer_of(file, other) && !strcmp(host, other);
    return held;
}

bool sq_connection_may_stay(const sq_connection_limit *limit, int file) {
    char host[INET6_ADDRSTRLEN];
    if (!peer_of(file, host)) return false; /* it has gone already */
    if (sq_address_is_loopback(host)) return file <= limit->files + limit->own;
    return file <= limit->files && held_by(host, limit->files) <= limit->each;
}

bool sq_connection_is_to(int file, int port) {
    char host[INET6_ADDRSTRLEN];
    address own = {.six = {0}};
    socklen_t size = sizeof own;
    if (!peer_of(file, host) || getsockname(file, &own.any, &size)) return false;
    return port == ntohs(own.any.sa_family == AF_INET6 ? own.six.sin6_port : own.four.sin_port);
}
