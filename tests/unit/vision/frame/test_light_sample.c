/* Light and colours between pixels: on slopes, where bilinear reading is exact. */
#include "vision/frame/light_sample.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 12, H = 10, STRIDE = 40 };

static uint8_t plane[3][STRIDE * H];

/* What a slope shows at a place of its plane: whole numbers at whole places. */
static double slope(int channel, double x, double y) {
    return 40 + 30 * channel + 8 * x + 2 * y;
}

/* A frame of w x h whose planes are slopes over their own samples, two or three interleaved where they are.
 */
static sq_frame sloping(sq_frame_format format, sq_chroma_siting siting) {
    sq_frame f = {.width = W, .height = H, .format = format, .siting = siting, .full_range = true};
    int first_step = format == SQ_FRAME_BGR ? 3 : 1, next_step = format == SQ_FRAME_NV12 ? 2 : 1;
    for (int p = 0; p < 3; p++) {
        f.plane[p] = plane[p];
        f.stride[p] = STRIDE;
        int step = p ? next_step : first_step;
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                for (int k = 0; k < step; k++)
                    plane[p][y * STRIDE + step * x + k] = (uint8_t)slope(p + k, x, y);
    }
    return f;
}

static void light_is_the_code_to_the_power_of_2_2(void **state) {
    (void)state;
    for (int i = 0; i < 256; i++)
        assert_near(sq_light_of[i], 255 * pow(i / 255.0, 2.2), 1e-4);
}

/* The step of the table at a code is what sq_light_step says of its light. */
static void a_codes_step_is_the_curves_slope(void **state) {
    (void)state;
    for (int i = 20; i < 255; i++) {
        double step = (sq_light_of[i + 1] - sq_light_of[i - 1]) / 2.0;
        assert_near(sq_light_step(sq_light_of[i]), step, 0.01 * step);
    }
}

static void light_between_pixels_lies_between_theirs(void **state) {
    (void)state;
    sq_frame f = sloping(SQ_FRAME_GREY, SQ_CHROMA_CENTRE);
    for (int y = 0; y + 1 < H; y++)
        for (int x = 0; x + 1 < W; x++) {
            float here = sq_light_between(&f, (sq_px){x, y}),
                  right = sq_light_of[plane[0][y * STRIDE + x + 1]];
            assert_near(here, sq_light_of[plane[0][y * STRIDE + x]], 1e-5);
            assert_near(sq_light_between(&f, (sq_px){x + 0.25, y}), 0.75 * here + 0.25 * right, 1e-4);
        }
}

static void there_is_no_light_outside_of_the_picture(void **state) {
    (void)state;
    sq_frame f = sloping(SQ_FRAME_GREY, SQ_CHROMA_CENTRE);
    static const sq_px outside[] = {{-0.1, 3}, {3, -0.1}, {W - 1, 3}, {3, H - 1}, {NAN, 3}};
    float v[SQ_CHANNELS];
    for (size_t k = 0; k < sizeof outside / sizeof *outside; k++) {
        assert_true(isnan(sq_light_between(&f, outside[k])));
        assert_true(isnan(sq_luma_between(&f, outside[k])));
        assert_false(sq_colour_between(&f, outside[k], v));
    }
}

/* Grey of every level is that level, whichever way it is stored. */
static void a_grey_bgr_pixel_is_as_light_as_its_level(void **state) {
    (void)state;
    sq_frame f = {.width = W, .height = H, .format = SQ_FRAME_BGR, .plane = {plane[0]}, .stride = {STRIDE}};
    for (int level = 0; level < 256; level += 5) {
        memset(plane[0], level, sizeof plane[0]);
        assert_near(sq_light_at(&f, 3, 2), sq_light_of[level], 1e-5);
        assert_near(sq_luma_between(&f, (sq_px){4.5, 2.5}), level, 1e-9);
        float v[SQ_CHANNELS];
        assert_true(sq_colour_between(&f, (sq_px){4.5, 2.5}, v));
        assert_near(v[0], level, 1e-3);
        assert_near(v[1], 0, 1e-3);
        assert_near(v[2], 0, 1e-3);
    }
}

