/* Traces: what the changed picture tells of winks that the eye overlooks. */
#include "vision/play/change_traces.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"
#include "vision/play/play_priors.h"

#define W(name) sq_wink_from_name(name)

static sq_tracked then;
static sq_position now;
static sq_changed_cells cells;
static sq_seen_wink traces[SQ_TRACES];

static void mark(double x, double y, double radius) {
    for (int i = 0; i < SQ_CHANGED_Y; i++)
        for (int k = 0; k < SQ_CHANGED_X; k++)
            if (sq_mm_distance(sq_changed_at(k, i), (sq_mm){x, y}) < radius + 1) cells[i][k] = 1;
}

/* Hand-made names by index: w lies where disc w lies. */
static int lay_out(void **state) {
    (void)state;
    sq_position p = hand_made_start();
    p.t = 5;
    hand_made_put(&p, W("R1"), W("R1"), 100, 50, SQ_PLACE_MAT);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        p.winks[w].id = w;
    sq_track_named(&then, &p);
    memset(cells, 0, sizeof cells);
    now = p;
    return 0;
}

/* In a film where changes reach so far beyond the rims of what made them. */
static int find_where_they_reach(double mm) {
    sq_changed_from_cells(&now.changed, 5, cells);
    return sq_traces_find(traces, &then, &now, mm);
}

static int find(void) {
    return find_where_they_reach(sq_trace_usual_halo_mm());
}

static void nothing_changed_and_there_is_none(void **state) {
    (void)state;
    assert_int_equal(find(), 0);
    assert_near(sq_trace_changed_old_place(&then, &now, W("R1")), 0, 0);
    assert_near(sq_trace_changed_in_pot(&then, &now), 0, 0);
}

static void a_wink_that_the_eye_overlooks_where_it_lands(void **state) {
    (void)state;
    mark(now.winks[W("b1")].at.x, now.winks[W("b1")].at.y, 8);
    mark(-200, 120, 8);
    hand_made_lose(&now, W("b1"));
    assert_int_equal(find(), 1);
    assert_near(traces[0].at.x, -200, 1);
    assert_near(traces[0].at.y, 120, 1);
    assert_int_equal(traces[0].size, SQ_SMALL);
    assert_near(traces[0].seen, 0, 0);
    assert_near(sq_trace_changed_old_place(&then, &now, W("b1")), 1, 0.1);
}

static void a_large_one(void **state) {
    (void)state;
    mark(-200, 120, 11);
    assert_int_equal(find(), 1);
    assert_int_equal(traces[0].size, SQ_LARGE);
}

/* A codec spreads what changes by some mm: a small wink's change is then as large as a large one's usual one,
 * and a large one's is larger than any wink. */
static void a_film_that_spreads_changes_spreads_all_alike(void **state) {
    (void)state;
    const double more = 3;
    mark(-200, 120, 8 + more);
    mark(-400, 120, 11 + more + 1);
    assert_int_equal(find(), 1);
    assert_int_equal(traces[0].size, SQ_LARGE);
    assert_int_equal(find_where_they_reach(sq_trace_usual_halo_mm() + more), 2);
    for (int i = 0; i < 2; i++)
        assert_int_equal(traces[i].size, traces[i].at.x < -300 ? SQ_LARGE : SQ_SMALL);
    mark(-600, 120, 5.5); /* as large as half of a wink usually is */
    assert_int_equal(find(), 2);
    assert_int_equal(find_where_they_reach(sq_trace_usual_halo_mm() + more), 2);
}

/* As the places tell that winks have left, or where they have come: not where two changes run together. */
static void how_far_changes_reach_shows_about_those_that_moved(void **state) {
    (void)state;
    double sum = 0;
    const sq_mm from = now.winks[W("b1")].at;
    hand_made_put(&now, W("b1"), W("b1"), -200, 120, SQ_PLACE_MAT);
    mark(from.x, from.y, 8 + 3);
    mark(-200, 120, 8 + 4);
    mark(200, -120, 20); /* nothing that is known */
    find();
    assert_int_equal(sq_trace_halos(&sum, &then, &now), 2);
    assert_near(sum, 2 + 3 + 4, 1); /* each reaches a mm beyond what was marked */
    mark(-180, 120, 8);
    find();
    sum = 0;
    assert_int_equal(sq_trace_halos(&sum, &then, &now), 1);
    assert_near(sum, 1 + 3, 0.5);
}

static void what_is_seen_to_move_leaves_none(void **state) {
    (void)state;
    mark(now.winks[W("b1")].at.x, now.winks[W("b1")].at.y, 8);
    mark(-200, 120, 8);
    hand_made_put(&now, W("b1"), W("b1"), -200, 120, SQ_PLACE_MAT);
    assert_int_equal(find(), 0);
}

