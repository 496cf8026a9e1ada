/* The camera where no side of the mat is in the picture: pot and winks as rulers, creases for the
 * direction. */
#include "calib/mat/camera_from_closeup.h"

#include <stdlib.h>

#include "calib/mat/creases.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 1280, H = 720 };
/* Distances that are argued about, and what they may be off by (the promise of a claim is asked besides). */
#define NEAR_MM 150.0
#define OFF_MM 2.5

/* From 1.2 m, turned by two degrees and leaning a little. */
static sq_camera near_camera(double turn) {
    sq_camera c = sq_naive_camera(W, H, (sq_mm){15, -10}, 1.5);
    double lean = 0.03, k = cos(lean), l = sin(lean);
    c.fx = c.fy = 1800;
    sq_camera_turn_mat(&c, turn);
    for (int j = 0; j < 3; j++) { /* about the camera's x axis */
        double y = c.R[1][j], z = c.R[2][j];
        c.R[1][j] = k * y - l * z;
        c.R[2][j] = l * y + k * z;
    }
    c.t[0] = -12;
    c.t[1] = 8;
    c.t[2] = 1200;
    return c;
}

static sq_naive_scene scene(int winks, bool folded) {
    static const uint8_t pot[3] = {170, 30, 30};
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1.5);
    s.camera = near_camera(0.035);
    s.rays = 3;
    s.noise = 1;
    if (folded) {
        s.sheet[s.sheet_count++] = (sq_naive_sheet){{-120, -450}, {-116, 450}, {0}, 0.95};
        s.sheet[s.sheet_count++] = (sq_naive_sheet){{-900, 90}, {900, 94}, {0}, 0.95};
    }
    sq_naive_pot(&s, (sq_mm){0, 0}, pot);
    for (int i = 0; i < winks; i++) {
        double angle = 2 * M_PI * i / winks + 0.2, far = i % 3 ? 110 : 190;
        sq_naive_wink(&s, (sq_colour)(i % SQ_USUAL_COLOURS), i % 2 ? SQ_LARGE : SQ_SMALL,
                      1.3 * far * cos(angle), far * sin(angle), SQ_NAIVE_FLAT_MM);
    }
    return s;
}

static sq_code find(const sq_naive_scene *s, const sq_mat_settings *settings, sq_mat_fit *fit, sq_diag *d) {
    sq_naive_picture p = sq_naive_draw(s);
    sq_code code = sq_camera_from_mat(&p.frame, settings, fit, d);
    sq_naive_free(&p);
    return code;
}

/* The farthest that a distance from the pot is off, in mm and in claimed deviations. */
static void expect_distances(const sq_camera *truth, const sq_mat_fit *fit, double most_mm) {
    for (int i = 0; i < 12; i++) {
        double angle = M_PI * i / 6;
        sq_mm3 p = {NEAR_MM * cos(angle), NEAR_MM * sin(angle), SQ_WINK_THICKNESS_MM / 2};
        sq_mm at = sq_mm_from_px(&fit->camera, sq_px_from_mm3(truth, p), p.z);
        double off = fabs(hypot(at.x, at.y) - NEAR_MM);
        if (!(off < most_mm)) fail_msg("off by %.2f mm, allowed are %.2f", off, most_mm);
        if (!(off < 3 * sq_mat_shape_sigma_mm(fit, p))) fail_msg("%.2f mm are more than claimed", off);
    }
}

static void winks_and_pot_do_without_sides(void **state) {
    (void)state;
    sq_naive_scene s = scene(14, false);
    sq_mat_fit fit;
    sq_diag d;
    if (find(&s, &(sq_mat_settings){0}, &fit, &d)) fail_msg("%s", d.text);
    assert_int_equal(fit.turn, SQ_TURN_SUPPOSED);
    assert_true(fit.pot && fit.winks >= 8);
    expect_distances(&s.camera, &fit, OFF_MM);
    /* What is supposed is claimed: a place 150 mm out may be turned by 2 degrees. */
    assert_true(sq_mat_sigma_mm(&fit, (sq_mm3){NEAR_MM, 0, 0}) > 2.5);
    char text[1024];
    sq_mat_describe(&fit, text, sizeof text);
    assert_non_null(strstr(text, "No side of the mat is in the picture"));
    assert_non_null(strstr(text, "it is assumed to lie along the picture"));
}

static void creases_tell_the_direction(void **state) {
    (void)state;
    sq_naive_scene s = scene(14, true);
    sq_mat_fit fit;
    sq_diag d;
    if (find(&s, &(sq_mat_settings){0}, &fit, &d)) fail_msg("%s", d.text);
    assert_int_equal(fit.turn, SQ_TURN_BY_CREASES);
    assert_near(sq_camera_turn(&fit.camera), sq_camera_turn(&s.camera), 0.006);
    expect_distances(&s.camera, &fit, OFF_MM);
}

static void a_tape_measure_makes_it_surer(void **state) {
    (void)state;
    sq_naive_scene s = scene(14, false);
    sq_mat_fit fit, told;
    sq_diag d;
    assert_int_equal(find(&s, &(sq_mat_settings){0}, &fit, &d), SQ_OK);
    sq_mat_settings tape = {.height_mm = sq_camera_position(&s.camera).z};
    assert_int_equal(find(&s, &tape, &told, &d), SQ_OK);
    assert_near(sq_camera_position(&told.camera).z, tape.height_mm, 0.03 * tape.height_mm);
    enum { FOCAL = SQ_CAMERA_LOG_FOCAL };
    assert_true(told.covariance[FOCAL][FOCAL] < fit.covariance[FOCAL][FOCAL] / 4);
    expect_distances(&s.camera, &told, OFF_MM);
}

static void too_few_winks_are_refused_with_the_reason(void **state) {
    (void)state;
    sq_naive_scene s = scene(3, false);
    sq_mat_fit fit;
    sq_diag d;
    assert_int_equal(find(&s, &(sq_mat_settings){0}, &fit, &d), SQ_E_CAMERA);
    assert_non_null(strstr(d.text, "no side of the mat is in the picture"));
}

/* Its pixels are more than any other picture's that is as long: what counts them has room for all. */
static void a_square_picture_is_searched_to_its_last_row(void **state) {
    (void)state;
    sq_naive_scene s = scene(14, false);
    sq_mat_fit fit;
    sq_diag d;
    s.height = s.width = H;
    s.camera.cx = s.camera.cy = (H - 1) / 2.0;
    assert_int_equal(find(&s, &(sq_mat_settings){0}, &fit, &d), SQ_OK);
    expect_distances(&s.camera, &fit, OFF_MM);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winks_and_pot_do_without_sides),
        cmocka_unit_test(a_square_picture_is_searched_to_its_last_row),
        cmocka_unit_test(creases_tell_the_direction),
        cmocka_unit_test(a_tape_measure_makes_it_surer),
        cmocka_unit_test(too_few_winks_are_refused_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
