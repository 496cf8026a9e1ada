/* The server's thread: connections, who may do what, and the routes. */
#include "ui/serve/http_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ui/serve/access.h"
#include "ui/serve/address.h"
#include "ui/serve/connection_limit.h"
#include "ui/serve/encryption.h"
#include "ui/serve/http_answer.h"
#include "ui/serve/same_site.h"
#include "vision/system/clock.h"
#include "vision/system/thread_without_sigpipe.h"

/* Bytes of a request's headers and of its body: a word of the umpire (8192) with room to spare. */
enum { HEADERS_MAX = 8192, BODY_MAX = 8192 + 256 };
/* Seconds: a connection that neither sends nor takes anything for so long is closed. */
enum { IDLE_S = 20 };
/* Seconds: the longest time from one answer to the next whole request, however busily its bytes drip; how
 * often that is looked for. A picture of a phone is sent in less. */
enum { REQUEST_S = 40, LOOK_OUT_S = 5 };
/* Below the 1024 files that a program mostly may have. A browser holds up to six connections, and a network
 * may show several machines by one address. */
static const sq_connection_limit pages_limit = {.files = 800, .own = 64, .each = 64};
/* The same where pictures are posted: each connection may hold as many bytes as one has. */
static const sq_connection_limit pictures_limit = {.files = 128, .own = 16, .each = 32};
/* Connections that are taken before it is asked which of them may stay. */
enum { NEWCOMERS = 16 };
/* More than the highest number of a connection, by the limits. */
enum { FILES = 1024 };
/* Posts that the umpire's pages, and those of all others, may send at once, and a second after that: umpires
 * press no faster, and a script that does is refused. */
enum { POSTS_AT_ONCE = 60, POSTS_A_SECOND = 20 };

/* How many posts may still come, as it was at that time. */
typedef struct {
    double posts, since_s;
} allowance;

struct sq_server {
    sq_server_settings set;
    sq_access *access;
    sq_encryption *encryption; /* null: none */
    char url[128];
    int port;
    bool open_to_others;
    pthread_t thread;
    bool runs;
    struct event_base *base;
    struct evhttp *http;
    struct evconnlistener *listener;
    sq_page_streams *streams;
    struct event *stop, *listen_again, *admit;
    struct bufferevent *newcomers[NEWCOMERS]; /* for `admit` */
    int newcomer_count;
    double waits_since_s[FILES]; /* of each connection: since when a request is waited for; 0: none is */
    struct event *look_out;
    int stop_fd;
    allowance umpires, guests; /* apart, so that no guest can lock the umpire out */
};

/* ---- Logging in ---- */

/* Bytes of what may be typed as a code, with the final 0: blanks between its letters too. */
enum { CODE_MAX = 64 };

/* The value of "code" in the body; false where the body is no such object, or the code is longer than any. */
static bool code_in(struct evhttp_request *r, char code[CODE_MAX]) {
    json_t *o = sq_request_json(r);
    const char *text = json_string_value(json_object_get(o, "code"));
    bool there = text && strlen(text) < CODE_MAX;
    if (there) strcpy(code, text);
    json_decref(o);
    return there;
}

static void log_in(sq_server *s, struct evhttp_request *r) {
    char code[CODE_MAX] = "", token[SQ_ACCESS_TOKEN], name[SQ_ACCESS_COOKIE], text[160], *address = NULL;
    ev_uint16_t port;
    double wait;
    if (!code_in(r, code)) {
        sq_answer_refuse(r, 400, "a code is missing");
        return;
    }
    evhttp_connection_get_peer(evhttp_request_get_connection(r), &address, &port);
    switch (sq_access_login(s->access, address ? address : "?", code, sq_monotonic_s(), token, &wait)) {
    case SQ_LOGIN_RIGHT:
        snprintf(text, sizeof text, "%s=%s; HttpOnly; SameSite=Strict; Path=/%s",
                 sq_access_cookie(name, s->port), token, s->encryption ? "; Secure" : "");
        sq_answer_header(r, "Set-Cookie", text);
        sq_answer_json(r, 200, "{\"umpire\":true}\n");
        return;
    case SQ_LOGIN_WRONG:
        snprintf(text, sizeof text, "{\"error\":\"this is not the code\",\"wait_s\":%.0f}\n", wait);
        sq_answer_json(r, 403, text);
        return;
    case SQ_LOGIN_TOO_SOON:
        snprintf(text, sizeof text, "{\"error\":\"too many wrong codes: wait a little\",\"wait_s\":%.0f}\n",
                 wait + 1);
        sq_answer_json(r, 429, text);
        return;
    }
}

