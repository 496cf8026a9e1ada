/* Other accounts of the game: what depends on a held line is as doubtful as that line, what holds in all
 * accounts is not, and what is seen later speaks for some and against others. */
#include <stdlib.h>

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"
#include "ui/umpire/umpire_state.h"

static sq_code nobody(void *who, const sq_said *said, sq_diag *d) {
    (void)who, (void)said, (void)d;
    return SQ_OK;
}

/* A play of one reading: the shot of w, or winks moved by hand. */
static sq_play play_of(sq_wink w, double probability) {
    sq_play p = {.certain = probability >= 0.95, .reading_count = 1};
    p.reading[0] = (sq_play_reading){.kind = SQ_PLAY_BY_HAND, .probability = probability};
    if (w == SQ_NO_WINK) return p;
    p.reading[0].kind = SQ_PLAY_SHOT;
    p.reading[0].has_event = true;
    p.reading[0].event.kind = SQ_EVENT_SHOT;
    p.reading[0].event.shot.wink = w;
    p.reading[0].event.shot.colour = sq_wink_colour(w);
    p.reading[0].moved = sq_wink_bit(w);
    return p;
}

/* A squidge-off in which that colour's wink is out of sight, and went there. */
static sq_play squidge_off(sq_squidged where, double probability) {
    sq_play p = {.certain = probability >= 0.95, .reading_count = 1};
    p.reading[0] = (sq_play_reading){.kind = SQ_PLAY_SQUIDGED, .has_event = true, .probability = probability};
    p.reading[0].event.kind = SQ_EVENT_SQUIDGE_OFF;
    p.reading[0].event.squidge_off.played = SQ_USUAL_COLOUR_SET;
    p.reading[0].event.squidge_off.where[SQ_BLUE] = SQ_SQUIDGED_POT;
    p.reading[0].event.squidge_off.where[SQ_GREEN] = where;
    return p;
}

/* An umpire with one account beside the record's, of that probability, that says this of the last rest. */
static sq_umpire *with_account(double probability, const sq_play *says) {
    sq_umpire *u;
    sq_diag d;
    assert_int_equal(sq_umpire_new(&u, &(sq_umpire_settings){.hear = nobody}, &d), SQ_OK);
    u->stage = SQ_UMPIRE_IN_GAME;
    u->account_count = 1;
    u->account[0].probability = probability;
    u->account[0].line = 22;
    u->account[0].has_looked = true;
    u->account[0].now.play = *says;
    u->account[0].now.after = u->game;
    sq_umpire_take_reading(&u->account[0].now.after, &says->reading[0]);
    return u;
}

static void what_all_accounts_say_is_told(void **state) {
    (void)state;
    sq_play same = play_of(SQ_NO_WINK, 0.99);
    sq_umpire *u = with_account(0.3, &same);
    sq_play told = sq_umpire_in_all_accounts(u, &same);
    assert_true(told.certain);
    assert_near(told.reading[0].probability, 0.99, 1e-9);
    assert_int_equal(told.doubt_count, 0);
    sq_umpire_free(u);
}

static void what_one_account_denies_is_as_doubtful_as_that_is_likely(void **state) {
    (void)state;
    sq_play here = play_of(SQ_NO_WINK, 0.99), there = play_of(0, 1);
    sq_umpire *u = with_account(0.3, &there);
    sq_play told = sq_umpire_in_all_accounts(u, &here);
    assert_false(told.certain);
    assert_near(told.reading[0].probability, 0.7 * 0.99, 1e-9);
    assert_int_equal(told.doubt_count, 1);
    assert_int_equal(told.doubt[0].kind, SQ_DOUBT_EARLIER);
    assert_int_equal(told.doubt[0].line, 22);
    u->account[0].probability = 0.02; /* too unlikely by now to keep anything from being told */
    assert_true(sq_umpire_in_all_accounts(u, &here).certain);
    sq_umpire_free(u);
}

