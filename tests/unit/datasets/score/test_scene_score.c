/* The scorer, one hand-made case for each of its counts: every case fails if its count is left out, or counts
 * something else. */
#include "datasets/score/claims_against_truth.h"

#include "tests/fixture/unit.h"

/* b1 isolated; G1 over r1, deep; y1 next to y2, 1 mm apart; B1 in the pot; b2 behind the baseline. */
enum { LONE, UPPER, LOWER, LEFT, RIGHT, POTTED, HOME, WINKS };

static sq_wink id(const char *name) {
    return sq_wink_from_name(name);
}

static sq_true_wink wink(const char *name, double x, double y, sq_place place) {
    sq_wink w = id(name);
    return (sq_true_wink){.id = w,
                          .colour = sq_wink_colour(w),
                          .diameter_mm = sq_wink_size(w) == SQ_LARGE ? 22 : 16,
                          .at = {x, y, 0.75},
                          .normal = {0, 0, 1},
                          .place = place,
                          .visible_fraction = 1,
                          .nearest_edge_to_pot_mm = hypot(x, y) - 27};
}

typedef struct {
    sq_truth truth;
    sq_claimed_wink winks[WINKS + 1];
    sq_claimed_pair pairs[4];
    sq_prediction claim;
    sq_tally t;
} board;

/* The truth, and a claim that agrees with it in everything. */
static int set_up(void **state) {
    static board b;
    sq_tally_free(&b.t);
    b = (board){0};
    b.truth.winks[LONE] = wink("b1", 300, 0, SQ_PLACE_MAT);
    b.truth.winks[UPPER] = wink("G1", -200, 100, SQ_PLACE_MAT);
    b.truth.winks[LOWER] = wink("r1", -210, 100, SQ_PLACE_MAT);
    b.truth.winks[LEFT] = wink("y1", 0, 200, SQ_PLACE_MAT);
    b.truth.winks[RIGHT] = wink("y2", 17, 200, SQ_PLACE_MAT);
    b.truth.winks[POTTED] = wink("B1", 2, 0, SQ_PLACE_POT);
    b.truth.winks[HOME] = wink("b2", -890, 430, SQ_PLACE_BASELINE);
    b.truth.winks[UPPER].over = sq_wink_bit(id("r1"));
    b.truth.winks[LOWER].visible_fraction = 0.5;
    b.truth.wink_count = WINKS;
    for (int i = 0; i < WINKS; i++) {
        const sq_true_wink *w = &b.truth.winks[i];
        b.winks[i] = (sq_claimed_wink){.colour = w->colour,
                                       .size = sq_true_size(w),
                                       .place = w->place,
                                       .at = {w->at.x, w->at.y},
                                       .seen = 1,
                                       .sigma_mm = 0.1,
                                       .edge_to_pot_mm = w->nearest_edge_to_pot_mm};
    }
    b.pairs[0] = (sq_claimed_pair){UPPER, LOWER, 0.9, SQ_CALL_SQUOPPED};
    b.claim.wink_count = WINKS;
    b.claim.pair_count = 1;
    b.claim.tiddlies[SQ_BLUE] = (sq_claimed_tiddlies){true, 4, 4};
    b.claim.tiddlies[SQ_GREEN] = (sq_claimed_tiddlies){true, 1, 1};
    b.claim.tiddlies[SQ_RED] = (sq_claimed_tiddlies){true, 0, 0};
    b.claim.tiddlies[SQ_YELLOW] = (sq_claimed_tiddlies){true, 2, 2};
    *state = &b;
    return 0;
}

static int tear_down(void **state) {
    sq_tally_free(&((board *)*state)->t);
    return 0;
}

static board *tally(board *b) {
    b->claim.winks = b->winks;
    b->claim.pairs = b->pairs;
    sq_tally_free(&b->t);
    sq_tally_add(&b->t, &b->truth, &b->claim);
    assert_false(b->t.starved);
    return b;
}

static double row(const board *b, sq_score_row which) {
    double rows[SQ_SCORE_ROWS];
    sq_tally_rows(&b->t, rows);
    return rows[which];
}

#define counts(b, name, expected) assert_int_equal((b)->t.n.name, expected)

