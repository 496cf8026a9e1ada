/* The mat's geometry against its definition in words: rectangle and diagonals. */
#include "vision/geometry/mat_geometry.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/unit.h"

static const double hx = SQ_MAT_LENGTH_MM / 2, hy = SQ_MAT_WIDTH_MM / 2;

/* How far a disc reaches beyond the mat, by walking round its rim. */
static double beyond_by_walking(sq_mm at, double radius) {
    double most = -INFINITY;
    for (int i = 0; i < 3600; i++) {
        double x = at.x + radius * cos(i * M_PI / 1800), y = at.y + radius * sin(i * M_PI / 1800);
        most = fmax(most, fmax(fabs(x) - hx, fabs(y) - hy));
    }
    return most;
}

static void beyond_the_edge(void **state) {
    (void)state;
    unsigned r = 3;
    for (int i = 0; i < 200; i++) {
        r = r * 1664525u + 1013904223u;
        sq_mm at = {(double)(r >> 8) / (1 << 24) * 2000 - 1000,
                    (double)(r << 12 >> 12) / (1 << 20) * 1000 - 500};
        assert_near(sq_mat_beyond_edge(at, 8), beyond_by_walking(at, 8), 0.01);
    }
    assert_near(sq_mat_beyond_edge((sq_mm){hx - 8, 0}, 8), 0, 1e-9);
    assert_near(sq_mat_beyond_edge((sq_mm){0, -hy}, 11), 11, 1e-9);
    assert_near(sq_mat_beyond_edge((sq_mm){0, 0}, 11), 11 - hy, 1e-9);
}

/* Rule 2.3.1: each baseline is perpendicular to its diagonal, 3 feet from the centre. */
static void behind_the_baseline(void **state) {
    (void)state;
    double diagonal = hypot(hx, hy);
    for (int sx = -1; sx <= 1; sx += 2)
        for (int sy = -1; sy <= 1; sy += 2) {
            sq_mm foot = {sx * hx / diagonal * SQ_BASELINE_MM, sy * hy / diagonal * SQ_BASELINE_MM};
            assert_near(sq_mat_behind_baseline(foot), 0, 1e-9);
            for (int along = -40; along <= 40; along += 20) {
                sq_mm on = {foot.x - sx * hy / diagonal * along, foot.y + sy * hx / diagonal * along};
                assert_near(sq_mat_behind_baseline(on), 0, 1e-9);
            }
            assert_near(sq_mat_behind_baseline((sq_mm){sx * hx, sy * hy}), diagonal - SQ_BASELINE_MM, 1e-9);
        }
    assert_near(sq_mat_behind_baseline((sq_mm){0, 0}), -SQ_BASELINE_MM, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beyond_the_edge),
        cmocka_unit_test(behind_the_baseline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
