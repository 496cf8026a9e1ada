/* Rays against solids: known meetings, and a naive march along many rays as the judge of the formulas. */
#include "datasets/scene/solid_shapes.h"

#include "datasets/scene/random.h"
#include "datasets/scene/vector.h"
#include "tests/fixture/unit.h"

static const sq_solid_disc flat = {{10, 20, 0.75}, {0, 0, 1}, 11, 1.5, 0.3};
static sq_solid_pot pot = {{3, -2}, 38, 19, 24, 1.6, 2, 3, {0}}; /* closed in main */

static sq_ray down_at(double x, double y) {
    return (sq_ray){{x, y, 1000}, {0, 0, -1}};
}

static void a_ray_from_above_meets_the_face_the_bevel_and_nothing(void **state) {
    (void)state;
    sq_hit h;
    assert_true(sq_disc_hit(&flat, down_at(10, 20), INFINITY, &h));
    assert_near(h.distance, 998.5, 1e-9);
    assert_near(h.normal.z, 1, 0);
    assert_true(sq_disc_hit(&flat, down_at(10 + 10.8, 20), INFINITY, &h)); /* 0.1 mm into the bevel */
    assert_near(h.distance, 998.6, 1e-9);
    assert_true(h.normal.x > 0.1 && h.normal.z > 0.1);
    assert_false(sq_disc_hit(&flat, down_at(10 + 11.01, 20), INFINITY, &h));
    assert_false(sq_disc_hit(&flat, down_at(10, 20), 900, &h)); /* too far */
}

static void a_level_ray_meets_the_wall(void **state) {
    (void)state;
    sq_hit h;
    assert_true(sq_disc_hit(&flat, (sq_ray){{-90, 20, 0.75}, {1, 0, 0}}, INFINITY, &h));
    assert_near(h.distance, 89, 1e-9);
    assert_near(h.normal.x, -1, 1e-12);
}

/* How deep a point lies in the pot's clay. */
static double clay_depth(sq_mm3 p) {
    double rho = hypot(p.x - pot.at.x, p.y - pot.at.y), outer = sq_pot_radius(&pot, p.z);
    double in_wall = fmin(outer - rho, rho - outer + pot.wall), in_floor = fmin(outer - rho, pot.floor - p.z);
    return fmin(fmin(p.z, pot.height - p.z), fmax(in_wall, in_floor));
}

/* The rings are straight where the side is curved: by less than this. */
#define CHORD_MM 0.06
static bool in_clay(sq_mm3 p) {
    return clay_depth(p) > CHORD_MM;
}

static bool in_limb(const sq_limb *l, sq_mm3 p) {
    for (int i = 0; i <= 400; i++) {
        double s = i / 400.0;
        sq_mm3 c = sq_along(l->from, sq_minus(l->to, l->from), s);
        if (sq_length(sq_minus(p, c)) < l->from_radius + s * (l->to_radius - l->from_radius)) return true;
    }
    return false;
}

/* A ray from above towards a point near p. */
static sq_ray ray_towards(sq_random *r, sq_mm3 p, double spread) {
    sq_mm3 from = {sq_random_range(r, -300, 300), sq_random_range(r, -300, 300), sq_random_range(r, 60, 400)};
    sq_mm3 to = {p.x + sq_random_range(r, -spread, spread), p.y + sq_random_range(r, -spread, spread),
                 p.z + sq_random_range(r, -spread, spread)};
    return (sq_ray){from, sq_unit(sq_minus(to, from))};
}

/* Nowhere before the meeting is the ray inside. */
static void assert_nothing_before(bool (*inside)(sq_mm3), sq_ray r, double end) {
    for (double t = 0; t < end; t += 0.37)
        assert_false(inside(sq_along(r.from, r.along, t)));
}

static const sq_solid_disc tilted = {{-30, 5, 9}, {0.6, 0, 0.8}, 8, 1.5, 0.3};
static bool in_tilted(sq_mm3 p) {
    return sq_disc_depth(&tilted, p) > 0;
}