static void a_perfect_claim_has_no_fault(void **state) {
    board *b = tally(*state);
    counts(b, scenes, 1);
    counts(b, winks, 6); /* the potted one need not be found */
    counts(b, found, 6);
    counts(b, extra, 0);
    counts(b, squops, 1);
    counts(b, squops_right, 1);
    counts(b, squops_called, 1);
    counts(b, deep, 1);
    counts(b, deep_right, 1);
    counts(b, near_clear, 1);
    counts(b, tiddlies, 4);
    counts(b, tiddlies_right, 4);
    counts(b, tiddlies_plain_right, 4);
    const size_t faults = b->t.n.colour_wrong + b->t.n.size_wrong + b->t.n.place_wrong + b->t.n.squops_look +
                          b->t.n.squops_missed + b->t.n.squops_false + b->t.n.squops_hidden +
                          b->t.n.near_clear_look + b->t.n.tiddlies_wrong;
    assert_int_equal(faults, 0);
    assert_near(row(b, SQ_ROW_recall), 1, 0);
    assert_near(row(b, SQ_ROW_precision), 1, 0);
    assert_near(row(b, SQ_ROW_brier), 0.01, 1e-12);
}

static void no_prediction_finds_nothing(void **state) {
    board *b = *state;
    sq_tally_add(&b->t, &b->truth, NULL);
    counts(b, winks, 6);
    counts(b, found, 0);
    counts(b, squops_missed, 1);
    counts(b, tiddlies_right, 0);
    counts(b, tiddlies_wrong, 0);
    assert_near(row(b, SQ_ROW_brier), 1, 0);
    assert_near(row(b, SQ_ROW_precision), NAN, 0);
}

static void a_wink_that_is_hardly_seen_need_not_be_found(void **state) {
    board *b = *state;
    b->truth.winks[LOWER].visible_fraction = 0.2;
    counts(tally(b), winks, 5);
    counts(b, extra, 0); /* and who finds it all the same has not invented it */
}

static void a_claim_7_mm_off_is_another_wink(void **state) {
    board *b = *state;
    b->winks[LONE].at.x += 7;
    counts(tally(b), found, 5);
    counts(b, extra, 1);
}

static void an_inferred_or_potted_claim_is_not_extra(void **state) {
    board *b = *state;
    b->winks[WINKS] = (sq_claimed_wink){.at = {500, 0}, .seen = 1};
    b->claim.wink_count = WINKS + 1;
    counts(tally(b), extra, 1);
    b->winks[WINKS].seen = 0;
    counts(tally(b), extra, 0);
    b->winks[WINKS].seen = 1;
    b->winks[WINKS].place = SQ_PLACE_POT;
    counts(tally(b), extra, 0);
}

static void wrong_colour_size_and_place_are_counted_apart(void **state) {
    board *b = *state;
    b->winks[LONE].colour = SQ_RED;
    counts(tally(b), colour_wrong, 1);
    counts(b, found, 6);
    set_up(state);
    b->winks[LONE].size = SQ_LARGE;
    counts(tally(b), size_wrong, 1);
    set_up(state);
    b->winks[LONE].place = SQ_PLACE_OFF;
    counts(tally(b), place_wrong, 1);
    counts(b, colour_wrong + b->t.n.size_wrong, 0);
}

static void a_nearer_wink_of_another_colour_yields_to_the_right_one(void **state) {
    board *b = *state;
    b->truth.winks[LOWER].at.x = -202;         /* the red one: 2 mm from the green one */
    b->winks[LOWER].at = (sq_mm){-199.9, 100}; /* claimed nearer to the green one */
    b->winks[UPPER].at = (sq_mm){-202.1, 100};
    counts(tally(b), colour_wrong, 0);
    assert_near(sq_quantile(&b->t.covered_mm, 1), 2.1, 1e-9);
}

