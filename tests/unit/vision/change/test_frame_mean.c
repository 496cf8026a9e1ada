/* Is the mean of frames the mean, in every format, and of the frames of one rest alone? */
#include "vision/change/frame_mean.h"

#include <string.h>

#include "tests/fixture/unit.h"

enum { W = 7, H = 5, STRIDE = 32 };

static uint8_t bytes[3][STRIDE * H];

static sq_frame frame_of(sq_frame_format format, int level, double t) {
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < STRIDE * H; i++)
            bytes[k][i] = (uint8_t)(level + k + i % 3);
    return (sq_frame){.width = W,
                      .height = H,
                      .format = format,
                      .plane = {bytes[0], bytes[1], bytes[2]},
                      .stride = {STRIDE, STRIDE, STRIDE},
                      .t = t,
                      .number = (uint64_t)(10 * t)};
}

static void the_mean_is_rounded(void **state) {
    (void)state;
    sq_frame_mean m = {0};
    sq_diag d;
    for (int format = 0; format <= SQ_FRAME_I444; format++) {
        sq_frame_mean_begin(&m);
        assert_null(sq_frame_mean_take(&m));
        const int levels[] = {10, 11, 13, 250 - 3};
        int sum = 0;
        for (int n = 1; n <= 4; n++) {
            sq_frame f = frame_of((sq_frame_format)format, levels[n - 1], n);
            assert_int_equal(sq_frame_mean_add(&m, &f, &d), SQ_OK);
            sum += levels[n - 1];
            const sq_frame *mean = sq_frame_mean_take(&m);
            for (int x = 0; x < W; x++)
                assert_int_equal(mean->plane[0][(H - 1) * mean->stride[0] + x],
                                 ((sum + n * (((H - 1) * STRIDE + x) % 3)) + n / 2) / n);
            assert_near(mean->t, n, 0);
        }
    }
    sq_frame_mean_free(&m);
}

static void many_do_not_run_over(void **state) {
    (void)state;
    sq_frame_mean m = {0};
    sq_diag d;
    memset(bytes, 255, sizeof bytes);
    for (int n = 0; n < 400; n++) {
        sq_frame f = frame_of(SQ_FRAME_I420, 250, n);
        memset(bytes, 255, sizeof bytes);
        assert_int_equal(sq_frame_mean_add(&m, &f, &d), SQ_OK);
    }
    assert_int_equal(sq_frame_mean_take(&m)->plane[0][0], 255);
    sq_frame_mean_free(&m);
}

static void another_size_begins_anew(void **state) {
    (void)state;
    sq_frame_mean m = {0};
    sq_diag d;
    sq_frame f = frame_of(SQ_FRAME_I420, 50, 0);
    assert_int_equal(sq_frame_mean_add(&m, &f, &d), SQ_OK);
    f = frame_of(SQ_FRAME_I420, 90, 1);
    f.width = 4;
    assert_int_equal(sq_frame_mean_add(&m, &f, &d), SQ_OK);
    assert_int_equal(sq_frame_mean_take(&m)->width, 4);
    assert_int_equal(sq_frame_mean_take(&m)->plane[0][0], 90);
    sq_frame_mean_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_is_rounded),
        cmocka_unit_test(many_do_not_run_over),
        cmocka_unit_test(another_size_begins_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
