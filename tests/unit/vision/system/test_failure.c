/* Sentences of failures. */
#include "vision/system/failure.h"

#include "tests/fixture/unit.h"

static void a_failure_carries_its_code_and_sentence(void **state) {
    (void)state;
    sq_diag d = {0};
    assert_int_equal(sq_fail(&d, SQ_E_FILE, "%s: line %d; mend it", "a.json", 7), SQ_E_FILE);
    assert_int_equal(d.code, SQ_E_FILE);
    assert_string_equal(d.text, "a.json: line 7; mend it");
}

static void who_wants_no_sentence_gets_the_code(void **state) {
    (void)state;
    assert_int_equal(sq_fail(NULL, SQ_E_SIZE, "too large: %d", 3), SQ_E_SIZE);
}

static void a_sentence_that_is_too_long_is_cut(void **state) {
    (void)state;
    char name[2000];
    sq_diag d;
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    assert_int_equal(sq_fail(&d, SQ_E_FILE, "%s", name), SQ_E_FILE);
    assert_int_equal(strlen(d.text), sizeof d.text - 1);
}

static void a_sentence_is_one_line_and_orders_nothing(void **state) {
    (void)state;
    sq_diag d;
    sq_fail(&d, SQ_E_FILE, "%s: cannot be read", "\033[2Jgame\nZürich\x7f.mp4");
    assert_string_equal(d.text, "?[2Jgame?Zürich?.mp4: cannot be read");
    sq_fail(&d, SQ_E_FILE, "%s: cannot be read",
            "\xc2\x9b"
            "2J Z\xfcrich \xe2\x82"); /* C1; no UTF-8 */
    assert_string_equal(d.text, "??2J Z?rich ??: cannot be read");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_carries_its_code_and_sentence),
        cmocka_unit_test(who_wants_no_sentence_gets_the_code),
        cmocka_unit_test(a_sentence_that_is_too_long_is_cut),
        cmocka_unit_test(a_sentence_is_one_line_and_orders_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
