/* A position's words and counts. */
#include "vision/position/position.h"

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"

static void a_name_leads_back_to_its_place_and_call(void **state) {
    (void)state;
    for (int p = 0; p < SQ_PLACES; p++)
        assert_int_equal(sq_place_from_name(sq_place_name((sq_place)p)), p);
    for (int c = 0; c < SQ_CALLS; c++)
        assert_int_equal(sq_call_from_name(sq_call_name((sq_call)c)), c);
}

static void what_has_no_name_is_no_place_and_no_call(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "Mat", "mat ", "under the table"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_int_equal(sq_place_from_name(wrong[k]), SQ_PLACES);
        assert_int_equal(sq_call_from_name(wrong[k]), SQ_CALLS);
    }
    assert_string_equal(sq_place_name(SQ_PLACES), "?");
    assert_string_equal(sq_call_name(SQ_CALLS), "?");
}

/* Two large and four small winks of each colour make the set. */
static void winks_beyond_the_set_are_counted(void **state) {
    (void)state;
    sq_position p = hand_made_start();
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        for (int s = 0; s < SQ_SIZES; s++)
            assert_int_equal(sq_position_surplus(&p, (sq_colour)c, (sq_size)s), 0);
    for (int more = 1; more <= 3; more++) {
        p.winks[p.wink_count++] = hand_made_wink(sq_wink_from_name("G1"), 100.0 * more, 0, SQ_PLACE_MAT);
        assert_int_equal(sq_position_surplus(&p, SQ_GREEN, SQ_LARGE), more);
        assert_int_equal(sq_position_surplus(&p, SQ_GREEN, SQ_SMALL), 0);
        assert_int_equal(sq_position_surplus(&p, SQ_BLUE, SQ_LARGE), 0);
    }
    p.wink_count = 1;
    assert_int_equal(sq_position_surplus(&p, SQ_BLUE, SQ_SMALL), 0); /* too few are none too many */
}

static void a_wink_is_as_large_as_the_rules_say(void **state) {
    (void)state;
    sq_seen_wink large = {.size = SQ_LARGE}, small = {.size = SQ_SMALL};
    assert_near(sq_seen_radius_mm(&large), 11, 0.2); /* rule 2.2: 7/8 inch across */
    assert_near(sq_seen_radius_mm(&small), 8, 0.2);  /* 5/8 inch */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_leads_back_to_its_place_and_call),
        cmocka_unit_test(what_has_no_name_is_no_place_and_no_call),
        cmocka_unit_test(winks_beyond_the_set_are_counted),
        cmocka_unit_test(a_wink_is_as_large_as_the_rules_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
