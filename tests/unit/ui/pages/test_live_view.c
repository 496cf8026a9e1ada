/* The live view: a small JPEG of the newest frame, and only for who asks. */
#include "ui/pages/live_view.h"

#include <stdlib.h>
#include <time.h>

#include "tests/fixture/scratch.h"
#include "vision/frame/opencv.h"

enum { WIDTH = 320, HEIGHT = 180 };
#define PATIENCE_S 5.0
#define EVERY_S 0.5 /* as the header promises: two a second at most */

static unsigned char pixels[WIDTH * HEIGHT * 3];

/* A frame of one brightness. */
static sq_frame frame(unsigned char value) {
    memset(pixels, value, sizeof pixels);
    return (sq_frame){
        .width = WIDTH, .height = HEIGHT, .format = SQ_FRAME_BGR, .plane = {pixels}, .stride = {WIDTH * 3}};
}

static void wait_s(double s) {
    const struct timespec t = {(time_t)s, (long)(fmod(s, 1) * 1e9)};
    nanosleep(&t, NULL);
}

/* Offers frames of that brightness until a picture other than `old` comes; null: none does. */
static unsigned char *newer(sq_live_view *v, unsigned char value, const unsigned char *old, size_t old_size,
                            size_t *size) {
    sq_frame f = frame(value);
    for (double s = 0; s < PATIENCE_S; s += 0.02) {
        sq_live_view_offer(v, &f);
        unsigned char *jpeg = sq_live_view_take(v, size);
        if (jpeg && (*size != old_size || !old || memcmp(jpeg, old, *size) != 0)) return jpeg;
        free(jpeg);
        wait_s(0.02);
    }
    return NULL;
}

/* The mean of its pixels. */
static double brightness(const unsigned char *jpeg, size_t size) {
    sq_picture *p;
    sq_diag d;
    int stride;
    assert_int_equal(sq_picture_read(&p, scratch_file("live.jpg", jpeg, size), &d), SQ_OK);
    assert_int_equal(sq_picture_frame(p).width, WIDTH / 2);
    assert_int_equal(sq_picture_frame(p).height, HEIGHT / 2);
    const unsigned char *px = sq_picture_pixels(p, &stride);
    double sum = 0;
    for (int y = 0; y < HEIGHT / 2; y++)
        for (int x = 0; x < WIDTH / 2 * 3; x++)
            sum += px[y * stride + x];
    sq_picture_free(p);
    return sum / (HEIGHT / 2 * (WIDTH / 2) * 3);
}

static void who_asks_gets_the_newest_frame_at_half_size(void **state) {
    (void)state;
    sq_live_view *v;
    sq_diag d;
    size_t n = 0, m = 0;
    assert_int_equal(sq_live_view_new(&v, &d), SQ_OK);
    assert_null(sq_live_view_take(v, &n)); /* it is on its way from now on */
    unsigned char *dark = newer(v, 40, NULL, 0, &n);
    assert_non_null(dark);
    assert_near(brightness(dark, n), 40, 3);
    unsigned char *light = newer(v, 200, dark, n, &m);
    assert_non_null(light);
    assert_near(brightness(light, m), 200, 3);
    free(dark);
    free(light);
    sq_live_view_free(v);
}

/* Between two pictures the frames that come are left alone. */
static void there_are_two_pictures_a_second_at_most(void **state) {
    (void)state;
    sq_live_view *v;
    sq_diag d;
    size_t n = 0, m = 0;
    assert_int_equal(sq_live_view_new(&v, &d), SQ_OK);
    assert_null(sq_live_view_take(v, &n));
    unsigned char *first = newer(v, 40, NULL, 0, &n);
    assert_non_null(first);
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    unsigned char *second = newer(v, 200, first, n, &m);
    clock_gettime(CLOCK_MONOTONIC, &to);
    assert_non_null(second);
    /* The first was copied a little before it was taken. */
    double took = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    assert_true(took > EVERY_S / 2);
    free(first);
    free(second);
    sq_live_view_free(v);
}

static void nobody_asks_and_nothing_is_made(void **state) {
    (void)state;
    sq_live_view *v;
    sq_diag d;
    size_t n = 0;
    sq_frame f = frame(40), tiny = {.width = 1, .height = 1};
    sq_live_view_offer(NULL, &f);
    assert_int_equal(sq_live_view_new(&v, &d), SQ_OK);
    for (int i = 0; i < 10; i++)
        sq_live_view_offer(v, &f);
    wait_s(0.2);
    assert_null(sq_live_view_take(v, &n)); /* what came before the first question was not kept */
    sq_live_view_offer(v, &tiny);          /* too small to be halved */
    wait_s(0.1);
    assert_null(sq_live_view_take(v, &n));
    sq_live_view_free(v);
    sq_live_view_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_asks_gets_the_newest_frame_at_half_size),
        cmocka_unit_test(there_are_two_pictures_a_second_at_most),
        cmocka_unit_test(nobody_asks_and_nothing_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