/* It slides by less than its width: the middle of it is as before. */
static void nor_does_what_slides(void **state) {
    (void)state;
    mark(100, 50, 11);
    mark(110, 50, 11);
    hand_made_put(&now, W("R1"), W("R1"), 110, 50, SQ_PLACE_MAT);
    assert_int_equal(find(), 0);
}

static void one_that_lands_upon_another(void **state) {
    (void)state;
    mark(104, 55, 8);
    hand_made_lose(&now, W("R1"));
    assert_int_equal(find(), 1);
    assert_near(traces[0].at.x, 104, 1);
    assert_near(traces[0].at.y, 55, 1);
    double left = sq_trace_changed_old_place(&then, &now, W("R1"));
    assert_true(left > SQ_TRACE_STAYED_SHARE && left < SQ_TRACE_LEFT_SHARE);
}

/* A part of its place has changed, and one of its colour lies there: whether it is the same nobody knows. */
static void its_like_hides_whether_a_wink_has_left(void **state) {
    (void)state;
    mark(110, 50, 11);
    hand_made_put(&now, W("R1"), W("R1"), 104, 50, SQ_PLACE_MAT);
    find();
    assert_near(sq_trace_changed_old_place(&then, &now, W("R1")), NAN, 0);
}

/* R1 comes from b1's place: half of a wink beside it is its shadow, a whole one another wink. */
static void what_is_left_beside_one_that_came_is_its_shadow(void **state) {
    (void)state;
    mark(100, 50, 11);
    mark(-200, 120, 11);
    hand_made_put(&now, W("R1"), W("R1"), -200, 120, SQ_PLACE_MAT);
    mark(-180, 122, 4);
    mark(-180, 130, 4);
    assert_int_equal(find(), 0);
    mark(-172, 126, 8);
    assert_int_equal(find(), 1);
}

/* b1 comes to lie there, and all of a wink's size changes beside it. Returns how many traces that leaves. */
static int come_down_at(double x, double y) {
    const sq_mm from = then.wink[W("b1")].last.at;
    memset(cells, 0, sizeof cells);
    mark(from.x, from.y, 8);
    mark(x, y, 8);
    mark(x + 20, y + 6, 8);
    hand_made_put(&now, W("b1"), W("b1"), x, y, SQ_PLACE_MAT);
    return find();
}

/* R1 is overlooked under it: it leans, and its shadow may be as large as a wink. */
static void one_that_hides_another_leans_on_it(void **state) {
    (void)state;
    assert_int_equal(come_down_at(-200, 120), 1);
    hand_made_lose(&now, W("R1"));
    assert_int_equal(come_down_at(108, 56), 0);
}

/* What the eye makes of a heap that lies as it lay explains nothing that changes beside it. */
static void a_disc_where_nothing_changed_casts_no_shadow(void **state) {
    (void)state;
    hand_made_put(&now, W("R1"), W("b1"), 98, 52, SQ_PLACE_MAT);
    hand_made_put(&now, W("b1"), W("b2"), 103, 48, SQ_PLACE_MAT);
    mark(124, 60, 8);
    assert_int_equal(find(), 1);
    assert_near(sq_trace_changed_new_place(&then, &now, &now.winks[W("b1")]), 0, 0.1);
}

static void cover(double x, double y, double radius) {
    now.regions[now.region_count++] = (sq_region){{x, y}, radius};
}

/* R1 is struck away; b1 lies there, mirrors a lamp, and is only something to the eye. */
static void what_the_eye_does_not_know_where_another_left(void **state) {
    (void)state;
    mark(100, 50, 11);
    mark(-200, 120, 11);
    hand_made_put(&now, W("R1"), W("R1"), -200, 120, SQ_PLACE_MAT);
    hand_made_lose(&now, W("b1"));
    assert_int_equal(find(), 0);
    cover(104, 56, 7);
    assert_int_equal(find(), 1);
    assert_near(traces[0].at.x, 104, 0.1);
    assert_near(traces[0].at.y, 56, 0.1);
    assert_int_equal(traces[0].size, SQ_SMALL);
}

/* More has changed about it than a wink would change. */
static void a_large_one_that_the_eye_does_not_know(void **state) {
    (void)state;
    mark(-300, -100, 45);
    cover(-300, -100, 10.5);
    assert_int_equal(find(), 1);
    assert_int_equal(traces[0].size, SQ_LARGE);
    assert_near(traces[0].edge_to_pot_mm, hypot(300, 100) - (SQ_LARGE_MM + SQ_POT_BASE_MM) / 2, 1e-6);
}

