/* The lowest plane on a set of points, against trying every triangle. */
#include "vision/math/supporting_plane.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { POINTS = 9 };

static double turn(const sq_support *p, const sq_support *q) {
    return p->x * q->y - q->x * p->y;
}

/* The height over the origin of the plane through three points around it; -INFINITY where they are not. */
static double height_of(const sq_support *p, const sq_support *q, const sq_support *r) {
    double a = turn(q, r), b = turn(r, p), c = turn(p, q), whole = a + b + c;
    if (fabs(whole) < 1e-9 || a / whole < 0 || b / whole < 0 || c / whole < 0) return -INFINITY;
    return (a * p->z + b * q->z + c * r->z) / whole;
}

/* Of all triangles around the origin the highest bears the plane (the dual of the linear program). */
static double highest_triangle(const sq_support *s, int n) {
    double h = -INFINITY;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                h = fmax(h, height_of(&s[i], &s[j], &s[k]));
    return h;
}

static void the_lowest_plane_rests_on_the_highest_triangle(void **state) {
    (void)state;
    unsigned seed = 11;
    int fallen = 0;
    for (int trial = 0; trial < 500; trial++) {
        sq_support s[POINTS];
        for (int i = 0; i < POINTS; i++)
            s[i] = (sq_support){sq_naive_uniform(&seed) * 20 - 10 + trial % 7,
                                sq_naive_uniform(&seed) * 20 - 10, sq_naive_uniform(&seed) * 5};
        sq_plane p;
        double h = highest_triangle(s, POINTS);
        bool rests = sq_supporting_plane(&p, s, POINTS);
        assert_int_equal(rests, isfinite(h));
        fallen += !rests;
        if (!rests) continue;
        assert_near(p.h, h, 1e-6);
        for (int i = 0; i < POINTS; i++)
            assert_true(s[i].z <= p.h + p.a * s[i].x + p.b * s[i].y + 1e-6);
    }
    assert_in_range(fallen, 1, 400);
}

static void a_flat_thing_on_level_points_lies_level(void **state) {
    (void)state;
    const sq_support s[] = {{9, 1, 1.5}, {-7, 8, 1.5}, {-3, -8, 1.5}, {1, 1, 0.2}};
    sq_plane p;
    assert_true(sq_supporting_plane(&p, s, 4));
    assert_near(p.h, 1.5, 1e-9);
    assert_near(p.a, 0, 1e-9);
    assert_near(p.b, 0, 1e-9);
}

/* A plane added to all heights is added to the answer; a turn about the origin turns it. */
static void the_plane_follows_its_points(void **state) {
    (void)state;
    unsigned seed = 5;
    for (int trial = 0; trial < 100; trial++) {
        sq_support s[POINTS], tilted[POINTS], turned[POINTS];
        double turn_by = 6 * sq_naive_uniform(&seed), c = cos(turn_by), d = sin(turn_by);
        for (int i = 0; i < POINTS; i++) {
            double x = sq_naive_uniform(&seed) * 20 - 10, y = sq_naive_uniform(&seed) * 20 - 10,
                   z = sq_naive_uniform(&seed) * 5;
            s[i] = (sq_support){x, y, z};
            tilted[i] = (sq_support){x, y, z + 3 + 0.2 * x - 0.1 * y};
            turned[i] = (sq_support){c * x - d * y, d * x + c * y, z};
        }
        sq_plane p, q, r;
        bool rests = sq_supporting_plane(&p, s, POINTS);
        assert_int_equal(sq_supporting_plane(&q, tilted, POINTS), rests);
        assert_int_equal(sq_supporting_plane(&r, turned, POINTS), rests);
        if (!rests) continue;
        assert_near(q.h - p.h, 3, 1e-6);
        assert_near(q.a - p.a, 0.2, 1e-6);
        assert_near(q.b - p.b, -0.1, 1e-6);
        assert_near(r.h, p.h, 1e-6);
        assert_near(r.a, c * p.a - d * p.b, 1e-6);
        assert_near(r.b, d * p.a + c * p.b, 1e-6);
    }
}

static void what_bears_nothing_is_refused(void **state) {
    (void)state;
    const sq_support line[] = {{-5, -5, 1}, {5, 5, 1}, {9, 9, 2}},
                     aside[] = {{1, 0, 1}, {9, 4, 1}, {9, -4, 1}};
    sq_plane p;
    assert_false(sq_supporting_plane(&p, line, 0));
    assert_false(sq_supporting_plane(&p, line, 2)); /* an edge through the middle: it would tip over */
    assert_false(sq_supporting_plane(&p, line, 3));
    assert_false(sq_supporting_plane(&p, aside, 3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_plane_rests_on_the_highest_triangle),
        cmocka_unit_test(a_flat_thing_on_level_points_lies_level),
        cmocka_unit_test(the_plane_follows_its_points),
        cmocka_unit_test(what_bears_nothing_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
