/* Copies of frames, whole and halved, in every format: against planes that were written out by hand. */
#include "vision/frame/frame_copy.h"

#include "tests/fixture/picture/odd_frame.h"
#include "tests/fixture/unit.h"

/* Bytes in a row and rows of each plane, by hand. */
static const struct {
    sq_frame_format format;
    int planes, row[3], rows[3], step[3];
} formats[] = {
    {SQ_FRAME_BGR, 1, {21}, {5}, {3}},
    {SQ_FRAME_GREY, 1, {7}, {5}, {1}},
    {SQ_FRAME_I420, 3, {7, 4, 4}, {5, 3, 3}, {1, 1, 1}},
    {SQ_FRAME_NV12, 2, {7, 8}, {5, 3}, {1, 2}},
    {SQ_FRAME_I422, 3, {7, 4, 4}, {5, 5, 5}, {1, 1, 1}},
    {SQ_FRAME_I444, 3, {7, 7, 7}, {5, 5, 5}, {1, 1, 1}},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static void a_copy_is_the_same_in_every_format(void **state) {
    (void)state;
    sq_frame copy = {0};
    size_t bytes = 0;
    sq_diag d;
    for (int i = 0; i < FORMATS; i++) {
        sq_frame f = odd_frame(formats[i].format);
        assert_int_equal(sq_frame_copy(&copy, &bytes, &f, &d), SQ_OK);
        assert_int_equal(copy.format, f.format);
        assert_int_equal(copy.number, 9);
        for (int p = 0; p < formats[i].planes; p++)
            for (int y = 0; y < formats[i].rows[p]; y++)
                assert_memory_equal(copy.plane[p] + y * copy.stride[p], f.plane[p] + y * STRIDE,
                                    (size_t)formats[i].row[p]);
    }
    sq_frame_free(&copy);
}

/* The sample at (x, y), or the nearest one that there is. */
static int at(const sq_frame *f, int i, int p, int x, int y, int k) {
    int samples = formats[i].row[p] / formats[i].step[p];
    x = x < samples ? x : samples - 1;
    y = y < formats[i].rows[p] ? y : formats[i].rows[p] - 1;
    return f->plane[p][y * STRIDE + x * formats[i].step[p] + k];
}

static void half_a_copy_holds_the_means(void **state) {
    (void)state;
    sq_frame copy = {0};
    size_t bytes = 0;
    sq_diag d;
    for (int i = 0; i < FORMATS; i++) {
        sq_frame f = odd_frame(formats[i].format);
        assert_int_equal(sq_frame_copy_half(&copy, &bytes, &f, &d), SQ_OK);
        assert_int_equal(copy.width, 3);
        assert_int_equal(copy.height, 2);
        for (int p = 0; p < formats[i].planes; p++) {
            bool half_x = p && f.format != SQ_FRAME_I444;
            bool half_y = p && (f.format == SQ_FRAME_I420 || f.format == SQ_FRAME_NV12);
            int step = formats[i].step[p];
            for (int y = 0; y < (half_y ? 1 : 2); y++)
                for (int x = 0; x < (half_x ? 2 : 3); x++)
                    for (int k = 0; k < step; k++) {
                        int sum = at(&f, i, p, 2 * x, 2 * y, k) + at(&f, i, p, 2 * x + 1, 2 * y, k) +
                                  at(&f, i, p, 2 * x, 2 * y + 1, k) + at(&f, i, p, 2 * x + 1, 2 * y + 1, k);
                        assert_int_equal(copy.plane[p][y * copy.stride[p] + x * step + k], (sum + 2) / 4);
                    }
        }
    }
    sq_frame_free(&copy);
}

/* A frame that is kept: its memory serves the next one, grows where that one is larger, and is its own. */
static void memory_is_kept_and_grows_where_it_must(void **state) {
    (void)state;
    sq_frame copy = {0};
    size_t bytes = 0;
    sq_diag d;
    sq_frame small = odd_frame(SQ_FRAME_GREY), large = odd_frame(SQ_FRAME_I444);
    assert_int_equal(sq_frame_copy(&copy, &bytes, &small, &d), SQ_OK);
    assert_int_equal(bytes, W * H);
    assert_int_equal(sq_frame_copy(&copy, &bytes, &large, &d), SQ_OK);
    assert_int_equal(bytes, 3 * W * H);
    const uint8_t *block = copy.plane[0];
    assert_int_equal(sq_frame_copy(&copy, &bytes, &small, &d), SQ_OK);
    assert_ptr_equal(copy.plane[0], block);
    assert_int_equal(bytes, 3 * W * H);
    uint8_t was = copy.plane[0][0];
    pixels[0][0] = (uint8_t)(was + 1);
    assert_int_equal(copy.plane[0][0], was);
    sq_frame_free(&copy);
}

/* A square of one colour keeps its light and its middle, and becomes as wide as it was ⊕ the Gaussian; the
 * other colours stay. */
static void smoothing_spreads_each_colour_by_itself(void **state) {
    (void)state;
    enum { SIDE = 41, MIDDLE = 20, HALF = 4 };
    static uint8_t square[SIDE][SIDE][3];
    const sq_frame f = {
        .width = SIDE, .height = SIDE, .format = SQ_FRAME_BGR, .plane = {square[0][0]}, .stride = {3 * SIDE}};
    sq_frame copy = {0};
    size_t bytes = 0;
    sq_diag d;
    double before = 0, after = 0, sum = 0;
    for (int y = MIDDLE - HALF; y <= MIDDLE + HALF; y++)
        for (int x = MIDDLE - HALF; x <= MIDDLE + HALF; x++)
            square[y][x][1] = 200;
    assert_int_equal(sq_frame_smooth(&copy, &bytes, &f, 1.5, &d), SQ_OK);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const uint8_t *p = copy.plane[0] + y * copy.stride[0] + 3 * x;
            assert_int_equal(p[0] + p[2], 0);
            before += square[y][x][1] * (x - MIDDLE) * (x - MIDDLE);
            after += p[1] * (x - MIDDLE) * (x - MIDDLE);
            sum += p[1];
        }
    assert_near(sum, 81 * 200, 60);
    assert_near((after - before) / sum, 1.5 * 1.5, 0.2);
    sq_frame_free(&copy);
}

