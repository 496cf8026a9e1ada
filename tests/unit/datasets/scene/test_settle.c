/* Winks at rest: known poses, no penetration (a dense sampling judges), and no lower pose beside. */
#include "datasets/scene/settle.h"

#include "datasets/scene/random.h"
#include "datasets/scene/vector.h"
#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/unit.h"

#define BEVEL 0.3
static const sq_ground mat = {SQ_GROUND_MAT, 914.4, 457.2, 2, {{0, 0}, 38, 19, 24, 1.6, 2, 3, {0}}};
static const sq_ground pot = {SQ_GROUND_POT, 914.4, 457.2, 2, {{0, 0}, 38, 19, 24, 1.6, 2, 3, {0}}};
static const sq_ground rim = {SQ_GROUND_RIM, 914.4, 457.2, 2, {{0, 0}, 38, 19, 24, 1.6, 2, 3, {0}}};

static sq_solid_disc disc(double x, double y, double radius) {
    return (sq_solid_disc){{x, y, 0}, {0, 0, 1}, radius, SQ_WINK_THICKNESS_MM, BEVEL};
}

static void on_the_felt_a_wink_lies_flat(void **state) {
    (void)state;
    sq_solid_disc d = disc(100, 50, 8);
    assert_true(sq_rest(&d, NULL, 0, &mat));
    assert_near(d.at.z, 0.75, 1e-9);
    assert_near(d.normal.z, 1, 1e-12);
}

static void with_its_centre_over_another_it_lies_flat_on_it(void **state) {
    (void)state;
    sq_solid_disc below[] = {disc(100, 50, 11)}, d = disc(106, 50, 8);
    assert_true(sq_rest(&below[0], NULL, 0, &mat));
    assert_true(sq_rest(&d, below, 1, &mat));
    assert_near(d.at.z, 2.25, 1e-6);
    assert_near(d.normal.z, 1, 1e-9);
}

static void past_it_one_edge_is_on_the_felt(void **state) {
    (void)state;
    /* The far end of the upper wink's face touches the felt; the edge of the lower one's face bears it:
     * a rise of 1.5 mm over the way from one to the other. */
    sq_solid_disc below[] = {disc(0, 0, 8)}, d = disc(12, 0, 8);
    assert_true(sq_rest(&below[0], NULL, 0, &mat));
    assert_true(sq_rest(&d, below, 1, &mat));
    double foot = sq_disc_rim(&d, -1, 0).z;
    for (int k = 0; k < 360; k++)
        foot = fmin(foot, sq_disc_rim(&d, -1, k * M_PI / 180).z);
    assert_near(foot, 0, 1e-4);
    /* The bearing edge lies at x = 7.7; its height on the tilted lower face: */
    double rise = (d.at.x - 7.7) * d.normal.x / d.normal.z + d.at.z - 0.75 / d.normal.z;
    assert_near(rise, 1.5, 1e-3);
    assert_true(d.normal.x > 0.05 && fabs(d.normal.y) < 2e-3);
}

static void a_slight_overlap_still_lifts(void **state) {
    (void)state;
    /* Only the bevels overlap: 0.2 mm of rim over rim are 0.2 mm of bevel less two times 0.3 mm. */
    sq_solid_disc below[] = {disc(0, 0, 8)}, d = disc(15.8, 0, 8);
    assert_true(sq_rest(&below[0], NULL, 0, &mat));
    assert_true(sq_rest(&d, below, 1, &mat));
    assert_true(d.at.z > 1.2 && d.at.z < 1.45);
}

static void past_the_mats_edge_it_tilts_to_the_table(void **state) {
    (void)state;
    sq_solid_disc most = disc(910, 0, 11), half = disc(920, 0, 11), off = disc(940, 0, 11);
    assert_true(sq_rest(&most, NULL, 0, &mat) && sq_rest(&half, NULL, 0, &mat) &&
                sq_rest(&off, NULL, 0, &mat));
    assert_near(most.at.z, 0.75, 1e-9);
    assert_true(half.normal.x > 0.05 && half.at.z < 0.75 && half.at.z > -1.25);
    assert_near(off.at.z, -1.25, 1e-9);
}

static void in_the_pot_it_lies_on_the_floor_or_against_the_side(void **state) {
    (void)state;
    sq_solid_disc d = disc(3, 2, 8), aside = disc(0, 11, 8);
    assert_true(sq_rest(&d, NULL, 0, &pot));
    assert_near(d.at.z, 3.75, 1e-6);
    assert_true(sq_rest(&aside, NULL, 0, &pot));
    assert_true(aside.normal.y < -0.1);
}

static void on_the_rim_it_stays_only_with_its_centre_over_it(void **state) {
    (void)state;
    sq_solid_disc d = disc(22.5, 0, 11), inside = disc(15, 0, 11), outside = disc(26, 0, 11);
    assert_true(sq_rest(&d, NULL, 0, &rim));
    assert_near(d.at.z, 38.75, 1e-6);
    assert_false(sq_rest(&inside, NULL, 0, &rim));
    assert_false(sq_rest(&outside, NULL, 0, &rim));
}

/* Points spread over a disc's whole surface. */
static sq_mm3 surface_point(const sq_solid_disc *d, sq_random *r) {
    sq_mm3 u, v;
    sq_plane_of(d->normal, &u, &v);
    double rho = d->radius * sqrt(sq_random_unit(r)), half = d->thickness / 2;
    double height = fmin(half, half - (rho - d->radius + d->bevel)), angle = sq_random_range(r, 0, 2 * M_PI);
    if (sq_random_chance(r, 0.5)) height = -height;
    sq_mm3 p = sq_along(d->at, d->normal, height);
    return sq_along(sq_along(p, u, rho * cos(angle)), v, rho * sin(angle));
}