static void what_was_there_before_or_is_no_wink_leaves_none(void **state) {
    (void)state;
    cover(-200, 120, 8);
    assert_int_equal(find(), 0);
    mark(-300, -100, 45);
    cover(-300, -100, 40);
    assert_int_equal(find(), 0);
}

static void a_hand_is_no_wink(void **state) {
    (void)state;
    mark(-200, 120, 45);
    assert_int_equal(find(), 0);
}

static void what_changes_all_over_is_no_wink(void **state) {
    (void)state;
    for (int i = 0; i <= SQ_TRACES; i++) {
        assert_int_equal(find(), i);
        mark(-300 + 60 * i, 120, 8);
    }
    assert_int_equal(find(), 0);
}

/* Parts of a wink's size everywhere, as a codec leaves them that draws the whole picture anew; a wink that
 * nobody has touched is drawn anew as well. */
static void a_whole_wink_stands_out_of_many_parts(void **state) {
    (void)state;
    for (int i = 0; i <= SQ_TRACES; i++)
        mark(-300 + 60 * i, -120, 6);
    assert_int_equal(find(), 0);
    mark(100, 50, 11);
    mark(-200, 120, 8);
    mark(-100, 120, 5.5);
    mark(-91, 129, 5.5); /* long, but as wide as high */
    assert_int_equal(find(), 1);
    assert_near(traces[0].at.x, -200, 1);
    assert_near(traces[0].at.y, 120, 1);
}

static void what_falls_into_the_pot_shows_there(void **state) {
    (void)state;
    mark(3, -4, 8);
    assert_int_equal(find(), 0);
    assert_true(sq_trace_changed_in_pot(&then, &now) > SQ_TRACE_POT_SHARE);
    now.changed.dazzled = true;
    assert_near(sq_trace_changed_in_pot(&then, &now), NAN, 0);
}

static void changes_since_another_rest_tell_nothing(void **state) {
    (void)state;
    mark(-200, 120, 8);
    then.position.t = 4;
    assert_int_equal(find(), 0);
    assert_near(sq_trace_changed_old_place(&then, &now, W("R1")), NAN, 0);
    assert_near(sq_trace_changed_in_pot(&then, &now), NAN, 0);
}

static void what_a_codec_draws_anew_has_changed_by_itself(void **state) {
    (void)state;
    find();
    assert_near(sq_trace_changed_by_itself(&then, &now), 0, 0);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        mark(now.winks[w].at.x, now.winks[w].at.y, 4);
    now.winks[W("b1")].at = (sq_mm){-200, 120}; /* it was played: what changes there is not counted */
    mark(then.wink[W("b1")].last.at.x, then.wink[W("b1")].last.at.y, 30);
    find();
    assert_near(sq_trace_changed_by_itself(&then, &now), 0.4, 0.2);
    now.changed.since = 3;
    assert_near(sq_trace_changed_by_itself(&then, &now), NAN, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nothing_changed_and_there_is_none, lay_out),
        cmocka_unit_test_setup(a_wink_that_the_eye_overlooks_where_it_lands, lay_out),
        cmocka_unit_test_setup(a_large_one, lay_out),
        cmocka_unit_test_setup(a_film_that_spreads_changes_spreads_all_alike, lay_out),
        cmocka_unit_test_setup(how_far_changes_reach_shows_about_those_that_moved, lay_out),
        cmocka_unit_test_setup(what_is_seen_to_move_leaves_none, lay_out),
        cmocka_unit_test_setup(nor_does_what_slides, lay_out),
        cmocka_unit_test_setup(one_that_lands_upon_another, lay_out),
        cmocka_unit_test_setup(its_like_hides_whether_a_wink_has_left, lay_out),
        cmocka_unit_test_setup(what_is_left_beside_one_that_came_is_its_shadow, lay_out),
        cmocka_unit_test_setup(one_that_hides_another_leans_on_it, lay_out),
        cmocka_unit_test_setup(a_disc_where_nothing_changed_casts_no_shadow, lay_out),
        cmocka_unit_test_setup(what_the_eye_does_not_know_where_another_left, lay_out),
        cmocka_unit_test_setup(a_large_one_that_the_eye_does_not_know, lay_out),
        cmocka_unit_test_setup(what_was_there_before_or_is_no_wink_leaves_none, lay_out),
        cmocka_unit_test_setup(a_hand_is_no_wink, lay_out),
        cmocka_unit_test_setup(what_changes_all_over_is_no_wink, lay_out),
        cmocka_unit_test_setup(a_whole_wink_stands_out_of_many_parts, lay_out),
        cmocka_unit_test_setup(what_falls_into_the_pot_shows_there, lay_out),
        cmocka_unit_test_setup(changes_since_another_rest_tell_nothing, lay_out),
        cmocka_unit_test_setup(what_a_codec_draws_anew_has_changed_by_itself, lay_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
