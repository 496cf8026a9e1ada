/* Play: how a reading bears out later. What is read from rest to rest is in tests/play/
 * (test_play_scripts.c). */
#include "vision/play/explain_play.h"

#include "tests/fixture/game/play_fixture.h"
#include "vision/play/hypotheses.h"
#include "vision/play/play_priors.h"

static sq_tracked now;

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

/* That a wink is nowhere to be seen does not show that it lies in the pot. */
static void what_is_potted_unseen_must_show_in_the_pot(void **state) {
    (void)state;
    sq_play_reading r = {.kind = SQ_PLAY_SHOT, .has_event = true, .gone = BIT("b1")};
    r.event.kind = SQ_EVENT_SHOT;
    r.event.shot.potted = BIT("b1");
    now.pot_changed_share = NAN;
    assert_false(sq_play_picture_shows_it(&r, &now, NULL));
    now.pot_changed_share = 0;
    assert_false(sq_play_picture_shows_it(&r, &now, NULL));
    now.pot_changed_share = 0.4;
    assert_true(sq_play_picture_shows_it(&r, &now, NULL));
    now.pot_changed_share = NAN;
    r.gone = 0; /* seen there */
    assert_true(sq_play_picture_shows_it(&r, &now, NULL));
}

/* Nor that it went off the mat; but there it may be seen, or where it is put back. */
static void what_went_off_unseen_is_never_certain(void **state) {
    (void)state;
    sq_wink b1 = W("b1");
    sq_play_reading r = {.kind = SQ_PLAY_SHOT, .has_event = true, .gone = BIT("b1")};
    r.event.kind = SQ_EVENT_SHOT;
    r.event.shot.off = BIT("b1");
    now.wink[b1].how = SQ_TRACK_MISSING;
    assert_false(sq_play_picture_shows_it(&r, &now, NULL));
    now.wink[b1].how = SQ_TRACK_SEEN;
    assert_true(sq_play_picture_shows_it(&r, &now, NULL));
    now.wink[b1].how = SQ_TRACK_MISSING;
    r.gone = 0;
    assert_true(sq_play_picture_shows_it(&r, &now, NULL));
}

/* Where it struck another wink tells nothing any more once it is known where it went. */
static void what_was_astray_and_is_potted_lies_at_no_wink_it_struck(void **state) {
    (void)state;
    sq_wink b1 = W("b1");
    sq_position p = hand_made_start();
    track_by_hand(&p);
    now = then;
    now.wink[b1].how = SQ_TRACK_MISSING;
    now.wink[b1].astray = now.wink[b1].struck = true;
    sq_play_reading r = {.kind = SQ_PLAY_SHOT, .has_event = true, .gone = BIT("b1")};
    r.event.kind = SQ_EVENT_SHOT;
    r.event.shot.wink = b1;
    r.event.shot.potted = BIT("b1");
    sq_play_suppose(&now, &r, NULL);
    assert_int_equal(now.wink[b1].last.place, SQ_PLACE_POT);
    assert_false(now.wink[b1].astray);
    assert_false(now.wink[b1].struck);
}

/* A story that there is no room for, or none any more, still takes its share of the probability. */
static void what_is_dropped_counts_against_what_is_kept(void **state) {
    (void)state;
    sq_stories s = {0};
    for (int i = 0; i < 2 * SQ_READINGS; i++) {
        sq_play_reading r = {.kind = SQ_PLAY_SHOT, .has_event = true, .probability = i % 2 ? 1 : 2};
        r.event.kind = SQ_EVENT_SHOT;
        r.event.shot.wink = (sq_wink)i;
        sq_story_add(&s, &r);
    }
    assert_int_equal(s.count, SQ_READINGS);
    assert_near(s.reading[SQ_READINGS - 1].probability, 2, 0);
    assert_near(s.all, 3 * SQ_READINGS, 0);
}

static void some_colour_plays_next(void **state) {
    (void)state;
    double all = SQ_PLAY_DUE + SQ_PLAY_AFTER_PASS + (SQ_USUAL_COLOURS - 1) * SQ_PLAY_OUT_OF_TURN;
    assert_near(all, 1, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_seen_later_tells_where_it_was_not),
        cmocka_unit_test(what_is_potted_unseen_must_show_in_the_pot),
        cmocka_unit_test(what_went_off_unseen_is_never_certain),
        cmocka_unit_test(what_was_astray_and_is_potted_lies_at_no_wink_it_struck),
        cmocka_unit_test(what_is_dropped_counts_against_what_is_kept),
        cmocka_unit_test(some_colour_plays_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
