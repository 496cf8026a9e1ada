/* A person's word between two rests: it answers the question, corrects names and places, and the next shot is
 * judged with it. */
#include "ui/umpire/umpire.h"

#include "rules/book/ruleset.h"
#include "tests/fixture/game/heard_umpire.h"

static void put(sq_position *p, const char *name, double x, double y) {
    hand_made_put(p, W(name), W(name), x, y, SQ_PLACE_MAT);
}

static sq_position mat;

/* A game under way in which red is to play and all other winks wait; G1 has been played. */
static sq_umpire *red_to_play(void) {
    static sq_start_position told;
    sq_umpire *u;
    sq_diag d;
    told = (sq_start_position){.position = hand_made_start(), .has_set = true};
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        told.position.winks[w].id = w;
    mat = told.position;
    put(&mat, "G1", 100, 50);
    told.position.winks[W("G1")].at = mat.winks[W("G1")].at;
    told.set =
        (sq_event_set){.named = SQ_SET_TURN | SQ_SET_SQUIDGE_OFF, .turn = SQ_RED, .squidge_off = SQ_BLUE};
    sq_umpire_settings settings = {.game = {.form = SQ_FORM_PAIRS}, .from = &told, .hear = hear};
    count = 0;
    answer = SQ_OK;
    assert_int_equal(sq_umpire_new(&u, &settings, &d), SQ_OK);
    look(u, &mat);
    assert_int_equal(sq_umpire_state(u)->now.turn, SQ_RED);
    count = 0;
    return u;
}

/* The event is carried out, as the record does it, and then the umpire hears of it. */
static void say(sq_umpire *u, sq_event e) {
    sq_state after;
    sq_rulings r;
    sq_diag d;
    if (!sq_engine_step(sq_umpire_state(u), &e, &after, &r))
        fail_msg("the rules refuse a %s", sq_event_name(e.kind));
    assert_int_equal(sq_umpire_word(u, &e, &after, &d), SQ_OK);
}

static sq_event shot_of(const char *wink, double t) {
    return (sq_event){.kind = SQ_EVENT_SHOT,
                      .shot = {.t = sq_us_from_s(t),
                               .rest = sq_us_from_s(t),
                               .colour = sq_wink_colour(W(wink)),
                               .wink = W(wink)}};
}

static bool asks(const sq_umpire *u) {
    sq_umpire_asks q;
    return sq_umpire_question(u, &q);
}

static const sq_event_shot *last_shot(void) {
    assert_last(SQ_SAID_EVENT);
    assert_int_equal(heard[count - 1].event.kind, SQ_EVENT_SHOT);
    return &heard[count - 1].event.shot;
}

/* Yellow plays though red is due: did red pass? */
static sq_umpire *did_red_pass(void) {
    sq_umpire *u = red_to_play();
    put(&mat, "y1", -200, 100);
    look(u, &mat);
    assert_int_equal(count, 1);
    assert_last(SQ_SAID_QUESTION);
    assert_true(asks(u));
    return u;
}

static void an_answer_is_carried_out_and_no_longer_asked(void **state) {
    (void)state;
    for (int reading = 1; reading <= 2; reading++) {
        sq_umpire *u = did_red_pass();
        sq_umpire_asks q;
        assert_true(sq_umpire_question(u, &q));
        assert_int_equal(q.count, 2);
        bool passed = q.answers[reading - 1].passed;
        count = 0;
        say(u, (sq_event){.kind = SQ_EVENT_ANSWER, .answer = {reading}});
        assert_int_equal(count, passed ? 2 : 1);
        assert_int_equal(last_shot()->wink, W("y1"));
        assert_false(heard[count - 1].held);
        assert_int_equal(sq_umpire_state(u)->foul.open, !passed);
        assert_false(asks(u));
        look(u, &mat); /* nothing more comes of it */
        assert_int_equal(count, passed ? 2 : 1);
        sq_umpire_free(u);
    }
}

