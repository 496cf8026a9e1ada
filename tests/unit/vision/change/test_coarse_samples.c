/* Coarse samples of every form of frame, and of one that has shifted. */
#include "vision/change/coarse_samples.h"

#include "tests/fixture/unit.h"
#include "vision/change/reaching_hand.h"

enum { W = 120, H = 64, STEP = 4, SAMPLES = W / STEP };

static uint8_t luma[W * H], chroma[2][W * H / 4];

/* A slope along x and y, which sampling and shifting keep. */
static sq_frame slope(sq_frame_format format) {
    for (int i = 0; i < W * H; i++)
        luma[i] = (uint8_t)(20 + i % W + i / W);
    for (int i = 0; i < W * H / 4; i++)
        chroma[0][i] = chroma[1][i] = (uint8_t)(100 + i % (W / 2) + i / (W / 2) / 2);
    return (sq_frame){.width = W,
                      .height = H,
                      .format = format,
                      .plane = {luma, chroma[0], chroma[1]},
                      .stride = {W, W / 2, W / 2}};
}

static void sums_are_means_above_black(void **state) {
    (void)state;
    int16_t out[SQ_REST_SIDE];
    sq_frame f = slope(SQ_FRAME_I420);
    sq_coarse_channel c = sq_coarse_channel_of(&f, 0, STEP);
    sq_coarse_row(&c, STEP, 5, SAMPLES, (sq_px){0, 0}, out);
    for (int x = 0; x < SAMPLES; x++)
        assert_near(out[x] / (double)SQ_COARSE_UNIT, 20 - 16 + 4 * x + 1.5 + 5 * STEP, 0.01);
    c = sq_coarse_channel_of(&f, 1, STEP);
    sq_coarse_row(&c, STEP, 5, SAMPLES, (sq_px){0, 0}, out);
    for (int x = 0; x < SAMPLES; x++)
        assert_near(out[x] / (double)SQ_COARSE_UNIT, 100 - 128 + 2 * x + 0.5 + 5, 0.01);
}

/* On a slope of 1 a shift of s pixels adds s, in each plane; at the picture's edge there is nothing to add.
 */
static void a_shift_is_taken_back(void **state) {
    (void)state;
    const sq_px shifts[] = {{0.5, 0}, {0, 0.25}, {-1.75, 2.5}, {5.25, -3}, {-9, 0}};
    sq_frame f = slope(SQ_FRAME_I420);
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
        for (int k = 0; k < 2; k++) {
            int16_t still[SQ_REST_SIDE], shifted[SQ_REST_SIDE];
            sq_coarse_channel c = sq_coarse_channel_of(&f, k, STEP);
            sq_coarse_row(&c, STEP, 6, SAMPLES, (sq_px){0, 0}, still);
            sq_coarse_row(&c, STEP, 6, SAMPLES, shifts[i], shifted);
            double expected = k ? shifts[i].x / 2 + shifts[i].y / 4 : shifts[i].x + shifts[i].y;
            for (int x = 4; x < SAMPLES - 4; x++)
                assert_near((shifted[x] - still[x]) / (double)SQ_COARSE_UNIT, expected, k ? 0.6 : 0.02);
        }
}

/* Far beyond every edge nothing is read that is not the frame's (the sanitizers look). */
static void no_shift_leaves_the_picture(void **state) {
    (void)state;
    int16_t out[SQ_REST_SIDE];
    const sq_frame_format forms[] = {SQ_FRAME_I420, SQ_FRAME_GREY};
    for (int i = 0; i < 2; i++) {
        sq_frame f = slope(forms[i]);
        sq_coarse_channel c = sq_coarse_channel_of(&f, 0, STEP);
        for (int y = 0; y < H / STEP; y += H / STEP - 1)
            for (int way = -1; way <= 1; way += 2) {
                sq_coarse_row(&c, STEP, y, SAMPLES, (sq_px){way * 17.5, way * 17.5}, out);
                for (int x = 0; x < SAMPLES; x++)
                    assert_in_range(out[x], 0, 255 * SQ_COARSE_UNIT);
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_means_above_black),
        cmocka_unit_test(a_shift_is_taken_back),
        cmocka_unit_test(no_shift_leaves_the_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
