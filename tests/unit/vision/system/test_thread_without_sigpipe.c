/* A connection that the other side has closed: the write fails, and the program lives. */
#include "vision/system/thread_without_sigpipe.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/fixture/unit.h"

/* *who: a connection; then the reason why nothing could be written. */
static void *write_once(void *who) {
    int *file = who;
    *file = write(*file, "a", 1) < 0 ? errno : 0;
    return NULL;
}

static void a_write_to_who_has_gone_fails_and_kills_nobody(void **state) {
    (void)state;
    int pair[2];
    pthread_t thread;
    signal(SIGPIPE, SIG_DFL);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    close(pair[1]);
    int file = pair[0];
    assert_int_equal(sq_thread_without_sigpipe(&thread, write_once, &file), 0);
    pthread_join(thread, NULL);
    assert_int_equal(file, EPIPE);
    close(pair[0]);
}

static void other_threads_keep_the_signal(void **state) {
    (void)state;
    sigset_t now;
    pthread_t thread;
    int none = -1;
    assert_int_equal(sq_thread_without_sigpipe(&thread, write_once, &none), 0);
    pthread_join(thread, NULL);
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    assert_false(sigismember(&now, SIGPIPE));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_to_who_has_gone_fails_and_kills_nobody),
        cmocka_unit_test(other_threads_keep_the_signal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
