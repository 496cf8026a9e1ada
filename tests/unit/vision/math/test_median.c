/* The median, against sorting. */
#include "vision/math/median.h"

#include <stdlib.h>

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { MOST = 40 };

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Few different values, so that many are equal. */
static void it_is_the_middle_of_the_sorted_list(void **state) {
    (void)state;
    unsigned seed = 3;
    for (int n = 1; n <= MOST; n++)
        for (int range = 1; range <= 1000; range *= 10) {
            float v[MOST], sorted[MOST];
            for (int i = 0; i < n; i++)
                v[i] = sorted[i] = (float)floor(range * sq_naive_uniform(&seed));
            qsort(sorted, (size_t)n, sizeof *sorted, by_value);
            assert_near(sq_median(v, n), sorted[n / 2], 0);
        }
}

static void order_does_not_matter(void **state) {
    (void)state;
    float up[MOST], down[MOST];
    for (int i = 0; i < MOST; i++)
        up[i] = down[MOST - 1 - i] = (float)i;
    assert_near(sq_median(up, MOST), MOST / 2, 0);
    assert_near(sq_median(down, MOST), MOST / 2, 0);
}

static void so_is_that_of_doubles(void **state) {
    (void)state;
    double v[] = {7, -1, 1e9, 3, 2};
    assert_near(sq_median_of_doubles(v, 5), 3, 0);
    assert_near(sq_median_of_doubles(v, 4), 3, 0); /* they are sorted now: -1, 2, 3, 7 */
}

/* Of normal numbers it is their deviation, whatever a tenth of them that went astray may be. */
static void the_robust_deviation_is_that_of_most(void **state) {
    (void)state;
    enum { MANY = 20000 };
    static float v[MANY];
    unsigned seed = 5;
    for (int i = 0; i < MANY; i++)
        v[i] = (float)(10 + 3 * sq_naive_normal(&seed));
    assert_near((double)sq_robust_deviation(v, MANY, 10), 3, 0.05);
    for (int i = 0; i < MANY; i++)
        v[i] = i % 10 ? (float)(10 + 3 * sq_naive_normal(&seed)) : 1e6f;
    assert_near((double)sq_robust_deviation(v, MANY, 10), 3, 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_middle_of_the_sorted_list),
        cmocka_unit_test(so_is_that_of_doubles),
        cmocka_unit_test(the_robust_deviation_is_that_of_most),
        cmocka_unit_test(order_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
