/* A mat that is not as large as the rule book's, measured by its baselines. */
#include "calib/mat/mat_size.h"

#include "tests/fixture/picture/finder_fixture.h"

/* A fine look from the camera that drew it, and a fit: what find_camera.c hands over. */
static void look_at(double length_mm, double width_mm) {
    drawn_mat m = usual_mat;
    m.length_mm = length_mm;
    m.width_mm = width_mm;
    sq_camera c = drawn_camera(800, 450, 620, (sq_mm3){50, -70, 1560}, (sq_mm){0, 0}, 0.01);
    begin_search(&m, &c);
    finder.fit.camera = c;
    for (int round = 0; round < 2; round++) {
        sq_camera before = finder.fit.camera;
        sq_measure_finely(&finder.measure, &before, &finder.sightings, &finder.look);
        sq_measure_pot(&finder.measure, &before, SQ_MAT_POT_REACH_MM, &finder.sightings, &finder.look);
        assert_true(sq_mat_fit_sightings(&finder));
    }
}

static void a_mat_of_the_rule_books_size_is_not_denied(void **state) {
    (void)state;
    look_at(SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM);
    assert_false(sq_mat_denies_baselines(&finder));
    drawn_free(&frame);
}

/* Its own baselines run across its own diagonals, 914.4 mm from the middle. */
static void a_smaller_mat_is_measured_to_two_millimetres(void **state) {
    (void)state;
    look_at(1811, 905);
    assert_true(sq_mat_resize(&finder));
    assert_near(finder.size.length_mm, 1811, 2);
    assert_near(finder.size.width_mm, 905, 2);
    assert_near(finder.measure.size.length_mm, finder.size.length_mm, 0);
    drawn_free(&frame);
}

/* Beyond four hundredths it is no tiddlywinks mat, and nothing is changed. */
static void a_size_that_nobody_cuts_is_not_believed(void **state) {
    (void)state;
    look_at(1740, 870);
    assert_false(sq_mat_resize(&finder));
    assert_near(finder.size.length_mm, SQ_MAT_LENGTH_MM, 0);
    assert_near(finder.size.width_mm, SQ_MAT_WIDTH_MM, 0);
    assert_near(finder.measure.size.length_mm, SQ_MAT_LENGTH_MM, 0);
    drawn_free(&frame);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mat_of_the_rule_books_size_is_not_denied),
        cmocka_unit_test(a_smaller_mat_is_measured_to_two_millimetres),
        cmocka_unit_test(a_size_that_nobody_cuts_is_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
