/* The probability of an overlap, against throwing dice; its call; and the list of squops. */
#include "vision/position/squop.h"

#include <stdlib.h>

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"

/* Against throwing dice: a gap measured with an error, how often is it below nought? */
static void the_probability_is_that_of_a_normal_error(void **state) {
    (void)state;
    enum { THROWS = 40000 };
    srand(7);
    for (double gap = -0.6; gap < 0.7; gap += 0.3) {
        int below = 0;
        for (int i = 0; i < THROWS; i++)
            below += gap + 0.25 * hand_made_normal() < 0;
        assert_near(sq_overlap_probability(gap, 0.25), (double)below / THROWS, 0.015);
    }
    assert_near(sq_overlap_probability(0, 0.1), 0.5, 1e-12);
    assert_near(sq_overlap_probability(30, 0.1), 0, 1e-12);
    assert_near(sq_overlap_probability(-30, 0.1), 1, 1e-12);
}

static void a_word_only_where_it_is_sure(void **state) {
    (void)state;
    for (int i = 0; i <= 1000; i++) {
        double p = i / 1000.0;
        sq_call c = sq_overlap_call(p);
        if (p > SQ_CALL_CERTAIN) assert_int_equal(c, SQ_CALL_SQUOPPED);
        if (p < 1 - SQ_CALL_CERTAIN) assert_int_equal(c, SQ_CALL_CLEAR);
        if (p < SQ_CALL_CERTAIN && p > 1 - SQ_CALL_CERTAIN + 1e-9) assert_int_equal(c, SQ_CALL_LOOK);
    }
}

/* A pair has one entry; one that is hardly possible has none; a full list says so. */
static void a_pair_is_listed_once(void **state) {
    (void)state;
    static sq_position p;
    p = hand_made_start();
    p.squop_count = 0;
    sq_position_put_squop(&p, 3, 4, 0.3);
    sq_position_put_squop(&p, 3, 4, 0.999);
    sq_position_put_squop(&p, 4, 3, SQ_SQUOP_REPORTED);
    assert_int_equal(p.squop_count, 1);
    assert_int_equal(sq_position_squop(&p, 3, 4), 0);
    assert_int_equal(sq_position_squop(&p, 4, 3), -1);
    assert_int_equal(p.squops[0].call, SQ_CALL_SQUOPPED);
    p.squop_count = SQ_PAIR_CAP;
    sq_position_put_squop(&p, 5, 6, 0.5);
    assert_true(p.truncated);
}

/* Both orders of a pair that overlaps, each with its part; a pair that is not listed does not overlap. */
static void an_overlap_is_two_squops(void **state) {
    (void)state;
    static sq_position p;
    p = hand_made_start();
    p.squop_count = 0;
    sq_position_put_overlap(&p, 3, 4, 0.8, 0.75);
    assert_int_equal(p.squop_count, 2);
    assert_near(sq_position_over(&p, 3, 4), 0.6, 1e-12);
    assert_near(sq_position_over(&p, 4, 3), 0.2, 1e-12);
    assert_near(sq_position_over(&p, 4, 5), 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_probability_is_that_of_a_normal_error),
        cmocka_unit_test(a_word_only_where_it_is_sure),
        cmocka_unit_test(a_pair_is_listed_once),
        cmocka_unit_test(an_overlap_is_two_squops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
