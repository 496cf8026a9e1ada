/* Bytes as what comes over a connection to the pages. Nothing ends the program, and what only the umpire may
 * do is never reached: nobody has typed the code. */
#include <arpa/inet.h>
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "ui/serve/http_answer.h"
#include "ui/serve/http_server.h"

static void only_the_umpire(void *who, struct evhttp_request *r, const char *below) {
    (void)who, (void)r, (void)below;
    abort(); /* somebody without the code came in */
}

static void give(void *who, struct evhttp_request *r, const char *below) {
    (void)who;
    assert(below);
    sq_answer_json(r, 200, "{}");
}

static int port_of_pages(void) {
    static const sq_route routes[] = {
        {.path = "/", .page = "console.html"},
        {.path = "/record", .answer = give},
        {.path = "/picture/", .answer = give},
        {.path = "/say", .post = true, .umpire = true, .answer = only_the_umpire},
        {.path = "/settings", .post = true, .umpire = true, .answer = only_the_umpire},
        {0}};
    static sq_server *server;
    static int port;
    sq_event_log *log;
    sq_diag d;
    if (server) return port;
    signal(SIGPIPE, SIG_IGN);
    assert(!sq_event_log_new(&log, 16, &d));
    const sq_server_settings set = {.address = "0", .log = log, .routes = routes};
    assert(!sq_server_open(&server, &set, &d));
    assert(sscanf(sq_server_url(server), "http://127.0.0.1:%d/", &port) == 1);
    return port;
}

/* Every so often an answer is waited for, so that the server is not left behind. */
enum { WAIT_EVERY = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static unsigned count;
    static const struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    static const struct timeval patience = {.tv_usec = 50000};
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port_of_pages())};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (s < 0) return 0;
    /* No port stays behind in a wait. */
    setsockopt(s, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    char answer[512];
    if (!connect(s, (struct sockaddr *)&to, sizeof to) && send(s, bytes, size, MSG_NOSIGNAL) >= 0) {
        shutdown(s, SHUT_WR);
        if (count++ % WAIT_EVERY == 0 && recv(s, answer, sizeof answer, 0) > 12)
            assert(!memcmp(answer, "HTTP/", 5)); /* of the version that was asked by */
    }
    close(s);
    return 0;
}
