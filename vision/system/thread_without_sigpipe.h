/* Threads that write to the network. */
#ifndef SQ_VISION_SYSTEM_THREAD_WITHOUT_SIGPIPE_H
#define SQ_VISION_SYSTEM_THREAD_WITHOUT_SIGPIPE_H

#include <pthread.h>

/* pthread_create of a thread in which SIGPIPE is blocked: who closes a connection before he has read all
 * makes the next write fail with EPIPE, and does not end the program. Libraries write for us, without
 * MSG_NOSIGNAL; the signal goes to the thread that writes. Elsewhere it stays: `squint ... | head` ends as
 * other programs do. */
int sq_thread_without_sigpipe(pthread_t *out, void *(*run)(void *who), void *who);

#endif
