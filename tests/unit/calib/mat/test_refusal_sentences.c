/* The sentences of the search for the camera: what is named, and the remedy. */
#include "calib/mat/refusal_sentences.h"

#include "tests/fixture/picture/whole_mat.h"
#include "tests/fixture/unit.h"

static sq_diag diag;

static void assert_says(const char *text, const char *what) {
    if (!strstr(text, what)) fail_msg("\"%s\" is not said: %s", what, text);
}

static void assert_does_not_say(const char *text, const char *what) {
    if (strstr(text, what)) fail_msg("\"%s\" is said: %s", what, text);
}

static void darkness_and_absence_are_told_apart(void **state) {
    (void)state;
    assert_int_equal(sq_mat_say_nothing(11, &diag), SQ_E_SIGHT);
    assert_says(diag.text, "too dark");
    assert_says(diag.text, "brightness 11 of 255");
    assert_says(diag.text, "more light");
    assert_true(sq_mat_is_dark(11));
    assert_false(sq_mat_is_dark(120));
    assert_int_equal(sq_mat_say_nothing(120, &diag), SQ_E_CAMERA);
    assert_says(diag.text, "no mat is found");
    assert_says(diag.text, "move the camera up");
}

static void too_little_names_what_was_seen_and_what_is_missing(void **state) {
    (void)state;
    sq_mat_fit f = whole_mat();
    f.pot = false;
    f.line[SQ_SIDE_LEFT].seen = f.line[SQ_SIDE_UPPER].seen = 0;
    assert_int_equal(sq_mat_say_too_little(&f, &diag), SQ_E_CAMERA);
    assert_says(diag.text, "(the lower side, the right side)");
    assert_says(diag.text, "no pot is seen in its middle");
    f.pot = true;
    f.line[SQ_SIDE_LOWER].seen = f.line[SQ_SIDE_RIGHT].seen = 0;
    sq_mat_say_too_little(&f, &diag);
    assert_says(diag.text, "(no whole side)");
    assert_says(diag.text, "too few of its sides and baselines show");
}

/* 1790 should be at most 1899: a corner 101 pixels too far right is brought in by atan (101 / 1500) = 3.9°,
 * or by 101 / 960 more height. */
static void a_corner_outside_is_told_with_how_to_bring_it_in(void **state) {
    (void)state;
    sq_mat_fit f = whole_mat();
    f.corner[1] = (sq_px){2000, 955};
    f.corner_inside[1] = false;
    assert_int_equal(sq_mat_say_unsure(&f, 1.25, &diag), SQ_E_CAMERA);
    assert_says(diag.text, "uncertain by 1.2 mm");
    assert_says(diag.text, "not seen well: parts of the sides");
    assert_says(diag.text,
                "The lower right corner of the mat is outside of the picture: turn the camera towards it "
                "by 4° or raise it by 11 %.");
    f.corner[2] = (sq_px){1930, -80};
    f.corner_inside[2] = false;
    sq_mat_say_unsure(&f, 1.25, &diag);
    assert_says(diag.text,
                "lower right corner of the mat is outside of the picture, and it is not the only one");
}

static void other_refusals_name_their_numbers_and_remedies(void **state) {
    (void)state;
    sq_mat_fit f = whole_mat();
    f.rms_px = 3.7;
    assert_int_equal(sq_mat_say_misfit(&f, &diag), SQ_E_CAMERA);
    assert_says(diag.text, "1829 x 914 mm (off by 3.7 pixels)");
    assert_says(diag.text, "lay the mat flat");
    f.line[SQ_SIDE_LEFT].seen = 0.1;
    assert_int_equal(sq_mat_say_unsure(&f, 2, &diag), SQ_E_CAMERA);
    assert_says(diag.text, "not seen well: the left side");
    assert_int_equal(sq_mat_say_far_off(0.9, &diag), SQ_E_CAMERA);
    assert_says(diag.text, "uncertain by 0.9 mm");
    assert_says(diag.text, "--height");
    assert_int_equal(sq_mat_say_few_winks(&diag), SQ_E_CAMERA);
    assert_says(diag.text, "lay out more winks");
}

static void a_whole_mat_is_described_without_remedies(void **state) {
    (void)state;
    char text[1024];
    sq_mat_fit f = whole_mat();
    sq_mat_describe(&f, text, sizeof text);
    assert_says(text, "from 4 sides, 4 baselines and the pot; residual 0.12 pixels");
    assert_says(text, "rests on a mat of the rule book's size; the focal length is not known");
    assert_does_not_say(text, "Not seen");
    assert_does_not_say(text, "outside of the picture");
    assert_does_not_say(text, "creases");
}

static void what_is_missing_is_described(void **state) {
    (void)state;
    char text[1024];
    sq_mat_fit f = whole_mat();
    f.pot = false;
    f.winks = 7;
    f.focal_by = SQ_FOCAL_BY_HEIGHT;
    f.size_by = SQ_SIZE_BY_BASELINES;
    f.size.length_mm = 1800;
    f.line[SQ_SIDE_LEFT].seen = f.line[SQ_SIDE_LOWER].seen = f.line[SQ_SIDE_RIGHT].seen = 0;
    sq_mat_describe(&f, text, sizeof text);
    assert_says(text, "from 1 side, 4 baselines and the rims of 7 winks");
    assert_says(text, "The mat measures 1800 x 914 mm by its baselines, not 1829 x 914");
    assert_says(text, "told by the height by tape measure");
    assert_says(text, "The pot is not seen");
    assert_says(text, "Not seen: the lower side, the right side, the left side.");
}

static void a_camera_without_sides_says_what_it_does_not_know(void **state) {
    (void)state;
    char text[1024];
    sq_mat_fit f = whole_mat();
    f.winks = 12;
    f.turn = SQ_TURN_SUPPOSED;
    sq_mat_describe(&f, text, sizeof text);
    assert_says(text, "the pot and the rims of 12 winks");
    assert_says(text, "assumed to lie along the picture");
    f.turn = SQ_TURN_BY_CREASES;
    sq_mat_describe(&f, text, sizeof text);
    assert_says(text, "creases show in which direction");
    assert_does_not_say(text, "assumed to");
}

static void a_description_is_cut_where_there_is_no_room(void **state) {
    (void)state;
    sq_mat_fit f = whole_mat();
    char whole[1024], cut[40 + 1];
    sq_mat_describe(&f, whole, sizeof whole);
    cut[40] = 'x';
    sq_mat_describe(&f, cut, 40);
    assert_int_equal(strlen(cut), 39);
    assert_int_equal(strncmp(whole, cut, 39), 0);
    assert_int_equal(cut[40], 'x');
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(darkness_and_absence_are_told_apart),
        cmocka_unit_test(too_little_names_what_was_seen_and_what_is_missing),
        cmocka_unit_test(a_corner_outside_is_told_with_how_to_bring_it_in),
        cmocka_unit_test(other_refusals_name_their_numbers_and_remedies),
        cmocka_unit_test(a_whole_mat_is_described_without_remedies),
        cmocka_unit_test(what_is_missing_is_described),
        cmocka_unit_test(a_camera_without_sides_says_what_it_does_not_know),
        cmocka_unit_test(a_description_is_cut_where_there_is_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
