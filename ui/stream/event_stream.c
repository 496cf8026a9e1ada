/* Numbers the lines of the event stream, keeps them in the game's file, and sends them. A thread of its own
 * sends the heartbeats, so that they come also while no frame does. */
#include "ui/stream/event_stream.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "rules/record.h"
#include "ui/game/journal.h"
#include "vision/system/clock.h"
#include "vision/system/shortest_numbers.h"

struct sq_stream {
    sq_stream_settings set;
    sq_journal *file;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t heart;
    bool beats, closing;
    long long seq;
    int again;     /* lines of the file that come again and have not come yet */
    double sent_s; /* when the last line was sent, on our own clock */
    double t;      /* of the source */
    long long frames;
    sq_code failed; /* the file's first failure */
    sq_diag why;
};

static const struct {
    const char *name;
    bool again;
} types[] = {
#define X(type, name, again, what) {name, again},
    SQ_STREAM_LIST(X)
#undef X
};

/* ---- Sending; the lock is held ---- */

static json_t *head(sq_stream_type type, long long seq) {
    return json_pack("{s:s,s:i,s:I}", "type", types[type].name, "version", SQ_FORMAT_VERSION, "seq",
                     (json_int_t)seq);
}

/* The line as text; head becomes all of it. */
static char *text_of(json_t *head, json_t *body) {
    if (head && body) json_object_update_missing(head, body);
    return head ? sq_short_numbers(json_dumps(head, JSON_COMPACT)) : NULL;
}

static void send(sq_stream *s, const char *text) {
    s->sent_s = sq_monotonic_s();
    if (!s->set.out) return;
    fprintf(s->set.out, "%s\n", text);
    fflush(s->set.out);
}

/* A full disk keeps the line in memory, in its order (ui/game/journal.h). */
static void keep(sq_stream *s, const char *text) {
    sq_diag d;
    if (!s->file) return;
    sq_code code = sq_journal_put(s->file, text, strlen(text), &d);
    if (code && !s->failed) {
        s->failed = code;
        s->why = d;
    }
}

void sq_stream_put(sq_stream *s, sq_stream_type type, json_t *body) {
    if (!s || !body) {
        json_decref(body);
        return;
    }
    pthread_mutex_lock(&s->lock);
    if (types[type].again && s->again) {
        s->again--;
    } else {
        json_t *line = head(type, s->seq + 1);
        char *text = text_of(line, body);
        if (text) {
            s->seq++;
            keep(s, text);
            send(s, text);
            if (s->set.hear) s->set.hear(s->set.who, type, line, text);
        }
        free(text);
        json_decref(line);
    }
    pthread_mutex_unlock(&s->lock);
    json_decref(body);
}

void sq_stream_tick(sq_stream *s, double t, long long frames) {
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->t = t;
    s->frames = frames;
    pthread_mutex_unlock(&s->lock);
}

double sq_stream_now(sq_stream *s) {
    pthread_mutex_lock(&s->lock);
    double t = s->t;
    pthread_mutex_unlock(&s->lock);
    return t;
}

/* ---- The heartbeat ---- */

static void beat(sq_stream *s) {
    json_t *body = json_pack("{s:f,s:I}", "t", s->t, "frames", (json_int_t)s->frames);
    json_t *line = head(SQ_STREAM_HEARTBEAT, s->seq);
    char *text = text_of(line, body);
    if (text) send(s, text);
    json_decref(line);
    json_decref(body);
    free(text);
}

static void *run_heart(void *who) {
    sq_stream *s = who;
    pthread_mutex_lock(&s->lock);
    while (!s->closing) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        double left = s->sent_s + s->set.heartbeat_s - sq_monotonic_s();
        if (left <= 0) {
            beat(s);
            left = s->set.heartbeat_s;
        }
        long long ns = until.tv_nsec + (long long)(left * 1e9);
        until.tv_sec += (time_t)(ns / 1000000000);
        until.tv_nsec = (long)(ns % 1000000000);
        pthread_cond_timedwait(&s->changed, &s->lock, &until);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void start_heart(sq_stream *s) {
    if (!s->set.out || !(s->set.heartbeat_s > 0)) return;
    s->beats =
        !pthread_create(&s->heart, NULL, run_heart, s); /* a stream without a heart is a stream as well */
}

/* ---- The file ---- */

/* A line that the file held: whether it comes again, and who hears it. */
static void take_old_line(sq_stream *s, const char *text, size_t length) {
    json_t *line = json_loadb(text, length, 0, NULL);
    const char *name = json_string_value(json_object_get(line, "type"));
    char *whole = name && s->set.hear ? strndup(text, length) : NULL;
    s->seq++;
    for (int i = 0; name && i < SQ_STREAM_TYPES; i++)
        if (!strcmp(types[i].name, name)) {
            s->again += types[i].again;
            if (whole) s->set.hear(s->set.who, (sq_stream_type)i, line, whole);
        }
    free(whole);
    json_decref(line);
}

static sq_code open_file(sq_stream *s, sq_diag *d) {
    size_t length;
    const char *line;
    if (!s->set.goes_on && remove(s->set.file) && errno != ENOENT)
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be replaced (%s); check the folder", s->set.file,
                       strerror(errno));
    sq_code code = sq_journal_open(&s->file, s->set.file, d);
    while (!code && (line = sq_journal_next(s->file, &length)))
        take_old_line(s, line, length);
    if (s->set.amends) s->again = 0;
    return code;
}

/* ---- Opening and closing ---- */

sq_code sq_stream_open(sq_stream **out, const sq_stream_settings *settings, sq_diag *d) {
    pthread_condattr_t how;
    sq_stream *s = *out = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for the event stream; close other programs");
    s->set = *settings;
    s->sent_s = sq_monotonic_s();
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_init(&how);
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    pthread_cond_init(&s->changed, &how);
    pthread_condattr_destroy(&how);
    sq_code code = s->set.file ? open_file(s, d) : SQ_OK;
    if (!code) {
        start_heart(s);
        return SQ_OK;
    }
    sq_diag dropped;
    sq_stream_close(s, &dropped);
    *out = NULL;
    return code;
}

sq_code sq_stream_close(sq_stream *s, sq_diag *d) {
    if (!s) return SQ_OK;
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    if (s->beats) pthread_join(s->heart, NULL);
    sq_code code = s->failed && s->file ? sq_journal_catch_up(s->file, d) : SQ_OK;
    if (!code && s->failed == SQ_E_MEMORY) { /* no line waits, for there was no memory to keep it */
        code = s->failed;
        *d = s->why;
    }
    sq_journal_close(s->file);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
    return code;
}
