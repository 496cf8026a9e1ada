/* Winks of known size sharpen a camera whose mat is cut off, and leave a good one as it is. */
#include "calib/mat.h"

#include "tests/unit/drawn_mat.h"
#include "tests/unit/unit.h"

enum { WINKS = 64 };

/* Radii as the true camera shows them, a tenth of a pixel too large and with a little noise. */
static int see_winks(const sq_camera *truth, sq_wink_sight sights[WINKS]) {
    unsigned seed = 7;
    int n = 0;
    for (int x = -8; x <= 8; x += 2)
        for (int y = -4; y <= 4; y += 2) {
            sq_mm3 p = {100.0 * x, 100.0 * y, SQ_WINK_THICKNESS_MM / 2};
            sq_px q = sq_px_from_mm3(truth, p);
            if (q.x < 10 || q.y < 10 || q.x > truth->width - 10 || q.y > truth->height - 10) continue;
            sq_size size = (x + y) % 4 ? SQ_SMALL : SQ_LARGE;
            double radius = sq_wink_radius_mm(size) * sq_px_per_mm(truth, p);
            assert_true(n < WINKS);
            sights[n++] = (sq_wink_sight){q, radius + 0.1 + 0.02 * drawn_noise(&seed), 0.02, size};
        }
    return n;
}

static double off_mm(const sq_camera *truth, const sq_camera *c, double x, double y) {
    sq_mm at = sq_mm_from_px(c, sq_px_from_mm3(truth, (sq_mm3){x, y, 0}), 0);
    return hypot(at.x - x, at.y - y);
}

/* A mat without baselines, found without its winks and with them. */
static void find(const sq_camera *truth, sq_mat_fit *without, sq_mat_fit *with) {
    drawn_mat m = usual_mat;
    m.no_baselines = true;
    sq_frame f = draw_mat(&m, truth);
    sq_diag d;
    if (sq_camera_from_mat(&f, &(sq_mat_settings){0}, without, &d)) fail_msg("%s", d.text);
    *with = *without;
    sq_wink_sight sights[WINKS];
    int n = see_winks(truth, sights);
    if (sq_mat_refine_with_winks(&f, &(sq_mat_settings){0}, sights, n, with, &d)) fail_msg("%s", d.text);
    drawn_free(&f);
}

static void a_cut_off_mat_gains_at_its_far_end(void **state) {
    (void)state;
    sq_camera truth = drawn_camera(960, 540, 560, (sq_mm3){60, -40, 1320}, (sq_mm){200, 5}, 0);
    sq_mat_fit without, with;
    find(&truth, &without, &with);
    sq_mm3 far = {-800, 300, 0};
    assert_true(sq_mat_sigma_mm(&with, far) < 0.9 * sq_mat_sigma_mm(&without, far));
    assert_true(off_mm(&truth, &with.camera, far.x, far.y) < off_mm(&truth, &without.camera, far.x, far.y));
}

static void a_whole_mat_stays_what_it_is(void **state) {
    (void)state;
    sq_camera truth = drawn_camera(960, 540, 560, (sq_mm3){60, -40, 1320}, (sq_mm){10, 5}, 0);
    sq_mat_fit without, with;
    find(&truth, &without, &with);
    for (int x = -8; x <= 8; x += 4)
        assert_true(off_mm(&without.camera, &with.camera, 100.0 * x, 300) < 0.3);
}

/* Without winks it follows a camera that was pushed, from the camera before. */
static void a_pushed_camera_is_followed(void **state) {
    (void)state;
    sq_camera before = drawn_camera(960, 540, 560, (sq_mm3){0, 0, 1300}, (sq_mm){0, 0}, 0);
    sq_camera truth = drawn_camera(960, 540, 560, (sq_mm3){6, -3, 1302}, (sq_mm){6, -3}, 0.004);
    sq_frame f = draw_mat(&usual_mat, &truth);
    sq_mat_fit fit = {.camera = before};
    sq_diag d;
    if (sq_mat_refine_with_winks(&f, &(sq_mat_settings){0}, NULL, 0, &fit, &d)) fail_msg("%s", d.text);
    assert_true(off_mm(&truth, &fit.camera, 600, -300) < 0.5);
    drawn_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_off_mat_gains_at_its_far_end),
        cmocka_unit_test(a_whole_mat_stays_what_it_is),
        cmocka_unit_test(a_pushed_camera_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
