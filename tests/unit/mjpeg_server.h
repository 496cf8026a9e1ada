/* A phone's camera program, on loopback: JPEGs one behind the other in one HTTP answer
 * (multipart/x-mixed-replace), or what such a program may send instead. One client at a time. */
#ifndef SQ_TESTS_MJPEG_SERVER_H
#define SQ_TESTS_MJPEG_SERVER_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <time.h>

#include "tests/unit/unit.h"
#include "vision/cv.h"

typedef enum { MJPEG_PLAY, MJPEG_GARBAGE, MJPEG_PAGE, MJPEG_NOT_FOUND } mjpeg_kind;

enum { MJPEG_GREYS = 32, MJPEG_RATE = 30 };

typedef struct {
    _Atomic mjpeg_kind kind;
    atomic_int hang_up_after; /* frames, then the connection is closed, once for each client; 0: never */
    atomic_int stall_after;   /* frames, then half of one and no more, for one client; 0: never */
    atomic_int sent, clients;
    atomic_bool stop;
    int port, listener;
    char url[64];
    pthread_t thread;
    unsigned char *jpeg[MJPEG_GREYS]; /* frame n is grey[n % MJPEG_GREYS]: 20 + 6 times that */
    size_t bytes[MJPEG_GREYS];
} mjpeg_server;

static inline bool mjpeg_say(int to, const void *bytes, size_t n) {
    return send(to, bytes, n, MSG_NOSIGNAL) == (ssize_t)n;
}

static inline bool mjpeg_say_frame(mjpeg_server *s, int to, double share) {
    int i = s->sent % MJPEG_GREYS;
    char head[128];
    size_t n = (size_t)snprintf(
        head, sizeof head, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %zu\r\n\r\n", s->bytes[i]);
    bool well = mjpeg_say(to, head, n) && mjpeg_say(to, s->jpeg[i], (size_t)((double)s->bytes[i] * share));
    if (share < 1) return well;
    s->sent++;
    return well && mjpeg_say(to, "\r\n", 2);
}

static inline void mjpeg_play(mjpeg_server *s, int to) {
    const char *head = "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n";
    const struct timespec step = {.tv_nsec = 1000000000 / MJPEG_RATE};
    bool well = mjpeg_say(to, head, strlen(head));
    for (int n = 0; well && !s->stop; n++) {
        if (s->hang_up_after && n == s->hang_up_after) return;
        if (s->stall_after && n == s->stall_after) {
            s->stall_after = 0;
            mjpeg_say_frame(s, to, 0.5);
            char gone;
            while (!s->stop && recv(to, &gone, 1, MSG_DONTWAIT))
                nanosleep(&step, NULL);
            return;
        }
        well = mjpeg_say_frame(s, to, 1);
        nanosleep(&step, NULL);
    }
}

static inline void mjpeg_answer(mjpeg_server *s, int to) {
    static const char page[] =
        "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<html><body>My phone</body></html>\n",
                      not_found[] = "HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n",
                      head[] = "HTTP/1.0 200 OK\r\n\r\n";
    char request[4096], noise[512];
    if (recv(to, request, sizeof request, 0) <= 0) return;
    mjpeg_kind kind = s->kind;
    switch (kind) {
    case MJPEG_PLAY: mjpeg_play(s, to); break;
    case MJPEG_PAGE: mjpeg_say(to, page, sizeof page - 1); break;
    case MJPEG_NOT_FOUND: mjpeg_say(to, not_found, sizeof not_found - 1); break;
    case MJPEG_GARBAGE:
        mjpeg_say(to, head, sizeof head - 1);
        for (unsigned n = 1, i = 0; i < 2000; i++) {
            for (size_t k = 0; k < sizeof noise; k++, n = n * 1103515245u + 12345u)
                noise[k] = (char)(n >> 16);
            if (!mjpeg_say(to, noise, sizeof noise)) break;
        }
    }
}

static inline void *mjpeg_serve(void *of) {
    mjpeg_server *s = of;
    while (!s->stop) {
        struct pollfd p = {.fd = s->listener, .events = POLLIN};
        if (poll(&p, 1, 50) <= 0) continue;
        int to = accept(s->listener, NULL, NULL);
        if (to < 0) continue;
        s->clients++;
        mjpeg_answer(s, to);
        close(to);
    }
    return NULL;
}

static inline void mjpeg_draw(mjpeg_server *s) {
    for (int i = 0; i < MJPEG_GREYS; i++) {
        sq_picture *p;
        int stride;
        assert_int_equal(sq_picture_new(&p, 640, 360, NULL), SQ_OK);
        unsigned char *px = sq_picture_pixels(p, &stride);
        memset(px, 20 + 6 * i, 360 * (size_t)stride);
        assert_int_equal(sq_picture_encode_jpeg(p, 90, &s->jpeg[i], &s->bytes[i], NULL), SQ_OK);
        sq_picture_free(p);
    }
}

/* On a free port of loopback. */
static inline void mjpeg_start(mjpeg_server *s, mjpeg_kind kind) {
    *s = (mjpeg_server){.kind = kind, .listener = socket(AF_INET, SOCK_STREAM, 0)};
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof at;
    mjpeg_draw(s);
    assert_int_equal(bind(s->listener, (struct sockaddr *)&at, n), 0);
    assert_int_equal(listen(s->listener, 4), 0);
    assert_int_equal(getsockname(s->listener, (struct sockaddr *)&at, &n), 0);
    s->port = ntohs(at.sin_port);
    snprintf(s->url, sizeof s->url, "http://127.0.0.1:%d/video", s->port);
    assert_int_equal(pthread_create(&s->thread, NULL, mjpeg_serve, s), 0);
}

static inline void mjpeg_stop(mjpeg_server *s) {
    s->stop = true;
    pthread_join(s->thread, NULL);
    close(s->listener);
    for (int i = 0; i < MJPEG_GREYS; i++)
        free(s->jpeg[i]);
}

#endif
