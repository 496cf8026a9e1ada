/* Planar YUV to BGR: known colours, and chroma that stays where it lies. */
#include "vision/frame/yuv.h"

#include "tests/fixture/unit.h"

enum {
    W = 1030,
    H = 14,
    PLANE = W * H
}; /* wider than one span of the converter; odd halves are tested apart */

static uint8_t planes[3][2 * PLANE], out[3 * PLANE];

static sq_frame frame_of(sq_frame_format format, int w, int h) {
    sq_frame f = {.width = w, .height = h, .format = format, .full_range = true};
    for (int k = 0; k < 3; k++) {
        f.plane[k] = planes[k];
        f.stride[k] = W * (k && format == SQ_FRAME_NV12 ? 2 : 1);
    }
    return f;
}

static void put_chroma(const sq_frame *f, int component, int i, int j, int value) {
    if (f->format == SQ_FRAME_NV12)
        planes[1][j * f->stride[1] + 2 * i + component] = (uint8_t)value;
    else
        planes[1 + component][j * f->stride[1 + component] + i] = (uint8_t)value;
}

static void fill(sq_frame *f, int y, int u, int v) {
    memset(planes[0], y, sizeof planes[0]);
    for (int j = 0; j < sq_chroma_height(f); j++)
        for (int i = 0; i < sq_chroma_width(f); i++)
            put_chroma(f, 0, i, j, u), put_chroma(f, 1, i, j, v);
}

static const sq_frame_format formats[] = {SQ_FRAME_I420, SQ_FRAME_NV12, SQ_FRAME_I422, SQ_FRAME_I444};

/* Pure colours, as the standards code them: BT.601 full range, and BT.709 video range (the 100 % bars). */
static void pure_colours_are_pure(void **state) {
    (void)state;
    static const struct {
        bool full;
        sq_yuv_matrix matrix;
        int y, u, v, b, g, r;
    } known[] = {
        {true, SQ_MATRIX_BT601, 76, 85, 255, 0, 0, 255},
        {true, SQ_MATRIX_BT601, 150, 44, 21, 0, 255, 0},
        {true, SQ_MATRIX_BT601, 29, 255, 107, 255, 0, 0},
        {false, SQ_MATRIX_BT709, 63, 102, 240, 0, 0, 255},
        {false, SQ_MATRIX_BT709, 173, 42, 26, 0, 255, 0},
        {false, SQ_MATRIX_BT709, 32, 240, 118, 255, 0, 0},
        {false, SQ_MATRIX_BT709, 16, 128, 128, 0, 0, 0},
        {false, SQ_MATRIX_BT709, 235, 128, 128, 255, 255, 255},
        {true, SQ_MATRIX_BT601, 255, 128, 128, 255, 255, 255},
        {false, SQ_MATRIX_BT601, 81, 90, 240, 0, 0, 255},
    };
    for (size_t n = 0; n < 4; n++)
        for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
            sq_frame f = frame_of(formats[n], W, H);
            f.full_range = known[k].full;
            f.matrix = known[k].matrix;
            fill(&f, known[k].y, known[k].u, known[k].v);
            sq_bgr_from_frame(&f, out, 3 * W);
            for (size_t i = 0; i < 3 * (size_t)PLANE; i += 3) {
                assert_in_range(out[i] + 2, known[k].b,
                                known[k].b + 4); /* ± 2 levels: the codes are rounded */
                assert_in_range(out[i + 1] + 2, known[k].g, known[k].g + 4);
                assert_in_range(out[i + 2] + 2, known[k].r, known[k].r + 4);
            }
        }
}

/* A colour that changes evenly over the picture, sampled where the samples lie, must come back even: were a
 * sample taken half a pixel off, blue would be off by 0.5 × SLOPE × u_to_b = 5 levels. */
static void chroma_stays_in_its_place(void **state) {
    (void)state;
    enum { SLOPE = 6, NARROW = 28 };
    for (size_t n = 0; n < 4; n++)
        for (int left = 0; left < 2; left++) {
            sq_frame f = frame_of(formats[n], NARROW, H);
            f.siting = left ? SQ_CHROMA_LEFT : SQ_CHROMA_CENTRE;
            fill(&f, 128, 128, 128);
            bool across = formats[n] != SQ_FRAME_I444, down = across && formats[n] != SQ_FRAME_I422;
            for (int j = 0; j < sq_chroma_height(&f); j++)
                for (int i = 0; i < sq_chroma_width(&f); i++) {
                    double x = across ? 2 * i + (left ? 0 : 0.5) : i, y = down ? 2 * j + 0.5 : j;
                    put_chroma(&f, 0, i, j,
                               (int)lround(128 + SLOPE * (x - NARROW / 2) / 2 + 2 * (y - H / 2)));
                }
            sq_bgr_from_frame(&f, out, 3 * NARROW);
            for (int y = 2; y < H - 2; y++)
                for (int x = 2; x < NARROW - 2; x++) {
                    double u = SLOPE * (x - NARROW / 2) / 2.0 + 2 * (y - H / 2);
                    double blue = fmin(255, fmax(0, 128 + sq_yuv_of(&f).u_to_b * u));
                    assert_near(out[3 * (y * NARROW + x)], blue, 2);
                }
        }
}

static void odd_sizes_end_well(void **state) {
    (void)state;
    for (size_t n = 0; n < 4; n++)
        for (int w = 1; w < 6; w++)
            for (int h = 1; h < 6; h++) {
                sq_frame f = frame_of(formats[n], w, h);
                fill(&f, 76, 85, 255);
                memset(out, 9, sizeof out);
                sq_bgr_from_frame(&f, out, 3 * w);
                assert_in_range(out[3 * w * h - 1], 253, 255);
                assert_int_equal(out[3 * w * h], 9);
            }
}

static void grey_in_video_range_is_stretched(void **state) {
    (void)state;
    sq_frame f = frame_of(SQ_FRAME_GREY, 3, 1);
    f.full_range = false;
    memcpy(planes[0], (uint8_t[]){16, 235, 255}, 3);
    sq_bgr_from_frame(&f, out, 9);
    assert_memory_equal(out, ((uint8_t[]){0, 0, 0, 255, 255, 255, 255, 255, 255}), 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pure_colours_are_pure),
        cmocka_unit_test(chroma_stays_in_its_place),
        cmocka_unit_test(odd_sizes_end_well),
        cmocka_unit_test(grey_in_video_range_is_stretched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
