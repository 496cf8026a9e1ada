/* The zero test on positions made by hand, and on a card seen by a known camera. */
#include "calib/known_lengths.h"

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/picture/drawn_charuco_board.h"
#include "tests/fixture/unit.h"

static sq_position position;

static void put(int wink, double x, double y, sq_place place) {
    position.winks[position.wink_count++] = hand_made_wink((sq_wink)wink, x, y, place);
}

/* Winks 0 and 1 are large and small of some colour, whatever the order of the set. */
static sq_wink of_size(sq_size size, int nth) {
    int n = 0;
    for (int w = 0; w < SQ_USUAL_WINKS; w++)
        if (sq_wink_size((sq_wink)w) == size && n++ == nth) return (sq_wink)w;
    fail_msg("no such wink");
    return SQ_NO_WINK;
}

static void what_touches_is_measured(void **state) {
    (void)state;
    position = (sq_position){.pot_found = true};
    put(of_size(SQ_LARGE, 0), 300, 0, SQ_PLACE_MAT);
    put(of_size(SQ_LARGE, 1), 322.3, 0, SQ_PLACE_MAT); /* 0.3 too far */
    put(of_size(SQ_SMALL, 0), -300, 100, SQ_PLACE_MAT);
    put(of_size(SQ_LARGE, 2), -300, 118.9, SQ_PLACE_MAT); /* 0.1 too near */
    put(of_size(SQ_SMALL, 1), -100, -200, SQ_PLACE_MAT);
    put(of_size(SQ_SMALL, 2), -84, -200, SQ_PLACE_MAT);
    put(of_size(SQ_SMALL, 3), 200, 200, SQ_PLACE_MAT); /* alone */
    put(of_size(SQ_LARGE, 3), -900, 400, SQ_PLACE_BASELINE);
    put(of_size(SQ_LARGE, 4), -880, 400, SQ_PLACE_BASELINE); /* as they were poured */
    sq_zero z = {.count = 0};
    sq_zero_add_position(&z, &position);
    assert_int_equal(z.count, 3);
    sq_zero_sum s = sq_zero_summary(&z);
    assert_near(s.worst_mm, 0.3, 1e-9);
    assert_near(s.mean_mm, 0.2 / 3, 1e-9);
    assert_near(s.rms_mm, sqrt(0.1 / 3), 1e-9);
    assert_near(z.one[s.worst].true_mm, 22, 1e-12);
}

/* It counts, for a wrong scale makes winks that touch look so; but it is told. */
static void a_pair_that_looks_squopped_is_marked(void **state) {
    (void)state;
    position = (sq_position){.pot_found = true};
    for (int i = 0; i < 2; i++)
        put(of_size(SQ_LARGE, i), 300 + 21 * i, 0, SQ_PLACE_MAT);
    for (int i = 0; i < 2; i++)
        put(of_size(SQ_SMALL, i), -300 + 16 * i, 0, SQ_PLACE_MAT);
    position.squops[position.squop_count++] = (sq_squop){.over = 1, .under = 0, .call = SQ_CALL_SQUOPPED};
    position.squops[position.squop_count++] = (sq_squop){.over = 3, .under = 2, .call = SQ_CALL_LOOK};
    sq_zero z = {.count = 0};
    sq_zero_add_position(&z, &position);
    assert_int_equal(z.count, 2);
    assert_true(z.one[0].squopped);
    assert_false(z.one[1].squopped);
}

/* The wall is concave: of the 5 mm by which it leans outwards 0.06 are in a wink's thickness. */
static void a_wink_at_the_pot_is_measured(void **state) {
    (void)state;
    position = (sq_position){.pot_found = true, .pot = {1, 0}};
    put(of_size(SQ_SMALL, 0), 1, 19 + 8 + 0.06, SQ_PLACE_MAT);
    position.winks[0].seen = 0.5;
    sq_zero z = {.count = 0};
    sq_zero_add_position(&z, &position);
    assert_int_equal(z.count, 1);
    assert_int_equal(z.one[0].kind, SQ_ZERO_POT);
    assert_near(z.one[0].measured_mm, z.one[0].true_mm, 0.01);
    position.winks[0].pot_supported = true;
    z.count = 0;
    sq_zero_add_position(&z, &position);
    assert_int_equal(z.count, 0);
}

static void a_card_tells_a_wrong_scale(void **state) {
    (void)state;
    static const sq_board b = {9, 6, 29};
    sq_camera c = drawn_camera(1920, 1080, 1500, (sq_mm3){0, 0, 1500}, (sq_mm){0, 0}, 0);
    sq_board_view v = {.count = 0};
    for (int k = 0; k < sq_board_corners(&b); k++) {
        sq_mm p = sq_board_corner(&b, k);
        v.corner[v.count] = k;
        v.at[v.count++] = sq_px_from_mm3(&c, (sq_mm3){100 + p.x, 50 - p.y, 0.1});
    }
    sq_zero z = {.count = 0};
    sq_zero_add_card(&z, &c, &b, &v, 0.1);
    assert_int_equal(z.count, 5 + 8);
    assert_near(sq_zero_summary(&z).worst_mm, 0, 1e-6);
    c.fx *= 1.01;
    c.fy *= 1.01;
    z.count = 0;
    sq_zero_add_card(&z, &c, &b, &v, 0.1);
    assert_near(sq_zero_summary(&z).worst_mm, 7 * 29 * 0.01, 0.03);
    assert_true(sq_zero_summary(&z).mean_mm < -1);
}

static void a_full_list_is_told(void **state) {
    (void)state;
    static sq_zero z;
    position = (sq_position){.pot_found = false};
    for (int i = 0; i < 2; i++)
        put(of_size(SQ_LARGE, i), 22 * i, 0, SQ_PLACE_MAT);
    for (int i = 0; i <= SQ_ZERO_CAP; i++)
        sq_zero_add_position(&z, &position);
    assert_int_equal(z.count, SQ_ZERO_CAP);
    assert_true(z.truncated);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_touches_is_measured),
        cmocka_unit_test(a_pair_that_looks_squopped_is_marked),
        cmocka_unit_test(a_wink_at_the_pot_is_measured),
        cmocka_unit_test(a_card_tells_a_wrong_scale),
        cmocka_unit_test(a_full_list_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
