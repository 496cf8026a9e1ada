/* What a hall asks its umpires: of a table's held lines those that nobody has answered. */
#include "ui/hall/hall_table.h"

#include <stdlib.h>

#include "tests/fixture/scratch.h"

#define GAME "0123456789abcdef"

static sq_hall_store *store;
static sq_hall_table table;
static sq_record_hash *hash;
static int lines;

static void hear(sq_table_topic kind, json_t *message) {
    assert_non_null(message);
    char *text = json_dumps(message, JSON_COMPACT);
    sq_hall_table_hear(&table, kind, text, strlen(text), store, 1, false);
    free(text);
    json_decref(message);
}

/* The table's next line of the record, as its stream tells it. */
static void tell(const char *line) {
    char text[1024], digest[SQ_HASH_TEXT];
    json_t *event = json_loads(line, 0, NULL);
    assert_non_null(event);
    snprintf(text, sizeof text, "%s\n", line);
    sq_record_hash_line(hash, line, strlen(line));
    sq_record_hash_text(hash, digest);
    json_object_set_new(event, "type", json_string("event"));
    json_object_set_new(event, "line", json_integer(++lines));
    hear(SQ_TABLE_LINE, json_pack("{s:i,s:s,s:i,s:o,s:{s:i,s:i,s:s,s:s}}", "version", SQ_HALL_VERSION, "game",
                                  GAME, "seq", lines, "line", event, "record", "number", 1, "first", lines,
                                  "text", text, "sha256", digest));
    assert_int_equal(table.n, lines);
}

/* The lines that are asked about, as "3 7 ". */
static const char *asked(const sq_hall_table *t) {
    static char text[256];
    json_t *glance = sq_hall_table_glance(t, 1);
    const json_t *asks = json_object_get(glance, "asks");
    *text = 0;
    for (size_t i = 0; i < json_array_size(asks); i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%d ",
                 (int)json_integer_value(json_object_get(json_array_get(asks, i), "line")));
    }
    json_decref(glance);
    return text;
}

static int begin(void **state) {
    (void)state;
    sq_diag d;
    const sq_hall_store_settings settings = {.where = scratch("hall.sqlite"), .hall = "club", .keeps = true};
    if (sq_hall_store_open(&store, &settings, &d)) return 1;
    hash = sq_record_hash_new();
    if (!hash || !sq_hall_table_begin(&table, "7", NULL, store)) return 1;
    hear(SQ_TABLE_ONLINE, json_pack("{s:i,s:s,s:s,s:i}", "version", SQ_HALL_VERSION, "game", GAME, "state",
                                    "ready", "birth", 1));
    tell("{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}");
    tell("{\"event\":\"squidge-off\",\"mm\":{\"blue\":31,\"green\":112,\"red\":5,\"yellow\":60}}");
    return 0;
}

static int end(void **state) {
    (void)state;
    sq_hall_table_free(&table);
    sq_record_hash_free(hash);
    sq_hall_store_close(store);
    return 0;
}

static void a_question_of_two_lines_is_answered_by_one_word(void **state) {
    (void)state;
    tell("{\"event\":\"pass\",\"t\":15,\"colour\":\"red\",\"seen_t\":22,\"held\":true,\"question\":1}");
    tell("{\"event\":\"shot\",\"t\":20,\"colour\":\"yellow\",\"wink\":\"Y1\",\"seen_t\":22,\"held\":true,"
         "\"question\":1}");
    assert_string_equal(asked(&table), "4 "); /* the shot's: the pass belongs to it */
    tell("{\"event\":\"amend\",\"n\":4,\"with\":{\"event\":\"shot\",\"t\":20,\"colour\":\"red\",\"wink\":"
         "\"R1\"},\"without\":[3]}");
    assert_string_equal(asked(&table), "");
}

/* What has been seen since settles it, without a word. */
static void a_line_that_has_become_certain_is_asked_no_more(void **state) {
    (void)state;
    tell("{\"event\":\"shot\",\"t\":30,\"colour\":\"green\",\"wink\":\"G1\",\"seen_t\":32,\"held\":true,"
         "\"question\":7}");
    assert_string_equal(asked(&table), "6 ");
    tell("{\"event\":\"shot\",\"t\":36,\"colour\":\"red\",\"wink\":\"R2\",\"seen_t\":38,\"settles\":[{"
         "\"line\":6,"
         "\"question\":7,\"probability\":0.97}]}");
    assert_string_equal(asked(&table), "");
}

