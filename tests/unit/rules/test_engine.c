/* The front door's promises, the vocabulary, and the score against a count by hand. */
#include "rules/book/ruleset.h"
#include "tests/fixture/game/random_game.h"
#include "tests/fixture/unit.h"

static sq_state playing(void) {
    sq_state s = sq_state_none();
    sq_rulings r;
    const sq_event game = {.kind = SQ_EVENT_GAME};
    const sq_event off = {.kind = SQ_EVENT_SQUIDGE_OFF,
                          .squidge_off = {.played = SQ_USUAL_COLOUR_SET, .mm = {1, 2, 3, 4}}};
    assert_true(sq_engine_step(&s, &game, &s, &r));
    assert_true(sq_engine_step(&s, &off, &s, &r));
    return s;
}

static int refusal(const sq_state *s, sq_event e) {
    sq_rulings r;
    sq_state out;
    memset(&out, 0xa5, sizeof out);
    assert_false(sq_engine_step(s, &e, &out, &r));
    assert_true(r.refused);
    assert_int_equal(r.count, 1);
    assert_memory_equal(&out, s, sizeof out);
    return r.list[0].what;
}

static void refuses_what_a_record_cannot_say(void **state) {
    (void)state;
    sq_state none = sq_state_none(), s = playing();
    assert_int_equal(refusal(&none, (sq_event){.kind = SQ_EVENT_UNDO}), SQ_NOT_NO_GAME);
    assert_int_equal(refusal(&s, (sq_event){.kind = SQ_EVENT_UNDO}), SQ_NOT_NOT_FOLDED);
    assert_int_equal(refusal(&s, (sq_event){.kind = SQ_EVENT_AMEND}), SQ_NOT_NOT_FOLDED);
    assert_int_equal(refusal(&s, (sq_event){.kind = SQ_EVENT_KINDS}), SQ_NOT_NOT_FOLDED);
    assert_int_equal(refusal(&none, (sq_event){.kind = SQ_EVENT_GAME, .game = {.rules = 99}}),
                     SQ_NOT_UNKNOWN_RULES);
    assert_int_equal(refusal(&none, (sq_event){.kind = SQ_EVENT_GAME, .game = {.limit = -1}}),
                     SQ_NOT_BAD_LIMIT);
    assert_int_equal(refusal(&s, (sq_event){.kind = SQ_EVENT_CLOCK, .clock = {.limit = -1}}),
                     SQ_NOT_BAD_LIMIT);
    sq_event shot = {.kind = SQ_EVENT_SHOT, .shot = {.colour = SQ_BLUE, .wink = 0, .over_known = true}};
    shot.shot.over.above[0] = sq_wink_bit(0);
    assert_int_equal(refusal(&s, shot), SQ_NOT_OVER_EACH_OTHER);
    shot.shot.over.above[0] = 1u << 30; /* no wink */
    assert_int_equal(refusal(&s, shot), SQ_NOT_OVER_NOT_ON_MAT);
}

static void leaves_the_old_state_alone(void **state) {
    (void)state;
    sq_state s = playing(), copy = s, out;
    sq_rulings r;
    const sq_event shot = {.kind = SQ_EVENT_SHOT, .shot = {.colour = SQ_BLUE, .wink = 0, .potted = 1}};
    assert_true(sq_engine_step(&s, &shot, &out, &r));
    assert_memory_equal(&s, &copy, sizeof s);
    assert_false(sq_state_equal(&s, &out));
    assert_true(sq_engine_step(&s, &shot, &s, &r));
    assert_true(sq_state_equal(&s, &out));
}

