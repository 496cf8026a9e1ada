/* The record: every event written is read back the same, every state line has the contract's keys. */
#include <jansson.h>

#include "rules/game.h"
#include "tests/fixture/game/random_game.h"
#include "tests/fixture/unit.h"

static void round_trip(const sq_event *e, const sq_amendment *amendment) {
    char first[SQ_EVENT_LINE_MAX], second[SQ_EVENT_LINE_MAX], why[SQ_RECORD_WHY_MAX];
    sq_record_line line;
    size_t n = sq_record_write(first, sizeof first, e, amendment);
    assert_int_equal(n, strlen(first));
    if (!sq_record_read(&line, first, n, why)) fail_msg("%s: %s", first, why);
    assert_int_equal(line.event.kind, e->kind);
    assert_string_equal(line.name, sq_event_name(e->kind));
    sq_record_write(second, sizeof second, &line.event, &line.amendment);
    assert_string_equal(first, second);
}

/* The rules take each event that a state line offers, read as a line of a record. */
static void check_choices(const sq_state *s, const json_t *choices) {
    sq_await awaited = sq_state_await(s);
    bool asked = s->playing && (awaited == SQ_AWAIT_CHOOSE || awaited == SQ_AWAIT_NOMINATE);
    assert_int_equal(choices != NULL, asked);
    for (size_t i = 0; i < json_array_size(choices); i++) {
        char text[256], why[SQ_RECORD_WHY_MAX];
        sq_record_line line;
        sq_state after;
        sq_rulings r;
        size_t n = json_dumpb(json_array_get(choices, i), text, sizeof text, 0);
        if (!sq_record_read(&line, text, n, why)) fail_msg("%s", why);
        assert_true(sq_engine_step(s, &line.event, &after, &r));
    }
}

static void check_state_line(const sq_state *s, const sq_rulings *r, const char *error) {
    static const char *const keys[] = {
        "n",        "event",      "phase",      "turn",      "shots",    "await",    "rounds_left",
        "squop_up", "leave_free", "forfeit",    "free",      "tiddlies", "pot_outs", "points",
        "score",    "foul",       "nominated",  "elapsed_s", "rulings",  "limit_s",  "type",
        "version",  "over",       "clock_runs", "t",         "potted",   "baseline"};
    static char text[SQ_STATE_LINE_MAX];
    size_t n = sq_record_write_state(text, sizeof text, 7, "shot", s, r, error),
           count = sizeof keys / sizeof *keys;
    assert_int_equal(n, strlen(text));
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (!root) fail_msg("no JSON: %s", text);
    for (size_t i = 0; i < count; i++)
        if (!json_object_get(root, keys[i])) fail_msg("no \"%s\" in %s", keys[i], text);
    bool among = json_object_get(root, "among") != NULL;
    assert_int_equal(among, sq_state_await(s) == SQ_AWAIT_SQUIDGE_OFF);
    assert_int_equal(json_object_get(root, "error") != NULL, error != NULL);
    const json_t *choices = json_object_get(root, "choices");
    check_choices(s, choices);
    assert_int_equal(json_object_size(root), count + among + (choices != NULL) + (error != NULL));
    json_decref(root);
}

static void random_records(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        dice d = dice_of(seed + 77);
        sq_state s = sq_state_none();
        sq_rulings r;
        for (int i = 0; i < 60; i++) {
            sq_event e = random_event(&d, &s);
            round_trip(&e, NULL);
            bool taken = sq_engine_step(&s, &e, &s, &r);
            check_state_line(&s, &r, taken ? NULL : "why not");
        }
    }
}

static void an_amend_holds_its_event(void **state) {
    (void)state;
    const sq_amendment with = {.with = {.kind = SQ_EVENT_PASS, .pass = {1500000, SQ_RED}},
                               .before = {.kind = SQ_EVENT_FOUL}};
    const sq_event amend = {.kind = SQ_EVENT_AMEND, .amend = {.n = 12}},
                   removal = {.kind = SQ_EVENT_AMEND, .amend = {.n = 12, .remove = true}};
    char text[SQ_EVENT_LINE_MAX];
    round_trip(&amend, &with);
    round_trip(&removal, NULL);
    sq_record_write(text, sizeof text, &amend, &with);
    assert_string_equal(
        text, "{\"event\":\"amend\",\"n\":12,\"with\":{\"event\":\"pass\",\"t\":1.5,\"colour\":\"red\"}}");
    const sq_event inserts = {.kind = SQ_EVENT_AMEND, .amend = {.n = 12, .keep = true, .inserts = true}},
                   all = {.kind = SQ_EVENT_AMEND,
                          .amend = {.n = 12, .inserts = true, .without = {3, 9}, .without_count = 2}},
                   answer = {.kind = SQ_EVENT_ANSWER, .answer = {2}};
    round_trip(&inserts, &with);
    round_trip(&all, &with);
    round_trip(&answer, NULL);
    sq_record_write(text, sizeof text, &inserts, &with);
    assert_string_equal(text, "{\"event\":\"amend\",\"n\":12,\"before\":{\"event\":\"foul\"}}");
    sq_record_write(text, sizeof text, &all, &with);
    assert_string_equal(text,
                        "{\"event\":\"amend\",\"n\":12,\"with\":{\"event\":\"pass\",\"t\":1.5,\"colour\":"
                        "\"red\"},\"before\":{\"event\":\"foul\"},\"without\":[3,9]}");
}

