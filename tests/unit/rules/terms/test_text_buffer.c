/* Text in a buffer of fixed size: lists, marks, numbers, and what does not fit. */
#include "rules/terms/text_buffer.h"
#include "tests/fixture/unit.h"

static void a_list_has_commas_and_one_and(void **state) {
    (void)state;
    char said[64];
    sq_text t = sq_text_in(said, sizeof said);
    sq_text_put_winks(&t, 0);
    assert_string_equal(said, "");
    sq_text_put_winks(&t, sq_wink_bit(0));
    assert_string_equal(said, "B1");
    t = sq_text_in(said, sizeof said);
    sq_text_put_winks(&t, sq_wink_bit(0) | sq_wink_bit(2));
    assert_string_equal(said, "B1 and b1");
    t = sq_text_in(said, sizeof said);
    sq_text_put_winks(&t, sq_wink_bit(0) | sq_wink_bit(2) | sq_wink_bit(SQ_USUAL_WINKS - 1));
    assert_string_equal(said, "B1, b1 and y4");
    t = sq_text_in(said, sizeof said);
    sq_text_put_colours(&t, SQ_USUAL_COLOUR_SET, " or ");
    assert_string_equal(said, "blue, green, red or yellow");
}

/* A bean has 1 byte, an umlaut 2, a dash 3, a dart 4. */
static void no_letter_is_cut(void **state) {
    (void)state;
    static const char text[] = "b\xc3\xa4\xe2\x80\x93\xf0\x9f\x8e\xaf";
    static const size_t whole[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
    for (size_t n = 0; n < sizeof text; n++)
        assert_int_equal(sq_text_whole(text, n), whole[n]);
    assert_int_equal(sq_text_whole("\x80\x80", 2), 2); /* no UTF-8 */
}

static void put_number(sq_text *t, char mark, const void *of) {
    const int *n = of;
    sq_text_put(t, "%c=%d", mark, *n);
}

static void marks_are_replaced(void **state) {
    (void)state;
    char said[64];
    sq_text t = sq_text_in(said, sizeof said);
    sq_text_put_marked(&t, "%a and %%, 100 %", put_number, &(int){7});
    assert_string_equal(said, "a=7 and %=7, 100 %"); /* the last '%' has no letter */
}

static void what_does_not_fit_is_cut_off(void **state) {
    (void)state;
    char said[8 + 1];
    said[8] = '!'; /* beyond the buffer */
    sq_text t = sq_text_in(said, 8);
    sq_text_put(&t, "%s", "abcdef");
    sq_text_put_json(&t, "g\"h");
    assert_string_equal(said, "abcdef\"");
    sq_text_add(&t, 'x');
    sq_text_put_capital(&t, "red");
    assert_string_equal(said, "abcdef\"");
    assert_int_equal(t.used, 7);
    assert_int_equal(said[8], '!');
}

static void numbers_are_exact(void **state) {
    (void)state;
    char said[96];
    sq_text t = sq_text_in(said, sizeof said);
    sq_text_put_micro(&t, 1500500000);
    sq_text_put(&t, " ");
    sq_text_put_micro(&t, -3);
    sq_text_put(&t, " ");
    sq_text_put_double(&t, 0.1);
    sq_text_put(&t, " ");
    sq_text_put_double(&t, 1.0 / 3);
    sq_text_put(&t, " ");
    sq_text_put_minutes(&t, 1200);
    sq_text_put(&t, " ");
    sq_text_put_minutes(&t, 125);
    assert_string_equal(said, "1500.5 -0.000003 0.1 0.3333333333333333 20 min 2:05 min");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_has_commas_and_one_and),
        cmocka_unit_test(no_letter_is_cut),
        cmocka_unit_test(marks_are_replaced),
        cmocka_unit_test(what_does_not_fit_is_cut_off),
        cmocka_unit_test(numbers_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
