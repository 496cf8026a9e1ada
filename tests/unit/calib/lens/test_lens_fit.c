/* The lens from views of a board whose crossings are known but for noise. */
#include "calib/lens/lens_fit.h"
#include "tests/fixture/picture/drawn_charuco_board.h"
#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"

enum { VIEWS = 12 };

static const sq_board board = {9, 6, 40};
static const sq_camera truth = {.fx = 1500,
                                .fy = 1501,
                                .cx = 955,
                                .cy = 545,
                                .dist = {-0.12, 0.03, 0.0004, -0.0003, 0},
                                .width = 1920,
                                .height = 1080};

static sq_board_view view_by(const sq_camera *c, double noise_px, unsigned *seed) {
    sq_board_view v = {.count = 0};
    for (int k = 0; k < sq_board_corners(&board); k++) {
        sq_px p = sq_px_from_mm3(c, sq_mm_at_height(sq_board_corner(&board, k), 0));
        v.corner[v.count] = k;
        v.at[v.count++] = (sq_px){p.x + noise_px * drawn_noise(seed), p.y + noise_px * drawn_noise(seed)};
    }
    return v;
}

static void look_from_all_sides(sq_board_view views[VIEWS], double tilt, double noise_px, unsigned seed) {
    for (int i = 0; i < VIEWS; i++) {
        double a = 2 * M_PI * i / VIEWS;
        sq_camera c = before_board(&board, &truth, 900 + 30 * (i % 4), tilt * cos(a), tilt * sin(a), 0.3 * i,
                                   (sq_mm){250 * cos(2.3 * i), 130 * sin(1.7 * i)});
        views[i] = view_by(&c, noise_px, &seed);
    }
}

static sq_lens_fit fit;

static void perfect_crossings_give_the_lens(void **state) {
    (void)state;
    sq_board_view views[VIEWS];
    sq_diag d;
    look_from_all_sides(views, 0.5, 0, 1);
    if (sq_lens_solve(&fit, &board, views, VIEWS, 1920, 1080, &d)) fail_msg("%s", d.text);
    const sq_camera *c = &fit.lens.camera;
    assert_near(c->fx, truth.fx, 1e-3);
    assert_near(c->fy, truth.fy, 1e-3);
    assert_near(c->cx, truth.cx, 1e-3);
    for (int i = 0; i < 5; i++)
        assert_near(c->dist[i], truth.dist[i], 1e-6);
    assert_true(fit.lens.rms_px < 1e-4);
}

/* Over many draws of the noise the claimed deviation of the focal length is the one that is met. */
static void claimed_deviations_are_true(void **state) {
    (void)state;
    enum { DRAWS = 40 };
    double sum[3] = {0};
    for (unsigned i = 0; i < DRAWS; i++) {
        sq_board_view views[VIEWS];
        sq_diag d;
        look_from_all_sides(views, 0.5, 0.1, 100 + i);
        if (sq_lens_solve(&fit, &board, views, VIEWS, 1920, 1080, &d)) fail_msg("%s", d.text);
        const sq_lens *l = &fit.lens;
        assert_near(l->rms_px, 0.1, 0.01);
        double off[] = {log(l->camera.fx / truth.fx) / l->sigma[0], (l->camera.cx - truth.cx) / l->sigma[2],
                        (l->camera.dist[0] - truth.dist[0]) / l->sigma[4]};
        for (int k = 0; k < 3; k++)
            sum[k] += off[k] * off[k] / DRAWS;
    }
    for (int k = 0; k < 3; k++) /* chi-squared of 40: its own deviation is 0.22 */
        assert_near(sum[k], 1, 0.66);
}

static void strays_are_left_out(void **state) {
    (void)state;
    sq_board_view views[VIEWS];
    sq_diag d;
    look_from_all_sides(views, 0.5, 0.05, 9);
    views[3].at[7].x += 4;
    views[8].at[20].y -= 2;
    if (sq_lens_solve(&fit, &board, views, VIEWS, 1920, 1080, &d)) fail_msg("%s", d.text);
    assert_true(fit.stray[3][7] && fit.stray[8][20]);
    assert_true(fit.strays < 6);
    assert_near(fit.lens.camera.fx, truth.fx, 4 * fit.lens.sigma[0] * truth.fx);
    assert_near(fit.lens.rms_px, 0.05, 0.005);
}

/* One that is far off must not hide those that are off by less. */
static void great_strays_do_not_hide_small_ones(void **state) {
    (void)state;
    sq_board_view views[VIEWS];
    sq_diag d;
    look_from_all_sides(views, 0.5, 0.05, 9);
    for (int v = 0; v < VIEWS; v++)
        views[v].at[3 * v].x += 0.8;
    views[5].at[30].y += 12;
    if (sq_lens_solve(&fit, &board, views, VIEWS, 1920, 1080, &d)) fail_msg("%s", d.text);
    for (int v = 0; v < VIEWS; v++)
        assert_true(fit.stray[v][3 * v]);
    assert_true(fit.stray[5][30]);
    assert_near(fit.lens.rms_px, 0.05, 0.005);
}

static void a_board_that_is_never_tilted_is_refused(void **state) {
    (void)state;
    sq_board_view views[VIEWS];
    sq_diag d;
    look_from_all_sides(views, 0.01, 0.1, 5);
    assert_int_equal(sq_lens_solve(&fit, &board, views, VIEWS, 1920, 1080, &d), SQ_E_CAMERA);
    assert_non_null(strstr(d.text, "tilt"));
    assert_int_equal(sq_lens_solve(&fit, &board, views, 3, 1920, 1080, &d), SQ_E_CAMERA);
    assert_non_null(strstr(d.text, "take more"));
}

static void the_file_reads_back(void **state) {
    (void)state;
    sq_lens l = {.camera = truth, .sigma = {1e-3, 2e-4, 2, 2.1, 0.01, 0.02, 1e-4, 2e-4}, .rms_px = 0.1}, back;
    const char *path = scratch("lens.json");
    sq_diag d;
    assert_int_equal(sq_lens_write(&l, path, &d), SQ_OK);
    if (sq_lens_read(&back, path, &d)) fail_msg("%s", d.text);
    assert_near(back.camera.fy, truth.fy, 0);
    assert_int_equal(back.camera.width, 1920);
    for (int i = 0; i < SQ_LENS_PARAMETERS; i++)
        assert_near(back.sigma[i], l.sigma[i], 1e-12);
}

static void a_broken_file_is_refused(void **state) {
    (void)state;
    static const char bad[] = "{\"camera\": {\"fx\": 1, \"fy\": 1, \"cx\": 0, \"cy\": 0, \"dist\": "
                              "[0, 0, 0, 0, 0]}, \"deviation\": {\"fx\": -1}}";
    sq_lens l;
    sq_diag d;
    assert_int_equal(sq_lens_read(&l, scratch_file("bad.json", bad, sizeof bad - 1), &d), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "\"fx\""));
    assert_int_equal(sq_lens_read(&l, scratch("absent.json"), &d), SQ_E_FILE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perfect_crossings_give_the_lens),
        cmocka_unit_test(claimed_deviations_are_true),
        cmocka_unit_test(strays_are_left_out),
        cmocka_unit_test(great_strays_do_not_hide_small_ones),
        cmocka_unit_test(a_board_that_is_never_tilted_is_refused),
        cmocka_unit_test(the_file_reads_back),
        cmocka_unit_test(a_broken_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
