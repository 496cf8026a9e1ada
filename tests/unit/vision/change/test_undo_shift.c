/* A frame of every form, shifted by whole pixels and by parts of one. */
#include "vision/change/undo_shift.h"

#include "tests/fixture/unit.h"
#include "vision/frame/frame_copy.h"

enum { W = 40, H = 24 };

static uint8_t planes[3][3 * W * H];

/* A slope of a level a pixel along x, and of two along y, in each plane's own samples. */
static sq_frame slope(sq_frame_format format) {
    const int channels = format == SQ_FRAME_BGR ? 3 : 1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int k = 0; k < channels; k++)
                planes[0][(y * W + x) * channels + k] = (uint8_t)(20 + x + 2 * y + 10 * k);
    const bool pairs = format == SQ_FRAME_NV12;
    for (int y = 0; y < H / 2; y++)
        for (int x = 0; x < W / 2; x++)
            for (int k = 0; k < 2; k++) {
                uint8_t *to = pairs ? &planes[1][y * W + 2 * x + k] : &planes[1 + k][y * W / 2 + x];
                *to = (uint8_t)(100 + 2 * x + 4 * y + 10 * k);
            }
    return (sq_frame){.width = W,
                      .height = H,
                      .format = format,
                      .plane = {planes[0], planes[1], planes[2]},
                      .stride = {W * channels, pairs ? W : W / 2, W / 2}};
}

static void slopes_move_by_what_they_shift(void **state) {
    (void)state;
    const sq_frame_format formats[] = {SQ_FRAME_I420, SQ_FRAME_NV12, SQ_FRAME_BGR, SQ_FRAME_GREY};
    const sq_px shifts[] = {{2, 0}, {0, -3}, {0.5, 0.25}, {-1.5, 2.25}};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            sq_frame f = slope(formats[i]), copy = {0};
            size_t bytes = 0;
            sq_diag d;
            assert_int_equal(sq_shift_undo(&copy, &bytes, &f, shifts[k], &d), SQ_OK);
            const double expected = shifts[k].x + 2 * shifts[k].y;
            const int channels = formats[i] == SQ_FRAME_BGR ? 3 : 1, x = 20 * channels, y = 12;
            assert_near(copy.plane[0][y * copy.stride[0] + x] - f.plane[0][y * f.stride[0] + x], expected,
                        0.51);
            if (formats[i] == SQ_FRAME_I420 || formats[i] == SQ_FRAME_NV12)
                assert_near(copy.plane[1][6 * copy.stride[1] + 10] - f.plane[1][6 * f.stride[1] + 10],
                            expected, 0.51);
            sq_frame_free(&copy);
        }
}

static void the_edge_is_repeated(void **state) {
    (void)state;
    sq_frame f = slope(SQ_FRAME_GREY), copy = {0};
    size_t bytes = 0;
    sq_diag d;
    assert_int_equal(sq_shift_undo(&copy, &bytes, &f, (sq_px){1000, -1000}, &d), SQ_OK);
    assert_int_equal(copy.plane[0][5 * copy.stride[0] + 5], f.plane[0][W - 1]);
    sq_frame_free(&copy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_move_by_what_they_shift),
        cmocka_unit_test(the_edge_is_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
