/* The server's thread: routes, streams, and the umpire's words on their way to the game's door. */
#include "ui/serve/http_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/overrule/word_door.h"
#include "ui/serve/access.h"
#include "ui/serve/page_files.h"
#include "ui/serve/same_site.h"
#include "vision/system/clock.h"

/* Bytes of a request's headers and of its body: a word with room to spare. */
enum { HEADERS_MAX = 8192, BODY_MAX = SQ_WORD_MAX + 256 };
/* Seconds: a connection that neither sends nor takes anything for so long is closed; a stream hears something
 * at least so often, so that a page knows within 2 s that its server is gone; so long a word may take. */
enum { IDLE_S = 20, STREAM_IDLE_S = 3600, HEARTBEAT_S = 1, WORD_S = 20 };
/* Bytes that may wait for a page that does not read them. A stream's lines are some 2 kB each, ten a second
 * at most. */
enum { UNREAD_MAX = 256 * 1024 };
/* Streams at once; and the number that a file may have: above it no more connections are taken for a second.
 * The game's own files must never be refused because of pages. */
enum { STREAMS_MAX = 512, FILES_MAX = 800 };

/* A page that listens. */
typedef struct stream stream;
struct stream {
    stream *next;
    sq_server *server;
    struct evhttp_request *request;
    sq_event_place place;
};

/* A word on its way to the door and back. */
typedef struct errand errand;
struct errand {
    errand *next;
    sq_server *server;
    struct evhttp_request *request; /* null: its browser is gone */
    struct bufferevent *door;
};

struct sq_server {
    sq_server_settings set;
    sq_access *access;
    char url[128];
    char run[17]; /* numbers of lines are those of this run of the program */
    pthread_t thread;
    bool runs;
    struct event_base *base;
    struct evhttp *http;
    struct evconnlistener *listener;
    struct event *news, *stop, *heartbeat, *listen_again;
    int stop_fd;
    stream *streams;
    int stream_count;
    errand *errands;
};

/* ---- Answers ---- */

static void header(struct evhttp_request *r, const char *name, const char *value) {
    evhttp_add_header(evhttp_request_get_output_headers(r), name, value);
}

static const char *asked_header(struct evhttp_request *r, const char *name) {
    return evhttp_find_header(evhttp_request_get_input_headers(r), name);
}

/* Nothing of a page comes from elsewhere, runs from elsewhere or sends elsewhere. */
static void common_headers(struct evhttp_request *r, const char *type) {
    header(r, "Content-Type", type);
    header(r, "Cache-Control", "no-store");
    header(r, "X-Content-Type-Options", "nosniff");
    header(r, "Referrer-Policy", "no-referrer");
    header(r, "Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
           "base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'");
}

static void answer_bytes(struct evhttp_request *r, int status, const char *type, const void *bytes,
                         size_t n) {
    common_headers(r, type);
    struct evbuffer *out = evbuffer_new();
    if (out) evbuffer_add(out, bytes, n);
    evhttp_send_reply(r, status, NULL, out);
    if (out) evbuffer_free(out);
}

static void answer_json(struct evhttp_request *r, int status, const char *json) {
    answer_bytes(r, status, "application/json", json, strlen(json));
}

/* why: one sentence without quotation marks. */
static void refuse(struct evhttp_request *r, int status, const char *why) {
    char json[512];
    snprintf(json, sizeof json, "{\"error\":\"%s\"}\n", why);
    answer_json(r, status, json);
}

static void answer_file(struct evhttp_request *r, const char *path, const char *type) {
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0 || fstat(file, &about) || !S_ISREG(about.st_mode)) {
        if (file >= 0) close(file);
        refuse(r, 404, "there is no such file yet");
        return;
    }
    common_headers(r, type);
    struct evbuffer *out = evbuffer_new();
    if (!out || evbuffer_add_file(out, file, 0, about.st_size)) close(file);
    evhttp_send_reply(r, 200, NULL, out);
    if (out) evbuffer_free(out);
}

/* A request whose connection broke off is ours to free; one that goes with its connection is not. */
static void drop_request(struct evhttp_request *r) {
    if (r && !evhttp_request_get_connection(r)) evhttp_request_free(r);
}

/* ---- Streams ---- */

static void free_stream(stream *gone) {
    sq_server *s = gone->server;
    for (stream **at = &s->streams; *at; at = &(*at)->next)
        if (*at == gone) {
            *at = gone->next;
            break;
        }
    s->stream_count--;
    free(gone);
}

