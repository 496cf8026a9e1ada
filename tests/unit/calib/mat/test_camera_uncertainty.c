/* The claimed deviations of a camera from the mat, against cameras drawn at random from its covariance. */
#include "calib/camera/camera_fit.h"
#include "calib/mat/camera_priors.h"
#include "calib/mat/find_camera.h"
#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

/* What no claim goes below, mm. */
#define FLOOR_MM 0.03

/* A camera somewhat aside whose parameters are uncertain so much, each for itself. */
static sq_mat_fit fit_of(const double sigma[SQ_CAMERA_PARAMETERS]) {
    sq_mat_fit fit = {.camera =
                          drawn_camera(1920, 1080, 1500, (sq_mm3){60, -100, 1650}, (sq_mm){10, 20}, 0.02),
                      .size = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM}};
    for (int i = 0; i < SQ_CAMERA_PARAMETERS; i++)
        fit.covariance[i][i] = sigma[i] * sigma[i];
    return fit;
}

static const double all[SQ_CAMERA_PARAMETERS] = {
    [SQ_CAMERA_TURN_X] = 2e-4,    [SQ_CAMERA_TURN_Y] = 3e-4,     [SQ_CAMERA_TURN_Z] = 2e-4,
    [SQ_CAMERA_SHIFT_X] = 1e-4,   [SQ_CAMERA_SHIFT_Y] = 2e-4,    [SQ_CAMERA_LOG_SCALE] = 2e-4,
    [SQ_CAMERA_LOG_FOCAL] = 5e-3, [SQ_CAMERA_LOG_ASPECT] = 1e-4, [SQ_CAMERA_CX] = 0.3,
    [SQ_CAMERA_CY] = 0.4,         [SQ_CAMERA_K1] = 1e-3,         [SQ_CAMERA_K2] = 5e-4,
    [SQ_CAMERA_P1] = 2e-5,        [SQ_CAMERA_P2] = 1e-5};

/* The mean square of what x and y are off where cameras differ so; the pixel stays. */
static double scatter(const sq_mat_fit *fit, sq_mm3 p, unsigned *seed) {
    enum { TRIALS = 3000 };
    double x[SQ_CAMERA_PARAMETERS], drawn[SQ_CAMERA_PARAMETERS], sum = 0;
    sq_px seen = sq_px_from_mm3(&fit->camera, p);
    sq_camera_parameters(&fit->camera, x);
    for (int t = 0; t < TRIALS; t++) {
        for (int i = 0; i < SQ_CAMERA_PARAMETERS; i++)
            drawn[i] = x[i] + sqrt(fit->covariance[i][i]) * sq_naive_normal(seed);
        sq_camera c = sq_camera_from_parameters(&fit->camera, drawn);
        sq_mm at = sq_mm_from_px(&c, seen, p.z);
        sum += ((at.x - p.x) * (at.x - p.x) + (at.y - p.y) * (at.y - p.y)) / 2;
    }
    return sqrt(sum / TRIALS);
}

static const sq_mm3 places[] = {{0, 0, 0.75}, {150, -100, 0.75}, {-890, 430, 0.75}, {890, 430, 6}};
enum { PLACES = sizeof places / sizeof *places };

static void the_claim_is_the_scatter_of_cameras(void **state) {
    (void)state;
    unsigned seed = 3;
    sq_mat_fit fit = fit_of(all);
    for (int k = 0; k < PLACES; k++) {
        double claimed = sq_mat_sigma_mm(&fit, places[k]),
               is = hypot(scatter(&fit, places[k], &seed), FLOOR_MM);
        assert_near(claimed, is, 0.06 * is);
    }
}

/* What the parameters mean, by hand: a turn about the plumb line moves a place by its distance from the
 * axis; a scale by as much of its distance from the picture's middle. */
static void a_turn_alone_moves_places_by_their_distance(void **state) {
    (void)state;
    const double turn[SQ_CAMERA_PARAMETERS] = {[SQ_CAMERA_TURN_Z] = 1e-3};
    sq_mat_fit fit = fit_of(turn);
    fit.camera = drawn_camera(1920, 1080, 1500, (sq_mm3){0, 0, 1650}, (sq_mm){0, 0}, 0);
    for (int k = 0; k < PLACES; k++) {
        double away = hypot(places[k].x, places[k].y);
        assert_near(sq_mat_sigma_mm(&fit, places[k]), hypot(1e-3 * away / M_SQRT2, FLOOR_MM),
                    0.002 + 0.01 * 1e-3 * away);
    }
}