static void every_ruling_has_a_rule_and_a_sentence(void **state) {
    (void)state;
    char text[SQ_RULING_TEXT_MAX];
    for (int i = 0; i < SQ_RULING_KINDS; i++) {
        sq_ruling r = {.what = (uint8_t)i, .n = 2, .winks = SQ_USUAL_SET};
        char first = sq_ruling_rule(&r, 0)[0]; /* 0: only a club's book gives this ruling; C: a note */
        assert_true((first >= '1' && first <= '9') || first == 'C' || !first);
        sq_ruling_text(&r, 0, text);
        assert_null(strchr(text, '%'));
        assert_true(strlen(text) > 10 && text[strlen(text) - 1] == '.');
    }
    for (int i = 0; i < SQ_REFUSAL_KINDS; i++) {
        sq_ruling r = {.what = (uint8_t)i, .n = 3, .winks = 5};
        assert_null(strchr(sq_refusal_text(&r, text), '%'));
        assert_true(strlen(text) > 10);
    }
    sq_ruling none = {.what = 255};
    assert_string_equal(sq_ruling_rule(&none, 0), "");
    assert_string_equal(sq_ruling_rule(&(sq_ruling){0}, 99), "");
    assert_string_equal(sq_ruling_text(&none, 0, text), "");
    assert_string_equal(sq_refusal_text(&none, text), "");
}

static void says_rulings_in_words(void **state) {
    (void)state;
    char text[SQ_RULING_TEXT_MAX];
    const sq_ruling off = {
        .what = SQ_RULED_OFF_FORFEITS, .colour = SQ_RED, .winks = 1u << 12 | 1u << 14 | 1u << 15};
    assert_string_equal(sq_ruling_text(&off, 0, text),
                        "Red sent R1, r1 and r2 of its own off and forfeits its next shot.");
    const sq_ruling score = {.what = SQ_RULED_SCORE_TIDDLIES, .n = 330, .winks = 90};
    assert_string_equal(sq_ruling_text(&score, 0, text),
                        "Points by tiddlies, shared where equal: blue-red 5½, green-yellow 1½.");
    const sq_ruling limit = {.what = SQ_RULED_LIMIT_NORMAL, .n = 1350};
    assert_string_equal(sq_ruling_text(&limit, 0, text), "The timed period lasts 22:30 min.");
    const sq_ruling turns = {.what = SQ_RULED_SQUOP_UP_TURNS, .n = 1, .side = SQ_GREEN_YELLOW};
    assert_string_equal(
        sq_ruling_text(&turns, 0, text),
        "Green-yellow has 1 squop-up turn: one more than the winks on the mat outside piles.");
}

static void says_points_as_fractions(void **state) {
    (void)state;
    char text[SQ_POINTS_TEXT_MAX];
    static const struct {
        int sixtieths;
        const char *text;
    } points[] = {{0, "0"},   {30, "½"}, {90, "1½"}, {140, "2⅓"}, {280, "4⅔"}, {105, "1¾"},  {15, "¼"},
                  {420, "7"}, {10, "⅙"}, {50, "⅚"},  {12, "⅕"},   {264, "4⅖"}, {25, "25/60"}};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        assert_string_equal(sq_points_text(points[i].sixtieths, text), points[i].text);
}

