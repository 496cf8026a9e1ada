/* The sensor: tones, noise as large as asked, blur that keeps the light, seeds. */
#include "datasets/render/camera_sensor.h"

#include <stdlib.h>

#include "datasets/scene/room.h"
#include "tests/fixture/unit.h"

enum { SIDE = 160 };

typedef struct {
    sq_scene scene;
    sq_canvas *canvas;
    sq_exposure *film;
    sq_picture *picture;
    const unsigned char *pixels;
    int stride;
} studio;

/* An evenly lit empty mat, from near, with a sensor that changes nothing. */
static int set_up(void **state) {
    static studio s;
    sq_room_wish wish = {1, SIDE, SIDE, SQ_PANELS, true};
    sq_room_make(&s.scene, &wish);
    s.scene.camera = (sq_camera){.fx = 1e5,
                                 .fy = 1e5,
                                 .cx = SIDE / 2.0,
                                 .cy = SIDE / 2.0,
                                 .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                 .t = {-300, 0, 1e5},
                                 .width = SIDE,
                                 .height = SIDE};
    s.scene.lights = (sq_lights){.ambient = {1, 1, 1}};
    s.scene.mat.albedo = (sq_rgb){0.5f, 0.5f, 0.5f};
    s.scene.mat.grain = 0;
    s.scene.mat.fold_count = 0;
    s.scene.sensor = (sq_sensor){.exposure = 1, .balance = {1, 1, 1}, .jpeg = 90};
    assert_int_equal(sq_canvas_new(&s.canvas, &s.scene, NULL), SQ_OK);
    assert_int_equal(sq_exposure_new(&s.film, s.canvas, NULL), SQ_OK);
    assert_int_equal(sq_picture_new(&s.picture, SIDE, SIDE, NULL), SQ_OK);
    sq_draw(s.canvas, &s.scene);
    s.pixels = sq_picture_pixels(s.picture, &s.stride);
    *state = &s;
    return 0;
}

static int tear_down(void **state) {
    studio *s = *state;
    sq_exposure_free(s->film);
    sq_canvas_free(s->canvas);
    sq_picture_free(s->picture);
    return 0;
}

static void expose(studio *s, uint64_t seed) {
    sq_expose(s->film, s->picture, &s->scene.sensor, seed);
}

/* Mean and deviation of one channel. */
static void measure(const studio *s, int channel, double *mean, double *deviation) {
    double sum = 0, squares = 0, n = SIDE * SIDE;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double v = s->pixels[y * s->stride + 3 * x + channel];
            sum += v;
            squares += v * v;
        }
    *mean = sum / n;
    *deviation = sqrt(squares / n - *mean * *mean);
}

static void half_the_light_is_tone_188(void **state) {
    studio *s = *state;
    double mean, deviation;
    expose(s, 1);
    measure(s, 1, &mean, &deviation);
    assert_near(mean, 188, 0.5); /* sRGB of one half: 187.5 */
    assert_near(deviation, 0, 0.5);
    s->scene.sensor.balance[0] = 3; /* red is past full scale */
    expose(s, 1);
    measure(s, 2, &mean, &deviation);
    assert_near(mean, 255, 0);
}

static void noise_is_as_large_as_asked(void **state) {
    studio *s = *state;
    double mean, deviation;
    s->scene.sensor.shot = 1e-3;
    s->scene.sensor.read = 0.01;
    expose(s, 1);
    measure(s, 1, &mean, &deviation);
    /* In linear light sqrt(1e-3 / 2 + 1e-4); sRGB's slope at one half is 0.612. */
    double slope = 255 * 1.055 / 2.4 * pow(0.5, 1 / 2.4 - 1);
    assert_near(deviation, slope * sqrt(1e-3 * 0.5 + 1e-4), 0.1);
    double smooth;
    s->scene.sensor.smoothed = 0.5;
    expose(s, 1);
    measure(s, 1, &mean, &smooth);
    /* Weights 1/8 3/4 1/8 both ways. */
    assert_near(smooth / deviation, 0.75 * 0.75 + 2.0 / 64, 0.03);
}

static void a_seed_is_a_noise(void **state) {
    studio *s = *state;
    s->scene.sensor.read = 0.01;
    size_t n = (size_t)s->stride * SIDE;
    unsigned char *first = malloc(n);
    expose(s, 1);
    memcpy(first, s->pixels, n);
    expose(s, 1);
    assert_memory_equal(first, s->pixels, n);
    expose(s, 2);
    assert_memory_not_equal(first, s->pixels, n);
    free(first);
}

static void blur_and_sharpening_keep_an_even_picture(void **state) {
    studio *s = *state;
    double mean, deviation;
    s->scene.sensor.blur_px = 0.8;
    s->scene.sensor.sharpen = 0.4;
    expose(s, 1);
    measure(s, 1, &mean, &deviation);
    assert_near(mean, 188, 0.5);
    assert_near(deviation, 0, 0.5);
}

/* Of a canvas that was drawn on again, and of a fresh one, a film makes the same picture. */
static void only_what_changed_is_worked_out_again(void **state) {
    studio *s = *state;
    s->scene.sensor.blur_px = 0.7;
    expose(s, 1);
    s->scene.pieces[0] =
        (sq_piece){.disc = {{300, 20, 0.75}, {0, 0, 1}, 8, 1.5, 0.3}, .albedo = {0.1f, 0.2f, 0.9f}};
    s->scene.piece_count = 1;
    sq_draw(s->canvas, &s->scene);
    expose(s, 2);
    size_t n = (size_t)s->stride * SIDE;
    unsigned char *again = malloc(n);
    memcpy(again, s->pixels, n);
    sq_exposure *fresh;
    assert_int_equal(sq_exposure_new(&fresh, s->canvas, NULL), SQ_OK);
    sq_expose(fresh, s->picture, &s->scene.sensor, 2);
    assert_memory_equal(again, s->pixels, n);
    assert_true(s->pixels[(SIDE / 2 - 20) * s->stride + 3 * (SIDE / 2) + 2] <
                150); /* the wink is there: little red */
    sq_exposure_free(fresh);
    free(again);
}

static void the_corners_lose_their_share(void **state) {
    studio *s = *state;
    s->scene.sensor.vignette = 0.4;
    expose(s, 1);
    /* 0.5 × 0.6 in the corner: tone 149. */
    assert_near(s->pixels[1], 149, 1);
    assert_near(s->pixels[SIDE / 2 * s->stride + 3 * (SIDE / 2) + 1], 188, 1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(half_the_light_is_tone_188),
        TEST(noise_is_as_large_as_asked),
        TEST(a_seed_is_a_noise),
        TEST(blur_and_sharpening_keep_an_even_picture),
        TEST(only_what_changed_is_worked_out_again),
        TEST(the_corners_lose_their_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