static void an_answer_without_a_question_changes_nothing(void **state) {
    (void)state;
    sq_umpire *u = red_to_play();
    say(u, (sq_event){.kind = SQ_EVENT_ANSWER, .answer = {1}});
    assert_int_equal(count, 0);
    sq_umpire_free(u);
    u = did_red_pass();
    say(u, (sq_event){.kind = SQ_EVENT_ANSWER, .answer = {7}});
    assert_true(asks(u));
    sq_umpire_free(u);
}

/* Who says that red passed leaves no doubt about the shot after it. */
static void a_pass_that_is_told_settles_the_shot_after_it(void **state) {
    (void)state;
    sq_umpire *u = did_red_pass();
    count = 0;
    say(u, (sq_event){.kind = SQ_EVENT_PASS, .pass = {sq_umpire_state(u)->clock.latest, SQ_RED}});
    assert_int_equal(count, 1); /* and no second pass */
    assert_int_equal(last_shot()->wink, W("y1"));
    assert_false(heard[0].held);
    assert_false(sq_umpire_state(u)->foul.open);
    assert_false(asks(u));
    sq_umpire_free(u);
}

static void a_shot_that_is_told_is_not_told_again(void **state) {
    (void)state;
    sq_umpire *u = did_red_pass();
    count = 0;
    say(u, shot_of("y1", at));
    assert_false(asks(u));
    look(u, &mat);
    assert_int_equal(count, 0);
    assert_true(sq_umpire_state(u)->foul.open);
    sq_umpire_free(u);
}

/* A wink vanishes, and the umpire says that it was potted; that it is seen in the pot later is no news. */
static void a_wink_that_was_potted_is_expected_in_the_pot(void **state) {
    (void)state;
    sq_umpire *u = red_to_play();
    hand_made_lose(&mat, W("r1"));
    look(u, &mat);
    assert_last(SQ_SAID_QUESTION);
    count = 0;
    sq_event pots = shot_of("r1", at);
    pots.shot.potted = BIT("r1");
    say(u, pots);
    assert_int_equal(count, 0);
    assert_false(asks(u));
    assert_true(sq_tracked_potted(&sq_umpire_seen(u)->wink[W("r1")]));
    assert_int_equal(sq_umpire_state(u)->now.turn, SQ_RED); /* an extra shot */
    look(u, &mat);
    assert_int_equal(count, 0);
    sq_umpire_free(u);
}

/* r4 was seen to be played; the umpire says that it was r3: the names change places, and stay so. */
static void another_wink_was_played(void **state) {
    (void)state;
    sq_umpire *u = red_to_play();
    sq_state before = *sq_umpire_state(u), other;
    sq_rulings r;
    sq_diag d;
    put(&mat, "r4", -200, -100);
    look(u, &mat);
    assert_int_equal(last_shot()->wink, W("r4"));
    sq_event amend = {.kind = SQ_EVENT_AMEND, .amend = {.n = 3}}, is = shot_of("r3", at);
    assert_true(sq_engine_step(&before, &is, &other, &r));
    assert_int_equal(sq_umpire_word(u, &amend, &other, &d), SQ_OK);
    const sq_tracked *seen = sq_umpire_seen(u);
    assert_near(seen->wink[W("r3")].last.at.x, -200, 1);
    assert_int_equal(seen->wink[W("r4")].last.place, SQ_PLACE_BASELINE);
    assert_int_equal(seen->position.winks[seen->wink[W("r3")].index].id, W("r3"));
    count = 0;
    look(u, &mat); /* and it stays so */
    assert_int_equal(count, 0);
    assert_near(sq_umpire_seen(u)->wink[W("r3")].last.at.x, -200, 1);
    sq_umpire_free(u);
}