static bool may_act(const sq_server *s, struct evhttp_request *r) {
    return sq_access_may_act(s->access, s->port, sq_request_header(r, "Cookie"));
}

/* ---- Routes ---- */

/* What the server answers itself; false where this is none of it. */
static bool give_own(sq_server *s, struct evhttp_request *r, const char *path, bool post) {
    if (evhttp_request_get_command(r) == EVHTTP_REQ_HEAD && !strcmp(path, "/events"))
        sq_answer_refuse(r, 405, "a stream has no end, and no head alone");
    else if (!post && !strcmp(path, "/events"))
        sq_page_streams_open(s->streams, r, may_act(s, r));
    else if (!post && !strcmp(path, "/me"))
        sq_answer_json(r, 200, may_act(s, r) ? "{\"umpire\":true}\n" : "{\"umpire\":false}\n");
    else if (post && !strcmp(path, "/login"))
        log_in(s, r);
    else
        return !post && sq_answer_page(r, path + 1);
    return true;
}

/* The caller's route for a path; *below: what follows it. Null: there is none. */
static const sq_route *find_route(const sq_server *s, const char *path, const char **below) {
    for (const sq_route *route = s->set.routes; route && route->path; route++) {
        size_t n = strlen(route->path);
        bool folder = n > 1 && route->path[n - 1] == '/';
        *below = path + n;
        if (folder ? !strncmp(path, route->path, n) : !strcmp(path, route->path)) return route;
    }
    return NULL;
}

static void follow(sq_server *s, const sq_route *route, struct evhttp_request *r, const char *below,
                   bool post) {
    if (route->post != post)
        sq_answer_refuse(r, 405, "this cannot be done here");
    else if (route->umpire && !may_act(s, r))
        sq_answer_refuse(r, 401, "type the code first");
    else if (route->page)
        sq_answer_page(r, route->page);
    else
        route->answer(s->set.who, r, below);
}

/* A request that another site's page may have sent gets no further. */
static bool is_of_this_site(struct evhttp_request *r, bool post) {
    const char *host = sq_request_header(r, "Host");
    return sq_host_is_ours(host) && (!post || sq_origin_is_host(sq_request_header(r, "Origin"), host));
}

static bool is_too_fast(allowance *a) {
    double now = sq_monotonic_s();
    a->posts = fmin(a->posts + (now - a->since_s) * POSTS_A_SECOND, POSTS_AT_ONCE);
    a->since_s = now;
    if (a->posts < 1) return true;
    a->posts--;
    return false;
}

/* Who may send what: words are short and slow, pictures come to their own routes alone. */
static bool is_too_much(struct evhttp_request *r, const sq_route *route) {
    return !(route && route->pictures) && evbuffer_get_length(evhttp_request_get_input_buffer(r)) > BODY_MAX;
}

/* Pictures have limits of their own, and so has the code (access.h): nobody can keep the umpire from typing
 * it. */
static bool is_counted(const char *path, bool post, const sq_route *route) {
    if (!post) return route && route->costs;
    return path && strcmp(path, "/login") != 0 && !(route && route->pictures);
}

/* libevent takes a connection unencrypted where memory for its encryption has run out. */
static bool is_encrypted_as_asked(const sq_server *s, struct evhttp_request *r) {
    struct evhttp_connection *c = evhttp_request_get_connection(r);
    return !s->encryption || sq_encryption_is_on(evhttp_connection_get_bufferevent(c));
}

/* ---- The time of a request ---- */

static void wait_for_request(sq_server *s, int file, double since_s) {
    if (file >= 0 && file < FILES) s->waits_since_s[file] = since_s;
}

static int file_of(struct evhttp_request *r) {
    struct evhttp_connection *c = evhttp_request_get_connection(r);
    return c ? bufferevent_getfd(evhttp_connection_get_bufferevent(c)) : -1;
}

static void answered(struct evhttp_request *r, void *who) {
    wait_for_request(who, file_of(r), sq_monotonic_s());
}

/* The number of a connection that has ended may be another file's now. */
static void look_out(evutil_socket_t none, short what, void *who) {
    (void)none, (void)what;
    sq_server *s = who;
    double late_s = sq_monotonic_s() - REQUEST_S;
    for (int file = 0; file < FILES; file++) {
        if (!(s->waits_since_s[file] > 0) || s->waits_since_s[file] > late_s) continue;
        s->waits_since_s[file] = 0;
        if (sq_connection_is_to(file, s->port)) shutdown(file, SHUT_RDWR);
    }
}

