/* Gaps between winks, against walking round both rims, and their deviations, against throwing dice. */
#include "vision/position/rim_gap.h"

#include <stdlib.h>

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"
#include "vision/geometry/disc.h"

/* The least distance of two rims, by walking round both. */
static void gaps_are_the_least_distance_of_the_rims(void **state) {
    (void)state;
    sq_seen_wink a = hand_made_wink(0, 10, 20, SQ_PLACE_MAT), b = hand_made_wink(9, 41, 33, SQ_PLACE_MAT);
    double least = INFINITY;
    for (int i = 0; i < 720; i++)
        for (int j = 0; j < 720; j++)
            least = fmin(least, hypot(a.at.x + 11 * cos(i * M_PI / 360) - b.at.x - 8 * cos(j * M_PI / 360),
                                      a.at.y + 11 * sin(i * M_PI / 360) - b.at.y - 8 * sin(j * M_PI / 360)));
    assert_near(sq_gap_between(&a, &b).mm, least, 0.01);
    assert_near(sq_gap_between(&b, &a).mm, sq_gap_between(&a, &b).mm, 0);
    b.at = (sq_mm){10, 30};
    assert_near(sq_gap_between(&a, &b).mm, 10 - 19, 1e-9);
}

/* One that leans reaches less far to the side to which it leans, and to the other; across, as far as ever. */
static void leaning_winks_reach_less_far(void **state) {
    (void)state;
    sq_seen_wink a = hand_made_wink(0, 0, 0, SQ_PLACE_MAT), b = hand_made_wink(9, 25, 0, SQ_PLACE_MAT);
    b.normal = (sq_mm3){0.6, 0, 0.8};
    double reach = (8 - SQ_WINK_ROUNDING_MM) * 0.8 + (SQ_WINK_THICKNESS_MM / 2 - SQ_WINK_ROUNDING_MM) * 0.6 +
                   SQ_WINK_ROUNDING_MM;
    assert_near(sq_gap_between(&a, &b).mm, 25 - 11 - reach, 1e-9);
    assert_near(sq_gap_between(&b, &a).mm, 25 - 11 - reach, 1e-9);
    b.at = (sq_mm){0, 25};
    assert_near(sq_gap_between(&a, &b).mm, 25 - 19, 1e-9);
}

/* Against throwing dice: two winks are off by what both have in common, and by what each has of its own; the
 * hidden part of either has nothing in common with the other. */
static void what_draws_both_alike_leaves_the_gap(void **state) {
    (void)state;
    enum { THROWS = 40000 };
    srand(11);
    for (int hidden = 0; hidden < 2; hidden++)
        for (double other = 0.1; other < 0.5; other += 0.3) {
            double seen = hidden ? 0.25 : 1, shared = sqrt(SQ_SIGMA_SHARED * seen), squares = 0;
            for (int i = 0; i < THROWS; i++) {
                double both = shared * hand_made_normal(), own = sqrt(1 - shared * shared);
                double gap =
                    0.2 * (both + own * hand_made_normal()) - other * (both + own * hand_made_normal());
                squares += gap * gap;
            }
            assert_near(sq_gap_sigma(0.2, other, seen), sqrt(squares / THROWS), 0.006);
            assert_near(sq_gap_sigma(other, 0.2, seen), sqrt(squares / THROWS), 0.006);
        }
    assert_near(sq_gap_sigma(0.3, 0.4, 0), 0.5, 1e-12);
}

static double sigma_at(sq_seen_wink a, sq_seen_wink b, double gap_mm) {
    b.at.x = a.at.x + SQ_LARGE_MM / 2 + SQ_SMALL_MM / 2 + gap_mm;
    return sq_gap_between(&a, &b).sigma_mm;
}

/* What may raise a pile raises two that overlap together, and those beside one another each by itself; from
 * the one to the other the deviation goes without a step. */
static void what_raises_a_pile_leaves_the_gap(void **state) {
    (void)state;
    sq_seen_wink a = hand_made_wink(0, 0, 0, SQ_PLACE_MAT), b = hand_made_wink(9, 18, 0, SQ_PLACE_MAT);
    a.sigma_mm = b.sigma_mm = 0.1;
    double together = sigma_at(a, b, -2);
    a.raised_mm = b.raised_mm = 0.3;
    a.sigma_mm = b.sigma_mm = hypot(0.1, 0.3);
    double apart = together * hypot(1, 3);
    assert_near(sigma_at(a, b, -2), together, 1e-4);
    assert_near(sigma_at(a, b, 2), apart, 1e-4);
    assert_near(sigma_at(a, b, 0), hypot(together, apart) * M_SQRT1_2, 1e-9);
    assert_near(sigma_at(a, b, 0.01), sigma_at(a, b, -0.01), 0.01);
    for (double mm = -2; mm < 2; mm += 0.1)
        assert_true(sigma_at(a, b, mm + 0.1) > sigma_at(a, b, mm));
    b.raised_mm = 0; /* it stands on the pot */
    assert_near(sigma_at(a, b, -2), apart, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_are_the_least_distance_of_the_rims),
        cmocka_unit_test(leaning_winks_reach_less_far),
        cmocka_unit_test(what_draws_both_alike_leaves_the_gap),
        cmocka_unit_test(what_raises_a_pile_leaves_the_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
