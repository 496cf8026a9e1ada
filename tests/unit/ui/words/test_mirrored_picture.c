/* What is said of a picture that is mirrored, may be, or has blue elsewhere. */
#include "ui/words/mirrored_picture.h"

#include "tests/fixture/unit.h"

static const sq_corner_order
    straight = {.blue = 1, .probability = 1, .told = 20},
    mirrored = {.blue = 1, .mirrored = true, .probability = 1, .mirrored_probability = 1},
    likely = {.blue = 1, .mirrored = true, .probability = 0.7, .mirrored_probability = 0.72},
    unlikely = {.blue = 1, .probability = 0.7, .mirrored_probability = 0.3};

static void what_is_certain_contradicts(void **state) {
    (void)state;
    char text[SQ_CORNERS_TEXT];
    assert_true(sq_corners_contradict(&mirrored, 0, text));
    assert_non_null(strstr(text, "the picture is mirrored"));
    assert_non_null(strstr(text, "--mirror"));
    assert_true(sq_corners_contradict(&straight, 4, text));
    assert_non_null(strstr(text, "from the lower left corner, but 20 winks"));
    assert_non_null(strstr(text, "upper right"));
    assert_false(sq_corners_contradict(&straight, 2, text));
    assert_false(sq_corners_contradict(&straight, 0, text));
    assert_false(sq_corners_contradict(&likely, 4, text));
}

static void what_is_likely_is_told_as_such(void **state) {
    (void)state;
    char text[SQ_CORNERS_TEXT];
    assert_true(sq_corners_doubt(&likely, text));
    assert_non_null(strstr(text, "may be mirrored (72 %)"));
    assert_non_null(strstr(text, "--mirror"));
    assert_non_null(strstr(text, "if you gave it)")); /* nothing is cut off */
    assert_false(sq_corners_doubt(&unlikely, text));
    assert_false(sq_corners_doubt(&mirrored, text));
    assert_false(sq_corners_doubt(&straight, text));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_certain_contradicts),
        cmocka_unit_test(what_is_likely_is_told_as_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
