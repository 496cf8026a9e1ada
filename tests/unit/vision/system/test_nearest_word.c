/* Misspelt words find what was meant, and strange ones nothing. */
#include "vision/system/nearest_word.h"

#include "tests/fixture/unit.h"

static const char *const commands[] = {"referee", "look", NULL, "rules", "rejudge", "games", "calibrate"};

static const char *meant(const char *word) {
    return sq_nearest_word(word, commands, sizeof commands / sizeof *commands);
}

static void a_slip_of_the_finger_is_understood(void **state) {
    (void)state;
    assert_string_equal(meant("lok"), "look");        /* missing */
    assert_string_equal(meant("looks"), "look");      /* too many */
    assert_string_equal(meant("kook"), "look");       /* wrong */
    assert_string_equal(meant("olok"), "look");       /* exchanged */
    assert_string_equal(meant("Referee"), "referee"); /* large */
    assert_string_equal(meant("refreee"), "referee");
    assert_string_equal(meant("calibarte"), "calibrate");
    assert_string_equal(meant("rule"), "rules");
    assert_string_equal(meant("cali"), "calibrate"); /* its beginning */
}

static void other_words_are_not(void **state) {
    (void)state;
    static const char *const strange[] = {
        "",       "x",
        "umpire", "tiddlywinks",
        "-",      "a word that is longer than any name of a command or an option could ever be"};
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++)
        if (meant(strange[i])) fail_msg("%s: %s", strange[i], meant(strange[i]));
    assert_null(sq_nearest_word("look", NULL, 0));
}

static void a_message_ends_with_it(void **state) {
    (void)state;
    char text[SQ_DID_YOU_MEAN_MAX];
    assert_string_equal(sq_did_you_mean(text, "gams", commands, 7), "; did you mean games?");
    assert_string_equal(sq_did_you_mean(text, "umpire", commands, 7), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slip_of_the_finger_is_understood),
        cmocka_unit_test(other_words_are_not),
        cmocka_unit_test(a_message_ends_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
