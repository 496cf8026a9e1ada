/* A position in words: each sentence where it belongs, none where it would mislead. */
#include "ui/words/position_words.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

/* b3 and G1 known by name, a large red one that is not; two in the pot, one on its rim, one off the mat. */
static sq_position some(void) {
    sq_position p = {.camera_rms_px = 0.314, .pot_found = true, .wink_count = 6};
    p.winks[0] = (sq_seen_wink){.colour = SQ_BLUE, .size = SQ_SMALL, .at = {351.2, -18.9}, .id = 4};
    p.winks[1] = (sq_seen_wink){.colour = SQ_GREEN, .size = SQ_LARGE, .at = {360, -20}, .id = 6};
    p.winks[2] = (sq_seen_wink){.colour = SQ_RED, .size = SQ_LARGE, .at = {-0.3, 99.6}, .id = SQ_NO_WINK};
    p.winks[3] = (sq_seen_wink){.colour = SQ_RED, .place = SQ_PLACE_POT, .id = SQ_NO_WINK};
    p.winks[4] = (sq_seen_wink){.colour = SQ_RED, .size = SQ_SMALL, .place = SQ_PLACE_RIM, .id = 14};
    p.winks[5] = (sq_seen_wink){.colour = SQ_YELLOW, .size = SQ_SMALL, .place = SQ_PLACE_OFF, .id = 23};
    return p;
}

/* What is said of p; the caller frees. */
static char *said(const sq_position *p) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    sq_position_say(to, p, "mat.jpg", true);
    fclose(to);
    return text;
}

static void assert_said(const sq_position *p, const char *sentence, bool expected) {
    char *text = said(p);
    if (!!strstr(text, sentence) != expected)
        fail_msg("%s \"%s\" in:\n%s", expected ? "no" : "unexpected", sentence, text);
    free(text);
}

static void the_first_line_names_image_and_camera(void **state) {
    (void)state;
    sq_position p = some();
    assert_said(&p, "mat.jpg: 6 winks, camera from its file (residual 0.31 px)\n", true);
    p = (sq_position){.wink_count = 1, .source = SQ_CAMERA_FROM_MAT, .camera_rms_px = NAN};
    assert_said(&p,
                "mat.jpg: 1 wink, camera from the mat itself; no pot in sight: distances are to the mat's "
                "centre, where it belongs\n",
                true);
}

static void places_are_counted_and_the_odd_ones_named(void **state) {
    (void)state;
    sq_position p = some();
    assert_said(&p, "  where: 3 on the mat, 1 in the pot, 1 on the pot's rim, 1 off the mat\n", true);
    assert_said(&p, "  of them: r1 lies on the pot's rim, y4 lies off the mat\n", true);
    assert_said(&p, "the pot shows", false);
    p.winks[4].pot_supported = p.winks[0].pot_supported = true; /* the rim is said already */
    assert_said(&p, "  of them: b3 leans on the pot, r1 lies on the pot's rim, y4 lies off the mat\n", true);
    p.winks[4].pot_supported = p.winks[0].pot_supported = false;
    p.potted[SQ_RED] = 1; /* the one that is told */
    assert_said(&p, "the pot shows", false);
    p.potted[SQ_GREEN] = 2;
    assert_said(&p, ", at least 3 in the pot,", true);
    assert_said(&p, "  the pot shows at least: 2 green, 1 red\n", true);
    assert_int_equal(sq_position_seen_in_pot(&p), 3);
}

static void a_squop_names_both_the_gap_and_how_sure(void **state) {
    (void)state;
    sq_position p = some();
    p.squop_count = 1;
    p.squops[0] = (sq_squop){0, 1, 0.9999, -2.34, 0.21, SQ_CALL_SQUOPPED};
    assert_said(&p, "  squopped: b3 lies over G1, overlap 2.3 ± 0.2 mm (over 99 %)\n", true);
    assert_said(&p, "LOOK", false);
}

static void a_wink_without_a_name_is_told_by_its_place(void **state) {
    (void)state;
    sq_position p = some();
    p.squop_count = 1;
    p.squops[0] = (sq_squop){2, 0, 0.48, 0.13, NAN, SQ_CALL_LOOK};
    assert_said(&p, "  LOOK: does the large red wink 3 at (0, 100) lie over b3? gap 0.1 mm (48 %)\n", true);
}