static void take_request(struct evhttp_request *r, void *who) {
    sq_server *s = who;
    wait_for_request(s, file_of(r), 0);
    evhttp_request_set_on_complete_cb(r, answered, s);
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(r);
    const char *path = uri ? evhttp_uri_get_path(uri) : NULL, *below = "";
    bool post = evhttp_request_get_command(r) == EVHTTP_REQ_POST;
    const sq_route *route = path ? find_route(s, path, &below) : NULL;
    if (!is_encrypted_as_asked(s, r))
        sq_answer_refuse(r, 503, "there is no memory to encrypt this: try again");
    else if (!is_of_this_site(r, post))
        sq_answer_refuse(r, 403,
                         "this address is not this machine's, or the page is another site's: open it by the "
                         "address that the terminal shows");
    else if (is_too_much(r, route))
        sq_answer_refuse(r, 413, "this is too long");
    else if (is_counted(path, post, route) && is_too_fast(may_act(s, r) ? &s->umpires : &s->guests))
        sq_answer_refuse(r, 429, "too much at once: wait a little");
    else if (route)
        follow(s, route, r, below, post);
    else if (!path || *path != '/' || !give_own(s, r, path, post))
        sq_answer_refuse(r, 404, "there is no such page");
}

/* ---- Connections ---- */

static void take_again(evutil_socket_t file, short what, void *who) {
    (void)file, (void)what;
    evconnlistener_enable(((sq_server *)who)->listener);
}

/* No connection can be taken, since there are no files or no memory: asked again at once, it would fail as
 * fast as the machine can. */
static void rest_a_second(struct evconnlistener *listener, void *who) {
    const struct timeval soon = {.tv_sec = 1};
    evconnlistener_disable(listener);
    event_add(((sq_server *)who)->listen_again, &soon);
}

/* Those that may not stay are shut down, and libevent closes what is shut. */
static void admit(evutil_socket_t none, short what, void *who) {
    (void)none, (void)what;
    sq_server *s = who;
    for (int i = 0; i < s->newcomer_count; i++) {
        int file = bufferevent_getfd(s->newcomers[i]);
        if (sq_connection_may_stay(s->set.body_max ? &pictures_limit : &pages_limit, file))
            wait_for_request(s, file, sq_monotonic_s());
        else
            shutdown(file, SHUT_RDWR);
    }
    s->newcomer_count = 0;
    evconnlistener_enable(s->listener);
}

/* Called for each connection that is taken, before libevent gives it its socket. `admit` runs before anything
 * is read from one. */
static struct bufferevent *new_connection(struct event_base *base, void *who) {
    sq_server *s = who;
    struct bufferevent *b = s->encryption ? sq_encryption_connection(s->encryption, base)
                                          : bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
    if (!b) return NULL;
    s->newcomers[s->newcomer_count++] = b;
    if (s->newcomer_count == NEWCOMERS) evconnlistener_disable(s->listener);
    event_active(s->admit, 0, 0);
    return b;
}

/* ---- Opening ---- */

bool sq_server_is_address(const char *text) {
    char host[SQ_HOST_MAX];
    int port;
    return sq_address_read(text, host, &port);
}

/* The port that the system has given; 0 if it does not say. */
static int port_of(evutil_socket_t listener) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } bound = {.six = {0}};
    socklen_t size = sizeof bound;
    if (getsockname(listener, &bound.any, &size)) return 0;
    return ntohs(bound.any.sa_family == AF_INET6 ? bound.six.sin6_port : bound.four.sin_port);
}

/* A wildcard is no address that a browser can open. */
static void write_url(sq_server *s, const char *bound_to) {
    s->port = port_of(evconnlistener_get_fd(s->listener));
    char host[SQ_HOST_MAX];
    snprintf(host, sizeof host, "%s", bound_to);
    if (sq_address_is_any(host)) sq_address_of_machine(host);
    bool six = strchr(host, ':');
    s->open_to_others = !sq_address_is_loopback(bound_to);
    snprintf(s->url, sizeof s->url, "http%s://%s%s%s:%d/", s->encryption ? "s" : "", six ? "[" : "", host,
             six ? "]" : "", s->port);
}

