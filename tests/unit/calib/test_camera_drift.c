/* Whether a camera is still true, on mats drawn through a camera that was moved by a known amount. */
#include "calib/camera_drift.h"

#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/unit.h"

static const sq_mat_size size = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};

static sq_camera above(double x, double y, double z, double roll) {
    sq_camera c = drawn_camera(960, 540, 560, (sq_mm3){x, y, z}, (sq_mm){x, y}, roll);
    c.dist[0] = -0.1;
    return c;
}

/* The mat as `now` sees it, judged by a camera that believes to be at `then`. */
static sq_drift judge(const sq_camera *then, const sq_camera *now, const drawn_mat *m) {
    sq_diag d;
    sq_drift out;
    sq_drift_watch *w = sq_drift_watch_new(then, &size, &d);
    assert_non_null(w);
    sq_frame f = draw_mat(m, now);
    sq_drift_watch_look(w, &f, &out);
    drawn_free(&f);
    sq_drift_watch_free(w);
    return out;
}

static void one_that_stands_is_true(void **state) {
    (void)state;
    sq_camera c = above(20, 10, 1300, 0.02);
    sq_drift m = judge(&c, &c, &usual_mat);
    assert_int_equal(m.answer, SQ_DRIFT_NO);
    assert_int_equal(m.lines, SQ_MAT_LINES);
    assert_true(m.worst_mm < 0.4);
    char text[400];
    sq_drift_say(&m, true, text, sizeof text);
    assert_non_null(strstr(text, "has not moved"));
}

/* The camera goes 4 mm to the right and 3 mm down: the mat is then seen where it would lie 4 mm to the left
 * and 3 mm up. */
static void a_shift_is_told_with_its_direction(void **state) {
    (void)state;
    sq_camera then = above(20, 10, 1300, 0.02), now = above(24, 7, 1300, 0.02);
    sq_drift m = judge(&then, &now, &usual_mat);
    assert_int_equal(m.answer, SQ_DRIFT_YES);
    assert_near(m.shift.x, -4, 0.3);
    assert_near(m.shift.y, 3, 0.3);
    assert_near(m.turn_deg, 0, 0.05);
    char text[400];
    sq_drift_say(&m, true, text, sizeof text);
    assert_non_null(strstr(text, "has moved"));
    assert_non_null(strstr(text, "left"));
    assert_non_null(strstr(text, "up"));
}

static void turn_and_height_are_told_apart(void **state) {
    (void)state;
    sq_camera then = above(0, 0, 1300, 0), turned = above(0, 0, 1300, 0.01), lower = above(0, 0, 1290, 0);
    sq_drift m = judge(&then, &turned, &usual_mat);
    assert_int_equal(m.answer, SQ_DRIFT_YES);
    assert_near(fabs(m.turn_deg), 0.01 * 180 / M_PI, 0.05);
    assert_near(m.growth, 0, 5e-4);
    m = judge(&then, &lower, &usual_mat);
    assert_int_equal(m.answer, SQ_DRIFT_YES);
    assert_near(m.growth, 10.0 / 1290, 5e-4);
    assert_near(m.turn_deg, 0, 0.05);
}

/* 25 mm is some 11 pixels, beyond the first look's reach. */
static void a_shove_is_found_too(void **state) {
    (void)state;
    sq_camera then = above(0, 0, 1300, 0), now = above(25, 0, 1300, 0);
    sq_drift m = judge(&then, &now, &usual_mat);
    assert_int_equal(m.answer, SQ_DRIFT_YES);
    assert_near(m.shift.x, -25, 1.5);
}

static void a_hand_over_a_corner_moves_nothing(void **state) {
    (void)state;
    sq_camera c = above(20, 10, 1300, 0.02);
    drawn_mat m = usual_mat;
    m.hand_x = 850;
    m.hand_y = -400;
    m.hand_mm = 200;
    assert_int_equal(judge(&c, &c, &m).answer, SQ_DRIFT_NO);
}

static void without_a_mat_nothing_is_claimed(void **state) {
    (void)state;
    sq_camera c = above(0, 0, 1300, 0);
    drawn_mat m = usual_mat;
    m.no_baselines = m.no_pot = true;
    memcpy(m.table, m.felt, sizeof m.table);
    sq_drift out = judge(&c, &c, &m);
    assert_int_equal(out.answer, SQ_DRIFT_UNSURE);
    assert_true(isnan(out.worst_mm));
    char text[400];
    sq_drift_say(&out, true, text, sizeof text);
    assert_non_null(strstr(text, "too few"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_stands_is_true),
        cmocka_unit_test(a_shift_is_told_with_its_direction),
        cmocka_unit_test(turn_and_height_are_told_apart),
        cmocka_unit_test(a_shove_is_found_too),
        cmocka_unit_test(a_hand_over_a_corner_moves_nothing),
        cmocka_unit_test(without_a_mat_nothing_is_claimed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