/* Chroma that is halved along the rows alone is smoothed by as many pixels both ways. */
static void smoothing_is_as_wide_as_high(void **state) {
    (void)state;
    enum { SIDE = 48, HALF = SIDE / 2, DOT = 12 };
    static uint8_t luma[SIDE][SIDE], u[SIDE][HALF], v[SIDE][HALF];
    const sq_frame f = {.width = SIDE,
                        .height = SIDE,
                        .format = SQ_FRAME_I422,
                        .plane = {luma[0], u[0], v[0]},
                        .stride = {SIDE, HALF, HALF}};
    sq_frame copy = {0};
    size_t bytes = 0;
    sq_diag d;
    double across = 0, down = 0;
    for (int y = 2 * DOT - 1; y <= 2 * DOT + 1; y++)
        for (int x = DOT - 1; x <= DOT + 1; x++)
            v[y][x] = 250;
    assert_int_equal(sq_frame_smooth(&copy, &bytes, &f, 4, &d), SQ_OK);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < HALF; x++) {
            int more = copy.plane[2][y * copy.stride[2] + x];
            across += more * 4 * (x - DOT) * (x - DOT);
            down += more * (y - 2 * DOT) * (y - 2 * DOT);
        }
    assert_near(sqrt(across / down), 1, 0.1);
    sq_frame_free(&copy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_is_the_same_in_every_format),
        cmocka_unit_test(half_a_copy_holds_the_means),
        cmocka_unit_test(memory_is_kept_and_grows_where_it_must),
        cmocka_unit_test(smoothing_spreads_each_colour_by_itself),
        cmocka_unit_test(smoothing_is_as_wide_as_high),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
