/* The camera found from drawn mats whose camera is known, and the sentences where there is none. */
#include "calib/mat/find_camera.h"

#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/unit.h"

/* Looks nearly straight down from 1.3 m through a wide lens, as a webcam on a stand does. */
static sq_camera usual_camera(void) {
    sq_camera c = drawn_camera(960, 540, 560, (sq_mm3){60, -40, 1320}, (sq_mm){10, 5}, 0.03);
    c.dist[0] = -0.12;
    c.dist[1] = 0.02;
    c.cx += 3;
    c.cy -= 2;
    return c;
}

/* The worst distance, mm, between where both cameras put the same pixel, over the visible mat at a wink's
 * height; and how many claimed deviations that is at most. */
typedef struct {
    double mm, sigmas;
} miss;

static miss worst_miss(const sq_camera *truth, const sq_mat_fit *fit) {
    miss worst = {0};
    for (double x = -900; x <= 900; x += 100)
        for (double y = -450; y <= 450; y += 90) {
            sq_mm3 p = {x, y, SQ_WINK_THICKNESS_MM / 2};
            sq_px q = sq_px_from_mm3(truth, p);
            if (q.x < 0 || q.y < 0 || q.x > truth->width - 1 || q.y > truth->height - 1) continue;
            double off = sq_mm_distance(sq_mm_from_px(&fit->camera, q, p.z), (sq_mm){x, y});
            worst.mm = fmax(worst.mm, off);
            worst.sigmas = fmax(worst.sigmas, off / M_SQRT2 / sq_mat_sigma_mm(fit, p));
        }
    return worst;
}

static sq_code find(const drawn_mat *m, const sq_camera *c, sq_mat_fit *fit, sq_diag *d) {
    sq_frame f = draw_mat(m, c);
    sq_code code = sq_camera_from_mat(&f, &(sq_mat_settings){0}, fit, d);
    drawn_free(&f);
    return code;
}

static void expect_found(const drawn_mat *m, const sq_camera *c, double most_mm, sq_mat_fit *fit) {
    sq_diag d;
    if (find(m, c, fit, &d)) fail_msg("not found: %s", d.text);
    miss worst = worst_miss(c, fit);
    if (!(worst.mm <= most_mm)) fail_msg("off by %.2f mm, allowed are %.2f", worst.mm, most_mm);
    if (!(worst.sigmas <= 3)) fail_msg("off by %.1f claimed deviations (%.2f mm)", worst.sigmas, worst.mm);
}

static void a_bare_mat_gives_its_camera(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    sq_mat_fit fit;
    expect_found(&usual_mat, &c, 0.5, &fit);
    assert_int_equal(fit.camera.width, 960);
    assert_true(fit.pot);
    for (int l = 0; l < SQ_MAT_LINES; l++)
        assert_true(sq_mat_line_seen(&fit, (sq_mat_line)l));
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        assert_true(fit.corner_inside[k]);
        sq_mm mm = sq_mat_corner_at(&fit.size, k);
        assert_true(sq_px_distance(fit.corner[k], sq_px_from_mm3(&c, sq_mm_at_height(mm, 0))) < 0.5);
    }
    char text[1024];
    sq_mat_describe(&fit, text, sizeof text);
    assert_non_null(strstr(text, "4 sides, 4 baselines and the pot"));
    assert_null(strstr(text, "outside"));
}

static void planes_of_luma_do_as_well(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    sq_frame bgr = draw_mat(&usual_mat, &c), f = bgr;
    uint8_t *y = malloc((size_t)(f.width * f.height * 3 / 2)), *u = y + f.width * f.height;
    assert_non_null(y);
    for (int i = 0; i < f.width * f.height; i++) {
        const uint8_t *p = bgr.plane[0] + 3 * i;
        y[i] = (uint8_t)(0.114 * p[0] + 0.587 * p[1] + 0.299 * p[2]);
    }
    memset(u, 128, (size_t)(f.width * f.height / 2));
    static const sq_frame_format formats[] = {SQ_FRAME_GREY, SQ_FRAME_I420, SQ_FRAME_NV12};
    for (size_t k = 0; k < 3; k++) {
        f.format = formats[k];
        f.plane[0] = y;
        f.plane[1] = u;
        f.plane[2] = u + f.width * f.height / 4;
        f.stride[0] = f.width;
        f.stride[1] = f.format == SQ_FRAME_NV12 ? f.width : f.width / 2;
        f.stride[2] = f.width / 2;
        sq_mat_fit fit;
        sq_diag d;
        if (sq_camera_from_mat(&f, &(sq_mat_settings){0}, &fit, &d)) fail_msg("%s", d.text);
        assert_true(worst_miss(&c, &fit).mm < 0.6);
    }
    free(y);
    drawn_free(&bgr);
}