static void what_is_taken_back_is_asked_no_more_and_asked_again_when_it_stands(void **state) {
    (void)state;
    tell("{\"event\":\"shot\",\"t\":40,\"colour\":\"yellow\",\"wink\":\"Y1\",\"seen_t\":42,\"held\":true,"
         "\"question\":2}");
    assert_string_equal(asked(&table), "8 ");
    tell("{\"event\":\"undo\"}");
    assert_string_equal(asked(&table), "");
    tell("{\"event\":\"amend\",\"n\":9,\"with\":null}");
    assert_string_equal(asked(&table), "8 ");
}

static void a_hall_that_begins_anew_asks_the_same(void **state) {
    (void)state;
    sq_hall_table other;
    const sq_stored_table stored = {.game = GAME, .birth = 1};
    assert_true(sq_hall_table_begin(&other, "7", &stored, store));
    assert_int_equal(other.n, lines);
    assert_string_equal(asked(&other), "8 ");
    sq_hall_table_free(&other);
}

/* Of a game that the store does not have yet only the table knows when it began. */
static void a_copy_that_is_read_anew_keeps_its_beginning(void **state) {
    (void)state;
    static const char ready[] =
        "{\"version\":1,\"game\":\"00000000000000ab\",\"state\":\"ready\",\"birth\":1,"
        "\"begun\":\"2026-01-02T10:00:00Z\"}";
    sq_hall_table other;
    assert_true(sq_hall_table_begin(&other, "9", NULL, store));
    sq_hall_table_hear(&other, SQ_TABLE_ONLINE, ready, strlen(ready), store, 1, false);
    sq_hall_table_read_back(&other, store);
    assert_string_equal(other.game, "00000000000000ab");
    assert_string_equal(other.begun, "2026-01-02T10:00:00Z");
    sq_hall_table_free(&other);
}

static const char *online(const char *as, int birth) {
    hear(SQ_TABLE_ONLINE, json_pack("{s:i,s:s,s:s,s:i}", "version", SQ_HALL_VERSION, "game", GAME, "state",
                                    as, "birth", birth));
    return table.online;
}

/* A table whose clock was set back is born earlier than it was before. */
static void a_birth_counts_whenever_it_comes(void **state) {
    (void)state;
    assert_string_equal(online("ready", 100), "ready");
    assert_string_equal(online("lost", 99), "ready"); /* the will of an older connection */
    assert_string_equal(online("disconnected", 100), "disconnected");
    assert_string_equal(online("ready", 50), "ready");
    assert_string_equal(online("lost", 100), "ready"); /* of the connection before the clock was set back */
    assert_string_equal(online("lost", 50), "lost");
    assert_string_equal(online("ready", 60), "ready");
    assert_string_equal(online("lost", 100), "ready");
    assert_string_equal(online("disconnected", 60), "disconnected");
    assert_string_equal(online("ready", 70), "ready");
    assert_string_equal(online("lost", 80), "lost"); /* its birth was not heard */
}

/* Also one of which a will that came late has said that it is lost; a heartbeat that the broker has kept says
 * nothing of it. */
static void a_table_that_beats_is_there(void **state) {
    (void)state;
    static const char beat[] = "{\"version\":1,\"game\":\"" GAME "\",\"t\":5,\"frames\":9,\"seq\":1}";
    online("ready", 200);
    assert_string_equal(online("lost", 200), "lost");
    sq_hall_table_hear(&table, SQ_TABLE_HEALTH, beat, strlen(beat), store, 2, true);
    assert_string_equal(table.online, "lost");
    sq_hall_table_hear(&table, SQ_TABLE_HEALTH, beat, strlen(beat), store, 3, false);
    assert_string_equal(sq_hall_table_online(&table, 4), "ready");
    assert_string_equal(online("disconnected", 200), "disconnected");
    sq_hall_table_hear(&table, SQ_TABLE_HEALTH, beat, strlen(beat), store, 5, false);
    assert_string_equal(table.online, "disconnected");
}

