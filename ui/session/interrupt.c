/* Catches Ctrl-C and SIGTERM: the first asks the source to stop, the second ends the program. */
#include "ui/session/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <time.h>

static sq_capture *_Atomic watched;
static atomic_bool came;
static struct sigaction before_int, before_term;

static void stop_watching(int n) {
    if (atomic_exchange(&came, true)) {
        signal(n, SIG_DFL);
        raise(n); /* comes when this returns */
    }
    sq_capture *c = atomic_load(&watched);
    if (c) sq_capture_stop(c);
}

void sq_interrupt_begin(sq_capture *c) {
    atomic_store(&came, false);
    atomic_store(&watched, c);
    struct sigaction stops = {.sa_handler = stop_watching, .sa_flags = c ? SA_RESTART : 0};
    sigaction(SIGINT, &stops, &before_int);
    sigaction(SIGTERM, &stops, &before_term);
}

void sq_interrupt_end(void) {
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGTERM, &before_term, NULL);
    atomic_store(&watched, NULL);
}

bool sq_interrupted(void) {
    return atomic_load(&came);
}

bool sq_interrupt_wait(double seconds) {
    const struct timespec soon = {.tv_nsec = 100 * 1000 * 1000}; /* nobody notices a tenth of a second */
    for (double waited_s = 0; !sq_interrupted() && waited_s < seconds; waited_s += (double)soon.tv_nsec / 1e9)
        nanosleep(&soon, NULL);
    return !sq_interrupted();
}
