/* Headlines: who did what to whom, and by how much, of all kinds of rulings. */
#include "ui/words/headline.h"

#include "tests/fixture/game/heard_umpire.h"

static sq_umpire *umpire;
static sq_position p;
static sq_ruling_lines last; /* of what was said last */
static char held[SQ_RULING_LINE_MAX];

static void keep_headline(const sq_said *said) {
    sq_ruling_lines_of(&last, said);
    if (said->held) memcpy(held, last.headline, sizeof held);
    print_message("    %s\n", last.headline);
}

/* All winks are behind their baselines, red's is the nearest of the squidge-off, and they are carried back.
 */
static int red_to_play(void **state) {
    static const char *const squidged[] = {"B1", "G1", "R1", "Y1"};
    static const double places[][2] = {{200, 90}, {220, 90}, {-180, -40}, {-220, -40}};
    const sq_umpire_settings settings = {.game = {.form = SQ_FORM_PAIRS}, .hear = hear};
    sq_diag d;
    (void)state;
    srand(7);
    count = 0;
    checks = keep_headline;
    assert_int_equal(sq_umpire_new(&umpire, &settings, &d), SQ_OK);
    p = hand_made_start();
    look(umpire, &p);
    for (int i = 0; i < SQ_USUAL_COLOURS; i++) {
        hand_made_put(&p, W(squidged[i]), W(squidged[i]), places[i][0], places[i][1], SQ_PLACE_MAT);
        look(umpire, &p);
    }
    return 0;
}

static void carry_back(void) {
    static const char *const squidged[] = {"B1", "G1", "R1", "Y1"};
    const sq_position start = hand_made_start();
    for (int i = 0; i < SQ_USUAL_COLOURS; i++) {
        p.winks[W(squidged[i])] = start.winks[W(squidged[i])];
        look(umpire, &p);
    }
}

static int done(void **state) {
    (void)state;
    sq_umpire_free(umpire);
    checks = NULL;
    return 0;
}

static void put(const char *name, double x, double y) {
    hand_made_put(&p, W(name), W(name), x, y, SQ_PLACE_MAT);
}

static void assert_headline(const char *begins, const char *holds) {
    if (strncmp(last.headline, begins, strlen(begins)) != 0 || !strstr(last.headline, holds))
        fail_msg("the headline is \"%s\", not \"%s ... %s\"", last.headline, begins, holds);
}

/* The colours of winks: the umpire gives their numbers by where they lie at first. */
static sq_colour_set whose(sq_wink_set winks) {
    sq_colour_set colours = 0;
    for (sq_wink_set rest = winks; rest; rest &= rest - 1)
        colours |= sq_colour_bit(sq_wink_colour(sq_wink_first(rest)));
    return colours;
}

static void the_squidge_off_names_the_winner_and_the_second(void **state) {
    (void)state;
    assert_headline("Red wins the squidge-off: red 154.4", " mm, blue 189.3");
    assert_true(last.distances);
    assert_int_equal(sq_wink_count(last.winks), SQ_USUAL_COLOURS);
    assert_int_equal(last.colour, SQ_NO_COLOUR);
    assert_true(last.standing.playing);
    assert_int_equal(last.standing.turn, SQ_RED);
}

static void a_squop_says_who_whom_and_by_how_much(void **state) {
    (void)state;
    carry_back();
    put("r1", 100, 100);
    look(umpire, &p);
    assert_headline("Red brings r", " in, by ");
    assert_int_equal(last.path_count, 1);
    assert_int_equal(whose(last.winks), sq_colour_bit(SQ_RED));
    put("y1", 110.5, 100);
    hand_made_squop(&p, W("y1"), W("r1"), 1);
    look(umpire, &p);
    assert_headline("Yellow squops red: y", " by 5.");
    assert_non_null(strstr(last.headline, "\xc2\xb1 0.")); /* never without its doubt */
    assert_int_equal(whose(last.winks), sq_colour_bit(SQ_RED) | sq_colour_bit(SQ_YELLOW));
    assert_int_equal(last.colour, SQ_YELLOW);
    assert_int_equal(last.n, 4);
}

static void a_near_miss_says_how_near(void **state) {
    (void)state;
    carry_back();
    put("r1", 100, 100);
    look(umpire, &p);
    put("y1", 100, 117.2);
    look(umpire, &p);
    assert_headline("y", " from r"); /* what was meant cannot be seen */
    assert_non_null(strstr(last.headline, " comes to rest 1.2 "));
    put("b1", -300, 100);
    look(umpire, &p);
    put("g1", -200, 100);
    look(umpire, &p);
    put("r2", 82.8, 100);
    look(umpire, &p);
    assert_headline("r", " from r");
}

static void a_wink_that_goes_off_is_named(void **state) {
    (void)state;
    carry_back();
    hand_made_put(&p, W("r1"), W("r1"), 0, 520, SQ_PLACE_OFF);
    look(umpire, &p);
    assert_headline("Red sends r", " off the mat");
}

static void a_potted_wink_is_named(void **state) {
    (void)state;
    carry_back();
    hand_made_put(&p, W("r1"), W("r1"), 3, 4, SQ_PLACE_POT);
    look(umpire, &p);
    assert_headline("Red pots r", "");
}

static void a_question_asks_and_what_is_held_says_how_sure_it_is(void **state) {
    (void)state;
    carry_back();
    put("r1", 100, 100);
    look(umpire, &p);
    put("y1", 115.2, 100);
    hand_made_squop(&p, W("y1"), W("r1"), 0.6);
    look(umpire, &p);
    assert_headline("Does y", " lie over r");
    assert_true(last.question);
    put("b1", -200, -100);
    look(umpire, &p);
    assert_headline("Blue brings b", " in, by ");
    assert_non_null(strstr(held, "Yellow squops red: y"));
    assert_non_null(strstr(held, " %)"));
}

static void what_is_asked_as_wished_says_what_it_would_be(void **state) {
    (void)state;
    char why[SQ_AUTOMATION_WHY_MAX];
    sq_automation a = {0};
    carry_back();
    assert_true(sq_automation_read(&a, "shot=ask", why));
    sq_umpire_automate(umpire, &a);
    put("r1", 100, 100);
    look(umpire, &p);
    assert_headline("Is this right? Red plays r", "(over 99 %)");
}

static void what_is_left_to_the_umpire_says_so(void **state) {
    (void)state;
    char why[SQ_AUTOMATION_WHY_MAX];
    sq_automation a = {0};
    carry_back();
    assert_true(sq_automation_read(&a, "shot=off", why));
    sq_umpire_automate(umpire, &a);
    put("r1", 100, 100);
    look(umpire, &p);
    assert_headline("LEFT TO THE UMPIRE: Red plays r", "(over 99 %)");
    assert_int_equal(sq_umpire_state(umpire)->now.turn, SQ_RED);
}

#define UNIT(test) cmocka_unit_test_setup_teardown(test, red_to_play, done)

int main(void) {
    const struct CMUnitTest tests[] = {
        UNIT(the_squidge_off_names_the_winner_and_the_second),
        UNIT(a_squop_says_who_whom_and_by_how_much),
        UNIT(a_near_miss_says_how_near),
        UNIT(a_wink_that_goes_off_is_named),
        UNIT(a_potted_wink_is_named),
        UNIT(a_question_asks_and_what_is_held_says_how_sure_it_is),
        UNIT(what_is_asked_as_wished_says_what_it_would_be),
        UNIT(what_is_left_to_the_umpire_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
