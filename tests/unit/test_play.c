/* Play: what happened between two rests. Each case by hand, then all of the filmed game from its
 * true rests. */
#include "vision/play.h"
#include "vision/play_name.h"

#include "tests/unit/game_truth.h"
#include "tests/unit/hand_made.h"
#include "tests/unit/unit.h"

#define W(name) sq_wink_from_name(name)
#define BIT(name) sq_wink_bit(W(name))

static sq_tracked then, now;
static sq_play play;

/* In the timed period, blue to play, everything as by the record `unplayed` says. */
static sq_play_prior blue_to_play(sq_wink_set played) {
    return (sq_play_prior){
        .phase = SQ_PHASE_TIMED, .turn = SQ_BLUE, .after_pass = SQ_GREEN, .unplayed = SQ_ALL_WINKS & ~played};
}

/* Hand-made winks are numbered by their place in the row; names go by angle. In these tests names are given
 * by hand instead, so that "b1" is the disc of that index. */
static void track_by_hand(const sq_position *p) {
    sq_tracked named = {.position = *p, .seen_count = p->wink_count, .naming_count = 1};
    named.naming[0].probability = 1;
    for (int w = 0; w < SQ_WINKS; w++) {
        named.naming[0].index[w] = (int8_t)w;
        named.position.winks[w].id = (sq_wink)w;
        named.wink[w] = (sq_tracked_wink){
            .how = SQ_TRACK_SEEN, .index = w, .last = named.position.winks[w], .probability = 1};
    }
    then = named;
}

static const sq_play_hints some_time = {.t_start = 10, .t_rest = 11.5};

static void explain(const sq_play_prior *prior, const sq_position *p, const sq_position *q) {
    sq_position r = *q;
    track_by_hand(p);
    hand_made_shake(&r, 0.1);
    sq_track_next(&now, &then, &r);
    sq_play_explain(&play, prior, &then, &now, &some_time);
}

static void assert_reading(sq_play_kind kind, bool certain) {
    if (play.reading[0].kind != kind || play.certain != certain)
        fail_msg("%s (%.3f), %s; expected %s, %s", sq_play_kind_name(play.reading[0].kind),
                 play.reading[0].probability, play.certain ? "certain" : "a question",
                 sq_play_kind_name(kind), certain ? "certain" : "a question");
}

static const sq_event_shot *assert_shot(const char *wink, sq_wink_set potted, sq_wink_set off) {
    assert_int_equal(play.reading[0].kind, SQ_PLAY_SHOT);
    assert_true(play.reading[0].has_event);
    const sq_event_shot *e = &play.reading[0].event.shot;
    assert_string_equal(sq_wink_name(e->wink), wink);
    assert_int_equal(e->colour, sq_wink_colour(e->wink));
    assert_int_equal(e->potted, potted);
    assert_int_equal(e->off, off);
    return e;
}

static bool is_over(const sq_event_shot *e, const char *upper, const char *lower) {
    return e->over.above[W(lower)] & BIT(upper);
}

static int pairs_over(const sq_event_shot *e) {
    int n = 0;
    for (int w = 0; w < SQ_WINKS; w++)
        n += __builtin_popcount(e->over.above[w]);
    return n;
}

static void put(sq_position *p, const char *name, double x, double y) {
    hand_made_put(p, W(name), W(name), x, y, SQ_PLACE_MAT);
}

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

/* ---- What is out of sight ---- */

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
    p.winks[W("b1")].pot_supported = false;
    explain(&prior, &p, &q);
    assert_false(play.certain); /* nobody saw it lean */
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

static sq_play_prior squidging(void) {
    return (sq_play_prior){.phase = SQ_PHASE_SQUIDGE_OFF,
                           .turn = SQ_NO_COLOUR,
                           .after_pass = SQ_NO_COLOUR,
                           .among = SQ_ALL_COLOURS,
                           .unplayed = SQ_ALL_WINKS};
}

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

/* ---- The filmed game ---- */

/* The record's side, as far as play asks for it, by the true deeds. */
static void follow(sq_play_prior *prior, const game_truth *g, int deed) {
    const game_deed *d = &g->deed[deed];
    bool squidged = !strcmp(d->kind, "squidge-off");
    if (!strcmp(d->kind, "shot")) {
        prior->carrying_back = false;
        prior->unplayed &= ~sq_wink_bit(d->wink);
        prior->potted |= d->potted;
        prior->squops = (sq_squops){0};
        const sq_position *p = &g->rest[deed + 1];
        for (int i = 0; i < p->squop_count; i++)
            prior->squops.above[p->winks[p->squops[i].under].id] |=
                sq_wink_bit(p->winks[p->squops[i].over].id);
    } else if (squidged && prior->phase == SQ_PHASE_SQUIDGE_OFF && d->colour == SQ_YELLOW) {
        prior->phase = SQ_PHASE_TIMED;
        prior->carrying_back = true;
    }
}

/* Which colour is due before a deed: that of the next shot. */
static sq_colour due(const game_truth *g, int deed) {
    while (deed < g->deeds && strcmp(g->deed[deed].kind, "shot"))
        deed++;
    return deed < g->deeds ? g->deed[deed].colour : SQ_BLUE;
}

static sq_wink_set by_truth(const sq_wink true_name[SQ_WINKS], sq_wink_set ours) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (ours & sq_wink_bit(w)) set |= sq_wink_bit(true_name[w]);
    return set;
}

