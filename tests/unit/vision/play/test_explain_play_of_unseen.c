/* Play: what happened to winks that are out of sight, or were. */
#include "vision/play/identity_doubt.h"

#include "tests/fixture/play_fixture.h"

static void a_played_wink_that_vanished_is_a_question(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "b1", 60, 0);
    q = p;
    hand_made_lose(&q, W("b1"));
    sq_play_prior prior = blue_to_play(BIT("b1"));
    explain(&prior, &p, &q);
    assert_false(play.certain);
    assert_int_equal(play.doubt[0].kind, SQ_DOUBT_MISSING);
    assert_int_equal(play.doubt[0].wink, W("b1"));
    bool as_off = false, as_potted = false;
    for (int i = 0; i < play.reading_count; i++) {
        as_off |= play.reading[i].event.shot.off == BIT("b1") && play.reading[i].gone == BIT("b1");
        as_potted |= play.reading[i].event.shot.potted == BIT("b1") && play.reading[i].gone == BIT("b1");
    }
    assert_true(as_off && as_potted);
}

/* Where the eye overlooks one that nobody shot, the shot is none the less clear. */
static void a_slip_of_the_eye_beside_a_clear_shot(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "r1", 300, 300);
    q = p;
    put(&q, "b1", 60, 0);
    hand_made_lose(&q, W("r1"));
    sq_play_prior prior = blue_to_play(BIT("r1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b1", 0, 0);
    assert_int_equal(play.doubt[0].kind, SQ_DOUBT_MISSING); /* and the umpire hears of it */
    assert_int_equal(play.doubt[0].wink, W("r1"));
}

/* At the line where the rules want it: it came to rest there, or went off and was put back before all lay
 * still. A motion as long as two tells. */
static void a_wink_at_the_boundary_may_have_been_off(void **state) {
    (void)state;
    static const double twice_over[] = {1 / 30.0, 1, 30};
    for (int i = 0; i < 3; i++) {
        sq_position p = hand_made_start(), q = p;
        put(&q, "b2", -118, 427);
        sq_play_prior prior = blue_to_play(0);
        track_by_hand(&p);
        sq_track_next(&now, &then, &q);
        sq_play_hints hints = some_time;
        hints.twice_over = twice_over[i];
        sq_play_explain(&play, &prior, &then, &now, &hints);
        assert_shot("b2", 0, i ? BIT("b2") : 0);
        assert_int_equal(play.certain, i == 2);
    }
}

static void a_wink_that_was_nowhere_went_off_and_was_put_back(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    put(&q, "b2", -118, 427);
    sq_play_prior prior = blue_to_play(0);
    track_by_hand(&p);
    sq_track_next(&now, &then, &q);
    sq_play_hints hints = some_time;
    hints.vanished = BIT("b2");
    sq_play_explain(&play, &prior, &then, &now, &hints);
    assert_shot("b2", 0, BIT("b2"));
}

/* Whether anything was played at all cannot be seen: b2 may have gone from where nobody sees it to where
 * nobody sees it. */
static void a_wink_out_of_sight_may_be_played_unseen(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    sq_tracked before;
    hand_made_lose(&q, W("b2"));
    sq_play_prior prior = blue_to_play(0);
    track_by_hand(&p);
    sq_track_next(&before, &then, &q);
    sq_track_next(&now, &before, &q);
    sq_play_explain(&play, &prior, &before, &now, &some_time);
    assert_reading(SQ_PLAY_NOTHING, false);
    assert_int_equal(play.doubt[0].kind, SQ_DOUBT_MISSING);
    assert_int_equal(play.doubt[0].wink, W("b2"));
    bool as_potted = false;
    for (int i = 0; i < play.reading_count; i++)
        as_potted |= play.reading[i].event.shot.potted == BIT("b2");
    assert_true(as_potted);
}

/* r1 was played to where nobody sees it, and is what the region shows, or anything else: b1 comes down on
 * it. */
