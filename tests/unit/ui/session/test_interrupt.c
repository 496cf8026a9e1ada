/* Ctrl-C and SIGTERM: the first of them ends the source, the second the program, whichever they are. */
#include "ui/session/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixture/unit.h"

static sq_code no_frame(void *who, sq_frame *f, sq_diag *d) {
    (void)who, (void)f, (void)d;
    return SQ_E_DEVICE;
}

/* Sends both to a program that watches a source; the status with which it ends. */
static int status_after(int first, int second) {
    pid_t child = fork();
    if (!child) {
        sq_capture *c;
        sq_frame f;
        sq_diag d;
        const sq_capture_settings made = {.maker = {.next = no_frame}};
        if (sq_capture_open(&c, "made", &made, &d)) _exit(2);
        sq_interrupt_begin(c);
        raise(first);
        if (!sq_interrupted() || sq_capture_next(c, &f, &d) != SQ_END) _exit(3);
        if (second) raise(second);
        _exit(0);
    }
    int status;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void the_first_ends_the_source(void **state) {
    (void)state;
    assert_int_equal(status_after(SIGINT, 0), 0);
    assert_int_equal(status_after(SIGTERM, 0), 0);
}

static void the_second_ends_the_program(void **state) {
    (void)state;
    static const int both[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 4; i++) {
        int status = status_after(both[i / 2], both[i % 2]);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), both[i % 2]);
    }
}

static bool sleeps(pid_t child) {
    char path[64], state = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)child);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    if (fscanf(f, "%*d (%*[^)]) %c", &state) != 1) state = 0;
    fclose(f);
    return state == 'S';
}

/* Without a source: who waits for something else, as for a server that does not answer, goes on at once. */
static void what_waits_is_broken_off(void **state) {
    (void)state;
    int nothing[2], ready[2], status;
    char byte;
    assert_int_equal(pipe(nothing) | pipe(ready), 0);
    pid_t child = fork();
    if (!child) {
        alarm(20);
        sq_interrupt_begin(NULL);
        if (write(ready[1], "x", 1) != 1) _exit(2);
        ssize_t n = read(nothing[0], &byte, 1);
        _exit(n < 0 && errno == EINTR && sq_interrupted() ? 0 : 3);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    while (!sleeps(child))
        usleep(1000);
    kill(child, SIGINT);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    const int files[] = {nothing[0], nothing[1], ready[0], ready[1]};
    for (int i = 0; i < 4; i++)
        close(files[i]);
}

/* What was there before is there again. */
static void both_are_given_back(void **state) {
    (void)state;
    struct sigaction is;
    signal(SIGTERM, SIG_IGN);
    sq_interrupt_begin(NULL);
    sq_interrupt_end();
    assert_int_equal(sigaction(SIGTERM, NULL, &is), 0);
    assert_ptr_equal(is.sa_handler, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_ends_the_source),
        cmocka_unit_test(the_second_ends_the_program),
        cmocka_unit_test(what_waits_is_broken_off),
        cmocka_unit_test(both_are_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
