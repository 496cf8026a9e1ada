/* Of more peaks than there is room for, exactly the highest are kept, wherever they lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "vision/math/peaks.h"

enum { W = 310, H = 310, APART = 3, MOST = 8192, PEAKS = (W - 4) / APART * ((H - 4) / APART) };

static float field[H][W];
static sq_peak peak[2 * MOST];

/* A peak at every third place of every third row. heights: how many heights there are. */
static void raise(int heights) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            field[y][x] = 0;
    for (int i = 0; i < PEAKS; i++) {
        int x = 2 + APART * (i % ((W - 4) / APART)), y = 2 + APART * (i / ((W - 4) / APART));
        field[y][x] = 1 + (float)(i * 7919L % PEAKS % heights); /* in no order */
    }
}

static void the_highest_of_too_many_are_kept(void **state) {
    (void)state;
    raise(PEAKS);
    assert_true(PEAKS > MOST + 1000);
    assert_int_equal(sq_peaks_find(field[0], W, H, 1, MOST, peak), MOST);
    for (int i = 0; i < MOST; i++) {
        assert_true(peak[i].height == (float)(PEAKS - i));
        assert_true(field[peak[i].y][peak[i].x] == peak[i].height);
    }
}

/* One more than there is room for costs one. */
static void with_one_too_many_the_lowest_is_left_out(void **state) {
    (void)state;
    raise(PEAKS);
    float least = PEAKS - MOST;
    assert_int_equal(sq_peaks_find(field[0], W, H, least, MOST, peak), MOST);
    assert_true(peak[MOST - 1].height == least + 1);
    assert_int_equal(sq_peaks_find(field[0], W, H, least + 2, MOST, peak), MOST - 1);
}

static void of_equal_ones_the_upper_are_kept(void **state) {
    (void)state;
    raise(1);
    assert_int_equal(sq_peaks_find(field[0], W, H, 1, MOST, peak), MOST);
    for (int i = 0; i < MOST; i++) {
        assert_int_equal(peak[i].x, 2 + APART * (i % ((W - 4) / APART)));
        assert_int_equal(peak[i].y, 2 + APART * (i / ((W - 4) / APART)));
    }
}

static void a_lower_place_beside_a_peak_is_none(void **state) {
    (void)state;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            field[y][x] = 0;
    field[100][100] = 5;
    field[102][101] = 4; /* within two places */
    field[103][100] = 3; /* beyond them, but within two of the second */
    field[1][50] = 9;    /* at the field's end */
    assert_int_equal(sq_peaks_find(field[0], W, H, 1, MOST, peak), 1);
    assert_true(peak[0].x == 100 && peak[0].y == 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highest_of_too_many_are_kept),
        cmocka_unit_test(with_one_too_many_the_lowest_is_left_out),
        cmocka_unit_test(of_equal_ones_the_upper_are_kept),
        cmocka_unit_test(a_lower_place_beside_a_peak_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
