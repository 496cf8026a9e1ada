/* A fault that lasts is said once. */
#include "ui/session/report_fault_once.h"

#include "tests/fixture/unit.h"

static void it_is_said_once_until_it_is_over(void **state) {
    (void)state;
    sq_fault_once l = {0};
    assert_true(sq_fault_once_say(&l, "a small wink is only 5 pixels wide and 6 are needed"));
    assert_false(sq_fault_once_say(&l, "a small wink is only 5 pixels wide and 6 are needed"));
    assert_false(sq_fault_once_say(&l, "a small wink is only 4.5 pixels wide and 6 are needed"));
    sq_fault_once_over(&l);
    assert_true(sq_fault_once_say(&l, "a small wink is only 5 pixels wide and 6 are needed"));
}

static void another_fault_is_news(void **state) {
    (void)state;
    sq_fault_once l = {0};
    assert_true(sq_fault_once_say(&l, "12 winks"));
    assert_true(sq_fault_once_say(&l, "12 winks too many"));
    assert_true(sq_fault_once_say(&l, "no winks"));
}

/* Longer than what is kept of it. */
static void a_long_sentence_is_cut(void **state) {
    (void)state;
    sq_fault_once l = {0};
    char text[2 * sizeof l.said];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    assert_true(sq_fault_once_say(&l, text));
    assert_int_equal(strlen(l.said), sizeof l.said - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_said_once_until_it_is_over),
        cmocka_unit_test(another_fault_is_news),
        cmocka_unit_test(a_long_sentence_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
