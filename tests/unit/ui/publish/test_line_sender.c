/* What can be left with a broker, and what only a hall that is there can take. */
#include "ui/publish/line_sender.h"

#include <unistd.h>

#include "tests/fixture/scratch.h"

static void a_game_may_be_too_long_to_be_left(void **state) {
    (void)state;
    static sq_game_paths paths;
    sq_diag d;
    assert_int_equal(sq_game_paths_of(&paths, scratch("."), &d), SQ_OK);
    assert_false(sq_line_sender_is_too_long(&paths)); /* there is none */
    scratch_file("stream.jsonl", "", 0);
    scratch_file("game.jsonl", "", 0);
    scratch_file("game-2.jsonl", "", 0);
    assert_int_equal(truncate(paths.stream, SQ_LEFT_MOST / 2), 0);
    assert_int_equal(truncate(paths.record, SQ_LEFT_MOST / 2), 0);
    assert_false(sq_line_sender_is_too_long(&paths));
    assert_int_equal(truncate(scratch("game-2.jsonl"), 1), 0);
    assert_true(sq_line_sender_is_too_long(&paths));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_may_be_too_long_to_be_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
