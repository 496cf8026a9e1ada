/* What has changed on the mat, as cells and runs. */
#include "vision/position/change_map.h"

#include "tests/fixture/unit.h"

static sq_changed_cells cells;
static sq_changed c;

static void mark_circle(sq_mm at, double radius) {
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++)
            if (sq_mm_distance(sq_changed_at(x, y), at) < radius) cells[y][x] = 1;
}

static int clear(void **state) {
    (void)state;
    memset(cells, 0, sizeof cells);
    return 0;
}

static void cells_lie_about_the_middle(void **state) {
    (void)state;
    sq_mm first = sq_changed_at(0, 0), last = sq_changed_at(SQ_CHANGED_X - 1, SQ_CHANGED_Y - 1);
    assert_near(first.x, -last.x, 1e-9);
    assert_near(first.y, -last.y, 1e-9);
    assert_near(last.x, 1828.8 / 2, SQ_CHANGED_CELL_MM);
    assert_near(last.y, 914.4 / 2, SQ_CHANGED_CELL_MM);
}

static void runs_hold_the_cells(void **state) {
    (void)state;
    sq_changed_cells back;
    mark_circle((sq_mm){-914, 0}, 11); /* over the edge */
    mark_circle((sq_mm){300, 200}, 11);
    sq_changed_from_cells(&c, 7.5, cells);
    assert_true(c.known);
    assert_near(c.since, 7.5, 0);
    sq_changed_to_cells(back, &c);
    assert_memory_equal(back, cells, sizeof cells);
}

static void too_many_runs_are_not_known(void **state) {
    (void)state;
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < 10; x += 2)
            cells[y][x] = 1;
    sq_changed_from_cells(&c, 1, cells);
    assert_false(c.known);
    assert_int_equal(c.run_count, 0);
}

static void the_share_of_a_place(void **state) {
    (void)state;
    mark_circle((sq_mm){100, 50}, 11);
    sq_changed_from_cells(&c, 1, cells);
    assert_near(sq_changed_share(&c, (sq_mm){100, 50}, 11), 1, 0);
    assert_near(sq_changed_share(&c, (sq_mm){100, 50}, 22), 0.25, 0.05);
    assert_near(sq_changed_share(&c, (sq_mm){130, 50}, 11), 0, 0);
    assert_near(sq_changed_share(&c, (sq_mm){2000, 0}, 11), NAN, 0);
    c.known = false;
    assert_near(sq_changed_share(&c, (sq_mm){100, 50}, 11), NAN, 0);
}

static void what_changed_in_two_steps(void **state) {
    (void)state;
    sq_changed second;
    mark_circle((sq_mm){100, 50}, 11);
    sq_changed_from_cells(&c, 1, cells);
    memset(cells, 0, sizeof cells);
    mark_circle((sq_mm){-100, 50}, 11);
    sq_changed_from_cells(&second, 2, cells);
    second.dazzled = true;
    sq_changed_join(&second, &c, 2, &second);
    assert_true(second.known && second.dazzled);
    assert_near(second.since, 1, 0);
    assert_near(sq_changed_share(&second, (sq_mm){100, 50}, 11), 1, 0);
    assert_near(sq_changed_share(&second, (sq_mm){-100, 50}, 11), 1, 0);
}

static void steps_that_do_not_follow_one_another_tell_nothing(void **state) {
    (void)state;
    sq_changed second, out;
    sq_changed_from_cells(&c, 1, cells);
    sq_changed_from_cells(&second, 2, cells);
    sq_changed_join(&out, &c, 3, &second);
    assert_false(out.known);
    second.known = false;
    sq_changed_join(&out, &c, 2, &second);
    assert_false(out.known);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(cells_lie_about_the_middle, clear),
        cmocka_unit_test_setup(runs_hold_the_cells, clear),
        cmocka_unit_test_setup(too_many_runs_are_not_known, clear),
        cmocka_unit_test_setup(the_share_of_a_place, clear),
        cmocka_unit_test_setup(what_changed_in_two_steps, clear),
        cmocka_unit_test_setup(steps_that_do_not_follow_one_another_tell_nothing, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
