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
            bgr[y][x][2] = (uint8_t)(100 + x + y);
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
    assert_int_equal(p.level[0][2 * W + 3], 105);
    assert_int_equal(p.level[1][2 * W + 3], 40);
    assert_int_equal(p.level[2][2 * W + 3], 30);
    float rgb[3];
    sq_colour_planes_between(&p, (sq_px){1.5, 0.5}, rgb);
    assert_true(fabsf(rgb[0] - 102) < 1e-3f && fabsf(rgb[1] - 10) < 1e-3f && fabsf(rgb[2] - 15) < 1e-3f);
    sq_colour_planes_between(&p, (sq_px){-7, 90}, rgb); /* the nearest pixel */
    assert_true(fabsf(rgb[1] - 60) < 0.1f && fabsf(rgb[2]) < 0.1f);
    sq_colour_planes_free(&p);
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
        cmocka_unit_test(shrinks_to_means_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
