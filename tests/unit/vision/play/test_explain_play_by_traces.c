/* Play: what has changed in the picture tells, whatever the eye makes of it. */
#include "vision/play/change_traces.h"

#include "tests/fixture/play_fixture.h"

static sq_changed_cells changed_cells;

static void change(double x, double y, double radius) {
    for (int i = 0; i < SQ_CHANGED_Y; i++)
        for (int k = 0; k < SQ_CHANGED_X; k++)
            if (sq_mm_distance(sq_changed_at(k, i), (sq_mm){x, y}) < radius + 1) changed_cells[i][k] = 1;
}

static void change_place(const sq_position *p, const char *name) {
    change(p->winks[W(name)].at.x, p->winks[W(name)].at.y, sq_seen_radius_mm(&p->winks[W(name)]));
}

/* As explain(); what is marked has changed from p to q. */
static void explain_changed(const sq_play_prior *prior, const sq_position *p, const sq_position *q) {
    sq_position then_at = *p, now_at = *q;
    then_at.t = 10;
    now_at.t = 12;
    sq_changed_from_cells(&now_at.changed, 10, changed_cells);
    explain(prior, &then_at, &now_at);
    memset(changed_cells, 0, sizeof changed_cells);
}

static void a_wink_that_the_eye_overlooks_came_to_rest_where_the_picture_changed(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    sq_play_prior prior = blue_to_play(0);
    hand_made_lose(&q, W("b2"));
    change_place(&p, "b2");
    change(-180, 60, 8);
    explain_changed(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b2", 0, 0);
    assert_true(now.wink[W("b2")].traced);
    assert_near(now.wink[W("b2")].last.at.x, -180, 1.5);
}

static void it_squops_what_it_came_to_rest_upon(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "R1", 200, 100);
    q = p;
    sq_play_prior prior = blue_to_play(BIT("R1"));
    hand_made_lose(&q, W("b2"));
    change_place(&p, "b2");
    change(208, 100, 8);
    explain_changed(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_true(is_over(assert_shot("b2", 0, 0), "b2", "R1"));
}

/* The eye makes nothing of either; all of R1's place has changed, and nothing else. */
static void one_that_vanishes_with_another_lies_upon_it(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "R1", 200, 100);
    q = p;
    sq_play_prior prior = blue_to_play(BIT("R1"));
    hand_made_lose(&q, W("R1"));
    hand_made_lose(&q, W("b2"));
    change_place(&p, "b2");
    change_place(&p, "R1");
    explain_changed(&prior, &p, &q);
    assert_int_equal(play.reading[0].kind, SQ_PLAY_SHOT);
    assert_true(is_over(assert_shot("b2", 0, 0), "b2", "R1"));
    assert_true(play.reading[0].probability > 0.8);
    sq_play_suppose(&now, &play.reading[0]);
    assert_true(now.wink[W("b2")].traced && now.wink[W("R1")].traced);
    assert_near(now.wink[W("b2")].last.at.x, 200, 1);
    assert_false(now.wink[W("b2")].astray || now.wink[W("R1")].away);
}

/* Potted by the record, out of sight at the last rest, and now seen there: no news. */
static void what_was_told_as_potted_is_not_potted_again(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q, r;
    put(&p, "g3", 74, -43);
    q = p;
    hand_made_lose(&q, W("g3"));
    track_by_hand(&p);
    sq_track_next(&now, &then, &q);
    then = now;
    r = p;
    hand_made_put(&r, W("g3"), W("g3"), 3, 4, SQ_PLACE_POT);
    put(&r, "b2", -100, 40);
    sq_track_next(&now, &then, &r);
    sq_play_prior prior = blue_to_play(BIT("g3"));
    prior.potted = BIT("g3");
    sq_play_explain(&play, &prior, &then, &now, &some_time);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b2", 0, 0);
}

/* b1 leaves a trace where it lands; at the next look nothing has changed, and it lies there still. */
static void what_left_a_trace_is_kept_in_mind(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p, r;
    sq_play_prior prior = blue_to_play(0);
    hand_made_lose(&q, W("b2"));
    change_place(&p, "b2");
    change(-180, 60, 8);
    explain_changed(&prior, &p, &q);
    then = now;
    r = q;
    r.t = 14;
    sq_changed_from_cells(&r.changed, 12, changed_cells); /* nothing */
    sq_track_next(&now, &then, &r);
    prior = blue_to_play(BIT("b2"));
    sq_play_explain(&play, &prior, &then, &now, &some_time);
    assert_reading(SQ_PLAY_NOTHING, true);
    const sq_tracked_wink *w = &now.wink[W("b2")];
    assert_true(w->index >= 0);
    assert_near(now.position.winks[w->index].at.x, -180, 1.5);
    assert_near(now.position.winks[w->index].seen, 0, 0);
}

static void what_falls_into_the_pot_unseen_shows_there(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "b2", 120, 40);
    q = p;
    sq_play_prior prior = blue_to_play(BIT("b2"));
    hand_made_lose(&q, W("b2"));
    change_place(&p, "b2");
    change(2, 3, 8);
    explain_changed(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b2", BIT("b2"), 0);
}

static void where_nothing_changed_an_overlooked_wink_lies_still(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "b2", 120, 40);
    q = p;
    sq_play_prior prior = blue_to_play(BIT("b2"));
    hand_made_lose(&q, W("b2"));
    explain_changed(&prior, &p, &q);
    assert_reading(SQ_PLAY_NOTHING, true);
    assert_true(now.wink[W("b2")].index >= 0); /* inferred */
}

/* b1 and b2 look alike; the eye tells b1 elsewhere, but nothing changed where b2 lay. */
static void of_two_alike_the_one_whose_place_changed_moved(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "b1", 100, 0);
    put(&p, "b2", 140, 0);
    q = p;
    put(&q, "b1", 120, 35);
    hand_made_lose(&q, W("b2"));
    sq_play_prior prior = blue_to_play(BIT("b1") | BIT("b2"));
    change_place(&p, "b1");
    change(120, 35, 8);
    explain_changed(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b1", 0, 0);
    assert_near(now.wink[W("b2")].last.at.x, 140, 0.5);
}

/* A second look finds it three millimetres off; nothing changed there. */
static void what_the_eye_shifts_has_not_moved(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "g1", 100, 0);
    q = p;
    put(&q, "g1", 103, 0);
    sq_play_prior prior = blue_to_play(BIT("g1"));
    explain_changed(&prior, &p, &q);
    assert_reading(SQ_PLAY_NOTHING, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wink_that_the_eye_overlooks_came_to_rest_where_the_picture_changed),
        cmocka_unit_test(it_squops_what_it_came_to_rest_upon),
        cmocka_unit_test(one_that_vanishes_with_another_lies_upon_it),
        cmocka_unit_test(what_was_told_as_potted_is_not_potted_again),
        cmocka_unit_test(what_left_a_trace_is_kept_in_mind),
        cmocka_unit_test(what_falls_into_the_pot_unseen_shows_there),
        cmocka_unit_test(where_nothing_changed_an_overlooked_wink_lies_still),
        cmocka_unit_test(of_two_alike_the_one_whose_place_changed_moved),
        cmocka_unit_test(what_the_eye_shifts_has_not_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