static void a_shot_onto_what_may_be_a_wink_is_a_question(void **state) {
    (void)state;
    for (int far = 0; far < 2; far++) {
        sq_position p = hand_made_start(), q;
        put(&p, "r1", 300, 300);
        track_by_hand(&p);
        then.wink[W("r1")].how = SQ_TRACK_MISSING;
        then.wink[W("r1")].index = -1;
        then.wink[W("r1")].astray = true;
        q = p;
        put(&q, "b1", far ? -60 : 100, 12);
        hand_made_lose(&q, W("r1"));
        q.regions[q.region_count++] = (sq_region){{100, 0}, 8};
        sq_play_prior prior = blue_to_play(BIT("r1"));
        sq_track_next(&now, &then, &q);
        sq_play_explain(&play, &prior, &then, &now, &some_time);
        assert_shot("b1", 0, 0);
        assert_int_equal(play.certain, far);
        if (far) continue;
        assert_int_equal(play.doubt[0].kind, SQ_DOUBT_UNSEEN_PILE);
        assert_int_equal(play.doubt[0].wink, W("b1"));
        assert_true(play.reading[0].unseen_pile != play.reading[1].unseen_pile);
    }
}

/* Overlooked, it still lies where it was last seen. */
static void a_shot_onto_an_overlooked_wink_is_a_squop(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "r1", 300, 300);
    track_by_hand(&p);
    then.wink[W("r1")].how = SQ_TRACK_MISSING;
    then.wink[W("r1")].index = -1;
    q = p;
    put(&q, "b1", 300, 292);
    hand_made_lose(&q, W("r1"));
    sq_play_prior prior = blue_to_play(BIT("r1"));
    sq_track_next(&now, &then, &q);
    sq_play_explain(&play, &prior, &then, &now, &some_time);
    assert_true(is_over(assert_shot("b1", 0, 0), "b1", "r1"));
}

/* b2 and b3 may have changed names earlier: whichever is played now, it is asked. */
static void doubtful_names_stay_in_doubt(void **state) {
    (void)state;
    static const char *const played[] = {"b2", "b4"};
    for (int i = 0; i < 2; i++) {
        sq_position p = hand_made_start(), q = p;
        track_by_hand(&p);
        then.wink[W("b2")].misnamed = then.wink[W("b3")].misnamed = 0.4;
        put(&q, played[i], 60, 0);
        sq_play_prior prior = blue_to_play(0);
        sq_track_next(&now, &then, &q);
        sq_play_explain(&play, &prior, &then, &now, &some_time);
        assert_shot(played[i], 0, 0);
        assert_int_equal(play.certain, i == 1);
        if (i == 1) continue;
        assert_int_equal(play.doubt[0].kind, SQ_DOUBT_WHICH);
        assert_int_equal(play.doubt[0].other, W("b3"));
        assert_true(fabs(now.wink[W("b2")].misnamed - 0.4) < 1e-9);
    }
}

/* One of two that look alike was played, and nobody knows which: that is remembered. */
static void readings_that_exchange_names_leave_them_in_doubt(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    track_by_hand(&p);
    sq_track_next(&now, &then, &q);
    now.naming_count = 2;
    now.naming[1] = now.naming[0];
    now.naming[1].index[W("b2")] = now.naming[0].index[W("b3")];
    now.naming[1].index[W("b3")] = now.naming[0].index[W("b2")];
    sq_play told = {.reading_count = 2, .reading = {{.probability = 0.6}, {.probability = 0.2, .naming = 1}}};
    sq_play_doubt_names(&now, &told);
    for (sq_wink w = 0; w < SQ_WINKS; w++) {
        bool doubtful = w == W("b2") || w == W("b3");
        assert_true(fabs(now.wink[w].misnamed - (doubtful ? 0.25 : 0)) < 1e-9);
    }
}

