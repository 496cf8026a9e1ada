/* Words as events: an answer is taken for the question that was seen, and for no other. */
#include "ui/overrule/umpire_word_json.h"

#include <math.h>

#include "rules/book/ruleset.h"
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

static void take(sq_game *g, const char *text) {
    sq_record_line line;
    char why[SQ_RECORD_WHY_MAX];
    sq_game_answer answer;
    static int n;
    assert_true(sq_record_read(&line, text, strlen(text), why));
    assert_true(sq_game_take(g, ++n, &line, text, &answer) && answer.taken);
}

static sq_game *after_the_squidge_off(void) {
    sq_game *g = sq_game_new();
    take(g, "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}");
    take(g, "{\"event\":\"squidge-off\",\"mm\":{\"green\":1,\"blue\":2,\"red\":3,\"yellow\":4}}");
    return g;
}

/* A slip of the pen would be swallowed, and the record say something else than the umpire. */
static void a_key_that_the_event_does_not_have_is_refused_by_its_name(void **state) {
    (void)state;
    static const struct {
        const char *said, *named; /* null: taken */
    } cases[] = {
        {"{\"event\":\"shot\",\"wink\":\"g4\",\"pottd\":[\"g4\"]}", "no key \"pottd\""},
        {"{\"event\":\"shot\",\"wink\":\"g4\",\"potted\":[\"g4\"]}", NULL},
        {"{\"event\":\"shot\",\"wink\":\"g4\",\"now_over\":[[\"g4\",\"b1\"]],\"frees\":[\"b2\"]}", NULL},
        {"{\"event\":\"shot\",\"wink\":\"g4\",\"type\":\"event\",\"version\":1,\"seen_t\":3,\"looks\":7}",
         NULL},
        {"{\"event\":\"set\",\"turn\":\"blue\",\"potted\":[\"r1\"]}", "no key \"potted\""},
        {"{\"event\":\"set\",\"turn\":\"green\",\"tiddlies\":{\"blue\":99}}", "no key \"tiddlies\""},
        {"{\"event\":\"set\",\"club\":{\"foo\":1}}", "\"club\" has no \"foo\""},
        {"{\"event\":\"pass\",\"colour\":\"green\",\"wink\":\"g3\"}", "its keys are t, colour"},
        {"{\"event\":\"pass\"}", NULL},
        {"{\"event\":\"clock\",\"run\":false,\"lmit_s\":3}", "no key \"lmit_s\""},
        {"{\"event\":\"about\",\"about\":{\"players\":{\"purple\":\"X\"}}}", "\"players\" has no \"purple\""},
        {"{\"event\":\"about\",\"about\":{\"foo\":\"bar\"}}", "\"about\" has no \"foo\""},
        {"{\"event\":\"about\",\"about\":{\"date\":\"gestern\"}}", "\"date\": gestern"},
        {"{\"event\":\"about\",\"about\":{\"date\":\"2026-11-22\",\"players\":{\"red\":\"X\"}}}", NULL},
    };
    sq_game *g = after_the_squidge_off();
    const sq_word_ground ground = {.game = g, .t_now = NAN};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char why[SQ_WORD_WHY_MAX] = "";
        sq_word_event out;
        json_t *word = json_pack("{s:s,s:o}", "word", "say", "event", json_loads(cases[i].said, 0, NULL));
        bool well = sq_word_read_line(&out, word, &ground, why);
        if (well != !cases[i].named || (cases[i].named && !strstr(why, cases[i].named)))
            fail_msg("%s: %s", cases[i].said, why);
        json_decref(word);
    }
    sq_game_free(g);
}

static bool amends(const sq_game *g, const char *change, sq_word_event *out, char why[SQ_WORD_WHY_MAX]) {
    const sq_word_ground ground = {.game = g, .t_now = NAN};
    json_t *word = json_pack("{s:s,s:i,s:o}", "word", "amend", "line", sq_game_line_at(g, 0).n, "change",
                             json_loads(change, 0, NULL));
    bool well = sq_word_read_line(out, word, &ground, why);
    json_decref(word);
    return well;
}

/* The digest of the first line is that of the book which it names; another book brings its own. */
static void the_book_is_corrected(void **state) {
    (void)state;
    static sq_word_event out;
    char why[SQ_WORD_WHY_MAX] = "";
    sq_game *g = after_the_squidge_off();
    if (!amends(g, "{\"rules\":\"parker\"}", &out, why)) fail_msg("%s", why);
    assert_string_equal(sq_ruleset_at(out.line.amendment.with.game.rules)->name, "parker");
    assert_false(amends(g, "{\"rules\":\"nobodys\"}", &out, why));
    /* The referee of one game has no eye for the other. */
    assert_false(amends(g, "{\"rules\":\"crokinole\",\"form\":\"doubles\"}", &out, why));
    assert_non_null(strstr(why, "another game"));
    sq_game_free(g);
}

/* Who corrects one name keeps the others. */
static void names_that_a_correction_does_not_give_stay(void **state) {
    (void)state;
    static sq_word_event out;
    char why[SQ_WORD_WHY_MAX] = "";
    sq_game *g = sq_game_new();
    take(g, "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\",\"about\":{\"table\":\"3\","
            "\"players\":{\"blue\":\"Amn\",\"red\":\"Bob\"}}}");
    if (!amends(g, "{\"about\":{\"players\":{\"blue\":\"Ann\"}}}", &out, why)) fail_msg("%s", why);
    const sq_details *about = &out.line.amendment.with.game.details;
    assert_string_equal(about->text[SQ_DETAIL_BLUE], "Ann");
    assert_string_equal(about->text[SQ_DETAIL_BLUE + SQ_RED], "Bob");
    assert_string_equal(about->text[SQ_DETAIL_TABLE], "3");
    sq_game_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_names_its_question),
        cmocka_unit_test(nobody_says_a_game),
        cmocka_unit_test(a_key_that_the_event_does_not_have_is_refused_by_its_name),
        cmocka_unit_test(the_book_is_corrected),
        cmocka_unit_test(names_that_a_correction_does_not_give_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