static void no_claim_is_below_the_mats_own_flatness(void **state) {
    (void)state;
    const double none[SQ_CAMERA_PARAMETERS] = {0};
    sq_mat_fit fit = fit_of(none);
    for (int k = 0; k < PLACES; k++)
        assert_near(sq_mat_sigma_mm(&fit, places[k]), FLOOR_MM, 1e-9);
    assert_near(sq_mat_worst_sigma_mm(&fit), FLOOR_MM, 1e-9);
}

static void the_worst_place_is_at_least_as_bad_as_every_place(void **state) {
    (void)state;
    sq_mat_fit fit = fit_of(all);
    double worst = sq_mat_worst_sigma_mm(&fit), near = sq_mat_near_sigma_mm(&fit);
    for (double x = -0.5; x <= 0.5; x += 0.25)
        for (double y = -0.5; y <= 0.5; y += 0.25)
            assert_true(sq_mat_sigma_mm(&fit, (sq_mm3){x * fit.size.length_mm, y * fit.size.width_mm,
                                                       0.75}) <= worst + 1e-9);
    assert_true(near < worst);
    assert_true(near >= sq_mat_sigma_mm(&fit, (sq_mm3){150, 0, 0.75}) - 1e-9);
}

/* What lies outside of the picture is not claimed. */
static void places_outside_of_the_picture_do_not_count(void **state) {
    (void)state;
    sq_mat_fit fit = fit_of(all), cut = fit;
    cut.camera.width = 1100; /* the right side is cut off, where this camera is worst */
    double least = INFINITY;
    for (double y = -0.5; y <= 0.5; y += 0.25)
        least =
            fmin(least, sq_mat_sigma_mm(&fit, (sq_mm3){fit.size.length_mm / 2, y * fit.size.width_mm, 0.75}));
    assert_true(sq_mat_worst_sigma_mm(&cut) <= sq_mat_worst_sigma_mm(&fit));
    cut.camera.width = cut.camera.height = 1;
    assert_near(sq_mat_worst_sigma_mm(&cut), 0, 0);
    assert_true(least > 0);
}

/* A direction that is only supposed turns all places about the pot, and distances among them not at all. */
static void a_supposed_direction_is_not_held_against_distances(void **state) {
    (void)state;
    double sigma[SQ_CAMERA_PARAMETERS];
    memcpy(sigma, all, sizeof sigma);
    sq_mat_fit known = fit_of(sigma), supposed = known;
    const sq_mm3 far = {-500, 300, 0.75};
    for (int i = 0; i < 3; i++) /* the mat's own axis, in the camera's directions */
        for (int k = 0; k < 3; k++)
            supposed.covariance[i][k] +=
                SQ_TURN_SUPPOSED_SIGMA * SQ_TURN_SUPPOSED_SIGMA * known.camera.R[i][2] * known.camera.R[k][2];
    supposed.turn = SQ_TURN_SUPPOSED;
    assert_true(sq_mat_sigma_mm(&supposed, far) > 10);
    assert_near(sq_mat_shape_sigma_mm(&known, far), sq_mat_sigma_mm(&known, far), 0);
    assert_true(sq_mat_shape_sigma_mm(&supposed, far) < 3);
    assert_true(sq_mat_shape_sigma_mm(&supposed, far) >= FLOOR_MM);
}

static void a_line_counts_from_a_quarter_on(void **state) {
    (void)state;
    sq_mat_fit fit = {0};
    fit.line[SQ_SIDE_LEFT].seen = 0.24;
    fit.line[SQ_SIDE_UPPER].seen = 0.25;
    assert_false(sq_mat_line_seen(&fit, SQ_SIDE_LEFT));
    assert_true(sq_mat_line_seen(&fit, SQ_SIDE_UPPER));
    assert_false(sq_mat_line_seen(&fit, SQ_BASELINE_UPPER_LEFT));
}

/* A broken camera is not the surest one. */
static void no_number_is_no_claim(void **state) {
    (void)state;
    sq_mat_fit fit = fit_of(all);
    fit.covariance[SQ_CAMERA_TURN_X][SQ_CAMERA_TURN_X] = NAN;
    fit.turn = SQ_TURN_SUPPOSED;
    assert_true(isnan(sq_mat_shape_sigma_mm(&fit, places[1])));
    assert_true(isnan(sq_mat_near_sigma_mm(&fit)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_number_is_no_claim),
        cmocka_unit_test(the_claim_is_the_scatter_of_cameras),
        cmocka_unit_test(a_turn_alone_moves_places_by_their_distance),
        cmocka_unit_test(no_claim_is_below_the_mats_own_flatness),
        cmocka_unit_test(the_worst_place_is_at_least_as_bad_as_every_place),
        cmocka_unit_test(places_outside_of_the_picture_do_not_count),
        cmocka_unit_test(a_supposed_direction_is_not_held_against_distances),
        cmocka_unit_test(a_line_counts_from_a_quarter_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
