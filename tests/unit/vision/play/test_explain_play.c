/* Play: what happened between two rests of which everything is seen. */
#include "vision/play/explain_play.h"

#include "tests/fixture/play_fixture.h"

/* ---- Shots ---- */

static void nothing_but_noise_is_nothing(void **state) {
    (void)state;
    sq_position p = hand_made_start();
    sq_play_prior prior = blue_to_play(0);
    explain(&prior, &p, &p);
    assert_reading(SQ_PLAY_NOTHING, true);
    assert_false(play.reading[0].has_event);
}

static void a_shot_from_the_baseline(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    sq_play_prior prior = blue_to_play(0);
    put(&q, "b2", -100, 40);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    const sq_event_shot *e = assert_shot("b2", 0, 0);
    assert_int_equal(e->t, 10 * SQ_US_PER_S);
    assert_int_equal(e->rest, 11500000);
    assert_true(e->over_known);
    assert_int_equal(pairs_over(e), 0);
    assert_false(e->is_short);
    assert_int_equal(play.doubt_count, 0);
}

static void a_shot_on_the_mat(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "B1", 200, 100);
    q = p;
    put(&q, "B1", 120, -30);
    sq_play_prior prior = blue_to_play(BIT("B1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("B1", 0, 0);
}

static void a_squop_by_the_wink_that_landed(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "R1", 200, 100);
    q = p;
    put(&q, "b1", 210, 105);
    hand_made_squop(&q, W("b1"), W("R1"),
                    0.6); /* the eye is not sure of the order, but it is of the overlap */
    hand_made_squop(&q, W("R1"), W("b1"), 0.39);
    sq_play_prior prior = blue_to_play(BIT("R1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    const sq_event_shot *e = assert_shot("b1", 0, 0);
    assert_true(is_over(e, "b1", "R1"));
    assert_int_equal(pairs_over(e), 1);
}

static void a_squop_that_may_be_none_is_a_question(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "R1", 200, 100);
    q = p;
    put(&q, "b1", 218.9, 100);
    hand_made_squop(&q, W("b1"), W("R1"), 0.6);
    sq_play_prior prior = blue_to_play(BIT("R1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, false);
    assert_true(is_over(assert_shot("b1", 0, 0), "b1", "R1"));
    assert_int_equal(play.doubt[0].kind, SQ_DOUBT_OVER);
    assert_int_equal(play.doubt[0].wink, W("b1"));
    assert_int_equal(play.doubt[0].other, W("R1"));
    assert_near(play.doubt[0].gap_mm, -0.1, 1e-6);
    assert_true(play.reading_count >= 2);
    assert_int_equal(pairs_over(&play.reading[1].event.shot), 0); /* the other answer stands beside it */
    assert_true(play.reading[0].probability + play.reading[1].probability > 0.95);
}

static void a_near_miss_is_no_squop(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "R1", 200, 100);
    q = p;
    put(&q, "b1", 219.8, 100);
    hand_made_squop(&q, W("b1"), W("R1"), 0.02);
    sq_play_prior prior = blue_to_play(BIT("R1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_int_equal(pairs_over(assert_shot("b1", 0, 0)), 0);
}

/* What the record says of two winks that nobody touched outlives a look that is not sure. */
static void an_old_squop_is_not_doubted_anew(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "R1", 200, 100);
    put(&p, "G1", 220, 100);
    q = p;
    put(&q, "b1", -100, 40);
    hand_made_squop(&q, W("G1"), W("R1"), 0.5);
    sq_play_prior prior = blue_to_play(BIT("R1") | BIT("G1"));
    prior.squops.above[W("R1")] = BIT("G1");
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_true(is_over(assert_shot("b1", 0, 0), "G1", "R1"));
    prior.squops = (sq_squops){0};
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_int_equal(pairs_over(assert_shot("b1", 0, 0)), 0);
}

static void a_struck_wink_slides_off_another(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "R1", 152, -84);
    put(&p, "G1", 142.5, -72);
    hand_made_squop(&p, W("G1"), W("R1"), 0.99);
    q = p;
    q.squop_count = 0;
    put(&q, "G1", 176, -52);
    put(&q, "b1", 121, -50);
    sq_play_prior prior = blue_to_play(BIT("R1") | BIT("G1"));
    prior.squops.above[W("R1")] = BIT("G1");
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_int_equal(pairs_over(assert_shot("b1", 0, 0)), 0);
    assert_int_equal(play.reading[0].moved, BIT("b1") | BIT("G1"));
}

static void potted_with_a_wink_that_was_struck_in(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "b1", 60, 0);
    put(&p, "g1", 35, 0);
    q = p;
    hand_made_put(&q, W("b1"), W("b1"), 3, 4, SQ_PLACE_POT);
    sq_play_prior prior = blue_to_play(BIT("b1") | BIT("g1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b1", BIT("b1"), 0);
    hand_made_put(&q, W("g1"), W("g1"), -8, 0, SQ_PLACE_RIM);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b1", BIT("b1") | BIT("g1"), 0);
}

static void leaning_on_the_pot_is_not_potted(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    put(&q, "b2", 12, -22);
    q.winks[W("b2")].pot_supported = true;
    sq_play_prior prior = blue_to_play(0);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b2", 0, 0);
}

static void off_the_mat_and_then_put_back_by_hand(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p, r;
    hand_made_put(&q, W("b2"), W("b2"), -118, 511, SQ_PLACE_OFF);
    sq_play_prior prior = blue_to_play(0);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b2", 0, BIT("b2"));
    r = q;
    put(&r, "b2", -118, 427);
    prior = blue_to_play(BIT("b2"));
    prior.turn = SQ_GREEN;
    explain(&prior, &q, &r);
    assert_reading(SQ_PLAY_BY_HAND, true);
    assert_false(play.reading[0].has_event);
    assert_int_equal(play.reading[0].moved, BIT("b2"));
}

static void a_short_shot_is_told_as_such(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    hand_made_put(&q, W("b2"), W("b2"), -840, 380, SQ_PLACE_BASELINE);
    sq_play_prior prior = blue_to_play(0);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    const sq_event_shot *e = assert_shot("b2", 0, 0);
    assert_true(e->is_short);
    assert_false(e->over_known);
}

/* ---- Who played ---- */

static void after_a_pass_or_out_of_turn_is_a_question(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    put(&q, "g2", -100, 40);
    sq_play_prior prior = blue_to_play(0);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, false);
    assert_shot("g2", 0, 0);
    assert_true(play.reading[0].passed);
    assert_false(play.reading[1].passed);
    assert_shot("g2", 0, 0);
    assert_int_equal(play.doubt[0].kind, SQ_DOUBT_TURN);
    assert_int_equal(play.doubt[0].colour, SQ_GREEN);
    assert_int_equal(play.doubt[0].due, SQ_BLUE);
    prior.any_colour = true; /* a free shot: any colour may be nominated */
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_false(play.reading[0].passed);
}

static void of_two_that_moved_the_one_in_turn_was_played(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "b1", 100, 100);
    put(&p, "y1", 300, 50);
    q = p;
    put(&q, "b1", 290, 60);
    put(&q, "y1", 310, 35);
    sq_play_prior prior = blue_to_play(BIT("b1") | BIT("y1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b1", 0, 0);
}

static void of_two_of_one_colour_the_one_that_flew_was_played(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "b1", -300, 100);
    put(&p, "B1", 300, 50);
    q = p;
    put(&q, "b1", 290, 70);
    put(&q, "B1", 308, 41);
    sq_play_prior prior = blue_to_play(BIT("b1") | BIT("B1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b1", 0, 0);
}

static void of_two_that_moved_alike_it_is_a_question(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "b1", 280, 60);
    put(&p, "B1", 300, 50);
    q = p;
    put(&q, "b1", 290, 90);
    put(&q, "B1", 325, 41);
    sq_play_prior prior = blue_to_play(BIT("b1") | BIT("B1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, false);
    assert_int_equal(play.doubt[0].kind, SQ_DOUBT_WHICH);
    assert_int_equal(play.doubt[0].wink | play.doubt[0].other, W("b1") | W("B1"));
}

/* ---- Hands ---- */

/* Rule 25.4: a hand lets it down, and that is no shot. */
static void a_wink_that_leant_on_the_pot_is_let_down(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "b1", 24, 0);
    q = p;
    p.winks[W("b1")].pot_supported = true;
    put(&q, "b1", 31, 0);
    sq_play_prior prior = blue_to_play(BIT("b1"));
    prior.turn = SQ_GREEN; /* blue has played it there */
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_BY_HAND, true);
    put(&p, "b1", 26, 0); /* nobody saw it lean */
    explain(&prior, &p, &q);
    assert_false(play.certain);
}

