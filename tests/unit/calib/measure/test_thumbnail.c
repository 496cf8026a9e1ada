/* The small copy of a frame: means of blocks, and where it has edges. */
#include "calib/measure/thumbnail.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 962, H = 61, FACTOR = 3, STRIDE = 3 * W + 5 };

static uint8_t plane[3][STRIDE * H];
static sq_thumbnail small;

static sq_frame frame_of(sq_frame_format format, unsigned seed) {
    sq_frame f = {.width = W, .height = H, .format = format, .full_range = true};
    for (int p = 0; p < 3; p++) {
        f.plane[p] = plane[p];
        f.stride[p] = STRIDE;
        for (int i = 0; i < STRIDE * H; i++)
            plane[p][i] = (uint8_t)(256 * sq_naive_uniform(&seed));
    }
    return f;
}

/* What sample lies at a pixel, by the formats' own description (frame.h). */
static double sample(const sq_frame *f, int channel, int x, int y) {
    switch (f->format) {
    case SQ_FRAME_BGR: return plane[0][y * STRIDE + 3 * x + channel];
    case SQ_FRAME_I444: return plane[channel][y * STRIDE + x];
    case SQ_FRAME_I422: return plane[channel][y * STRIDE + (channel ? x / 2 : x)];
    case SQ_FRAME_I420: return plane[channel][(channel ? y / 2 : y) * STRIDE + (channel ? x / 2 : x)];
    case SQ_FRAME_NV12:
        return channel ? plane[1][y / 2 * STRIDE + 2 * (x / 2) + channel - 1] : plane[0][y * STRIDE + x];
    default: return plane[0][y * STRIDE + x];
    }
}

static double mean_of_block(const sq_frame *f, int channel, int x, int y) {
    double sum = 0;
    for (int j = 0; j < FACTOR; j++)
        for (int i = 0; i < FACTOR; i++)
            sum += sample(f, channel, FACTOR * x + i, FACTOR * y + j);
    return sum / (FACTOR * FACTOR);
}

static void a_small_pixel_is_the_mean_of_its_block_in_every_planar_format(void **state) {
    (void)state;
    static const sq_frame_format formats[] = {SQ_FRAME_GREY, SQ_FRAME_I420, SQ_FRAME_NV12, SQ_FRAME_I422,
                                              SQ_FRAME_I444};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        sq_frame f = frame_of(formats[k], (unsigned)k);
        sq_thumbnail_make(&small, &f);
        assert_int_equal(small.factor, FACTOR);
        assert_int_equal(small.width, W / FACTOR);
        assert_int_equal(small.height, H / FACTOR);
        assert_int_equal(small.channels, formats[k] == SQ_FRAME_GREY ? 1 : 3);
        for (int c = 0; c < small.channels; c++)
            for (int i = 0; i < small.width * small.height; i += 7)
                assert_near(small.channel[c][i], mean_of_block(&f, c, i % small.width, i / small.width),
                            1e-3);
    }
}

/* Rec. 601: Y, and 0.564 (B - Y), 0.713 (R - Y). */
static void a_bgr_frame_becomes_brightness_and_two_differences(void **state) {
    (void)state;
    sq_frame f = frame_of(SQ_FRAME_BGR, 3);
    double sum = 0;
    sq_thumbnail_make(&small, &f);
    for (int i = 0; i < small.width * small.height; i++) {
        double c[3];
        for (int k = 0; k < 3; k++)
            c[k] = mean_of_block(&f, k, i % small.width, i / small.width);
        double y = 0.114 * c[0] + 0.587 * c[1] + 0.299 * c[2];
        assert_near(small.channel[0][i], y, 1e-3);
        assert_near(small.channel[1][i], 0.564 * (c[0] - y), 1e-3);
        assert_near(small.channel[2][i], 0.713 * (c[2] - y), 1e-3);
        sum += y;
    }
    assert_near(small.luma_mean, sum / (small.width * small.height), 0.01);
}

/* The middle of block (x, y): half of the factor less one from its first pixel. */
static void a_blocks_place_is_its_middle(void **state) {
    (void)state;
    sq_thumbnail s = {.factor = 4};
    sq_px p = sq_px_from_thumbnail(&s, (sq_px){10, 3});
    assert_near(p.x, 41.5, 1e-12);
    assert_near(p.y, 13.5, 1e-12);
    s.factor = 1;
    assert_near(sq_px_from_thumbnail(&s, (sq_px){7, 0}).x, 7, 1e-12);
}

enum { N = 120 };

/* A step of `step` levels over a line through the middle, whose normal lies at `angle`, in noise. */
static void draw_step(double angle, double step, double noise, unsigned seed) {
    sq_frame f = {.width = N, .height = N, .format = SQ_FRAME_GREY, .plane = {plane[0]}, .stride = {N}};
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            double away = (x - N / 2) * cos(angle) + (y - N / 2) * sin(angle);
            double v = 100 + step * (1 - 0.5 * erfc(away / M_SQRT2)) + noise * sq_naive_normal(&seed);
            plane[0][y * N + x] = (uint8_t)fmin(255, fmax(0, v + 0.5));
        }
    sq_thumbnail_make(&small, &f);
}

/* On the line the slope points over it, towards the light, and is all that an edge can be. */
static void an_edge_is_seen_with_its_direction(void **state) {
    (void)state;
    for (double angle = -3; angle < 3.1; angle += 0.37) {
        draw_step(angle, 90, 1, 4);
        for (int k = -40; k <= 40; k += 5) {
            int x = (int)lround(N / 2 - k * sin(angle)), y = (int)lround(N / 2 + k * cos(angle)),
                i = y * N + x;
            assert_near(sq_small_evidence(&small, x, y), 1, 0);
            assert_near(small.dx[i], cos(angle), 0.12);
            assert_near(small.dy[i], sin(angle), 0.12);
        }
    }
}

static double share_of_evidence(void) {
    double sum = 0;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            sum += (double)sq_small_evidence(&small, x, y);
    return sum / (N * N);
}

/* Slopes are held against their own median, so that more noise gives no more evidence. */
static void noise_is_hardly_any_edge_however_strong_it_is(void **state) {
    (void)state;
    for (double noise = 2; noise < 33; noise *= 2) {
        draw_step(0, 0, noise, 5);
        assert_true(share_of_evidence() < 0.01);
    }
    draw_step(0, 0, 0, 5);
    assert_near(share_of_evidence(), 0, 0);
}

static void the_border_has_no_evidence(void **state) {
    (void)state;
    draw_step(0.3, 90, 1, 6);
    for (int i = -2; i < N + 2; i++) {
        assert_near(sq_small_evidence(&small, i, 0), 0, 0);
        assert_near(sq_small_evidence(&small, i, N - 1), 0, 0);
        assert_near(sq_small_evidence(&small, 0, i), 0, 0);
        assert_near(sq_small_evidence(&small, N - 1, i), 0, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_pixel_is_the_mean_of_its_block_in_every_planar_format),
        cmocka_unit_test(a_bgr_frame_becomes_brightness_and_two_differences),
        cmocka_unit_test(a_blocks_place_is_its_middle),
        cmocka_unit_test(an_edge_is_seen_with_its_direction),
        cmocka_unit_test(noise_is_hardly_any_edge_however_strong_it_is),
        cmocka_unit_test(the_border_has_no_evidence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