static void a_hidden_wink_is_squopped_by_what_hides_it(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "g1", 100, 0);
    q = p;
    put(&q, "B1", 101, 0);
    hand_made_lose(&q, W("g1"));
    sq_play_prior prior = blue_to_play(BIT("g1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_true(is_over(assert_shot("B1", 0, 0), "B1", "g1"));
}

static void a_hand_in_view_is_waited_for(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "r1", 300, 300);
    q = p;
    put(&q, "b1", 60, 0);
    hand_made_lose(&q, W("r1"));
    q.regions[q.region_count++] = (sq_region){{320, 310}, 60};
    sq_play_prior prior = blue_to_play(BIT("r1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_WAIT, false);
    assert_int_equal(play.doubt[0].kind, SQ_DOUBT_HIDDEN);
}

/* The eye loses the lower one of a pile while somebody plays elsewhere: the pile is as it was. */
static void an_overlooked_wink_stays_in_its_pile(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "R1", 200, 100);
    put(&p, "y1", 214, 100);
    hand_made_squop(&p, W("R1"), W("y1"), 0.99);
    q = p;
    put(&q, "b2", -100, 40);
    hand_made_lose(&q, W("y1"));
    sq_play_prior prior = blue_to_play(BIT("R1") | BIT("y1"));
    prior.squops.above[W("y1")] = BIT("R1");
    explain(&prior, &p, &q);
    const sq_event_shot *e = assert_shot("b2", 0, 0);
    assert_true(is_over(e, "R1", "y1"));
    assert_int_equal(pairs_over(e), 1);
}

/* It lands half on a wink that is overlooked from then on: nobody sees them overlap, and the places tell. */
static void a_wink_that_lands_on_an_overlooked_one(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "y1", 214, 100);
    q = p;
    put(&q, "b2", 206, 94);
    hand_made_lose(&q, W("y1"));
    sq_play_prior prior = blue_to_play(BIT("y1"));
    explain(&prior, &p, &q);
    const sq_event_shot *e = assert_shot("b2", 0, 0);
    assert_true(is_over(e, "b2", "y1"));
    q.winks[W("b2")].at = (sq_mm){204, 88}; /* by half a millimetre, if at all */
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, false);
}

/* The played wink and another one vanish at once: the one lies on the other, or beside it, and the eye makes
 * nothing of the two. */