/* Rule 25.3: the pot was knocked away, and what lies in its place moves out of it. */
static void a_wink_in_the_pots_place_is_moved_out_of_it(void **state) {
    (void)state;
    for (double from = 20; from < 34; from += 8) {
        sq_position p = hand_made_start(), q;
        put(&p, "b1", 0, from);
        q = p;
        put(&q, "b1", 0, 31);
        p.pot = (sq_mm){0, -22};
        p.winks[W("b1")].edge_to_pot_mm += 22;
        sq_play_prior prior = blue_to_play(BIT("b1"));
        explain(&prior, &p, &q);
        if (from < SQ_POT_BASE_MM / 2 + SQ_SMALL_MM / 2)
            assert_reading(SQ_PLAY_BY_HAND, true);
        else
            assert_int_not_equal(play.reading[0].kind, SQ_PLAY_BY_HAND);
    }
}

static void a_jolt_is_no_shot(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    put(&p, "b1", 100, 0);
    q = p;
    for (int i = 0; i < q.wink_count; i++) {
        q.winks[i].at.x += 12;
        q.winks[i].at.y -= 7;
    }
    sq_play_prior prior = blue_to_play(BIT("b1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_UNEXPLAINED, false);
    assert_int_equal(play.doubt[0].kind, SQ_DOUBT_UNEXPLAINED);
}

/* ---- The squidge-off, and fouls ---- */

static void the_squidge_off_is_told_when_all_have_played(void **state) {
    (void)state;
    static const struct {
        const char *wink;
        double x, y;
    } played[] = {{"B1", -109, 63}, {"g1", 69, 54}, {"R1", 40, -34}, {"Y2", -146, -84}};
    sq_play_prior prior = squidging();
    sq_position p = hand_made_start(), q = p;
    for (int i = 0; i < 4; i++) {
        put(&q, played[i].wink, played[i].x, played[i].y);
        explain(&prior, &p, &q);
        assert_reading(SQ_PLAY_SQUIDGED, true);
        assert_int_equal(play.reading[0].has_event, i == 3);
        p = q;
    }
    const sq_event_squidge_off *e = &play.reading[0].event.squidge_off;
    assert_int_equal(play.reading[0].event.kind, SQ_EVENT_SQUIDGE_OFF);
    assert_int_equal(e->played, SQ_ALL_COLOURS);
    for (int c = 0; c < SQ_COLOURS; c++) {
        assert_int_equal(e->where[c], SQ_SQUIDGED_ON_MAT);
        double radius = c == SQ_GREEN ? 8 : 11;
        assert_near(e->mm[c], hypot(played[c].x, played[c].y) - radius - 19, 0.006); /* in hundredths */
    }
}

static void a_squidge_off_in_pot_and_off_and_too_close(void **state) {
    (void)state;
    sq_play_prior prior = squidging();
    sq_position p = hand_made_start(), q;
    put(&p, "b1", 100, 0);
    put(&p, "g1", 0, 200);
    put(&p, "r1", 0, -100.1);
    q = p;
    hand_made_put(&q, W("Y1"), W("Y1"), -300, -500, SQ_PLACE_OFF);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SQUIDGED, false);
    assert_int_equal(play.doubt[0].kind, SQ_DOUBT_NEAREST);
    assert_int_equal(play.doubt[0].wink | play.doubt[0].other, W("b1") | W("r1"));
    assert_int_equal(play.reading[0].event.squidge_off.where[SQ_YELLOW], SQ_SQUIDGED_OFF);
    hand_made_put(&q, W("Y1"), W("Y1"), 3, -5, SQ_PLACE_POT);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SQUIDGED, true); /* nearest of all: the others' distances do not matter */
    assert_int_equal(play.reading[0].event.squidge_off.where[SQ_YELLOW], SQ_SQUIDGED_POT);
}