static void names_go_both_ways(void **state) {
    (void)state;
    for (int k = 0; k < SQ_EVENT_KINDS; k++)
        assert_true(strlen(sq_event_name((sq_event_kind)k)) > 2);
    assert_string_equal(sq_event_name(SQ_EVENT_KINDS), "none");
    assert_string_equal(sq_form_name(SQ_FORMS), "none");
    assert_string_equal(sq_phase_name(SQ_PHASES), "none");
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        assert_int_equal(sq_wink_from_name(sq_wink_name(w)), w);
    assert_int_equal(sq_usual_wink_from_name("y4"), SQ_USUAL_WINKS - 1);
    assert_int_equal(sq_usual_wink_from_name("w1"), SQ_NO_WINK);
    assert_int_equal(sq_usual_colour_from_name("purple"), SQ_NO_COLOUR);
    assert_int_equal(sq_wink_from_name("b9"), SQ_NO_WINK);
    assert_string_equal(sq_wink_name(SQ_NO_WINK), "??");
    assert_string_equal(sq_colour_name(SQ_NO_COLOUR), "none");
    assert_int_equal(sq_colour_from_name("orange"), SQ_NO_COLOUR);
    assert_string_equal(sq_size_name(sq_wink_size(0)), "large");
    assert_int_equal(sq_size_from_name("small"), SQ_SMALL);
    assert_int_equal(sq_size_from_name("huge"), SQ_SIZES);
    assert_string_equal(sq_mark_name(SQ_MARK_STAYS), "stays");
    assert_string_equal(sq_mark_name(SQ_MARKS), "none");
    for (unsigned f = 0; f < SQ_FORMS; f++)
        assert_int_equal(sq_form_from_name(sq_form_name((sq_form)f)), f);
    assert_int_equal(sq_form_from_name("alone"), SQ_FORMS);
    assert_string_equal(sq_size_name(sq_wink_size(2)), "small");
    assert_int_equal(sq_ruleset_find("etwa-2012"), 0);
    assert_int_equal(sq_ruleset_find("etwa-1066"), -1);
    assert_null(sq_ruleset_at(-1));
}

/* 19.2 by hand: a colour's points are the mean of the places that it shares. */
static void points_by_hand(const int tiddlies[SQ_USUAL_COLOURS], int points[SQ_USUAL_COLOURS]) {
    static const int places[] = {4 * SQ_POINT, 2 * SQ_POINT, SQ_POINT, 0};
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        int better = 0, equal = 0, sum = 0;
        for (int o = 0; o < SQ_USUAL_COLOURS; o++) {
            better += tiddlies[o] > tiddlies[c];
            equal += tiddlies[o] == tiddlies[c];
        }
        for (int k = 0; k < equal; k++)
            sum += places[better + k];
        points[c] = sum / equal;
    }
}

/* All games that end with 0 to 5 potted winks of each colour and none played. */
static void every_tie_is_shared(void **state) {
    (void)state;
    for (int code = 0; code < 6 * 6 * 6 * 6; code++) {
        int potted[SQ_USUAL_COLOURS] = {code % 6, code / 6 % 6, code / 36 % 6, code / 216},
            points[SQ_USUAL_COLOURS], tiddlies[SQ_USUAL_COLOURS];
        sq_state s = playing();
        sq_rulings r;
        sq_event set = {.kind = SQ_EVENT_SET,
                        .set = {.named = SQ_SET_PHASE | SQ_SET_ROUNDS_LEFT | SQ_SET_POT | SQ_SET_BASELINE}};
        set.set.phase = SQ_PHASE_ROUND_LIMIT;
        set.set.rounds_left = 1;
        for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
            set.set.pot |= ((1u << potted[c]) - 1) << (6 * c);
            tiddlies[c] = 3 * potted[c];
        }
        set.set.baseline = SQ_USUAL_SET & ~set.set.pot;
        assert_true(sq_engine_step(&s, &set, &s, &r));
        const sq_event pass = {.kind = SQ_EVENT_PASS, .pass = {0, SQ_BLUE}};
        assert_true(sq_engine_step(&s, &pass, &s, &r));
        assert_int_equal(s.now.phase, SQ_PHASE_ENDED);
        points_by_hand(tiddlies, points);
        for (int c = 0; c < SQ_USUAL_COLOURS; c++)
            assert_int_equal(s.now.points[c], points[c]);
        assert_int_equal(s.now.score[SQ_BLUE_RED], points[SQ_BLUE] + points[SQ_RED]);
        assert_int_equal(s.now.score[SQ_GREEN_YELLOW], points[SQ_GREEN] + points[SQ_YELLOW]);
    }
}

