/* What can be said next: after a foul, after a pass out of turn, when a colour is to be nominated. */
#include "ui/overrule/next_words.h"

#include <string.h>

#include "rules/game.h"
#include "tests/fixture/unit.h"

static sq_state played; /* the state after the lines of the last call of play() */

/* The words after these lines of a record, of which the last one is refused if the rules do so. */
static const char *play(const char *const *lines, int count) {
    static char words[SQ_NEXT_WORDS_MAX];
    sq_game *g = sq_game_new();
    sq_game_answer answer = {.taken = false};
    const sq_event *e = NULL;
    assert_non_null(g);
    for (int i = 0; i < count; i++) {
        char name[SQ_RECORD_NAME_MAX];
        played = *sq_game_state(g);
        assert_true(sq_game_read(g, i + 1, lines[i], strlen(lines[i]), name, &answer));
        assert_true(answer.taken || i == count - 1);
        e = sq_game_line_at(g, i).given;
    }
    if (answer.taken)
        sq_next_words(sq_game_state(g), NULL, NULL, words);
    else
        sq_next_words(&played, e, &answer.rulings, words);
    sq_game_free(g);
    return words;
}

#define WORDS(...) \
    play((const char *const[]){__VA_ARGS__}, (int)(sizeof(const char *const[]){__VA_ARGS__} / sizeof(char *)))

#define BEGIN "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}"
#define RED_TO_PLAY "{\"event\":\"set\",\"squidge_off\":\"red\",\"turn\":\"red\"}"
#define RED_PLAYS "{\"event\":\"shot\",\"t\":1,\"colour\":\"red\",\"wink\":\"r1\",\"over\":[]}"
#define FOUL "{\"event\":\"foul\",\"rule\":\"10.2\"}"

static void nothing_is_awaited(void **state) {
    (void)state;
    assert_string_equal(WORDS(BEGIN), "");
    assert_string_equal(WORDS(BEGIN, RED_TO_PLAY, RED_PLAYS), "");
    assert_string_equal(
        sq_next_words(&(sq_state){.playing = false}, NULL, NULL, (char[SQ_NEXT_WORDS_MAX]){"x"}), "");
}

static void after_a_foul_its_opponents_choose(void **state) {
    (void)state;
    assert_string_equal(WORDS(BEGIN, RED_TO_PLAY, RED_PLAYS, FOUL), "choose replay\nchoose accept\n");
    /* Whoever plays though a foul is open is told the same. */
    assert_string_equal(
        WORDS(BEGIN, RED_TO_PLAY, RED_PLAYS, FOUL, "{\"event\":\"pass\",\"t\":2,\"colour\":\"red\"}"),
        "choose replay\nchoose accept\n");
}

/* Who accepts a wrong colour's turn also says which of his colours goes on. */
static void after_a_wrong_colour_the_choice_names_one(void **state) {
    (void)state;
    assert_string_equal(WORDS(BEGIN, RED_TO_PLAY,
                              "{\"event\":\"shot\",\"t\":1,\"colour\":\"blue\",\"wink\":\"b1\",\"over\":[]}"),
                        "choose replay\nchoose accept green\nchoose accept yellow\n");
}

/* Where the book has a wink nominated, each that is free is offered; elsewhere each colour that has one. */
static void a_wink_or_a_colour_is_nominated(void **state) {
    (void)state;
#define FEW_ARE_LEFT                                                                                     \
    "{\"event\":\"set\",\"squidge_off\":\"blue\",\"turn\":\"blue\",\"phase\":\"timed\",\"pot\":[\"B2\"," \
    "\"b3\","                                                                                            \
    "\"b4\",\"G2\",\"g1\",\"g2\",\"g3\",\"g4\",\"R2\",\"r2\",\"r3\",\"r4\",\"Y2\",\"y1\",\"y2\",\"y3\"," \
    "\"y4\"],"                                                                                           \
    "\"baseline\":[],\"over\":[[\"R1\",\"Y1\"]]}"
#define FOUR_ARE_LEFT                                                                                    \
    "{\"event\":\"set\",\"squidge_off\":\"blue\",\"turn\":\"blue\",\"phase\":\"timed\",\"pot\":[\"B2\"," \
    "\"b1\",\"b2\",\"b3\","                                                                              \
    "\"b4\",\"G2\",\"g1\",\"g2\",\"g3\",\"g4\",\"R2\",\"r1\",\"r2\",\"r3\",\"r4\",\"Y2\",\"y1\",\"y2\"," \
    "\"y3\",\"y4\"],"                                                                                    \
    "\"baseline\":[],\"over\":[[\"R1\",\"Y1\"]]}"
#define SQUOPS                                                                                           \
    "{\"event\":\"shot\",\"t\":0,\"colour\":\"blue\",\"wink\":\"B1\",\"over\":[[\"R1\",\"Y1\"],[\"B1\"," \
    "\"G1\"]]}"
#define FREES "{\"event\":\"shot\",\"t\":1,\"colour\":\"red\",\"wink\":\"r1\",\"over\":[[\"R1\",\"Y1\"]]}"
#define FAILS_TO_FREE                                                                                        \
    "{\"event\":\"shot\",\"t\":2,\"colour\":\"blue\",\"wink\":\"b1\",\"potted\":[\"b1\"],\"over\":[[\"R1\"," \
    "\"Y1\"],"                                                                                               \
    "[\"B1\",\"G1\"]]}"
    assert_string_equal(WORDS("{\"event\":\"game\",\"rules\":\"etwa-classic\",\"form\":\"pairs\"}",
                              FEW_ARE_LEFT, SQUOPS, FREES, FAILS_TO_FREE),
                        "nominate B1\nnominate b2\nnominate R1\nnominate r1\n");
    assert_string_equal(
        WORDS(BEGIN, FOUR_ARE_LEFT, SQUOPS, "{\"event\":\"pass\",\"t\":1,\"colour\":\"red\"}"),
        "nominate blue\nnominate red\n");
}

static void in_crokinole_the_choices_are_those_of_its_rules(void **state) {
    (void)state;
    assert_string_equal(
        WORDS("{\"event\":\"game\",\"rules\":\"crokinole\",\"form\":\"singles\",\"first\":\"light\"}",
              "{\"event\":\"shot\",\"at\":{\"L1\":20}}"),
        "");
    assert_string_equal(
        WORDS("{\"event\":\"game\",\"rules\":\"crokinole\",\"form\":\"singles\",\"first\":\"light\"}",
              "{\"event\":\"shot\",\"at\":{\"L1\":20}}", "{\"event\":\"foul\"}"),
        "choose replay\nchoose remove\nchoose accept\n");
}

static void a_refused_word_names_its_remedy(void **state) {
    (void)state;
    assert_string_equal(WORDS(BEGIN, RED_TO_PLAY, "{\"event\":\"pass\",\"t\":2,\"colour\":\"green\"}"),
                        "turn green\n");
    assert_string_equal(WORDS(BEGIN, RED_TO_PLAY, RED_PLAYS, "{\"event\":\"choose\",\"option\":\"replay\"}"),
                        "foul\n");
    assert_string_equal(WORDS(BEGIN, RED_TO_PLAY, FOUL), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_awaited),
        cmocka_unit_test(after_a_foul_its_opponents_choose),
        cmocka_unit_test(after_a_wrong_colour_the_choice_names_one),
        cmocka_unit_test(a_wink_or_a_colour_is_nominated),
        cmocka_unit_test(in_crokinole_the_choices_are_those_of_its_rules),
        cmocka_unit_test(a_refused_word_names_its_remedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
