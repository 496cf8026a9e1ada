/* Merge: two looks at one rest. What either saw is there; two looks are surer than one, but not twice. */
#include "vision/position/merge_observations.h"

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"

#define W(name) sq_wink_from_name(name)

static sq_position merged;

static const sq_squop *pair_at(const sq_position *p, int over, int under) {
    for (int i = 0; i < p->squop_count; i++)
        if (p->squops[i].over == over && p->squops[i].under == under) return &p->squops[i];
    fail_msg("no pair %d over %d", over, under);
    return NULL;
}

static void an_overlooked_wink_is_taken_from_the_other_look(void **state) {
    (void)state;
    sq_position a = hand_made_start(), b = a;
    hand_made_put(&a, W("R1"), W("R1"), 200, 100, SQ_PLACE_MAT);
    hand_made_put(&a, W("b1"), W("b1"), 208, 100, SQ_PLACE_MAT);
    hand_made_squop(&a, W("b1"), W("R1"), 0.9);
    hand_made_lose(&b, W("R1"));
    sq_position_merge(&merged, &a, &b);
    assert_int_equal(merged.wink_count, SQ_USUAL_WINKS + 1); /* b1 lies elsewhere in the other look */
    hand_made_put(&b, W("b1"), W("b1"), 208.1, 100, SQ_PLACE_MAT);
    sq_position_merge(&merged, &a, &b);
    assert_int_equal(merged.wink_count, SQ_USUAL_WINKS);
    const sq_seen_wink *found = &merged.winks[SQ_USUAL_WINKS - 1];
    assert_int_equal(found->colour, SQ_RED);
    assert_near(found->at.x, 200, 1e-9);
    assert_near(pair_at(&merged, W("b1"), SQ_USUAL_WINKS - 1)->probability, 0.9, 1e-9);
    assert_int_equal(merged.unseen[SQ_RED][SQ_LARGE], 0);
    assert_int_equal(merged.tiddlies[SQ_RED].high, 1); /* it may lie free */
}

static void a_wink_seen_twice_lies_between_and_is_surer(void **state) {
    (void)state;
    sq_position a = hand_made_start(), b = a;
    b.winks[3].at.x += 0.2;
    sq_position_merge(&merged, &a, &b);
    assert_int_equal(merged.wink_count, SQ_USUAL_WINKS);
    assert_near(merged.winks[3].at.x, a.winks[3].at.x + 0.1, 1e-9);
    assert_true(merged.winks[3].sigma_mm < 0.1);
    assert_true(merged.winks[3].sigma_mm > 0.1 / sqrt(2)); /* independent looks would be as sure as this */
}

/* Where one look makes one wink of a face, and the other two, there are neither three nor two. */
static void a_pile_is_explained_once(void **state) {
    (void)state;
    sq_position one = hand_made_start(), two = one;
    hand_made_put(&one, W("G1"), W("G1"), 200, 117, SQ_PLACE_MAT);
    hand_made_put(&one, W("R1"), W("R1"), 200, 100, SQ_PLACE_MAT);
    hand_made_squop(&one, W("G1"), W("R1"), 0.9);
    hand_made_put(&two, W("G1"), W("G1"), 200, 121, SQ_PLACE_MAT);
    hand_made_put(&two, W("r1"), W("r1"), 203.3, 100, SQ_PLACE_MAT);
    hand_made_put(&two, W("r2"), W("r2"), 196.7, 99, SQ_PLACE_MAT);
    hand_made_lose(&one, W("r2"));
    hand_made_lose(&one, W("r1"));
    hand_made_lose(&two, W("R1"));
    for (int later = 0; later < 2; later++) {
        sq_position_merge(&merged, later ? &one : &two, later ? &two : &one);
        assert_int_equal(merged.wink_count, SQ_USUAL_WINKS - 2);
        double over = 0;
        for (int i = 0; i < merged.squop_count; i++)
            over += merged.squops[i].probability;
        assert_near(over, 0.9, 1e-9);
    }
}

