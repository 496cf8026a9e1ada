/* The least squares over pose and lens, on sightings made from a known camera. */
#include "calib/camera/camera_fit.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/unit.h"

static sq_lm_work work;
static sq_sightings sightings;
static const sq_mat_size size = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};

static const sq_camera truth = {.fx = 1500,
                                .fy = 1500,
                                .cx = 965,
                                .cy = 536,
                                .dist = {-0.15, 0.02, 0.0004, -0.0003, 0},
                                .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                .t = {20, -30, 1650}};

static sq_camera_prior usual_prior(void) {
    sq_camera_prior p = {0};
    static const double mean[] = {
        [SQ_CAMERA_LOG_FOCAL] = 7.4, [SQ_CAMERA_CX] = 959.5, [SQ_CAMERA_CY] = 539.5};
    static const double sigma[SQ_CAMERA_PARAMETERS] = {
        [SQ_CAMERA_LOG_FOCAL] = 0.25, [SQ_CAMERA_LOG_ASPECT] = 0.001, [SQ_CAMERA_CX] = 20,
        [SQ_CAMERA_CY] = 20,          [SQ_CAMERA_K1] = 0.2,           [SQ_CAMERA_K2] = 0.05,
        [SQ_CAMERA_P1] = 0.001,       [SQ_CAMERA_P2] = 0.001};
    memcpy(p.mean, mean, sizeof mean);
    memcpy(p.sigma, sigma, sizeof sigma);
    return p;
}

/* Every line seen every 40 mm; `push` moves each sighting of one line outwards, pixels. */
static void see_lines(double push_px, sq_mat_line pushed, unsigned wild_every) {
    memset(&sightings, 0, sizeof sightings);
    unsigned n = 0;
    for (int l = 0; l < SQ_MAT_LINES; l++)
        for (double share = 0.02; share < 1; share += 40 / sq_mat_line_mm(&size, (sq_mat_line)l)) {
            sq_mat_line_place p = sq_mat_line_at(&size, (sq_mat_line)l, share);
            sq_px at = sq_px_from_mm3(&truth, sq_mm_at_height(p.at, 0));
            sq_px to = sq_px_from_mm3(&truth, (sq_mm3){p.at.x + p.out.x, p.at.y + p.out.y, 0});
            double d = sq_px_distance(at, to), off = (l == (int)pushed ? push_px : 0);
            if (wild_every && n++ % wild_every == 0) off += 6;
            sq_px normal = {(to.x - at.x) / d, (to.y - at.y) / d};
            assert_true(sightings.count < SQ_SIGHTINGS_CAP);
            sightings.sighting[sightings.count++] = (sq_sighting){
                sq_mm_at_height(p.at, 0), {at.x + off * normal.x, at.y + off * normal.y}, normal, 0.1, l};
        }
}

static sq_camera near_truth(void) {
    sq_camera c = truth;
    c.t[0] += 15;
    c.t[1] -= 10;
    c.t[2] *= 1.02;
    c.dist[0] = c.dist[1] = c.dist[2] = c.dist[3] = 0;
    c.cx = 959.5;
    c.cy = 539.5;
    return c;
}

static double worst_mm(const sq_camera *c) {
    double worst = 0;
    for (double x = -900; x <= 900; x += 150)
        for (double y = -450; y <= 450; y += 150) {
            sq_mm at = sq_mm_from_px(c, sq_px_from_mm3(&truth, (sq_mm3){x, y, 0}), 0);
            worst = fmax(worst, hypot(at.x - x, at.y - y));
        }
    return worst;
}

static sq_camera_fit fit_from(sq_camera start) {
    sq_camera_prior prior = usual_prior();
    sq_camera_fit fit = {.camera = start};
    assert_true(sq_camera_fit_solve(&fit, &sightings, &prior, &work));
    return fit;
}

static void clean_sightings_give_the_mapping(void **state) {
    (void)state;
    see_lines(0, SQ_MAT_LINES, 0);
    sq_camera_fit fit = fit_from(near_truth());
    assert_true(worst_mm(&fit.camera) < 0.1);
    assert_true(fit.rms_px < 0.02);
}

static void wild_sightings_are_outvoted(void **state) {
    (void)state;
    see_lines(0, SQ_MAT_LINES, 8);
    sq_camera_fit fit = fit_from(near_truth());
    assert_true(worst_mm(&fit.camera) < 0.3);
    assert_true(fit.weight[0] < 0.2);
    assert_true(fit.weight[1] > 0.8);
}

/* A side that is off as a whole is said to be, where its offset is allowed. */
static void a_shared_offset_is_taken_out(void **state) {
    (void)state;
    see_lines(0.5, SQ_SIDE_LEFT, 0);
    for (int l = 0; l < SQ_MAT_LINES; l++)
        sightings.offset_sigma_px[l] = l <= SQ_SIDE_LEFT ? 0.3 : 0.03;
    sq_camera_fit fit = fit_from(near_truth());
    assert_near(fit.offset_px[SQ_SIDE_LEFT], -0.5, 0.1);
    assert_true(worst_mm(&fit.camera) < 0.2);
}

static void height_is_a_prior_that_settles_focal_length(void **state) {
    (void)state;
    see_lines(0, SQ_MAT_LINES, 0);
    sq_camera_prior prior = usual_prior();
    prior.height_mm = 1650;
    prior.height_sigma_mm = 16;
    sq_camera_fit fit = {.camera = near_truth()};
    fit.camera.fx = fit.camera.fy = 1700;
    fit.camera.t[2] *= 1700.0 / 1500;
    assert_true(sq_camera_fit_solve(&fit, &sightings, &prior, &work));
    assert_near(fit.camera.fx, 1500, 40);
}

static void parameters_there_and_back(void **state) {
    (void)state;
    double x[SQ_CAMERA_PARAMETERS];
    sq_camera_parameters(&truth, x);
    sq_camera back = sq_camera_from_parameters(&truth, x);
    assert_near(back.fx, truth.fx, 1e-9);
    for (int i = 0; i < 3; i++)
        assert_near(back.t[i], truth.t[i], 1e-9);
    x[SQ_CAMERA_TURN_Z] = 0.1;
    back = sq_camera_from_parameters(&truth, x);
    assert_true(sq_camera_ok(&back));
    assert_near(back.R[0][0], cos(0.1), 1e-12);
}

static void too_few_sightings_give_no_camera(void **state) {
    (void)state;
    see_lines(0, SQ_MAT_LINES, 0);
    sightings.count = 3;
    sq_camera_prior prior = {0}; /* holds the lens, knows nothing of the pose */
    sq_camera_fit fit = {.camera = near_truth()};
    assert_false(sq_camera_fit_solve(&fit, &sightings, &prior, &work));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clean_sightings_give_the_mapping),
        cmocka_unit_test(wild_sightings_are_outvoted),
        cmocka_unit_test(a_shared_offset_is_taken_out),
        cmocka_unit_test(height_is_a_prior_that_settles_focal_length),
        cmocka_unit_test(parameters_there_and_back),
        cmocka_unit_test(too_few_sightings_give_no_camera),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
