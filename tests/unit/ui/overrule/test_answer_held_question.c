/* A held question of crokinole: each of its readings can be made the answer, and sheets list the others. */
#include <string.h>

#include "tests/fixture/scratch.h"
#include "ui/game/record_remarks.h"
#include "ui/overrule/try_umpires_word.h"

#define SHOT(t, colour, disc, place)                                                                   \
    "{\"event\":\"shot\",\"t\":" #t ",\"colour\":\"" colour "\",\"disc\":\"" disc "\",\"at\":{\"" disc \
    "\":\"" place "\"}"
#define READINGS                                                                                            \
    "[{\"probability\":0.1,\"events\":[]},{\"probability\":0.6,\"events\":[" SHOT(                          \
        1, "dark", "D1",                                                                                    \
        "out") "}]},{\"probability\":0.2,\"events\":[" SHOT(1, "dark", "D1",                                \
                                                            "20") "}]},"                                    \
                                                                  "{\"probability\":0.1,\"events\":[" SHOT( \
                                                                      1, "dark", "D1",                      \
                                                                      "20") "}," SHOT(1, "light", "L1",     \
                                                                                      "out") "}]}]"

/* Three lines, of which the last one is held. */
static const char *const lines[] = {
    "{\"event\":\"game\",\"rules\":\"crokinole\",\"form\":\"singles\"}\n",
    "{\"event\":\"start\",\"colour\":\"dark\"}\n",
    SHOT(1, "dark", "D1", "out") ",\"seen_t\":1,\"probability\":0.6,\"question\":1,\"held\":true,"
                                 "\"readings\":" READINGS "}\n",
};
enum { LINES = sizeof lines / sizeof *lines, HELD = LINES };

static sq_game *new_game(void) {
    static sq_game_answer answer; /* large */
    char name[SQ_RECORD_NAME_MAX];
    sq_game *g = sq_game_new();
    for (int i = 0; i < LINES; i++) {
        assert_true(sq_game_read(g, i + 1, lines[i], strlen(lines[i]) - 1, name, &answer));
        assert_true(answer.taken);
    }
    return g;
}

/* What the word would do. The trial is large, and one for all. */
static const sq_word_trial *answer_by(int reading) {
    static sq_word_trial trial;
    char text[1024] = "", word[64];
    for (int i = 0; i < LINES; i++)
        strcat(text, lines[i]);
    snprintf(word, sizeof word, "{\"word\":\"answer\",\"line\":%d,\"reading\":%d}", HELD, reading);
    sq_game *g = new_game();
    const sq_word_ground ground = {.game = g, .record = scratch_file("game.jsonl", text, strlen(text))};
    assert_true(sq_word_try(&trial, word, strlen(word), &ground, -1));
    sq_game_free(g);
    return &trial;
}

static void assert_told(const sq_word_trial *t, const char *what) {
    if (!strstr(t->text, what)) fail_msg("\"%s\" is not in \"%s\" (%s)", what, t->text, t->why);
}

static void another_shot(void **state) {
    (void)state;
    const sq_word_trial *t = answer_by(3);
    assert_true(t->taken);
    assert_told(t, "Line 3 now reads: Dark shoots D1. At rest: D1 in the hole.");
    assert_told(t, "score light 0, dark 20");
}

static void the_one_that_was_carried_out(void **state) {
    (void)state;
    const sq_word_trial *t = answer_by(2);
    assert_true(t->taken);
    assert_told(t, "Nothing else would change.");
}

static void nothing_was_played(void **state) {
    (void)state;
    const sq_word_trial *t = answer_by(1);
    assert_true(t->taken);
    assert_true(t->word.line.event.amend.remove);
    assert_told(t, "dark to play");
}

static void two_shots_for_one(void **state) {
    (void)state;
    const sq_word_trial *t = answer_by(4);
    assert_true(t->taken);
    assert_told(t, "Inserted before line 3: Dark shoots D1. At rest: D1 in the hole.");
    assert_told(t, "Line 3 now reads: Light shoots L1. At rest: L1 out.");
}

static void a_number_that_none_has(void **state) {
    (void)state;
    const sq_word_trial *t = answer_by(5);
    assert_false(t->taken);
    assert_string_equal(t->why, "the question of line 3 has 4 answers");
}

static void sheets_list_the_others_by_their_numbers(void **state) {
    (void)state;
    static sq_line_doubt doubt; /* large */
    sq_remarks_list remarks = {0};
    sq_game *g = new_game();
    for (int i = 0; i < LINES; i++)
        assert_true(sq_remarks_add(&remarks, i + 1, lines[i], strlen(lines[i])));
    sq_game_line line = sq_game_line_at(g, HELD - 1);
    sq_line_doubt_of(&doubt, g, &line, &remarks);
    assert_true(doubt.held);
    assert_int_equal(doubt.others, 3);
    assert_int_equal(doubt.number[0], 1);
    assert_string_equal(doubt.other[0], "Nothing was played. (10 %)");
    assert_int_equal(doubt.number[1], 3);
    assert_string_equal(doubt.other[1], "Dark shoots D1. At rest: D1 in the hole. (20 %)");
    assert_int_equal(doubt.number[2], 4);
    sq_remarks_free(&remarks);
    sq_game_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_shot),           cmocka_unit_test(the_one_that_was_carried_out),
        cmocka_unit_test(nothing_was_played),     cmocka_unit_test(two_shots_for_one),
        cmocka_unit_test(a_number_that_none_has), cmocka_unit_test(sheets_list_the_others_by_their_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