/* 20.2 by hand for an order of potting out; equal where two share a shot. */
static void every_order_of_potting_out(void **state) {
    (void)state;
    for (int code = 0; code < 256; code++) {
        int when[SQ_USUAL_COLOURS] = {code % 4, code / 4 % 4, code / 16 % 4, code / 64},
            points[SQ_USUAL_COLOURS], rank[SQ_USUAL_COLOURS];
        sq_state s = playing();
        sq_rulings r;
        sq_event set = {
            .kind = SQ_EVENT_SET,
            .set = {.named = SQ_SET_POT, .pot = SQ_USUAL_SET & ~(1u | 1u << 6 | 1u << 12 | 1u << 18)}};
        assert_true(sq_engine_step(&s, &set, &s, &r));
        int last = 0;
        for (int t = 0; t < 4 && s.now.phase != SQ_PHASE_ENDED; t++) {
            sq_event shot = {.kind = SQ_EVENT_SHOT,
                             .shot = {.colour = s.now.turn, .wink = (sq_wink)(6 * s.now.turn)}};
            for (int c = 0; c < SQ_USUAL_COLOURS; c++)
                if (when[c] == t) shot.shot.potted |= 1u << (6 * c);
            if (!shot.shot.potted) continue;
            assert_true(sq_engine_step(&s, &shot, &s, &r));
            last = t;
        }
        assert_int_equal(s.now.phase, SQ_PHASE_ENDED);
        for (int c = 0; c < SQ_USUAL_COLOURS; c++)
            rank[c] = when[c] <= last ? -when[c] : -4;
        points_by_hand(rank, points);
        int side[2] = {points[SQ_BLUE] + points[SQ_RED], points[SQ_GREEN] + points[SQ_YELLOW]};
        int transfer = side[0] > side[1] ? SQ_POINT : side[0] < side[1] ? -SQ_POINT : 0;
        assert_int_equal(s.now.score[SQ_BLUE_RED], side[0] + transfer);
        assert_int_equal(s.now.score[SQ_GREEN_YELLOW], side[1] - transfer);
        for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
            if (s.now.points_known & sq_colour_bit((sq_colour)c))
                assert_int_equal(s.now.points[c], points[c]);
    }
}

/* Each invariant can fail: a sound state with one thing wrong. */
#define BREAKS(name, ...)                               \
    do {                                                \
        sq_state s = playing();                         \
        __VA_ARGS__;                                    \
        assert_non_null(sq_state_broken(&s));           \
        assert_string_equal(sq_state_broken(&s), name); \
    } while (0)

