/* A pipe that somebody reads, and one that nobody reads any more; a disk and memory have no reader. */
#include "vision/system/pipe_reader.h"

#include <unistd.h>

#include "tests/fixture/unit.h"

static void a_reader_that_leaves_is_noticed(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    FILE *to = fdopen(ends[1], "w");
    assert_non_null(to);
    assert_false(sq_reader_has_left(to));
    close(ends[0]);
    assert_true(sq_reader_has_left(to));
    fclose(to);
}

static void what_has_no_reader_loses_none(void **state) {
    (void)state;
    char text[8];
    FILE *full = fopen("/dev/full", "w"), *memory = fmemopen(text, sizeof text, "w");
    assert_false(sq_reader_has_left(full));
    assert_false(sq_reader_has_left(memory));
    fclose(full);
    fclose(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reader_that_leaves_is_noticed),
        cmocka_unit_test(what_has_no_reader_loses_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
