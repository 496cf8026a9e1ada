/* Cholesky's decomposition, judged by multiplying back. */
#include "vision/math/cholesky.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { MOST = 12, STRIDE = MOST + 3 };

/* a := G Gᵀ + a little on the diagonal, whole. */
static void make_definite(double a[MOST * STRIDE], int n, unsigned *seed) {
    double g[MOST][MOST];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            g[i][j] = sq_naive_uniform(seed);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i * STRIDE + j] = i == j ? 0.1 : 0;
            for (int k = 0; k < n; k++)
                a[i * STRIDE + j] += g[i][k] * g[j][k];
        }
}

static void the_solution_solves(void **state) {
    (void)state;
    unsigned seed = 3;
    for (int n = 1; n <= MOST; n++) {
        double a[MOST * STRIDE], l[MOST * STRIDE], b[MOST], x[MOST];
        make_definite(a, n, &seed);
        memcpy(l, a, sizeof l);
        for (int i = 0; i < n; i++)
            x[i] = b[i] = sq_naive_uniform(&seed);
        assert_true(sq_cholesky_solve(l, n, STRIDE, x));
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++)
                sum += a[i * STRIDE + j] * x[j];
            assert_near(sum, b[i], 1e-9);
        }
    }
}

static void what_is_not_definite_is_refused(void **state) {
    (void)state;
    double singular[4] = {1, 0, 1, 1}, negative[4] = {1, 0, 2, 1}, none[1] = {NAN};
    assert_false(sq_cholesky(singular, 2, 2));
    assert_false(sq_cholesky(negative, 2, 2));
    assert_false(sq_cholesky(none, 1, 1));
    double b[2] = {1, 2};
    assert_false(sq_cholesky_solve(negative, 2, 2, b));
    assert_near(b[0] + b[1], 3, 0); /* as it was */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_solution_solves),
        cmocka_unit_test(what_is_not_definite_is_refused),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
