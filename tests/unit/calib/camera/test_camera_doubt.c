/* What a camera from the mat leaves open: the claim for one place, and the same told by the cameras that may
 * as well be true, which is what every position counts. */
#include <string.h>

#include "calib/camera/camera_file.h"
#include "calib/camera/camera_fit.h"
#include "calib/mat/find_camera.h"
#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"
#include "vision/position/shared_camera_error.h"

enum { C = SQ_CAMERA_PARAMETERS };

/* The covariance of parameters that are mixed by chance, all but one, which is certain. */
static sq_mat_fit made_fit(void) {
    static const double size[C] = {1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 0.1,
                                   1e-4, 2,    2,    0.01, 0.01, 1e-4, 1e-4};
    double mix[C][C];
    sq_mat_fit fit = {.camera = {.fx = 1600,
                                 .fy = 1600,
                                 .cx = 955,
                                 .cy = 545,
                                 .dist = {-0.1, 0.02, 1e-4, -2e-4, 0},
                                 .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                 .t = {12, -7, 1700},
                                 .width = 1920,
                                 .height = 1080}};
    srand(5);
    for (int i = 0; i < C; i++)
        for (int j = 0; j < C; j++)
            mix[i][j] = i == SQ_CAMERA_LOG_ASPECT ? 0 : size[i] * hand_made_normal() / sqrt(C);
    for (int i = 0; i < C; i++)
        for (int j = 0; j < C; j++)
            for (int k = 0; k < C; k++)
                fit.covariance[i][j] += mix[i][k] * mix[j][k];
    return fit;
}

static void positions_claim_what_the_camera_claims(void **state) {
    (void)state;
    sq_mat_fit fit = made_fit();
    sq_camera_doubt doubt;
    static sq_position p;
    p = hand_made_start();
    hand_made_put(&p, 0, 0, 100, -40, SQ_PLACE_MAT);
    sq_mat_doubt(&fit, &doubt);
    assert_int_equal(doubt.count, C - 1);
    sq_position_add_common_error(&p, &fit.camera, &doubt, 0);
    for (int i = 0; i < p.wink_count; i++) {
        double claimed = sq_mat_sigma_mm(&fit, sq_mm_at_height(p.winks[i].at, p.winks[i].z));
        assert_near(p.winks[i].common.sigma_mm / claimed, 1, 0.01);
        assert_true(claimed > 0.1);
    }
}

static void a_certain_camera_leaves_nothing_open(void **state) {
    (void)state;
    sq_mat_fit fit = made_fit();
    sq_camera_doubt doubt;
    memset(fit.covariance, 0, sizeof fit.covariance);
    sq_mat_doubt(&fit, &doubt);
    assert_int_equal(doubt.count, 0);
}

static void a_file_keeps_what_is_open(void **state) {
    (void)state;
    sq_mat_fit fit = made_fit();
    sq_camera_doubt is, back;
    sq_camera camera;
    sq_diag d;
    const char *file = scratch("camera.json");
    sq_mat_doubt(&fit, &is);
    assert_int_equal(sq_camera_write_covariance(&fit.camera, &fit.size, fit.covariance, file, &d), SQ_OK);
    assert_int_equal(sq_camera_read(&camera, file, &d), SQ_OK);
    assert_int_equal(sq_camera_read_doubt(&back, &camera, file, &d), SQ_OK);
    assert_int_equal(back.count, is.count);
    for (int k = 0; k < is.count; k++)
        assert_memory_equal(&back.other[k], &is.other[k], sizeof is.other[k]);
    assert_int_equal(sq_camera_doubt_for_size(&back, 960, 540, &d), SQ_OK);
    assert_near(back.other[0].fx, is.other[0].fx / 2, 1e-9);
    assert_int_equal(sq_camera_write(&fit.camera, file, &d), SQ_OK);
    assert_int_equal(sq_camera_read_doubt(&back, &camera, file, &d), SQ_OK);
    assert_int_equal(back.count, 0);
}

static void a_bad_matrix_is_named(void **state) {
    (void)state;
    sq_mat_fit fit = made_fit();
    sq_camera_doubt doubt;
    sq_diag d;
    const char *file = scratch("bad.json");
    FILE *to = fopen(file, "w");
    assert_non_null(to);
    fputs("{\"camera\": {}, \"covariance\": [[1, 2], [2, 1]]}", to);
    fclose(to);
    assert_int_equal(sq_camera_read_doubt(&doubt, &fit.camera, file, &d), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "\"covariance\""));
    assert_int_equal(doubt.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_claim_what_the_camera_claims),
        cmocka_unit_test(a_certain_camera_leaves_nothing_open),
        cmocka_unit_test(a_file_keeps_what_is_open),
        cmocka_unit_test(a_bad_matrix_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
