/* What is no UTF-8 is a string all the same. */
#include "ui/words/json_text.h"

#include "tests/fixture/unit.h"

static void assert_text(const char *text, const char *is) {
    json_t *s = sq_json_text(text);
    assert_non_null(s);
    assert_string_equal(json_string_value(s), is);
    json_decref(s);
}

static void a_name_that_is_no_utf8_loses_its_letters_alone(void **state) {
    (void)state;
    assert_text("", "");
    assert_text("Zürich.jpg", "Zürich.jpg");
    assert_text("Z\xfcrich.jpg", "Z?rich.jpg");
    assert_text("\xc3", "?"); /* half a letter */
    assert_null(sq_json_text(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_name_that_is_no_utf8_loses_its_letters_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
