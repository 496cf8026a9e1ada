/* Poses at rest: winks upon winks by hand. */
#include "vision/geometry/wink_pose.h"

#include <stdlib.h>

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

static sq_disc wink_at(double x, double y, double radius) {
    return (sq_disc){.at = {x, y}, .z = SQ_WINK_THICKNESS_MM / 2, .radius_mm = radius, .normal = {0, 0, 1}};
}

static void a_wink_beside_others_lies_on_the_felt(void **state) {
    (void)state;
    sq_disc below[2] = {wink_at(0, 0, 11), wink_at(50, 0, 8)}, d = wink_at(25, 3, 8);
    d.z = 7;
    assert_false(sq_pose_rest(&d, below, 2));
    assert_near(d.z, SQ_WINK_THICKNESS_MM / 2, 1e-9);
    assert_near(d.normal.z, 1, 1e-9);
}

/* Its centre over the lower one: flat upon it. */
static void a_wink_well_upon_another_lies_flat(void **state) {
    (void)state;
    sq_disc below = wink_at(0, 0, 11);
    for (double away = 0; away < 9; away += 1.7) {
        sq_disc d = wink_at(away, 0, 8);
        assert_true(sq_pose_rest(&d, &below, 1));
        assert_near(d.z, 1.5 * SQ_WINK_THICKNESS_MM, 0.02);
        assert_near(d.normal.z, 1, 1e-4);
    }
}

/* Its edge alone upon the lower one: aslant from the felt up over that rim, away from it, and the lower the
 * less it covers. */
static void a_wink_on_anothers_edge_leans(void **state) {
    (void)state;
    sq_disc below = wink_at(0, 0, 11);
    double last = INFINITY;
    for (double overlap = 6; overlap > 0.5; overlap -= 1) {
        sq_disc d = wink_at(19 - overlap, 0, 8);
        assert_true(sq_pose_rest(&d, &below, 1));
        assert_true(d.normal.x > 0 && fabs(d.normal.y) < 0.02);
        /* its far edge on the felt, its lower face over the other's rim at the height of that rim */
        double slope = d.normal.x / d.normal.z, foot = d.z - SQ_WINK_THICKNESS_MM / 2 / d.normal.z;
        assert_near(foot - slope * 8, 0, 0.03);
        assert_near(foot - slope * (11 - d.at.x), SQ_WINK_THICKNESS_MM, 0.03);
        assert_true(d.z < last);
        last = d.z;
    }
}

/* Two bear it as a bridge: flat at their height, with felt under its middle. */
static void a_bridge_lies_flat(void **state) {
    (void)state;
    sq_disc below[2] = {wink_at(-14, 0, 8), wink_at(14, 0, 8)}, d = wink_at(0, 0, 11);
    assert_true(sq_pose_rest(&d, below, 2));
    assert_near(d.z, 1.5 * SQ_WINK_THICKNESS_MM, 0.02);
    assert_near(d.normal.z, 1, 1e-4);
}

/* Flat on the felt up to where its middle is past the edge, flat on the table past it, and between the two
 * aslant over the edge, its outer rim on the table. */
static void a_wink_past_the_mats_edge_tips(void **state) {
    (void)state;
    double edge = SQ_MAT_WIDTH_MM / 2, half = SQ_WINK_THICKNESS_MM / 2;
    for (double past = -12; past < 12; past += 0.7) {
        sq_disc d = wink_at(300, -edge - past, 8);
        bool flat = past < 0 || past >= 8;
        assert_int_equal(sq_pose_rest(&d, 0, 0), past >= 0);
        if (flat) {
            assert_near(d.z, half - (past < 0 ? 0 : SQ_MAT_THICKNESS_MM), 1e-6);
            assert_near(d.normal.z, 1, 1e-6);
            continue;
        }
        double slope = d.normal.y / d.normal.z, foot = d.z - half / d.normal.z;
        assert_true(slope < 0 && fabs(d.normal.x) < 1e-6);
        assert_near(foot - slope * past, 0, 1e-6);
        assert_near(foot + slope * 8, -SQ_MAT_THICKNESS_MM, 0.03);
    }
}