/* The same while a question about the next shot is open: it is asked anew, with the names as they are now. */
static void another_wink_was_played_before_what_is_asked(void **state) {
    (void)state;
    sq_umpire *u = red_to_play();
    sq_state before = *sq_umpire_state(u), other;
    sq_rulings r;
    sq_diag d;
    put(&mat, "r4", -200, -100);
    look(u, &mat);
    assert_int_equal(last_shot()->wink, W("r4"));
    put(&mat, "b1", 300, 100);
    look(u, &mat);
    assert_last(SQ_SAID_QUESTION);
    sq_event amend = {.kind = SQ_EVENT_AMEND, .amend = {.n = 3}}, is = shot_of("r3", at);
    assert_true(sq_engine_step(&before, &is, &other, &r));
    assert_int_equal(sq_umpire_word(u, &amend, &other, &d), SQ_OK);
    assert_last(SQ_SAID_QUESTION);
    assert_near(sq_umpire_seen(u)->wink[W("r3")].last.at.x, -200, 1);
    put(&mat, "g2", -300, 150);
    look(u, &mat);
    assert_near(sq_umpire_seen(u)->wink[W("r3")].last.at.x, -200, 1);
    assert_int_equal(sq_umpire_seen(u)->wink[W("r4")].last.place, SQ_PLACE_BASELINE);
    assert_int_equal(last_shot()->wink, W("g2"));
    sq_umpire_free(u);
}

/* The umpire takes the last shot back; whose turn it is again counts for the next one. */
static void an_undo_is_believed(void **state) {
    (void)state;
    sq_umpire *u = red_to_play();
    sq_state before = *sq_umpire_state(u);
    sq_diag d;
    const sq_event undo = {.kind = SQ_EVENT_UNDO};
    put(&mat, "r4", -200, -100);
    look(u, &mat);
    assert_int_equal(sq_umpire_state(u)->now.turn, SQ_YELLOW);
    assert_int_equal(sq_umpire_word(u, &undo, &before, &d), SQ_OK);
    assert_int_equal(sq_umpire_state(u)->now.turn, SQ_RED);
    put(&mat, "r3", -250, 150);
    count = 0;
    look(u, &mat);
    assert_int_equal(last_shot()->wink, W("r3"));
    assert_false(heard[count - 1].held);
    sq_umpire_free(u);
}

/* Who takes a shot back in the record carries its wink back: that is no other shot. */
static void what_was_undone_is_carried_back(void **state) {
    (void)state;
    sq_umpire *u = red_to_play();
    sq_state before = *sq_umpire_state(u);
    sq_position start = mat;
    sq_diag d;
    const sq_event undo = {.kind = SQ_EVENT_UNDO};
    put(&mat, "r4", -200, -100);
    look(u, &mat);
    assert_int_equal(sq_umpire_word(u, &undo, &before, &d), SQ_OK);
    count = 0;
    look(u, &start);
    assert_int_equal(count, 1);
    assert_last(SQ_SAID_BY_HAND);
    assert_int_equal(sq_umpire_state(u)->now.turn, SQ_RED);
    mat = start;
    put(&mat, "r4", -180, -120);
    look(u, &mat);
    assert_int_equal(last_shot()->wink, W("r4"));
    assert_false(last_shot()->is_short);
    sq_umpire_free(u);
}

/* A game that was under way: who sets the winks says more than the mat. */
static void a_late_game_is_set_right(void **state) {
    (void)state;
    sq_umpire *u;
    sq_diag d;
    sq_umpire_settings settings = {.game = {.form = SQ_FORM_PAIRS}, .hear = hear};
    count = 0;
    answer = SQ_OK;
    assert_int_equal(sq_umpire_new(&u, &settings, &d), SQ_OK);
    mat = hand_made_start();
    const char *const out[] = {"B1", "G1", "R1", "Y1", "b1", "g1", "r1", "y1"};
    for (int i = 0; i < 8; i++)
        put(&mat, out[i], -300 + 80 * i, 60 * (i % 3));
    look(u, &mat);
    assert_int_equal(count, 1); /* the game alone */
    const sq_tracked *seen = sq_umpire_seen(u);
    sq_wink_set waiting = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (seen->wink[w].last.place == SQ_PLACE_BASELINE) waiting |= sq_wink_bit(w);
    say(u, (sq_event){.kind = SQ_EVENT_SET,
                      .set = {.named = SQ_SET_TURN | SQ_SET_SQUIDGE_OFF | SQ_SET_BASELINE,
                              .turn = SQ_GREEN,
                              .squidge_off = SQ_BLUE,
                              .baseline = waiting}});
    count = 0;
    put(&mat, "g2", 250, -150);
    look(u, &mat);
    assert_int_equal(count, 1); /* the shot, and no set before it */
    assert_int_equal(last_shot()->colour, SQ_GREEN);
    sq_umpire_free(u);
}

