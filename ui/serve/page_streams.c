/* Server-sent events: one stream a page, a heartbeat on each, and the end of those that do not read. */
#include "ui/serve/page_streams.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/serve/http_answer.h"
#include "vision/system/clock.h"

/* Seconds: a stream hears something at least so often, so that a page knows within 2 s that its server is
 * gone; one that hears nothing for so long all the same is closed. */
enum { HEARTBEAT_S = 1, STREAM_IDLE_S = 3600 };
/* Bytes that may wait for a page that does not read them, besides what it gets when it opens: the whole game
 * until then. A stream's lines are some 2 kB each, ten a second at most. */
enum { UNREAD_MAX = 256 * 1024 };
/* Microseconds that a line may wait for others. Longer: people see that a ruling is late. Shorter: each page
 * is written to several times for each ruling, and hundreds of pages take the game's processor. */
enum { TOGETHER_US = 20000 };
/* Streams at once, and how many of these only the umpire's pages get, so that nobody can lock the umpire out;
 * bytes of what a heartbeat tells. */
enum { STREAMS_MAX = 512, STREAMS_OF_UMPIRE = 32, ALIVE_MAX = 1024, BEAT_MAX = ALIVE_MAX + 32 };

/* A page that listens. */
typedef struct stream stream;
struct stream {
    stream *next;
    sq_page_streams *all;
    struct evhttp_request *request;
    sq_event_place place;
    size_t first; /* bytes that it got when it opened; 0 once it has read them */
};

struct sq_page_streams {
    sq_event_log *log;
    sq_page_alive alive;
    void *who;
    char run[17]; /* numbers of lines are those of this run of the program */
    struct event *news, *together, *heartbeat;
    stream *first;
    _Atomic int count; /* read by other threads */
};

static void free_stream(stream *gone) {
    sq_page_streams *s = gone->all;
    for (stream **at = &s->first; *at; at = &(*at)->next)
        if (*at == gone) {
            *at = gone->next;
            break;
        }
    s->count--;
    free(gone);
}

/* The connection is gone, and the request with it. */
static void stream_closed(struct evhttp_connection *connection, void *who) {
    stream *t = who;
    (void)connection;
    sq_request_drop(t->request);
    free_stream(t);
}

static size_t unread(const stream *t) {
    struct evhttp_connection *c = evhttp_request_get_connection(t->request);
    return evbuffer_get_length(bufferevent_get_output(evhttp_connection_get_bufferevent(c)));
}

/* False where the page does not read: its connection is then closed, and the stream is gone. */
static bool put_chunk(stream *t, const char *text) {
    size_t waits = unread(t); /* before the new text, of which nothing can have been sent yet */
    if (waits <= UNREAD_MAX) t->first = 0;
    if (waits > UNREAD_MAX + t->first) {
        evhttp_connection_free(evhttp_request_get_connection(t->request)); /* calls stream_closed */
        return false;
    }
    struct evbuffer *out = evbuffer_new();
    if (!out) return true;
    evbuffer_add(out, text, strlen(text));
    evhttp_send_reply_chunk(t->request, out);
    evbuffer_free(out);
    return true;
}

/* One line as the standard of server-sent events has it; with `anew` the page forgets what it has heard. */
static void write_line(FILE *to, const sq_page_streams *s, const sq_event_line *line) {
    fprintf(to, "%sid: %s.%llu\nevent: %s\ndata: %s\n\n", line->anew ? "event: anew\ndata: {}\n\n" : "",
            s->run, (unsigned long long)line->number, line->kind, line->text);
}

/* All that is new at a place, which is moved on; null: nothing, or there is no memory. The caller frees. */
static char *news_at(const sq_page_streams *s, sq_event_place *place) {
    sq_event_line line;
    char *text = NULL;
    size_t n = 0;
    FILE *to = NULL;
    while (sq_event_log_next(s->log, place, &line)) {
        if (!to) to = open_memstream(&text, &n);
        if (to) write_line(to, s, &line);
        free(line.text);
    }
    if (to) fclose(to);
    return text;
}

static bool is_same_place(const sq_event_place *a, const sq_event_place *b) {
    return a->heard == b->heard && a->begun_at == b->begun_at && a->anew == b->anew;
}

/* Most pages stand at one place: its news are written once for all of them. */
static void tell_news(evutil_socket_t file, short what, void *who) {
    sq_page_streams *s = who;
    sq_event_place from = {0}, to = {0};
    char *text = NULL;
    (void)file, (void)what;
    for (stream *t = s->first, *next; t; t = next) {
        next = t->next;
        if (t == s->first || !is_same_place(&t->place, &from)) {
            free(text);
            from = to = t->place;
            text = news_at(s, &to);
        }
        t->place = to;
        if (text) put_chunk(t, text);
    }
    free(text);
}