static const json_t *state_of(const char *text) {
    sq_hall_table_hear(&table, SQ_TABLE_STATE, text, strlen(text), store, 1, false);
    return table.item[SQ_TABLE_STATE];
}

#define STATE(seq, keys) \
    "{\"version\":1,\"game\":\"" GAME "\",\"seq\":" seq ",\"line\":{\"type\":\"state\"," keys "}}"

/* What pages would stumble on is not shown; and the next game's table takes the last one's state away. */
static void a_state_is_shown_if_a_page_can(void **state) {
    (void)state;
    const json_t *good = state_of(STATE("1000", "\"phase\":\"timed\",\"tiddlies\":{\"blue\":3}"));
    assert_non_null(good);
    assert_ptr_equal(state_of(STATE("1001", "\"tiddlies\":{\"blue\":{\"toString\":1}}")), good);
    assert_ptr_equal(state_of(STATE("1001", "\"score\":{\"blue-red\":[1]}")), good);
    json_t *line = json_pack("{s:i,s:s,s:I,s:{s:s,s:[i]}}", "version", SQ_HALL_VERSION, "game", GAME, "seq",
                             (json_int_t)table.seq + 1, "line", "type", "state", "turn", 1);
    hear(SQ_TABLE_LINE, line);
    assert_ptr_equal(table.item[SQ_TABLE_STATE], good);
    assert_null(state_of(""));
}

/* Two programs under one number: people are told. */
static void tell_question(const char *text) {
    hear(SQ_TABLE_QUESTION,
         json_pack("{s:i,s:s,s:i,s:{s:s,s:i,s:s,s:s}}", "version", SQ_HALL_VERSION, "game", GAME, "seq", 1,
                   "line", "type", "question", "version", 1, "number", "1", "text", text));
}

/* One broken table must not fill the memory of all who look. */
static void a_question_too_long_for_a_page_is_passed_over(void **state) {
    (void)state;
    static char text[SQ_NEWS_MOST + 1];
    memset(text, 'a', sizeof text - 1);
    long long passed_over = table.passed_over;
    tell_question(text);
    assert_int_equal(table.passed_over, passed_over + 1);
    assert_null(table.item[SQ_TABLE_QUESTION]);
    tell_question(text + SQ_NEWS_MOST / 2);
    assert_int_equal(table.passed_over, passed_over + 1);
    assert_non_null(table.item[SQ_TABLE_QUESTION]);
}

static void a_second_program_of_that_name_is_told(void **state) {
    (void)state;
    static const char own[] = "{\"version\":1,\"game\":\"" GAME "\",\"t\":5,\"frames\":9,\"seq\":1}",
                      other[] =
                          "{\"version\":1,\"game\":\"fedcba9876543210\",\"t\":5,\"frames\":9,\"seq\":1}";
    table.ill[0] = 0;
    sq_hall_table_hear(&table, SQ_TABLE_HEALTH, own, strlen(own), store, 100, false);
    sq_hall_table_hear(&table, SQ_TABLE_HEALTH, other, strlen(other), store, 200, false);
    assert_string_equal(table.ill, ""); /* the first one has gone */
    sq_hall_table_hear(&table, SQ_TABLE_HEALTH, own, strlen(own), store, 205, false);
    sq_hall_table_hear(&table, SQ_TABLE_HEALTH, other, strlen(other), store, 207, true);
    assert_string_equal(table.ill, "");
    sq_hall_table_hear(&table, SQ_TABLE_HEALTH, other, strlen(other), store, 207, false);
    assert_non_null(strstr(table.ill, "two programs call themselves table 7"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_of_two_lines_is_answered_by_one_word),
        cmocka_unit_test(a_line_that_has_become_certain_is_asked_no_more),
        cmocka_unit_test(what_is_taken_back_is_asked_no_more_and_asked_again_when_it_stands),
        cmocka_unit_test(a_hall_that_begins_anew_asks_the_same),
        cmocka_unit_test(a_copy_that_is_read_anew_keeps_its_beginning),
        cmocka_unit_test(a_birth_counts_whenever_it_comes),
        cmocka_unit_test(a_table_that_beats_is_there),
        cmocka_unit_test(a_state_is_shown_if_a_page_can),
        cmocka_unit_test(a_question_too_long_for_a_page_is_passed_over),
        cmocka_unit_test(a_second_program_of_that_name_is_told),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