/* Nobody knows how long a game was played before the camera came: its period does not start with the first
 * shot that is seen, until a person says what its time is. */
static void a_late_games_time_is_not_known(void **state) {
    (void)state;
    sq_umpire *u;
    sq_diag d;
    sq_umpire_settings settings = {.game = {.form = SQ_FORM_PAIRS}, .hear = hear};
    count = 0;
    answer = SQ_OK;
    assert_int_equal(sq_umpire_new(&u, &settings, &d), SQ_OK);
    mat = hand_made_start();
    const char *const out[] = {"B1", "G1", "R1", "Y1", "b1", "g1", "r1"};
    for (int i = 0; i < 7; i++)
        put(&mat, out[i], -300 + 80 * i, 60 * (i % 3));
    look(u, &mat);
    put(&mat, "y1", 250, -150);
    look(u, &mat);
    assert_int_equal(count, 3);
    assert_int_equal(heard[1].event.kind, SQ_EVENT_SET);
    assert_true(heard[1].event.set.named & SQ_SET_ELAPSED);
    assert_true(sq_umpire_state(u)->clock.unknown);
    say(u, (sq_event){.kind = SQ_EVENT_SET, .set = {.named = SQ_SET_ELAPSED, .elapsed = 600 * SQ_US_PER_S}});
    assert_false(sq_umpire_state(u)->clock.unknown);
    sq_umpire_free(u);
}

/* Who amends the book of the game amends it for the next one of the session, too. */
static void an_amended_book_holds_for_the_next_game(void **state) {
    (void)state;
    sq_umpire *u = red_to_play();
    sq_position start = hand_made_start();
    sq_state amended = *sq_umpire_state(u);
    sq_diag d;
    const sq_event amend = {.kind = SQ_EVENT_AMEND, .amend = {.n = 1}};
    amended.rules = sq_ruleset_find("parker");
    assert_true(amended.rules > 0);
    assert_int_equal(sq_umpire_word(u, &amend, &amended, &d), SQ_OK);
    sq_event lie = {.kind = SQ_EVENT_SET, .set = {.named = SQ_SET_BASELINE}};
    lie.set.baseline = amended.now.in_play;
    const char *const out[] = {"B1", "G1", "R1", "Y1", "b1", "g1"};
    for (int i = 0; i < 6; i++) {
        put(&mat, out[i], -300 + 80 * i, 60 * (i % 3));
        lie.set.baseline &= ~sq_wink_bit(W(out[i]));
    }
    say(u, lie);
    look(u, &mat);
    look(u, &start);
    assert_last(SQ_SAID_EVENT);
    assert_int_equal(heard[count - 1].event.kind, SQ_EVENT_GAME);
    assert_int_equal(heard[count - 1].event.game.rules, amended.rules);
    sq_umpire_free(u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_carried_out_and_no_longer_asked),
        cmocka_unit_test(an_answer_without_a_question_changes_nothing),
        cmocka_unit_test(a_pass_that_is_told_settles_the_shot_after_it),
        cmocka_unit_test(a_shot_that_is_told_is_not_told_again),
        cmocka_unit_test(a_wink_that_was_potted_is_expected_in_the_pot),
        cmocka_unit_test(another_wink_was_played),
        cmocka_unit_test(another_wink_was_played_before_what_is_asked),
        cmocka_unit_test(an_undo_is_believed),
        cmocka_unit_test(what_was_undone_is_carried_back),
        cmocka_unit_test(a_late_game_is_set_right),
        cmocka_unit_test(a_late_games_time_is_not_known),
        cmocka_unit_test(an_amended_book_holds_for_the_next_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
