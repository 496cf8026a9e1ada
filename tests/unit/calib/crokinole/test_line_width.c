/* Lines of known width, blurred as a lens does and as software does: their width is told, or how little is
 * known of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include "calib/crokinole/line_width.h"
#include "vision/math/normal_distribution.h"

enum { FINE = 2, MIDDLE = 10 * FINE, SAMPLES = 2 * MIDDLE + 1 };

/* Across a line of `wide` pixels that lies `off` pixels beyond the middle; levels: what is blurred is not
 * light, but its levels. */
static void draw(double wide, double blur, double off, float ground, float line, bool levels,
                 float out[SAMPLES]) {
    for (int i = 0; i < SAMPLES; i++) {
        double at = (double)(i - MIDDLE) / FINE - off;
        double share = sq_normal_below((wide / 2 - at) / blur) - sq_normal_below((-wide / 2 - at) / blur);
        double value = (double)ground + share * (double)(line - ground);
        out[i] = (float)(levels ? 255 * pow(value / 255, 2.2) : value);
    }
}

static sq_line_width width(double wide, double blur, bool levels, double edges_px, float line) {
    float value[SAMPLES];
    const float ground = 120;
    draw(wide, blur, 0.3, ground, line, levels, value);
    return sq_line_width_of(&(sq_line_profile){MIDDLE, FINE, value}, edges_px);
}

static void a_look_is_as_wide_as_half_of_its_height(void **state) {
    (void)state;
    float value[SAMPLES];
    for (int bright = 0; bright < 2; bright++) {
        draw(4, 0.5, 0.3, 120, bright ? 200 : 30, false, value);
        sq_seen_width look = sq_seen_width_of(&(sq_line_profile){MIDDLE, FINE, value});
        assert_true(fabs(look.half_px - 2) < 0.03);
        assert_true(fabs(look.off_px - 0.3) < 0.03);
    }
}

static void a_sharp_line_is_told_to_a_tenth_of_a_pixel(void **state) {
    (void)state;
    for (double wide = 2; wide < 6; wide += 0.5)
        for (int bright = 0; bright < 2; bright++) {
            sq_line_width w = width(wide, 0.53, false, 0.4, bright ? 200 : 30);
            assert_true(fabs(w.px - wide) < 0.1 + w.sigma_px / 2);
            assert_true(w.sigma_px < 0.45);
        }
}

/* At half of its height a line of two pixels seems four wide. */
static void a_blurred_line_is_no_wider(void **state) {
    (void)state;
    for (double wide = 2; wide < 6; wide += 0.5)
        for (int bright = 0; bright < 2; bright++)
            for (int levels = 0; levels < 2; levels++) {
                sq_line_width w = width(wide, 1.6, levels, 1.55, bright ? 200 : 30);
                assert_true(fabs(w.px - wide) < 2.5 * w.sigma_px);
                assert_true(w.sigma_px < 1.2);
            }
}

/* A pale line between a pale and a dark zone: no thin line of great height and blur is like it. */
static void a_line_between_two_grounds_is_as_wide(void **state) {
    (void)state;
    for (double wide = 2; wide < 4; wide += 0.25) {
        float value[SAMPLES];
        draw(wide, 0.6, 0, 30, 230, false, value);
        for (int i = 0; i < SAMPLES; i++) {
            double at = (double)(i - MIDDLE) / FINE;
            value[i] += (float)(140 * sq_normal_below((at - wide / 2) / 0.6));
        }
        sq_line_width w = sq_line_width_of(&(sq_line_profile){MIDDLE, FINE, value}, 0.3);
        assert_true(fabs(w.px - wide) < 0.5);
    }
}

/* Where no edge tells the blur, the shape alone does. */
static void without_edges_the_doubt_is_greater(void **state) {
    (void)state;
    sq_line_width told = width(3, 1.6, false, 1.55, 30), untold = width(3, 1.6, false, INFINITY, 30);
    assert_true(fabs(untold.px - 3) < 2.5 * untold.sigma_px);
    assert_true(untold.sigma_px > told.sigma_px);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_look_is_as_wide_as_half_of_its_height),
        cmocka_unit_test(a_sharp_line_is_told_to_a_tenth_of_a_pixel),
        cmocka_unit_test(a_blurred_line_is_no_wider),
        cmocka_unit_test(a_line_between_two_grounds_is_as_wide),
        cmocka_unit_test(without_edges_the_doubt_is_greater),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
