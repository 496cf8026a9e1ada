/* The error that all places of a picture have in common: what another camera moves, what it stretches, and
 * what it must not do to gaps and to what compares two rests. */
#include "vision/position/shared_camera_error.h"

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"
#include "vision/position/merge_observations.h"
#include "vision/position/rim_gap.h"
#include "vision/position/squops_and_distances.h"

/* Looks straight down from 1700 mm, x to the right, y up in the picture. */
static const sq_camera down = {.fx = 1600,
                               .fy = 1600,
                               .cx = 960,
                               .cy = 540,
                               .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                               .t = {0, 0, 1700}};

static sq_position position;

/* Two large winks near each other, 300 mm from the pot, and two of other colours on either side of it. */
static void start(void) {
    position = hand_made_start();
    position.pot_sigma_mm = 0;
    hand_made_put(&position, 0, 0, 300, 0, SQ_PLACE_MAT);
    hand_made_put(&position, 6, 6, 322.3, 0, SQ_PLACE_MAT);
    hand_made_put(&position, 12, 12, -300.2, 0, SQ_PLACE_MAT);
}

/* The camera may stand so much further along x, by one standard deviation. */
static sq_camera_doubt moved_along_x(double mm) {
    sq_camera_doubt d = {.count = 1, .part = 0.01};
    d.other[0] = down;
    d.other[0].t[0] -= 0.01 * mm;
    return d;
}

/* And so much lower, as a share of its height. */
static sq_camera_doubt lower_by(double share) {
    sq_camera_doubt d = {.count = 1, .part = 0.01};
    d.other[0] = down;
    d.other[0].t[2] *= 1 + 0.01 * share;
    return d;
}

static void a_camera_that_may_stand_elsewhere_moves_all_alike(void **state) {
    (void)state;
    start();
    double own = position.winks[0].sigma_mm,
           gap = sq_gap_between(&position.winks[0], &position.winks[6]).sigma_mm;
    sq_camera_doubt d = moved_along_x(0.6);
    sq_position_add_common_error(&position, &down, &d, 0);
    for (int i = 0; i < position.wink_count; i++) {
        const sq_seen_wink *w = &position.winks[i];
        assert_near(w->common.sigma_mm, 0.6 / M_SQRT2, 1e-6); /* along x alone, told of both axes */
        assert_near(w->common.stretch, 0, 1e-9);
        assert_near(sq_own_sigma_mm(w), own, 1e-9);
        assert_near(w->sigma_mm, hypot(own, 0.6 / M_SQRT2), 1e-6);
    }
    assert_near(position.winks[0].common.to_pot_mm, 0.6, 1e-6);
    assert_near(sq_gap_between(&position.winks[0], &position.winks[6]).sigma_mm, gap, 1e-9);
}

static void a_camera_of_another_height_stretches_gaps(void **state) {
    (void)state;
    start();
    double gap = sq_gap_between(&position.winks[0], &position.winks[6]).sigma_mm;
    sq_camera_doubt d = lower_by(0.01);
    sq_position_add_common_error(&position, &down, &d, 0);
    assert_near(position.winks[0].common.stretch, 0.01, 1e-5);
    assert_near(position.winks[0].common.to_pot_mm, 3, 0.01); /* a hundredth of 300 mm */
    assert_near(sq_gap_between(&position.winks[0], &position.winks[6]).sigma_mm, hypot(gap, 0.223), 1e-3);
}

static void chroma_moves_winks_along_the_rows(void **state) {
    (void)state;
    start();
    sq_camera_doubt none = {0};
    sq_position_add_common_error(&position, &down, &none, 0.25);
    assert_near(position.winks[0].common.sigma_mm, 0.25 * 1700 / 1600, 1e-3);
    assert_near(position.winks[0].common.stretch, 0, 0);
}

/* What moves the pot against the winks brings a wink on one side nearer and one on the other side farther
 * away, and two on one side alike. */
static void who_is_nearer_depends_on_the_sides(void **state) {
    (void)state;
    start();
    sq_camera_doubt d = moved_along_x(0.6);
    sq_position_add_common_error(&position, &down, &d, 0);
    sq_position_complete(&position, 0, NULL, 0);
    const sq_seen_wink *a = &position.winks[0], *beside = &position.winks[6], *opposite = &position.winks[12];
    double own = hypot(sq_own_sigma_mm(a), sq_own_sigma_mm(beside));
    assert_near(sq_nearer_sigma_mm(&position, a, beside), own, 1e-6);
    assert_near(sq_nearer_sigma_mm(&position, a, opposite), hypot(own, 2 * 0.6), 1e-6);
    assert_true(position.too_close); /* 0.2 mm between blue and red */
}

/* Two looks at one rest by one camera. */
static void a_second_look_does_not_better_the_camera(void **state) {
    (void)state;
    start();
    sq_camera_doubt d = moved_along_x(0.6);
    sq_position_add_common_error(&position, &down, &d, 0);
    sq_position_complete(&position, 0, NULL, 0);
    sq_position merged;
    sq_position_merge(&merged, &position, &position);
    assert_true(sq_own_sigma_mm(&merged.winks[0]) < sq_own_sigma_mm(&position.winks[0]));
    assert_near(merged.winks[0].sigma_mm, hypot(sq_own_sigma_mm(&merged.winks[0]), 0.6 / M_SQRT2), 1e-6);
    assert_true(merged.winks[0].edge_sigma_mm > 0.6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_camera_that_may_stand_elsewhere_moves_all_alike),
        cmocka_unit_test(a_camera_of_another_height_stretches_gaps),
        cmocka_unit_test(chroma_moves_winks_along_the_rows),
        cmocka_unit_test(who_is_nearer_depends_on_the_sides),
        cmocka_unit_test(a_second_look_does_not_better_the_camera),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
