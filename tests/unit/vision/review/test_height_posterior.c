/* Heights where the order is open: against the poses that the possible orders have, weighed by hand. */
#include "vision/review/height_posterior.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"
#include "vision/geometry/wink_pose.h"

/* So many ways are tried that a probability counts to a sixteenth. */
#define COARSE (1.0 / 16)

static sq_camera camera;
static sq_pile stack;
static double sigma[SQ_FIT_CAP], added[SQ_FIT_CAP];

static sq_disc wink_at(double x) {
    sq_disc d = {.at = {x, 300}, .z = SQ_WINK_THICKNESS_MM / 2, .radius_mm = 8, .normal = {0, 0, 1}};
    sq_disc_place(&d, &camera);
    return d;
}

/* Two winks, the second one laid over the first where they overlap. */
static void lay(double apart, double order, double sigma_mm) {
    camera = sq_naive_camera(1280, 960, (sq_mm){0, 0}, 1);
    stack = (sq_pile){.count = 2};
    stack.wink[0].disc = wink_at(400);
    stack.wink[1].disc = wink_at(400 + apart);
    sq_pose_rest(&stack.wink[1].disc, &stack.wink[0].disc, 1);
    stack.wink[1].disc.at = sq_mm_from_px(&camera, stack.wink[1].disc.centre, stack.wink[1].disc.z);
    stack.order[0][1] = order;
    sigma[0] = sigma[1] = sigma_mm;
}

static void what_is_known_stays(void **state) {
    (void)state;
    for (int known = 0; known < 2; known++) {
        lay(known ? 11 : 18, known ? 0.9995 : 0.5, 0.1);
        sq_pile before = stack;
        sq_height_posterior_average(&stack, &camera, sigma, added);
        for (int i = 0; i < 2; i++) {
            assert_near(stack.wink[i].disc.z, before.wink[i].disc.z, 0);
            assert_near(sq_mm_distance(stack.wink[i].disc.at, before.wink[i].disc.at), 0, 0);
            assert_near(added[i], 0, 0);
        }
    }
}

/* One lies on the felt, the other upon it, and nobody knows which. */
static void an_open_order_is_shared(void **state) {
    (void)state;
    const double flat = SQ_WINK_THICKNESS_MM / 2;
    for (double order = 0.1; order < 1; order += 0.2) {
        lay(11, order, 0.1);
        double high = stack.wink[1].disc.z;
        sq_px seen[2] = {stack.wink[0].disc.centre, stack.wink[1].disc.centre};
        assert_true(high > 1.8 * flat);
        sq_height_posterior_average(&stack, &camera, sigma, added);
        assert_near(stack.wink[0].disc.z, flat + (1 - order) * (high - flat), COARSE * high);
        assert_near(stack.wink[1].disc.z, flat + order * (high - flat), COARSE * high);
        for (int i = 0; i < 2; i++) {
            sq_mm there = sq_mm_from_px(&camera, seen[i], stack.wink[i].disc.z);
            assert_near(sq_mm_distance(there, stack.wink[i].disc.at), 0, 1e-9);
            sq_mm low = sq_mm_from_px(&camera, seen[i], flat), up = sq_mm_from_px(&camera, seen[i], high);
            double along = sqrt(order * (1 - order)) * sq_mm_distance(low, up), deviation = along / M_SQRT2;
            assert_near(added[i], deviation, 0.25 * deviation);
        }
    }
}

/* What turned out to lie the other way round than it was fitted lies so: the one flat, the other aslant. */
static void a_turned_order_is_followed(void **state) {
    (void)state;
    const double flat = SQ_WINK_THICKNESS_MM / 2;
    lay(11, 0.0005, 0.1);
    double high = stack.wink[1].disc.z, aslant = stack.wink[1].disc.normal.x;
    sq_height_posterior_average(&stack, &camera, sigma, added);
    assert_near(stack.wink[1].disc.z, flat, 1e-6);
    assert_near(stack.wink[1].disc.normal.z, 1, 1e-6);
    assert_near(stack.wink[0].disc.z, high, 0.1);
    assert_near(stack.wink[0].disc.normal.x, -aslant, 0.02);
    assert_near(added[0] + added[1], 0, 1e-6);
}

/* Two that just touch: they may lie side by side as well. */
static void an_open_overlap_is_shared(void **state) {
    (void)state;
    const double flat = SQ_WINK_THICKNESS_MM / 2;
    lay(15.95, 0.5, 0);
    double high = stack.wink[1].disc.z;
    for (double apart = 15.8; apart < 16.3; apart += 0.1) {
        lay(apart, 0.5, 0.1);
        double gap = sq_mm_distance(stack.wink[0].disc.at, stack.wink[1].disc.at) - 16;
        double overlap = 0.5 * erfc(gap / (0.1 * M_SQRT2) / M_SQRT2);
        sq_height_posterior_average(&stack, &camera, sigma, added);
        for (int i = 0; i < 2; i++)
            assert_near(stack.wink[i].disc.z, flat + overlap / 2 * (high - flat), 1.5 * COARSE * high);
    }
}

/* Of three in a row the middle one is known to lie over the first; whether the last lies over the middle one
 * is open. The first one's height does not depend on it. */
static void what_is_open_changes_no_more_than_it_bears_on(void **state) {
    (void)state;
    lay(11, 0.9999, 0.1);
    stack.count = 3;
    stack.wink[2].disc = wink_at(422);
    sq_pose_rest(&stack.wink[2].disc, &stack.wink[0].disc, 1);
    stack.order[0][2] = stack.order[1][2] = 0.5;
    sigma[2] = 0.1;
    double first = stack.wink[0].disc.z;
    sq_height_posterior_average(&stack, &camera, sigma, added);
    assert_near(stack.wink[0].disc.z, first, 0);
    assert_true(added[1] > 0.05 / M_SQRT2 && added[2] > 0.05 / M_SQRT2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known_stays),
        cmocka_unit_test(an_open_order_is_shared),
        cmocka_unit_test(a_turned_order_is_followed),
        cmocka_unit_test(an_open_overlap_is_shared),
        cmocka_unit_test(what_is_open_changes_no_more_than_it_bears_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