static void sides_and_pot_do_without_baselines(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    drawn_mat m = usual_mat;
    m.no_baselines = true;
    sq_mat_fit fit;
    expect_found(&m, &c, 1, &fit);
    assert_false(sq_mat_line_seen(&fit, SQ_BASELINE_UPPER_LEFT));
}

static void a_hand_over_a_corner_does_no_harm(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    drawn_mat m = usual_mat;
    m.hand_x = -860;
    m.hand_y = 400;
    m.hand_mm = 150;
    sq_mat_fit fit;
    expect_found(&m, &c, 0.7, &fit);
    assert_false(sq_mat_line_seen(&fit, SQ_BASELINE_UPPER_LEFT));
}

static void a_side_outside_of_the_picture_is_told(void **state) {
    (void)state;
    sq_camera c = drawn_camera(960, 540, 560, (sq_mm3){60, -40, 1320}, (sq_mm){260, 5}, 0);
    sq_mat_fit fit;
    expect_found(&usual_mat, &c, 1.5, &fit);
    assert_false(fit.corner_inside[0]);
    assert_false(sq_mat_line_seen(&fit, SQ_SIDE_LEFT));
    char text[1024];
    sq_mat_describe(&fit, text, sizeof text);
    assert_non_null(strstr(text, "left corner of the mat is outside of the picture"));
    assert_non_null(strstr(text, "turn the camera"));
}

/* A wide webcam's picture: its sides bend by a tenth. */
static void a_wide_lens_of_few_pixels_is_found(void **state) {
    (void)state;
    sq_camera c = drawn_camera(640, 480, 300, (sq_mm3){30, -20, 1000}, (sq_mm){10, 5}, 0.02);
    c.dist[0] = -0.3;
    c.dist[1] = 0.09;
    drawn_mat m = usual_mat;
    sq_mat_fit fit;
    expect_found(&m, &c, 0.6, &fit);
    m.no_baselines = true;
    expect_found(&m, &c, 1.2, &fit);
}

static void a_turned_camera_keeps_x_to_the_right(void **state) {
    (void)state;
    sq_mat_fit fit;
    sq_camera rolled = drawn_camera(960, 540, 500, (sq_mm3){0, 30, 1400}, (sq_mm){0, 0}, 0.3);
    expect_found(&usual_mat, &rolled, 0.6, &fit);
    sq_camera upright = drawn_camera(540, 960, 560, (sq_mm3){0, 30, 1320}, (sq_mm){0, 0}, 1.5);
    expect_found(&usual_mat, &upright, 0.6, &fit);
}

static void a_mat_of_another_size_needs_its_size(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    drawn_mat m = usual_mat;
    m.length_mm = 1500;
    m.width_mm = 900;
    m.no_baselines = true;
    sq_frame f = draw_mat(&m, &c);
    sq_mat_fit fit;
    sq_diag d;
    assert_int_equal(sq_camera_from_mat(&f, &(sq_mat_settings){0}, &fit, &d), SQ_E_CAMERA);
    sq_mat_settings s = {.length_mm = 1500, .width_mm = 900};
    assert_int_equal(sq_camera_from_mat(&f, &s, &fit, &d), SQ_OK);
    assert_true(sq_mm_distance(sq_mm_from_px(&fit.camera, sq_px_from_mm3(&c, (sq_mm3){600, -300, 0}), 0),
                               (sq_mm){600, -300}) < 0.5);
    drawn_free(&f);
}

