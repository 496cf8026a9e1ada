/* Discs as the camera sees them, against points of their rims sent through the camera one by one. */
#include "vision/geometry/disc.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

/* Aslant by 20 degrees, through a lens that bends. */
static const sq_camera aslant = {
    .fx = 1600,
    .fy = 1610,
    .cx = 955,
    .cy = 545,
    .dist = {-0.2, 0.03, 0.0005, -0.0004, 0},
    .R = {{1, 0, 0}, {0, -0.93969262, -0.34202014}, {0, 0.34202014, -0.93969262}},
    .t = {10, -20, 1700}};

/* Places, heights and tilts (degrees about the mat's x and y) of the discs that are tried. */
static const struct {
    double x, y, z, radius, about_x, about_y;
} tried[] = {
    {0, 0, 0.75, 8, 0, 0},        {880, 430, 0.75, 11, 0, 0}, {-880, -430, 0.75, 8, 0, 0},
    {300, -200, 2.25, 11, 6, -4}, {-700, 100, 3, 8, -12, 3},  {30, 5, 9, 11, 0, 45},
    {-20, 25, 8, 8, 60, 10},      {500, 300, 38, 24, 0, 0},
};
enum { TRIED = sizeof tried / sizeof *tried };

/* mm by which a perspective differs from an affine map over a wink: r² sin(20°) / 1700 mm, twice. */
#define AFFINE_MM 0.06

static sq_mm3 normal_of(double about_x, double about_y) {
    double a = tan(about_y * M_PI / 180), b = -tan(about_x * M_PI / 180), n = 1 / sqrt(1 + a * a + b * b);
    return (sq_mm3){a * n, b * n, n};
}

static sq_disc disc_of(int k, const sq_camera *c) {
    sq_disc d = {.at = {tried[k].x, tried[k].y},
                 .z = tried[k].z,
                 .normal = normal_of(tried[k].about_x, tried[k].about_y),
                 .radius_mm = tried[k].radius};
    sq_disc_place_circle(&d, c);
    return d;
}

/* A point of the disc's plane, reached from the mat's own x and y axes: the plane over (x, y). */
static sq_mm3 over(const sq_disc *d, double x, double y) {
    return (sq_mm3){d->at.x + x, d->at.y + y, d->z - (d->normal.x * x + d->normal.y * y) / d->normal.z};
}

/* A point of the true rim: any direction in the plane, as long as the radius (times `far`). */
static sq_mm3 on_rim(const sq_disc *d, double angle, double far) {
    sq_mm3 p = over(d, cos(angle), sin(angle));
    double x = p.x - d->at.x, y = p.y - d->at.y, z = p.z - d->z,
           s = far * d->radius_mm / sqrt(x * x + y * y + z * z);
    return (sq_mm3){d->at.x + s * x, d->at.y + s * y, d->z + s * z};
}

static void the_rim_lies_on_the_rim(void **state) {
    (void)state;
    for (int k = 0; k < TRIED; k++) {
        sq_disc d = disc_of(k, &aslant);
        for (int i = 0; i < 64; i++)
            for (double far = 0.5; far < 2; far += 0.5) {
                sq_px p = sq_px_from_mm3(&aslant, on_rim(&d, i * M_PI / 32, far));
                assert_near(sq_disc_distance(&d, p.x, p.y, 0, 0), (far - 1) * d.radius_mm,
                            AFFINE_MM * far * far * pow(d.radius_mm / 11, 2));
            }
    }
}

static void away_points_from_the_centre(void **state) {
    (void)state;
    sq_disc d = disc_of(1, &aslant);
    double dx, dy;
    sq_px p = sq_px_from_mm3(&aslant, (sq_mm3){d.at.x + 3, d.at.y + 4, d.z});
    sq_disc_distance(&d, p.x, p.y, &dx, &dy);
    assert_near(dx, 0.6, 0.005);
    assert_near(dy, 0.8, 0.005);
    sq_disc_distance(&d, d.centre.x, d.centre.y, &dx, &dy);
    assert_near(hypot(dx, dy), 0, 0); /* the centre has no direction */
}