static void a_squidged_wink_that_vanished_is_a_question(void **state) {
    (void)state;
    sq_play_prior prior = squidging();
    prior.among = sq_colour_bit(SQ_BLUE) | sq_colour_bit(SQ_RED); /* a tie is played off */
    sq_position p = hand_made_start(), q;
    put(&p, "b1", 100, 0);
    q = p;
    hand_made_lose(&q, W("R1"));
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SQUIDGED, false);
    assert_int_equal(play.reading[0].event.squidge_off.where[SQ_RED], SQ_SQUIDGED_POT); /* all aim there */
    assert_int_equal(play.reading[1].event.squidge_off.where[SQ_RED], SQ_SQUIDGED_OFF);
    assert_int_equal(play.doubt[0].kind, SQ_DOUBT_MISSING);
}

static void carried_back_is_no_shot_but_a_first_shot_meanwhile_is(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    sq_play_prior prior = blue_to_play(0);
    prior.carrying_back = true;
    q = p;
    put(&p, "B1", -109, 63);
    put(&p, "r1", 40, -34);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_BY_HAND, true);
    put(&q, "b3", 120, 30);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    assert_shot("b3", 0, 0);
}

/* Winks that touch are moved apart (20.1), so it is not asked who lies over whom. */
static void in_the_pot_out_nothing_lies_over_another(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q;
    sq_play_prior prior = blue_to_play(BIT("b1") | BIT("r1"));
    put(&p, "b1", 200, 60);
    put(&p, "r1", 100, 100);
    q = p;
    put(&q, "b1", 104, 106);
    hand_made_squop(&q, W("b1"), W("r1"), 0.6);
    explain(&prior, &p, &q);
    assert_false(play.certain);
    prior.phase = SQ_PHASE_POT_OUT;
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_SHOT, true);
    const sq_event_shot *e = assert_shot("b1", 0, 0);
    assert_true(e->over_known);
    assert_int_equal(pairs_over(e), 0);
}

