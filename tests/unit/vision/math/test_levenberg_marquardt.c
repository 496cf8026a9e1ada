/* The solver on problems whose answer is known. */
#include "vision/math/levenberg_marquardt.h"

#include "tests/fixture/unit.h"

static sq_lm_work work; /* too large for the stack */

/* Rosenbrock's valley as a sum of squares: least at (1, 1). */
static void rosenbrock(const double *x, double *r, const void *context) {
    (void)context;
    r[0] = 10 * (x[1] - x[0] * x[0]);
    r[1] = 1 - x[0];
}

static void rosenbrocks_valley_is_walked_to_its_end(void **state) {
    (void)state;
    static const double step[] = {1e-6, 1e-6};
    sq_lm_problem p = {.parameters = 2,
                       .residuals = 2,
                       .function = rosenbrock,
                       .step = step,
                       .iterations = 200,
                       .enough = 1e-15};
    double x[] = {-1.2, 1};
    assert_true(sq_lm_solve(&p, x, &work));
    assert_near(x[0], 1, 1e-6);
    assert_near(x[1], 1, 1e-6);
}

/* A straight line through points of which every fifth is wild. */
enum { POINTS = 40 };

static void line(const double *x, double *r, const void *context) {
    const double *y = context;
    for (int i = 0; i < POINTS; i++)
        r[i] = (x[0] + x[1] * i - y[i]) / 0.1;
}

static void fit_line(const double y[POINTS], int robust, double x[2]) {
    static const double step[] = {1e-4, 1e-4};
    sq_lm_problem p = {.parameters = 2,
                       .residuals = POINTS,
                       .robust = robust,
                       .robust_width = 2.5,
                       .function = line,
                       .context = y,
                       .step = step,
                       .iterations = 100,
                       .enough = 1e-12};
    x[0] = x[1] = 0;
    assert_true(sq_lm_solve(&p, x, &work));
}

static void wild_points_lose_their_vote(void **state) {
    (void)state;
    double y[POINTS], x[2];
    for (int i = 0; i < POINTS; i++)
        y[i] = 3 + 0.5 * i + (i % 5 ? 0 : 20);
    fit_line(y, 0, x);
    assert_true(fabs(x[0] - 3) > 2); /* all votes equal: pulled */
    fit_line(y, POINTS, x);
    assert_near(x[0], 3, 0.05);
    assert_near(x[1], 0.5, 0.005);
    assert_true(work.weight[0] < 0.01);
    assert_true(work.weight[1] > 0.9);
}

/* Of n values with deviation s the mean has the deviation s / sqrt(n). */
static void mean_of_nine(const double *x, double *r, const void *context) {
    (void)context;
    for (int i = 0; i < 9; i++)
        r[i] = (x[0] - i) / 0.6;
    r[9] = 0 * x[1];
}

static void the_normal_matrix_gives_the_deviation(void **state) {
    (void)state;
    static const double step[] = {1e-4, 0}; /* the second is held */
    sq_lm_problem p = {.parameters = 2,
                       .residuals = 10,
                       .function = mean_of_nine,
                       .step = step,
                       .iterations = 20,
                       .enough = 1e-12};
    double x[] = {100, 7}, inverse[4];
    assert_true(sq_lm_solve(&p, x, &work));
    assert_near(x[0], 4, 1e-9);
    assert_near(x[1], 7, 0);
    assert_true(sq_lm_invert(work.normal, 2, inverse));
    assert_near(sqrt(inverse[0]), 0.2, 1e-6);
    assert_near(inverse[3], 0, 0);
}

static void inverse_times_matrix_is_one(void **state) {
    (void)state;
    const double a[9] = {4, 1, 2, 1, 3, 0.5, 2, 0.5, 5};
    double b[9];
    assert_true(sq_lm_invert(a, 3, b));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += a[3 * i + k] * b[3 * k + j];
            assert_near(sum, i == j, 1e-12);
        }
    const double indefinite[4] = {1, 2, 2, 1};
    assert_false(sq_lm_invert(indefinite, 2, b));
}

static void nowhere(const double *x, double *r, const void *context) {
    (void)context;
    r[0] = sqrt(x[0]); /* NaN below zero */
}

static void a_start_that_makes_no_sense_is_refused(void **state) {
    (void)state;
    static const double step[] = {1e-6};
    sq_lm_problem p = {
        .parameters = 1, .residuals = 1, .function = nowhere, .step = step, .iterations = 5, .enough = 1e-9};
    double x[] = {-1};
    assert_false(sq_lm_solve(&p, x, &work));
    assert_near(x[0], -1, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rosenbrocks_valley_is_walked_to_its_end),
        cmocka_unit_test(wild_points_lose_their_vote),
        cmocka_unit_test(the_normal_matrix_gives_the_deviation),
        cmocka_unit_test(inverse_times_matrix_is_one),
        cmocka_unit_test(a_start_that_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
