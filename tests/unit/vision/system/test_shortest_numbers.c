/* Numbers as short as they are exact. */
#include "vision/system/shortest_numbers.h"

#include <stdlib.h>
#include <string.h>

#include "tests/fixture/unit.h"

static void assert_short(const char *text, const char *expected) {
    char json[256];
    snprintf(json, sizeof json, "%s", text);
    assert_string_equal(sq_short_numbers(json), expected);
}

static void a_decimal_is_printed_as_it_was_typed(void **state) {
    (void)state;
    assert_short("{\"t\":18.199999999999999}", "{\"t\":18.2}");
    assert_short("[-0.10000000000000001,30.0,30.000000000000000,7]", "[-0.1,30.0,30.0,7]");
}

static void strings_stay_as_they_are(void **state) {
    (void)state;
    assert_short("{\"18.199999999999999\":\"a \\\"18.199999999999999\\\\\"}",
                 "{\"18.199999999999999\":\"a \\\"18.199999999999999\\\\\"}");
    assert_short("\"open", "\"open");
    assert_short("\"\\", "\"\\");
}

static void each_number_comes_back_to_the_last_bit(void **state) {
    (void)state;
    unsigned long long seed = 2026;
    for (int i = 0; i < 20000; i++) {
        char text[64];
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        double v = (double)(seed >> 11) * (i % 3 ? 1e-13 : 1e-21), back;
        snprintf(text, sizeof text, "%.17g", v);
        size_t before = strlen(text);
        back = strtod(sq_short_numbers(text), NULL);
        assert_memory_equal(&v, &back, sizeof v);
        assert_true(strlen(text) <= before);
    }
}

static void zeros_that_say_nothing_are_left_out(void **state) {
    char text[SQ_SHORT_NUMBER_MAX];
    (void)state;
    assert_string_equal(sq_short_number(text, 30, 6), "30");
    assert_string_equal(sq_short_number(text, 30.1, 6), "30.1");
    assert_string_equal(sq_short_number(text, 0.9996, 3), "1");
    assert_string_equal(sq_short_number(text, 200, 0), "200");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_decimal_is_printed_as_it_was_typed),
                                       cmocka_unit_test(strings_stay_as_they_are),
                                       cmocka_unit_test(each_number_comes_back_to_the_last_bit),
                                       cmocka_unit_test(zeros_that_say_nothing_are_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
