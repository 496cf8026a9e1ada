/* The zero test as JSON, and kept in a camera's file. */
#include "calib/known_lengths_json.h"

#include <stdlib.h>

#include "calib/camera/camera_file.h"
#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"

static const sq_zero three = {.count = 3,
                              .one = {{SQ_ZERO_WINKS, {100, 0}, {122, 0}, 22, 22.5, 0.2},
                                      {SQ_ZERO_WINKS, {0, 90}, {19, 90}, 19, 18.9, 0.2},
                                      {SQ_ZERO_POT, {30, 0}, {0, 0}, 30, 30, 0.1}}};

static double number(const json_t *o, const char *key) {
    const json_t *v = json_object_get(o, key);
    assert_true(json_is_number(v));
    return json_number_value(v);
}

static void each_distance_has_its_error_and_all_have_a_sum(void **state) {
    (void)state;
    json_t *o = sq_zero_to_json(&three, 0.4, false);
    const json_t *sum = json_object_get(o, "zero"),
                 *first = json_array_get(json_object_get(o, "measured"), 0);
    assert_true(json_is_false(json_object_get(sum, "passed")));
    assert_near(number(sum, "worst_mm"), 0.5, 1e-9);
    assert_near(number(sum, "mean_mm"), 0.4 / 3, 1e-9);
    assert_int_equal((int)number(sum, "distances"), 3);
    assert_string_equal(json_string_value(json_object_get(sum, "by")), "winks");
    assert_int_equal(json_array_size(json_object_get(o, "measured")), 3);
    assert_near(number(first, "error_mm"), 0.5, 1e-9);
    json_decref(o);
    o = sq_zero_to_json(&three, 0.5 + 1e-9, true);
    assert_true(json_is_true(json_object_get(json_object_get(o, "zero"), "passed")));
    json_decref(o);
}

static void a_camera_file_keeps_it_and_all_else(void **state) {
    (void)state;
    sq_diag d;
    sq_camera c = {.fx = 1500,
                   .fy = 1500,
                   .cx = 960,
                   .cy = 540,
                   .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                   .t = {0, 0, 1700}},
              back;
    char path[512], text[SQ_ZERO_TEXT_MAX];
    snprintf(path, sizeof path, "%s", scratch("camera.json"));
    assert_int_equal(sq_camera_write(&c, path, &d), SQ_OK);
    json_t *o = sq_zero_to_json(&three, 0.75, false);
    assert_int_equal(sq_zero_keep(json_object_get(o, "zero"), path, &d), SQ_OK);
    sq_camera_zero_text(text, path);
    assert_non_null(strstr(text, "\"passed\":true"));
    assert_int_equal(sq_camera_read(&back, path, &d), SQ_OK);
    assert_near(back.fx, 1500, 0);
    assert_int_not_equal(sq_zero_keep(json_object_get(o, "zero"), "/nowhere/camera.json", &d), SQ_OK);
    json_decref(o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_distance_has_its_error_and_all_have_a_sum),
        cmocka_unit_test(a_camera_file_keeps_it_and_all_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
