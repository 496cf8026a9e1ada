/* The camera model: there and back, known values, and what is behind it. */
#include "vision/geometry/camera.h"

#include "tests/fixture/unit.h"

/* Looks straight down from 1700 mm, x to the right, y up in the picture. */
static const sq_camera down = {.fx = 1600,
                               .fy = 1600,
                               .cx = 960,
                               .cy = 540,
                               .dist = {-0.12, 0.03, 0.0004, -0.0003, 0},
                               .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                               .t = {0, 0, 1700}};

static void the_centre_is_seen_at_the_principal_point(void **state) {
    (void)state;
    sq_px p = sq_px_from_mm3(&down, (sq_mm3){0, 0, 0});
    assert_near(p.x, 960, 1e-9);
    assert_near(p.y, 540, 1e-9);
}

static void there_and_back_is_identity(void **state) {
    (void)state;
    for (double z = 0; z <= 40; z += 10)
        for (double x = -900; x <= 900; x += 150)
            for (double y = -450; y <= 450; y += 150) {
                sq_mm back = sq_mm_from_px(&down, sq_px_from_mm3(&down, (sq_mm3){x, y, z}), z);
                assert_near(back.x, x, 1e-7);
                assert_near(back.y, y, 1e-7);
            }
}

static void height_shifts_outwards(void **state) {
    (void)state;
    /* Similar triangles: 0.75 mm up at 900 mm out under 1700 mm moves the sight by 900 * 0.75 / 1699.25. */
    sq_mm seen = sq_mm_from_px(&down, sq_px_from_mm3(&down, (sq_mm3){900, 0, 0.75}), 0);
    assert_near(seen.x - 900, 900 * 0.75 / 1699.25, 1e-6);
}

static void the_jacobian_agrees_with_the_scale(void **state) {
    (void)state;
    assert_near(sq_px_per_mm(&down, (sq_mm3){0, 0, 0}), 1600.0 / 1700, 1e-6);
}

static void behind_the_camera_is_nowhere(void **state) {
    (void)state;
    assert_true(isnan(sq_px_from_mm3(&down, (sq_mm3){0, 0, 1800}).x));
}

static void a_mirrored_camera_is_refused(void **state) {
    (void)state;
    sq_camera c = down;
    assert_true(sq_camera_ok(&c));
    c.R[1][1] = 1;
    assert_false(sq_camera_ok(&c));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_centre_is_seen_at_the_principal_point),
        cmocka_unit_test(there_and_back_is_identity),
        cmocka_unit_test(height_shifts_outwards),
        cmocka_unit_test(the_jacobian_agrees_with_the_scale),
        cmocka_unit_test(behind_the_camera_is_nowhere),
        cmocka_unit_test(a_mirrored_camera_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
