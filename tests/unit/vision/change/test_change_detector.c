/* What has changed between two frames: drawn mats with noise, another light, winks that come and go. */
#include "vision/change/change_detector.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

/* Two pixels to three millimetres, seen from straight above. */
enum { W = 1280, H = 720 };
#define PX_PER_MM 0.66

static sq_camera above(void) {
    const double height = 2000;
    return (sq_camera){.fx = PX_PER_MM * height,
                       .fy = PX_PER_MM * height,
                       .cx = W / 2.0,
                       .cy = H / 2.0,
                       .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                       .t = {0, 0, height},
                       .width = W,
                       .height = H};
}

/* Planes of one picture; U and V halved both ways. */
typedef struct {
    uint8_t y[H][W], u[H / 2][W / 2], v[H / 2][W / 2];
} picture;

static picture felt, played;
static sq_change_detector *m;
static sq_changed changed;

static uint8_t noisy(double level) {
    return (uint8_t)fmin(fmax(level + 3 * (rand() / (double)RAND_MAX - 0.5) * 2, 0), 255);
}

/* gain: of the lamp, at the left edge and at the right one. */
static void draw_felt(picture *p, double left, double right) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            p->y[y][x] = noisy(16 + 90 * (left + (right - left) * x / W));
    for (int y = 0; y < H / 2; y++)
        for (int x = 0; x < W / 2; x++)
            p->u[y][x] = noisy(120), p->v[y][x] = noisy(135);
}

static void draw_wink(picture *p, sq_mm at, double radius, int luma, int u, int v) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            if (hypot(x - W / 2.0 - at.x * PX_PER_MM, H / 2.0 - at.y * PX_PER_MM - y) < radius * PX_PER_MM) {
                p->y[y][x] = (uint8_t)luma;
                p->u[y / 2][x / 2] = (uint8_t)u;
                p->v[y / 2][x / 2] = (uint8_t)v;
            }
}

static sq_frame frame_of(const picture *p, double t) {
    return (sq_frame){.width = W,
                      .height = H,
                      .format = SQ_FRAME_I420,
                      .plane = {p->y[0], p->u[0], p->v[0]},
                      .stride = {W, W / 2, W / 2},
                      .t = t};
}

static void see_since(const picture *p, const sq_camera *c, double t, double since) {
    sq_frame f = frame_of(p, t);
    sq_change_detector_read(m, &f, c, since, &changed);
}

static void see(const picture *p, const sq_camera *c, double t) {
    see_since(p, c, t, NAN);
}

/* A rest with bare felt is kept at 1 s. */
static int keep_felt(void **state) {
    (void)state;
    srand(11);
    sq_camera c = above();
    m = sq_change_detector_new();
    draw_felt(&felt, 1, 1);
    draw_felt(&played, 1, 1);
    see(&felt, &c, 1);
    assert_false(changed.known);
    sq_change_detector_keep(m, NAN);
    return 0;
}

static int drop(void **state) {
    (void)state;
    sq_change_detector_free(m);
    return 0;
}

static void noise_and_another_light_change_nothing(void **state) {
    (void)state;
    sq_camera c = above();
    see(&played, &c, 2);
    assert_true(changed.known);
    assert_near(changed.since, 1, 0);
    assert_int_equal(changed.run_count, 0);
    draw_felt(&played, 0.9, 1.15);
    see(&played, &c, 3);
    assert_true(changed.known);
    assert_int_equal(changed.run_count, 0);
}

/* What the picture does not show does not differ, though the lamp makes all that it shows brighter. */
static void what_lies_beyond_the_picture_has_not_changed(void **state) {
    (void)state;
    sq_camera c = above();
    c.fx = c.fy *= 1.02; /* no mere shift */
    c.cx += 300;
    c.cy -= 150;
    see(&felt, &c, 2);
    sq_change_detector_keep(m, NAN);
    draw_felt(&played, 1.1, 1.1);
    see(&played, &c, 3);
    assert_true(changed.known);
    assert_int_equal(changed.run_count, 0);
    draw_wink(&played, (sq_mm){100, 100}, 11, 90, 110, 190);
    see(&played, &c, 4);
    assert_true(changed.run_count > 0);
}

static void a_wink_changes_its_place_and_no_other(void **state) {
    (void)state;
    sq_camera c = above();
    const sq_mm red = {-400, 210}, yellow = {610, -330};
    draw_wink(&played, red, 8, 90, 110, 190);
    draw_wink(&played, yellow, 11, 106, 60, 150); /* as bright as the felt */
    see(&played, &c, 2);
    assert_near(sq_changed_share(&changed, red, 7), 1, 0);
    assert_near(sq_changed_share(&changed, yellow, 10), 1, 0);
    int cells = 0;
    for (int i = 0; i < changed.run_count; i++)
        for (int x = changed.runs[i].x; x < changed.runs[i].x + changed.runs[i].n; x++, cells++) {
            sq_mm at = sq_changed_at(x, changed.runs[i].y);
            assert_true(sq_mm_distance(at, red) < 8 + 6 || sq_mm_distance(at, yellow) < 11 + 6);
        }
    assert_in_range(cells, 30, 80);
}

/* Eight by eight pixels, which a codec has drawn brighter or darker. */
static void draw_block(picture *p, int x0, int y0, int by) {
    for (int y = y0; y < y0 + 8; y++)
        for (int x = x0; x < x0 + 8; x++)
            p->y[y][x] = (uint8_t)(p->y[y][x] + by);
}