/* Rec. 601, to a third of a percent of white. */
static void coloured_luma_is_that_of_a_jpeg(void **state) {
    (void)state;
    sq_frame f = {.width = W, .height = H, .format = SQ_FRAME_BGR, .plane = {plane[0]}, .stride = {STRIDE}};
    for (size_t i = 0; i + 3 <= sizeof plane[0]; i++)
        plane[0][i] = (uint8_t)(i % STRIDE % 3 == 2 ? 200 : i % STRIDE % 3 == 1 ? 100 : 50);
    assert_near(sq_luma_between(&f, (sq_px){2.25, 3.75}), 0.299 * 200 + 0.587 * 100 + 0.114 * 50, 0.8);
}

/* A halved sample i stands at 2i + 1/2 in y; in x there too, or at 2i: the slope over samples, read at a
 * pixel, is the slope at that pixel's place among samples. */
static void chroma_is_read_where_its_samples_lie(void **state) {
    (void)state;
    static const struct {
        sq_frame_format format;
        sq_chroma_siting siting;
        double x_half, y_half; /* samples a pixel */
        double x0;             /* the pixel on which sample 0 lies */
    } known[] = {
        {SQ_FRAME_I444, SQ_CHROMA_CENTRE, 1, 1, 0},   {SQ_FRAME_I422, SQ_CHROMA_CENTRE, 0.5, 1, 0.5},
        {SQ_FRAME_I422, SQ_CHROMA_LEFT, 0.5, 1, 0},   {SQ_FRAME_I420, SQ_CHROMA_CENTRE, 0.5, 0.5, 0.5},
        {SQ_FRAME_I420, SQ_CHROMA_LEFT, 0.5, 0.5, 0}, {SQ_FRAME_NV12, SQ_CHROMA_CENTRE, 0.5, 0.5, 0.5},
        {SQ_FRAME_NV12, SQ_CHROMA_LEFT, 0.5, 0.5, 0},
    };
    unsigned seed = 4;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        sq_frame f = sloping(known[k].format, known[k].siting);
        for (int i = 0; i < 50; i++) {
            sq_px p = {1 + 8 * sq_naive_uniform(&seed), 1 + 7 * sq_naive_uniform(&seed)};
            double y0 = known[k].y_half < 1 ? 0.5 : 0;
            float v[SQ_CHANNELS];
            assert_true(sq_colour_between(&f, p, v));
            assert_near(v[0], slope(0, p.x, p.y), 1e-3);
            assert_near(sq_luma_between(&f, p), slope(0, p.x, p.y), 1e-9);
            for (int c = 1; c <= 2; c++)
                assert_near(v[c],
                            slope(c, (p.x - known[k].x0) * known[k].x_half, (p.y - y0) * known[k].y_half),
                            1e-3);
        }
    }
}

static void a_grey_frame_has_no_colour(void **state) {
    (void)state;
    sq_frame f = sloping(SQ_FRAME_GREY, SQ_CHROMA_CENTRE);
    float v[SQ_CHANNELS];
    assert_true(sq_colour_between(&f, (sq_px){3.5, 2.25}, v));
    assert_near(v[0], slope(0, 3.5, 2.25), 1e-3);
    assert_near(v[1], 0, 0);
    assert_near(v[2], 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_is_the_code_to_the_power_of_2_2),
        cmocka_unit_test(a_codes_step_is_the_curves_slope),
        cmocka_unit_test(light_between_pixels_lies_between_theirs),
        cmocka_unit_test(there_is_no_light_outside_of_the_picture),
        cmocka_unit_test(a_grey_bgr_pixel_is_as_light_as_its_level),
        cmocka_unit_test(coloured_luma_is_that_of_a_jpeg),
        cmocka_unit_test(chroma_is_read_where_its_samples_lie),
        cmocka_unit_test(a_grey_frame_has_no_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
