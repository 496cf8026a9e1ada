/* Columns of a terminal: characters count, not bytes; nothing in a name is obeyed. */
#include "ui/words/terminal_text.h"

#include <stdlib.h>
#include <string.h>

#include "tests/fixture/unit.h"

static const char *put(void (*way)(FILE *, const char *, int), const char *text, int columns) {
    static char out[128];
    FILE *to = fmemopen(out, sizeof out, "w");
    assert_non_null(to);
    way(to, text, columns);
    fclose(to);
    return out;
}

static void characters_take_a_column(void **state) {
    (void)state;
    assert_int_equal(sq_text_columns("", 0), 0);
    assert_int_equal(sq_text_columns("Zürich", 7), 6);
    assert_int_equal(sq_text_columns("Zürich", 3), 2); /* of a longer line */
    assert_int_equal(sq_text_columns("½ Žižek €", 99), 9);
    assert_int_equal(sq_text_fits("Zürich", 2), 3);
    assert_int_equal(sq_text_fits("Zürich", 9), 7);
    assert_string_equal(put(sq_put_left, "Zürich", 8), "Zürich  ");
    assert_string_equal(put(sq_put_right, "Zürich", 8), "  Zürich");
}

static void what_is_too_long_stands_apart_from_the_next(void **state) {
    (void)state;
    assert_string_equal(put(sq_put_left, "Zürich", 6), "Zürich ");
    assert_string_equal(put(sq_put_right, "Zürich", 3), "Zürich");
}

static void nothing_is_obeyed(void **state) {
    (void)state;
    assert_string_equal(put(sq_put_left, "a\033[2Jb\n", 0), "a?[2Jb? ");
    assert_string_equal(put(sq_put_left,
                            "\xc2\x9b"
                            "1m",
                            0),
                        "??1m ");
    assert_string_equal(put(sq_put_left,
                            "b\xfc"
                            "2\x7f",
                            6),
                        "b?2?  ");
    assert_string_equal(put(sq_put_left, "cut \xe2\x82", 0), "cut ?? ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_take_a_column),
        cmocka_unit_test(what_is_too_long_stands_apart_from_the_next),
        cmocka_unit_test(nothing_is_obeyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
