/* Patches: what colour lies where, in every format of frame. */
#include "vision/frame/rgb_patch.h"

#include <stdlib.h>

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 61, H = 47, SLACK = 13 };

static const sq_frame_format formats[] = {SQ_FRAME_BGR, SQ_FRAME_I420, SQ_FRAME_NV12, SQ_FRAME_I422,
                                          SQ_FRAME_I444};
enum { FORMATS = sizeof formats / sizeof *formats };

static float pixels[SQ_PATCH_MAX_PIXELS][3];

static sq_patch read_at(const sq_frame *f, int x0, int y0, int w, int h) {
    sq_patch p = {x0, y0, w, h, pixels};
    sq_patch_read(&p, f);
    return p;
}

/* A square of blue paper on felt, its edges within pixels. */
static sq_naive_picture square(double x0, double y0, double side) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.soft_px = 0; /* keep the rounding of faint pixels out */
    sq_mm low = sq_mm_from_px(&s.camera, (sq_px){x0, y0 + side}, 0);
    sq_mm high = sq_mm_from_px(&s.camera, (sq_px){x0 + side, y0}, 0);
    s.sheet[s.sheet_count++] = (sq_naive_sheet){low, high, {60, 90, 200}, 0};
    return sq_naive_draw(&s);
}

/* The centroid of what is bluer than the felt, in pixels of the frame. */
static sq_px blue_centroid(const sq_patch *p) {
    double sum = 0, x = 0, y = 0, bare = p->rgb[0][2] - p->rgb[0][0];
    for (int j = 0; j < p->h; j++)
        for (int i = 0; i < p->w; i++) {
            const float *rgb = p->rgb[j * p->w + i];
            double blue = rgb[2] - rgb[0] - bare;
            if (blue < 8) continue; /* rounding of the felt: little, but over a large area */
            sum += blue;
            x += blue * (p->x0 + i);
            y += blue * (p->y0 + j);
        }
    return (sq_px){x / sum, y / sum};
}

static void a_coloured_square_lies_where_it_is(void **state) {
    (void)state;
    const double x0 = 21.3, y0 = 14.7, side = 16.8; /* edges midway between two rays */
    sq_naive_picture bgr = square(x0, y0, side);
    for (int n = 0; n < FORMATS; n++)
        for (int siting = 0; siting < 2; siting++)
            for (int full = 0; full < 2; full++) {
                sq_naive_picture p = sq_naive_convert(&bgr, formats[n], (sq_chroma_siting)siting,
                                                      SQ_MATRIX_BT709, full, SLACK);
                sq_patch patch = read_at(&p.frame, 8, 4, 44, 40);
                sq_px c = blue_centroid(&patch);
                assert_near(c.x, x0 + side / 2, 0.05);
                assert_near(c.y, y0 + side / 2, 0.05);
                sq_naive_free(&p);
            }
    sq_naive_free(&bgr);
}

/* The test above can fail: chroma that is read with the other siting lies half a pixel off. */
static void the_wrong_siting_moves_colour_by_half_a_pixel(void **state) {
    (void)state;
    sq_naive_picture bgr = square(20, 14, 18);
    for (int n = 1; n < 4; n++) {
        sq_naive_picture p = sq_naive_convert(&bgr, formats[n], SQ_CHROMA_LEFT, SQ_MATRIX_BT601, true, 0);
        sq_patch patch = read_at(&p.frame, 0, 0, W, H);
        sq_px right = blue_centroid(&patch);
        p.frame.siting = SQ_CHROMA_CENTRE;
        patch = read_at(&p.frame, 0, 0, W, H);
        sq_px wrong = blue_centroid(&patch);
        assert_near(wrong.x - right.x, 0.5, 0.03);
        assert_near(wrong.y - right.y, 0, 0.01);
        sq_naive_free(&p);
    }
    sq_naive_free(&bgr);
}

/* An even gradient survives halved chroma: all formats give back what BGR holds, but for rounding: one step
 * of chroma is 1.8 levels of red and 2.1 of blue. */
static void formats_agree(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.light_x = 8; /* over 60 mm */
    s.light_y = -5;
    sq_naive_picture bgr = sq_naive_draw(&s);
    static float expected[W * H][3];
    read_at(&bgr.frame, 0, 0, W, H);
    memcpy(expected, pixels, sizeof expected);
    for (int n = 1; n < FORMATS; n++)
        for (int k = 0; k < 8; k++) {
            sq_naive_picture p = sq_naive_convert(&bgr, formats[n], (sq_chroma_siting)(k & 1),
                                                  (sq_yuv_matrix)(k >> 1 & 1), k >> 2, k % 3 * SLACK);
            sq_patch patch = read_at(&p.frame, 0, 0, W, H);
            assert_int_equal(patch.w, W);
            for (int i = 0; i < W * H; i++)
                for (int c = 0; c < 3; c++)
                    assert_near(patch.rgb[i][c], expected[i][c], 3.2);
            sq_naive_free(&p);
        }
    sq_naive_free(&bgr);
}

