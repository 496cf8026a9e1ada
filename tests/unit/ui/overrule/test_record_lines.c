/* What waits for room on the disk is part of the record: a word in it is not carried out twice, and its
 * question can be answered. */
#include "ui/overrule/record_lines.h"

#include <string.h>

#include "tests/fixture/scratch.h"
#include "ui/overrule/try_umpires_word.h"

#define GAME "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}\n"
#define TURN "{\"event\":\"set\",\"squidge_off\":\"red\",\"turn\":\"red\"}\n"
#define SHOT                                                                                                 \
    "{\"event\":\"shot\",\"t\":1,\"colour\":\"red\",\"wink\":\"r1\",\"over\":[],\"held\":true,\"seen_t\":1," \
    "\"alternatives\":[{\"event\":{\"event\":\"shot\",\"t\":1,\"colour\":\"red\",\"wink\":\"r2\",\"over\":[" \
    "]}}],"                                                                                                  \
    "\"word\":\"abcdefgh\"}\n"

/* A game of three lines, the last of which waits. */
static sq_word_ground ground_of(sq_game *g, const char *record) {
    static const char *const lines[] = {GAME, TURN, SHOT};
    sq_game_answer answer;
    char name[SQ_RECORD_NAME_MAX];
    for (int i = 0; i < 3; i++) {
        assert_true(sq_game_read(g, i + 1, lines[i], strlen(lines[i]) - 1, name, &answer));
        assert_true(answer.taken);
    }
    return (sq_word_ground){.game = g, .record = record, .waiting = SHOT, .waiting_bytes = strlen(SHOT)};
}

static const char *file(void) {
    return scratch_file("game.jsonl", GAME TURN, strlen(GAME TURN));
}

static void those_that_wait_come_last(void **state) {
    (void)state;
    sq_word_ground ground = {.record = file(), .waiting = SHOT, .waiting_bytes = strlen(SHOT)};
    sq_record_lines l = sq_record_lines_of(&ground);
    assert_string_equal(sq_record_lines_next(&l), GAME);
    assert_string_equal(sq_record_lines_next(&l), TURN);
    assert_string_equal(sq_record_lines_next(&l), SHOT);
    assert_null(sq_record_lines_next(&l));
    sq_record_lines_close(&l);
    l = sq_record_lines_of(&(sq_word_ground){.record = NULL});
    assert_null(sq_record_lines_next(&l));
    sq_record_lines_close(&l);
}

/* What a word would do. The trial is large, and one for all. */
static const sq_word_trial *try(const char *word) {
    static sq_word_trial trial;
    sq_game *g = sq_game_new();
    sq_word_ground ground = ground_of(g, file());
    assert_true(sq_word_try(&trial, word, strlen(word), &ground, -1));
    sq_game_free(g);
    return &trial;
}

static void a_word_that_waits_is_known(void **state) {
    (void)state;
    const sq_word_trial *t = try("{\"word\":\"undo\",\"id\":\"abcdefgh\"}");
    assert_true(t->known);
    assert_int_equal(t->n, 3);
    assert_false(try("{\"word\":\"undo\",\"id\":\"abcdefgi\"}")->known);
}

static void a_question_that_waits_can_be_answered(void **state) {
    (void)state;
    const sq_word_trial *t = try("{\"word\":\"answer\",\"line\":3,\"reading\":2}");
    assert_string_equal(t->why, "");
    assert_true(t->taken);
    assert_int_equal(t->word.line.amendment.with.shot.wink, sq_wink_from_name("r2"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_that_wait_come_last),
        cmocka_unit_test(a_word_that_waits_is_known),
        cmocka_unit_test(a_question_that_waits_can_be_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