/* The connection is gone, and the request with it. */
static void stream_closed(struct evhttp_connection *connection, void *who) {
    stream *t = who;
    (void)connection;
    drop_request(t->request);
    free_stream(t);
}

static size_t unread(const stream *t) {
    struct evhttp_connection *c = evhttp_request_get_connection(t->request);
    return evbuffer_get_length(bufferevent_get_output(evhttp_connection_get_bufferevent(c)));
}

/* False where the page does not read: its connection is then closed, and the stream is gone. */
static bool put_chunk(stream *t, const char *text) {
    struct evbuffer *out = evbuffer_new();
    if (!out) return true;
    evbuffer_add_printf(out, "%s", text);
    evhttp_send_reply_chunk(t->request, out);
    evbuffer_free(out);
    if (unread(t) <= UNREAD_MAX) return true;
    evhttp_connection_free(evhttp_request_get_connection(t->request)); /* calls stream_closed */
    return false;
}

/* One line as the standard of server-sent events has it; with `anew` the page forgets what it has heard. */
static bool put_line(stream *t, const sq_event_line *line) {
    static const char form[] = "%sid: %s.%llu\nevent: %s\ndata: %s\n\n";
    const char *anew = line->anew ? "event: anew\ndata: {}\n\n" : "";
    int n = snprintf(NULL, 0, form, anew, t->server->run, (unsigned long long)line->number, line->kind,
                     line->text);
    char *text = malloc((size_t)n + 1);
    if (!text) return true;
    snprintf(text, (size_t)n + 1, form, anew, t->server->run, (unsigned long long)line->number, line->kind,
             line->text);
    bool there = put_chunk(t, text);
    free(text);
    return there;
}

static void bring_up_to_date(stream *t) {
    sq_event_line line;
    bool there = true;
    while (there && sq_event_log_next(t->server->set.log, &t->place, &line)) {
        there = put_line(t, &line);
        free(line.text);
    }
}

static void news_came(evutil_socket_t file, short what, void *who) {
    sq_server *s = who;
    uint64_t count;
    (void)what;
    if (read(file, &count, sizeof count) < 0 && errno != EAGAIN) return;
    for (stream *t = s->streams, *next; t; t = next) {
        next = t->next;
        bring_up_to_date(t);
    }
}

static void beat(evutil_socket_t file, short what, void *who) {
    sq_server *s = who;
    (void)file, (void)what;
    for (stream *t = s->streams, *next; t; t = next) {
        next = t->next;
        put_chunk(t, "event: alive\ndata: {}\n\n");
    }
}

/* The number after which a page wants to hear, if it is of this run. */
static uint64_t last_heard(const sq_server *s, struct evhttp_request *r) {
    const char *id = asked_header(r, "Last-Event-ID");
    size_t n = strlen(s->run);
    return id && !strncmp(id, s->run, n) && id[n] == '.' ? strtoull(id + n + 1, NULL, 10) : 0;
}

static void open_stream(sq_server *s, struct evhttp_request *r) {
    struct evhttp_connection *c = evhttp_request_get_connection(r);
    stream *t = s->stream_count < STREAMS_MAX ? calloc(1, sizeof *t) : NULL;
    if (!t) {
        refuse(r, 503, "too many pages are open; close some");
        return;
    }
    *t = (stream){.next = s->streams, .server = s, .request = r, .place = {.heard = last_heard(s, r)}};
    s->streams = t;
    s->stream_count++;
    evhttp_connection_set_timeout(c, STREAM_IDLE_S);
    evhttp_connection_set_closecb(c, stream_closed, t);
    common_headers(r, "text/event-stream");
    evhttp_send_reply_start(r, 200, "OK");
    if (put_chunk(t, "retry: 1000\n\n")) bring_up_to_date(t);
}

/* ---- The umpire's words ---- */

/* The browser that waits for the answer; null where it is gone. It is answered at once. */
static struct evhttp_request *take_asker(errand *e) {
    struct evhttp_request *r = e->request;
    if (r) evhttp_connection_set_closecb(evhttp_request_get_connection(r), NULL, NULL);
    e->request = NULL;
    return r;
}

static void end_errand(errand *e) {
    for (errand **at = &e->server->errands; *at; at = &(*at)->next)
        if (*at == e) {
            *at = e->next;
            break;
        }
    take_asker(e);
    bufferevent_free(e->door);
    free(e);
}

