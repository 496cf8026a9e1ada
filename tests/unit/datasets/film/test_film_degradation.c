/* Does each camera of the ladder spoil a frame in its own way, and no more? */
#include "datasets/film/film_degradation.h"

#include <math.h>
#include <string.h>

#include "tests/fixture/unit.h"

enum { W = 64, H = 48, CHROMA = W / 2 * H / 2 };

static uint8_t luma[W * H], chroma[2][CHROMA];
static int drawn;

/* A light square on grey, thirty times a second. */
static sq_code draw(void *who, sq_frame *f, sq_diag *d) {
    (void)who;
    (void)d;
    *f = (sq_frame){.width = W,
                    .height = H,
                    .format = SQ_FRAME_I420,
                    .plane = {luma, chroma[0], chroma[1]},
                    .stride = {W, W / 2, W / 2},
                    .t = drawn / 30.0,
                    .number = (uint64_t)drawn};
    drawn++;
    return SQ_OK;
}

static int set_up(void **state) {
    (void)state;
    drawn = 0;
    for (int i = 0; i < W * H; i++)
        luma[i] = i % W >= 20 && i % W < 44 && i / W >= 12 && i / W < 36 ? 180 : 90;
    memset(chroma[0], 120, CHROMA);
    memset(chroma[1], 135, CHROMA);
    return 0;
}

static sq_frame first_of(sq_rung_filter *r, const char *name) {
    sq_frame f;
    sq_diag d;
    *r = (sq_rung_filter){.rung = sq_rung_of(name), .source = draw};
    assert_non_null(r->rung);
    assert_int_equal(sq_rung_next(r, &f, &d), SQ_OK);
    return f;
}

static double mean_in(const sq_frame *f, int k, int x0, int x1, int y0, int y1, double *deviation) {
    double sum = 0, squares = 0, n = (x1 - x0) * (y1 - y0);
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            double v = f->plane[k][y * f->stride[k] + x];
            sum += v;
            squares += v * v;
        }
    if (deviation) *deviation = sqrt(fmax(squares / n - sum / n * sum / n, 0));
    return sum / n;
}

static void as_it_is_nothing_changes(void **state) {
    (void)state;
    sq_rung_filter r;
    sq_frame f = first_of(&r, "asis");
    assert_memory_equal(f.plane[0], luma, sizeof luma);
    assert_memory_equal(f.plane[2], chroma[1], CHROMA);
    sq_rung_filter_free(&r);
    assert_null(sq_rung_of("no such camera"));
}

static void light_changes_levels(void **state) {
    (void)state;
    sq_rung_filter r;
    sq_frame f = first_of(&r, "dark");
    assert_true(mean_in(&f, 0, 24, 40, 16, 32, NULL) < 150 && mean_in(&f, 0, 2, 12, 2, 8, NULL) < 45);
    sq_rung_filter_free(&r);
    f = first_of(&r, "clip");
    assert_near(mean_in(&f, 0, 24, 40, 16, 32, NULL), 235, 0.1); /* cut */
    sq_rung_filter_free(&r);
    f = first_of(&r, "warm");
    assert_near(mean_in(&f, 2, 0, W / 2, 0, H / 2, NULL), 135 + r.rung->warm, 0.1);
    sq_rung_filter_free(&r);
}

static void noise_is_as_strong_as_it_says(void **state) {
    (void)state;
    sq_rung_filter r;
    double deviation;
    sq_frame f = first_of(&r, "noise18");
    mean_in(&f, 1, 0, W / 2, 0, H / 2, &deviation);
    assert_near(deviation, sqrt(8 * 8 + 2.5 * 2.5 + 1.5 * 1.5), 0.7);
    sq_rung_filter_free(&r);
}

static void blur_softens_and_keeps_the_mean(void **state) {
    (void)state;
    sq_rung_filter r;
    sq_frame f = first_of(&r, "blur");
    assert_near(f.plane[0][24 * f.stride[0] + 20], 147,
                6); /* the edge's own side: 90 and 180, blurred by 1.5 */
    assert_near(mean_in(&f, 0, 0, W, 0, H, NULL), 90 + 90.0 * 24 * 24 / (W * H), 1);
    sq_rung_filter_free(&r);
}

static void a_slow_camera_leaves_frames_out(void **state) {
    (void)state;
    sq_rung_filter r;
    sq_diag d;
    sq_frame f = first_of(&r, "slow");
    for (int i = 1; i < 40; i++)
        assert_int_equal(sq_rung_next(&r, &f, &d), SQ_OK);
    assert_near(f.t, 39 / r.rung->fps, 0.3);
    sq_rung_filter_free(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(as_it_is_nothing_changes, set_up),
        cmocka_unit_test_setup(light_changes_levels, set_up),
        cmocka_unit_test_setup(noise_is_as_strong_as_it_says, set_up),
        cmocka_unit_test_setup(blur_softens_and_keeps_the_mean, set_up),
        cmocka_unit_test_setup(a_slow_camera_leaves_frames_out, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