/* Blue is in the pot and begins by both; and still they are two answers. */
static void into_the_pot_and_off_are_two_answers(void **state) {
    (void)state;
    sq_play off = squidge_off(SQ_SQUIDGED_OFF, 0.99), lies = squidge_off(SQ_SQUIDGED_ON_MAT, 1);
    sq_umpire *u = with_account(0.4, &off);
    assert_true(sq_umpire_in_all_accounts(u, &off).certain);
    u->account[0].now.play = lies;
    assert_false(sq_umpire_in_all_accounts(u, &off).certain);
    u->question.listed = 2;
    u->question.list[0] = lies.reading[0];
    u->question.list[1] = off.reading[0];
    off.reading[0].event.squidge_off.mm[SQ_GREEN] = 3;
    assert_int_equal(sq_umpire_place_in_list(u, &off.reading[0]), 1);
    sq_umpire_free(u);
}

static void one_shot_with_another_outcome_is_another_shot(void **state) {
    (void)state;
    sq_play plain = play_of(3, 0.99), squop = plain, elsewhere = plain;
    squop.reading[0].event.shot.over.above[7] = sq_wink_bit(3);
    elsewhere.reading[0].event.shot.over.above[7] = sq_wink_bit(8); /* of two that have not moved */
    sq_umpire *u = with_account(0.4, &squop);
    assert_false(sq_umpire_in_all_accounts(u, &plain).certain);
    u->account[0].now.play = elsewhere;
    assert_true(sq_umpire_in_all_accounts(u, &plain).certain);
    sq_umpire_free(u);
}

static void an_account_that_leaves_another_colour_in_turn_agrees_with_no_shot(void **state) {
    (void)state;
    sq_play shot = play_of(3, 0.99);
    sq_umpire *u = with_account(0.4, &shot);
    u->account[0].now.after.now.turn = SQ_GREEN;
    assert_false(sq_umpire_in_all_accounts(u, &shot).certain);
    sq_umpire_free(u);
}

static void a_persons_word_ends_all_other_accounts(void **state) {
    (void)state;
    sq_play here = play_of(SQ_NO_WINK, 0.99), there = play_of(0, 1);
    sq_umpire *u = with_account(0.3, &there);
    sq_state says = u->game;
    sq_umpire_overrule(u, &says);
    assert_int_equal(u->account_count, 0);
    assert_true(sq_umpire_in_all_accounts(u, &here).certain);
    sq_umpire_free(u);
}

/* The probability of an account, at first 0.4, by which wink 0 lies in a pile unseen (if `piled`), after a
 * rest that both explain alike, at which that wink is seen by itself, or (`upon`) against another one. */
static double after_it_is_seen(bool piled, bool upon) {
    sq_play same = play_of(SQ_NO_WINK, 0.99);
    sq_umpire *u = with_account(0.4, &same), *by = u->account[0].umpire;
    sq_position start = hand_made_start();
    sq_event begin = {.kind = SQ_EVENT_GAME, .game = {.form = SQ_FORM_PAIRS}};
    sq_rulings rulings;
    by->settings.hear = nobody;
    by->stage = SQ_UMPIRE_IN_GAME;
    by->is_account = true;
    by->game = sq_state_none();
    assert_true(sq_engine_step(&by->game, &begin, &by->game, &rulings));
    sq_track_start(&by->settled, &start);
    by->latest = by->settled;
    if (upon) hand_made_squop(&start, 0, 1, 0.5);
    start.t = 5;
    u->account[0].in_pile = SQ_NO_WINK;
    sq_umpire_accounts_look(u, &start, 1, 2, -INFINITY); /* how well it explains that is known now */
    u->account[0].in_pile = piled ? 0 : SQ_NO_WINK;
    by->latest = by->settled;
    start.t = 6;
    sq_umpire_accounts_look(u, &start, 5, 6, u->account[0].now.play.log_evidence);
    double probability = u->account_count ? u->account[0].probability : 0;
    sq_umpire_free(u);
    return probability;
}

static void one_that_lies_by_itself_is_in_no_unseen_pile(void **state) {
    (void)state;
    double other = after_it_is_seen(false, false);
    assert_near(other, 0.4, 0.02);
    assert_true(after_it_is_seen(true, false) < 0.2 * other);
    assert_near(after_it_is_seen(true, true), after_it_is_seen(false, true), 1e-9);
}

static int settles;
static sq_late_certainty settled;

static sq_code hear_settled(void *who, const sq_said *said, sq_diag *d) {
    (void)who, (void)d;
    settles = said->settles;
    if (settles) settled = said->settled_late[0];
    return SQ_OK;
}

