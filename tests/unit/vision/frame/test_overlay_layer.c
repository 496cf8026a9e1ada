/* A layer over a frame of any kind looks as if it had been painted upon it, and leaves all else untouched. */
#include "vision/frame/overlay_layer.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"
#include "vision/frame/yuv.h"

enum { W = 48, H = 20, PLANE = W * H };

static uint8_t black[3 * PLANE], white[3 * PLANE], planes[3][3 * PLANE], before[3][3 * PLANE],
    seen[3 * PLANE], plain[3 * PLANE];

static sq_frame bgr(const uint8_t *pixels) {
    return (sq_frame){.width = W, .height = H, .format = SQ_FRAME_BGR, .plane = {pixels}, .stride = {3 * W}};
}

static sq_frame frame_of(sq_frame_format format) {
    sq_frame f = {.width = W, .height = H, .format = format};
    for (int k = 0; k < 3; k++) {
        f.plane[k] = planes[k];
        f.stride[k] = W * (format == SQ_FRAME_BGR ? 3 : format == SQ_FRAME_NV12 && k ? 2 : 1);
    }
    return f;
}

static void clear_drawing(void) {
    memset(black, 0, sizeof black);
    memset(white, 255, sizeof white);
}

static void paint(int x0, int x1, int y0, int y1, const int colour[3], double alpha) {
    for (int y = y0; y < y1; y++)
        for (int i = 3 * x0; i < 3 * x1; i++) {
            black[3 * W * y + i] = (uint8_t)lround(alpha * colour[i % 3]);
            white[3 * W * y + i] = (uint8_t)lround(alpha * colour[i % 3] + 255 * (1 - alpha));
        }
}

static void lay(const sq_frame *f) {
    sq_layer *l;
    sq_diag d = {0};
    sq_frame b = bgr(black), w = bgr(white);
    assert_int_equal(sq_layer_new(&l, f, &d), SQ_OK);
    sq_layer_set(l, &b, &w);
    memcpy(before, planes, sizeof planes);
    sq_layer_lay(l, (uint8_t *const[]){planes[0], planes[1], planes[2]}, f->stride);
    sq_layer_free(l);
}

static const sq_frame_format formats[] = {SQ_FRAME_BGR,  SQ_FRAME_I420, SQ_FRAME_NV12,
                                          SQ_FRAME_I422, SQ_FRAME_I444, SQ_FRAME_GREY};
enum { FORMATS = sizeof formats / sizeof *formats, KINDS = 8 };

static sq_frame kind_of(int format, int kind) {
    sq_frame f = frame_of(formats[format]);
    f.siting = kind & 1 ? SQ_CHROMA_LEFT : SQ_CHROMA_CENTRE;
    f.matrix = kind & 2 ? SQ_MATRIX_BT709 : SQ_MATRIX_BT601;
    f.full_range = kind & 4;
    return f;
}

/* Opaque, half and hardly; grey for the frame that has no colours. */
static void it_looks_as_painted(void **state) {
    (void)state;
    static const int colours[][3] = {{230, 80, 230}, {20, 20, 20}, {255, 255, 255}, {110, 235, 110}};
    for (int n = 0; n < FORMATS * KINDS; n++)
        for (int c = 0; c < 4; c++)
            for (int a = 1; a <= 4; a++) {
                sq_frame f = kind_of(n % FORMATS, n / FORMATS);
                if (f.format == SQ_FRAME_GREY && (c == 0 || c == 3)) continue;
                memset(planes, 120, sizeof planes);
                sq_bgr_from_frame(&f, plain, 3 * W);
                clear_drawing();
                paint(10, 30, 4, 16, colours[c], a / 4.0);
                lay(&f);
                sq_bgr_from_frame(&f, seen, 3 * W);
                for (int k = 0; k < 3; k++) {
                    int i = 3 * (10 * W + 20) + k;
                    assert_near(seen[i], plain[i] + a / 4.0 * (colours[c][k] - plain[i]), 4);
                }
            }
}

static void what_it_does_not_touch_stays(void **state) {
    (void)state;
    for (int n = 0; n < FORMATS * KINDS; n++) {
        sq_frame f = kind_of(n % FORMATS, n / FORMATS);
        srand(5);
        for (size_t i = 0; i < sizeof planes; i++)
            ((uint8_t *)planes)[i] = (uint8_t)rand();
        clear_drawing();
        lay(&f);
        assert_memory_equal(planes, before, sizeof planes); /* nothing is drawn */
        paint(11, 13, 7, 8, (int[]){255, 0, 0}, 1);
        lay(&f);
        int step = f.format == SQ_FRAME_BGR ? 3 : 1;
        assert_memory_not_equal(planes[0] + step * (7 * W + 11), before[0] + step * (7 * W + 11),
                                2 * (size_t)step);
        memcpy(planes[0] + step * (7 * W + 11), before[0] + step * (7 * W + 11), 2 * (size_t)step);
        assert_memory_equal(planes[0], before[0], sizeof planes[0]); /* of luma these two pixels alone */
    }
}

/* A square's chroma lies about the square's middle, wherever samples lie. */
static void chroma_lies_where_it_was_drawn(void **state) {
    (void)state;
    for (int left = 0; left < 2; left++)
        for (int x0 = 10; x0 < 14; x0++) {
            sq_frame f = frame_of(SQ_FRAME_I420);
            f.siting = left ? SQ_CHROMA_LEFT : SQ_CHROMA_CENTRE;
            memset(planes, 128, sizeof planes);
            clear_drawing();
            paint(x0, x0 + 13, 4, 16, (int[]){255, 128, 128}, 1);
            lay(&f);
            double sum = 0, moment = 0;
            for (int i = 0; i < W / 2; i++) {
                double u = planes[1][5 * W + i] - 128;
                sum += u, moment += u * (2 * i + (left ? 0 : 0.5));
            }
            assert_true(sum > 0);
            assert_near(moment / sum, x0 + 6,
                        0.1); /* levels are whole; the wrong place is half a pixel off */
        }
}

/* Every other block, up to the border and beyond the last odd pixel: the most spans that there can be. */
static void the_most_that_can_be_drawn(void **state) {
    (void)state;
    sq_frame f = frame_of(SQ_FRAME_I420);
    f.width = W - 1, f.height = H - 1;
    clear_drawing();
    for (int y = 0; y < H; y += 2)
        for (int x = 0; x < W; x += 4)
            paint(x, x + 1, y, y + 1, (int[]){255, 255, 255}, 1);
    sq_layer *l;
    sq_diag d = {0};
    sq_frame b = bgr(black), w = bgr(white);
    b.width = w.width = f.width, b.height = w.height = f.height;
    assert_int_equal(sq_layer_new(&l, &f, &d), SQ_OK);
    memset(planes, 16, sizeof planes);
    sq_layer_set(l, &b, &w);
    sq_layer_lay(l, (uint8_t *const[]){planes[0], planes[1], planes[2]}, f.stride);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            bool drawn = y % 2 == 0 && y < H - 2 && x % 4 == 0 && x < W - 2;
            assert_int_equal(planes[0][y * W + x], drawn ? 235 : 16);
        }
    sq_layer_free(l);
    f.width = 1;
    assert_int_equal(sq_layer_new(&l, &f, &d), SQ_E_SIZE);
    assert_null(l);
    sq_layer_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_looks_as_painted),
        cmocka_unit_test(what_it_does_not_touch_stays),
        cmocka_unit_test(chroma_lies_where_it_was_drawn),
        cmocka_unit_test(the_most_that_can_be_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
