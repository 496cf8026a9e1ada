/* Which cameras are handed out: how much of the mat must be seen, how well its lines must agree, and how
 * certain places must be. */
#include <stdlib.h>

#include "calib/mat/find_camera_parts.h"
#include "tests/fixture/picture/whole_mat.h"
#include "tests/fixture/unit.h"

static sq_diag diag;
static sq_mat_finder *finder; /* of a picture of 1080p, whose corners were touched where they are */

static int make_finder(void **state) {
    (void)state;
    finder = calloc(1, sizeof *finder);
    finder->measure.fine_px = 1;
    memcpy(finder->told, whole_mat().corner, sizeof finder->told);
    return 0;
}

static int free_finder(void **state) {
    (void)state;
    free(finder);
    return 0;
}

/* The whole mat, of whose lines only the first are seen: sides, then baselines. */
static sq_mat_fit seen_of(int sides, int baselines, bool pot) {
    sq_mat_fit f = whole_mat();
    f.pot = pot;
    for (int l = 0; l < SQ_MAT_LINES; l++)
        f.line[l].seen = l < SQ_MAT_SIDES ? l < sides : l - SQ_MAT_SIDES < baselines;
    return f;
}

/* The standard deviation by which all places are shifted along x, mm. */
static void shift_by(sq_mat_fit *f, double mm) {
    double per = mm / 1650; /* the parameters of the shift are shares of the height */
    f->covariance[SQ_CAMERA_SHIFT_X][SQ_CAMERA_SHIFT_X] = 2 * per * per;
}

static void a_pot_and_three_lines_are_enough(void **state) {
    (void)state;
    sq_mat_fit three = seen_of(2, 1, true), two = seen_of(2, 0, true), one_side = seen_of(1, 4, true);
    assert_int_equal(sq_mat_accept(finder, &three, &diag), SQ_OK);
    assert_int_equal(sq_mat_accept(finder, &two, &diag), SQ_E_CAMERA);
    assert_int_equal(sq_mat_accept(finder, &one_side, &diag), SQ_E_CAMERA);
}

static void without_a_pot_six_lines_are(void **state) {
    (void)state;
    sq_mat_fit table = seen_of(4, 1, false), mat = seen_of(4, 2, false);
    assert_int_equal(sq_mat_accept(finder, &table, &diag), SQ_E_CAMERA);
    assert_non_null(strstr(diag.text, "no pot"));
    assert_int_equal(sq_mat_accept(finder, &mat, &diag), SQ_OK);
}

static void winks_stand_for_a_side(void **state) {
    (void)state;
    sq_mat_fit f = seen_of(1, 2, true);
    f.winks = 3;
    assert_int_equal(sq_mat_accept(finder, &f, &diag), SQ_E_CAMERA);
    f.winks = 4;
    assert_int_equal(sq_mat_accept(finder, &f, &diag), SQ_OK);
}

static void lines_that_do_not_agree_are_refused(void **state) {
    (void)state;
    sq_mat_fit f = whole_mat();
    f.rms_px = 0.9;
    assert_int_equal(sq_mat_accept(finder, &f, &diag), SQ_E_CAMERA);
    assert_non_null(strstr(diag.text, "0.9 pixels"));
    finder->measure.fine_px = 2; /* a picture of twice as many pixels across */
    assert_int_equal(sq_mat_accept(finder, &f, &diag), SQ_OK);
    finder->measure.fine_px = 1;
    f.rms_px = NAN;
    assert_int_equal(sq_mat_accept(finder, &f, &diag), SQ_E_CAMERA);
}

static void an_uncertain_camera_is_refused(void **state) {
    (void)state;
    sq_mat_fit f = whole_mat();
    shift_by(&f, 1.3);
    assert_int_equal(sq_mat_accept(finder, &f, &diag), SQ_OK);
    shift_by(&f, 1.7);
    assert_int_equal(sq_mat_accept(finder, &f, &diag), SQ_E_CAMERA);
    assert_non_null(strstr(diag.text, "1.7 mm"));
    assert_int_equal(sq_mat_accept_near(&f, &diag), SQ_OK); /* where pot and winks alone tell it */
    shift_by(&f, 2.0);
    assert_int_equal(sq_mat_accept_near(&f, &diag), SQ_E_CAMERA);
    assert_non_null(strstr(diag.text, "2.0 mm"));
}

static void touched_corners_need_no_lines_but_must_be_the_mats(void **state) {
    (void)state;
    sq_mat_fit f = seen_of(0, 0, false);
    f.corners_told = true;
    assert_int_equal(sq_mat_accept(finder, &f, &diag), SQ_OK);
    f.corner[2].x -= 9; /* a finger misses by 3 pixels (standard deviation); 2.5 of these are too many */
    assert_int_equal(sq_mat_accept(finder, &f, &diag), SQ_E_CAMERA);
    assert_non_null(strstr(diag.text, "upper right corner lies 9 pixels"));
    f.corner[2].x += 9;
    shift_by(&f, 2.0);
    assert_int_equal(sq_mat_accept(finder, &f, &diag), SQ_E_CAMERA);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pot_and_three_lines_are_enough),
        cmocka_unit_test(without_a_pot_six_lines_are),
        cmocka_unit_test(winks_stand_for_a_side),
        cmocka_unit_test(lines_that_do_not_agree_are_refused),
        cmocka_unit_test(an_uncertain_camera_is_refused),
        cmocka_unit_test(touched_corners_need_no_lines_but_must_be_the_mats),
    };
    return cmocka_run_group_tests(tests, make_finder, free_finder);
}
