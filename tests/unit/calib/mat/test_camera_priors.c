/* What is believed of a camera before it has looked. */
#include "calib/mat/camera_priors.h"

#include "calib/camera/lens_file.h"
#include "tests/fixture/unit.h"

static const sq_frame frame = {.width = 1920, .height = 1080};
static const sq_camera lens = {.fx = 700,
                               .fy = 701.4,
                               .cx = 481,
                               .cy = 268,
                               .dist = {-0.1, 0.02, 1e-4, -2e-4, 0},
                               .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                               .t = {3, 4, 900},
                               .width = 960,
                               .height = 540};

static void any_lens_is_an_ordinary_one_that_looks_through_the_pictures_middle(void **state) {
    (void)state;
    sq_camera_prior p;
    sq_diag d;
    assert_int_equal(sq_mat_believe(&p, &frame, &(sq_mat_settings){0}, &d), SQ_OK);
    assert_near(exp(p.mean[SQ_CAMERA_LOG_FOCAL]), SQ_GUESS_FOCAL * 960, 1e-6);
    assert_near(p.mean[SQ_CAMERA_CX], 959.5, 0);
    assert_near(p.mean[SQ_CAMERA_CY], 539.5, 0);
    assert_near(p.mean[SQ_CAMERA_LOG_ASPECT], 0, 0);
    for (int i = SQ_CAMERA_LOG_FOCAL; i < SQ_CAMERA_PARAMETERS; i++)
        assert_true(p.sigma[i] > 0 && isfinite(p.sigma[i]));
    assert_near(p.height_mm, 0, 0);
    assert_near(p.turn_sigma, 0, 0);
}

/* A webcam of 78° and a lens of 50° lie within two deviations. */
static void usual_lenses_are_likely(void **state) {
    (void)state;
    sq_camera_prior p;
    assert_int_equal(sq_mat_believe(&p, &frame, &(sq_mat_settings){0}, NULL), SQ_OK);
    for (double degrees = 50; degrees <= 78; degrees += 4) {
        double f = 960 / tan(degrees / 2 * M_PI / 180);
        assert_true(fabs(log(f) - p.mean[SQ_CAMERA_LOG_FOCAL]) < 2 * p.sigma[SQ_CAMERA_LOG_FOCAL]);
    }
}

/* A frame on end believes the same of the longer side. */
static void a_picture_on_end_is_believed_the_same(void **state) {
    (void)state;
    sq_camera_prior p, q;
    const sq_frame on_end = {.width = 1080, .height = 1920};
    assert_int_equal(sq_mat_believe(&p, &frame, &(sq_mat_settings){0}, NULL), SQ_OK);
    assert_int_equal(sq_mat_believe(&q, &on_end, &(sq_mat_settings){0}, NULL), SQ_OK);
    assert_near(q.mean[SQ_CAMERA_LOG_FOCAL], p.mean[SQ_CAMERA_LOG_FOCAL], 0);
    assert_near(q.sigma[SQ_CAMERA_CX], p.sigma[SQ_CAMERA_CX], 0);
    assert_near(q.mean[SQ_CAMERA_CX], p.mean[SQ_CAMERA_CY], 0);
}

static void a_tape_measures_height_is_believed_to_a_hundredth(void **state) {
    (void)state;
    sq_camera_prior p;
    assert_int_equal(sq_mat_believe(&p, &frame, &(sq_mat_settings){.height_mm = 1650}, NULL), SQ_OK);
    assert_near(p.height_mm, 1650, 0);
    assert_near(p.height_sigma_mm, 16.5, 1e-9);
}

/* Its numbers for pictures of twice the size; deviations as told, else narrow ones. */
static void a_lens_from_elsewhere_is_believed_at_this_pictures_size(void **state) {
    (void)state;
    sq_camera_prior p;
    double sigma[SQ_LENS_PARAMETERS];
    for (int i = 0; i < SQ_LENS_PARAMETERS; i++)
        sigma[i] = 0.001 * (i + 1);
    assert_int_equal(sq_mat_believe(&p, &frame, &(sq_mat_settings){.lens = &lens}, NULL), SQ_OK);
    assert_near(exp(p.mean[SQ_CAMERA_LOG_FOCAL]), 1400, 1e-6);
    assert_near(exp(p.mean[SQ_CAMERA_LOG_ASPECT]), 1.002, 1e-9);
    assert_near(p.mean[SQ_CAMERA_CX], 962.5, 1e-9); /* pixel centres at integers */
    assert_near(p.mean[SQ_CAMERA_K1], -0.1, 1e-12);
    assert_near(p.mean[SQ_CAMERA_P2], -2e-4, 1e-12);
    assert_true(p.sigma[SQ_CAMERA_LOG_FOCAL] < 0.001 && p.sigma[SQ_CAMERA_CX] < 1);
    assert_int_equal(sq_mat_believe(&p, &frame, &(sq_mat_settings){.lens = &lens, .lens_sigma = sigma}, NULL),
                     SQ_OK);
    for (int i = 0; i < SQ_LENS_PARAMETERS; i++) {
        int of = SQ_CAMERA_LOG_FOCAL + i;
        bool in_pixels = of == SQ_CAMERA_CX || of == SQ_CAMERA_CY;
        assert_near(p.sigma[of], in_pixels ? 2 * sigma[i] : sigma[i], 0);
    }
}

static void a_lens_for_pictures_of_another_shape_is_refused(void **state) {
    (void)state;
    sq_camera_prior p;
    sq_diag d;
    const sq_frame square = {.width = 1000, .height = 1000};
    assert_int_equal(sq_mat_believe(&p, &square, &(sq_mat_settings){.lens = &lens}, &d), SQ_E_CAMERA);
    assert_non_null(strstr(d.text, "960 x 540"));
    assert_non_null(strstr(d.text, "calibrate at this resolution"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_lens_is_an_ordinary_one_that_looks_through_the_pictures_middle),
        cmocka_unit_test(usual_lenses_are_likely),
        cmocka_unit_test(a_picture_on_end_is_believed_the_same),
        cmocka_unit_test(a_tape_measures_height_is_believed_to_a_hundredth),
        cmocka_unit_test(a_lens_from_elsewhere_is_believed_at_this_pictures_size),
        cmocka_unit_test(a_lens_for_pictures_of_another_shape_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
