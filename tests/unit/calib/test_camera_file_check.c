/* Whether a camera is a picture's own, on mats drawn through a camera that stands elsewhere by a known
 * amount. */
#include "calib/camera_file_check.h"

#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

static const sq_mat_size mat = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};

static sq_camera above(double x, double y, double z, double roll) {
    sq_camera c = drawn_camera(1280, 720, 760, (sq_mm3){x, y, z}, (sq_mm){x, y}, roll);
    c.dist[0] = -0.1;
    return c;
}

/* The mat as `is` sees it, by a file that says `said`. */
static sq_camera_checked *compare(const sq_camera *said, const sq_camera *is, const drawn_mat *m,
                                  const sq_camera_doubt *doubt) {
    static sq_camera_checked out;
    sq_diag d;
    sq_camera_check *k = sq_camera_check_new(&d);
    assert_non_null(k);
    sq_frame f = draw_mat(m, is);
    sq_camera_check_look(k, &f, said, doubt, &mat, &out);
    drawn_free(&f);
    sq_camera_check_free(k);
    return &out;
}

static const sq_camera_doubt certain;

static void its_own_camera_agrees_at_a_glance(void **state) {
    (void)state;
    sq_camera c = above(20, 10, 1300, 0.02);
    const sq_camera_checked *m = compare(&c, &c, &usual_mat, &certain);
    char text[600];
    assert_int_equal(m->answer, SQ_CHECK_AGREES);
    assert_false(m->found);
    assert_true(m->p > 0.01);
    sq_camera_checked_say(m, "cam.json", text, sizeof text);
    assert_string_equal(text, "");
}

static void a_file_that_is_off_is_told_by_how_much(void **state) {
    (void)state;
    static const double off_mm[] = {2, 5, 12, 30, 90, 250};
    sq_camera said = above(0, 0, 1300, 0.02);
    for (size_t i = 0; i < sizeof off_mm / sizeof *off_mm; i++) {
        sq_camera is = above(-0.8 * off_mm[i], 0.6 * off_mm[i], 1300, 0.02);
        const sq_camera_checked *m = compare(&said, &is, &usual_mat, &certain);
        assert_int_equal(m->answer, SQ_CHECK_DIFFERS);
        assert_near(m->shift.x, 0.8 * off_mm[i], 0.5);
        assert_near(m->shift.y, -0.6 * off_mm[i], 0.5);
        assert_near(m->worst_mm, off_mm[i], 1);
        assert_true(m->found);
    }
}

/* Of a mat whose sides lie some millimetres too far out, the baselines tell that the camera is right, and
 * when it is not. */
static void sides_alone_are_no_difference(void **state) {
    (void)state;
    static const double longer_mm[] = {4, 8, 8}, wider_mm[] = {8, 8, 12};
    sq_camera said = above(0, 0, 1300, 0.02), is = above(-9.6, 7.2, 1300, 0.02);
    for (int i = 0; i < 3; i++) {
        drawn_mat cut = usual_mat;
        cut.length_mm += longer_mm[i];
        cut.width_mm += wider_mm[i];
        assert_int_equal(compare(&said, &said, &cut, &certain)->answer, SQ_CHECK_AGREES);
        assert_int_equal(compare(&said, &is, &cut, &certain)->answer, SQ_CHECK_DIFFERS);
    }
}

static void the_sentence_names_file_direction_and_millimetres(void **state) {
    (void)state;
    sq_camera said = above(0, 0, 1300, 0.02), is = above(-8, 6, 1300, 0.02);
    char text[600];
    sq_camera_checked_say(compare(&said, &is, &usual_mat, &certain), "cam.json", text, sizeof text);
    assert_non_null(strstr(text, "cam.json"));
    assert_non_null(strstr(text, "8."));
    assert_non_null(strstr(text, "to the right"));
    assert_non_null(strstr(text, "down"));
    assert_non_null(strstr(text, "one in a million"));
    assert_null(strstr(text, "as large"));
}

/* A film that was made smaller, or a camera that hangs higher: millimetres to the left would mislead. */
static void the_sentence_tells_another_size(void **state) {
    (void)state;
    sq_camera said = above(0, 0, 1300, 0.02), is = above(0, 0, 1625, 0.02);
    char text[700];
    const sq_camera_checked *m = compare(&said, &is, &usual_mat, &certain);
    assert_near(m->larger, 0.8, 0.02); /* and a little for the lens, which bends less from higher up */
    sq_camera_checked_say(m, "cam.json", text, sizeof text);
    assert_non_null(
        strstr(text, "cam.json says, but 0.81 times as large (the file is of pictures of another size"));
    assert_null(strstr(text, "mm to the "));
}

/* 5 mm to one side are much for a camera that is certain, and nothing for one that is known to 20 mm. */
static void what_a_file_leaves_open_is_no_difference(void **state) {
    (void)state;
    sq_camera said = above(0, 0, 1300, 0.02), is = above(5, 0, 1300, 0.02), one = above(20, 0, 1300, 0.02);
    sq_camera_doubt open = {.count = 1, .part = 1, .floor_mm = 0.03, .other = {one}};
    assert_int_equal(compare(&said, &is, &usual_mat, &certain)->answer, SQ_CHECK_DIFFERS);
    assert_int_equal(compare(&said, &is, &usual_mat, &open)->answer, SQ_CHECK_AGREES);
}

