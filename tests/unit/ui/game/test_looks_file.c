/* The file of what the umpire was given: its end is an end, and a fault of the disk is none. */
#include <sys/stat.h>

#include "tests/fixture/scratch.h"
#include "ui/game/looks_file.h"

static void a_look_without_its_end_is_left_out(void **state) {
    (void)state;
    static sq_observation look = {.t_start = 2.5, .t_rest = 3.25, .rest = 7, .last = true}, read;
    sq_observations *looks;
    sq_diag d = {0};
    char *line = sq_observation_write(&look), twice[8192];
    int n = snprintf(twice, sizeof twice, "%s\n%s", line, line);
    assert_int_equal(sq_observations_open(&looks, scratch_file("looks.jsonl", twice, (size_t)n), &d), SQ_OK);
    if (sq_observations_next(looks, &read, &d)) fail_msg("%s", d.text);
    assert_int_equal(read.rest, 7);
    assert_near(read.t_rest, 3.25, 0);
    assert_int_equal(sq_observations_next(looks, &read, &d), SQ_END);
    sq_observations_close(looks);
    free(line);
}

/* A folder can be opened, and not read. */
static void what_cannot_be_read_is_no_end(void **state) {
    (void)state;
    static sq_observation read;
    sq_observations *looks;
    sq_diag d;
    assert_int_equal(mkdir(scratch("folder"), 0777), 0);
    assert_int_equal(sq_observations_open(&looks, scratch("folder"), &d), SQ_OK);
    assert_int_equal(sq_observations_next(looks, &read, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "folder: cannot be read"));
    sq_observations_close(looks);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_look_without_its_end_is_left_out),
        cmocka_unit_test(what_cannot_be_read_is_no_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
