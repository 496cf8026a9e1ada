/* The camera section of the umpire's page: what is asked for is looked at in the next frame, and holds when
 * it is confirmed.
 */
#include "ui/pages/camera_section.h"

#include <stdlib.h>
#include <time.h>

#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/unit.h"

static sq_camera_section *section;
static sq_frame frame;
static sq_camera camera;

static int open_section(void **state) {
    (void)state;
    sq_diag d;
    camera = drawn_camera(960, 540, 560, (sq_mm3){60, -40, 1320}, (sq_mm){10, 5}, 0.03);
    frame = draw_mat(&usual_mat, &camera);
    return sq_camera_section_new(&section, &d);
}

static int close_section(void **state) {
    (void)state;
    sq_camera_section_free(section);
    drawn_free(&frame);
    return 0;
}

static long long ask(const char *wish) {
    json_t *o = json_loads(wish, 0, NULL);
    long long n = sq_camera_section_ask(section, o);
    json_decref(o);
    return n;
}

/* Offers the frame until the look is done; the caller decrefs. */
static json_t *result(void) {
    const struct timespec moment = {0, 20 * 1000000};
    for (;;) {
        sq_camera_section_offer(section, &frame);
        json_t *o = sq_camera_section_result(section);
        if (!json_object_get(o, "waits") && !json_object_get(o, "busy")) return o;
        json_decref(o);
        nanosleep(&moment, NULL);
    }
}

static void what_cannot_be_asked_gets_no_number(void **state) {
    (void)state;
    assert_int_equal(ask("{}"), 0);
    assert_int_equal(ask("{\"look\":\"table\"}"), 0);
    assert_int_equal(ask("{\"look\":\"camera\",\"corners\":[[1,2],[3,4],[5,6]]}"), 0);
    assert_int_equal(ask("{\"look\":\"camera\",\"corners\":[[1,2],[3,4],[5,6],[7]]}"), 0);
    /* Corners of which picture? */
    assert_int_equal(ask("{\"look\":\"camera\",\"corners\":[[1,2],[3,4],[5,6],[7,8]]}"), 0);
    assert_int_equal(sq_camera_section_ask(NULL, NULL), 0);
}

static void a_camera_holds_when_it_is_confirmed(void **state) {
    (void)state;
    static sq_mat_fit fit;
    json_t *zero = NULL;
    size_t n = 0;
    long long number = ask("{\"look\":\"camera\"}");
    json_t *o = sq_camera_section_result(section);
    assert_true(json_is_true(json_object_get(o, "waits")));
    json_decref(o);
    o = result();
    assert_non_null(json_object_get(o, "text"));
    assert_int_equal(json_integer_value(json_object_get(o, "number")), number);
    json_decref(o);
    unsigned char *check = sq_camera_section_jpeg(section, true, &n);
    assert_non_null(check);
    free(check);
    assert_int_equal(sq_camera_section_confirmed(section, &fit, &zero), SQ_CONFIRMED_NOTHING);
    assert_false(sq_camera_section_confirm(section, number + 1));
    assert_true(sq_camera_section_confirm(section, number));
    assert_int_equal(sq_camera_section_confirmed(section, &fit, &zero), SQ_CONFIRMED_CAMERA);
    assert_near(fit.camera.t[2] / fit.camera.fx, camera.t[2] / camera.fx, 0.02);
    assert_true(sq_camera_section_confirm(section, number)); /* said twice, heard once */
    assert_int_equal(sq_camera_section_confirmed(section, &fit, &zero), SQ_CONFIRMED_NOTHING);
}

static void corners_belong_to_the_picture_that_was_looked_at(void **state) {
    (void)state;
    json_t *wish = json_pack("{s:s,s:[]}", "look", "camera", "corners");
    const sq_mat_size size = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_px p = sq_px_from_mm3(&camera, sq_mm_at_height(sq_mat_corner_at(&size, k), 0));
        json_array_append_new(json_object_get(wish, "corners"), json_pack("[f,f]", p.x + 2, p.y - 2));
    }
    ask("{\"look\":\"camera\"}");
    json_decref(result());
    assert_true(sq_camera_section_ask(section, wish) > 0);
    json_decref(wish);
    json_t *o = result();
    const char *text = json_string_value(json_object_get(o, "text"));
    assert_true(text && strstr(text, "corners that were touched"));
    json_decref(o);
}

static void a_zero_test_without_pairs_says_what_helps(void **state) {
    (void)state;
    long long number = ask("{\"look\":\"zero\"}");
    json_t *o = result();
    const char *why = json_string_value(json_object_get(o, "why"));
    assert_true(why && strstr(why, "put pairs of winks that touch"));
    json_decref(o);
    assert_false(sq_camera_section_confirm(section, number));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_cannot_be_asked_gets_no_number, open_section, close_section),
        cmocka_unit_test_setup_teardown(a_camera_holds_when_it_is_confirmed, open_section, close_section),
        cmocka_unit_test_setup_teardown(corners_belong_to_the_picture_that_was_looked_at, open_section,
                                        close_section),
        cmocka_unit_test_setup_teardown(a_zero_test_without_pairs_says_what_helps, open_section,
                                        close_section),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