static void asker_gone(struct evhttp_connection *connection, void *who) {
    errand *e = who;
    (void)connection;
    drop_request(e->request);
    e->request = NULL;
}

static void door_answers(struct bufferevent *door, void *who) {
    errand *e = who;
    size_t n;
    char *line = evbuffer_readln(bufferevent_get_input(door), &n, EVBUFFER_EOL_LF);
    if (!line) return;
    struct evhttp_request *r = take_asker(e);
    if (r) answer_json(r, 200, line);
    free(line);
    end_errand(e);
}

static void door_shut(struct bufferevent *door, short what, void *who) {
    errand *e = who;
    (void)door, (void)what;
    struct evhttp_request *r = take_asker(e);
    if (r) refuse(r, 503, "the game did not answer; look whether it still runs, and say it again");
    end_errand(e);
}

static void say(sq_server *s, struct evhttp_request *r) {
    struct evbuffer *body = evhttp_request_get_input_buffer(r);
    int knock = sq_word_door_knock(s->set.folder);
    errand *e = knock >= 0 ? calloc(1, sizeof *e) : NULL;
    if (e) e->door = bufferevent_socket_new(s->base, knock, BEV_OPT_CLOSE_ON_FREE);
    if (!e || !e->door) {
        if (knock >= 0) close(knock);
        free(e);
        refuse(r, 503, "the game takes no words now; look whether it still runs");
        return;
    }
    e->server = s;
    e->next = s->errands;
    s->errands = e;
    e->request = r;
    evhttp_connection_set_closecb(evhttp_request_get_connection(r), asker_gone, e);
    bufferevent_setcb(e->door, door_answers, NULL, door_shut, e);
    const struct timeval patience = {.tv_sec = WORD_S};
    bufferevent_set_timeouts(e->door, &patience, &patience);
    bufferevent_enable(e->door, EV_READ | EV_WRITE);
    /* A line is a word: a body of several lines is still one. */
    size_t n = evbuffer_get_length(body);
    unsigned char *bytes = evbuffer_pullup(body, -1);
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == '\n' || bytes[i] == '\r') bytes[i] = ' ';
    bufferevent_write_buffer(e->door, body);
    bufferevent_write(e->door, "\n", 1);
}

/* ---- Logging in ---- */

/* Bytes of what may be typed as a code, with the final 0: blanks between its letters too. */
enum { CODE_MAX = 64 };

/* The value of "code" in the body; false where the body is no such object, or the code is longer than any. */
static bool code_in(struct evbuffer *body, char code[CODE_MAX]) {
    json_t *o = json_loadb((const char *)evbuffer_pullup(body, -1), evbuffer_get_length(body), 0, NULL);
    const char *text = json_string_value(json_object_get(o, "code"));
    bool there = text && strlen(text) < CODE_MAX;
    if (there) strcpy(code, text);
    json_decref(o);
    return there;
}

static void log_in(sq_server *s, struct evhttp_request *r) {
    char code[CODE_MAX] = "", token[SQ_ACCESS_TOKEN], text[160], *address = NULL;
    ev_uint16_t port;
    double wait;
    if (!code_in(evhttp_request_get_input_buffer(r), code)) {
        refuse(r, 400, "a code is missing");
        return;
    }
    evhttp_connection_get_peer(evhttp_request_get_connection(r), &address, &port);
    switch (sq_access_login(s->access, address ? address : "?", code, sq_monotonic_s(), token, &wait)) {
    case SQ_LOGIN_RIGHT:
        snprintf(text, sizeof text, "squint=%s; HttpOnly; SameSite=Strict; Path=/", token);
        header(r, "Set-Cookie", text);
        answer_json(r, 200, "{\"umpire\":true}\n");
        return;
    case SQ_LOGIN_WRONG:
        snprintf(text, sizeof text, "{\"error\":\"this is not the code\",\"wait_s\":%.0f}\n", wait);
        answer_json(r, 403, text);
        return;
    case SQ_LOGIN_TOO_SOON:
        snprintf(text, sizeof text, "{\"error\":\"too many wrong codes: wait a little\",\"wait_s\":%.0f}\n",
                 wait + 1);
        answer_json(r, 429, text);
        return;
    }
}

/* ---- Routes ---- */

static bool may_act(const sq_server *s, struct evhttp_request *r) {
    return sq_access_may_act(s->access, asked_header(r, "Cookie"));
}

static void tell_who(sq_server *s, struct evhttp_request *r) {
    answer_json(r, 200, may_act(s, r) ? "{\"umpire\":true}\n" : "{\"umpire\":false}\n");
}

