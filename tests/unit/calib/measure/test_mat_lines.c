/* The mat's lines, against the rule book's words. */
#include "calib/measure/mat_lines.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/unit.h"

static const sq_mat_size rule_size = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};

/* 2.3.1: at right angles to the diagonals, 3 feet from the centre. */
static void baselines_are_square_to_the_diagonals(void **state) {
    (void)state;
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_mat_line line = (sq_mat_line)(SQ_BASELINE_LOWER_LEFT + k);
        sq_mm corner = sq_mat_corner_at(&rule_size, k);
        double diagonal = hypot(corner.x, corner.y);
        for (double share = 0; share <= 1; share += 0.25) {
            sq_mat_line_place p = sq_mat_line_at(&rule_size, line, share);
            assert_near((p.at.x * corner.x + p.at.y * corner.y) / diagonal, SQ_BASELINE_MM, 1e-9);
            assert_near(p.out.x * p.along.x + p.out.y * p.along.y, 0, 1e-12);
            assert_true(p.out.x * corner.x > 0 && p.out.y * corner.y > 0);
        }
    }
}

static void baselines_end_at_the_sides(void **state) {
    (void)state;
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_mat_line line = (sq_mat_line)(SQ_BASELINE_LOWER_LEFT + k);
        sq_mm a = sq_mat_line_at(&rule_size, line, 0).at, b = sq_mat_line_at(&rule_size, line, 1).at;
        assert_near(fabs(a.y), SQ_MAT_WIDTH_MM / 2, 1e-9);
        assert_near(fabs(b.x), SQ_MAT_LENGTH_MM / 2, 1e-9);
        assert_near(sq_mat_line_mm(&rule_size, line), sq_mm_distance(a, b), 1e-9);
    }
}

static void sides_go_around_the_mat(void **state) {
    (void)state;
    for (int k = 0; k < SQ_MAT_SIDES; k++) {
        sq_mat_line_place end = sq_mat_line_at(&rule_size, (sq_mat_line)k, 1);
        sq_mm corner = sq_mat_corner_at(&rule_size, (k + 1) % SQ_MAT_CORNERS);
        assert_near(sq_mm_distance(end.at, corner), 0, 1e-9);
        assert_true(end.at.x * end.out.x + end.at.y * end.out.y > 0);
    }
    assert_near(sq_mat_line_mm(&rule_size, SQ_SIDE_UPPER), SQ_MAT_LENGTH_MM, 0);
    assert_near(sq_mat_line_mm(&rule_size, SQ_SIDE_LEFT), SQ_MAT_WIDTH_MM, 0);
}

static void names_tell_where(void **state) {
    (void)state;
    assert_string_equal(sq_mat_line_name(SQ_SIDE_LEFT), "the left side");
    assert_near(sq_mat_line_at(&rule_size, SQ_SIDE_LEFT, 0.5).at.x, -SQ_MAT_LENGTH_MM / 2, 0);
    assert_string_equal(sq_mat_corner_name(2), "upper right");
    assert_true(sq_mat_corner_at(&rule_size, 2).x > 0 && sq_mat_corner_at(&rule_size, 2).y > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baselines_are_square_to_the_diagonals),
        cmocka_unit_test(baselines_end_at_the_sides),
        cmocka_unit_test(sides_go_around_the_mat),
        cmocka_unit_test(names_tell_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