static void the_centre_and_scale_are_the_cameras(void **state) {
    (void)state;
    for (int k = 0; k < TRIED; k++) {
        sq_disc d = disc_of(k, &aslant);
        sq_mm3 at = {d.at.x, d.at.y, d.z};
        assert_near(sq_px_distance(d.centre, sq_px_from_mm3(&aslant, at)), 0, 1e-9);
        assert_near(d.px_per_mm, sq_px_per_mm(&aslant, at), 1e-6);
    }
}

static void no_normal_is_flat(void **state) {
    (void)state;
    sq_disc d = {.at = {100, 50}, .z = 0.75, .radius_mm = 8}, flat = d;
    flat.normal = (sq_mm3){0, 0, 1};
    sq_disc_place(&d, &aslant);
    sq_disc_place(&flat, &aslant);
    assert_memory_equal(d.to_mm, flat.to_mm, sizeof d.to_mm);
}

/* A point at an angle and a distance, and back; of a flat disc the angle is the mat's. */
static void points_are_where_they_are_asked_for(void **state) {
    (void)state;
    for (int k = 0; k < TRIED; k++) {
        sq_disc d = disc_of(k, &aslant);
        for (int i = 0; i < 12; i++) {
            double angle = i * M_PI / 6;
            sq_px p = sq_disc_point(&d, angle, 5);
            assert_near(sq_disc_distance(&d, p.x, p.y, 0, 0), 5 - d.radius_mm, 1e-9);
            if (d.normal.z < 1) continue;
            sq_mm q = sq_mm_from_px(&aslant, p, d.z);
            assert_near(q.x, d.at.x + 5 * cos(angle), 0.01);
            assert_near(q.y, d.at.y + 5 * sin(angle), 0.01);
        }
    }
}

/* A shift in a tilted disc's plane, told as the shift over the mat that looks the same. */
static void shifts_in_the_plane_are_shifts_over_the_mat(void **state) {
    (void)state;
    for (int k = 0; k < TRIED; k++) {
        sq_disc d = disc_of(k, &aslant);
        for (int i = 0; i < 12; i++) {
            sq_px p = sq_disc_point(&d, i * M_PI / 6, 1);
            sq_mm seen = sq_mm_from_px(&aslant, p, d.z);
            double u = cos(i * M_PI / 6), v = sin(i * M_PI / 6);
            assert_near(d.at.x + d.to_mat[0][0] * u + d.to_mat[0][1] * v, seen.x, 0.002);
            assert_near(d.at.y + d.to_mat[1][0] * u + d.to_mat[1][1] * v, seen.y, 0.002);
        }
    }
}

static void the_box_holds_the_disc_and_little_else(void **state) {
    (void)state;
    for (int k = 0; k < TRIED; k++)
        for (double margin = 0; margin < 5; margin += 2) {
            sq_disc d = disc_of(k, &aslant);
            sq_box b = sq_disc_box(&d, margin);
            double x0 = 1e9, y0 = 1e9, x1 = -1e9, y1 = -1e9;
            for (int i = 0; i < 720; i++) {
                sq_px p = sq_disc_point(&d, i * M_PI / 360, d.radius_mm + margin);
                x0 = fmin(x0, p.x), y0 = fmin(y0, p.y), x1 = fmax(x1, p.x), y1 = fmax(y1, p.y);
            }
            assert_true(b.x0 <= x0 && b.y0 <= y0 && b.x1 > x1 && b.y1 > y1);
            assert_true(b.x0 > x0 - 2 && b.y0 > y0 - 2 && b.x1 < x1 + 3 && b.y1 < y1 + 3);
        }
}

/* Every pixel about the disc lies within the margin just where the chord of its row says so. */
static void chords_hold_what_is_near(void **state) {
    (void)state;
    for (int k = 0; k < TRIED; k++)
        for (double margin = 0; margin < 4; margin += 1.5) {
            sq_disc d = disc_of(k, &aslant);
            sq_box b = sq_disc_box(&d, margin + 1);
            for (int y = b.y0; y < b.y1; y++) {
                double x0 = INFINITY, x1 = -INFINITY;
                bool any = sq_disc_chord(&d, y, margin, &x0, &x1);
                assert_true(any == (x0 <= x1));
                for (int x = b.x0; x < b.x1; x++) {
                    double beyond = sq_disc_distance(&d, x, y, 0, 0) - margin;
                    if (fabs(beyond) > 1e-9) assert_true((x >= x0 && x <= x1) == (beyond < 0));
                }
            }
        }
}