/* Two winks of different colours nearly above one another stay two. */
static void likes_are_matched_first(void **state) {
    (void)state;
    sq_position a = hand_made_start(), b;
    hand_made_put(&a, W("R1"), W("R1"), 200, 100, SQ_PLACE_MAT);
    hand_made_put(&a, W("B1"), W("B1"), 201, 100, SQ_PLACE_MAT);
    b = a;
    b.winks[W("R1")].at.x = 200.8;
    sq_position_merge(&merged, &a, &b);
    assert_int_equal(merged.wink_count, SQ_USUAL_WINKS);
    assert_near(merged.winks[W("R1")].at.x, 200.4, 1e-9);
    assert_near(merged.winks[W("B1")].at.x, 201, 1e-9);
}

static double told(double first, double second) {
    sq_position a = hand_made_start(), b;
    hand_made_put(&a, W("R1"), W("R1"), 200, 100, SQ_PLACE_MAT);
    hand_made_put(&a, W("b1"), W("b1"), 210, 100, SQ_PLACE_MAT);
    b = a;
    hand_made_squop(&a, W("b1"), W("R1"), first);
    hand_made_squop(&a, W("R1"), W("b1"), 0.99 - first);
    hand_made_squop(&b, W("b1"), W("R1"), second);
    hand_made_squop(&b, W("R1"), W("b1"), 0.99 - second);
    sq_position_merge(&merged, &a, &b);
    return pair_at(&merged, W("b1"), W("R1"))->probability;
}

static void orders_that_agree_stay_and_others_wear_down(void **state) {
    (void)state;
    assert_true(told(0.95, 0.5) > 0.94);
    assert_true(told(0.95, 0.95) < 0.99); /* the same edge was seen twice */
    assert_near(told(0.95, 0.04), 0.5, 0.02);
}

static void a_hand_that_one_look_shows_is_not_there(void **state) {
    (void)state;
    sq_position a = hand_made_start(), b = a;
    a.region_count = 1;
    a.regions[0] = (sq_region){{0, 0}, 80};
    sq_position_merge(&merged, &a, &b);
    assert_int_equal(merged.region_count, 0);
    sq_position_merge(&merged, &b, &a);
    assert_int_equal(merged.region_count, 0);
    sq_position_merge(&merged, &a, &a);
    assert_int_equal(merged.region_count, 1);
    b.region_count = 2; /* one where a shows another, one far from it */
    b.regions[0] = (sq_region){{500, 100}, 60};
    b.regions[1] = (sq_region){{90, 0}, 30};
    sq_position_merge(&merged, &a, &b);
    assert_int_equal(merged.region_count, 1);
    assert_near(merged.regions[0].at.x, 90, 0);
    b.region_count = 1;
    sq_position_merge(&merged, &a, &b);
    assert_int_equal(merged.region_count, 0);
}

static void more_than_a_position_holds_is_reported(void **state) {
    (void)state;
    sq_position a = {0}, b = {0};
    for (int i = 0; i < SQ_SEEN_CAP; i++) {
        a.winks[a.wink_count++] = hand_made_wink(0, 25 * i, 100, SQ_PLACE_MAT);
        b.winks[b.wink_count++] = hand_made_wink(0, 25 * i, -100, SQ_PLACE_MAT);
    }
    sq_position_merge(&merged, &a, &b);
    assert_int_equal(merged.wink_count, SQ_SEEN_CAP);
    assert_true(merged.truncated);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_overlooked_wink_is_taken_from_the_other_look),
        cmocka_unit_test(a_wink_seen_twice_lies_between_and_is_surer),
        cmocka_unit_test(a_pile_is_explained_once),
        cmocka_unit_test(likes_are_matched_first),
        cmocka_unit_test(orders_that_agree_stay_and_others_wear_down),
        cmocka_unit_test(a_hand_that_one_look_shows_is_not_there),
        cmocka_unit_test(more_than_a_position_holds_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
