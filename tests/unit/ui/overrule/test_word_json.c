/* Words as events: an answer is taken for the question that was seen, and for no other. */
#include "ui/overrule/word_json.h"

#include <math.h>

#include "tests/fixture/unit.h"

static const sq_play_reading answers[2];

static bool reads(const char *text, const sq_word_ground *ground, char why[SQ_WORD_WHY_MAX]) {
    sq_word_event event;
    json_t *word = json_loads(text, 0, NULL);
    bool well = sq_word_read_line(&event, word, ground, why);
    json_decref(word);
    if (well) assert_int_equal(event.line.event.kind, SQ_EVENT_ANSWER);
    return well;
}

static void an_answer_names_its_question(void **state) {
    (void)state;
    char why[SQ_WORD_WHY_MAX];
    sq_game *g = sq_game_new();
    const sq_word_ground ground = {
        .game = g, .t_now = NAN, .asks = true, .question = {answers, 2, 40, 41, .number = 3}};
    assert_true(reads("{\"word\":\"answer\",\"line\":1,\"reading\":2}", &ground, why));
    assert_true(reads("{\"word\":\"answer\",\"line\":1,\"reading\":2,\"question\":3}", &ground, why));
    assert_false(reads("{\"word\":\"answer\",\"line\":1,\"reading\":2,\"question\":2}", &ground, why));
    assert_non_null(strstr(why, "question 3"));
    assert_false(reads("{\"word\":\"answer\",\"line\":1,\"reading\":2,\"question\":\"3\"}", &ground, why));
    sq_game_free(g);
}

/* The referee begins a game; a line before that would shift the numbers of all that follow. */
static void nobody_says_a_game(void **state) {
    (void)state;
    char why[SQ_WORD_WHY_MAX] = "";
    sq_game *g = sq_game_new();
    const sq_word_ground ground = {.game = g, .t_now = NAN};
    assert_false(
        reads("{\"word\":\"say\",\"event\":{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}}",
              &ground, why));
    assert_non_null(strstr(why, "first line"));
    sq_game_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_names_its_question),
        cmocka_unit_test(nobody_says_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
