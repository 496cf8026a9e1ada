/* Does a hand reach over the mat? Asked of cells that differ here and there. */
#include "vision/change/reaching_hand.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

enum { ACROSS = 20, DOWN = 12, UNIT = 32 };

static sq_rest_samples samples;
static float noise[ACROSS * DOWN];
static uint8_t watched[ACROSS * DOWN];
static double moved_at[ACROSS * DOWN];
static sq_reaching_hand hand;

static const sq_reaching_hand_view view = {
    ACROSS, DOWN, SQ_REST_PLANES, UNIT, (const sq_rest_samples *)&samples, noise, watched};

static void fill(int x0, int x1, int y0, int y1, int luma, int chroma) {
    for (int y = y0 * SQ_REST_CELL; y < y1 * SQ_REST_CELL; y++)
        for (int x = x0 * SQ_REST_CELL; x < x1 * SQ_REST_CELL; x++) {
            samples[0][y][x] = (int16_t)(luma * UNIT);
            samples[1][y][x] = samples[2][y][x] = (int16_t)(chroma * UNIT);
        }
}

/* A bare table, of which the mat is the middle. */
static int set_up(void **state) {
    (void)state;
    hand = (sq_reaching_hand){0};
    for (int i = 0; i < ACROSS * DOWN; i++) {
        int x = i % ACROSS, y = i / ACROSS;
        watched[i] = x >= 4 && x < 16 && y >= 3 && y < 9;
        noise[i] = 0;
        moved_at[i] = 0;
    }
    fill(0, ACROSS, 0, DOWN, 120, 0);
    assert_false(sq_reaching_hand_is_there(&hand, &view)); /* nothing is known */
    sq_reaching_hand_keep(&hand, &view, moved_at, 0);
    return 0;
}

static void it_comes_from_the_edge_to_the_mat(void **state) {
    (void)state;
    assert_false(sq_reaching_hand_is_there(&hand, &view));
    fill(2, 7, 5, 7, 90, 20);
    assert_false(sq_reaching_hand_is_there(&hand, &view)); /* a thing on the mat */
    fill(0, 2, 5, 6, 90, 20);
    assert_true(sq_reaching_hand_is_there(&hand, &view));
    fill(4, 7, 5, 7, 120, 0);
    assert_false(sq_reaching_hand_is_there(&hand, &view)); /* withdrawn */
}

/* A camera that sways takes in what lies along its picture's edge, and leaves it out again. */
static void what_does_not_reach_in_is_none(void **state) {
    (void)state;
    for (int i = 0; i < ACROSS * DOWN; i++)
        watched[i] = 1;
    fill(3, 12, DOWN - 1, DOWN, 90, 20);
    fill(0, 1, 1, 9, 90, 20);
    assert_false(sq_reaching_hand_is_there(&hand, &view));
    fill(5, 7, DOWN - 3, DOWN, 90, 20);
    assert_true(sq_reaching_hand_is_there(&hand, &view));
}

static void neither_light_nor_noise_is_one(void **state) {
    (void)state;
    fill(0, 9, 4, 8, 96, 0);
    assert_false(sq_reaching_hand_is_there(&hand, &view));
    fill(0, 9, 4, 8, 90, 20);
    for (int i = 0; i < ACROSS * DOWN; i++)
        noise[i] = 100000;
    assert_false(sq_reaching_hand_is_there(&hand, &view));
}

/* The camera was pushed, or another lamp is lit. */
static void another_picture_is_no_hand(void **state) {
    (void)state;
    fill(0, 9, 0, DOWN, 90, 20);
    assert_false(sq_reaching_hand_is_there(&hand, &view));
    fill(0, 9, 0, DOWN, 120, 0);
    fill(0, ACROSS, 3, 5, 90, 20);
    assert_false(sq_reaching_hand_is_there(&hand, &view));
}

/* It is none of the table's things until it has lain there for long. */
static void one_that_is_looked_at_is_not_kept(void **state) {
    (void)state;
    fill(0, 7, 5, 7, 90, 20);
    assert_true(sq_reaching_hand_is_there(&hand, &view));
    sq_reaching_hand_keep(&hand, &view, moved_at, 1);
    assert_true(sq_reaching_hand_is_there(&hand, &view));
    sq_reaching_hand_keep(&hand, &view, moved_at, 60);
    assert_false(sq_reaching_hand_is_there(&hand, &view));
}

/* A hand is caught in some cells as it leaves, at the picture's edge too faintly to be told from noise: a
 * rest is kept with something of it. The table comes back, and is no hand. */
static void what_is_again_as_two_rests_before_is_none(void **state) {
    (void)state;
    fill(0, 7, 5, 7, 110, 8);
    for (int y = 0; y < DOWN; y++)
        noise[y * ACROSS] = 100000;
    assert_false(sq_reaching_hand_is_there(&hand, &view));
    sq_reaching_hand_keep(&hand, &view, moved_at, 1);
    for (int y = 0; y < DOWN; y++)
        noise[y * ACROSS] = 0;
    fill(0, 7, 5, 7, 120, 0);
    assert_false(sq_reaching_hand_is_there(&hand, &view));
    fill(0, 7, 5, 7, 90, 20);
    assert_true(sq_reaching_hand_is_there(&hand, &view)); /* unlike both */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(it_comes_from_the_edge_to_the_mat, set_up),
        cmocka_unit_test_setup(what_does_not_reach_in_is_none, set_up),
        cmocka_unit_test_setup(neither_light_nor_noise_is_one, set_up),
        cmocka_unit_test_setup(another_picture_is_no_hand, set_up),
        cmocka_unit_test_setup(one_that_is_looked_at_is_not_kept, set_up),
        cmocka_unit_test_setup(what_is_again_as_two_rests_before_is_none, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
