/* The ring of lines that pages hear, behind one lock, with an eventfd that tells of new ones. */
#include "ui/serve/event_log.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Lines that are kept: those of a record of more than any game has, and some of other kinds. */
enum { KEPT = 4096, NAME = 32 };

/* So begins the name under which a line is kept once more, as it was when it was held. */
#define HELD "held "

typedef struct {
    uint64_t number; /* 0: none */
    char kind[SQ_EVENT_KIND];
    char name[NAME]; /* under which it is kept */
    char *text;      /* null: there was no memory */
} entry;

struct sq_event_log {
    pthread_mutex_t lock;
    int news;
    int capacity, kept_count, kept_room;
    uint64_t newest;
    entry *kept;
    entry ring[]; /* line n at n % capacity */
};

sq_code sq_event_log_new(sq_event_log **out, int capacity, sq_diag *d) {
    sq_event_log *log = calloc(1, sizeof *log + (size_t)capacity * sizeof *log->ring);
    *out = NULL;
    if (!log) return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    log->news = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (log->news < 0) {
        free(log);
        return sq_fail(d, SQ_E_LIBRARY, "too many open files; close other programs");
    }
    log->capacity = capacity;
    pthread_mutex_init(&log->lock, NULL);
    *out = log;
    return SQ_OK;
}

void sq_event_log_free(sq_event_log *log) {
    if (!log) return;
    for (int i = 0; i < log->capacity; i++)
        free(log->ring[i].text);
    for (int i = 0; i < log->kept_count; i++)
        free(log->kept[i].text);
    free(log->kept);
    close(log->news);
    pthread_mutex_destroy(&log->lock);
    free(log);
}

int sq_event_log_news(const sq_event_log *log) {
    return log->news;
}

static void write_down(entry *e, uint64_t number, const char *kind, const char *text) {
    free(e->text);
    *e = (entry){.number = number, .text = strdup(text)};
    snprintf(e->kind, sizeof e->kind, "%s", kind);
}

static bool is_held(const entry *e) {
    return !strncmp(e->name, HELD, strlen(HELD));
}

/* Forgets the lines of a kind that are not held; kind null: those that are held. */
static void forget(sq_event_log *log, const char *kind) {
    int left = 0;
    pthread_mutex_lock(&log->lock);
    for (int i = 0; i < log->kept_count; i++) {
        const entry *e = &log->kept[i];
        if (kind ? is_held(e) || strcmp(e->kind, kind) != 0 : !is_held(e))
            log->kept[left++] = *e;
        else
            free(e->text);
    }
    log->kept_count = left;
    pthread_mutex_unlock(&log->lock);
}

void sq_event_log_forget(sq_event_log *log, const char *kind) {
    forget(log, kind);
}

void sq_event_log_let_go(sq_event_log *log) {
    forget(log, NULL);
}

/* One place more at the end; null where there is no memory. */
static entry *new_place(sq_event_log *log) {
    if (log->kept_count == KEPT) {
        free(log->kept[0].text);
        memmove(log->kept, log->kept + 1, (KEPT - 1) * sizeof *log->kept);
        log->kept_count--;
    }
    if (log->kept_count == log->kept_room) {
        int room = log->kept_room ? 2 * log->kept_room : 64;
        entry *more = realloc(log->kept, (size_t)room * sizeof *more);
        if (!more) return NULL;
        log->kept = more;
        log->kept_room = room;
    }
    entry *e = &log->kept[log->kept_count++];
    *e = (entry){.number = 0};
    return e;
}

static entry *kept_as(const sq_event_log *log, const char *name) {
    for (int i = 0; i < log->kept_count; i++)
        if (!strcmp(log->kept[i].name, name)) return &log->kept[i];
    return NULL;
}

static void keep_line(sq_event_log *log, uint64_t n, const char *name, const char *kind, const char *line) {
    entry *place = kept_as(log, name);
    if (!place && !(place = new_place(log))) return;
    write_down(place, n, kind, line);
    snprintf(place->name, sizeof place->name, "%s", name);
}

void sq_event_log_put(sq_event_log *log, const char *kind, const char *line, const char *keep) {
    pthread_mutex_lock(&log->lock);
    uint64_t n = ++log->newest;
    write_down(&log->ring[n % (uint64_t)log->capacity], n, kind, line);
    if (keep) keep_line(log, n, keep, kind, line);
    pthread_mutex_unlock(&log->lock);
    uint64_t one = 1;
    /* A counter that is full tells of news as well. */
    if (write(log->news, &one, sizeof one) < 0) return;
}

void sq_event_log_hold(sq_event_log *log, const char *name) {
    char held[NAME];
    snprintf(held, sizeof held, HELD "%.20s", name);
    pthread_mutex_lock(&log->lock);
    const entry *is = kept_as(log, name);
    char *text = is && is->text ? strdup(is->text) : NULL;
    if (text) { /* a copy: a new place may move what is kept */
        const entry was = *is;
        keep_line(log, was.number, held, was.kind, text);
    }
    free(text);
    pthread_mutex_unlock(&log->lock);
}

/* The kept line that comes next after this number; null: none. */
static const entry *next_kept(const sq_event_log *log, uint64_t heard, uint64_t last) {
    const entry *next = NULL;
    for (int i = 0; i < log->kept_count; i++) {
        const entry *e = &log->kept[i];
        if (e->text && e->number > heard && e->number <= last && (!next || e->number < next->number))
            next = e;
    }
    return next;
}

/* The line of the ring that comes next; *gone: it is not there any more. */
static const entry *next_in_ring(const sq_event_log *log, uint64_t heard, bool *gone) {
    *gone = heard > log->newest;
    if (heard >= log->newest) return NULL;
    const entry *e = &log->ring[(heard + 1) % (uint64_t)log->capacity];
    *gone = e->number != heard + 1 || !e->text;
    return *gone ? NULL : e;
}

static const entry *next_entry(const sq_event_log *log, sq_event_place *p) {
    bool gone = p->heard == 0 && p->begun_at == 0 && log->newest > 0;
    const entry *e = NULL;
    if (!gone && !p->begun_at) e = next_in_ring(log, p->heard, &gone);
    if (gone) *p = (sq_event_place){.begun_at = log->newest, .anew = true};
    if (p->begun_at && !(e = next_kept(log, p->heard, p->begun_at))) {
        *p = (sq_event_place){.heard = p->begun_at, .anew = p->anew};
        e = next_in_ring(log, p->heard, &gone);
    }
    return e;
}

bool sq_event_log_next(sq_event_log *log, sq_event_place *place, sq_event_line *line) {
    *line = (sq_event_line){0};
    pthread_mutex_lock(&log->lock);
    const entry *e = next_entry(log, place);
    if (e && (line->text = strdup(e->text))) {
        line->number = place->heard = e->number;
        line->anew = place->anew;
        place->anew = false;
        memcpy(line->kind, e->kind, sizeof line->kind);
    }
    pthread_mutex_unlock(&log->lock);
    return line->text;
}
