/* Which quality a decoded JPEG had, and that its chroma comes nearer to what it was. */
#include "vision/restore/jpeg_chroma.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"
#include "vision/frame/opencv.h"

enum { W = 320, H = 240 };

static sq_chroma_memory memory;

/* Winks of four colours on felt. */
static sq_picture *winks(void) {
    static const sq_paint felt = {150, 170, 160, 1},
                          colour[] = {
                              {150, 60, 40, 1}, {60, 130, 40, 1}, {50, 40, 180, 1}, {40, 190, 210, 1}};
    sq_picture *p;
    sq_diag d;
    assert_int_equal(sq_picture_new(&p, W, H, &d), SQ_OK);
    sq_draw_polygon(p, (sq_px[]){{-9, -9}, {W + 9, -9}, {W + 9, H + 9}, {-9, H + 9}}, 4, felt);
    for (int i = 0; i < 24; i++)
        sq_draw_circle(p, (sq_px){30 + i % 6 * 50 + i * 0.7, 30 + i / 6 * 55 + i * 0.4}, i % 2 ? 8 : 11, 0,
                       colour[i % 4]);
    return p;
}

static sq_picture *through_jpeg(const sq_picture *p, int quality) {
    sq_picture *out;
    sq_diag d;
    assert_int_equal(sq_picture_write(p, scratch("strong.jpg"), quality, &d), SQ_OK);
    assert_int_equal(sq_picture_read(&out, scratch("strong.jpg"), &d), SQ_OK);
    return out;
}

/* Root mean square of what blue and red less green are off. */
static double off(const sq_frame *a, const sq_frame *b) {
    double sum = 0;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++) {
            const uint8_t *p = a->plane[0] + y * a->stride[0] + 3 * x,
                          *q = b->plane[0] + y * b->stride[0] + 3 * x;
            double blue = p[0] - p[1] - q[0] + q[1], red = p[2] - p[1] - q[2] + q[1];
            sum += blue * blue + red * red;
        }
    return sqrt(sum / (a->width * a->height));
}

static void the_quality_is_told(void **state) {
    (void)state;
    static const struct {
        int quality;
        double step;
    } is[] = {{15, 57.0 / 8}, {25, 34.0 / 8}, {50, 17.0 / 8}, {65, 12.0 / 8}, {92, 0}};
    sq_picture *p = winks();
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        sq_picture *jpeg = through_jpeg(p, is[i].quality);
        sq_frame f = sq_picture_frame(jpeg);
        assert_near(sq_jpeg_chroma_step(&memory, &f), is[i].step, 0.01);
        sq_picture_free(jpeg);
    }
    sq_frame f = sq_picture_frame(p);
    assert_near(sq_jpeg_chroma_step(&memory, &f), 0, 0);
    f.format = SQ_FRAME_GREY;
    assert_near(sq_jpeg_chroma_step(&memory, &f), 0, 0);
    sq_picture_free(p);
}

/* Felt alone, whose tint grows over the picture: of its blocks only the means differ. A better JPEG's means
 * do so too, by smaller steps. */
static void the_quality_of_bare_felt_is_told(void **state) {
    (void)state;
    enum { BARS = 160 };
    sq_picture *p;
    sq_diag d;
    assert_int_equal(sq_picture_new(&p, 4 * W, 4 * H, &d), SQ_OK);
    for (int i = 0; i < BARS; i++) {
        double left = 4.0 * W * i / BARS, right = 4.0 * W * (i + 1) / BARS;
        sq_draw_polygon(p, (sq_px[]){{left, -9}, {right, -9}, {right, 4 * H + 9}, {left, 4 * H + 9}}, 4,
                        (sq_paint){(unsigned char)(130 + i / 4), 150, (unsigned char)(150 - i / 5), 1});
    }
    for (int quality = 25; quality <= 90; quality += 65) {
        sq_picture *jpeg = through_jpeg(p, quality);
        sq_frame f = sq_picture_frame(jpeg);
        assert_near(sq_jpeg_chroma_step(&memory, &f), quality == 25 ? 34.0 / 8 : 0, 0.2);
        sq_picture_free(jpeg);
    }
    sq_picture_free(p);
}

/* Winks on felt whose light changes slowly: along its steps thousands of means are rounded alike, 57/8 levels
 * to 7, which is twice the step of another quality. */
