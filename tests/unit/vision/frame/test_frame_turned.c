/* Frames that come mirrored or on their side: where each sample goes, and that chroma stays with its luma. */
#include "vision/frame/frame_copy.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

enum { W = 16, H = 8 };

static void free_turned(sq_frame *f) {
    sq_frame_free(f);
}

/* Grey levels that say where they were: x + 16 y. */
static sq_frame turned_grey(sq_turning how) {
    static uint8_t levels[W * H];
    size_t bytes = 0;
    sq_frame f = {.width = W, .height = H, .format = SQ_FRAME_GREY, .plane = {levels}, .stride = {W}},
             out = {.width = 0};
    for (int i = 0; i < W * H; i++)
        levels[i] = (uint8_t)i;
    assert_int_equal(sq_turn_frame(&out, &bytes, &f, how, NULL), SQ_OK);
    return out;
}

static int level(const sq_frame *f, int x, int y) {
    return f->plane[0][y * f->stride[0] + x];
}

static void each_turn_puts_the_corners_where_they_belong(void **state) {
    (void)state;
    enum { UL = 0, UR = W - 1, LL = W * (H - 1), LR = W * H - 1 };
    /* Then upper left, upper right, lower right, lower left. */
    static const struct {
        sq_turning how;
        int corner[4];
    } known[] = {
        {{false, 0}, {UL, UR, LR, LL}}, {{false, 1}, {LL, UL, UR, LR}}, {{false, 2}, {LR, LL, UL, UR}},
        {{false, 3}, {UR, LR, LL, UL}}, {{true, 0}, {UR, UL, LL, LR}},  {{true, 1}, {LR, UR, UL, LL}},
        {{true, 2}, {LL, LR, UR, UL}},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        sq_frame f = turned_grey(known[k].how);
        bool lies = known[k].how.quarters & 1;
        int w = lies ? H : W, h = lies ? W : H;
        assert_int_equal(f.width, w);
        assert_int_equal(f.height, h);
        assert_int_equal(level(&f, 0, 0), known[k].corner[0]);
        assert_int_equal(level(&f, w - 1, 0), known[k].corner[1]);
        assert_int_equal(level(&f, w - 1, h - 1), known[k].corner[2]);
        assert_int_equal(level(&f, 0, h - 1), known[k].corner[3]);
        free_turned(&f);
    }
}

/* Chroma that rises with luma's x by 4 a pixel still does so after each turn, wherever its samples lay. */
static void chroma_stays_with_its_luma(void **state) {
    (void)state;
    static const sq_frame_format formats[] = {SQ_FRAME_I420, SQ_FRAME_NV12, SQ_FRAME_I422};
    for (int k = 0; k < 3 * 2 * 8; k++) {
        uint8_t luma[W * H] = {0}, u[W * H], v[W * H], *planes[3] = {luma, u, v};
        bool together = formats[k % 3] == SQ_FRAME_NV12;
        sq_frame f = {.width = W,
                      .height = H,
                      .format = formats[k % 3],
                      .siting = k / 3 % 2 ? SQ_CHROMA_LEFT : SQ_CHROMA_CENTRE};
        sq_turning how = {k / 6 % 2, k / 12};
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W / 2; x++) {
                int level_here = 40 + (int)(4 * (2 * x + (f.siting == SQ_CHROMA_LEFT ? 0 : 0.5)));
                if (together)
                    u[y * W + 2 * x] = u[y * W + 2 * x + 1] = (uint8_t)level_here;
                else
                    u[y * W / 2 + x] = v[y * W / 2 + x] = (uint8_t)level_here;
            }
        for (int i = 0; i < 3; i++) {
            f.plane[i] = planes[i];
            f.stride[i] = i && !together ? W / 2 : W;
        }
        sq_frame out = {.width = 0};
        size_t bytes = 0;
        assert_int_equal(sq_turn_frame(&out, &bytes, &f, how, NULL), SQ_OK);
        assert_int_equal(out.format, SQ_FRAME_I420);
        assert_int_equal(out.siting, SQ_CHROMA_CENTRE);
        bool back = (how.quarters >= 2) != how.mirror; /* x then falls, along x or y */
        for (int plane = 1; plane < 3; plane++) {
            const uint8_t *c = out.plane[plane] + out.stride[plane] + 1;
            int step = (how.quarters & 1 ? c[out.stride[plane]] : c[1]) - c[0];
            assert_int_equal(step, back ? -8 : 8);
            double x = back ? W - 1 - 2.5 : 2.5; /* where luma was of the second sample along that way */
            assert_near(c[0], 40 + 4 * x, 1);
        }
        free_turned(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_turn_puts_the_corners_where_they_belong),
        cmocka_unit_test(chroma_stays_with_its_luma),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