static void invariants_of_turns_can_fail(void **state) {
    (void)state;
    const sq_state good = playing();
    assert_null(sq_state_broken(&good));
    sq_state none = sq_state_none();
    none.now.turn = (sq_colour)9;
    assert_null(sq_state_broken(&none)); /* nothing counts before the game */
    BREAKS("colours_in_range", s.now.winner = (sq_colour)7);
    BREAKS("colours_in_range", s.now.nominated = (sq_colour)7);
    BREAKS("colours_in_range", s.now.squop_up_by = (sq_partnership)7);
    BREAKS("colours_in_range", s.now.owed = (sq_partnership)7);
    BREAKS("colours_in_range", s.now.time_waits_for = (sq_partnership)7);
    BREAKS("someone_is_due", s.now.phase = SQ_PHASE_ENDED);
    BREAKS("who_is_due_can_play", s.now.unplayed = 0;
           for (int w = 0; w < 6; w++) s.now.squops.above[w] = 1u << 6);
    BREAKS("among_in_the_squidge_off_alone", s.now.phase = SQ_PHASE_SQUIDGE_OFF; s.now.turn = SQ_NO_COLOUR;
           s.now.shots = 0);
    BREAKS("rounds_in_the_round_limit_alone", s.now.running_round = true);
    BREAKS("rounds_in_the_round_limit_alone", s.now.extra_turn = true);
    BREAKS("rounds_in_the_round_limit_alone", s.now.phase = SQ_PHASE_ROUND_LIMIT);
    BREAKS("rounds_in_the_round_limit_alone", s.now.phase = SQ_PHASE_ROUND_LIMIT; s.now.rounds_left = 3;
           s.now.running_round = true);
    BREAKS("rounds_in_the_round_limit_alone", s.now.phase = SQ_PHASE_ROUND_LIMIT;
           s.now.extra_turn = s.now.running_round = true);
    BREAKS("colours_in_range", s.now.turn = (sq_colour)7);
    BREAKS("someone_is_due", s.now.shots = 0);
    BREAKS("who_is_due_can_play", s.now.forfeits = 1);
    BREAKS("winner_once_the_squidge_off_is_over", s.now.winner = SQ_NO_COLOUR);
    BREAKS("among_in_the_squidge_off_alone", s.now.among = 1);
    BREAKS("rounds_in_the_round_limit_alone", s.now.rounds_left = 1);
    BREAKS("rounds_in_the_round_limit_alone", s.now.phase = SQ_PHASE_ROUND_LIMIT; s.now.rounds_left = 6);
    BREAKS("rounds_in_the_round_limit_alone", s.now.phase = SQ_PHASE_ROUND_LIMIT; s.now.rounds_left = 1;
           s.now.extra_turn = true);
    BREAKS("time_waits_in_the_timed_period", s.now.phase = SQ_PHASE_ROUND_LIMIT; s.now.rounds_left = 2;
           s.now.time_waits_for = SQ_BLUE_RED);
}

static void invariants_of_winks_and_fouls_can_fail(void **state) {
    (void)state;
    BREAKS("winks_in_one_place", s.now.unplayed |= 1u << 30);
    BREAKS("nothing_squopped_in_a_pot_out", s.now.phase = SQ_PHASE_POT_OUT; s.now.unplayed = 0;
           s.now.potted = 0x3f << 6; s.now.pot_outs = 1; s.now.pot_out[0] = 2; s.now.squops.above[12] = 1);
    BREAKS("squop_up_turns_go_with_a_side", s.now.squop_up_by = SQ_BLUE_RED);
    BREAKS("squop_up_turns_go_with_a_side", s.now.squop_up_by = SQ_BLUE_RED; s.now.squop_up_turns = -1);
    BREAKS("nobody_is_owed_who_is_squopped_up", s.now.owed = SQ_GREEN_YELLOW; s.now.squop_up_by = SQ_BLUE_RED;
           s.now.squop_up_turns = 1; s.now.unplayed = 0;
           for (int w = 6; w < 12; w++) s.now.squops.above[w] = s.now.squops.above[w + 12] = 1);
    BREAKS("open_foul_has_a_side", s.foul.open = s.can_call = true; s.foul.by = SQ_BLUE_RED);
    BREAKS("fouls_put_back_below_the_limit", s.now.put_back = -1);
    BREAKS("winks_in_one_place", s.now.potted = 1);
    BREAKS("squops_on_the_mat", s.now.squops.above[0] = 2);
    BREAKS("no_wink_over_itself", s.now.unplayed = 0; s.now.squops.above[0] = 1);
    BREAKS("no_pair_over_each_other", s.now.unplayed = 0; s.now.squops.above[0] = 2;
           s.now.squops.above[1] = 1);
    BREAKS("squop_up_turns_go_with_a_side", s.now.squop_up_turns = 1);
    BREAKS("squopped_up_side_has_no_free_wink", s.now.squop_up_turns = 1; s.now.squop_up_by = SQ_BLUE_RED);
    BREAKS("open_foul_has_a_side", s.foul.open = true);
    BREAKS("fouls_put_back_below_the_limit", s.now.put_back = 3);
    BREAKS("winks_in_one_place", s.now.in_play = SQ_USUAL_SET & ~1u);
    BREAKS("counted_winks_are_in_play", s.now.squop_up_by = SQ_BLUE_RED; s.now.squop_up_turns = 1;
           s.now.unplayed = 0; s.now.counted = 1u << 30;
           for (int w = 6; w < 12; w++) s.now.squops.above[w] = s.now.squops.above[w + 12] = 1);
    BREAKS("nominated_wink_is_free_and_of_its_colour", s.now.nominated_wink = 3);
    BREAKS("aside_only_where_the_book_moves_winks", s.now.aside = 1; s.now.shots = 0);
    BREAKS("no_colour_is_owed_that_is_squopped_up", s.rules = sq_ruleset_find("parker");
           s.now.squop_up_by = SQ_BLUE_RED; s.now.owed_colours = 2; s.now.unplayed = 0;
           for (int w = 6; w < 12; w++) s.now.squops.above[w] = s.now.squops.above[w + 12] = 1);
    BREAKS("no_foul_stays_open_that_is_put_back_at_once", s.rules = sq_ruleset_find("parker");
           s.foul.open = true; s.foul.by = SQ_BLUE_RED);
}

