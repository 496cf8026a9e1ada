/* The sentences of another game's referee. */
#include "ui/referee/other_game_commentary.h"

#include <stdlib.h>

#include "rules/other/game_registry.h"
#include "tests/fixture/unit.h"

static const char *said(const sq_told *told) {
    static char text[1024];
    FILE *to = fmemopen(text, sizeof text - 1, "w");
    assert_non_null(to);
    sq_told_say_sentence(to, told);
    fclose(to);
    return text;
}

static void an_answered_question_is_told(void **state) {
    (void)state;
    static const sq_event begins = {.kind = SQ_EVENT_GAME};
    static sq_state none;
    none = sq_state_none();
    sq_told told = {.kind = SQ_TOLD_EVENT, .event = &begins, .before = &none, .after = &none};
    assert_null(strstr(said(&told), "question"));
    told.question = 3;
    assert_non_null(strstr(said(&told), " This answers question 3."));
    told.held = true;
    assert_null(strstr(said(&told), "This answers"));
    assert_non_null(strstr(said(&told), "HELD as an answer to question 3."));
}

static void what_is_taken_off_is_said_once(void **state) {
    (void)state;
    sq_told told = {.kind = SQ_TOLD_BY_HAND, .text = "Taken off by hand: L1"};
    assert_string_equal(said(&told), "Taken off by hand: L1.");
}

/* All of a report; game: as it is called in commands. */
static const char *reported(const sq_told *told, const char *game) {
    static char text[4096];
    memset(text, 0, sizeof text);
    FILE *to = fmemopen(text, sizeof text - 1, "w");
    assert_non_null(to);
    sq_told_say(to, told, game);
    fclose(to);
    return text;
}

static void a_question_lists_what_is_worth_saying(void **state) {
    (void)state;
    static sq_state none;
    none = sq_state_none();
    static const sq_told_reading reading[] = {
        {.probability = 0.995}, {.probability = 0.003}, {.probability = 0.001}, {.probability = 0.001}};
    sq_told told = {
        .kind = SQ_TOLD_QUESTION, .before = &none, .after = &none, .readings = 4, .reading = reading};
    const char *text = reported(&told, NULL);
    assert_non_null(strstr(text, " 2. Nothing was played. (under 1 %)\n"));
    assert_null(strstr(text, " 3. "));
    assert_non_null(strstr(text, " and 2 that are less likely\n"));
}

static void that_nothing_was_played_settles_a_question_or_leaves_it_open(void **state) {
    (void)state;
    sq_told told = {.kind = SQ_TOLD_PASSED_OVER, .text = "Nothing was played", .question = 2};
    assert_string_equal(said(&told), "Nothing was played. This answers question 2.");
    told.held = true;
    assert_string_equal(said(&told), "Nothing was played. Question 2 stays open.");
}

static void what_is_held_ends_with_the_command_for_another_answer(void **state) {
    (void)state;
    static sq_state none;
    none = sq_state_none();
    static sq_rulings rulings;
    static sq_event begins, other;
    begins = (sq_event){.kind = SQ_EVENT_GAME};
    other = (sq_event){.kind = SQ_EVENT_CLOCK};
    sq_told_reading reading[] = {{.probability = 0.6, .events = 1, .event = {begins}},
                                 {.probability = 0.4, .events = 1, .event = {other}}};
    sq_told told = {.kind = SQ_TOLD_EVENT,
                    .event = &begins,
                    .before = &none,
                    .after = &none,
                    .rulings = &rulings,
                    .n = 7,
                    .held = true,
                    .readings = 2,
                    .reading = reading,
                    .answer = 1};
    assert_non_null(strstr(reported(&told, "tuesday"), "squint answer tuesday 7 2\n"));
    assert_null(strstr(reported(&told, NULL), "squint answer"));
    told.answer = 2;
    assert_non_null(strstr(reported(&told, "tuesday"), "squint answer tuesday 7 1\n"));
    told.held = false;
    assert_null(strstr(reported(&told, "tuesday"), "squint answer"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answered_question_is_told),
        cmocka_unit_test(what_is_taken_off_is_said_once),
        cmocka_unit_test(a_question_lists_what_is_worth_saying),
        cmocka_unit_test(that_nothing_was_played_settles_a_question_or_leaves_it_open),
        cmocka_unit_test(what_is_held_ends_with_the_command_for_another_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
