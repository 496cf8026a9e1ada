/* The measured blur of pictures that were blurred by a known amount. */
#include "calib/measure/sharpness.h"

#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

static sq_naive_picture drawn(double blur_px) {
    static const uint8_t pot[3] = {170, 30, 30};
    sq_naive_scene s = sq_naive_scene_of(1280, 720, (sq_mm){0, 0}, 0.6);
    s.blur_px = blur_px;
    s.soft_px = 0;
    s.noise = 1;
    sq_naive_pot(&s, (sq_mm){0, 0}, pot);
    return sq_naive_draw(&s);
}

static void blur_is_measured(void **state) {
    (void)state;
    static const double known[] = {0.7, 1, 2, 3};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sq_naive_picture p = drawn(known[i]);
        sq_edge_blur blur = {NAN, NAN};
        assert_true(sq_sharpness_measure(&p.frame, &blur));
        assert_near(blur.usual_px, known[i], 0.3 * known[i] + 0.2);
        assert_near(blur.sharper_px, known[i], 0.15 * known[i] + 0.1);
        sq_naive_free(&p);
    }
}

/* In a poor light as well: the blur is the same, and is the reason that must be named. */
static void blur_is_measured_in_the_dark(void **state) {
    (void)state;
    for (double exposure = 0.7; exposure > 0.3; exposure -= 0.2) {
        sq_naive_picture p = drawn(2);
        uint8_t *v = (uint8_t *)(uintptr_t)p.frame.plane[0];
        for (int i = 0; i < p.frame.height * p.frame.stride[0]; i++)
            v[i] = (uint8_t)(exposure * v[i] + 0.5);
        sq_edge_blur blur = {NAN, NAN};
        assert_true(sq_sharpness_measure(&p.frame, &blur));
        assert_near(blur.usual_px, 2, 0.6);
        sq_naive_free(&p);
    }
}

static void what_is_soft_is_refused_by_its_blur(void **state) {
    (void)state;
    sq_diag d = {0};
    sq_naive_picture sharp = drawn(0.8), soft = drawn(3);
    assert_int_equal(sq_sharpness_refuse(&sharp.frame, &d), SQ_OK);
    assert_int_equal(sq_sharpness_refuse(&soft.frame, &d), SQ_E_SIGHT);
    assert_non_null(strstr(d.text, "is not sharp"));
    static sq_position p;
    assert_int_equal(sq_doubt_sharpness(&soft.frame, &p, &d), SQ_OK); /* all was judged */
    p.region_count = 9;
    assert_int_equal(sq_doubt_sharpness(&soft.frame, &p, &d), SQ_E_SIGHT);
    p.region_count = 0;
    p.wink_count = SQ_USUAL_WINKS + 1; /* more than the game has */
    assert_int_equal(sq_doubt_sharpness(&soft.frame, &p, &d), SQ_E_SIGHT);
    assert_int_equal(sq_doubt_sharpness(&sharp.frame, &p, &d), SQ_OK);
    sq_naive_free(&sharp);
    sq_naive_free(&soft);
}

static void without_edges_nothing_is_told(void **state) {
    (void)state;
    sq_camera c = drawn_camera(640, 360, 400, (sq_mm3){0, 0, 300}, (sq_mm){0, 0}, 0);
    drawn_mat m = usual_mat;
    m.no_pot = m.no_baselines = true;
    sq_frame f = draw_mat(&m, &c);
    sq_edge_blur blur;
    assert_false(sq_sharpness_measure(&f, &blur));
    drawn_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blur_is_measured),
        cmocka_unit_test(blur_is_measured_in_the_dark),
        cmocka_unit_test(what_is_soft_is_refused_by_its_blur),
        cmocka_unit_test(without_edges_nothing_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
