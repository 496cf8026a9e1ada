/* The check of a loop's memory as a whole: it passes what may be touched, and reports one byte more. */
#include "vision/system/asan_checked_loops.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixture/unit.h"

enum { ROOM = 1000 };

/* Does a check of so many bytes of a block of ROOM end the program? */
static bool is_reported(size_t offset, size_t bytes) {
    int status = 0;
    pid_t child = fork();
    if (!child) {
        dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO); /* the report */
        char *block = malloc(ROOM);
        sq_check_range(block + offset, bytes);
        free(block);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static void passes_what_is_ours(void **state) {
    (void)state;
    assert_false(is_reported(0, ROOM));
    assert_false(is_reported(ROOM / 2, ROOM / 2));
    assert_false(is_reported(0, 0));
}

static void reports_what_is_not(void **state) {
    (void)state;
#ifndef __SANITIZE_ADDRESS__
    skip(); /* nothing checks */
#endif
    assert_true(is_reported(0, ROOM + 1));
    assert_true(is_reported(1, ROOM));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_what_is_ours),
        cmocka_unit_test(reports_what_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
