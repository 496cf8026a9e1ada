/* The board's shape. */
#include "calib/lens/charuco_board.h"
#include "tests/fixture/unit.h"

static const sq_board board = {9, 6, 40};

static void sizes_are_read_within_bounds(void **state) {
    (void)state;
    sq_board b = {0};
    assert_true(sq_board_parse(&b, "9x6"));
    assert_int_equal(b.columns, 9);
    assert_int_equal(b.rows, 6);
    assert_true(sq_board_parse(&b, "14x14") && sq_board_parse(&b, "13x15")); /* 98, 97 markers */
    assert_true(sq_board_corners(&b) <= SQ_BOARD_CORNERS_CAP);
    const char *const bad[] = {"", "9", "x6", "9x", "9x6x", "2x6", "9x17", "16x13", "9*6", "-9x6"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(sq_board_parse(&b, bad[i]));
}

static void markers_lie_in_white_squares(void **state) {
    (void)state;
    sq_mm corner[4];
    assert_int_equal(sq_board_markers(&board), 27);
    assert_false(sq_board_marker(&board, 27, corner));
    assert_false(sq_board_marker(&board, -1, corner));
    assert_true(sq_board_marker(&board, 0, corner)); /* the second square of the first row */
    assert_near(corner[0].x, 45, 1e-9);
    assert_near(corner[0].y, 5, 1e-9);
    assert_near(corner[2].x, 75, 1e-9);
    assert_true(sq_board_marker(&board, 4, corner)); /* the first of the second row */
    assert_near(corner[0].x, 5, 1e-9);
    assert_near(corner[0].y, 45, 1e-9);
}

/* Crossings go row by row, each a square further; their names are the board's frame. */
static void crossings_are_named_row_by_row(void **state) {
    (void)state;
    assert_int_equal(sq_board_corners(&board), 8 * 5);
    for (int k = 0; k < sq_board_corners(&board); k++) {
        sq_mm at = sq_board_corner(&board, k);
        assert_near(at.x, 40 * (k % 8 + 1), 1e-9);
        assert_near(at.y, 40 * (k / 8 + 1), 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_read_within_bounds),
        cmocka_unit_test(markers_lie_in_white_squares),
        cmocka_unit_test(crossings_are_named_row_by_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
