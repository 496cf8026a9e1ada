/* The length of a row, asked of pictures whose true one is known. */
#include "vision/capture/stride_guess.h"

#include <stdlib.h>

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { ROW = 330, ROWS = 120, MOST = 640 };

static uint8_t bytes[MOST * ROWS];

/* Upright stripes with a dark disc, levels off by up to `noise`, in rows of `stride` bytes; what is behind a
 * row's end is 255. Gives the buffer's size. */
static size_t draw(int stride, int noise, unsigned seed) {
    memset(bytes, 255, sizeof bytes);
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < ROW; x++) {
            double v = 150 + 40 * sin(x / 3.0) + y / 4.0 - (hypot(x - 150, y - 60) < 40 ? 80 : 0);
            bytes[y * stride + x] = (uint8_t)(v + noise * (sq_naive_uniform(&seed) - 0.5));
        }
    return (size_t)stride * ROWS;
}

static void a_true_claim_is_believed(void **state) {
    (void)state;
    for (int pad = 0; pad < 70; pad += 7)
        assert_int_equal(sq_stride_find(bytes, draw(ROW + pad, 4, 1), ROW, ROWS, ROW + pad), ROW + pad);
}

/* 330 bytes padded to 4: 332; 16: 336; 64: 384; 256: 512. */
static void a_false_claim_is_found_out(void **state) {
    (void)state;
    static const int lengths[] = {ROW, 332, 336, 352, 384, 512};
    enum { N = sizeof lengths / sizeof *lengths };
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            size_t size = draw(lengths[i], 4, 2);
            assert_int_equal(sq_stride_find(bytes, size, ROW, ROWS, lengths[j]), lengths[i]);
        }
}

/* No padding that anybody uses, but the buffer's size tells it. */
static void a_row_is_the_buffers_share(void **state) {
    (void)state;
    assert_int_equal(sq_stride_find(bytes, draw(347, 4, 3), ROW, ROWS, ROW), 347);
}

/* Pure noise agrees with itself under no length; nor does an even grey tell anything. */
static void a_picture_that_tells_nothing_leaves_the_claim(void **state) {
    (void)state;
    unsigned seed = 9;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(255 * sq_naive_uniform(&seed));
    assert_int_equal(sq_stride_find(bytes, sizeof bytes, ROW, ROWS, 341), 341);
    memset(bytes, 100, sizeof bytes);
    assert_int_equal(sq_stride_find(bytes, sizeof bytes, ROW, ROWS, 341), 341);
}

static void what_the_buffer_cannot_hold_is_not_taken(void **state) {
    (void)state;
    draw(ROW, 4, 4);
    assert_int_equal(sq_stride_find(bytes, ROW * ROWS, ROW, ROWS, 512), ROW);
    assert_int_equal(sq_stride_find(bytes, ROW * ROWS, ROW, ROWS, ROW - 1), ROW);
    assert_int_equal(sq_stride_find(bytes, ROW * ROWS - 1, ROW, ROWS, ROW), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_true_claim_is_believed),
        cmocka_unit_test(a_false_claim_is_found_out),
        cmocka_unit_test(a_row_is_the_buffers_share),
        cmocka_unit_test(a_picture_that_tells_nothing_leaves_the_claim),
        cmocka_unit_test(what_the_buffer_cannot_hold_is_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