/* What was squidged into the pot is taken out of it again (5.5), and keeps its name. */
static void carried_back_from_the_pot_is_no_question(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    sq_play_prior prior = blue_to_play(0);
    prior.carrying_back = true;
    hand_made_put(&p, W("g3"), W("g3"), 4, 3, SQ_PLACE_POT);
    explain(&prior, &p, &q);
    assert_reading(SQ_PLAY_BY_HAND, true);
    assert_int_equal(play.reading[0].moved, BIT("g3"));
    assert_int_equal(now.wink[W("g3")].how, SQ_TRACK_SEEN);
    assert_int_equal(now.wink[W("g3")].last.place, SQ_PLACE_BASELINE);
}

static void a_foul_that_is_put_back_is_the_opponents_choice(void **state) {
    (void)state;
    static sq_tracked earlier;
    sq_position p = hand_made_start(), q;
    put(&p, "b1", 100, 0);
    q = p;
    put(&p, "b1", 250, 80);
    track_by_hand(&q);
    earlier = then;
    sq_play_prior prior = blue_to_play(BIT("b1"));
    prior.foul_open = true;
    put(&q, "b1", 108, -4);
    track_by_hand(&p);
    sq_track_next(&now, &then, &q);
    sq_play_hints hints = some_time;
    hints.earlier = &earlier;
    sq_play_explain(&play, &prior, &then, &now, &hints);
    assert_reading(SQ_PLAY_REPLACED, true);
    assert_int_equal(play.reading[0].event.kind, SQ_EVENT_CHOOSE);
    assert_int_equal(play.reading[0].event.choose.option, SQ_CHOOSE_REPLAY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_but_noise_is_nothing),
        cmocka_unit_test(a_shot_from_the_baseline),
        cmocka_unit_test(a_shot_on_the_mat),
        cmocka_unit_test(a_squop_by_the_wink_that_landed),
        cmocka_unit_test(a_squop_that_may_be_none_is_a_question),
        cmocka_unit_test(a_near_miss_is_no_squop),
        cmocka_unit_test(an_old_squop_is_not_doubted_anew),
        cmocka_unit_test(a_struck_wink_slides_off_another),
        cmocka_unit_test(potted_with_a_wink_that_was_struck_in),
        cmocka_unit_test(leaning_on_the_pot_is_not_potted),
        cmocka_unit_test(off_the_mat_and_then_put_back_by_hand),
        cmocka_unit_test(a_short_shot_is_told_as_such),
        cmocka_unit_test(after_a_pass_or_out_of_turn_is_a_question),
        cmocka_unit_test(of_two_that_moved_the_one_in_turn_was_played),
        cmocka_unit_test(of_two_of_one_colour_the_one_that_flew_was_played),
        cmocka_unit_test(of_two_that_moved_alike_it_is_a_question),
        cmocka_unit_test(a_wink_that_leant_on_the_pot_is_let_down),
        cmocka_unit_test(a_wink_in_the_pots_place_is_moved_out_of_it),
        cmocka_unit_test(a_jolt_is_no_shot),
        cmocka_unit_test(the_squidge_off_is_told_when_all_have_played),
        cmocka_unit_test(a_squidge_off_in_pot_and_off_and_too_close),
        cmocka_unit_test(a_squidged_wink_that_vanished_is_a_question),
        cmocka_unit_test(carried_back_is_no_shot_but_a_first_shot_meanwhile_is),
        cmocka_unit_test(in_the_pot_out_nothing_lies_over_another),
        cmocka_unit_test(carried_back_from_the_pot_is_no_question),
        cmocka_unit_test(a_foul_that_is_put_back_is_the_opponents_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
