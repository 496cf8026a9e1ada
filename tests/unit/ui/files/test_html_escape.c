/* Text within an HTML page. */
#include "ui/files/html_escape.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

static void assert_written(const char *text, const char *expected) {
    char *out = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&out, &n);
    assert_non_null(f);
    sq_html_text(f, text);
    fclose(f);
    assert_string_equal(out, expected);
    free(out);
}

static void what_would_be_a_tag_is_read_as_text(void **state) {
    (void)state;
    assert_written("<script>1 & 2</script>", "&lt;script>1 &amp; 2&lt;/script>");
    assert_written("&lt;", "&amp;lt;");
    assert_written("", "");
}

static void other_letters_stay(void **state) {
    (void)state;
    assert_written("b1 \"squops\" r3, \xc2\xb1 0.2 mm", "b1 \"squops\" r3, \xc2\xb1 0.2 mm");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_would_be_a_tag_is_read_as_text),
        cmocka_unit_test(other_letters_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