static sq_code open_port(sq_server *s, sq_diag *d) {
    char host[SQ_HOST_MAX];
    int port;
    if (!sq_address_read(s->set.address, host, &port))
        return sq_fail(d, SQ_E_ARGUMENT,
                       "%.100s: is no address for pages; give a port (8080) or 0.0.0.0:8080", s->set.address);
    errno = 0;
    struct evhttp_bound_socket *bound = evhttp_bind_socket_with_handle(s->http, host, (ev_uint16_t)port);
    if (!bound)
        return sq_fail(d, SQ_E_DEVICE,
                       "%.100s: the pages cannot be opened there (%s); give another port, or an address of "
                       "this machine",
                       s->set.address, strerror(errno));
    s->listener = evhttp_bound_socket_get_listener(bound);
    evconnlistener_set_error_cb(s->listener, rest_a_second);
    write_url(s, host);
    return SQ_OK;
}

static void stop_came(evutil_socket_t file, short what, void *who) {
    (void)file, (void)what;
    event_base_loopbreak(((sq_server *)who)->base);
}

/* The library's own messages would stand among the game's words, as many as a client likes. */
static void drop_message(int severity, const char *text) {
    (void)severity, (void)text;
}

static sq_code open_events(sq_server *s, sq_diag *d) {
    event_set_log_callback(drop_message);
    s->stop_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    s->base = event_base_new();
    s->http = s->base ? evhttp_new(s->base) : NULL;
    if (!s->http || s->stop_fd < 0)
        return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    evhttp_set_gencb(s->http, take_request, s);
    evhttp_set_bevcb(s->http, new_connection, s);
    evhttp_set_timeout(s->http, IDLE_S);
    evhttp_set_max_headers_size(s->http, HEADERS_MAX);
    evhttp_set_max_body_size(s->http, s->set.body_max ? (ev_ssize_t)s->set.body_max : BODY_MAX);
    evhttp_set_allowed_methods(s->http, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST);
    s->stop = event_new(s->base, s->stop_fd, EV_READ, stop_came, s);
    s->listen_again = event_new(s->base, -1, 0, take_again, s);
    s->admit = event_new(s->base, -1, 0, admit, s);
    s->look_out = event_new(s->base, -1, EV_PERSIST, look_out, s);
    const struct timeval often = {.tv_sec = LOOK_OUT_S};
    if (!s->stop || !s->listen_again || !s->admit || !s->look_out || event_add(s->stop, NULL) ||
        event_add(s->look_out, &often))
        return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    sq_code code = sq_page_streams_new(&s->streams, s->base, s->set.log, s->set.alive, s->set.who, d);
    return code ? code : open_port(s, d);
}

static void *run(void *who) {
    sq_server *s = who;
    event_base_dispatch(s->base);
    return NULL;
}

sq_code sq_server_open(sq_server **out, const sq_server_settings *settings, sq_diag *d) {
    sq_server *s = *out = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    s->set = *settings;
    s->stop_fd = -1;
    s->umpires = s->guests = (allowance){POSTS_AT_ONCE, sq_monotonic_s()};
    sq_code code = sq_access_new(&s->access, d);
    if (!code && s->set.certificate)
        code = sq_encryption_new(&s->encryption, s->set.certificate, s->set.key, d);
    if (!code) code = open_events(s, d);
    if (!code && sq_thread_without_sigpipe(&s->thread, run, s))
        code = sq_fail(d, SQ_E_MEMORY, "no thread can be started for the pages; close other programs");
    s->runs = !code;
    if (!code) return SQ_OK;
    sq_server_close(s);
    *out = NULL;
    return code;
}

void sq_server_close(sq_server *s) {
    if (!s) return;
    const uint64_t one = 1;
    if (s->runs && write(s->stop_fd, &one, sizeof one) == sizeof one) pthread_join(s->thread, NULL);
    if (s->stop) event_free(s->stop);
    if (s->listen_again) event_free(s->listen_again);
    if (s->admit) event_free(s->admit);
    if (s->look_out) event_free(s->look_out);
    sq_page_streams_silence(s->streams);
    if (s->set.closing) s->set.closing(s->set.who);
    if (s->http) evhttp_free(s->http); /* closes the connections, and so ends the streams */
    sq_page_streams_free(s->streams);
    if (s->base) event_base_free(s->base);
    if (s->stop_fd >= 0) close(s->stop_fd);
    sq_encryption_free(s->encryption);
    sq_access_free(s->access);
    free(s);
}

bool sq_server_is_watched(const sq_server *s) {
    return sq_page_streams_count(s->streams) > 0;
}

const char *sq_server_url(const sq_server *s) {
    return s->url;
}

const char *sq_server_code(const sq_server *s) {
    return sq_access_code(s->access);
}

bool sq_server_is_open_to_others(const sq_server *s) {
    return s->open_to_others;
}
