/* Camera files: written and read again, wrong ones refused, and the camera at another size. */
#include "calib/camera/camera_file.h"

#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"

static sq_diag diag;

static sq_camera camera_of(void) {
    sq_camera c = drawn_camera(1920, 1080, 1503.25, (sq_mm3){61.7, -103.1, 1651.3}, (sq_mm){11, 23}, 0.021);
    const double dist[5] = {-0.1234567890123, 0.0314, 1.5e-4, -2.25e-5, 0.001};
    memcpy(c.dist, dist, sizeof dist);
    c.cx = 961.123456789;
    c.blue = 3;
    return c;
}

/* To the last digit. */
static void a_camera_is_read_as_it_was_written(void **state) {
    (void)state;
    sq_camera c = camera_of(), back;
    const char *path = scratch("camera.json");
    for (c.blue = 0; c.blue <= 4; c.blue++) {
        assert_int_equal(sq_camera_write(&c, path, &diag), SQ_OK);
        assert_int_equal(sq_camera_read(&back, path, &diag), SQ_OK);
        assert_near(back.fx, c.fx, 0);
        assert_near(back.fy, c.fy, 0);
        assert_near(back.cx, c.cx, 0);
        assert_near(back.cy, c.cy, 0);
        for (int i = 0; i < 5; i++)
            assert_near(back.dist[i], c.dist[i], 0);
        for (int i = 0; i < 3; i++) {
            assert_near(back.t[i], c.t[i], 0);
            for (int k = 0; k < 3; k++)
                assert_near(back.R[i][k], c.R[i][k], 0);
        }
        assert_int_equal(back.width, 1920);
        assert_int_equal(back.height, 1080);
        assert_int_equal(back.blue, c.blue);
    }
}

#define LENS "\"fx\": 900, \"fy\": 900, \"cx\": 320, \"cy\": 240, \"dist\": [0, 0, 0, 0, 0]"
#define DOWN "\"R\": [[1, 0, 0], [0, -1, 0], [0, 0, -1]]"

static void what_is_wrong_with_a_file_is_said(void **state) {
    (void)state;
    static const struct {
        const char *text, *said;
        sq_code code;
    } wrong[] = {
        {"{", "is no camera file", SQ_E_FORMAT},
        {"{\"lens\": {}}", "has no \"camera\"", SQ_E_FORMAT},
        {"{\"camera\": {" LENS "}}", "is a lens without a place over the mat", SQ_E_FORMAT},
        {"{\"camera\": {" LENS ", " DOWN "}}", "\"t\" is missing", SQ_E_FORMAT},
        {"{\"camera\": {" LENS ", " DOWN ", \"t\": [0, 0, \"far\"]}}", "\"t\" is missing or no number",
         SQ_E_FORMAT},
        {"{\"camera\": {" LENS ", \"R\": [[1, 0, 0], [0, 1, 0]], \"t\": [0, 0, 9]}}", "\"R\" is missing",
         SQ_E_FORMAT},
        {"{\"camera\": {" LENS ", \"R\": [[2, 0, 0], [0, -1, 0], [0, 0, -1]], \"t\": [0, 0, 900]}}",
         "R must be a rotation", SQ_E_CAMERA},
        {"{\"camera\": {" LENS ", " DOWN ", \"t\": [0, 0, -900]}}", "the mat in front", SQ_E_CAMERA},
        {"{\"camera\": {" LENS ", " DOWN ", \"t\": [0, 0, 900], \"blue\": \"left\"}}",
         "\"blue\" names no corner", SQ_E_FORMAT},
        {"{\"camera\": {\"fx\": 900, \"fy\": 900, \"cx\": 320}}", "\"cy\" is missing", SQ_E_FORMAT},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        sq_camera c;
        const char *path = scratch_file("wrong.json", wrong[k].text, strlen(wrong[k].text));
        assert_int_equal(sq_camera_read(&c, path, &diag), wrong[k].code);
        if (!strstr(diag.text, wrong[k].said)) fail_msg("%s: %s", wrong[k].said, diag.text);
        assert_non_null(strstr(diag.text, "wrong.json"));
    }
    sq_camera c;
    assert_int_equal(sq_camera_read(&c, "/nowhere/camera.json", &diag), SQ_E_FILE);
    assert_int_equal(sq_camera_write(&c, "/nowhere/camera.json", &diag), SQ_E_FILE);
    assert_non_null(strstr(diag.text, "cannot be written"));
}