static sq_umpire *hears_settled(void) {
    sq_umpire *u;
    sq_diag d;
    assert_int_equal(sq_umpire_new(&u, &(sq_umpire_settings){.hear = hear_settled}, &d), SQ_OK);
    u->stage = SQ_UMPIRE_IN_GAME;
    u->held_question = 5;
    return u;
}

/* Another rest, and an event after it. */
static void go_on(sq_umpire *u) {
    static const sq_position rest;
    sq_diag d;
    u->settings.game.form = SQ_FORM_PAIRS;
    u->game = sq_state_none();
    sq_umpire_accounts_look(u, &rest, 1, 2, -INFINITY);
    sq_event e = {.kind = SQ_EVENT_GAME, .game = {.form = SQ_FORM_PAIRS}};
    assert_int_equal(sq_umpire_carry_out(u, e, (sq_said){0}, &d), SQ_OK);
}

/* None of its other answers is followed any more: the next event says so, once. */
static void a_held_line_to_which_nothing_else_is_left_is_told_to_be_certain(void **state) {
    (void)state;
    sq_umpire *u = hears_settled();
    u->left_in_doubt = 2;
    sq_umpire_note_held(u, 22, 0, 0.02);
    go_on(u);
    assert_int_equal(settles, 1);
    assert_int_equal(settled.line, 22);
    assert_int_equal(settled.question, 5);
    assert_near(settled.probability, 0.98, 1e-12);
    assert_int_equal(u->left_in_doubt, 1);
    go_on(u);
    assert_int_equal(settles, 0);
    sq_umpire_free(u);
}

/* That nothing else is likely does not show where a wink is that nobody has seen since. */
static void a_line_by_which_a_wink_is_gone_stays_open_until_that_is_seen(void **state) {
    (void)state;
    sq_umpire *u = hears_settled();
    sq_umpire_note_held(u, 22, sq_wink_bit(3), 0);
    u->next.wink[3].how = SQ_TRACK_MISSING;
    go_on(u);
    assert_int_equal(settles, 0);
    u->next.wink[3].how = SQ_TRACK_SEEN;
    go_on(u);
    assert_int_equal(settles, 1);
    sq_umpire_free(u);
}

/* What no account follows cannot be refuted, and neither can one whose room was needed. */
static void what_nobody_follows_keeps_a_line_open(void **state) {
    (void)state;
    sq_umpire *u = hears_settled();
    sq_umpire_note_held(u, 22, 0, 0.2);
    go_on(u);
    assert_int_equal(settles, 0);
    assert_int_equal(u->held_count, 1);
    sq_umpire_drop_accounts(u); /* a person has said how the game stands */
    assert_int_equal(u->held_count, 0);
    sq_umpire_free(u);
}

/* What the rules refuse stands behind what they allow, and what is as likely stays where it was. */
static void the_likelier_answer_comes_first(void **state) {
    (void)state;
    const double weight[] = {0.1, 0.003, 0.5, 0.1, 0.2};
    const int first_to_last[] = {2, 4, 0, 3, 1};
    sq_play p = {.reading_count = 5};
    for (int i = 0; i < 5; i++)
        p.reading[i] = (sq_play_reading){.probability = weight[i], .naming = i};
    sq_umpire_put_in_order(&p);
    for (int i = 0; i < 5; i++)
        assert_int_equal(p.reading[i].naming, first_to_last[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_all_accounts_say_is_told),
        cmocka_unit_test(what_one_account_denies_is_as_doubtful_as_that_is_likely),
        cmocka_unit_test(into_the_pot_and_off_are_two_answers),
        cmocka_unit_test(one_shot_with_another_outcome_is_another_shot),
        cmocka_unit_test(an_account_that_leaves_another_colour_in_turn_agrees_with_no_shot),
        cmocka_unit_test(a_persons_word_ends_all_other_accounts),
        cmocka_unit_test(the_likelier_answer_comes_first),
        cmocka_unit_test(a_held_line_to_which_nothing_else_is_left_is_told_to_be_certain),
        cmocka_unit_test(what_nobody_follows_keeps_a_line_open),
        cmocka_unit_test(a_line_by_which_a_wink_is_gone_stays_open_until_that_is_seen),
        cmocka_unit_test(one_that_lies_by_itself_is_in_no_unseen_pile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
