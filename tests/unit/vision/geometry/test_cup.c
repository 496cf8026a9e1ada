/* The shape of the cup: the rules' sizes, a concave side, and what another flare would change. */
#include "vision/geometry/cup.h"

#include <math.h>

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/unit.h"

static void base_and_top_are_the_rules(void **state) {
    (void)state;
    assert_near(sq_cup_radius_mm(0), SQ_POT_BASE_MM / 2, 1e-12);
    assert_near(sq_cup_radius_mm(SQ_POT_HEIGHT_MM), SQ_POT_TOP_MM / 2, 1e-12);
    assert_near(sq_cup_radius_mm(-1), SQ_POT_BASE_MM / 2, 1e-12);
    assert_near(sq_cup_radius_mm(SQ_POT_HEIGHT_MM + 1), SQ_POT_TOP_MM / 2, 1e-12);
}

/* Rule 2.4: everywhere between base and top it is narrower than a cone, and widens the higher the faster. */
static void the_side_is_concave(void **state) {
    (void)state;
    double before = 0;
    for (double z = 1; z < SQ_POT_HEIGHT_MM; z++) {
        double cone = (SQ_POT_BASE_MM + (SQ_POT_TOP_MM - SQ_POT_BASE_MM) * z / SQ_POT_HEIGHT_MM) / 2;
        double slope = sq_cup_radius_mm(z) - sq_cup_radius_mm(z - 1);
        assert_true(sq_cup_radius_mm(z) < cone);
        assert_true(slope > before);
        before = slope;
    }
}

static void another_flare_changes_the_side_between(void **state) {
    (void)state;
    const double step = 1e-4, z = 12;
    double up = z / SQ_POT_HEIGHT_MM, half = (SQ_POT_TOP_MM - SQ_POT_BASE_MM) / 2;
    double other = SQ_POT_BASE_MM / 2 + half * sq_cup_widening(up, sq_cup_flare() + step);
    assert_near((sq_cup_radius_mm(z) - other) / step, sq_cup_radius_per_flare_mm(z), 1e-3);
    assert_near(sq_cup_radius_per_flare_mm(0), 0, 0);
    assert_near(sq_cup_radius_per_flare_mm(SQ_POT_HEIGHT_MM), 0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base_and_top_are_the_rules),
        cmocka_unit_test(the_side_is_concave),
        cmocka_unit_test(another_flare_changes_the_side_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