static void felt_that_is_rounded_alike_does_not_mislead(void **state) {
    (void)state;
    sq_picture *p = winks();
    int stride;
    unsigned char *pixels = sq_picture_pixels(p, &stride);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            unsigned char *q = pixels + (ptrdiff_t)y * stride + 3 * (ptrdiff_t)x;
            q[0] = (unsigned char)(q[0] + 20 * x / W);
            q[2] = (unsigned char)(q[2] + 20 * y / H);
        }
    static const struct {
        int quality;
        double step;
    } is[] = {{12, 71.0 / 8}, {15, 57.0 / 8}, {18, 47.0 / 8}, {20, 43.0 / 8}, {30, 28.0 / 8}};
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        sq_picture *jpeg = through_jpeg(p, is[i].quality);
        sq_frame f = sq_picture_frame(jpeg);
        assert_near(sq_jpeg_chroma_step(&memory, &f), is[i].step, 0.01);
        sq_picture_free(jpeg);
    }
    sq_picture_free(p);
}

/* Of a picture whose sides are no whole blocks, too. */
static void chroma_comes_nearer_to_what_it_was(void **state) {
    (void)state;
    sq_diag d;
    sq_picture *p = winks(), *jpeg = through_jpeg(p, 25);
    sq_frame was = sq_picture_frame(p), f = sq_picture_frame(jpeg);
    assert_int_equal(sq_jpeg_chroma_restore(&memory, &f, sq_jpeg_chroma_step(&memory, &f), &d), SQ_OK);
    assert_true(off(&memory.copy, &was) < 0.7 * off(&f, &was));
    assert_int_equal(memory.copy.width, W);
    f.width -= 5;
    f.height -= 3;
    assert_int_equal(sq_jpeg_chroma_restore(&memory, &f, 4.25, &d), SQ_OK);
    assert_int_equal(memory.copy.height, H - 3);
    sq_picture_free(jpeg);
    sq_picture_free(p);
}

/* The picture's pixels, turned by half a turn. */
static void turn_upside_down(sq_frame *f, uint8_t *out) {
    for (int y = 0; y < f->height; y++)
        for (int x = 0; x < f->width; x++)
            memcpy(out + 3 * ((ptrdiff_t)y * f->width + x),
                   f->plane[0] + (ptrdiff_t)(f->height - 1 - y) * f->stride[0] +
                       3 * (ptrdiff_t)(f->width - 1 - x),
                   3);
    f->plane[0] = out;
    f->stride[0] = 3 * f->width;
}

/* A phone that hung the other way round: blocks begin at the other end, and the sides are no whole blocks. */
static void a_turned_picture_is_restored_as_well(void **state) {
    (void)state;
    static uint8_t turned[2][3 * W * H];
    sq_diag d;
    for (int cut = 0; cut < 3; cut++) {
        sq_picture *p = winks(), *small, *jpeg;
        sq_frame whole = sq_picture_frame(p);
        assert_int_equal(sq_picture_new(&small, W - (cut == 1 ? 7 : 0), H - 8 - cut, &d), SQ_OK);
        sq_frame was = sq_picture_frame(small);
        for (int y = 0; y < was.height; y++)
            memcpy((uint8_t *)(uintptr_t)was.plane[0] + (ptrdiff_t)y * was.stride[0],
                   whole.plane[0] + (ptrdiff_t)y * whole.stride[0], 3 * (size_t)was.width);
        jpeg = through_jpeg(small, 25);
        sq_frame f = sq_picture_frame(jpeg);
        turn_upside_down(&f, turned[0]);
        turn_upside_down(&was, turned[1]);
        assert_near(sq_jpeg_chroma_step(&memory, &f), 34.0 / 8, 0.01);
        assert_int_equal(sq_jpeg_chroma_restore(&memory, &f, 34.0 / 8, &d), SQ_OK);
        double before = off(&f, &was);
        assert_true(off(&memory.copy, &was) < 0.7 * before);
        sq_picture_free(jpeg);
        sq_picture_free(small);
        sq_picture_free(p);
    }
}

static void nothing_is_asked_of_tiny_pictures(void **state) {
    (void)state;
    sq_diag d;
    for (int side = 1; side < 20; side++) {
        sq_picture *p;
        assert_int_equal(sq_picture_new(&p, side, 21 - side, &d), SQ_OK);
        sq_frame f = sq_picture_frame(p);
        assert_near(sq_jpeg_chroma_step(&memory, &f), 0, 0);
        assert_int_equal(sq_jpeg_chroma_restore(&memory, &f, 4.25, &d), SQ_OK);
        sq_picture_free(p);
    }
}

static int let_go(void **state) {
    (void)state;
    sq_chroma_memory_free(&memory);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_quality_is_told),
        cmocka_unit_test(the_quality_of_bare_felt_is_told),
        cmocka_unit_test(felt_that_is_rounded_alike_does_not_mislead),
        cmocka_unit_test(chroma_comes_nearer_to_what_it_was),
        cmocka_unit_test(a_turned_picture_is_restored_as_well),
        cmocka_unit_test(nothing_is_asked_of_tiny_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, let_go);
}
