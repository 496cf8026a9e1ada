/* Whether the four colours are well apart, on palettes made by hand. */
#include "calib/colour_separation.h"

#include "tests/fixture/unit.h"

static const sq_palette usual = {
    .colour = {{107, 6, 0.5f, 100}, {-151, 6, 0.45f, 100}, {0, 6, 0.65f, 100}, {-78, 6, 0.7f, 100}}};

static void assert_says(const sq_palette *p, sq_colours_answer answer, const char *what, const char *remedy) {
    char text[400];
    sq_colours c = sq_colours_judge(p);
    assert_int_equal(c.answer, answer);
    sq_colours_say(&c, text, sizeof text);
    assert_non_null(strstr(text, what));
    assert_non_null(strstr(text, remedy));
}

static void usual_winks_are_well_apart(void **state) {
    (void)state;
    sq_colours c = sq_colours_judge(&usual);
    assert_near(c.degrees, 73, 1e-4);
    assert_near(c.deviations, 73 / (6 * sqrt(2)), 1e-4);
    assert_int_equal(c.a, SQ_GREEN);
    assert_int_equal(c.b, SQ_YELLOW);
    assert_says(&usual, SQ_COLOURS_APART, "green and yellow", "well apart");
}

static void near_ones_are_named_with_the_light_that_lacks(void **state) {
    (void)state;
    sq_palette p = usual;
    p.colour[SQ_GREEN].angle = 122;
    assert_says(&p, SQ_COLOURS_NEAR, "blue and green", "too little blue");
    p = usual;
    p.colour[SQ_YELLOW].angle = -15;
    assert_says(&p, SQ_COLOURS_NEAR, "red and yellow", "too little green");
    p = usual;
    p.colour[SQ_GREEN].spread = p.colour[SQ_YELLOW].spread = 25;
    assert_says(&p, SQ_COLOURS_NEAR, "green and yellow", "too little red");
}

/* Colours that are not in sight have their usual angle: nothing is said of them. */
static void what_is_not_in_sight_is_not_judged(void **state) {
    (void)state;
    sq_palette p = usual;
    p.colour[SQ_GREEN].angle = 110;
    p.colour[SQ_GREEN].samples = 0;
    assert_int_equal(sq_colours_judge(&p).answer, SQ_COLOURS_APART);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        p.colour[c].samples = c ? 0 : 500;
    assert_says(&p, SQ_COLOURS_UNKNOWN, "", "");
}

static void pale_ones_are_named(void **state) {
    (void)state;
    sq_palette p = usual;
    p.colour[SQ_BLUE].length = 0.1f;
    assert_says(&p, SQ_COLOURS_PALE, "blue winks", "more light");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_winks_are_well_apart),
        cmocka_unit_test(near_ones_are_named_with_the_light_that_lacks),
        cmocka_unit_test(what_is_not_in_sight_is_not_judged),
        cmocka_unit_test(pale_ones_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