/* A scene's truth file has the size beside the camera. */
static void a_size_beside_the_camera_is_read(void **state) {
    (void)state;
    const char *text =
        "{\"camera\": {" LENS ", " DOWN ", \"t\": [0, 0, 900]}, \"width\": 640, \"height\": 480}";
    sq_camera c;
    assert_int_equal(sq_camera_read(&c, scratch_file("truth.json", text, strlen(text)), &diag), SQ_OK);
    assert_int_equal(c.width, 640);
    assert_int_equal(c.height, 480);
}

/* At half the size a point of the mat is seen at half the place, counted from the picture's edge at -0.5. */
static void a_camera_of_another_size_sees_the_same_there(void **state) {
    (void)state;
    sq_camera c = camera_of(), half = c, same = c;
    assert_int_equal(sq_camera_for_size(&half, 960, 540, &diag), SQ_OK);
    assert_int_equal(sq_camera_for_size(&same, 1920, 1080, &diag), SQ_OK);
    for (double x = -900; x <= 900; x += 300) {
        sq_mm3 p = {x, x / 3, 5};
        sq_px a = sq_px_from_mm3(&c, p), b = sq_px_from_mm3(&half, p);
        assert_near((a.x + 0.5) / 2, b.x + 0.5, 1e-9);
        assert_near((a.y + 0.5) / 2, b.y + 0.5, 1e-9);
        assert_near(sq_px_from_mm3(&same, p).x, a.x, 0);
    }
}

static void another_shape_is_refused_and_an_unknown_size_taken(void **state) {
    (void)state;
    sq_camera c = camera_of(), before = c;
    assert_int_equal(sq_camera_for_size(&c, 1600, 1200, &diag), SQ_E_CAMERA);
    assert_non_null(strstr(diag.text, "1920 x 1080"));
    assert_near(c.fx, before.fx, 0);
    assert_int_equal(sq_camera_for_size(&c, 1366, 768, &diag), SQ_OK); /* sold as 16:9 */
    c.width = c.height = 0;
    c.fx = 700;
    assert_int_equal(sq_camera_for_size(&c, 1600, 1200, &diag), SQ_OK);
    assert_near(c.fx, 700, 0);
}

static void a_zero_tests_numbers_are_one_line_of_text(void **state) {
    (void)state;
    char text[SQ_ZERO_TEXT_MAX];
    const char *with = "{\"zero\": {\"mm\": 0.123456, \"n\": 3}}", *without = "{\"camera\": {}}";
    sq_camera_zero_text(text, scratch_file("zero.json", with, strlen(with)));
    assert_string_equal(text, "{\"mm\":0.1235,\"n\":3}");
    sq_camera_zero_text(text, scratch_file("none.json", without, strlen(without)));
    assert_string_equal(text, "");
    sq_camera_zero_text(text, "/nowhere/camera.json");
    assert_string_equal(text, "");
    char much[1000];
    int n = snprintf(much, sizeof much, "{\"zero\": {\"why\": \"%0500d\"}}", 7);
    sq_camera_zero_text(text, scratch_file("much.json", much, (size_t)n));
    assert_string_equal(text, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_camera_is_read_as_it_was_written),
        cmocka_unit_test(what_is_wrong_with_a_file_is_said),
        cmocka_unit_test(a_size_beside_the_camera_is_read),
        cmocka_unit_test(a_camera_of_another_size_sees_the_same_there),
        cmocka_unit_test(another_shape_is_refused_and_an_unknown_size_taken),
        cmocka_unit_test(a_zero_tests_numbers_are_one_line_of_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
