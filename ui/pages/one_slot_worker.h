/* A thread that works on one slot: the owner puts something new there if the slot is empty, and the thread
 * takes it. The owner keeps slot and result, and protects both with the worker's lock. */
#ifndef SQ_UI_PAGES_ONE_SLOT_WORKER_H
#define SQ_UI_PAGES_ONE_SLOT_WORKER_H

#include <pthread.h>
#include <stdbool.h>

#include "vision/system/failure.h"

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t news;
    pthread_t thread;
    bool runs, over;
    bool waiting; /* there is something in the slot */
    void (*work)(void *owner);
    void *owner;
} sq_slot_worker;

/* Starts the thread. Whenever `waiting` is set it calls work(owner) with the lock held; work unlocks it while
 * it is busy, locks it again, and clears `waiting`. SQ_E_MEMORY if no thread can be started;
 * sq_slot_worker_end must be called even then. */
sq_code sq_slot_worker_begin(sq_slot_worker *w, void (*work)(void *owner), void *owner, sq_diag *d);

/* Says, with the lock held, that there is something in the slot. */
void sq_slot_worker_wake(sq_slot_worker *w);

/* Ends the thread after its present work. */
void sq_slot_worker_end(sq_slot_worker *w);

#endif
