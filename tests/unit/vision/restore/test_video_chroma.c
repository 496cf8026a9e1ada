/* That the chroma of a tightly packed video comes nearer to what it was, and that of others is left alone. */
#include "vision/restore/video_chroma.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fixture/unit.h"

enum { W = 640, H = 480, WINKS = 24, COLOURS = 4 };

static sq_chroma_memory memory;
static uint8_t luma[H][W], halved[2][H / 2][W / 2];
static double true_chroma[2][H][W];

/* Winks of four colours on felt, with sharp rims. */
static void draw(void) {
    static const double level[COLOURS][3] = {{60, 170, 110}, {90, 110, 100}, {70, 110, 190}, {150, 60, 140}};
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double v[3] = {170, 126, 124};
            for (int i = 0; i < WINKS; i++)
                if (hypot(x - 30 - i % 6 * 50 - i * 0.7, y - 30 - i / 6 * 55 - i * 0.4) < (i % 2 ? 8 : 11))
                    memcpy(v, level[i % COLOURS], sizeof v);
            luma[y][x] = (uint8_t)lround(v[0]);
            for (int c = 0; c < 2; c++)
                true_chroma[c][y][x] = v[1 + c];
        }
    for (int c = 0; c < 2; c++)
        for (int y = 0; y < H / 2; y++)
            for (int x = 0; x < W / 2; x++) {
                double sum = 0;
                for (int i = 0; i < 4; i++)
                    sum += true_chroma[c][2 * y + i / 2][2 * x + i % 2];
                halved[c][y][x] = (uint8_t)lround(sum / 4);
            }
}

/* A Hadamard transform of 4 x 4, which is its own inverse. */
static void transform(double v[4][4]) {
    static const int sign[4][4] = {{1, 1, 1, 1}, {1, 1, -1, -1}, {1, -1, -1, 1}, {1, -1, 1, -1}};
    double out[4][4] = {{0}};
    for (int i = 0; i < 256; i++)
        out[i / 64][i / 16 % 4] +=
            sign[i / 64][i / 4 % 4] * sign[i / 16 % 4][i % 4] * v[i / 4 % 4][i % 4] / 4;
    memcpy(v, out, sizeof out);
}

/* As a codec does that has few bits: the coefficients of 4 x 4 samples in steps. */
static void pack(double step) {
    for (int i = 0; i < 2 * (H / 8) * (W / 8); i++) {
        int c = i % 2, y = i / 2 / (W / 8) * 4, x = i / 2 % (W / 8) * 4;
        double v[4][4];
        for (int k = 0; k < 16; k++)
            v[k / 4][k % 4] = halved[c][y + k / 4][x + k % 4] - 128;
        transform(v);
        for (int k = 0; k < 16; k++)
            v[k / 4][k % 4] = step * round(v[k / 4][k % 4] / step);
        transform(v);
        for (int k = 0; k < 16; k++)
            halved[c][y + k / 4][x + k % 4] = (uint8_t)lround(128 + v[k / 4][k % 4]);
    }
}

static sq_frame frame_of_all(void) {
    return (sq_frame){.width = W,
                      .height = H,
                      .format = SQ_FRAME_I420,
                      .plane = {luma[0], halved[0][0], halved[1][0]},
                      .stride = {W, W / 2, W / 2}};
}

/* Root mean square of what the second and third plane are off. */
static double off(const sq_frame *f) {
    double sum = 0;
    bool full = f->format == SQ_FRAME_I444;
    for (int c = 0; c < 2; c++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                int v = full ? y : y / 2, u = full ? x : x / 2;
                double d = f->plane[1 + c][v * f->stride[1 + c] + u] - true_chroma[c][y][x];
                sum += d * d;
            }
    return sqrt(sum / (2 * W * H));
}

static void chroma_comes_nearer_to_what_it_was(void **state) {
    (void)state;
    double step;
    sq_diag d;
    draw();
    pack(26);
    sq_frame f = frame_of_all();
    assert_int_equal(sq_video_chroma_restore(&memory, &f, 8, &step, &d), SQ_OK);
    assert_true(step > 0.25);
    assert_int_equal(memory.copy.format, SQ_FRAME_I444);
    assert_true(off(&memory.copy) < 0.85 * off(&f));
    for (int y = 0; y < H; y++)
        assert_memory_equal(memory.copy.plane[0] + y * memory.copy.stride[0], luma[y], W);
}

/* NV12 says the same as I420; sides that are no whole blocks are no hindrance. */
static void pairs_and_odd_sides_are_read(void **state) {
    (void)state;
    static uint8_t pairs[H / 2][W / 2][2];
    static uint8_t first[H][W];
    double step, other;
    sq_diag d;
    draw();
    pack(26);
    for (int y = 0; y < H / 2; y++)
        for (int x = 0; x < W / 2; x++)
            for (int c = 0; c < 2; c++)
                pairs[y][x][c] = halved[c][y][x];
    sq_frame f = frame_of_all(), g = f;
    f.width = g.width = W - 5;
    f.height = g.height = H - 3;
    g.format = SQ_FRAME_NV12;
    g.plane[1] = pairs[0][0];
    g.stride[1] = W;
    assert_int_equal(sq_video_chroma_restore(&memory, &f, 8, &step, &d), SQ_OK);
    for (int y = 0; y < H - 3; y++)
        memcpy(first[y], memory.copy.plane[1] + y * memory.copy.stride[1], W - 5);
    assert_int_equal(sq_video_chroma_restore(&memory, &g, 8, &other, &d), SQ_OK);
    assert_near(step, other, 0);
    for (int y = 0; y < H - 3; y++)
        assert_memory_equal(memory.copy.plane[1] + y * memory.copy.stride[1], first[y], W - 5);
}

static void a_good_video_is_left_alone(void **state) {
    (void)state;
    double step;
    sq_diag d;
    draw();
    sq_frame f = frame_of_all();
    assert_int_equal(sq_video_chroma_restore(&memory, &f, 8, &step, &d), SQ_OK);
    assert_near(step, 0, 0);
}

static void noise_and_other_formats_are_left_alone(void **state) {
    (void)state;
    double step;
    sq_diag d;
    draw();
    srand(1);
    for (int c = 0; c < 2; c++)
        for (int y = 0; y < H / 2; y++)
            for (int x = 0; x < W / 2; x++)
                halved[c][y][x] = (uint8_t)(128 + rand() % 40);
    sq_frame f = frame_of_all();
    assert_int_equal(sq_video_chroma_restore(&memory, &f, 8, &step, &d), SQ_OK);
    assert_near(step, 0, 0);
    f.format = SQ_FRAME_BGR;
    step = 1;
    assert_int_equal(sq_video_chroma_restore(&memory, &f, 8, &step, &d), SQ_OK);
    assert_near(step, 0, 0);
}

static int let_go(void **state) {
    (void)state;
    sq_chroma_memory_free(&memory);
    return memory.room != NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chroma_comes_nearer_to_what_it_was),
        cmocka_unit_test(pairs_and_odd_sides_are_read),
        cmocka_unit_test(a_good_video_is_left_alone),
        cmocka_unit_test(noise_and_other_formats_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, let_go);
}