/* The mat looks the same from its other end. */
static void half_a_turn_is_no_difference(void **state) {
    (void)state;
    sq_camera said = above(-3, -2, 1300, M_PI), is = above(3, 2, 1300, 0);
    assert_int_equal(compare(&said, &is, &usual_mat, &certain)->answer, SQ_CHECK_AGREES);
}

static void where_no_mat_is_it_is_nowhere(void **state) {
    (void)state;
    sq_camera c = above(0, 0, 1300, 0);
    drawn_mat m = usual_mat;
    m.no_baselines = m.no_pot = true;
    memcpy(m.felt, m.table, sizeof m.felt);
    const sq_camera_checked *found = compare(&c, &c, &m, &certain);
    char text[900];
    assert_int_equal(found->answer, SQ_CHECK_NOWHERE);
    sq_camera_checked_say(found, "cam.json", text, sizeof text);
    assert_non_null(strstr(text, "nor found anywhere else"));
}

/* From so near that no line is in the picture, and no wink lies there. */
static void from_near_it_cannot_be_told(void **state) {
    (void)state;
    sq_camera c = above(0, 0, 300, 0);
    assert_int_equal(compare(&c, &c, &usual_mat, &certain)->answer, SQ_CHECK_UNSEEN);
}

/* Nor is a wink in sight, but the pot is: it stands beside the place where the file has it. */
static void from_near_the_pot_tells(void **state) {
    (void)state;
    sq_camera said = above(0, 0, 300, 0), is = above(4, -3, 300, 0), one = above(8, 0, 300, 0);
    sq_camera_doubt open = {.count = 1, .part = 1, .floor_mm = 0.03, .other = {one}};
    const sq_camera_checked *m = compare(&said, &is, &usual_mat, &certain);
    assert_int_equal(m->answer, SQ_CHECK_DIFFERS);
    assert_int_equal(m->lines, 0);
    assert_near(m->shift.x, -4, 0.5);
    assert_near(m->shift.y, 3, 0.5);
    assert_near(m->worst_mm, 5, 0.5);
    assert_int_equal(compare(&said, &is, &usual_mat, &open)->answer, SQ_CHECK_UNSEEN);
    is = above(0.6, 0, 300, 0);
    assert_int_equal(compare(&said, &is, &usual_mat, &certain)->answer, SQ_CHECK_UNSEEN);
    drawn_mat no_pot = usual_mat;
    no_pot.no_pot = true;
    is = above(4, -3, 300, 0);
    assert_int_not_equal(compare(&said, &is, &no_pot, &certain)->answer, SQ_CHECK_DIFFERS);
}

static void a_file_that_sees_nothing_of_the_mat_is_not_this_pictures(void **state) {
    (void)state;
    sq_camera said = above(3000, 0, 300, 0), is = above(0, 0, 300, 0);
    char text[600];
    const sq_camera_checked *m = compare(&said, &is, &usual_mat, &certain);
    assert_int_equal(m->answer, SQ_CHECK_DIFFERS);
    sq_camera_checked_say(m, "cam.json", text, sizeof text);
    assert_string_equal(text, "the mat lies where cam.json sees nothing of it");
}

/* The pot and a few winks tell a camera that is too unsure to judge by, and sure enough to compare. */
static void what_is_found_loosely_is_compared(void **state) {
    (void)state;
    static const uint8_t red[3] = {170, 30, 30};
    static const struct {
        double right_mm, higher;
        sq_check_answer answer;
    } said[] = {{0, 1, SQ_CHECK_UNSEEN},
                {40, 1, SQ_CHECK_DIFFERS},
                {-25, 1, SQ_CHECK_DIFFERS},
                {0, 1.3, SQ_CHECK_NOWHERE}};
    static sq_camera_checked m;
    sq_diag d;
    sq_naive_scene s = sq_naive_scene_of(1280, 720, (sq_mm){0, 0}, 2.5);
    sq_naive_pot(&s, (sq_mm){0, 0}, red);
    for (int i = 0; i < 4; i++)
        sq_naive_wink(&s, (sq_colour)i, SQ_LARGE, 45 * cos(i * 1.1), 45 * sin(i * 1.1), SQ_NAIVE_FLAT_MM);
    sq_naive_picture p = sq_naive_draw(&s);
    sq_camera_check *k = sq_camera_check_new(&d);
    assert_non_null(k);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        sq_camera c = s.camera;
        c.t[0] += said[i].right_mm;
        c.t[2] *= said[i].higher;
        sq_camera_check_look(k, &p.frame, &c, &certain, &mat, &m);
        assert_false(m.found); /* not to judge by */
        assert_int_equal(m.fit.turn, SQ_TURN_SUPPOSED);
        assert_int_equal(m.answer, said[i].answer);
    }
    sq_camera_check_free(k);
    sq_naive_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_own_camera_agrees_at_a_glance),
        cmocka_unit_test(a_file_that_is_off_is_told_by_how_much),
        cmocka_unit_test(sides_alone_are_no_difference),
        cmocka_unit_test(the_sentence_names_file_direction_and_millimetres),
        cmocka_unit_test(the_sentence_tells_another_size),
        cmocka_unit_test(what_a_file_leaves_open_is_no_difference),
        cmocka_unit_test(half_a_turn_is_no_difference),
        cmocka_unit_test(where_no_mat_is_it_is_nowhere),
        cmocka_unit_test(from_near_it_cannot_be_told),
        cmocka_unit_test(from_near_the_pot_tells),
        cmocka_unit_test(a_file_that_sees_nothing_of_the_mat_is_not_this_pictures),
        cmocka_unit_test(what_is_found_loosely_is_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
