/* Lights: radiometry against closed forms, colours of black bodies, and rooms that are lit as asked. */
#include "datasets/scene/light.h"

#include "datasets/scene/vector.h"
#include "tests/fixture/unit.h"

static const sq_mm3 up = {0, 0, 1};

static void white_is_6504_kelvin(void **state) {
    (void)state;
    sq_rgb white = sq_black_body(6504), warm = sq_black_body(2700), cold = sq_black_body(9000);
    assert_near((double)white.r, 1, 1e-6);
    assert_near((double)white.b, 1, 1e-6);
    assert_true(warm.r > 1.5f && warm.b < 0.4f && cold.b > 1.1f && cold.r < 1);
}

static void a_small_light_falls_off_with_the_square(void **state) {
    (void)state;
    sq_light l = {{0, 0, 1000}, {10, 0, 0}, {0, -10, 0}, {1, 1, 1}};
    /* Area 400 mm² at 1 m over a sheet, divided by pi. */
    assert_near(sq_light_on(&l, (sq_mm3){0, 0, 0}, up, 4), 400 / 1e6 / M_PI, 1e-7);
    /* 1 m aside: cosine 1/sqrt 2 twice, distance squared twice. */
    assert_near(sq_light_on(&l, (sq_mm3){1000, 0, 0}, up, 4), 400 / 1e6 / M_PI / 4, 1e-7);
    l.v.y = 10; /* it shines upwards now */
    assert_near(sq_light_on(&l, (sq_mm3){0, 0, 0}, up, 4), 0, 0);
}

/* A square of half side a at height a, as seen from below its middle: the form factor of a parallel square
 * (Siegel and Howell, Thermal Radiation Heat Transfer: a corner's, four times). */
static void a_large_light_has_its_form_factor(void **state) {
    (void)state;
    sq_light l = {{0, 0, 500}, {500, 0, 0}, {0, -500, 0}, {1, 1, 1}};
    double corner = (1 / (2 * M_PI)) * 2 * (1 / sqrt(2.0)) * atan(1 / sqrt(2.0));
    assert_near(sq_light_on(&l, (sq_mm3){0, 0, 0}, up, 24), 4 * corner, 2e-3);
}

static void a_mirror_shows_the_light_or_not(void **state) {
    (void)state;
    sq_light l = {{0, 0, 1000}, {100, 0, 0}, {0, -100, 0}, {1, 1, 1}};
    assert_near(sq_light_mirrored(&l, (sq_mm3){0, 0, 0}, up, 0.01), 1, 1e-6);
    assert_near(sq_light_mirrored(&l, (sq_mm3){300, 0, 0}, up, 0.01), 0, 1e-6);
    assert_near(sq_light_mirrored(&l, (sq_mm3){100, 0, 0}, up, 0.01), 0.5, 1e-6); /* its edge */
    assert_true(sq_light_mirrored(&l, (sq_mm3){300, 0, 0}, up, 0.2) > 0.02);      /* a dull surface */
    assert_near(sq_light_mirrored(&l, (sq_mm3){0, 0, 0}, (sq_mm3){0, 0, -1}, 0.01), 0, 0);
}

static void every_room_lights_the_mats_centre_alike(void **state) {
    (void)state;
    for (unsigned k = 0; k < SQ_LIGHTINGS; k++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            sq_random r = sq_random_for(seed, "room");
            sq_lights l;
            sq_lights_make(&l, (sq_lighting)k, &r);
            assert_int_equal(l.kind, k);
            assert_true(l.count >= 1 && l.count <= SQ_LIGHT_CAP);
            double total = sq_rgb_luminance(l.ambient);
            for (int i = 0; i < l.count; i++) {
                double on = sq_light_on(&l.lights[i], (sq_mm3){0, 0, 0}, up, 8);
                assert_true(on > 0); /* it shines on the mat */
                total += on * sq_rgb_luminance(l.lights[i].radiance);
            }
            assert_near(total, 1, 1e-4);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(white_is_6504_kelvin),
        cmocka_unit_test(a_small_light_falls_off_with_the_square),
        cmocka_unit_test(a_large_light_has_its_form_factor),
        cmocka_unit_test(a_mirror_shows_the_light_or_not),
        cmocka_unit_test(every_room_lights_the_mats_centre_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