static void grey_has_three_equal_levels(void **state) {
    (void)state;
    sq_naive_picture bgr = square(20, 14, 18);
    sq_naive_picture p =
        sq_naive_convert(&bgr, SQ_FRAME_GREY, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, SLACK);
    sq_patch patch = read_at(&p.frame, 5, 6, 40, 30);
    for (int j = 0; j < patch.h; j++)
        for (int i = 0; i < patch.w; i++)
            for (int c = 0; c < 3; c++)
                assert_near(patch.rgb[j * patch.w + i][c], p.memory[0][(6 + j) * p.frame.stride[0] + 5 + i],
                            0);
    sq_naive_free(&p);
    sq_naive_free(&bgr);
}

static void part_of_a_frame_is_the_part_of_the_whole(void **state) {
    (void)state;
    sq_naive_picture bgr = square(21.3, 14.7, 16.8);
    static float whole[W * H][3];
    for (int n = 0; n < FORMATS; n++) {
        sq_naive_picture p = sq_naive_convert(&bgr, formats[n], SQ_CHROMA_LEFT, SQ_MATRIX_BT601, true, 1);
        read_at(&p.frame, 0, 0, W, H);
        memcpy(whole, pixels, sizeof whole);
        sq_patch patch = read_at(&p.frame, 17, 11, 23, 19);
        for (int j = 0; j < patch.h; j++)
            assert_memory_equal(patch.rgb[j * patch.w], whole[(11 + j) * W + 17], 23 * sizeof *whole);
        sq_naive_free(&p);
    }
    sq_naive_free(&bgr);
}

/* A window that leaves the frame is cut to it; one beyond it is empty; nothing else is read (the sanitizer
 * watches). */
static void windows_are_clipped(void **state) {
    (void)state;
    static const struct {
        int x0, y0, w, h, to_x0, to_y0, to_w, to_h;
    } known[] = {
        {-10, -20, 30, 30, 0, 0, 20, 10},     {W - 5, H - 3, 30, 30, W - 5, H - 3, 5, 3},
        {-100, -100, 1000, 1000, 0, 0, W, H}, /* first to the frame, only then to the longest side */
        {-40, 5, 20, 20, 0, 5, 0, 20},        {W + 40, 5, 20, 20, W, 5, 0, 20},
        {5, H + 1, 20, 20, 5, H, 20, 0},      {3, 3, 0, 5, 3, 3, 0, 5},
        {3, 3, -5, -5, 3, 3, 0, 0},
    };
    sq_naive_picture bgr = square(21, 14, 16);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        for (int n = 0; n < FORMATS; n++) {
            sq_naive_picture p =
                sq_naive_convert(&bgr, formats[n], SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 0);
            sq_patch patch = read_at(&p.frame, known[k].x0, known[k].y0, known[k].w, known[k].h);
            assert_int_equal(patch.w, known[k].to_w);
            assert_int_equal(patch.h, known[k].to_h);
            assert_int_equal(patch.x0, known[k].to_x0);
            assert_int_equal(patch.y0, known[k].to_y0);
            sq_naive_free(&p);
        }
    sq_naive_free(&bgr);
}

static void a_window_larger_than_a_patch_keeps_its_middle(void **state) {
    (void)state;
    enum { WIDE = SQ_PATCH_MAX_SIDE + 100 };
    uint8_t *row = malloc((size_t)WIDE * 4);
    for (int i = 0; i < WIDE * 4; i++)
        row[i] = (uint8_t)(i % WIDE % 251);
    sq_frame f = {.width = WIDE, .height = 4, .format = SQ_FRAME_GREY, .plane = {row}, .stride = {WIDE}};
    sq_patch patch = read_at(&f, 0, 0, WIDE, 4);
    assert_int_equal(patch.w, SQ_PATCH_MAX_SIDE);
    assert_int_equal(patch.x0, 50);
    assert_near(patch.rgb[0][1], 50, 0);
    free(row);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coloured_square_lies_where_it_is),
        cmocka_unit_test(the_wrong_siting_moves_colour_by_half_a_pixel),
        cmocka_unit_test(formats_agree),
        cmocka_unit_test(grey_has_three_equal_levels),
        cmocka_unit_test(part_of_a_frame_is_the_part_of_the_whole),
        cmocka_unit_test(windows_are_clipped),
        cmocka_unit_test(a_window_larger_than_a_patch_keeps_its_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
