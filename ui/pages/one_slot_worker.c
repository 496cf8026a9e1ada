/* A thread, a slot that is full or empty, and the lock between them and the owner. */
#include "ui/pages/one_slot_worker.h"

static void *run(void *who) {
    sq_slot_worker *w = who;
    pthread_mutex_lock(&w->lock);
    while (!w->over) {
        if (w->waiting)
            w->work(w->owner);
        else
            pthread_cond_wait(&w->news, &w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

sq_code sq_slot_worker_begin(sq_slot_worker *w, void (*work)(void *owner), void *owner, sq_diag *d) {
    *w = (sq_slot_worker){.work = work, .owner = owner};
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->news, NULL);
    w->runs = !pthread_create(&w->thread, NULL, run, w);
    if (w->runs) return SQ_OK;
    return sq_fail(d, SQ_E_MEMORY, "no thread can be started for the pages; close other programs");
}

void sq_slot_worker_wake(sq_slot_worker *w) {
    w->waiting = true;
    pthread_cond_signal(&w->news);
}

void sq_slot_worker_end(sq_slot_worker *w) {
    pthread_mutex_lock(&w->lock);
    w->over = true;
    pthread_cond_signal(&w->news);
    pthread_mutex_unlock(&w->lock);
    if (w->runs) pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->news);
    pthread_mutex_destroy(&w->lock);
}
