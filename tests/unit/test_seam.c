/* Seams: two discs of one colour, with the line, the step and the noise of a real one laid on by hand. */
#include "vision/seam.h"

#include <stdlib.h>

#include "tests/unit/drawn_window.h"
#include "tests/unit/naive.h"
#include "tests/unit/unit.h"
#include "vision/tolerance.h"

#define BLUR_PX 1.1
#define CERTAIN 5.0 /* log-odds of 99.3 % */

static const sq_chroma red = {0.6f, 0.02f};

static sq_disc disc_at(const sq_camera *c, double dx, double dy, double radius) {
    sq_mm m = sq_mm_from_px(c, (sq_px){X0 + SIDE / 2, Y0 + SIDE / 2}, SQ_NAIVE_FLAT_MM);
    sq_disc d = {.at = {m.x + dx, m.y + dy}, .z = SQ_NAIVE_FLAT_MM, .radius_mm = radius, .chroma = red};
    sq_disc_place(&d, c);
    return d;
}

/* Both faces, the upper one brighter by `step`, with a line of `dark` along its rim upon the other, turned by
 * the direction towards `turn`. */
static sq_window draw(const sq_disc *lower, const sq_disc *upper, double step, double dark, double turn,
                      double noise, unsigned seed) {
    for (int i = 0; i < SIDE * SIDE; i++) {
        double x = X0 + i % SIDE, y = Y0 + i / SIDE, dx, dy;
        double away = sq_disc_distance(upper, x, y, &dx, &dy), t = (away - 0.2) / 0.9;
        bool on_lower = sq_disc_distance(lower, x, y, 0, 0) < 0, on_upper = away < 0;
        double value = 0.9 + (on_upper ? step : 0) + noise * sq_naive_uniform(&seed);
        if (on_lower) value -= dark * (1 + turn * dx) * exp(-t * t / 2);
        light[i] = (float)(on_lower || on_upper ? value : 1);
        chroma[i] = on_lower || on_upper ? red : (sq_chroma){0, 0};
        believed[i] = 1;
    }
    return drawn_window();
}

static void the_upper_one_is_told(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(640, 480, (sq_mm){400, 200}, 1);
    for (unsigned seed = 1; seed <= 12; seed++) {
        double depth = 3 + seed % 5, angle = 0.5 * seed, r[2] = {seed % 2 ? 8 : 11, seed % 3 ? 8 : 11};
        double apart = r[0] + r[1] - depth;
        sq_disc d[2] = {disc_at(&c, 0.3, -0.2, r[0]),
                        disc_at(&c, 0.3 + apart * cos(angle), -0.2 + apart * sin(angle), r[1])};
        sq_window w = draw(&d[0], &d[1], seed % 2 ? 0.01 : 0, 0.08, seed % 3 ? 0 : 0.8, 0.02, seed);
        double odds = sq_seam_order(&w, d, 2, 0, 1, BLUR_PX);
        if (!(odds > CERTAIN)) fail_msg("seed %u, %g mm deep: log-odds %g", seed, depth, odds);
        assert_near(sq_seam_order(&w, d, 2, 1, 0, BLUR_PX), -odds, 1e-6 + 0.02 * odds);
        w = draw(&d[1], &d[0], 0, 0.08, 0, 0.02, seed);
        assert_true(sq_seam_order(&w, d, 2, 0, 1, BLUR_PX) < -CERTAIN);
    }
}

/* Noise alone, without a line: nothing is called. */
static void a_bare_face_leaves_it_open(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(640, 480, (sq_mm){400, 200}, 1);
    for (unsigned seed = 1; seed <= 40; seed++) {
        sq_disc d[2] = {disc_at(&c, -6 + 0.1 * seed, 1, 8), disc_at(&c, 6, -1, 11)};
        sq_window w = draw(&d[0], &d[1], 0, 0, 0, 0.02, seed);
        assert_true(fabs(sq_seam_order(&w, d, 2, 0, 1, BLUR_PX)) < CERTAIN);
    }
}

/* A third one over the whole overlap, a wink hidden by the pot, discs apart: nothing to go by. */
static void what_is_hidden_tells_nothing(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(640, 480, (sq_mm){400, 200}, 1);
    sq_disc d[3] = {disc_at(&c, -6, 0, 8), disc_at(&c, 6, 0, 8), disc_at(&c, 0, 0, 11)};
    sq_window w = draw(&d[0], &d[1], 0, 0.1, 0, 0.02, 5);
    assert_true(sq_seam_order(&w, d, 2, 0, 1, BLUR_PX) > CERTAIN);
    assert_near(sq_seam_order(&w, d, 3, 0, 1, BLUR_PX), 0, 0);
    memset(believed, 0, sizeof believed);
    assert_near(sq_seam_order(&w, d, 2, 0, 1, BLUR_PX), 0, 0);
    for (int i = 0; i < SIDE * SIDE; i++)
        believed[i] = 1;
    sq_disc far[2] = {disc_at(&c, -20, 0, 8), disc_at(&c, 20, 0, 8)};
    assert_near(sq_seam_order(&w, far, 2, 0, 1, BLUR_PX), 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_upper_one_is_told),
        cmocka_unit_test(a_bare_face_leaves_it_open),
        cmocka_unit_test(what_is_hidden_tells_nothing),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