static void give_record(sq_server *s, struct evhttp_request *r) {
    answer_file(r, s->set.record, "application/x-ndjson");
}

/* What was seen at each rest: where winks are to be put back to. */
static void give_rests(sq_server *s, struct evhttp_request *r) {
    char path[512];
    snprintf(path, sizeof path, "%.490s/rests.jsonl", s->set.folder);
    answer_file(r, path, "application/x-ndjson");
}

static void say_if_umpire(sq_server *s, struct evhttp_request *r) {
    if (may_act(s, r))
        say(s, r);
    else
        refuse(r, 401, "type the code first");
}

static const struct {
    const char *path;
    enum evhttp_cmd_type method;
    void (*answer)(sq_server *s, struct evhttp_request *r);
} routes[] = {
    {"/events", EVHTTP_REQ_GET, open_stream}, {"/record", EVHTTP_REQ_GET, give_record},
    {"/rests", EVHTTP_REQ_GET, give_rests},   {"/me", EVHTTP_REQ_GET, tell_who},
    {"/login", EVHTTP_REQ_POST, log_in},      {"/say", EVHTTP_REQ_POST, say_if_umpire},
};

static bool give_page(struct evhttp_request *r, const char *path) {
    static const char *const pages[][2] = {
        {"", "console.html"}, {"board", "board.html"}, {"overlay", "overlay.html"}};
    const char *name = path + 1;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (!strcmp(name, pages[i][0])) name = pages[i][1];
    for (const sq_page_file *f = sq_page_files; f->name; f++)
        if (!strcmp(f->name, name)) {
            answer_bytes(r, 200, f->type, f->bytes, f->size);
            return true;
        }
    return false;
}

/* Names of pictures are digits and small letters, hyphens and one dot: nothing leads out of the folder. */
static bool give_picture(sq_server *s, struct evhttp_request *r, const char *path) {
    static const char folder[] = "/picture/";
    char file[512];
    const char *name = path + sizeof folder - 1;
    if (strncmp(path, folder, sizeof folder - 1)) return false;
    size_t n = strspn(name, "0123456789abcdefghijklmnopqrstuvwxyz-");
    if (!n || strcmp(name + n, ".jpg")) return false;
    snprintf(file, sizeof file, "%.400s/%.100s", s->set.folder, name);
    answer_file(r, file, "image/jpeg");
    return true;
}

/* A request that another site's page may have sent gets no further. */
static bool is_of_this_site(struct evhttp_request *r) {
    const char *host = asked_header(r, "Host");
    if (!sq_host_is_ours(host)) return false;
    return evhttp_request_get_command(r) == EVHTTP_REQ_GET ||
           sq_origin_is_host(asked_header(r, "Origin"), host);
}

static void route(struct evhttp_request *r, void *who) {
    sq_server *s = who;
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(r);
    const char *path = uri ? evhttp_uri_get_path(uri) : NULL;
    if (!is_of_this_site(r)) {
        refuse(r, 403, "this address is not this machine's, or the page is another site's");
        return;
    }
    for (size_t i = 0; path && i < sizeof routes / sizeof *routes; i++)
        if (!strcmp(path, routes[i].path)) {
            if (evhttp_request_get_command(r) == routes[i].method)
                routes[i].answer(s, r);
            else
                refuse(r, 405, "this cannot be done here");
            return;
        }
    bool get = evhttp_request_get_command(r) == EVHTTP_REQ_GET;
    if (!path || *path != '/' || !get || (!give_page(r, path) && !give_picture(s, r, path)))
        refuse(r, 404, "there is no such page");
}

/* ---- Connections ---- */

static void take_again(evutil_socket_t file, short what, void *who) {
    (void)file, (void)what;
    evconnlistener_enable(((sq_server *)who)->listener);
}

/* Called for each connection that is taken: the lowest number that is free tells how many files are open. */
static struct bufferevent *new_connection(struct event_base *base, void *who) {
    sq_server *s = who;
    int probe = fcntl(s->stop_fd, F_DUPFD_CLOEXEC, 0);
    if (probe >= 0) close(probe);
    if (probe < 0 || probe > FILES_MAX) {
        const struct timeval soon = {.tv_sec = 1};
        evconnlistener_disable(s->listener);
        event_add(s->listen_again, &soon);
    }
    return bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
}

/* ---- Opening ---- */

