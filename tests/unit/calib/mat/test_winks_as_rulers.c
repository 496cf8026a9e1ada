/* Winks of known size sharpen a camera whose mat is cut off, and leave a good one as it is. */
#include "calib/mat/find_camera.h"
#include "calib/measure/rim_ruler.h"
#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/unit.h"

/* A red wink flat on the felt, mixed in as light. */
static void paint_wink(sq_frame *f, const sq_camera *c, sq_mm at, double radius_mm) {
    static const double red[3] = {0.03, 0.02, 0.4};
    sq_mm3 p = sq_mm_at_height(at, SQ_WINK_THICKNESS_MM / 2);
    sq_px middle = sq_px_from_mm3(c, p);
    double scale = sq_px_per_mm(c, p);
    int reach = (int)(radius_mm * scale) + 4;
    for (int y = (int)middle.y - reach; y <= (int)middle.y + reach; y++)
        for (int x = (int)middle.x - reach; x <= (int)middle.x + reach; x++) {
            if (x < 0 || y < 0 || x >= f->width || y >= f->height) continue;
            uint8_t *v = (uint8_t *)(uintptr_t)f->plane[0] + y * f->stride[0] + 3 * x;
            double off = sq_mm_distance(sq_mm_from_px(c, (sq_px){x, y}, p.z), at);
            double cover = drawn_cover(radius_mm - off, scale);
            for (int k = 0; k < 3; k++) {
                double light = (1 - cover) * pow(v[k] / 255.0, 2.2) + cover * red[k];
                v[k] = (uint8_t)(255 * pow(light, 1 / 2.2) + 0.5);
            }
        }
}

static void paint_winks(sq_frame *f, const sq_camera *c) {
    for (int x = -8; x <= 8; x += 2)
        for (int y = -3; y <= 3; y += 2)
            paint_wink(f, c, (sq_mm){100.0 * x, 100.0 * y}, (x + y) % 4 == 1 ? 8 : 11);
}

static double off_mm(const sq_camera *truth, const sq_camera *c, double x, double y) {
    sq_mm at = sq_mm_from_px(c, sq_px_from_mm3(truth, (sq_mm3){x, y, 0}), 0);
    return hypot(at.x - x, at.y - y);
}

static void find(const drawn_mat *m, const sq_camera *truth, bool winks, sq_mat_fit *fit) {
    sq_frame f = draw_mat(m, truth);
    sq_diag d;
    if (winks) paint_winks(&f, truth);
    if (sq_camera_from_mat(&f, &(sq_mat_settings){0}, fit, &d)) fail_msg("%s", d.text);
    drawn_free(&f);
}

static void a_cut_off_mat_gains_at_its_far_end(void **state) {
    (void)state;
    sq_camera truth = drawn_camera(1280, 720, 747, (sq_mm3){60, -40, 1320}, (sq_mm){200, 5}, 0);
    drawn_mat m = usual_mat;
    m.no_baselines = true;
    sq_mat_fit without, with;
    find(&m, &truth, false, &without);
    find(&m, &truth, true, &with);
    assert_int_equal(without.winks, 0);
    assert_true(with.winks >= 8);
    sq_mm3 far = {-800, 300, 0};
    assert_true(sq_mat_sigma_mm(&with, far) < sq_mat_sigma_mm(&without, far));
    assert_true(off_mm(&truth, &with.camera, far.x, far.y) < 3 * sq_mat_sigma_mm(&with, far));
    char text[1024];
    sq_mat_describe(&with, text, sizeof text);
    assert_non_null(strstr(text, "the rims of "));
}

static void a_whole_mat_asks_no_wink(void **state) {
    (void)state;
    sq_camera truth = drawn_camera(1280, 720, 747, (sq_mm3){60, -40, 1320}, (sq_mm){10, 5}, 0);
    sq_mat_fit fit;
    find(&usual_mat, &truth, true, &fit);
    assert_int_equal(fit.winks, 0);
    assert_true(off_mm(&truth, &fit.camera, 600, 300) < 0.4);
}

/* The middle of a picture that was cut from a larger one is not its lens's axis: 200 pixels are found. */
static void a_cut_picture_finds_its_axis(void **state) {
    (void)state;
    sq_camera truth = drawn_camera(1280, 720, 900, (sq_mm3){100, -40, 1500}, (sq_mm){20, 10}, 0);
    truth.dist[0] = -0.15;
    sq_frame whole = draw_mat(&usual_mat, &truth), cut = whole;
    cut.plane[0] += 3 * 80;
    cut.width = 1280 - 80;
    cut.height = 720 - 120;
    sq_camera shifted = truth;
    shifted.cx -= 80;
    sq_mat_fit fit;
    sq_diag d;
    if (sq_camera_from_mat(&cut, &(sq_mat_settings){0}, &fit, &d)) fail_msg("%s", d.text);
    for (int x = -6; x <= 8; x += 7)
        assert_true(off_mm(&shifted, &fit.camera, 100.0 * x, 100) < 1.0);
    assert_true(fabs(fit.camera.cx - shifted.cx) < 30);
    drawn_free(&whole);
}

static void a_rim_is_measured_to_a_quarter_pixel(void **state) {
    (void)state;
    sq_camera c = drawn_camera(640, 480, 1500, (sq_mm3){0, 0, 1000}, (sq_mm){0, 0}, 0);
    drawn_mat m = usual_mat;
    m.no_pot = true;
    sq_frame f = draw_mat(&m, &c);
    sq_mm at = {30, 20};
    paint_wink(&f, &c, at, 11);
    sq_mm3 p = sq_mm_at_height(at, SQ_WINK_THICKNESS_MM / 2);
    sq_px middle = sq_px_from_mm3(&c, p);
    double radius = 11 * sq_px_per_mm(&c, p);
    sq_wink_sight w = {{middle.x + 1.2, middle.y - 0.8}, 1.06 * radius, 0, SQ_LARGE};
    assert_true(sq_mat_rim_measure(&w, &f));
    assert_true(sq_px_distance(w.middle, middle) < 0.1);
    assert_near(w.radius_px, radius, 0.25); /* the bias that all rims share included */
    assert_true(w.sigma_px > 0 && w.sigma_px < 0.3);
    w = (sq_wink_sight){{500, 400}, radius, 0, SQ_LARGE};
    assert_false(sq_mat_rim_measure(&w, &f)); /* plain felt */
    for (int k = 0; k < 3; k++)               /* its like around three quarters of it */
        paint_wink(&f, &c, (sq_mm){30 + 18 * cos(2 * k), 20 + 18 * sin(2 * k)}, 11);
    w = (sq_wink_sight){middle, radius, 0, SQ_LARGE};
    assert_false(sq_mat_rim_measure(&w, &f));
    drawn_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_off_mat_gains_at_its_far_end),
        cmocka_unit_test(a_whole_mat_asks_no_wink),
        cmocka_unit_test(a_cut_picture_finds_its_axis),
        cmocka_unit_test(a_rim_is_measured_to_a_quarter_pixel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
