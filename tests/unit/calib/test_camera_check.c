/* Whether a camera is a picture's own, on mats drawn through a camera that stands elsewhere by a known
 * amount. */
#include "calib/camera_check.h"

#include "tests/fixture/drawn_mat.h"
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_own_camera_agrees_at_a_glance),
        cmocka_unit_test(a_file_that_is_off_is_told_by_how_much),
        cmocka_unit_test(the_sentence_names_file_direction_and_millimetres),
        cmocka_unit_test(what_a_file_leaves_open_is_no_difference),
        cmocka_unit_test(half_a_turn_is_no_difference),
        cmocka_unit_test(where_no_mat_is_it_is_nowhere),
        cmocka_unit_test(from_near_it_cannot_be_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
