/* What is said of a camera that hangs in a known way: each fault by itself, in the direction of the hand. */
#include "ui/pages/hanging_advice.h"

#include "tests/fixture/unit.h"

static const sq_mat_size mat = {1828.8, 914.4};

static void product(double out[3][3], const double a[3][3], const double b[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
}

/* Level, straight and over the place (x, y), mm, seen by the mat's axes; then the phone is turned about its
 * own axes by small angles, radians: lean right raises the left edge, lean down raises the upper one,
 * clockwise as it is looked at. */
static sq_camera hung(double x, double y, double z, double lean_right, double lean_down, double clockwise) {
    static const double level[3][3] = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    const double l = lean_right, u = lean_down, w = clockwise;
    /* what the back sees when the phone is turned moves the other way in the picture */
    const double about_y[3][3] = {{cos(l), 0, -sin(-l)}, {0, 1, 0}, {sin(-l), 0, cos(l)}};
    const double about_x[3][3] = {{1, 0, 0}, {0, cos(u), sin(u)}, {0, -sin(u), cos(u)}};
    const double about_z[3][3] = {{cos(w), sin(w), 0}, {-sin(w), cos(w), 0}, {0, 0, 1}};
    sq_camera c = {.fx = 1650, .fy = 1650, .cx = 959.5, .cy = 539.5, .width = 1920, .height = 1080};
    double tipped[3][3], both[3][3];
    product(tipped, about_x, about_y);
    product(both, about_z, tipped);
    product(c.R, both, level);
    for (int i = 0; i < 3; i++)
        c.t[i] = -(c.R[i][0] * x + c.R[i][1] * y + c.R[i][2] * z);
    return c;
}

static sq_hanging_advice advice(sq_camera c) {
    sq_hanging_advice a;
    sq_hanging_advise(&a, &c, &mat);
    return a;
}

static void nothing_is_to_be_done(void **state) {
    (void)state;
    sq_hanging_advice a = advice(hung(20, -15, 1750, 0.02, 0.01, 0.03));
    assert_true(sq_hanging_is_well(&a));
    assert_near(a.height_mm, 1750, 1e-6);
}

/* The camera lies to the right of the middle and above it, as the picture shows it: it is moved back. */
static void it_is_moved(void **state) {
    (void)state;
    sq_hanging_advice a = advice(hung(250, 100, 1750, 0, 0, 0));
    assert_near(a.right_mm, -250, 1e-6);
    assert_near(a.down_mm, 100, 1e-6); /* +y of the mat is up in the picture */
    assert_true(a.tilt_deg == 0 && a.turn_deg == 0 && a.raise_mm == 0);
}

static void it_is_raised_and_lowered(void **state) {
    (void)state;
    double least = 1650 * (914.4 + 70) / 960;
    sq_hanging_advice low = advice(hung(0, 0, 1500, 0, 0, 0)), high = advice(hung(0, 0, 2400, 0, 0, 0));
    assert_near(low.raise_mm, 1.05 * least - 1500, 1e-6);
    assert_near(high.raise_mm, 1.05 * least - 2400, 1e-6);
    assert_true(low.raise_mm > 200 && high.raise_mm < -500);
}

/* The mat appears turned as the phone is not: the phone follows it. */
static void it_is_turned(void **state) {
    (void)state;
    sq_hanging_advice a = advice(hung(0, 0, 1750, 0, 0, -10 * M_PI / 180));
    assert_near(a.turn_deg, 10, 1e-6); /* it was turned counterclockwise: clockwise brings it back */
    /* a point on the right of the mat is seen below the middle: the mat is turned clockwise in the picture */
    sq_camera c = hung(0, 0, 1750, 0, 0, -10 * M_PI / 180);
    assert_true(sq_px_from_mm3(&c, (sq_mm3){800, 0, 0}).y > c.cy + 50);
}

/* A phone whose left edge is too high looks to the left... of nothing: the place under it is seen on its
 * right, and its right edge is to be raised. */
static void it_is_levelled(void **state) {
    (void)state;
    for (int k = 0; k < 4; k++) {
        static const double lean[4][2] = {{0.2, 0}, {-0.2, 0}, {0, 0.2}, {0, -0.2}};
        sq_camera c = hung(0, 0, 1750, lean[k][0], lean[k][1], 0);
        sq_hanging_advice a = advice(c);
        sq_px under = sq_px_from_mm3(&c, (sq_mm3){0, 0, 0});
        assert_near(a.tilt_deg, 0.2 * 180 / M_PI, 1e-6);
        assert_near(hypot(a.raise_x, a.raise_y), 1, 1e-9);
        assert_true(a.raise_x * (under.x - c.cx) + a.raise_y * (under.y - c.cy) > 300);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_to_be_done),    cmocka_unit_test(it_is_moved),
        cmocka_unit_test(it_is_raised_and_lowered), cmocka_unit_test(it_is_turned),
        cmocka_unit_test(it_is_levelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
