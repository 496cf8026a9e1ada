/* The pot: found by its rim where it stands, and told when it does not. */
#include "vision/pot/find_pot.h"

#include "tests/fixture/picture/segment_fixture.h"

enum { W = 200, H = 160 };

static float pixels[SQ_PATCH_MAX_PIXELS][3];
static sq_span rows[H];

static double light = 1; /* of all levels, after the camera */

static double light_there(const sq_naive_scene *s, sq_px at) {
    (void)s;
    (void)at;
    return light;
}

static sq_pot find(const sq_naive_scene *s) {
    sq_naive_picture bgr = sq_naive_draw(s);
    sq_naive_darken(&bgr, s, light_there);
    sq_naive_picture p = sq_naive_convert(&bgr, SQ_FRAME_NV12, SQ_CHROMA_LEFT, SQ_MATRIX_BT709, false, 3);
    sq_patch patch = {.rgb = pixels};
    sq_pot pot = {.row = rows};
    stages *st = stages_new(&p.frame, &s->camera);
    sq_pot_find(&pot, &p.frame, &s->camera, &st->surface, &patch);
    stages_free(st);
    sq_naive_free(&p);
    sq_naive_free(&bgr);
    return pot;
}

/* Seen from the side: the mat's centre is far off the picture's middle axis. */
static sq_naive_scene scene(double px_per_mm) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, px_per_mm);
    s.rays = 3;
    s.noise = 1;
    s.camera.t[0] = 250;
    s.camera.cx -= s.camera.fx * 250 / s.camera.t[2];
    return s;
}

static const uint8_t pots[][3] = {
    {200, 40, 40}, {240, 240, 235}, {40, 40, 45}, {60, 110, 70}, {150, 110, 60}};
enum { POTS = sizeof pots / sizeof *pots };

static void at_the_centre(void **state) {
    (void)state;
    for (int k = 0; k < POTS; k++)
        for (double scale = 1; scale < 1.7; scale += 0.3) {
            sq_naive_scene s = scene(scale);
            sq_naive_pot(&s, (sq_mm){0, 0}, pots[k]);
            sq_pot p = find(&s);
            assert_true(p.found);
            assert_true(p.support > 0.9);
            assert_near(hypot(p.at.x, p.at.y), 0, 1e-9); /* within the error: taken to stand on its mark */
            assert_near(p.sigma_mm, SQ_POT_SIGMA_MM, 0);
        }
}

/* In bad light the rim's step is as many levels less as all others are: the pot is seen all the same, and
 * felt without one is still none. */
static void in_the_dark(void **state) {
    (void)state;
    static const double lights[] = {0.35, 0.2, 0.1};
    for (size_t i = 0; i < sizeof lights / sizeof *lights; i++) {
        light = lights[i];
        for (int k = 0; k < POTS; k++) {
            sq_naive_scene s = scene(1.1);
            sq_naive_pot(&s, (sq_mm){0, 0}, pots[k]);
            assert_true(find(&s).found);
        }
        sq_naive_scene bare = scene(1.1);
        bare.noise = 4;
        assert_false(find(&bare).found);
    }
    light = 1;
}

/* Pushed: measured to a millimetre; or it is open where it stands. The deviation says so. */
static void moved(void **state) {
    (void)state;
    static const sq_mm to[] = {{5, 0}, {-3, 4}, {0, -7}, {8, 6}};
    for (size_t n = 0; n < sizeof to / sizeof *to; n++)
        for (int k = 0; k < POTS; k++) {
            sq_naive_scene s = scene(1.1);
            sq_naive_pot(&s, to[n], pots[k]);
            sq_pot p = find(&s);
            assert_true(p.found);
            bool measured = sq_mm_distance(p.at, (sq_mm){0, 0}) > 0;
            assert_true(measured || hypot(to[n].x, to[n].y) < 8);
            assert_true(measured ? p.sigma_mm == SQ_POT_MEASURE_MM : p.sigma_mm > 2 * SQ_POT_MEASURE_MM);
            assert_near(sq_mm_distance(p.at, to[n]), 0, 2.5 * p.sigma_mm);
        }
}

static void absent(void **state) {
    (void)state;
    sq_naive_scene s = scene(1.1);
    sq_pot p = find(&s);
    assert_false(p.found);
    assert_near(hypot(p.at.x, p.at.y), 0, 1e-9);
}

/* Winks lie where it should stand: no pot for all that. */
static void winks_are_no_pot(void **state) {
    (void)state;
    sq_naive_scene s = scene(1.1);
    sq_naive_wink(&s, SQ_RED, SQ_LARGE, 3, 2, SQ_NAIVE_FLAT_MM);
    sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, -16, -10, SQ_NAIVE_FLAT_MM);
    sq_pot p = find(&s);
    assert_false(p.found);
}

/* Winks at its foot and one within hide some of the rim. */
static void winks_about_it_do_not_move_it(void **state) {
    (void)state;
    sq_naive_scene s = scene(1.1);
    for (int i = 0; i < 8; i++)
        sq_naive_wink(&s, (sq_colour)(i % 4), SQ_SMALL, 30 * cos(i * 0.785), 30 * sin(i * 0.785),
                      SQ_NAIVE_FLAT_MM);
    sq_naive_pot(&s, (sq_mm){0, 0}, pots[1]);
    sq_naive_wink(&s, SQ_GREEN, SQ_LARGE, 4, -5, 3);
    sq_pot p = find(&s);
    assert_true(p.found);
    assert_near(hypot(p.at.x, p.at.y), 0, 1e-9);
}

/* A camera that sees only half of it, or none: nothing is read beside the picture, and no pot is invented. */
static void a_pot_at_the_pictures_edge(void **state) {
    (void)state;
    for (int off = 0; off <= 400; off += 25) {
        sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){off, 20}, 1);
        s.rays = 1;
        sq_naive_pot(&s, (sq_mm){0, 0}, pots[0]);
        sq_pot p = find(&s);
        if (off < 60) assert_true(p.found);
        if (off > 150) assert_false(p.found);
        assert_near(hypot(p.at.x, p.at.y), 0, 1.2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_the_centre),
        cmocka_unit_test(in_the_dark),
        cmocka_unit_test(moved),
        cmocka_unit_test(absent),
        cmocka_unit_test(winks_are_no_pot),
        cmocka_unit_test(winks_about_it_do_not_move_it),
        cmocka_unit_test(a_pot_at_the_pictures_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
