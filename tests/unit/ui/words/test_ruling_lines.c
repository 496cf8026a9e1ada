/* How the game stands, as pictures show it. */
#include "ui/words/ruling_lines.h"

#include "tests/fixture/unit.h"

/* The pages show whole seconds that are left; a begun second is gone. */
static void the_time_left_is_that_of_the_pages(void **state) {
    (void)state;
    sq_ruling_standing standing;
    sq_state s = sq_state_none();
    s.playing = true;
    s.clock.limit = 1500 * (sq_us)SQ_US_PER_S;
    s.clock.counted = SQ_US_PER_S / 2;
    sq_ruling_standing_of(&standing, &s);
    assert_int_equal(standing.limit_s - standing.elapsed_s, 1499);
    s.clock.counted = SQ_US_PER_S;
    sq_ruling_standing_of(&standing, &s);
    assert_int_equal(standing.limit_s - standing.elapsed_s, 1499);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_left_is_that_of_the_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
