/* Lines with and without what editors add. */
#include "vision/system/text_line.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

static void assert_lines(const char *text, int count, const char *const *wanted) {
    FILE *f = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    char *line = NULL;
    size_t room = 0;
    assert_non_null(f);
    for (int i = 0; i < count; i++) {
        assert_int_equal(sq_text_line(&line, &room, f), strlen(wanted[i]));
        assert_string_equal(line, wanted[i]);
    }
    assert_int_equal(sq_text_line(&line, &room, f), -1);
    fclose(f);
    free(line);
}

static void lines_are_as_getline_reads_them(void **state) {
    (void)state;
    assert_lines("one\n\ntwo", 3, (const char *const[]){"one\n", "\n", "two"});
}

static void what_editors_add_is_left_out(void **state) {
    (void)state;
    assert_lines("\xef\xbb\xbfone\r\n\r\ntwo\r\n", 3, (const char *const[]){"one\n", "\n", "two\n"});
    assert_lines("a\rb\n\r", 2, (const char *const[]){"a\rb\n", "\r"});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_as_getline_reads_them),
        cmocka_unit_test(what_editors_add_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
