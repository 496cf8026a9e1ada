/* Who holds a lock: this program, another one, nobody. */
#include "vision/system/lock_holder.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "tests/fixture/scratch.h"

static void the_holder_is_named_with_its_number(void **state) {
    (void)state;
    char expected[64];
    sq_holder who;
    const char *path = scratch_file("locked", "x", 1);
    int first = open(path, O_RDONLY), second = open(path, O_RDONLY);
    assert_int_equal(flock(first, LOCK_EX), 0);
    snprintf(expected, sizeof expected, "test_lock_holder (process %d)", (int)getpid());
    assert_string_equal(sq_lock_holder(&who, second), expected);
    close(first);
    assert_string_equal(sq_lock_holder(&who, second), "another squint"); /* nobody: it is gone by now */
    close(second);
}

static void another_program_is_named_with_its_arguments(void **state) {
    (void)state;
    sq_holder who;
    char expected[64];
    int ready[2], kept[2]; /* it waits for a line that never comes */
    const char *path = scratch_file("theirs", "x", 1);
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(kept), 0);
    pid_t child = fork();
    if (!child) {
        int file = open(path, O_RDONLY);
        flock(file, LOCK_EX);
        dup2(ready[1], STDERR_FILENO);
        dup2(kept[0], STDIN_FILENO);
        execl("/bin/sh", "sh", "-c", "echo >&2; read line", "a\nb", (char *)NULL);
        _exit(1);
    }
    char c;
    assert_int_equal(read(ready[0], &c, 1), 1);
    int file = open(path, O_RDONLY);
    snprintf(expected, sizeof expected, "sh -c echo >&2; read line a b (process %d)", (int)child);
    assert_string_equal(sq_lock_holder(&who, file), expected);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(file);
}

static void a_file_that_is_none_has_no_holder(void **state) {
    (void)state;
    sq_holder who;
    assert_string_equal(sq_lock_holder(&who, -1), "another squint");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_holder_is_named_with_its_number),
        cmocka_unit_test(another_program_is_named_with_its_arguments),
        cmocka_unit_test(a_file_that_is_none_has_no_holder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