static void invariants_of_what_is_owed_and_of_the_end_can_fail(void **state) {
    (void)state;
    BREAKS("pot_outs_are_the_complete_colours", s.now.pot_outs = 2; s.now.pot_out[0] = s.now.pot_out[1] = 1);
    BREAKS("nominated_colour_in_a_free_shot", s.now.free_shot = SQ_FREE_SHOT_NOMINATED);
    BREAKS("nothing_due_after_the_end", s.now.phase = SQ_PHASE_ENDED; s.now.turn = SQ_NO_COLOUR;
           s.now.shots = 0; s.now.forfeits = 1);
    BREAKS("nothing_due_after_the_end", s.now.phase = SQ_PHASE_ENDED; s.now.turn = SQ_NO_COLOUR;
           s.now.shots = 0; s.now.owed = SQ_BLUE_RED);
    BREAKS("all_points_at_the_end", s.now.phase = SQ_PHASE_ENDED; s.now.turn = SQ_NO_COLOUR; s.now.shots = 0);
    BREAKS("who_ends_the_round_has_had_no_turn_in_it", s.now.had_turn = 1);
    BREAKS("pot_outs_are_the_complete_colours", s.now.pot_outs = 1; s.now.pot_out[0] = 1);
    BREAKS("pot_outs_are_the_complete_colours", s.now.pot_outs = 1);
    BREAKS("pot_out_phase", s.now.phase = SQ_PHASE_POT_OUT);
    BREAKS("nominated_colour_in_a_free_shot", s.now.nominated = SQ_RED);
    BREAKS("all_points_at_the_end", s.now.score[0] = 1);
    BREAKS("winners_at_the_end_of_a_game_without_points", s.now.winners = 5);
    BREAKS("colours_or_a_side_are_owed", s.now.owed_colours = 1);
    BREAKS("colours_or_a_side_are_owed", s.rules = sq_ruleset_find("parker"); s.now.owed = SQ_BLUE_RED);
    BREAKS("no_free_turns_where_the_book_has_none", s.rules = sq_ruleset_find("etwa-simple");
           s.now.owed = SQ_BLUE_RED);
}
#undef BREAKS

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_a_record_cannot_say),
        cmocka_unit_test(leaves_the_old_state_alone),
        cmocka_unit_test(every_ruling_has_a_rule_and_a_sentence),
        cmocka_unit_test(says_rulings_in_words),
        cmocka_unit_test(says_points_as_fractions),
        cmocka_unit_test(names_go_both_ways),
        cmocka_unit_test(every_tie_is_shared),
        cmocka_unit_test(every_order_of_potting_out),
        cmocka_unit_test(invariants_of_turns_can_fail),
        cmocka_unit_test(invariants_of_winks_and_fouls_can_fail),
        cmocka_unit_test(invariants_of_what_is_owed_and_of_the_end_can_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
