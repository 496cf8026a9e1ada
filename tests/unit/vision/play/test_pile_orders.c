/* Who lies over whom: answers of pairs whose probabilities are given. Whole shots are in tests/play/. */
#include "vision/play/pile_orders.h"

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"

enum { A = 3, B = 17 }; /* b2, r4 */

static sq_play_pair pair_of(double a_over, double b_over, bool stayed, sq_pair_answer recorded) {
    return (sq_play_pair){.a = A,
                          .b = B,
                          .over = {a_over, b_over, 1 - a_over - b_over},
                          .gap_mm = -1,
                          .sigma_mm = 0.2,
                          .recorded = recorded,
                          .stayed = stayed};
}

static void the_likeliest_answer_is_given_of_what_moved(void **state) {
    (void)state;
    sq_play_pair p = pair_of(0.6, 0.3, false, SQ_PAIR_APART);
    assert_int_equal(sq_play_pair_answer(&p), SQ_PAIR_A_OVER);
    assert_true(sq_play_pair_is_doubtful(&p));
    p = pair_of(0.001, 0.998, false, SQ_PAIR_A_OVER);
    assert_int_equal(sq_play_pair_answer(&p), SQ_PAIR_B_OVER);
    assert_false(sq_play_pair_is_doubtful(&p));
}

/* What was asked once is not asked at every rest: the record stands until another answer is certain. */
static void what_stayed_is_as_the_record_has_it_unless_another_is_certain(void **state) {
    (void)state;
    for (int recorded = 0; recorded < SQ_PAIR_ANSWERS; recorded++) {
        sq_play_pair p = pair_of(0.8, 0.1, true, (sq_pair_answer)recorded);
        assert_int_equal(sq_play_pair_answer(&p), recorded);
        assert_false(sq_play_pair_is_doubtful(&p));
        p = pair_of(0.9999, 0, true, (sq_pair_answer)recorded);
        assert_int_equal(sq_play_pair_answer(&p), SQ_PAIR_A_OVER);
    }
}

/* One answer takes the place of another; other winks' stay. */
static void an_answer_replaces_the_one_before(void **state) {
    (void)state;
    sq_play_pair p = pair_of(0.6, 0.3, false, SQ_PAIR_APART);
    sq_squops over = {0};
    over.above[A] = sq_wink_bit(B) | sq_wink_bit(5);
    over.above[B] = sq_wink_bit(6);
    sq_play_pair_put(&over, &p, SQ_PAIR_A_OVER);
    assert_int_equal(over.above[A], sq_wink_bit(5));
    assert_int_equal(over.above[B], sq_wink_bit(6) | sq_wink_bit(A));
    sq_play_pair_put(&over, &p, SQ_PAIR_APART);
    assert_int_equal(over.above[A], sq_wink_bit(5));
    assert_int_equal(over.above[B], sq_wink_bit(6));
    sq_play_pair_put(&over, &p, SQ_PAIR_B_OVER);
    assert_int_equal(over.above[A], sq_wink_bit(5) | sq_wink_bit(B));
}

/* The product over what is new; what stayed is not asked again and costs nothing. */
static void the_probability_is_of_all_new_answers_together(void **state) {
    (void)state;
    static sq_play_pairs p;
    p = (sq_play_pairs){.count = 3};
    p.pair[0] = pair_of(0.6, 0.3, false, SQ_PAIR_APART);
    p.pair[1] = pair_of(0.05, 0.8, false, SQ_PAIR_APART);
    p.pair[1].b = 18;
    p.pair[2] = pair_of(0.5, 0.4, true, SQ_PAIR_B_OVER);
    p.pair[2].a = 9;
    sq_squops over;
    assert_near(sq_play_pairs_decide(&p, &over), 0.6 * 0.8, 1e-12);
    assert_int_equal(over.above[B], sq_wink_bit(A));
    assert_int_equal(over.above[A], sq_wink_bit(18));
    assert_int_equal(over.above[9], sq_wink_bit(B));
    p.count = 0;
    assert_near(sq_play_pairs_decide(&p, &over), 1, 0);
    assert_int_equal(over.above[B], 0);
}

/* Both orders stand in the position from then on, with their probabilities; what is as good as impossible and
 * was not there does not. */
static void what_is_known_is_told_to_the_next_rest(void **state) {
    (void)state;
    static sq_tracked t;
    static sq_play_pairs p;
    t = (sq_tracked){.position = hand_made_start()};
    for (int w = 0; w < SQ_USUAL_WINKS; w++)
        t.wink[w].index = w;
    hand_made_squop(&t.position, A, B, 0.5);
    p = (sq_play_pairs){.count = 1};
    p.pair[0] = pair_of(0.93, 0.06, false, SQ_PAIR_APART);
    sq_play_pairs_tell(&p, &t);
    assert_int_equal(t.position.squop_count, 2);
    assert_near(t.position.squops[0].probability, 0.93, 1e-12);
    assert_int_equal(t.position.squops[1].over, B);
    assert_int_equal(t.position.squops[1].under, A);
    assert_near(t.position.squops[1].probability, 0.06, 1e-12);
    t.position.squop_count = 0;
    p.pair[0] = pair_of(0.995, 0.005, false, SQ_PAIR_APART);
    sq_play_pairs_tell(&p, &t);
    assert_int_equal(t.position.squop_count, 1);
    assert_int_equal(t.position.squops[0].call, SQ_CALL_SQUOPPED);
}