static bool is_host(const char *host) {
    unsigned char address[sizeof(struct in6_addr)];
    return !strcmp(host, "localhost") || inet_pton(AF_INET, host, address) == 1 ||
           inet_pton(AF_INET6, host, address) == 1;
}

/* "8080", "HOST:8080" or "[HOST]:8080". */
static bool read_address(const char *address, char host[64], int *port) {
    const char *colon = strrchr(address, ':'), *digits = colon ? colon + 1 : address;
    size_t n = colon ? (size_t)(colon - address) : 0;
    char *end;
    long number = strtol(digits, &end, 10);
    if (!*digits || *end || number < 0 || number > 65535 || n >= 64) return false;
    bool brackets = n > 1 && address[0] == '[' && address[n - 1] == ']';
    snprintf(host, 64, "%.*s", (int)(brackets ? n - 2 : n), address + brackets);
    if (!*host) strcpy(host, "127.0.0.1");
    *port = (int)number;
    return is_host(host);
}

bool sq_server_is_address(const char *text) {
    char host[64];
    int port;
    return read_address(text, host, &port);
}

/* A wildcard is no address that a browser can open. */
static void write_url(sq_server *s, const char *host) {
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    int port = 0;
    memset(&bound, 0, sizeof bound);
    if (!getsockname(evconnlistener_get_fd(s->listener), (struct sockaddr *)&bound, &size))
        port = ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                                 : ((struct sockaddr_in *)&bound)->sin_port);
    char own[64] = "localhost";
    bool any = !strcmp(host, "0.0.0.0") || !strcmp(host, "::"), six = !any && strchr(host, ':');
    if (any && gethostname(own, sizeof own)) strcpy(own, "localhost");
    own[sizeof own - 1] = 0;
    snprintf(s->url, sizeof s->url, "http://%s%s%s:%d/", six ? "[" : "", any ? own : host, six ? "]" : "",
             port);
}

static sq_code open_port(sq_server *s, sq_diag *d) {
    char host[64];
    int port;
    if (!read_address(s->set.address, host, &port))
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
    write_url(s, host);
    return SQ_OK;
}

static void stop_came(evutil_socket_t file, short what, void *who) {
    (void)file, (void)what;
    event_base_loopbreak(((sq_server *)who)->base);
}

static sq_code open_events(sq_server *s, sq_diag *d) {
    const struct timeval second = {.tv_sec = HEARTBEAT_S};
    s->stop_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    s->base = event_base_new();
    s->http = s->base ? evhttp_new(s->base) : NULL;
    if (!s->http || s->stop_fd < 0)
        return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    evhttp_set_gencb(s->http, route, s);
    evhttp_set_bevcb(s->http, new_connection, s);
    evhttp_set_timeout(s->http, IDLE_S);
    evhttp_set_max_headers_size(s->http, HEADERS_MAX);
    evhttp_set_max_body_size(s->http, BODY_MAX);
    evhttp_set_allowed_methods(s->http, EVHTTP_REQ_GET | EVHTTP_REQ_POST);
    s->news = event_new(s->base, sq_event_log_news(s->set.log), EV_READ | EV_PERSIST, news_came, s);
    s->stop = event_new(s->base, s->stop_fd, EV_READ, stop_came, s);
    s->heartbeat = event_new(s->base, -1, EV_PERSIST, beat, s);
    s->listen_again = event_new(s->base, -1, 0, take_again, s);
    if (!s->news || !s->stop || !s->heartbeat || !s->listen_again || event_add(s->news, NULL) ||
        event_add(s->stop, NULL) || event_add(s->heartbeat, &second))
        return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    return open_port(s, d);
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
    snprintf(s->run, sizeof s->run, "%llx", (unsigned long long)(1e6 * sq_monotonic_s()));
    sq_code code = sq_access_new(&s->access, d);
    if (!code) code = open_events(s, d);
    if (!code && pthread_create(&s->thread, NULL, run, s))
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
    struct event *events[] = {s->news, s->stop, s->heartbeat, s->listen_again};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (events[i]) event_free(events[i]);
    while (s->errands)
        end_errand(s->errands);
    if (s->http) evhttp_free(s->http); /* closes the connections, and so frees the streams */
    if (s->base) event_base_free(s->base);
    if (s->stop_fd >= 0) close(s->stop_fd);
    sq_access_free(s->access);
    free(s);
}

const char *sq_server_url(const sq_server *s) {
    return s->url;
}

const char *sq_server_code(const sq_server *s) {
    return sq_access_code(s->access);
}