static void which_is_the_upper_one_is_asked_once(void **state) {
    (void)state;
    sq_position p = some();
    p.squop_count = 2;
    p.squops[0] = (sq_squop){0, 1, 0.6, -1, 0.2, SQ_CALL_LOOK};
    p.squops[1] = (sq_squop){1, 0, 0.38, -1, 0.2, SQ_CALL_LOOK};
    assert_said(
        &p,
        "  LOOK: which is over the other, b3 (60 %) or G1 (38 %), or neither (2 %)? overlap 1.0 ± 0.2 mm\n",
        true);
    assert_said(&p, "G1 (38 %) or", false);
}

static void clear_is_not_said_of_two_that_overlap(void **state) {
    (void)state;
    sq_position p = some();
    p.squop_count = 2;
    p.squops[0] = (sq_squop){0, 1, 0.97, -2, 0.2, SQ_CALL_SQUOPPED};
    p.squops[1] = (sq_squop){1, 0, 0.02, -2, 0.2, SQ_CALL_CLEAR};
    assert_said(&p, "clear", false);
    p.squops[0] = (sq_squop){0, 1, 0.02, 0.9, 0.2, SQ_CALL_CLEAR};
    p.squop_count = 1;
    assert_said(&p, "  clear: b3 and G1, gap 0.9 ± 0.2 mm (2 % that one is squopped)\n", true);
}

static void tiddlies_are_a_number_or_a_range(void **state) {
    (void)state;
    sq_position p = some();
    p.tiddlies[SQ_GREEN].low = 3;
    p.tiddlies[SQ_GREEN].high = 4;
    p.tiddlies[SQ_RED].low = p.tiddlies[SQ_RED].high = 18;
    assert_said(&p, "  tiddlies: blue 0, green 3 to 4, red 18, yellow 0\n", true);
}

static void the_nearest_are_told_in_order_and_when_too_close(void **state) {
    (void)state;
    sq_position p = some();
    p.nearest_count = 4;
    p.nearest[0] = (sq_nearest){3, SQ_RED, NAN, NAN};
    p.nearest[1] = (sq_nearest){1, SQ_GREEN, 31.04, 0.1};
    p.nearest[2] = (sq_nearest){0, SQ_BLUE, 31.2, 0.1};
    p.nearest[3] = (sq_nearest){-1, SQ_YELLOW, NAN, NAN};
    assert_said(&p, "  nearest to the pot: red in the pot, green 31.0 ± 0.1 mm, blue 31.2 ± 0.1 mm\n", true);
    assert_said(&p, "too close", false);
    p.too_close = true;
    p.rival = 1;
    assert_said(&p, "too close", false); /* more than one red one is played: it is no squidge-off */
    int without = sq_position_looks(&p);
    p.winks[2].place = p.winks[4].place = SQ_PLACE_BASELINE;
    assert_int_equal(sq_position_looks(&p), without + 1);
    assert_said(&p, "  LOOK: too close to tell whether red or green is nearer to the pot\n", true);
    p.rival = 2;
    assert_said(&p, "  LOOK: too close to tell whether red or blue is nearer to the pot\n", true);
}

/* 5.4.1: the wink in the pot is nearest of all, and one that is out of sight may be. Behind a baseline nobody
 * is near. */
static void in_the_squidge_off_the_potted_and_the_unjudged_are_told(void **state) {
    (void)state;
    sq_position p = {.wink_count = 4, .pot_found = true, .nearest_count = 4};
    for (int i = 0; i < 4; i++) {
        p.winks[i] = (sq_seen_wink){
            .colour = (sq_colour)i, .id = SQ_NO_WINK, .place = i < 2 ? SQ_PLACE_BASELINE : SQ_PLACE_MAT};
        p.nearest[3 - i] = (sq_nearest){i, (sq_colour)i, 900 - 250 * i, 0.2};
    }
    p.unseen[SQ_BLUE][SQ_SMALL] = p.unseen[SQ_GREEN][SQ_LARGE] = 1;
    p.potted[SQ_BLUE] = 1;
    assert_said(&p,
                "  nearest to the pot: blue in the pot, yellow 150.0 ± 0.2 mm, red 400.0 ± 0.2 mm, green not "
                "judged\n",
                true);
    p.unseen[SQ_BLUE][SQ_SMALL] = 2; /* in the middle of a game */
    assert_said(&p, "green 650.0 ± 0.2 mm, blue 900.0 ± 0.2 mm\n", true);
    p.pot_found = false;
    assert_said(&p, "  nearest to the pot's place: yellow", true);
}

