/* Lens files: written and read again, with their deviations. */
#include "calib/camera/lens_file.h"

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"

static sq_diag diag;

static const sq_lens usual = {
    .camera = {.fx = 1403.5,
               .fy = 1404.25,
               .cx = 955.5,
               .cy = 541.25,
               .dist = {-0.11, 0.02, 1e-4, -3e-5, 0},
               .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
               .t = {0, 0, 1000},
               .width = 1920,
               .height = 1080},
    .sigma = {5e-4, 1e-4, 0.21, 0.34, 1e-3, 2e-3, 3e-5, 4e-5},
    .rms_px = 0.08,
    .views = 12,
    .corners = 440,
};

/* Deviations are told as of fx and of fy against fx, and come back as shares. */
static void a_lens_is_read_as_it_was_written(void **state) {
    (void)state;
    sq_lens back;
    const char *path = scratch("lens.json");
    assert_int_equal(sq_lens_write(&usual, path, &diag), SQ_OK);
    assert_int_equal(sq_lens_read(&back, path, &diag), SQ_OK);
    assert_near(back.camera.fx, usual.camera.fx, 0);
    assert_near(back.camera.fy, usual.camera.fy, 0);
    assert_near(back.camera.cx, usual.camera.cx, 0);
    for (int i = 0; i < 5; i++)
        assert_near(back.camera.dist[i], usual.camera.dist[i], 0);
    assert_int_equal(back.camera.width, 1920);
    for (int i = 0; i < SQ_LENS_PARAMETERS; i++)
        assert_near(back.sigma[i], usual.sigma[i], 1e-12 * usual.sigma[i]);
}

#define LENS "\"camera\": {\"fx\": 900, \"fy\": 900, \"cx\": 320, \"cy\": 240, \"dist\": [0, 0, 0, 0, 0]}"

static sq_code read_text(sq_lens *l, const char *text) {
    return sq_lens_read(l, scratch_file("lens.json", text, strlen(text)), &diag);
}

/* A camera file serves: its deviations are then not known. */
static void a_file_without_deviations_is_a_lens_too(void **state) {
    (void)state;
    sq_lens l;
    assert_int_equal(read_text(&l, "{" LENS "}"), SQ_OK);
    for (int i = 0; i < SQ_LENS_PARAMETERS; i++)
        assert_near(l.sigma[i], 0, 0);
}

static void wrong_files_are_refused_with_the_key(void **state) {
    (void)state;
    static const struct {
        const char *text, *said;
    } wrong[] = {
        {"{\"camera\": {\"fx\": 900}}", "\"fy\" is missing"},
        {"{" LENS ", \"deviation\": {\"fx\": 1, \"fy_to_fx\": 0, \"cx\": 1, \"cy\": 1}}",
         "\"fy_to_fx\" is missing"},
        {"{" LENS ", \"deviation\": {\"fx\": 1, \"fy_to_fx\": 1, \"cx\": 1, \"cy\": 1, \"dist\": [1, 1]}}",
         "\"dist\" is missing"},
        {"{" LENS
         ", \"deviation\": {\"fx\": 1, \"fy_to_fx\": 1, \"cx\": 1, \"cy\": 1, \"dist\": [1, 1, 0, 1, 0]}}",
         "\"deviation\" is missing"},
        {"{\"camera\": {\"fx\": -900, \"fy\": 900, \"cx\": 320, \"cy\": 240, \"dist\": [0, 0, 0, 0, 0]}}",
         "describes no lens"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        sq_lens l;
        assert_int_not_equal(read_text(&l, wrong[k].text), SQ_OK);
        if (!strstr(diag.text, wrong[k].said)) fail_msg("%s: %s", wrong[k].said, diag.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lens_is_read_as_it_was_written),
        cmocka_unit_test(a_file_without_deviations_is_a_lens_too),
        cmocka_unit_test(wrong_files_are_refused_with_the_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