static void assert_deed(const game_truth *g, int deed, const sq_wink true_name[SQ_WINKS],
                        const sq_play_prior *after) {
    const game_deed *d = &g->deed[deed];
    const sq_play_reading *r = &play.reading[0];
    print_message("%2d %-11s %s  %.4f %s\n", deed, d->kind, sq_wink_name(d->wink), r->probability, d->note);
    if (!strcmp(d->kind, "put-back")) {
        assert_reading(SQ_PLAY_BY_HAND, true);
    } else if (!strcmp(d->kind, "squidge-off")) {
        assert_reading(SQ_PLAY_SQUIDGED, true);
        assert_int_equal(r->has_event, d->colour == SQ_YELLOW);
    } else {
        assert_reading(SQ_PLAY_SHOT, true);
        const sq_event_shot *e = &r->event.shot;
        assert_string_equal(sq_wink_name(true_name[e->wink]), sq_wink_name(d->wink));
        assert_int_equal(by_truth(true_name, e->potted), d->potted);
        assert_int_equal(by_truth(true_name, e->off), d->off);
        for (sq_wink w = 0; w < SQ_WINKS; w++)
            assert_int_equal(by_truth(true_name, e->over.above[w]), after->squops.above[true_name[w]]);
    }
}

/* The prior in our names. */
static sq_play_prior in_our_names(const sq_play_prior *p, const sq_wink true_name[SQ_WINKS]) {
    sq_wink ours[SQ_WINKS];
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        ours[true_name[w]] = w;
    sq_play_prior q = *p;
    q.unplayed = by_truth(ours, p->unplayed);
    q.potted = by_truth(ours, p->potted);
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        q.squops.above[ours[w]] = by_truth(ours, p->squops.above[w]);
    return q;
}

static void all_deeds_of_the_filmed_game(void **state) {
    (void)state;
    const game_truth *g = game_read();
    static sq_tracked t[2];
    sq_wink true_name[SQ_WINKS];
    sq_play_prior prior = squidging();
    srand(5);
    for (int i = 0; i < g->rests; i++) {
        sq_position p = g->rest[i];
        for (int k = 0; k < p.squop_count; k++)
            p.squops[k].probability = 0.97;
        hand_made_shake(&p, 0.15);
        sq_tracked *a = &t[i % 2], *b = &t[!(i % 2)];
        if (i == 0)
            sq_track_start(a, &p);
        else
            sq_track_next(a, b, &p);
        for (sq_wink w = 0; i == 0 && w < SQ_WINKS; w++)
            for (int k = 0; k < SQ_WINKS; k++)
                if (sq_mm_distance(g->rest[0].winks[k].at, a->wink[w].last.at) < 3)
                    true_name[w] = g->rest[0].winks[k].id;
        if (i == 0) continue;
        prior.turn = due(g, i - 1);
        prior.after_pass = sq_next_colour(prior.turn);
        sq_play_prior ours = in_our_names(&prior, true_name);
        sq_play_hints hints = {.t_start = g->deed[i - 1].t, .t_rest = g->deed[i - 1].t_rest};
        sq_play_explain(&play, &ours, b, a, &hints);
        follow(&prior, g, i - 1);
        assert_deed(g, i - 1, true_name, &prior);
    }
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

/* ---- What has changed in the picture, whatever the eye makes of it ---- */

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
        cmocka_unit_test(a_played_wink_that_vanished_is_a_question),
        cmocka_unit_test(a_slip_of_the_eye_beside_a_clear_shot),
        cmocka_unit_test(a_wink_at_the_boundary_may_have_been_off),
        cmocka_unit_test(a_wink_that_leant_on_the_pot_is_let_down),
        cmocka_unit_test(a_wink_that_was_nowhere_went_off_and_was_put_back),
        cmocka_unit_test(a_wink_out_of_sight_may_be_played_unseen),
        cmocka_unit_test(a_shot_onto_what_may_be_a_wink_is_a_question),
        cmocka_unit_test(a_shot_onto_an_overlooked_wink_is_a_squop),
        cmocka_unit_test(doubtful_names_stay_in_doubt),
        cmocka_unit_test(readings_that_exchange_names_leave_them_in_doubt),
        cmocka_unit_test(a_hidden_wink_is_squopped_by_what_hides_it),
        cmocka_unit_test(a_hand_in_view_is_waited_for),
        cmocka_unit_test(a_jolt_is_no_shot),
        cmocka_unit_test(the_squidge_off_is_told_when_all_have_played),
        cmocka_unit_test(a_squidge_off_in_pot_and_off_and_too_close),
        cmocka_unit_test(an_overlooked_wink_stays_in_its_pile),
        cmocka_unit_test(a_wink_that_lands_on_an_overlooked_one),
        cmocka_unit_test(two_that_vanish_together_are_a_pile),
        cmocka_unit_test(a_wink_first_seen_on_the_mat_was_played),
        cmocka_unit_test(a_wink_found_at_the_boundary_is_a_question),
        cmocka_unit_test(a_squidged_wink_that_vanished_is_a_question),
        cmocka_unit_test(carried_back_is_no_shot_but_a_first_shot_meanwhile_is),
        cmocka_unit_test(in_the_pot_out_nothing_lies_over_another),
        cmocka_unit_test(carried_back_from_the_pot_is_no_question),
        cmocka_unit_test(a_foul_that_is_put_back_is_the_opponents_choice),
        cmocka_unit_test(all_deeds_of_the_filmed_game),
        cmocka_unit_test(what_is_seen_later_tells_where_it_was_not),
        cmocka_unit_test(a_played_wink_out_of_sight_may_be_overlooked),
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
