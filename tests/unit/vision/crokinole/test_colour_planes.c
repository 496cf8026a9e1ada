/* Planes of red, green and blue: from a frame, made smaller, and between pixels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "vision/crokinole/colour_planes.h"

enum { W = 5, H = 4 };

static sq_frame frame_of(uint8_t bgr[H][W][3]) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            bgr[y][x][0] = (uint8_t)(10 * x);
            bgr[y][x][1] = (uint8_t)(20 * y);
            bgr[y][x][2] = (uint8_t)(200 + x + y);
        }
    return (sq_frame){
        .width = W, .height = H, .format = SQ_FRAME_BGR, .plane = {&bgr[0][0][0]}, .stride = {3 * W}};
}

static void reads_colours_in_the_order_red_green_blue(void **state) {
    (void)state;
    uint8_t bgr[H][W][3];
    sq_frame f = frame_of(bgr);
    sq_colour_planes p = {0};
    assert_int_equal(sq_colour_planes_read(&p, &f, NULL), SQ_OK);
    assert_int_equal(p.level[0][2 * W + 3], 205);
    assert_int_equal(p.level[1][2 * W + 3], 40);
    assert_int_equal(p.level[2][2 * W + 3], 30);
    float rgb[3];
    sq_colour_planes_between(&p, (sq_px){1.5, 0.5}, rgb);
    assert_true(fabsf(rgb[0] - 202) < 1e-3f && fabsf(rgb[1] - 10) < 1e-3f && fabsf(rgb[2] - 15) < 1e-3f);
    sq_colour_planes_between(&p, (sq_px){-7, 90}, rgb); /* the nearest pixel */
    assert_true(fabsf(rgb[1] - 60) < 0.1f && fabsf(rgb[2]) < 0.1f);
    sq_colour_planes_free(&p);
}

/* Of a picture with a quarter of the light, the levels are those of a bright one. */
static void a_dark_picture_is_made_as_bright_as_others(void **state) {
    (void)state;
    uint8_t bgr[H][W][3];
    sq_frame f = frame_of(bgr);
    sq_colour_planes p = {0};
    for (int i = 0; i < 3 * W * H; i++)
        (&bgr[0][0][0])[i] /= 4;
    assert_int_equal(sq_colour_planes_read(&p, &f, NULL), SQ_OK);
    assert_in_range(p.level[0][2 * W + 3], 190, 205);
    assert_in_range(p.level[1][2 * W + 3], 34, 40);
    assert_in_range(p.level[2][2 * W + 3], 24, 30);
    sq_colour_planes_free(&p);
}

/* More places than are worked out together, some of them outside the picture. */
static void a_row_of_places_has_the_levels_of_each(void **state) {
    (void)state;
    enum { PLACES = 70 };
    uint8_t bgr[H][W][3];
    sq_frame f = frame_of(bgr);
    sq_colour_planes p = {0};
    float row[3][PLACES], one[3];
    sq_px from = {-0.7, 3.4}, step = {0.11, -0.06};
    assert_int_equal(sq_colour_planes_read(&p, &f, NULL), SQ_OK);
    sq_colour_planes_along(&p, from, step, PLACES, (float *[]){row[0], row[1], row[2]});
    for (int i = 0; i < PLACES; i++) {
        sq_colour_planes_between(&p, (sq_px){from.x + i * step.x, from.y + i * step.y}, one);
        for (int k = 0; k < 3; k++)
            assert_true(fabsf(row[k][i] - one[k]) < 1e-3f);
    }
    sq_colour_planes_free(&p);
}

/* Chroma of which two pixels share a sample, or three levels a pixel: the same colours. */
static void two_pixels_share_a_sample_of_chroma(void **state) {
    (void)state;
    uint8_t luma[2][6] = {{40, 50, 60, 70, 80, 90}, {41, 51, 61, 71, 81, 91}}, u[3] = {100, 128, 160};
    uint8_t v[3] = {140, 128, 90}, full_u[2][6], full_v[2][6];
    for (int i = 0; i < 12; i++) {
        full_u[i / 6][i % 6] = u[i % 6 / 2];
        full_v[i / 6][i % 6] = v[i % 6 / 2];
    }
    sq_frame half = {
        .width = 6, .height = 2, .format = SQ_FRAME_I420, .plane = {luma[0], u, v}, .stride = {6, 3, 3}};
    sq_frame full = {.width = 6,
                     .height = 2,
                     .format = SQ_FRAME_I444,
                     .plane = {luma[0], full_u[0], full_v[0]},
                     .stride = {6, 6, 6}};
    sq_colour_planes a = {0}, b = {0};
    assert_int_equal(sq_colour_planes_read(&a, &half, NULL), SQ_OK);
    assert_int_equal(sq_colour_planes_read(&b, &full, NULL), SQ_OK);
    assert_memory_equal(a.level[0], b.level[0], 36);
    assert_true(a.level[0][0] != a.level[2][0]);
    sq_colour_planes_free(&a);
    sq_colour_planes_free(&b);
}

static void shrinks_to_means_of_blocks(void **state) {
    (void)state;
    uint8_t bgr[H][W][3];
    sq_frame f = frame_of(bgr);
    sq_colour_planes p = {0}, small = {0};
    assert_int_equal(sq_colour_planes_read(&p, &f, NULL), SQ_OK);
    assert_int_equal(sq_colour_planes_shrink(&small, &p, 2, NULL), SQ_OK);
    assert_int_equal(small.width, 2);
    assert_int_equal(small.height, 2);
    assert_int_equal(small.level[2][3], 25); /* of 20, 30, 20, 30 */
    sq_px back = sq_shrunk_from_px(sq_px_from_shrunk((sq_px){3, 4}, 5), 5);
    assert_true(fabs(back.x - 3) < 1e-12 && fabs(back.y - 4) < 1e-12);
    assert_true(fabs(sq_px_from_shrunk((sq_px){0, 0}, 2).x - 0.5) < 1e-12);
    sq_colour_planes_free(&p);
    sq_colour_planes_free(&small);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_colours_in_the_order_red_green_blue),
        cmocka_unit_test(a_dark_picture_is_made_as_bright_as_others),
        cmocka_unit_test(a_row_of_places_has_the_levels_of_each),
        cmocka_unit_test(two_pixels_share_a_sample_of_chroma),
        cmocka_unit_test(shrinks_to_means_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
