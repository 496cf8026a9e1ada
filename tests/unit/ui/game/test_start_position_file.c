/* A game in its midst: its file as rests.jsonl keeps it, and what is wrong with others. */
#include "ui/game/start_position_file.h"

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"
#include "ui/game/position_json.h"

static sq_start_position told;
static sq_diag d;

/* A position with names and, where it is not null, that "set". */
static char *line_with(const char *set) {
    sq_position p = hand_made_start();
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        p.winks[w].id = w;
    json_t *o = sq_position_to_json(&p, NULL);
    if (set) json_object_set_new(o, "set", json_loads(set, 0, NULL));
    char *text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    assert_non_null(text);
    return text;
}

static sq_code read_text(const char *text) {
    return sq_start_position_read(&told, scratch_file("from.json", text, strlen(text)), &d);
}

static sq_code read_set(const char *set) {
    char *text = line_with(set);
    sq_code code = read_text(text);
    free(text);
    return code;
}

static void names_and_turn_are_read(void **state) {
    (void)state;
    assert_int_equal(read_set("{\"event\":\"set\",\"turn\":\"red\",\"elapsed_s\":300}"), SQ_OK);
    assert_true(told.has_set);
    assert_int_equal(told.set.turn, SQ_RED);
    assert_int_equal(told.position.wink_count, SQ_USUAL_WINKS);
    for (int i = 0; i < SQ_USUAL_WINKS; i++)
        assert_int_equal(told.position.winks[i].id, i);
}

static void the_last_line_counts(void **state) {
    (void)state;
    char *a = line_with("{\"event\":\"set\",\"turn\":\"red\"}"), *b = line_with(NULL), both[2 * 16384];
    snprintf(both, sizeof both, "%s\n%s\n", a, b);
    free(a);
    free(b);
    assert_int_equal(read_text(both), SQ_OK);
    assert_false(told.has_set);
}

/* A file that is cut in its last line is no file that ends with the line before. */
static void a_torn_last_line_is_refused(void **state) {
    (void)state;
    char *a = line_with("{\"event\":\"set\",\"turn\":\"red\"}"), torn[16384 + 16];
    snprintf(torn, sizeof torn, "%s\n{\"t\":4,", a);
    free(a);
    assert_int_equal(read_text(torn), SQ_E_FORMAT);
}

static void what_is_wrong_is_said(void **state) {
    (void)state;
    assert_int_equal(sq_start_position_read(&told, scratch("none.json"), &d), SQ_E_FILE);
    assert_int_equal(read_text(""), SQ_E_FORMAT);
    assert_int_equal(read_text("{\"winks\""), SQ_E_FORMAT);
    assert_int_equal(read_text("[1]"), SQ_E_FORMAT);
    assert_int_equal(read_set("{\"event\":\"set\",\"elapsed_s\":300}"), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "turn"));
    assert_int_equal(read_set("{\"event\":\"pass\",\"t\":1,\"colour\":\"red\"}"), SQ_E_FORMAT);
    assert_int_equal(read_set("[7]"), SQ_E_FORMAT);
    sq_position p = hand_made_start();
    p.winks[0].id = p.winks[1].id = 3;
    json_t *o = sq_position_to_json(&p, NULL);
    char *text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    assert_int_equal(read_text(text), SQ_E_FORMAT);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_turn_are_read),
        cmocka_unit_test(the_last_line_counts),
        cmocka_unit_test(a_torn_last_line_is_refused),
        cmocka_unit_test(what_is_wrong_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
