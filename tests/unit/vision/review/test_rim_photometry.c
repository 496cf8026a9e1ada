/* Rim light: what discs drawn with a known shadow teach. */
#include "vision/review/rim_photometry.h"

#include "tests/fixture/picture/drawn_rims.h"

static sq_camera camera;
static sq_rim_photometry rims;
static sq_open_rim rim;

static int open_camera(void **state) {
    (void)state;
    camera = sq_naive_camera(640, 480, (sq_mm){400, 200}, 1);
    return 0;
}

/* Beyond the rim's blur what is told is the shadow alone; within the face there is no line. */
static void the_shadow_is_learned_with_its_direction(void **state) {
    (void)state;
    const lamp l = {0.2, 0.15, -0.1};
    learn_rims(&rims, &camera, &l, 0.01);
    assert_true(rims.pixels > 1000);
    for (int k = 0; k < 12; k++) {
        double dx = cos(0.5 * k), dy = sin(0.5 * k);
        sq_rim_look far = sq_rim_photometry_at(&rims, 2.2, dx, dy),
                    in = sq_rim_photometry_at(&rims, -3, dx, dy);
        assert_near(far.line, -0.2 * exp(-1.21), 0.02);
        assert_near(far.turn, (-0.15 * dx + 0.1 * dy) * exp(-1.21), 0.02);
        assert_near(far.upper, 0, 0.04);
        assert_near(in.line + in.turn, 0, 0.02);
        assert_near(in.upper, 1, 0.02);
        assert_near(sq_rim_photometry_at(&rims, 0, dx, dy).upper, 0.5, 0.1);
    }
}

/* Of a rim that nothing was seen of it is known that it ends, and no more. */
static void without_winks_a_rim_is_a_step(void **state) {
    (void)state;
    sq_rim_photometry_begin(&rims, 1, BLUR_PX);
    sq_rim_photometry_solve(&rims);
    assert_int_equal(rims.pixels, 0);
    assert_near(sq_rim_photometry_at(&rims, -9, 1, 0).upper, 1, 1e-3);
    assert_near(sq_rim_photometry_at(&rims, 0, 1, 0).upper, 0.5, 1e-3);
    assert_near(sq_rim_photometry_at(&rims, 9, 0, 1).upper, 0, 1e-3);
    for (int i = -9; i < 9; i++)
        assert_near(sq_rim_photometry_at(&rims, i, 0.6, 0.8).line, 0, 1e-3);
}

/* A neighbour's shadow, and what is not believed, teach nothing. */
static void only_open_rims_teach(void **state) {
    (void)state;
    const lamp l = {0.2, 0, 0};
    const double face[] = {0.3, 0.6};
    sq_disc d[2] = {disc_at(&camera, -6, 0, 8), disc_at(&camera, 11, 0, 8)};
    sq_window w = draw_rims(d, face, 2, &l, 0, 1);
    int alone, beside;
    sq_rim_photometry_begin(&rims, 1, BLUR_PX);
    sq_open_rim_read(&rim, &rims, &w, d, 1, 0);
    sq_rim_photometry_add(&rims, &rim);
    alone = rims.pixels;
    sq_rim_photometry_begin(&rims, 1, BLUR_PX);
    sq_open_rim_read(&rim, &rims, &w, d, 2, 0);
    sq_rim_photometry_add(&rims, &rim);
    beside = rims.pixels;
    assert_true(beside > 0 && beside < alone * 9 / 10);
    memset(believed, 0, sizeof believed);
    sq_rim_photometry_begin(&rims, 1, BLUR_PX);
    sq_open_rim_read(&rim, &rims, &w, d, 2, 0);
    sq_rim_photometry_add(&rims, &rim);
    assert_int_equal(rims.pixels, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shadow_is_learned_with_its_direction),
        cmocka_unit_test(without_winks_a_rim_is_a_step),
        cmocka_unit_test(only_open_rims_teach),
    };
    return cmocka_run_group_tests(tests, open_camera, 0);
}