static void errors_of_whole_and_of_covered_winks_are_kept_apart(void **state) {
    board *b = *state;
    b->winks[LONE].at.y += 0.3;
    b->winks[LOWER].at.y += 0.4;
    tally(b);
    assert_int_equal(b->t.whole_mm.count, 5);
    assert_near(sq_quantile(&b->t.whole_mm, 1), 0.3, 1e-9);
    assert_int_equal(b->t.covered_mm.count, 1);
    assert_near(sq_quantile(&b->t.covered_mm, 0), 0.4, 1e-9);
    assert_near(sq_quantile(&b->t.z_covered, 1), 4, 1e-9); /* 0.4 mm at a claimed 0.1 mm */
    b->truth.winks[LONE].normal = (sq_mm3){0.1, 0, 0.995};
    assert_int_equal(tally(b)->t.covered_mm.count, 2); /* a tilted one is not whole */
}

static void the_edge_is_compared_where_both_name_it(void **state) {
    board *b = *state;
    b->winks[LONE].edge_to_pot_mm += 0.25;
    b->winks[HOME].edge_to_pot_mm = NAN;
    b->truth.winks[LEFT].nearest_edge_to_pot_mm = NAN;
    tally(b);
    assert_int_equal(b->t.edge_mm.count, 4);
    assert_near(sq_quantile(&b->t.edge_mm, 1), 0.25, 1e-9);
}

static void a_squop_is_right_looked_at_or_missed(void **state) {
    board *b = *state;
    b->pairs[0].call = SQ_CALL_LOOK;
    counts(tally(b), squops_look, 1);
    counts(b, deep_right, 0);
    b->pairs[0].call = SQ_CALL_CLEAR;
    counts(tally(b), squops_missed, 1);
    b->claim.pair_count = 0;
    counts(tally(b), squops_missed, 1);
    counts(b, squops_called, 0);
}

static void a_squop_the_wrong_way_round_is_false_and_missed(void **state) {
    board *b = *state;
    b->pairs[0] = (sq_claimed_pair){LOWER, UPPER, 0.9, SQ_CALL_SQUOPPED};
    counts(tally(b), squops_false, 1);
    counts(b, squops_missed, 1);
    assert_near(row(b, SQ_ROW_brier), (0.81 + 1) / 2, 1e-12);
}

static void a_squop_by_an_invented_wink_is_false(void **state) {
    board *b = *state;
    b->winks[WINKS] = (sq_claimed_wink){.at = {310, 3}, .seen = 1};
    b->claim.wink_count = WINKS + 1;
    b->pairs[1] = (sq_claimed_pair){WINKS, LONE, 0.9, SQ_CALL_SQUOPPED};
    b->claim.pair_count = 2;
    counts(tally(b), squops_false, 1);
    counts(b, squops_called, 2);
}

static void squops_in_the_pot_do_not_count(void **state) {
    board *b = *state;
    b->truth.winks[LONE].over = sq_wink_bit(id("B1"));
    b->pairs[1] = (sq_claimed_pair){LONE, POTTED, 0.9, SQ_CALL_SQUOPPED};
    b->claim.pair_count = 2;
    counts(tally(b), squops, 1);
    counts(b, squops_called, 1);
    counts(b, squops_false, 0);
}

static void a_squop_over_an_unseen_wink_is_counted_apart(void **state) {
    board *b = *state;
    b->truth.winks[LOWER].visible_fraction = 0.04;
    counts(tally(b), squops, 0);
    counts(b, squops_hidden, 1);
    counts(b, squops_false, 0); /* to call it is no fault */
    b->claim.tiddlies[SQ_RED] = (sq_claimed_tiddlies){true, 1, 1};
    counts(tally(b), tiddlies_right, 4); /* one picture cannot show that it is squopped */
}

static void a_squop_of_a_fraction_is_not_deep(void **state) {
    board *b = *state;
    b->truth.winks[LOWER].at.x = -218.2; /* rims overlap by 0.8 mm */
    b->winks[LOWER].at.x = -218.2;
    counts(tally(b), deep, 0);
    counts(b, squops_right, 1);
}

static void a_look_at_a_clear_gap_is_counted(void **state) {
    board *b = *state;
    b->pairs[1] = (sq_claimed_pair){LEFT, RIGHT, 0.3, SQ_CALL_LOOK};
    b->claim.pair_count = 2;
    counts(tally(b), near_clear_look, 1);
    b->truth.winks[RIGHT].at.x = b->winks[RIGHT].at.x = 16.2; /* 0.2 mm: there one may look */
    counts(tally(b), near_clear, 0);
    b->truth.winks[RIGHT].at.x = b->winks[RIGHT].at.x = 19.5; /* 3.5 mm: that is not near */
    counts(tally(b), near_clear, 0);
}

