/* The mat's outline, against asking every pixel for the place on the mat that it shows. */
#include "vision/geometry/mat_geometry.h"
#include "vision/geometry/mat_outline.h"

#include <stdlib.h>

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 480, H = 270 };

static sq_span inner[H], outer[H], reach[H];
static sq_outline outline = {.inner = inner, .outer = outer, .reach = reach};

/* The whole mat with a margin. */
static sq_camera above(void) {
    return sq_naive_camera(W, H, (sq_mm){0, 0}, 0.23);
}

/* Turns the camera about the picture's axes (degrees) while it goes on looking at the mat's centre. */
static sq_camera turned(sq_camera c, double about_x, double about_z) {
    double a = about_x * M_PI / 180, b = about_z * M_PI / 180;
    double x[3][3] = {{1, 0, 0}, {0, cos(a), -sin(a)}, {0, sin(a), cos(a)}};
    double z[3][3] = {{cos(b), -sin(b), 0}, {sin(b), cos(b), 0}, {0, 0, 1}};
    double xz[3][3] = {{0}}, r[3][3] = {{0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                xz[i][j] += x[i][k] * z[k][j];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                r[i][j] += xz[i][k] * c.R[k][j];
    memcpy(c.R, r, sizeof r);
    return c;
}

/* How far inside a rectangle margin_mm wider than the mat the place seen at a pixel lies, mm. */
static double inside_mm(const sq_camera *c, int x, int y, double margin_mm) {
    sq_mm p = sq_mm_from_px(c, (sq_px){x, y}, 0);
    if (!isfinite(p.x)) return -INFINITY;
    return fmin(SQ_MAT_LENGTH_MM / 2 + margin_mm - fabs(p.x), SQ_MAT_WIDTH_MM / 2 + margin_mm - fabs(p.y));
}

/* How far the place is from a rectangle's edge before it counts: a pixel and a half. */
static double slack_mm(const sq_camera *c, int x, int y) {
    sq_mm p = sq_mm_from_px(c, (sq_px){x, y}, 0), q = sq_mm_from_px(c, (sq_px){x + 1, y}, 0);
    return 1.5 * sq_mm_distance(p, q);
}

/* Pixels whose span says otherwise than the ray through them. */
static int disagreements(const sq_camera *c, const sq_span *spans, double margin_mm) {
    int wrong = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double in = inside_mm(c, x, y, margin_mm);
            if (fabs(in) > slack_mm(c, x, y)) wrong += (in > 0) != sq_span_has(spans[y], x);
        }
    return wrong;
}

static void agrees_with_every_ray(const sq_camera *c) {
    sq_outline_make(&outline, c, W, H);
    double band = SQ_EDGE_PX / sq_px_per_mm(c, (sq_mm3){0, 0, 0});
    assert_int_equal(disagreements(c, inner, -band), 0);
    assert_int_equal(disagreements(c, outer, band), 0);
    assert_int_equal(disagreements(c, reach, SQ_REACH_MM), 0);
}

static void seen_from_above(void **state) {
    (void)state;
    sq_camera c = above();
    agrees_with_every_ray(&c);
}

static void seen_aslant(void **state) {
    (void)state;
    for (int tilt = -24; tilt <= 24; tilt += 12)
        for (int turn = 0; turn < 360; turn += 40) {
            sq_camera c = turned(above(), tilt, turn);
            agrees_with_every_ray(&c);
        }
}

static void seen_through_a_barrel_lens(void **state) {
    (void)state;
    for (int tilt = -12; tilt <= 12; tilt += 12) {
        sq_camera c = turned(above(), tilt, 7);
        c.dist[0] = -0.25;
        c.dist[1] = 0.06;
        c.dist[2] = 0.001;
        agrees_with_every_ray(&c);
    }
}

/* A lens that bends the edges inwards: the mat is no convex shape any more, but what is called the mat must
 * be it. */
static void through_a_pincushion_lens_inner_is_the_mat(void **state) {
    (void)state;
    sq_camera c = above();
    c.dist[0] = 0.12;
    sq_outline_make(&outline, &c, W, H);
    for (int y = 0; y < H; y++)
        for (int x = inner[y].begin; x < inner[y].end; x++)
            assert_true(inside_mm(&c, x, y, 0) > 0);
}

static void a_close_look_shows_felt_everywhere(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(W, H, (sq_mm){100, 50}, 2);
    agrees_with_every_ray(&c);
    assert_int_equal(sq_outline_surface(&outline, 0, 0), SQ_BACKGROUND_FELT);
    assert_int_equal(sq_outline_surface(&outline, W - 1, H - 1), SQ_BACKGROUND_FELT);
}

/* The far ends of the mat lie at an angle of 60 degrees to the lens's axis. */
static void a_near_camera_with_a_strong_lens(void **state) {
    (void)state;
    sq_camera c = above();
    c.t[2] = 500;
    c.fx = c.fy = 480;
    c.dist[0] = -0.3;
    c.dist[1] = 0.09;
    agrees_with_every_ray(&c);
}

static void a_mat_beside_the_picture_is_nowhere(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(W, H, (sq_mm){4000, 0}, 0.5);
    sq_outline_make(&outline, &c, W, H);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            assert_int_equal(sq_outline_surface(&outline, x, y), SQ_SURFACES);
}

static void felt_then_edge_then_table_then_nothing(void **state) {
    (void)state;
    sq_camera c = above();
    sq_outline_make(&outline, &c, W, H);
    sq_px edge = sq_px_from_mm3(&c, (sq_mm3){SQ_MAT_LENGTH_MM / 2, 0, 0});
    sq_px far = sq_px_from_mm3(&c, (sq_mm3){SQ_MAT_LENGTH_MM / 2 + SQ_REACH_MM, 0, 0});
    int y = (int)edge.y, x = (int)lround(edge.x);
    assert_int_equal(sq_outline_surface(&outline, x - SQ_EDGE_PX - 2, y), SQ_BACKGROUND_FELT);
    assert_int_equal(sq_outline_surface(&outline, x, y), SQ_SURFACES);
    assert_int_equal(sq_outline_surface(&outline, x + SQ_EDGE_PX + 2, y), SQ_BACKGROUND_TABLE);
    assert_int_equal(sq_outline_surface(&outline, (int)far.x + 3, y), SQ_SURFACES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seen_from_above),
        cmocka_unit_test(seen_aslant),
        cmocka_unit_test(seen_through_a_barrel_lens),
        cmocka_unit_test(through_a_pincushion_lens_inner_is_the_mat),
        cmocka_unit_test(a_close_look_shows_felt_everywhere),
        cmocka_unit_test(a_near_camera_with_a_strong_lens),
        cmocka_unit_test(a_mat_beside_the_picture_is_nowhere),
        cmocka_unit_test(felt_then_edge_then_table_then_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