static void what_names_nothing_of_a_clubs_game_is_written_and_read(void **state) {
    (void)state;
    const sq_event set = {.kind = SQ_EVENT_SET, .set = {.named = SQ_SET_CLUB}};
    char text[SQ_EVENT_LINE_MAX];
    round_trip(&set, NULL);
    sq_record_write(text, sizeof text, &set, NULL);
    assert_string_equal(text, "{\"event\":\"set\",\"club\":{}}");
}

static void a_line_of_the_wrong_kind_is_told(void **state) {
    (void)state;
    static const char *const bad[] = {
        "{\"event\":\"amend\",\"n\":3}",
        "{\"event\":\"amend\",\"n\":3,\"before\":7}",
        "{\"event\":\"amend\",\"n\":3,\"before\":{\"event\":\"undo\"}}",
        "{\"event\":\"amend\",\"n\":3,\"with\":{\"event\":\"answer\",\"reading\":1}}",
        "{\"event\":\"amend\",\"n\":3,\"with\":null,\"without\":4}",
        "{\"event\":\"amend\",\"n\":3,\"with\":null,\"without\":[3]}",
        "{\"event\":\"amend\",\"n\":3,\"with\":null,\"without\":[4.5]}",
        "{\"event\":\"amend\",\"n\":3,\"with\":null,\"without\":[4,5,6,7,8]}",
        "{\"event\":\"answer\"}",
        "{\"event\":\"answer\",\"reading\":0}",
        "{\"event\":\"set\",\"club\":{\"tally\":7}}",
        "{\"event\":\"set\",\"club\":{\"tally\":{\"red\":true}}}",
    };
    sq_record_line line;
    char why[SQ_RECORD_WHY_MAX];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (sq_record_read(&line, bad[i], strlen(bad[i]), why)) fail_msg("taken: %s", bad[i]);
        assert_true(strlen(why) > 10);
    }
}

