/* The shift of a picture of discs, one part of which moves by itself. */
#include "vision/change/estimate_shift.h"

#include "tests/fixture/unit.h"

enum { CELLS_X = 12, CELLS_Y = 8, UNIT = 32, WIDE = CELLS_X * SQ_REST_CELL, HIGH = CELLS_Y * SQ_REST_CELL };

static int16_t was[SQ_REST_SIDE][SQ_REST_SIDE], now[SQ_REST_SIDE][SQ_REST_SIDE];

/* Soft hills, a cell and a half apart. */
static void draw(int16_t out[SQ_REST_SIDE][SQ_REST_SIDE], double dx, double dy, int from_x, int from_y) {
    for (int y = from_y; y < HIGH; y++)
        for (int x = from_x; x < WIDE; x++)
            out[y][x] = (int16_t)lround(UNIT * (100 + 40 * sin((x - dx) / 2) * cos((y - dy) / 2.2)));
}

static sq_px found(void) {
    static sq_shift_sums sums[CELLS_X * CELLS_Y];
    float noise[CELLS_X * CELLS_Y];
    uint8_t watched[CELLS_X * CELLS_Y];
    for (int cy = 0; cy < CELLS_Y; cy++)
        sq_shift_add_row(&sums[cy * CELLS_X], (const int16_t(*)[SQ_REST_SIDE]) & now[cy * SQ_REST_CELL],
                         (const int16_t(*)[SQ_REST_SIDE])was, HIGH, CELLS_X, cy);
    for (int i = 0; i < CELLS_X * CELLS_Y; i++)
        noise[i] = 1, watched[i] = 1;
    return sq_shift_find(&(sq_shift_view){CELLS_X, CELLS_Y, sums, noise, watched});
}

static void all_that_shifts_is_a_shift(void **state) {
    (void)state;
    draw(was, 0, 0, 0, 0);
    draw(now, 0.4, -0.25, 0, 0);
    sq_px by = found();
    assert_near(by.x, 0.4, 0.06);
    assert_near(by.y, -0.25, 0.06);
}

static void nothing_is_none(void **state) {
    (void)state;
    draw(was, 0, 0, 0, 0);
    draw(now, 0, 0, 0, 0);
    sq_px by = found();
    assert_near(hypot(by.x, by.y), 0, 1e-6);
}

/* It has another size in each direction, and no say over the others. */
static void a_hand_in_one_quarter_hides_no_shift(void **state) {
    (void)state;
    draw(was, 0, 0, 0, 0);
    draw(now, 0.4, -0.25, 0, 0);
    draw(now, -1, 1, WIDE / 2 + 9, HIGH / 2 + 5);
    sq_px by = found();
    assert_near(by.x, 0.4, 0.15);
    assert_near(by.y, -0.25, 0.15);
}

static void a_hand_in_one_quarter_is_no_shift(void **state) {
    (void)state;
    draw(was, 0, 0, 0, 0);
    draw(now, 0, 0, 0, 0);
    draw(now, -0.5, 0.5, WIDE / 2 + 9, HIGH / 2 + 5);
    sq_px by = found();
    assert_near(hypot(by.x, by.y), 0, 0.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_shifts_is_a_shift),
        cmocka_unit_test(nothing_is_none),
        cmocka_unit_test(a_hand_in_one_quarter_hides_no_shift),
        cmocka_unit_test(a_hand_in_one_quarter_is_no_shift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
