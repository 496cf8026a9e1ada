/* A table's fault is told until it ends: a source that is back ends its own fault and no other. */
#include "ui/publish/table_state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* The kind of the fault that the table shows after these notices; null: none. */
static const char *fault_after(sq_table_news *n, const char *const kinds[], int count) {
    for (int i = 0; i < count; i++) {
        json_t *line = json_pack("{s:s,s:s,s:s}", "type", "notice", "kind", kinds[i], "text", "so it is");
        sq_table_news_take(n, &(sq_told_line){.type = SQ_STREAM_NOTICE, .line = line, .seq = i + 1});
        json_decref(line);
    }
    return json_string_value(json_object_get(n->item[SQ_TABLE_FAULT].line, "kind"));
}

static void a_source_that_is_back_is_no_fault(void **state) {
    (void)state;
    sq_table_news n = {.newest = 0};
    assert_null(fault_after(&n, (const char *const[]){"source", "source-back"}, 2));
    assert_true(n.item[SQ_TABLE_FAULT].fresh);
    sq_table_news_free(&n);
}

static void another_fault_stays(void **state) {
    (void)state;
    sq_table_news n = {.newest = 0};
    assert_string_equal(fault_after(&n, (const char *const[]){"source", "camera-moved", "source-back"}, 3),
                        "camera-moved");
    assert_null(fault_after(&n, (const char *const[]){"rulings-go-on"}, 1));
    sq_table_news_free(&n);
}

static void take_event(sq_table_news *n, const char *line) {
    json_t *o = json_loads(line, 0, NULL);
    sq_table_news_take(n, &(sq_told_line){.type = SQ_STREAM_EVENT, .line = o, .seq = n->newest + 1});
    json_decref(o);
}

static void a_name_that_is_corrected_is_told_so(void **state) {
    (void)state;
    sq_table_news n = {.newest = 0};
    take_event(&n, "{\"about\":{\"players\":{\"blue\":\"Amn\",\"red\":\"Bob\"}}}");
    take_event(&n, "{\"event\":\"amend\",\"about_now\":{\"players\":{\"blue\":\"Ann\"}}}");
    json_t *right = json_loads("{\"players\":{\"blue\":\"Ann\"}}", 0, NULL);
    assert_true(json_equal(json_object_get(n.item[SQ_TABLE_ABOUT].line, "about"), right));
    json_decref(right);
    sq_table_news_free(&n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_source_that_is_back_is_no_fault),
        cmocka_unit_test(another_fault_stays),
        cmocka_unit_test(a_name_that_is_corrected_is_told_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
