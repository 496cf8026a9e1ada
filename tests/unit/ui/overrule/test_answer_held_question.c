/* A held question: each of its readings can be made the answer, from each of its lines, and sheets list the
 * others. */
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

static sq_game *game_of(const char *const line[], int count) {
    static sq_game_answer answer; /* large */
    char name[SQ_RECORD_NAME_MAX];
    sq_game *g = sq_game_new();
    for (int i = 0; i < count; i++) {
        assert_true(sq_game_read(g, i + 1, line[i], strlen(line[i]) - 1, name, &answer));
        assert_true(answer.taken);
    }
    return g;
}

static sq_game *new_game(void) {
    return game_of(lines, LINES);
}

/* What the word would do. The trial is large, and one for all. */
static const sq_word_trial *answer_in(const char *const record[], int count, int line, int reading) {
    static sq_word_trial trial;
    char text[4096] = "", word[64];
    for (int i = 0; i < count; i++)
        strcat(text, record[i]);
    snprintf(word, sizeof word, "{\"word\":\"answer\",\"line\":%d,\"reading\":%d}", line, reading);
    sq_game *g = game_of(record, count);
    const sq_word_ground ground = {.game = g, .record = scratch_file("game.jsonl", text, strlen(text))};
    assert_true(sq_word_try(&trial, word, strlen(word), &ground, -1));
    sq_game_free(g);
    return &trial;
}

static const sq_word_trial *answer_by(int reading) {
    return answer_in(lines, LINES, HELD, reading);
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

/* Of two shots that are one answer each line lists the others, and not the answer that both carry out. */
static void sheets_know_which_answer_stands(void **state) {
    (void)state;
    static const char *const both[] = {
        "{\"event\":\"game\",\"rules\":\"crokinole\",\"form\":\"singles\"}\n",
        "{\"event\":\"start\",\"colour\":\"dark\"}\n",
        SHOT(1, "dark", "D1", "20") ",\"question\":1,\"held\":true,\"answer\":4,\"readings\":" READINGS "}\n",
        SHOT(1, "light", "L1", "out") ",\"question\":1,\"held\":true,\"answer\":4,\"readings\":" READINGS
                                      "}\n"};
    static sq_line_doubt doubt; /* large */
    sq_remarks_list remarks = {0};
    sq_game *g = game_of(both, 4);
    for (int i = 0; i < 4; i++)
        assert_true(sq_remarks_add(&remarks, i + 1, both[i], strlen(both[i])));
    for (int n = 3; n <= 4; n++) {
        sq_game_line line = sq_game_line_at(g, n - 1);
        sq_line_doubt_of(&doubt, g, &line, &remarks);
        assert_int_equal(doubt.others, 3);
        for (int i = 0; i < 3; i++)
            assert_int_equal(doubt.number[i], i + 1);
    }
    sq_remarks_free(&remarks);
    sq_game_free(g);
}

/* ---- A turn and winks that are set for a held shot belong to its question ---- */

#define WINK(t, colour, wink) \
    "\"event\":\"shot\",\"t\":" #t ",\"colour\":\"" colour "\",\"wink\":\"" wink "\",\"over\":[]"
#define REMARKS                                                                                         \
    "\"seen_t\":9,\"question\":2,\"held\":true,\"alternatives\":[{\"event\":{" WINK(                    \
        8, "green", "g3") "}},{\"event\":{" WINK(8, "yellow",                                           \
                                                 "y1") "}},{\"passed\":true,\"event\":{" WINK(8, "red", \
                                                                                              "r1") "}}]}\n"

static const char *const with_sets[] = {
    "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}\n",
    "{\"event\":\"set\",\"squidge_off\":\"yellow\",\"turn\":\"yellow\"}\n",
    "{\"event\":\"set\",\"turn\":\"green\"," REMARKS,
    "{" WINK(7, "green", "g2") ",\"probability\":0.6," REMARKS,
    "{\"event\":\"set\",\"pot\":[\"b1\"]," REMARKS,
};
enum { WITH_SETS = sizeof with_sets / sizeof *with_sets, TURN_SET = 3, SHOT_HELD, WINKS_SET };

static void assert_amended(const sq_word_trial *t, const char *wink, int without, const int gone[]) {
    const sq_record_line *line = &t->word.line;
    assert_string_equal(t->why, "");
    assert_true(t->taken);
    assert_int_equal(line->event.amend.n, SHOT_HELD);
    assert_int_equal(line->amendment.with.shot.wink, sq_wink_from_name(wink));
    assert_int_equal(line->event.amend.without_count, without);
    for (int i = 0; i < without; i++)
        assert_int_equal(line->event.amend.without[i], gone[i]);
}

static void what_was_set_for_the_shot_goes_with_it(void **state) {
    (void)state;
    static const int both[] = {TURN_SET, WINKS_SET};
    for (int line = TURN_SET; line <= WINKS_SET; line++)
        assert_amended(answer_in(with_sets, WITH_SETS, line, 3), "y1", 2, both);
}

static void the_turn_stays_for_a_shot_of_the_same_colour(void **state) {
    (void)state;
    static const int winks[] = {WINKS_SET};
    for (int line = TURN_SET; line <= WINKS_SET; line++)
        assert_amended(answer_in(with_sets, WITH_SETS, line, 2), "g3", 1, winks);
}

static void who_passed_was_in_turn_before_it_was_set(void **state) {
    (void)state;
    static const int both[] = {TURN_SET, WINKS_SET};
    const sq_word_trial *t = answer_in(with_sets, WITH_SETS, TURN_SET, 4);
    assert_amended(t, "r1", 2, both);
    assert_true(t->word.line.event.amend.inserts);
    assert_int_equal(t->word.line.amendment.before.pass.colour, SQ_YELLOW);
}

static void the_answer_that_was_carried_out_keeps_what_was_set(void **state) {
    (void)state;
    for (int line = TURN_SET; line <= WINKS_SET; line++)
        assert_amended(answer_in(with_sets, WITH_SETS, line, 1), "g2", 0, NULL);
}

/* A `set` may be the answer itself. */
static void a_set_may_be_the_answer(void **state) {
    (void)state;
    const char *const alone[] = {with_sets[0], with_sets[1],
                                 "{\"event\":\"set\",\"turn\":\"green\",\"probability\":0.6," REMARKS};
    const sq_word_trial *t = answer_in(alone, 3, 3, 3);
    assert_string_equal(t->why, "");
    assert_true(t->taken);
    assert_int_equal(t->word.line.event.amend.n, 3);
    assert_int_equal(t->word.line.event.amend.without_count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_shot),
        cmocka_unit_test(the_one_that_was_carried_out),
        cmocka_unit_test(nothing_was_played),
        cmocka_unit_test(two_shots_for_one),
        cmocka_unit_test(a_number_that_none_has),
        cmocka_unit_test(sheets_list_the_others_by_their_numbers),
        cmocka_unit_test(sheets_know_which_answer_stands),
        cmocka_unit_test(what_was_set_for_the_shot_goes_with_it),
        cmocka_unit_test(the_turn_stays_for_a_shot_of_the_same_colour),
        cmocka_unit_test(who_passed_was_in_turn_before_it_was_set),
        cmocka_unit_test(the_answer_that_was_carried_out_keeps_what_was_set),
        cmocka_unit_test(a_set_may_be_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