static void two_that_vanish_together_are_a_pile(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "y1", 500, 100);
    put(&p, "b2", -400, 40);
    q = p;
    hand_made_lose(&q, W("y1"));
    hand_made_lose(&q, W("b2"));
    sq_play_prior prior = blue_to_play(BIT("b2") | BIT("y1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, false);
    const sq_event_shot *e = assert_shot("b2", 0, 0);
    bool told = is_over(e, "b2", "y1");
    const sq_play_reading *other = &play.reading[1];
    assert_true(told != (bool)(other->event.shot.over.above[W("y1")] & BIT("b2")));
}

/* Overlooked behind its baseline from the start on. */
static void a_wink_first_seen_on_the_mat_was_played(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    put(&q, "b2", 100, 50);
    track_by_hand(&p);
    then.wink[W("b2")] = (sq_tracked_wink){.how = SQ_TRACK_UNKNOWN, .index = -1};
    sq_track_next(&now, &then, &q);
    sq_play_prior prior = blue_to_play(0);
    sq_play_explain(&play, &prior, &then, &now, &some_time);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b2", 0, 0);
}

/* Out of sight before, and now at the boundary: came to rest there, went off and was put back, or nobody
 * played it. */
static void a_wink_found_at_the_boundary_is_a_question(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q, gone;
    put(&p, "b2", -400, 40);
    gone = q = p;
    hand_made_lose(&gone, W("b2"));
    put(&q, "b2", 300, SQ_MAT_WIDTH_MM / 2 - SQ_OFF_MAT_INSET_MM - SQ_SMALL_MM / 2);
    static sq_tracked missing;
    track_by_hand(&p);
    sq_track_next(&missing, &then, &gone);
    sq_track_next(&now, &missing, &q);
    sq_play_prior prior = blue_to_play(BIT("b2"));
    sq_play_explain(&play, &prior, &missing, &now, &some_time);
    assert_false(play.certain);
    double off = 0;
    for (int i = 0; i < play.reading_count; i++)
        if (play.reading[i].kind == SQ_PLAY_SHOT && play.reading[i].event.shot.off == BIT("b2"))
            off += play.reading[i].probability;
    assert_true(off > 0.05);
}

/* ---- Later ---- */

/* b1 lies at p, is gone, and is seen again at q, or not. */
static double borne_out(sq_wink_set potted, sq_wink_set off, const sq_position *p, const sq_position *q,
                        bool played_on) {
    static sq_tracked missing;
    sq_position gone = *p;
    hand_made_lose(&gone, W("b1"));
    sq_play_reading r = {.kind = SQ_PLAY_SHOT, .has_event = true, .gone = potted | off};
    r.event.kind = SQ_EVENT_SHOT;
    r.event.shot.potted = potted;
    r.event.shot.off = off;
    track_by_hand(p);
    sq_track_next(&missing, &then, &gone);
    sq_track_next(&now, &missing, q);
    return sq_play_borne_out(&r, &missing, &now, played_on);
}

static void what_is_seen_later_tells_where_it_was_not(void **state) {
    (void)state;
    sq_position p = hand_made_start(), there, back, gone;
    put(&p, "b1", 100, 100);
    there = back = gone = p;
    put(&back, "b1", 100, SQ_MAT_WIDTH_MM / 2 - SQ_OFF_MAT_INSET_MM - SQ_SMALL_MM / 2);
    hand_made_lose(&gone, W("b1"));
    assert_true(borne_out(BIT("b1"), 0, &p, &there, true) < 0.001);
    assert_true(borne_out(0, BIT("b1"), &p, &there, true) < 0.001);
    assert_near(borne_out(0, BIT("b1"), &p, &back, true), 1, 0);
    assert_near(borne_out(BIT("b1"), 0, &p, &gone, true), 1, 0);
    assert_near(borne_out(0, BIT("b1"), &p, &gone, false), 1, 0);
    assert_true(borne_out(0, BIT("b1"), &p, &gone, true) < 0.1);
}

/* It may have gone off, or into the pot; or it lies on the mat, and the eye overlooks it. */
static void a_played_wink_out_of_sight_may_be_overlooked(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    hand_made_lose(&q, W("b1"));
    track_by_hand(&p);
    sq_track_next(&now, &then, &q);
    sq_play_prior prior = blue_to_play(0);
    sq_play_explain(&play, &prior, &then, &now, &some_time);
    assert_false(play.certain);
    bool off = false, potted = false, overlooked = false;
    for (int i = 0; i < play.reading_count; i++) {
        const sq_play_reading *r = &play.reading[i];
        if (r->kind != SQ_PLAY_SHOT || r->event.shot.wink != W("b1")) continue;
        off |= r->event.shot.off == BIT("b1");
        potted |= r->event.shot.potted == BIT("b1");
        overlooked |= !r->event.shot.off && !r->event.shot.potted;
    }
    assert_true(off && potted && overlooked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_played_wink_that_vanished_is_a_question),
        cmocka_unit_test(a_slip_of_the_eye_beside_a_clear_shot),
        cmocka_unit_test(a_wink_at_the_boundary_may_have_been_off),
        cmocka_unit_test(a_wink_that_was_nowhere_went_off_and_was_put_back),
        cmocka_unit_test(a_wink_out_of_sight_may_be_played_unseen),
        cmocka_unit_test(a_shot_onto_what_may_be_a_wink_is_a_question),
        cmocka_unit_test(a_shot_onto_an_overlooked_wink_is_a_squop),
        cmocka_unit_test(doubtful_names_stay_in_doubt),
        cmocka_unit_test(readings_that_exchange_names_leave_them_in_doubt),
        cmocka_unit_test(a_hidden_wink_is_squopped_by_what_hides_it),
        cmocka_unit_test(a_hand_in_view_is_waited_for),
        cmocka_unit_test(an_overlooked_wink_stays_in_its_pile),
        cmocka_unit_test(a_wink_that_lands_on_an_overlooked_one),
        cmocka_unit_test(two_that_vanish_together_are_a_pile),
        cmocka_unit_test(a_wink_first_seen_on_the_mat_was_played),
        cmocka_unit_test(a_wink_found_at_the_boundary_is_a_question),
        cmocka_unit_test(what_is_seen_later_tells_where_it_was_not),
        cmocka_unit_test(a_played_wink_out_of_sight_may_be_overlooked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
