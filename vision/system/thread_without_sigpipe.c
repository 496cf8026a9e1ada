/* A thread inherits the signals that its maker blocks: SIGPIPE is blocked while it is made. */
#include "vision/system/thread_without_sigpipe.h"

#include <signal.h>

int sq_thread_without_sigpipe(pthread_t *out, void *(*run)(void *who), void *who) {
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    int reason = pthread_create(out, NULL, run, who);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return reason;
}