static void a_tape_measure_and_a_lens_are_believed(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    sq_frame f = draw_mat(&usual_mat, &c);
    sq_mat_fit fit;
    sq_diag d;
    assert_int_equal(sq_camera_from_mat(&f, &(sq_mat_settings){.height_mm = 1320}, &fit, &d), SQ_OK);
    assert_near(sq_camera_position(&fit.camera).z, 1320, 0.02 * 1320);
    assert_near(fit.camera.fx, c.fx, 0.02 * c.fx);
    sq_camera bent = c;
    bent.dist[4] = 0.05; /* no parameter of the fit, and a part of the lens all the same */
    assert_int_equal(sq_camera_from_mat(&f, &(sq_mat_settings){.lens = &bent}, &fit, &d), SQ_OK);
    assert_near(fit.camera.dist[4], 0.05, 0);
    assert_int_equal(sq_camera_from_mat(&f, &(sq_mat_settings){.lens = &c}, &fit, &d), SQ_OK);
    assert_near(fit.camera.fx, c.fx, 0.005 * c.fx);
    assert_near(fit.camera.cx, c.cx, 1);
    assert_true(worst_miss(&c, &fit).mm < 0.3);
    sq_camera other = c;
    other.height = 900;
    assert_int_equal(sq_camera_from_mat(&f, &(sq_mat_settings){.lens = &other}, &fit, &d), SQ_E_CAMERA);
    drawn_free(&f);
}

/* A pot that a hand put down 1 mm off the centre must not pull the mat after it. */
static void a_pot_a_little_off_pulls_little(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    drawn_mat m = usual_mat;
    m.pot_at = (sq_mm){0.8, -0.6};
    sq_mat_fit fit;
    sq_diag d;
    assert_int_equal(find(&m, &c, &fit, &d), SQ_OK);
    assert_true(worst_miss(&c, &fit).mm < 0.8);
}

/* ---- Where there is no camera to be had ---- */

static void expect_refused(const drawn_mat *m, const sq_camera *c, sq_code code, const char *words) {
    sq_mat_fit fit;
    sq_diag d;
    assert_int_equal(find(m, c, &fit, &d), code);
    if (!strstr(d.text, words)) fail_msg("\"%s\" does not say \"%s\"", d.text, words);
}

static void felt_alone_is_no_mat(void **state) {
    (void)state;
    sq_camera close = drawn_camera(960, 540, 900, (sq_mm3){20, 0, 700}, (sq_mm){0, 0}, 0);
    expect_refused(&usual_mat, &close, SQ_E_CAMERA, "no mat is found");
}

static void a_dark_picture_is_called_dark(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    drawn_mat m = usual_mat;
    for (int k = 0; k < 3; k++)
        m.felt[k] = m.table[k] = m.pot[k] = 8;
    expect_refused(&m, &c, SQ_E_SIGHT, "too dark");
    for (int k = 0; k < 3; k++)
        m.table[k] = 4; /* lines are seen, and too little else */
    m.no_baselines = m.no_pot = true;
    expect_refused(&m, &c, SQ_E_SIGHT, "too dark");
}

/* A table top of the mat's shape, with nothing in its middle. */
static void a_bare_table_is_no_mat(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    drawn_mat m = usual_mat;
    m.no_baselines = m.no_pot = true;
    expect_refused(&m, &c, SQ_E_CAMERA, "no pot in the middle");
}

/* The table has nearly the felt's colour and ends a hand's breadth from the mat, clearer than any side. */
static void a_tables_edge_is_no_side(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        drawn_mat m = usual_mat;
        sq_camera c = drawn_camera(960, 540, 560, (sq_mm3){20, -15, 1250}, (sq_mm){10, 5}, 0.02);
        for (int i = 0; i < 3; i++)
            m.table[i] = m.felt[i] - 9;
        m.table_right = 25 + 15 * k;
        m.table_below = 45 - 12 * k;
        sq_mat_fit fit;
        expect_found(&m, &c, 1, &fit);
        assert_true(fit.pot);
    }
}

static void a_stamp_of_a_picture_is_too_small(void **state) {
    (void)state;
    sq_camera c = drawn_camera(200, 120, 110, (sq_mm3){0, 0, 1300}, (sq_mm){0, 0}, 0);
    expect_refused(&usual_mat, &c, SQ_E_SIZE, "200 x 120");
}

/* ---- Corners that a person has touched ---- */

/* Where the corners are seen, in an order of a hand's, each missed by some pixels. */
static void touch(const sq_camera *c, double miss_px, sq_px out[SQ_MAT_CORNERS]) {
    static const int order[] = {2, 0, 3, 1};
    static const double way[][2] = {{1, 0.4}, {-0.6, 0.9}, {0.2, -1}, {-0.8, -0.5}};
    const sq_mat_size size = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_px p = sq_px_from_mm3(c, sq_mm_at_height(sq_mat_corner_at(&size, order[k]), 0));
        out[k] = (sq_px){p.x + miss_px * way[k][0], p.y + miss_px * way[k][1]};
    }
}