static void tiddlies_are_right_wrong_or_left_open(void **state) {
    board *b = *state;
    b->claim.tiddlies[SQ_BLUE] = (sq_claimed_tiddlies){true, 3, 5}; /* holds, but settles nothing */
    b->claim.tiddlies[SQ_GREEN] = (sq_claimed_tiddlies){true, 2, 2};
    b->claim.tiddlies[SQ_RED] = (sq_claimed_tiddlies){true, 1, 2};
    b->claim.tiddlies[SQ_YELLOW].claimed = false;
    counts(tally(b), tiddlies_right, 0);
    counts(b, tiddlies_wrong, 2);
    b->truth.wink_count = 1;
    b->claim.wink_count = 1;
    b->claim.pair_count = 0;
    counts(tally(b), tiddlies, 1); /* colours of which the truth has no wink are not asked */
}

static void hidden_winks_and_rims_about_to_touch_excuse_open_tiddlies(void **state) {
    board *b = *state;
    b->truth.winks[LOWER].visible_fraction = 0.2;
    counts(tally(b), tiddlies_plain, 3); /* not red's */
    b->truth.winks[RIGHT].at.x = b->winks[RIGHT].at.x = 16.2;
    counts(tally(b), tiddlies_plain, 2); /* nor yellow's */
    counts(b, tiddlies_plain_right, 2);
}

static void claims_are_sorted_into_bins(void **state) {
    board *b = *state;
    b->pairs[1] = (sq_claimed_pair){LEFT, RIGHT, 0.95, SQ_CALL_SQUOPPED};
    b->pairs[2] = (sq_claimed_pair){RIGHT, LEFT, 1, SQ_CALL_CLEAR};
    b->pairs[3] = (sq_claimed_pair){LONE, LEFT, 0.02, SQ_CALL_CLEAR};
    b->claim.pair_count = 4;
    sq_reliability bins[SQ_RELIABILITY_BINS];
    sq_tally_reliability(&tally(b)->t, bins);
    assert_int_equal(bins[9].pairs, 3);
    assert_int_equal(bins[9].squops, 1);
    assert_near(bins[9].claimed, (0.9 + 0.95 + 1) / 3, 1e-12);
    assert_int_equal(bins[0].pairs, 1);
    assert_near(bins[5].claimed, NAN, 0);
}

static void silence_buys_accuracy(void **state) {
    board *b = *state;
    b->pairs[0].probability = 0.97;                                       /* right */
    b->pairs[1] = (sq_claimed_pair){LEFT, RIGHT, 0.85, SQ_CALL_SQUOPPED}; /* wrong */
    b->pairs[2] = (sq_claimed_pair){RIGHT, LEFT, 0.45, SQ_CALL_LOOK};     /* right, but hardly sure */
    b->pairs[3] = (sq_claimed_pair){LONE, LEFT, 0.02, SQ_CALL_CLEAR};     /* right */
    b->claim.pair_count = 4;
    sq_coverage steps[SQ_COVERAGE_STEPS];
    sq_tally_coverage(&tally(b)->t, steps);
    assert_near(steps[0].confidence, 0.5, 0);
    assert_near(steps[0].called, 1, 0);
    assert_near(steps[0].wrong, 0.25, 1e-12);
    assert_near(steps[1].called, 0.75, 1e-12); /* surer than 0.6 */
    assert_near(steps[1].wrong, 1.0 / 3, 1e-12);
    assert_near(steps[4].called, 0.5, 1e-12); /* surer than 0.9 */
    assert_near(steps[4].wrong, 0, 0);
    assert_near(steps[9].wrong, NAN, 0);
    sq_coverage spoken = sq_tally_words(&b->t);
    assert_near(spoken.called, 0.75, 1e-12);
    assert_near(spoken.wrong, 1.0 / 3, 1e-12);
}