/* The same over a corner: two edges bear it, or the corner alone. */
static void a_wink_past_the_mats_corner_tips(void **state) {
    (void)state;
    double half = SQ_WINK_THICKNESS_MM / 2;
    for (double past = 0.5; past < 7; past += 1.5) {
        sq_disc d = wink_at(SQ_MAT_LENGTH_MM / 2 + past / M_SQRT2, SQ_MAT_WIDTH_MM / 2 + past / M_SQRT2, 8);
        assert_true(sq_pose_rest(&d, 0, 0));
        double out = (d.normal.x + d.normal.y) / M_SQRT2 / d.normal.z, foot = d.z - half / d.normal.z;
        assert_near(d.normal.x, d.normal.y, 0.04);
        assert_near(foot + out * past, 0, 0.02);
        assert_near(foot - out * 8, -SQ_MAT_THICKNESS_MM, 0.05);
    }
}

/* Both are still seen where they were, whoever lies upon the other; only where that is on the mat changes. */
static void winks_settle_where_they_are_seen(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(1920, 1080, (sq_mm){0, 0}, 1);
    sq_disc lower = wink_at(700, 300, 11), upper = wink_at(715, 300, 8);
    sq_disc_place(&lower, &c);
    sq_disc_place(&upper, &c);
    sq_px seen = upper.centre;
    assert_false(sq_pose_settle(&lower, 0, 0, &c));
    assert_near(lower.at.x, 700, 1e-6);
    assert_true(sq_pose_settle(&upper, &lower, 1, &c));
    assert_near(upper.centre.x, seen.x, 1e-3);
    assert_near(upper.centre.y, seen.y, 1e-3);
    assert_true(upper.z > SQ_WINK_THICKNESS_MM && upper.normal.x > 0.05);
    assert_true(upper.at.x < 715 - 0.1 && upper.at.x > 715 - 2); /* nearer below the camera */
    assert_true(sq_pose_settle(&lower, &upper, 0, &c) == false && lower.z == SQ_WINK_THICKNESS_MM / 2);
    assert_false(sq_pose_settle(&upper, 0, 0, &c));
    assert_near(upper.at.x, 715, 1e-3);
    assert_near(upper.normal.z, 1, 1e-12);
}

/* Let down with a normal of its own: one point touches the felt, or the rim of what it comes to lie upon. */
static void a_leaning_wink_is_let_down_until_it_touches(void **state) {
    (void)state;
    sq_disc below = wink_at(0, 0, 11);
    for (double sine = 0.1; sine < 0.8; sine += 0.15) {
        sq_disc d = wink_at(60, 0, 8);
        double half = SQ_WINK_THICKNESS_MM / 2, cosine = sqrt(1 - sine * sine);
        d.normal = (sq_mm3){sine, 0, cosine};
        sq_pose_lower(&d, &below, 1);
        assert_near(d.z, 8 * sine / cosine + half / cosine, 0.02);
        d.at.x = 16; /* the lower side away from the other: its upper half lies over that one's rim */
        sq_pose_lower(&d, &below, 1);
        double foot = d.z - half / cosine, slope = sine / cosine;
        double on_felt = foot - 8 * slope, on_rim = foot - (11 - 16) * slope - SQ_WINK_THICKNESS_MM;
        assert_near(fmin(on_felt, on_rim), 0, 0.03);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_leaning_wink_is_let_down_until_it_touches),
        cmocka_unit_test(a_wink_beside_others_lies_on_the_felt),
        cmocka_unit_test(a_wink_well_upon_another_lies_flat),
        cmocka_unit_test(a_wink_on_anothers_edge_leans),
        cmocka_unit_test(a_bridge_lies_flat),
        cmocka_unit_test(a_wink_past_the_mats_edge_tips),
        cmocka_unit_test(a_wink_past_the_mats_corner_tips),
        cmocka_unit_test(winks_settle_where_they_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
