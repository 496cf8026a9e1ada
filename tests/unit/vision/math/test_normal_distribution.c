/* The normal distribution, against Abramowitz and Stegun's table 26.1 and 26.2, and its own derivative. */
#include "vision/math/normal_distribution.h"

#include <math.h>

#include "tests/fixture/unit.h"

static void it_is_what_the_tables_say(void **state) {
    (void)state;
    assert_near(sq_normal_below(0), 0.5, 1e-15);
    assert_near(sq_normal_below(1), 0.841344746068543, 1e-14);
    assert_near(sq_normal_below(-1.96), 0.024997895148220, 1e-14);
    assert_near(sq_normal_density(0), 0.398942280401433, 1e-14);
    assert_near(sq_normal_density(2), 0.053990966513188, 1e-14);
}

/* The probability of an error of ten deviations is small but not nothing. */
static void the_tail_keeps_its_digits(void **state) {
    (void)state;
    assert_near(sq_normal_below(-10) / 7.61985302416053e-24, 1, 1e-10);
    assert_near(sq_normal_below(10), 1, 0);
}

static void the_density_is_the_slope(void **state) {
    (void)state;
    for (double z = -4, h = 1e-4; z <= 4; z += 0.25)
        assert_near((sq_normal_below(z + h) - sq_normal_below(z - h)) / (2 * h), sq_normal_density(z), 1e-8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_what_the_tables_say),
        cmocka_unit_test(the_tail_keeps_its_digits),
        cmocka_unit_test(the_density_is_the_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