static sq_code find_touched(const drawn_mat *m, const sq_camera *c, const sq_px *corners, sq_mat_fit *fit,
                            sq_diag *d) {
    sq_frame f = draw_mat(m, c);
    sq_code code = sq_camera_from_mat(&f, &(sq_mat_settings){.corners = corners}, fit, d);
    drawn_free(&f);
    return code;
}

/* Where the lines show, fingers need not be exact. */
static void touched_corners_lead_to_the_lines(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    sq_mat_fit fit;
    sq_px corners[SQ_MAT_CORNERS];
    sq_diag d;
    touch(&c, 4, corners);
    if (find_touched(&usual_mat, &c, corners, &fit, &d)) fail_msg("not found: %s", d.text);
    miss worst = worst_miss(&c, &fit);
    assert_true(worst.mm < 0.8);
    assert_true(worst.sigmas < 3);
    assert_true(fit.corners_told);
}

/* Felt on a table of its own colour: without sides nothing is found, and fingers lead to the baselines. */
static void touched_corners_do_without_sides(void **state) {
    (void)state;
    drawn_mat m = usual_mat;
    memcpy(m.table, m.felt, sizeof m.table);
    sq_camera c = usual_camera();
    sq_mat_fit fit;
    sq_px corners[SQ_MAT_CORNERS];
    sq_diag d;
    assert_int_not_equal(find(&m, &c, &fit, &d), SQ_OK);
    touch(&c, 3, corners);
    if (find_touched(&m, &c, corners, &fit, &d)) fail_msg("not found: %s", d.text);
    miss worst = worst_miss(&c, &fit);
    if (!(worst.mm < 4 && worst.sigmas < 3))
        fail_msg("off by %.2f mm, %.1f deviations", worst.mm, worst.sigmas);
    assert_true(fit.pot);
}

/* Four corners tell no lens: without a line too much is open, and that is said. */
static void touched_corners_alone_are_too_little(void **state) {
    (void)state;
    drawn_mat m = usual_mat;
    m.no_baselines = m.no_pot = true;
    memcpy(m.table, m.felt, sizeof m.table);
    sq_camera c = usual_camera();
    sq_mat_fit fit;
    sq_px corners[SQ_MAT_CORNERS];
    sq_diag d;
    touch(&c, 1, corners);
    assert_int_equal(find_touched(&m, &c, corners, &fit, &d), SQ_E_CAMERA);
    assert_non_null(strstr(d.text, "uncertain by"));
}

static void what_is_no_outline_is_refused(void **state) {
    (void)state;
    sq_camera c = usual_camera();
    sq_mat_fit fit;
    sq_diag d;
    const sq_px bent[SQ_MAT_CORNERS] = {{100, 100}, {800, 100}, {450, 180}, {400, 400}};
    assert_int_equal(find_touched(&usual_mat, &c, bent, &fit, &d), SQ_E_CAMERA);
    assert_non_null(strstr(d.text, "outline"));
    const sq_px square[SQ_MAT_CORNERS] = {{300, 100}, {700, 100}, {700, 500}, {300, 500}};
    assert_int_equal(find_touched(&usual_mat, &c, square, &fit, &d), SQ_E_CAMERA);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bare_mat_gives_its_camera),
        cmocka_unit_test(planes_of_luma_do_as_well),
        cmocka_unit_test(sides_and_pot_do_without_baselines),
        cmocka_unit_test(a_hand_over_a_corner_does_no_harm),
        cmocka_unit_test(a_side_outside_of_the_picture_is_told),
        cmocka_unit_test(a_wide_lens_of_few_pixels_is_found),
        cmocka_unit_test(a_turned_camera_keeps_x_to_the_right),
        cmocka_unit_test(a_mat_of_another_size_needs_its_size),
        cmocka_unit_test(a_tape_measure_and_a_lens_are_believed),
        cmocka_unit_test(a_pot_a_little_off_pulls_little),
        cmocka_unit_test(felt_alone_is_no_mat),
        cmocka_unit_test(a_dark_picture_is_called_dark),
        cmocka_unit_test(a_bare_table_is_no_mat),
        cmocka_unit_test(a_tables_edge_is_no_side),
        cmocka_unit_test(a_stamp_of_a_picture_is_too_small),
        cmocka_unit_test(touched_corners_lead_to_the_lines),
        cmocka_unit_test(touched_corners_do_without_sides),
        cmocka_unit_test(touched_corners_alone_are_too_little),
        cmocka_unit_test(what_is_no_outline_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