/* Whoever may be nearest is named, not the likeliest rival alone. */
static void all_that_are_too_close_are_named(void **state) {
    (void)state;
    sq_position p = {.wink_count = 4, .pot_found = true, .nearest_count = 4, .too_close = true, .rival = 2};
    for (int i = 0; i < 4; i++) {
        double mm = 64.5 + (i == 3 ? 9 : 0.25 * i);
        p.winks[i] = (sq_seen_wink){.colour = (sq_colour)i,
                                    .id = SQ_NO_WINK,
                                    .at = {100, 50},
                                    .edge_sigma_mm = 0.2,
                                    .edge_to_pot_mm = mm};
        p.nearest[i] = (sq_nearest){i, (sq_colour)i, mm, 0.2};
    }
    assert_said(&p, "  LOOK: too close to tell which of blue, green and red is nearest to the pot\n", true);
}

static void the_missing_and_the_covered_are_told(void **state) {
    (void)state;
    sq_position p = some();
    p.unseen[SQ_BLUE][SQ_LARGE] = 2;
    p.unseen[SQ_YELLOW][SQ_SMALL] = 1;
    p.region_count = 1;
    p.regions[0] = (sq_region){{-310, 20.2}, 80};
    p.truncated = true;
    assert_said(&p, "  not in sight: 2 large blue, 1 small yellow\n", true);
    assert_said(&p, "  LOOK: something covers the mat around (-310, 20); within 80 mm no wink is judged\n",
                true);
    assert_said(&p, "  LOOK: more lies together than can be told apart", true);
}

static void what_is_too_much_is_told(void **state) {
    (void)state;
    sq_position p = some();
    assert_said(&p, "more than the set has", false);
    assert_said(&p, "another pot", false);
    for (int i = 0; i < 4; i++)
        p.winks[p.wink_count++] = p.winks[2];
    p.other_pot_found = true;
    p.other_pot = (sq_mm){-310, 20.2};
    assert_said(&p, "  LOOK: more than the set has: 4 large red; look which of them are the game's\n", true);
    assert_said(&p, "  LOOK: another pot stands at (-310, 20); take it away\n", true);
}

static void no_picture_is_quite_sure(void **state) {
    (void)state;
    char text[SQ_WORDS_CAP];
    sq_say_probability(text, 1);
    assert_string_equal(text, "over 99 %");
    sq_say_probability(text, 0);
    assert_string_equal(text, "under 1 %");
    sq_say_probability(text, 0.5);
    assert_string_equal(text, "50 %");
}

/* The record keeps thousandths: what is said live must not read otherwise from it. */
static void a_probability_is_said_as_the_record_keeps_it(void **state) {
    (void)state;
    static const struct {
        double p;
        const char *said;
    } all[] = {
        {0.9902, "99 %"}, {0.99, "99 %"}, {0.9906, "over 99 %"}, {0.0098, "1 %"}, {0.009, "under 1 %"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char words[SQ_WORDS_CAP];
        sq_say_probability(words, all[i].p);
        assert_string_equal(words, all[i].said);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_probability_is_said_as_the_record_keeps_it),
        cmocka_unit_test(the_first_line_names_image_and_camera),
        cmocka_unit_test(places_are_counted_and_the_odd_ones_named),
        cmocka_unit_test(a_squop_names_both_the_gap_and_how_sure),
        cmocka_unit_test(a_wink_without_a_name_is_told_by_its_place),
        cmocka_unit_test(which_is_the_upper_one_is_asked_once),
        cmocka_unit_test(clear_is_not_said_of_two_that_overlap),
        cmocka_unit_test(tiddlies_are_a_number_or_a_range),
        cmocka_unit_test(the_nearest_are_told_in_order_and_when_too_close),
        cmocka_unit_test(in_the_squidge_off_the_potted_and_the_unjudged_are_told),
        cmocka_unit_test(all_that_are_too_close_are_named),
        cmocka_unit_test(the_missing_and_the_covered_are_told),
        cmocka_unit_test(what_is_too_much_is_told),
        cmocka_unit_test(no_picture_is_quite_sure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