static void quantiles_interpolate(void **state) {
    (void)state;
    double values[] = {4, 1, 3, 2};
    sq_numbers n = {4, 4, values};
    assert_near(sq_quantile(&n, 0.5), 2.5, 1e-12);
    assert_near(sq_quantile(&n, 0.95), 3.85, 1e-12);
    assert_near(sq_quantile(&(sq_numbers){0}, 0.5), NAN, 0);
}

static void the_worst_faults_are_kept_in_order(void **state) {
    board *b = *state;
    sq_worst worst = {.truth = "somewhere/piles_001.json"};
    b->claim.pair_count = 0;         /* the squop is missed */
    b->winks[LONE].at.x += 3;        /* astray, far from it */
    b->winks[RIGHT].colour = SQ_RED; /* mistaken */
    b->pairs[b->claim.pair_count++] = (sq_claimed_pair){LEFT, RIGHT, 0.99, SQ_CALL_SQUOPPED};
    sq_tally_free(&b->t);
    b->t.worst = &worst;
    b->claim.winks = b->winks;
    b->claim.pairs = b->pairs;
    sq_tally_add(&b->t, &b->truth, &b->claim);
    assert_in_range(worst.count, 3, SQ_WORST);
    assert_int_equal(worst.at[0].kind, SQ_FAULT_FALSE_SQUOP); /* and hides that y2 beside it is mistaken */
    assert_int_equal(worst.at[0].a, id("y1"));
    assert_int_equal(worst.at[0].b, id("y2"));
    assert_int_equal(worst.at[1].kind, SQ_FAULT_MISSED_SQUOP);
    assert_near(worst.at[1].mm, 22 / 2.0 + 16 / 2.0 - 10, 1e-9);
    assert_int_equal(worst.at[2].kind, SQ_FAULT_ASTRAY);
    assert_near(worst.at[2].mm, 3, 1e-9);
    assert_string_equal(worst.at[2].truth, "somewhere/piles_001.json");
}

static void only_the_worst_ten_are_kept(void **state) {
    (void)state;
    sq_worst w = {.truth = "a.json"};
    for (int i = 0; i < 3 * SQ_WORST; i++)
        sq_worst_note(&w, (sq_fault){.kind = SQ_FAULT_ASTRAY, .mm = (i * 7) % 30, .at = {100.0 * i, 0}});
    assert_int_equal(w.count, SQ_WORST);
    for (int i = 0; i < SQ_WORST; i++)
        assert_near(w.at[i].mm, 29 - i, 0);
    sq_fault beside = {.kind = SQ_FAULT_INVENTED, .at = w.at[4].at};
    sq_worst_note(&w, beside);
    assert_int_equal(w.count, SQ_WORST);
    assert_int_equal(w.at[0].kind, SQ_FAULT_INVENTED);
    assert_near(w.at[4].mm, 26, 0);
    assert_near(w.at[5].mm, 24, 0); /* the one that lay there is gone */
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_perfect_claim_has_no_fault),
        TEST(no_prediction_finds_nothing),
        TEST(a_wink_that_is_hardly_seen_need_not_be_found),
        TEST(a_claim_7_mm_off_is_another_wink),
        TEST(an_inferred_or_potted_claim_is_not_extra),
        TEST(wrong_colour_size_and_place_are_counted_apart),
        TEST(a_nearer_wink_of_another_colour_yields_to_the_right_one),
        TEST(errors_of_whole_and_of_covered_winks_are_kept_apart),
        TEST(the_edge_is_compared_where_both_name_it),
        TEST(a_squop_is_right_looked_at_or_missed),
        TEST(a_squop_the_wrong_way_round_is_false_and_missed),
        TEST(a_squop_by_an_invented_wink_is_false),
        TEST(squops_in_the_pot_do_not_count),
        TEST(a_squop_over_an_unseen_wink_is_counted_apart),
        TEST(a_squop_of_a_fraction_is_not_deep),
        TEST(a_look_at_a_clear_gap_is_counted),
        TEST(tiddlies_are_right_wrong_or_left_open),
        TEST(hidden_winks_and_rims_about_to_touch_excuse_open_tiddlies),
        TEST(claims_are_sorted_into_bins),
        TEST(silence_buys_accuracy),
        TEST(quantiles_interpolate),
        TEST(the_worst_faults_are_kept_in_order),
        TEST(only_the_worst_ten_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
