/* A ring of frames between two threads, with one lock and one condition. Each slot owns its pixels. */
#include "ui/session/frame_ring.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/frame_copy.h"

typedef struct {
    sq_ring_slot slot;
    size_t bytes;
} owned_slot;

struct sq_frame_ring {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool closed, called;
    int slots, first, count; /* count: full slots, the one that is being looked at among them */
    owned_slot slot[];
};

sq_code sq_frame_ring_new(sq_frame_ring **out, int slots, sq_diag *d) {
    *out = calloc(1, sizeof **out + (size_t)slots * sizeof(*out)->slot[0]);
    if (!*out) return sq_fail(d, SQ_E_MEMORY, "no memory for a ring of frames; close other programs");
    pthread_mutex_init(&(*out)->lock, NULL);
    pthread_cond_init(&(*out)->changed, NULL);
    (*out)->slots = slots;
    return SQ_OK;
}

void sq_frame_ring_free(sq_frame_ring *r) {
    if (!r) return;
    for (int i = 0; i < r->slots; i++)
        sq_frame_free(&r->slot[i].slot.frame);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

sq_code sq_frame_ring_put(sq_frame_ring *r, const sq_frame *f, const sq_frame_tag *tag, sq_diag *d) {
    pthread_mutex_lock(&r->lock);
    while (r->count == r->slots && !r->closed)
        pthread_cond_wait(&r->changed, &r->lock);
    bool closed = r->closed;
    owned_slot *s = &r->slot[(r->first + r->count) % r->slots];
    pthread_mutex_unlock(&r->lock); /* a free slot is the putting side's own */
    if (closed) return SQ_OK;
    sq_code code = sq_frame_copy(&s->slot.frame, &s->bytes, f, d);
    if (code) return code;
    s->slot.tag = *tag;
    pthread_mutex_lock(&r->lock);
    r->count++;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    return SQ_OK;
}

sq_ring_news sq_frame_ring_wait(sq_frame_ring *r) {
    pthread_mutex_lock(&r->lock);
    while (!r->count && !r->closed && !r->called)
        pthread_cond_wait(&r->changed, &r->lock);
    sq_ring_news news = r->called ? SQ_RING_CALLED : r->count ? SQ_RING_FRAME : SQ_RING_CLOSED;
    r->called = false;
    pthread_mutex_unlock(&r->lock);
    return news;
}

void sq_frame_ring_call(sq_frame_ring *r) {
    pthread_mutex_lock(&r->lock);
    r->called = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

const sq_ring_slot *sq_frame_ring_take(sq_frame_ring *r) {
    pthread_mutex_lock(&r->lock);
    while (!r->count && !r->closed)
        pthread_cond_wait(&r->changed, &r->lock);
    const sq_ring_slot *s = r->count ? &r->slot[r->first].slot : NULL;
    pthread_mutex_unlock(&r->lock);
    return s;
}

void sq_frame_ring_done(sq_frame_ring *r) {
    pthread_mutex_lock(&r->lock);
    r->first = (r->first + 1) % r->slots;
    r->count--;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

void sq_frame_ring_drain(sq_frame_ring *r) {
    pthread_mutex_lock(&r->lock);
    while (r->count && !r->closed)
        pthread_cond_wait(&r->changed, &r->lock);
    pthread_mutex_unlock(&r->lock);
}

void sq_frame_ring_close(sq_frame_ring *r) {
    pthread_mutex_lock(&r->lock);
    r->closed = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

bool sq_frame_ring_closed(sq_frame_ring *r) {
    pthread_mutex_lock(&r->lock);
    bool closed = r->closed;
    pthread_mutex_unlock(&r->lock);
    return closed;
}