/* Most of a still picture as it was, every second block a level off, and every hundredth six. */
static void draw_as_codec(picture *p) {
    int n = 0;
    *p = felt;
    for (int y = 0; y < H; y += 8)
        for (int x = 0; x < W; x += 8, n++)
            if (n % 2) draw_block(p, x, y, n % 101 == 0 ? 6 : n % 4 - 2);
}

static void what_a_codec_draws_anew_has_not_changed(void **state) {
    (void)state;
    sq_camera c = above();
    const sq_mm mirrors = {-400, 210};
    draw_as_codec(&played);
    see(&played, &c, 2);
    assert_true(changed.known);
    assert_int_equal(changed.run_count, 0);
    draw_wink(&played, mirrors, 8, 122, 120, 135); /* a lamp, in which it has the colour of felt */
    see(&played, &c, 3);
    assert_near(sq_changed_share(&changed, mirrors, 7), 1, 0.1);
    for (int i = 0; i < changed.run_count; i++)
        assert_true(sq_mm_distance(sq_changed_at(changed.runs[i].x, changed.runs[i].y), mirrors) < 8 + 6);
}

static void what_is_kept_is_compared_with(void **state) {
    (void)state;
    sq_camera c = above();
    draw_wink(&played, (sq_mm){50, 60}, 8, 90, 110, 190);
    see(&played, &c, 2);
    assert_true(changed.run_count > 0);
    see(&played, &c, 3); /* not kept: still since the felt */
    assert_true(changed.run_count > 0);
    sq_change_detector_keep(m, NAN);
    see(&played, &c, 4);
    assert_true(changed.known);
    assert_near(changed.since, 3, 0);
    assert_int_equal(changed.run_count, 0);
}

static void another_camera_knows_nothing(void **state) {
    (void)state;
    sq_camera c = above();
    c.fx *= 1.02;
    see(&played, &c, 2);
    assert_false(changed.known);
    sq_change_detector_keep(m, NAN);
    see(&played, &c, 3);
    assert_true(changed.known);
}

/* All is seen four pixels further right, and a wink has come. */
static void a_camera_that_shifts_shows_what_has_changed(void **state) {
    (void)state;
    static picture there;
    sq_camera c = above();
    const sq_mm at = {100, 50};
    draw_wink(&played, at, 11, 60, 150, 110);
    see(&played, &c, 2);
    assert_true(changed.known);
    assert_true(sq_changed_share(&changed, at, 11) > 0.9);
    sq_change_detector_keep(m, NAN);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int from = x >= 4 ? x - 4 : 0;
            there.y[y][x] = played.y[y][from];
            there.u[y / 2][x / 2] = played.u[y / 2][x / 2 >= 2 ? x / 2 - 2 : 0];
            there.v[y / 2][x / 2] = played.v[y / 2][x / 2 >= 2 ? x / 2 - 2 : 0];
        }
    c.cx += 4;
    draw_wink(&there, (sq_mm){-100 + 4 / PX_PER_MM, -50}, 11, 60, 150, 110);
    see(&there, &c, 3);
    assert_true(changed.known);
    assert_near(sq_changed_share(&changed, at, 11), 0, 0.15);
    assert_true(sq_changed_share(&changed, (sq_mm){-100, -50}, 8) > 0.5);
}

static void either_of_two_rests_is_compared_with(void **state) {
    (void)state;
    sq_camera c = above();
    const sq_mm first = {100, 50}, second = {-100, 50};
    draw_wink(&played, first, 11, 60, 150, 110);
    see(&played, &c, 2);
    sq_change_detector_keep(m, 1);
    draw_wink(&played, second, 11, 60, 150, 110);
    see_since(&played, &c, 3, 1);
    assert_near(changed.since, 1, 0);
    assert_true(sq_changed_share(&changed, first, 11) > 0.9);
    see_since(&played, &c, 3, 2);
    assert_near(changed.since, 2, 0);
    assert_near(sq_changed_share(&changed, first, 11), 0, 0);
    assert_true(sq_changed_share(&changed, second, 11) > 0.9);
    sq_change_detector_keep(m, 2); /* the first one is no longer needed */
    see_since(&played, &c, 4, 3);
    assert_near(changed.since, 3, 0);
    assert_int_equal(changed.run_count, 0);
    see_since(&played, &c, 4, 2);
    assert_true(sq_changed_share(&changed, second, 11) > 0.9);
}

static void a_white_pot_shows_nothing(void **state) {
    (void)state;
    sq_camera c = above();
    see(&played, &c, 2);
    assert_false(changed.dazzled);
    draw_wink(&played, (sq_mm){0, 0}, 17, 235, 128, 128);
    see(&played, &c, 3);
    assert_false(changed.dazzled); /* it was not white before */
    sq_change_detector_keep(m, NAN);
    see(&played, &c, 4);
    assert_true(changed.dazzled);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(noise_and_another_light_change_nothing, keep_felt, drop),
        cmocka_unit_test_setup_teardown(what_lies_beyond_the_picture_has_not_changed, keep_felt, drop),
        cmocka_unit_test_setup_teardown(a_wink_changes_its_place_and_no_other, keep_felt, drop),
        cmocka_unit_test_setup_teardown(what_a_codec_draws_anew_has_not_changed, keep_felt, drop),
        cmocka_unit_test_setup_teardown(what_is_kept_is_compared_with, keep_felt, drop),
        cmocka_unit_test_setup_teardown(a_camera_that_shifts_shows_what_has_changed, keep_felt, drop),
        cmocka_unit_test_setup_teardown(another_camera_knows_nothing, keep_felt, drop),
        cmocka_unit_test_setup_teardown(either_of_two_rests_is_compared_with, keep_felt, drop),
        cmocka_unit_test_setup_teardown(a_white_pot_shows_nothing, keep_felt, drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