static void what_nobody_measured_is_not_told(void **state) {
    (void)state;
    static sq_tracked t;
    static sq_play_pairs p;
    t = (sq_tracked){.position = hand_made_start()};
    for (int w = 0; w < SQ_USUAL_WINKS; w++)
        t.wink[w].index = w == A ? -1 : w;
    p = (sq_play_pairs){.count = 1};
    p.pair[0] = pair_of(0.9, 0.05, false, SQ_PAIR_APART); /* one is out of sight */
    sq_play_pairs_tell(&p, &t);
    t.wink[A].index = A;
    p.pair[0].gap_mm = NAN;
    sq_play_pairs_tell(&p, &t);
    assert_int_equal(t.position.squop_count, 0);
}

static sq_play_pairs pairs;

/* Looks at A and B, of which none has moved, as the eye sees them now. */
static void look_once_more(sq_tracked t[2], sq_pair_answer recorded, double a_over, double b_over) {
    static sq_play_prior prior;
    static sq_changes changes;
    prior = (sq_play_prior){.phase = SQ_PHASE_TIMED};
    sq_play_pair_put(&prior.squops, &(sq_play_pair){.a = A, .b = B}, recorded);
    t[1] = (sq_tracked){.position = hand_made_start()};
    for (int w = 0; w < SQ_USUAL_WINKS; w++)
        t[1].wink[w] = (sq_tracked_wink){.how = SQ_TRACK_SEEN, .index = w, .last = t[1].position.winks[w]};
    if (a_over > 0) hand_made_squop(&t[1].position, A, B, a_over);
    if (b_over > 0) hand_made_squop(&t[1].position, B, A, b_over);
    for (int i = 0; i < t[1].position.squop_count; i++)
        t[1].position.squops[i].gap_mm = -3; /* deep: neither slips off */
    const sq_play_landing l = {.prior = &prior,
                               .before = &t[0],
                               .after = &t[1],
                               .changes = &changes,
                               .among = sq_wink_bit(A) | sq_wink_bit(B),
                               .played = SQ_NO_WINK};
    sq_play_pairs_find(&pairs, &l);
    assert_int_equal(pairs.count, 1);
    sq_play_pairs_tell(&pairs, &t[1]);
    t[0] = t[1];
}

static sq_tracked t[2];

static void begin(double a, double b, double apart) {
    t[0] = (sq_tracked){.pair_count = 1};
    t[0].pair[0] = (sq_pair_seen){.a = A, .b = B, .looks = 1, .expected = {a, b, apart}};
}

/* What misleads one look misleads all: the same doubt, however often it is seen, counts as two looks. */
static void a_doubt_that_is_seen_again_and_again_stays_one(void **state) {
    (void)state;
    begin(0.98, 0.01, 0.01);
    t[0].pair[0].seen[SQ_PAIR_A_OVER] = log(0.2);
    t[0].pair[0].seen[SQ_PAIR_B_OVER] = log(0.8);
    t[0].pair[0].seen[SQ_PAIR_APART] = log(0.005);
    for (int i = 0; i < 100; i++)
        look_once_more(t, SQ_PAIR_A_OVER, 0.2, 0.8);
    const double *over = pairs.pair[0].over;
    assert_near(over[SQ_PAIR_A_OVER], 0.98 * 0.04 / (0.98 * 0.04 + 0.01 * 0.64), 0.01);
    assert_int_equal(sq_play_pair_answer(&pairs.pair[0]), SQ_PAIR_A_OVER);
}

/* The first look at a pair is not the last: later ones outweigh it, whatever the record says of a line that
 * is only held. */
static void later_looks_correct_the_first(void **state) {
    (void)state;
    begin(0.6, 0.02, 0.38);
    t[0].pair[0].seen[SQ_PAIR_A_OVER] = log(0.6);
    t[0].pair[0].seen[SQ_PAIR_B_OVER] = log(0.3);
    t[0].pair[0].seen[SQ_PAIR_APART] = log(0.1);
    for (int i = 0; i < 12; i++)
        look_once_more(t, SQ_PAIR_A_OVER, 0.02, 0.02);
    assert_true(pairs.pair[0].over[SQ_PAIR_APART] > 0.95);
    assert_int_equal(sq_play_pair_answer(&pairs.pair[0]), SQ_PAIR_APART);
}

/* Of two accounts the one is borne out whose answer the eye sees. */
static void an_account_expects_its_own_answer(void **state) {
    (void)state;
    double evidence[2];
    for (int i = 0; i < 2; i++) {
        sq_squops over = {0};
        begin(0.5, 0.25, 0.25);
        if (!i) over.above[B] = sq_wink_bit(A);
        sq_play_pairs_suppose(&t[0], &over, sq_wink_bit(A));
        assert_near(t[0].pair[0].expected[i ? SQ_PAIR_APART : SQ_PAIR_A_OVER], 0.98, 1e-12);
        look_once_more(t, i ? SQ_PAIR_APART : SQ_PAIR_A_OVER, 0.1, 0.1);
        evidence[i] = pairs.evidence;
    }
    assert_true(evidence[0] < 1 && evidence[1] > 1);
    begin(0.5, 0.25, 0.25);
    sq_play_pairs_suppose(&t[0], &(sq_squops){0}, sq_wink_bit(7)); /* of two that lay there before */
    assert_near(t[0].pair[0].expected[SQ_PAIR_A_OVER], 0.5, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_likeliest_answer_is_given_of_what_moved),
        cmocka_unit_test(what_stayed_is_as_the_record_has_it_unless_another_is_certain),
        cmocka_unit_test(an_answer_replaces_the_one_before),
        cmocka_unit_test(the_probability_is_of_all_new_answers_together),
        cmocka_unit_test(what_is_known_is_told_to_the_next_rest),
        cmocka_unit_test(what_nobody_measured_is_not_told),
        cmocka_unit_test(a_doubt_that_is_seen_again_and_again_stays_one),
        cmocka_unit_test(later_looks_correct_the_first),
        cmocka_unit_test(an_account_expects_its_own_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
