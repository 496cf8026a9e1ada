/* Planes of halved chroma: their blocks, what changes in them, and the rounds that restore them. */
#include "vision/restore/subsampled_chroma.h"

#include <string.h>

#include "tests/fixture/unit.h"

enum { W = 64, H = 48 };

static sq_chroma_memory memory;

static sq_halved lay_out(void) {
    sq_halved k;
    assert_true(sq_halved_lay_out(&memory, &k, &(sq_frame){.width = W, .height = H}, INFINITY));
    assert_int_equal(k.w, W / 2);
    assert_int_equal(k.h, H / 2);
    return k;
}

/* Luma and chroma step at the sample x; chroma has bled `bled` samples further. */
static void draw(const sq_halved *k, int x, int bled) {
    for (int i = 0; i < k->w * k->h; i++) {
        k->luma[i] = i % k->w < x ? 60 : 160;
        for (int c = 0; c < SQ_CHROMA_PLANES; c++)
            k->stored[c][i] = k->now[c][i] = i % k->w < x + bled ? 40 : -10;
    }
}

static void places_beyond_the_ends_are_the_last_ones(void **state) {
    (void)state;
    assert_int_equal(sq_halved_within(-3, 8), 0);
    assert_int_equal(sq_halved_within(5, 8), 5);
    assert_int_equal(sq_halved_within(8, 8), 7);
}

static void a_plane_of_one_colour_has_nothing_to_restore(void **state) {
    (void)state;
    sq_halved k = lay_out();
    float block[SQ_BLOCK_SAMPLES], cosine[SQ_BLOCK_SAMPLES];
    draw(&k, k.w, 0);
    assert_near(sq_halved_mark_busy(&k, 1), 0, 0);
    sq_halved_block(&k, k.stored[0], 1, 1, block);
    assert_true(sq_halved_is_plain(block));
    assert_false(sq_halved_tells(&k, block));
    sq_halved_cosines(&k, block, cosine, SQ_BLOCK_SIDE);
    assert_near((double)cosine[0], 40 * SQ_BLOCK_SIDE, 1e-3);
    for (int i = 1; i < SQ_BLOCK_SAMPLES; i++)
        assert_near((double)cosine[i], 0, 1e-3);
}

static void a_step_makes_its_blocks_and_their_neighbours_busy(void **state) {
    (void)state;
    sq_halved k = lay_out();
    draw(&k, SQ_BLOCK_SIDE / 2, 0);
    int across = k.w / SQ_BLOCK_SIDE;
    float block[SQ_BLOCK_SAMPLES];
    sq_halved_block(&k, k.stored[0], 0, 1, block);
    assert_true(sq_halved_tells(&k, block));
    assert_near(sq_halved_mark_busy(&k, 0), 0.25, 1e-9);
    assert_true(k.busy[across] & 1); /* for the first plane changes there */
    assert_int_equal(k.busy[across + 1], 0);
    assert_near(sq_halved_mark_busy(&k, 1), 0.5, 1e-9);
    assert_true(k.busy[1] & 1);
    assert_int_equal(k.busy[2], 0);
}

/* The colour that has bled over the edge of luma goes back, but no coefficient farther than it may. */
static void the_average_follows_luma_within_what_was_coded(void **state) {
    (void)state;
    sq_halved k = lay_out();
    float half[SQ_BLOCK_SAMPLES], was[SQ_BLOCK_SAMPLES], is[SQ_BLOCK_SAMPLES], block[SQ_BLOCK_SAMPLES];
    enum { EDGE = 12 };
    ptrdiff_t at = (ptrdiff_t)10 * k.w + EDGE + 1, beyond = at + 1;
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        half[i] = 2;
    draw(&k, EDGE, 0);
    for (int c = 0; c < SQ_CHROMA_PLANES; c++) /* one column between the two colours, on felt */
        for (int y = 0; y < k.h; y++)
            k.stored[c][y * k.w + EDGE] = k.now[c][y * k.w + EDGE] = 0;
    sq_halved_mark_busy(&k, 1);
    for (int round = 0; round < SQ_CHROMA_ROUNDS; round++) {
        sq_halved_average(&k, 1);
        sq_halved_take(&k, half);
    }
    assert_true(k.now[0][at - 1] < -1);
    assert_near((double)k.now[0][beyond], -10, 2);
    sq_halved_block(&k, k.stored[0], 1, 1, block);
    sq_halved_cosines(&k, block, was, SQ_BLOCK_SIDE);
    sq_halved_block(&k, k.now[0], 1, 1, block);
    sq_halved_cosines(&k, block, is, SQ_BLOCK_SIDE);
    for (int i = 0; i < SQ_BLOCK_SAMPLES; i++)
        assert_near((double)is[i], (double)was[i], 2.001);
}

/* A pixel between two colours takes that of the side whose luma it has. */
static void a_pixel_takes_the_chroma_of_its_like(void **state) {
    (void)state;
    sq_halved k = lay_out();
    float luma[SQ_BLOCK_SIDE], chroma[SQ_CHROMA_PLANES][SQ_BLOCK_SIDE];
    draw(&k, SQ_BLOCK_SIDE / 2, 0);
    for (int i = 0; i < SQ_BLOCK_SIDE; i++) {
        luma[i] = i < SQ_BLOCK_SIDE / 2 ? 60 : 160;
        chroma[0][i] = chroma[1][i] = 15;
    }
    sq_halved_average_pixels(&k, 0, 8, luma, chroma);
    assert_true(chroma[0][SQ_BLOCK_SIDE / 2 - 1] > 30);
    assert_true(chroma[0][SQ_BLOCK_SIDE / 2] < 0);
}

/* As on a chessboard: a sample tells nothing of its own place, but of the next one. */
static void every_second_sample_may_be_left_out(void **state) {
    (void)state;
    sq_halved k = lay_out();
    ptrdiff_t at = (ptrdiff_t)10 * k.w + 12;
    for (int i = 0; i < k.w * k.h; i++) {
        k.luma[i] = 100;
        k.now[0][i] = k.now[1][i] = i == at ? 4 : 0;
    }
    memset(k.busy, 1, (size_t)(k.w / SQ_BLOCK_SIDE) * (size_t)(k.h / SQ_BLOCK_SIDE));
    sq_halved_average(&k, 1);
    float all = k.next[0][at + 1];
    assert_true(all > 0 && k.next[0][at] > 0);
    sq_halved_average(&k, 2);
    assert_true(k.next[0][at + 1] > 1.5f * all);
    assert_near((double)k.next[0][at], 0, 0);
    assert_near((double)k.next[0][at + 2], 0, 0);
}

static int let_go(void **state) {
    (void)state;
    sq_chroma_memory_free(&memory);
    return memory.room != NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_beyond_the_ends_are_the_last_ones),
        cmocka_unit_test(a_plane_of_one_colour_has_nothing_to_restore),
        cmocka_unit_test(a_step_makes_its_blocks_and_their_neighbours_busy),
        cmocka_unit_test(the_average_follows_luma_within_what_was_coded),
        cmocka_unit_test(a_pixel_takes_the_chroma_of_its_like),
        cmocka_unit_test(every_second_sample_may_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, let_go);
}
