/* The board's crossings in drawn pictures. */
#include "calib/lens/charuco_detect.h"
#include "tests/fixture/picture/drawn_charuco_board.h"
#include "tests/fixture/unit.h"

static const sq_board board = {9, 6, 40};
static const sq_camera lens = {
    .fx = 700, .fy = 701, .cx = 322, .cy = 238, .dist = {-0.1, 0.02, 0, 0, 0}, .width = 640, .height = 480};

/* To a twentieth of a pixel with noise of two grey levels. */
static void assert_seen(const sq_camera *c, int least) {
    sq_frame f = draw_board(&board, c, 2, 11);
    sq_board_view v;
    sq_diag d;
    if (sq_board_detect(&f, &board, &v, &d)) fail_msg("%s", d.text);
    drawn_free(&f);
    assert_true(v.count >= least);
    double sum = 0;
    for (int i = 0; i < v.count; i++) {
        sq_px is = sq_px_from_mm3(c, sq_mm_at_height(sq_board_corner(&board, v.corner[i]), 0));
        assert_true(sq_px_distance(is, v.at[i]) < 0.3);
        sum += sq_px_distance(is, v.at[i]);
    }
    assert_true(sum / v.count < 0.06);
}

static void crossings_are_found_where_they_are(void **state) {
    (void)state;
    sq_camera flat = before_board(&board, &lens, 700, 0, 0, 0.2, (sq_mm){0, 0});
    sq_camera tilted = before_board(&board, &lens, 800, 0.5, -0.3, 2, (sq_mm){30, -20});
    assert_seen(&flat, 40);
    assert_seen(&tilted, 40);
}

static void a_part_of_the_board_is_enough(void **state) {
    (void)state;
    sq_camera c = before_board(&board, &lens, 600, 0.2, 0.1, 0, (sq_mm){220, 60});
    assert_seen(&c, 12);
}

/* Cut by the picture's border, a board shows one row of crossings: enough of them, but no plane. */
static void one_row_is_no_view(void **state) {
    (void)state;
    sq_camera c = before_board(&board, &lens, 800, 0, 0, 0, (sq_mm){0, 0});
    sq_frame f = draw_board(&board, &c, 2, 5);
    sq_px row = sq_px_from_mm3(&c, sq_mm_at_height(sq_board_corner(&board, 0), 0)),
          next = sq_px_from_mm3(&c, sq_mm_at_height(sq_board_corner(&board, board.columns - 1), 0));
    bool down = next.y > row.y;
    int cut = (int)(row.y + 0.8 * (next.y - row.y)); /* through the next row's markers */
    sq_frame part = f;
    part.height = down ? cut : f.height - cut;
    if (!down) part.plane[0] += (ptrdiff_t)cut * f.stride[0];
    sq_board_view v;
    sq_diag d;
    assert_int_equal(sq_board_detect(&part, &board, &v, &d), SQ_E_SIGHT);
    assert_int_equal(v.count, board.columns - 1);
    assert_non_null(strstr(d.text, "one row"));
    drawn_free(&f);
}

static void no_board_is_said(void **state) {
    (void)state;
    sq_camera away = before_board(&board, &lens, 700, 0, 0, 0, (sq_mm){2000, 0});
    sq_frame f = draw_board(&board, &away, 2, 3);
    sq_board_view v;
    sq_diag d;
    assert_int_equal(sq_board_detect(&f, &board, &v, &d), SQ_E_SIGHT);
    assert_non_null(strstr(d.text, "no board"));
    drawn_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossings_are_found_where_they_are),
        cmocka_unit_test(a_part_of_the_board_is_enough),
        cmocka_unit_test(one_row_is_no_view),
        cmocka_unit_test(no_board_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
