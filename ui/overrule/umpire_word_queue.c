/* A few slots for words behind one lock. */
#include "ui/overrule/umpire_word_queue.h"

#include <jansson.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "rules/record.h"

enum { SLOTS = 8 /* as many as the door has clients: each waits for one answer */ };

typedef enum { FREE, WAITING, TAKEN, ANSWERED } stage;

typedef struct {
    stage stage;
    bool forgotten;
    uint64_t order;
    size_t length;
    char *reply;
    char word[SQ_WORD_MAX];
} slot;

struct sq_word_queue {
    pthread_mutex_t lock;
    void (*wake)(void *who);
    void *who;
    int news; /* an eventfd */
    bool closed;
    uint64_t count;
    slot slots[SLOTS];
};

sq_code sq_word_queue_new(sq_word_queue **out, void (*wake)(void *who), void *who, sq_diag *d) {
    sq_word_queue *q = *out = calloc(1, sizeof *q);
    if (!q) return sq_fail(d, SQ_E_MEMORY, "no memory for the umpire's words; close other programs");
    q->wake = wake;
    q->who = who;
    q->news = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&q->lock, NULL);
    if (q->news >= 0) return SQ_OK;
    sq_word_queue_free(q);
    *out = NULL;
    return sq_fail(d, SQ_E_MEMORY, "too many open files for the umpire's words; close other programs");
}

void sq_word_queue_free(sq_word_queue *q) {
    if (!q) return;
    for (int i = 0; i < SLOTS; i++)
        free(q->slots[i].reply);
    if (q->news >= 0) close(q->news);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

int sq_word_queue_news(const sq_word_queue *q) {
    return q->news;
}

static void tell_news(const sq_word_queue *q) {
    const uint64_t one = 1;
    ssize_t written = write(q->news, &one, sizeof one); /* full: it is readable already */
    (void)written;
}

int sq_word_queue_put(sq_word_queue *q, const char *word, size_t length) {
    pthread_mutex_lock(&q->lock);
    int ticket = q->closed ? -2 : -1;
    for (int i = 0; i < SLOTS && ticket == -1 && length <= SQ_WORD_MAX; i++)
        if (q->slots[i].stage == FREE) ticket = i;
    if (ticket >= 0) {
        slot *s = &q->slots[ticket];
        s->stage = WAITING;
        s->forgotten = false;
        s->order = q->count++;
        s->length = length;
        memcpy(s->word, word, length);
    }
    pthread_mutex_unlock(&q->lock);
    if (ticket >= 0) q->wake(q->who);
    return ticket;
}

static void release(slot *s) {
    free(s->reply);
    s->reply = NULL;
    s->stage = FREE;
}

char *sq_word_queue_collect(sq_word_queue *q, int ticket) {
    char *reply = NULL;
    pthread_mutex_lock(&q->lock);
    slot *s = &q->slots[ticket];
    if (s->stage == ANSWERED) {
        reply = s->reply;
        s->reply = NULL;
        release(s);
    }
    pthread_mutex_unlock(&q->lock);
    return reply;
}

void sq_word_queue_forget(sq_word_queue *q, int ticket) {
    pthread_mutex_lock(&q->lock);
    slot *s = &q->slots[ticket];
    s->forgotten = true;
    if (s->stage == ANSWERED) release(s);
    pthread_mutex_unlock(&q->lock);
}

static slot *oldest(sq_word_queue *q, stage at) {
    slot *first = NULL;
    for (int i = 0; i < SLOTS; i++)
        if (q->slots[i].stage == at && (!first || q->slots[i].order < first->order)) first = &q->slots[i];
    return first;
}

bool sq_word_queue_take(sq_word_queue *q, char *word, size_t *length) {
    pthread_mutex_lock(&q->lock);
    slot *s = oldest(q, WAITING);
    if (s) {
        s->stage = TAKEN;
        *length = s->length;
        memcpy(word, s->word, s->length);
        word[s->length] = 0;
    }
    pthread_mutex_unlock(&q->lock);
    return s;
}

char *sq_word_refused(bool ended, const char *why) {
    json_t *o =
        json_pack("{s:s,s:i,s:b,s:b}", "type", "word", "version", SQ_FORMAT_VERSION, "taken", 0, "done", 0);
    if (ended) json_object_set_new(o, "ended", json_true());
    json_object_set_new(o, "why", json_string(why));
    char *reply = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    return reply;
}

static void answer(sq_word_queue *q, slot *s, char *reply) {
    s->reply = reply ? reply : sq_word_refused(false, "out of memory");
    s->stage = ANSWERED;
    if (s->forgotten) release(s);
    tell_news(q);
}

void sq_word_queue_answer(sq_word_queue *q, char *reply) {
    pthread_mutex_lock(&q->lock);
    slot *s = oldest(q, TAKEN);
    if (s)
        answer(q, s, reply);
    else
        free(reply);
    pthread_mutex_unlock(&q->lock);
}

void sq_word_queue_close(sq_word_queue *q) {
    slot *s;
    pthread_mutex_lock(&q->lock);
    q->closed = true;
    while ((s = oldest(q, WAITING)))
        answer(q, s, sq_word_refused(true, SQ_WORD_TOO_LATE));
    pthread_mutex_unlock(&q->lock);
}