/* The outline of a wink's solid, from points all over it sent through the camera: in every direction of the
 * picture it reaches as far as the disc that is taken for it. */
static void a_solids_outline_is_the_discs(void **state) {
    (void)state;
    enum { POINTS = 240, DIRECTIONS = 24 };
    const double round = SQ_WINK_ROUNDING_MM, wall = SQ_WINK_THICKNESS_MM / 2 - round;
    for (int k = 0; k < TRIED && tried[k].radius < 12; k++) {
        sq_disc d = disc_of(k, &aslant);
        sq_disc_place(&d, &aslant);
        double far[DIRECTIONS] = {0};
        for (int i = 0; i < POINTS * POINTS; i++) { /* a ball about each point of the edge's two circles */
            double turn = 2 * M_PI * (i % POINTS) / POINTS, pitch = 2 * M_PI * (i / POINTS) / POINTS;
            double side = sin(pitch) < 0 ? -wall : wall,
                   out = (d.radius_mm - round + round * cos(pitch)) / d.radius_mm;
            sq_mm3 rim = on_rim(&d, turn, out);
            double up = side + round * sin(pitch);
            sq_px p = sq_px_from_mm3(
                &aslant, (sq_mm3){rim.x + up * d.normal.x, rim.y + up * d.normal.y, rim.z + up * d.normal.z});
            for (int j = 0; j < DIRECTIONS; j++) {
                double u = cos(2 * M_PI * j / DIRECTIONS), v = sin(2 * M_PI * j / DIRECTIONS);
                far[j] = fmax(far[j], (p.x - d.centre.x) * u + (p.y - d.centre.y) * v);
            }
        }
        for (int j = 0; j < DIRECTIONS; j++) {
            double u = cos(2 * M_PI * j / DIRECTIONS), v = sin(2 * M_PI * j / DIRECTIONS), reach = 0;
            for (int i = 0; i < 720; i++) {
                sq_px p = sq_disc_point(&d, i * M_PI / 360, d.radius_mm);
                reach = fmax(reach, (p.x - d.centre.x) * u + (p.y - d.centre.y) * v);
            }
            assert_near(reach / d.px_per_mm, far[j] / d.px_per_mm, 0.15);
        }
    }
}

/* Only those that come later lie above, and so far around them as is asked. */
static void later_discs_cover_earlier_ones(void **state) {
    (void)state;
    enum { N = 3 };
    sq_disc d[N];
    for (int k = 0; k < N; k++) {
        d[k] = (sq_disc){.at = {12 * k, 0}, .z = 0.75, .radius_mm = 8};
        sq_disc_place(&d[k], &aslant);
    }
    for (double x = -10; x < 40; x += 0.5)
        for (int k = 0; k < N; k++) {
            sq_px p = sq_px_from_mm3(&aslant, (sq_mm3){x, 0, 0.75});
            double above = INFINITY;
            for (int j = k + 1; j < N; j++)
                above = fmin(above, fabs(x - d[j].at.x) - d[j].radius_mm);
            if (fabs(above - 1) > 2 * AFFINE_MM)
                assert_int_equal(sq_disc_covered(d, N, k, p.x, p.y, 1), above < 1);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rim_lies_on_the_rim),
        cmocka_unit_test(away_points_from_the_centre),
        cmocka_unit_test(the_centre_and_scale_are_the_cameras),
        cmocka_unit_test(no_normal_is_flat),
        cmocka_unit_test(chords_hold_what_is_near),
        cmocka_unit_test(points_are_where_they_are_asked_for),
        cmocka_unit_test(shifts_in_the_plane_are_shifts_over_the_mat),
        cmocka_unit_test(a_solids_outline_is_the_discs),
        cmocka_unit_test(later_discs_cover_earlier_ones),
        cmocka_unit_test(the_box_holds_the_disc_and_little_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