/* A point of one of the four rings at which a disc's surface bends: there discs meet. */
static sq_mm3 ring_point(const sq_solid_disc *d, int ring, double angle) {
    int face = ring % 2 ? 1 : -1;
    if (ring < 2) return sq_disc_rim(d, face, angle);
    return sq_along(sq_disc_rim(d, 0, angle), d->normal, face * (d->thickness / 2 - d->bevel));
}

/* How deep any sampled point of one disc lies within another, or below the felt. */
static double penetration(const sq_solid_disc *discs, int n, const sq_ground *g, sq_random *r) {
    enum { POINTS = 1600 };
    double deepest = -INFINITY;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < POINTS; k++) {
            bool on_ring = k % 2; /* a ring after the other, all around */
            sq_mm3 p = on_ring ? ring_point(&discs[i], k / 2 % 4, 2 * M_PI * k / POINTS)
                               : surface_point(&discs[i], r);
            deepest = fmax(deepest, sq_ground_height(g, (sq_mm){p.x, p.y}) - p.z);
            for (int j = 0; j < n; j++)
                if (j != i) deepest = fmax(deepest, sq_disc_depth(&discs[j], p));
        }
    return deepest;
}

static void no_pile_penetrates(void **state) {
    (void)state;
    sq_random r = sq_random_for(11, "piles");
    int piles = 0;
    for (int trial = 0; trial < 40; trial++) {
        sq_solid_disc d[7];
        int n = 0;
        while (n < 7) {
            /* One draw after the other: compilers take arguments in an order of their own. */
            bool large = sq_random_chance(&r, 0.4);
            double y = sq_random_range(&r, -14, 14), x = sq_random_range(&r, -14, 14);
            d[n] = disc(x, y, large ? 11 : 8);
            if (!sq_rest(&d[n], d, n, &mat)) break;
            n++;
        }
        double deep = penetration(d, n, &mat, &r);
        if (!(deep < 0.05)) fail_msg("pile %d of %d winks: %g mm deep", trial, n, deep);
        piles += n > 4;
    }
    assert_true(piles > 33);
}

static void no_wink_in_the_pot_penetrates_its_side(void **state) {
    (void)state;
    sq_random r = sq_random_for(12, "pot");
    for (int trial = 0; trial < 100; trial++) {
        double y = sq_random_range(&r, -12, 12), x = sq_random_range(&r, -12, 12);
        sq_solid_disc d = disc(x, y, 8);
        if (hypot(d.at.x, d.at.y) > 12 || !sq_rest(&d, NULL, 0, &pot)) continue;
        for (int k = 0; k < 2000; k++) {
            sq_mm3 p = surface_point(&d, &r);
            double room = sq_pot_radius(&pot.pot, p.z) - pot.pot.wall - hypot(p.x, p.y);
            if (!(room > -0.1) || !(p.z > 3 - 0.01)) fail_msg("trial %d: %g mm into the side", trial, -room);
        }
    }
}

/* Any tilt that is a little different, at the same place, must stand higher or cut into what is below. */
static void no_pose_beside_is_lower(void **state) {
    (void)state;
    sq_random r = sq_random_for(13, "energy");
    for (int trial = 0; trial < 40; trial++) {
        double y = sq_random_range(&r, 4, 14), x = sq_random_range(&r, -12, 12);
        double along = sq_random_range(&r, 5, 15);
        sq_solid_disc d[3] = {disc(0, 0, 8), disc(along, 0, 8), disc(x, y, 11)};
        for (int i = 0; i < 3; i++)
            assert_true(sq_rest(&d[i], d, i, &mat));
        for (int k = 0; k < 20; k++) {
            sq_solid_disc other = d[2];
            double angle = sq_random_range(&r, 0, 2 * M_PI);
            other.normal = sq_unit(sq_sum(d[2].normal, (sq_mm3){0.03 * cos(angle), 0.03 * sin(angle), 0}));
            other.at.z -= 0.1;
            sq_solid_disc all[3] = {d[0], d[1], other};
            assert_true(penetration(all, 3, &mat, &r) > 0);
        }
    }
}

static void a_leaning_wink_touches_mat_and_pot(void **state) {
    (void)state;
    for (double lean = 0.2; lean < 1.3; lean += 0.2) {
        sq_solid_disc d = disc(0, 0, 11);
        sq_rest_leaning(&d, &mat.pot, 1, lean);
        double lowest = INFINITY, gap = INFINITY;
        sq_random r = sq_random_for(14, "leaning");
        for (int k = 0; k < 60000; k++) {
            sq_mm3 p = surface_point(&d, &r);
            lowest = fmin(lowest, p.z);
            gap = fmin(gap, hypot(p.x, p.y) - sq_pot_radius(&mat.pot, p.z));
        }
        assert_near(lowest, 0, 0.03);
        assert_near(gap, 0, 0.08);
        assert_near(acos(d.normal.z), lean, 1e-12);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_felt_a_wink_lies_flat),
        cmocka_unit_test(with_its_centre_over_another_it_lies_flat_on_it),
        cmocka_unit_test(past_it_one_edge_is_on_the_felt),
        cmocka_unit_test(a_slight_overlap_still_lifts),
        cmocka_unit_test(past_the_mats_edge_it_tilts_to_the_table),
        cmocka_unit_test(in_the_pot_it_lies_on_the_floor_or_against_the_side),
        cmocka_unit_test(on_the_rim_it_stays_only_with_its_centre_over_it),
        cmocka_unit_test(no_pile_penetrates),
        cmocka_unit_test(no_wink_in_the_pot_penetrates_its_side),
        cmocka_unit_test(no_pose_beside_is_lower),
        cmocka_unit_test(a_leaning_wink_touches_mat_and_pot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