static void who_plays_is_written_and_read(void **state) {
    (void)state;
    sq_event game = {.kind = SQ_EVENT_GAME}, about = {.kind = SQ_EVENT_ABOUT};
    char text[SQ_EVENT_LINE_MAX], why[SQ_RECORD_WHY_MAX], long_name[200];
    sq_record_line line;
    assert_null(sq_details_name(&game.game.details, SQ_DETAIL_BLUE, "Zoë \"Z\" Łuk"));
    assert_null(sq_details_name(&game.game.details, SQ_DETAIL_EVENT, "Open"));
    assert_null(sq_details_name(&game.game.details, SQ_DETAIL_GREEN_YELLOW, ""));
    round_trip(&game, NULL);
    sq_record_write(text, sizeof text, &game, NULL);
    assert_string_equal(text,
                        "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"digest\":\"85cc29fa995b66d2\","
                        "\"form\":\"pairs\",\"about\":{\"event\":\"Open\","
                        "\"players\":{\"blue\":\"Zoë \\\"Z\\\" Łuk\"},\"sides\":{\"green-yellow\":\"\"}}}");
    assert_null(sq_details_name(&about.about.details, SQ_DETAIL_YELLOW, "Di"));
    round_trip(&about, NULL);
    snprintf(long_name, sizeof long_name, "{\"event\":\"about\",\"about\":{\"round\":\"%064d\"}}", 0);
    assert_false(sq_record_read(&line, long_name, strlen(long_name), why));
    assert_string_equal(why, "\"round\" must be text of at most 63 bytes");
    static const char *const wrong[] = {"{\"event\":\"about\"}", "{\"event\":\"about\",\"about\":7}",
                                        "{\"event\":\"about\",\"about\":{\"players\":[]}}",
                                        "{\"event\":\"about\",\"about\":{\"table\":5}}",
                                        "{\"event\":\"about\",\"about\":{\"table\":\"a\\nb\"}}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(sq_record_read(&line, wrong[i], strlen(wrong[i]), why));
}

static void numbers_are_the_same_everywhere(void **state) {
    (void)state;
    sq_event off = {.kind = SQ_EVENT_SQUIDGE_OFF,
                    .squidge_off = {.played = 0xf, .mm = {0.1, 1e-7, 1.0 / 3, 112.5}}};
    char text[SQ_EVENT_LINE_MAX];
    sq_record_write(text, sizeof text, &off, NULL);
    assert_string_equal(text, "{\"event\":\"squidge-off\",\"mm\":{\"blue\":0.1,\"green\":1e-07,\"red\":0."
                              "3333333333333333,\"yellow\":112.5}}");
    const sq_event clock = {.kind = SQ_EVENT_CLOCK, .clock = {SQ_CLOCK_STOP, true, -1250000, 90000001}};
    sq_record_write(text, sizeof text, &clock, NULL);
    assert_string_equal(text, "{\"event\":\"clock\",\"t\":-1.25,\"run\":false,\"limit_s\":90.000001}");
}

static void what_is_too_long_is_cut(void **state) {
    (void)state;
    char small[40], why[SQ_RECORD_WHY_MAX], long_name[400];
    const sq_event foul = {.kind = SQ_EVENT_FOUL, .foul = {"10.2"}};
    sq_state s = sq_state_none();
    assert_int_equal(sq_record_write(small, 10, &foul, NULL), 9);
    assert_string_equal(small, "{\"event\":");
    assert_int_equal(sq_record_write_state(small, sizeof small, 1, NULL, &s, NULL, NULL), sizeof small - 1);
    int n = snprintf(long_name, sizeof long_name, "{\"event\":\"");
    for (int i = 0; i < 60; i++)
        n += snprintf(long_name + n, sizeof long_name - (size_t)n, "é");
    n += snprintf(long_name + n, sizeof long_name - (size_t)n, "\"}");
    sq_record_line line;
    assert_false(sq_record_read(&line, long_name, (size_t)n, why));
    assert_int_equal(strlen(line.name), 62); /* 31 whole letters */
    snprintf(long_name, sizeof long_name, "{\"event\":\"game\",\"form\":\"pairs\",\"rules\":\"%.*s\"}", 120,
             "ééééééééééééééééééééééééééééééééééééééééééééééééééééééé");
    assert_false(sq_record_read(&line, long_name, strlen(long_name), why));
    json_t *words = json_string(why); /* still UTF-8 */
    assert_non_null(words);
    json_decref(words);
}

static void no_rule_set_to_write(void **state) {
    (void)state;
    char text[SQ_EVENT_LINE_MAX];
    const sq_event game = {.kind = SQ_EVENT_GAME, .game = {.rules = 99}};
    sq_record_write(text, sizeof text, &game, NULL);
    assert_string_equal(text, "{\"event\":\"game\",\"rules\":null,\"form\":\"pairs\"}");
}

static void assert_said(const char *text, bool well, const char *reason) {
    char why[SQ_RECORD_WHY_MAX] = "";
    sq_record_line line;
    assert_int_equal(sq_record_read_said(0, &line, text, strlen(text), why), well);
    assert_non_null(strstr(why, reason));
}

/* A line that is copied from a record has what squint remarked. */
static void remarks_may_stand_in_what_is_said(void **state) {
    (void)state;
    assert_said("{\"event\":\"pass\",\"colour\":\"red\",\"t\":1,\"gap_s\":3.5,\"unjudged\":1,\"held\":true}",
                true, "");
    assert_said("{\"event\":\"pass\",\"colour\":\"red\",\"t\":1,\"unjuged\":1}", false,
                "\"pass\" has no key \"unjuged\"");
}

/* A slip in the new event of an amend is refused, too; what an older squint wrote is read. */
static void a_slip_in_what_a_line_shall_read(void **state) {
    (void)state;
    static const char
        slip[] =
            "{\"event\":\"amend\",\"n\":3,\"with\":{\"event\":\"pass\",\"colour\":\"red\",\"t\":1,\"tt\":1}}",
        well[] = "{\"event\":\"amend\",\"n\":3,\"with\":{\"event\":\"pass\",\"colour\":\"red\",\"t\":1}}";
    assert_said(slip, false, "\"pass\" has no key \"tt\"");
    assert_said(well, true, "");
    char why[SQ_RECORD_WHY_MAX];
    sq_record_line line;
    assert_true(sq_record_read(&line, slip, strlen(slip), why));
}

static void blank_lines(void **state) {
    (void)state;
    assert_true(sq_record_is_blank("", 0));
    assert_true(sq_record_is_blank(" \t\r\n", 4));
    assert_false(sq_record_is_blank(" x", 2));
    assert_false(sq_record_is_blank("\0", 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_records),
        cmocka_unit_test(an_amend_holds_its_event),
        cmocka_unit_test(what_names_nothing_of_a_clubs_game_is_written_and_read),
        cmocka_unit_test(a_line_of_the_wrong_kind_is_told),
        cmocka_unit_test(who_plays_is_written_and_read),
        cmocka_unit_test(numbers_are_the_same_everywhere),
        cmocka_unit_test(what_is_too_long_is_cut),
        cmocka_unit_test(no_rule_set_to_write),
        cmocka_unit_test(remarks_may_stand_in_what_is_said),
        cmocka_unit_test(a_slip_in_what_a_line_shall_read),
        cmocka_unit_test(blank_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