static void meetings_with_a_tilted_disc_agree_with_a_march(void **state) {
    (void)state;
    sq_random r = sq_random_for(1, "disc");
    int hits = 0;
    for (int i = 0; i < 1500; i++) {
        sq_ray ray = ray_towards(&r, tilted.at, 8);
        sq_hit h;
        bool hit = sq_disc_hit(&tilted, ray, INFINITY, &h);
        assert_nothing_before(in_tilted, ray, hit ? h.distance - 1e-6 : 900);
        if (hit) assert_near(sq_disc_depth(&tilted, sq_along(ray.from, ray.along, h.distance)), 0, 1e-9);
        if (hit) assert_near(sq_length(h.normal), 1, 1e-9);
        hits += hit;
    }
    assert_true(hits > 300 && hits < 1450);
}

static void meetings_with_the_pot_agree_with_a_march(void **state) {
    (void)state;
    sq_random r = sq_random_for(2, "pot");
    int hits = 0, inner = 0;
    for (int i = 0; i < 1500; i++) {
        sq_ray ray = ray_towards(&r, (sq_mm3){pot.at.x, pot.at.y, 19}, 25);
        sq_hit h = {0};
        bool hit = sq_pot_hit(&pot, ray, INFINITY, &h);
        assert_nothing_before(in_clay, ray, hit ? h.distance : 900);
        if (hit) assert_near(clay_depth(sq_along(ray.from, ray.along, h.distance)), 0, CHORD_MM);
        if (hit) assert_true(sq_dot(h.normal, ray.along) < 0.05);
        hits += hit;
        inner += hit && h.inside;
    }
    assert_true(hits > 500 && hits < 1450 && inner > 80);
}

static const sq_limb finger = {{5, 5, 20}, {40, 15, 60}, 9, 6};
static bool in_finger(sq_mm3 p) {
    return in_limb(&finger, p);
}

static void meetings_with_a_limb_agree_with_a_march(void **state) {
    (void)state;
    sq_random r = sq_random_for(3, "limb");
    int hits = 0;
    for (int i = 0; i < 300; i++) {
        sq_ray ray = ray_towards(&r, (sq_mm3){22, 10, 40}, 25);
        sq_hit h = {0};
        bool hit = sq_limb_hit(&finger, ray, INFINITY, &h);
        assert_nothing_before(in_finger, ray, hit ? h.distance - 0.02 : 900);
        sq_mm3 deeper = sq_along(sq_along(ray.from, ray.along, h.distance), h.normal, -0.05);
        if (hit) assert_true(in_finger(deeper));
        if (hit) assert_true(sq_dot(h.normal, ray.along) < 1e-6);
        hits += hit;
    }
    assert_true(hits > 60 && hits < 290);
}

static void the_nearest_edge_to_an_axis_is_as_seen_from_above(void **state) {
    (void)state;
    assert_near(sq_disc_edge_to_axis(&flat, (sq_mm){110, 20}), 89, 1e-3);
    assert_near(sq_disc_edge_to_axis(&flat, (sq_mm){12, 20}), 0, 0);
    /* Tilted by the angle whose sine is 0.6 towards -x: half the width is that of the wall's end. */
    assert_near(sq_disc_edge_to_axis(&tilted, (sq_mm){-130, 5}), 100 - (8 * 0.8 + 0.45 * 0.6), 1e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_from_above_meets_the_face_the_bevel_and_nothing),
        cmocka_unit_test(a_level_ray_meets_the_wall),
        cmocka_unit_test(meetings_with_a_tilted_disc_agree_with_a_march),
        cmocka_unit_test(meetings_with_the_pot_agree_with_a_march),
        cmocka_unit_test(meetings_with_a_limb_agree_with_a_march),
        cmocka_unit_test(the_nearest_edge_to_an_axis_is_as_seen_from_above),
    };
    sq_pot_close(&pot);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