/* Lines come several at a time: those that come at nearly the same moment go as one. */
static void news_came(evutil_socket_t file, short what, void *who) {
    const struct timeval soon = {.tv_usec = TOGETHER_US};
    sq_page_streams *s = who;
    uint64_t count;
    (void)what;
    if (read(file, &count, sizeof count) < 0 && errno != EAGAIN) return;
    if (!event_pending(s->together, EV_TIMEOUT, NULL)) event_add(s->together, &soon);
}

static void write_beat(char chunk[BEAT_MAX], const sq_page_streams *s) {
    char text[ALIVE_MAX];
    snprintf(text, sizeof text, "{}");
    if (s->alive) s->alive(s->who, text, sizeof text);
    snprintf(chunk, BEAT_MAX, "event: alive\ndata: %s\n\n", text);
}

static void beat(evutil_socket_t file, short what, void *who) {
    sq_page_streams *s = who;
    (void)file, (void)what;
    char chunk[BEAT_MAX];
    write_beat(chunk, s);
    for (stream *t = s->first, *next; t; t = next) {
        next = t->next;
        put_chunk(t, chunk);
    }
}

/* What a page gets when it opens. A beat at the end says that this was all, and how far the source is. */
static void tell_all(stream *t) {
    char chunk[BEAT_MAX], *text = news_at(t->all, &t->place);
    bool there = true;
    if (text) there = put_chunk(t, text);
    if (text && there) t->first = strlen(text);
    free(text);
    write_beat(chunk, t->all);
    if (there) put_chunk(t, chunk);
}

/* The number after which a page wants to hear, if it is of this run. */
static uint64_t last_heard(const sq_page_streams *s, struct evhttp_request *r) {
    const char *id = sq_request_header(r, "Last-Event-ID");
    size_t n = strlen(s->run);
    return id && !strncmp(id, s->run, n) && id[n] == '.' ? strtoull(id + n + 1, NULL, 10) : 0;
}

void sq_page_streams_open(sq_page_streams *s, struct evhttp_request *r, bool umpire) {
    struct evhttp_connection *c = evhttp_request_get_connection(r);
    bool room = s->count < (umpire ? STREAMS_MAX : STREAMS_MAX - STREAMS_OF_UMPIRE);
    stream *t = room ? calloc(1, sizeof *t) : NULL;
    if (!t) {
        sq_answer_refuse(r, 503, "too many pages are open; close some");
        return;
    }
    *t = (stream){.next = s->first, .all = s, .request = r, .place = {.heard = last_heard(s, r)}};
    s->first = t;
    s->count++;
    evhttp_connection_set_timeout(c, STREAM_IDLE_S);
    evhttp_connection_set_closecb(c, stream_closed, t);
    sq_answer_common(r, "text/event-stream");
    evhttp_send_reply_start(r, 200, "OK");
    if (put_chunk(t, "retry: 400\n\n")) tell_all(t);
}

sq_code sq_page_streams_new(sq_page_streams **out, struct event_base *base, sq_event_log *log,
                            sq_page_alive alive, void *who, sq_diag *d) {
    const struct timeval second = {.tv_sec = HEARTBEAT_S};
    sq_page_streams *s = *out = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    *s = (sq_page_streams){.log = log, .alive = alive, .who = who};
    snprintf(s->run, sizeof s->run, "%llx", (unsigned long long)(1e6 * sq_monotonic_s()));
    s->news = event_new(base, sq_event_log_news(log), EV_READ | EV_PERSIST, news_came, s);
    s->together = event_new(base, -1, 0, tell_news, s);
    s->heartbeat = event_new(base, -1, EV_PERSIST, beat, s);
    if (!s->news || !s->together || !s->heartbeat || event_add(s->news, NULL) ||
        event_add(s->heartbeat, &second))
        return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    return SQ_OK;
}

void sq_page_streams_silence(sq_page_streams *s) {
    if (!s) return;
    if (s->news) event_free(s->news);
    if (s->together) event_free(s->together);
    if (s->heartbeat) event_free(s->heartbeat);
    s->news = s->together = s->heartbeat = NULL;
}

void sq_page_streams_free(sq_page_streams *s) {
    free(s);
}

int sq_page_streams_count(const sq_page_streams *s) {
    return s->count;
}
