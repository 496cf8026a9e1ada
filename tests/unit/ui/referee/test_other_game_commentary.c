/* The sentences of another game's referee. */
#include "ui/referee/other_game_commentary.h"

#include <stdlib.h>

#include "rules/other/other_game.h"
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answered_question_is_told),
        cmocka_unit_test(what_is_taken_off_is_said_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
