/* Assignment: against all permutations, on random costs; and what must not be. */
#include "vision/play/hungarian.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

enum { ROWS = 4, COLUMNS = 6 };

/* The naive judge: tries every way. */
static double cheapest(const sq_assign_costs *c, int row, unsigned taken) {
    if (row == c->rows) return 0;
    double best = INFINITY;
    for (int j = 0; j < c->columns; j++)
        if (!(taken >> j & 1)) best = fmin(best, c->cost[row][j] + cheapest(c, row + 1, taken | 1u << j));
    return best;
}

static void it_is_as_cheap_as_the_best_of_all_ways(void **state) {
    (void)state;
    unsigned seed = 1;
    print_message("seed %u\n", seed);
    srand(seed);
    for (int round = 0; round < 2000; round++) {
        static sq_assign_costs c;
        c.rows = 1 + rand() % ROWS;
        c.columns = c.rows + rand() % (COLUMNS - c.rows + 1);
        for (int i = 0; i < c.rows; i++)
            for (int j = 0; j < c.columns; j++)
                c.cost[i][j] = rand() % 9 == 0 ? SQ_ASSIGN_NEVER : rand() % 41 - 20;
        int column[SQ_ASSIGN_ROWS];
        double sum = sq_assign(&c, column), again = 0;
        unsigned taken = 0;
        for (int i = 0; i < c.rows; i++) {
            assert_in_range(column[i], 0, c.columns - 1);
            assert_false(taken >> column[i] & 1);
            taken |= 1u << column[i];
            again += c.cost[i][column[i]];
        }
        assert_near(sum, again, 1e-6);
        assert_near(sum, cheapest(&c, 0, 0), 1e-6);
    }
}

static void no_rows_cost_nothing(void **state) {
    (void)state;
    static const sq_assign_costs none;
    int column[SQ_ASSIGN_ROWS];
    assert_near(sq_assign(&none, column), 0, 0);
}

static void the_largest_problem_fits(void **state) {
    (void)state;
    static sq_assign_costs c = {.rows = SQ_ASSIGN_ROWS, .columns = SQ_ASSIGN_COLUMNS};
    for (int i = 0; i < c.rows; i++)
        for (int j = 0; j < c.columns; j++)
            c.cost[i][j] = abs(c.columns - 1 - i - j); /* row i wants column last - i */
    int column[SQ_ASSIGN_ROWS];
    assert_near(sq_assign(&c, column), 0, 0);
    assert_int_equal(column[0], c.columns - 1);
    assert_int_equal(column[SQ_ASSIGN_ROWS - 1], c.columns - SQ_ASSIGN_ROWS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_as_cheap_as_the_best_of_all_ways),
        cmocka_unit_test(no_rows_cost_nothing),
        cmocka_unit_test(the_largest_problem_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
