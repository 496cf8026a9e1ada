/* Lines of the event stream: which lines of the record stand is told, and no listener works it out again. */
#include "ui/stream/stream_lines.h"

#include <stdlib.h>
#include <string.h>

#include "tests/fixture/unit.h"

static const char *const RECORD[] = {
    "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}",
    "{\"event\":\"squidge-off\",\"mm\":{\"blue\":1,\"green\":2,\"red\":3,\"yellow\":4}}",
    "{\"event\":\"shot\",\"t\":1,\"colour\":\"blue\",\"wink\":\"b1\"}",
    "{\"event\":\"pass\",\"t\":2,\"colour\":\"green\"}",
    "{\"event\":\"undo\"}",
    "{\"event\":\"amend\",\"n\":2,\"with\":null}",
    "{\"event\":\"undo\"}",
    "{\"event\":\"amend\",\"n\":3,\"with\":{\"event\":\"shot\",\"t\":1,\"colour\":\"blue\",\"wink\":\"b2\"}}",
    "{\"event\":\"pass\",\"t\":2,\"colour\":\"green\"}",
    "{\"event\":\"amend\",\"n\":9,\"before\":{\"event\":\"about\",\"about\":{\"table\":\"7\"}}}",
    "{\"event\":\"amend\",\"n\":9,\"with\":{\"event\":\"pass\",\"t\":2,\"colour\":\"green\"}}",
};

/* Takes line n and asserts what its event line tells: the line that an undo would take back, and what
 * does not stand as it was given ("3 changed"), with the wink that it reads. null: nothing is told of that.
 */
static void assert_told(sq_game *g, int n, int undoes, const char *corrected) {
    char name[SQ_RECORD_NAME_MAX], is[256] = "";
    sq_game_answer a;
    const char *text = RECORD[n - 1];
    assert_true(sq_game_read(g, n, text, strlen(text), name, &a));
    if (!a.taken) fail_msg("%s: %s", text, a.why);
    json_t *event = sq_stream_event(text, strlen(text), n, "words"), *list, *o;
    size_t i;
    sq_stream_put_standing(event, g);
    assert_int_equal(json_integer_value(json_object_get(event, "undoes")), undoes);
    list = json_object_get(event, "corrected");
    json_array_foreach(list, i, o) {
        const char *wink = json_string_value(json_object_get(json_object_get(o, "reads"), "wink"));
        size_t used = strlen(is);
        snprintf(is + used, sizeof is - used, "%lld %s%s%s;", json_integer_value(json_object_get(o, "line")),
                 json_string_value(json_object_get(o, "now")), wink ? " " : "", wink ? wink : "");
        assert_non_null(json_string_value(json_object_get(o, "text")));
    }
    if (!corrected) assert_null(list);
    if (corrected) assert_string_equal(is, corrected);
    json_decref(event);
}

static void each_correction_tells_all_lines_that_stand_otherwise(void **state) {
    (void)state;
    sq_game *g = sq_game_new();
    assert_non_null(g);
    assert_told(g, 1, 0, NULL);
    assert_told(g, 2, 2, NULL);
    assert_told(g, 3, 3, NULL);
    assert_told(g, 4, 4, NULL);
    assert_told(g, 5, 3, "4 gone;");
    assert_told(g, 6, 6, "2 gone;3 refused;4 gone;"); /* without a squidge-off blue cannot play */
    assert_told(g, 7, 3, "4 gone;6 gone;");
    assert_told(g, 8, 8, "3 changed b2;4 gone;6 gone;");
    assert_told(g, 9, 9, NULL);
    assert_told(g, 10, 10,
                "3 changed b2;4 gone;6 gone;"); /* what is inserted before a line says nothing of it */
    assert_told(g, 11, 11, "3 changed b2;4 gone;6 gone;9 confirmed;");
    sq_game_free(g);
}

static json_t *told_of(sq_game *g, int n, const char *text) {
    char name[SQ_RECORD_NAME_MAX];
    sq_game_answer a;
    assert_true(sq_game_read(g, n, text, strlen(text), name, &a));
    if (!a.taken) fail_msg("%s: %s", text, a.why);
    json_t *event = sq_stream_event(text, strlen(text), n, "words");
    sq_stream_put_standing(event, g);
    return event;
}

/* A slip of the pen in a name is mended for who hears the stream alone. */
static void a_correction_tells_who_plays(void **state) {
    (void)state;
    sq_game *g = sq_game_new();
    json_decref(told_of(g, 1,
                        "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\",\"about\":{"
                        "\"players\":{\"red\":\"Bob\"}}}"));
    json_t *slip = told_of(g, 2, "{\"event\":\"about\",\"about\":{\"players\":{\"blue\":\"Amn\"}}}");
    json_t *mended = told_of(g, 3,
                             "{\"event\":\"amend\",\"n\":2,\"with\":{\"event\":\"about\",\"about\":{"
                             "\"players\":{\"blue\":\"Ann\"}}}}");
    json_t *undone = told_of(g, 4, "{\"event\":\"amend\",\"n\":2,\"with\":null}");
    json_t *right = json_loads("{\"players\":{\"blue\":\"Ann\",\"red\":\"Bob\"}}", 0, NULL),
           *without = json_loads("{\"players\":{\"red\":\"Bob\"}}", 0, NULL);
    assert_null(json_object_get(slip, "about_now"));
    assert_true(json_equal(json_object_get(mended, "about_now"), right));
    assert_true(json_equal(json_object_get(undone, "about_now"), without));
    json_decref(right);
    json_decref(without);
    json_decref(slip);
    json_decref(mended);
    json_decref(undone);
    sq_game_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_correction_tells_all_lines_that_stand_otherwise),
        cmocka_unit_test(a_correction_tells_who_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
