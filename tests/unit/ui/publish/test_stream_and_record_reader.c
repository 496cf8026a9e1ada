/* What of a game is told to its hall: lines that are on the disk, and none that a power cut has torn. */
#include "ui/publish/stream_and_record_reader.h"

#include "tests/fixture/scratch.h"

#define FIRST "{\"type\":\"start\",\"seq\":1}\n"

/* Before the writer has opened the stream its last line may be torn, and is cut off then. */
static void nothing_is_read_before_the_writer_has_opened_it(void **state) {
    (void)state;
    static const char torn[] = FIRST "{\"type\":\"sta", mended[] = FIRST "{\"type\":\"notice\",\"seq\":2}\n";
    static sq_game_paths paths;
    sq_told_line told;
    sq_diag d;
    assert_int_equal(sq_game_paths_of(&paths, scratch("."), &d), SQ_OK);
    scratch_file("stream.jsonl", torn, sizeof torn - 1);
    sq_told_lines *lines = sq_told_lines_new(&paths);
    assert_false(sq_told_lines_next(lines, 0, &told));
    scratch_file("stream.jsonl", mended, sizeof mended - 1);
    assert_true(sq_told_lines_next(lines, 2, &told));
    assert_int_equal(told.type, SQ_STREAM_START);
    assert_true(sq_told_lines_next(lines, 2, &told));
    assert_int_equal(told.type, SQ_STREAM_NOTICE);
    assert_int_equal(told.seq, 2);
    assert_false(sq_told_lines_next(lines, 2, &told));
    sq_told_lines_free(lines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_read_before_the_writer_has_opened_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
