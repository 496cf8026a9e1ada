/* Where winks are put by hand: against rule 13.1 read literally on a fine grid, and cases worked
 * out by hand. */
#include "rules/terms/equipment_sizes.h"
#include "rules/terms/put_back.h"
#include "tests/fixture/game/random_game.h"
#include "tests/fixture/unit.h"

#define HALF_X (SQ_MAT_LENGTH_MM / 2)
#define HALF_Y (SQ_MAT_WIDTH_MM / 2)

static const sq_off_mat of_2012 = {SQ_OFF_MAT_INSET_MM, SQ_OFF_MAT_CLEAR_MM};

static double apart(sq_spot a, sq_spot b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* Distance from the boundary of the field of play, inwards: the mat's edges and the four baselines. */
static double inside(sq_spot p) {
    double diagonal = hypot(HALF_X, HALF_Y);
    double baseline = SQ_BASELINE_MM - (fabs(p.x) * HALF_X + fabs(p.y) * HALF_Y) / diagonal;
    return fmin(baseline, fmin(HALF_X - fabs(p.x), HALF_Y - fabs(p.y)));
}

static double from_baseline(sq_spot p, unsigned corner) {
    static const struct {
        unsigned corner;
        double x, y;
    } corners[] = {
        {SQ_CORNER_NE, 1, 1}, {SQ_CORNER_SE, 1, -1}, {SQ_CORNER_SW, -1, -1}, {SQ_CORNER_NW, -1, 1}};
    /* Its ends: on the short edge 215.9 mm from the middle, on the long one 793.6 mm (2.3.1). */
    double diagonal = hypot(HALF_X, HALF_Y), ux = HALF_X / diagonal, uy = HALF_Y / diagonal;
    sq_spot a = {HALF_X, (SQ_BASELINE_MM - HALF_X * ux) / uy},
            b = {(SQ_BASELINE_MM - HALF_Y * uy) / ux, HALF_Y};
    double least = INFINITY;
    for (size_t i = 0; i < 4; i++)
        for (int k = 0; corners[i].corner == corner && k <= 300; k++) {
            sq_spot q = {corners[i].x * (a.x + (b.x - a.x) * k / 300),
                         corners[i].y * (a.y + (b.y - a.y) * k / 300)};
            least = fmin(least, apart(p, q));
        }
    return least;
}

static bool allowed(sq_spot p, double radius, const sq_flat *others, int n, unsigned corners, double slack) {
    if (fabs(inside(p) - radius - SQ_OFF_MAT_INSET_MM) > slack) return false;
    for (int i = 0; i < n; i++)
        if (apart(p, others[i].at) - radius - others[i].radius < SQ_OFF_MAT_CLEAR_MM - slack) return false;
    for (unsigned c = 1; c <= SQ_CORNER_NW; c *= 2)
        if (corners & c && from_baseline(p, c) - radius < SQ_OFF_MAT_CLEAR_MM - slack) return false;
    return true;
}

/* The nearest allowed spot on a grid of rays from the centre, each cut where it is 22 mm in. */
static double naive_distance(double radius, sq_spot left_at, const sq_flat *others, int n, unsigned corners) {
    double least = INFINITY;
    for (int k = 0; k < 2400; k++) {
        double angle = k * M_PI / 1200, low = 0, high = 1100;
        for (int step = 0; step < 44; step++) {
            double middle = (low + high) / 2;
            sq_spot p = {middle * cos(angle), middle * sin(angle)};
            if (inside(p) - radius > SQ_OFF_MAT_INSET_MM)
                low = middle;
            else
                high = middle;
        }
        sq_spot p = {low * cos(angle), low * sin(angle)};
        if (allowed(p, radius, others, n, corners, 1e-6)) least = fmin(least, apart(p, left_at));
    }
    return least;
}

static double rolled(dice *d, double low, double high) {
    return low + (high - low) * roll(d, 1 << 20) / (1 << 20);
}

static sq_spot somewhere_on_the_edge(dice *d) {
    double x = rolled(d, -HALF_X, HALF_X), y = rolled(d, -HALF_Y, HALF_Y);
    switch (roll(d, 4)) {
    case 0: return (sq_spot){HALF_X, y};
    case 1: return (sq_spot){-HALF_X, y};
    case 2: return (sq_spot){x, HALF_Y};
    default: return (sq_spot){x, -HALF_Y};
    }
}

static void off_the_mat_against_the_naive_search(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        dice d = dice_of(seed);
        sq_flat others[23];
        int n = (int)roll(&d, 24);
        for (int i = 0; i < n; i++)
            others[i] =
                (sq_flat){{rolled(&d, -HALF_X, HALF_X), rolled(&d, -HALF_Y, HALF_Y)}, roll(&d, 2) ? 8 : 11};
        unsigned corners = roll(&d, 16);
        double radius = roll(&d, 2) ? 8 : 11;
        sq_spot left_at = somewhere_on_the_edge(&d), to;
        double naive = naive_distance(radius, left_at, others, n, corners);
        bool found = sq_put_back_off_mat(&to, of_2012, radius, left_at, others, n, corners);
        if (!found) {
            assert_true(isinf(naive));
            continue;
        }
        if (!allowed(to, radius, others, n, corners, 1e-3))
            fail_msg("seed %d: (%g, %g) is not allowed", (int)seed, to.x, to.y);
        if (apart(to, left_at) > naive + 1e-6)
            fail_msg("seed %d: %g mm, and %g would do", (int)seed, apart(to, left_at), naive);
        if (isfinite(naive)) assert_near(apart(to, left_at), naive, 4); /* the rays are up to 3 mm apart */
    }
}

static void off_the_middle_of_a_long_edge(void **state) {
    (void)state;
    sq_spot to;
    assert_true(sq_put_back_off_mat(&to, of_2012, 8, (sq_spot){100, HALF_Y}, NULL, 0, 0));
    assert_near(to.x, 100, 1e-9);
    assert_near(to.y, HALF_Y - 22 - 8, 1e-9);
}

static void ten_centimetres_from_another_wink(void **state) {
    (void)state;
    const sq_flat other = {{100, HALF_Y - 30}, 11};
    sq_spot to;
    assert_true(sq_put_back_off_mat(&to, of_2012, 8, (sq_spot){110, HALF_Y}, &other, 1, 0));
    assert_near(to.x, 100 + 100 + 11 + 8, 1e-9); /* to the side that is nearer */
    assert_near(to.y, HALF_Y - 30, 1e-9);
}

static void ten_centimetres_from_a_baseline_in_use(void **state) {
    (void)state;
    sq_spot to, free;
    sq_spot left_at = {790, HALF_Y};
    assert_true(sq_put_back_off_mat(&free, of_2012, 8, left_at, NULL, 0, SQ_CORNER_SW));
    assert_true(sq_put_back_off_mat(&to, of_2012, 8, left_at, NULL, 0, SQ_CORNER_NE));
    assert_true(apart(free, left_at) < 40);
    assert_near(from_baseline(to, SQ_CORNER_NE), 108, 5e-3);
    assert_near(to.y, HALF_Y - 30, 1e-9);
}

/* The boundary of the field is the baseline there (3): straight in, along the diagonal, unless an unplayed
 * wink lies behind it; then the near spots are by the long edge, 100 mm clear of the baseline's end. */
static void off_over_a_baseline(void **state) {
    (void)state;
    const double diagonal = hypot(HALF_X, HALF_Y), ux = HALF_X / diagonal, uy = HALF_Y / diagonal;
    const sq_spot left_at = {SQ_BASELINE_MM * ux, SQ_BASELINE_MM * uy};
    sq_spot to;
    assert_true(
        sq_put_back_off_mat(&to, of_2012, 8, left_at, NULL, 0, SQ_CORNER_SE | SQ_CORNER_SW | SQ_CORNER_NW));
    assert_near(to.x, (SQ_BASELINE_MM - 30) * ux, 1e-9);
    assert_near(to.y, (SQ_BASELINE_MM - 30) * uy, 1e-9);
    assert_true(sq_put_back_off_mat(&to, of_2012, 8, left_at, NULL, 0, SQ_CORNER_NE));
    assert_near(to.y, HALF_Y - 30, 1e-9);
    const double end_x = (SQ_BASELINE_MM - HALF_Y * uy) / ux; /* the baseline's end on that edge */
    assert_near(end_x - to.x, sqrt(108.0 * 108 - 30 * 30), 1e-9);
}

/* All three conditions at once: past the baseline in use, and past the wink that lies where it would go. */
static void off_near_a_baseline_and_a_wink(void **state) {
    (void)state;
    const double diagonal = hypot(HALF_X, HALF_Y), ux = HALF_X / diagonal, uy = HALF_Y / diagonal;
    const sq_spot left_at = {SQ_BASELINE_MM * ux, SQ_BASELINE_MM * uy};
    const sq_flat other = {{680, HALF_Y - 30}, 11};
    sq_spot to;
    assert_true(sq_put_back_off_mat(&to, of_2012, 8, left_at, &other, 1, SQ_CORNER_NE));
    assert_near(to.y, HALF_Y - 30, 1e-9);
    assert_near(to.x, 680 - (100 + 11 + 8), 1e-9);
}

static void nowhere_to_put_it(void **state) {
    (void)state;
    sq_flat others[200];
    for (int i = 0; i < 200; i++)
        others[i] =
            (sq_flat){{-HALF_X + HALF_X * 2 * (i % 20) / 19, -HALF_Y + HALF_Y * 2 * (i / 20) / 9}, 11};
    sq_spot to;
    assert_false(sq_put_back_off_mat(&to, of_2012, 8, (sq_spot){0, HALF_Y}, others, 200, 0));
}

static void off_the_pots_base(void **state) {
    (void)state;
    sq_spot at = sq_put_back_off_pot((sq_spot){0, -10}, 8);
    assert_near(at.x, 0, 1e-12);
    assert_near(at.y, -27, 1e-12);
    at = sq_put_back_off_pot((sq_spot){3, 4}, 11);
    assert_near(at.x, 18, 1e-12);
    assert_near(at.y, 24, 1e-12);
    at = sq_put_back_off_pot((sq_spot){27.5, 0}, 8);
    assert_near(at.x, 27.5, 0); /* it touches nothing and stays */
    at = sq_put_back_off_pot((sq_spot){0, 0}, 8);
    assert_near(hypot(at.x, at.y), 27, 1e-12);
}

static void leaning_against_the_pot(void **state) {
    (void)state;
    const sq_flat others[] = {{{40, 0}, 8}, {{45, 0}, 8}, {{27, 20}, 8}, {{-27, 0}, 8}, {{27, 15.9}, 8}};
    sq_spot to;
    uint32_t squopped = sq_put_back_leaning(&to, (sq_spot){20, 0}, 8, others, 5);
    assert_near(to.x, 27, 1e-12);
    assert_near(to.y, 0, 1e-12);
    assert_int_equal(squopped, 1 << 0 | 1 << 4);
}

static void apart_after_a_pot_out(void **state) {
    (void)state;
    sq_flat w[] = {{{300, 0}, 8}, {{305, 3}, 11}, {{-200, 100}, 8}, {{300, 17}, 8}};
    const uint32_t above[] = {1 << 1, 0, 0, 0};
    sq_flat was[4];
    memcpy(was, w, sizeof w);
    assert_int_equal(sq_put_back_apart(w, SQ_POT_OUT_GAP_MM, 4, above), 0);
    assert_near(apart(w[0].at, was[0].at), 0, 0); /* the lower one stays */
    assert_near(apart(w[2].at, was[2].at), 0, 0);
    for (int i = 0; i < 4; i++) {
        assert_near(hypot(w[i].at.x, w[i].at.y), hypot(was[i].at.x, was[i].at.y), 1e-9);
        for (int k = 0; k < i; k++)
            assert_true(apart(w[i].at, w[k].at) - w[i].radius - w[k].radius >= 2 - 1e-6);
    }
}

/* Random piles: distances from the pot stay, gaps are 2 mm, and who cannot be placed has not been moved. */
static void piles_come_apart(void **state) {
    (void)state;
    int placed = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        dice d = dice_of(seed);
        sq_flat w[24], was[24];
        uint32_t above[24] = {0};
        int n = 2 + (int)roll(&d, 23);
        double spread = rolled(&d, 30, 400);
        for (int i = 0; i < n; i++) {
            do
                w[i] = (sq_flat){{rolled(&d, -spread, spread), rolled(&d, -spread, spread)},
                                 roll(&d, 2) ? 8 : 11};
            while (hypot(w[i].at.x, w[i].at.y) < 19 + w[i].radius);
            for (int k = 0; k < i; k++)
                if (apart(w[i].at, w[k].at) < w[i].radius + w[k].radius) above[k] |= (uint32_t)1 << i;
        }
        memcpy(was, w, sizeof w);
        uint32_t crowded = sq_put_back_apart(w, SQ_POT_OUT_GAP_MM, n, above);
        for (int i = 0; i < n; i++) {
            assert_near(hypot(w[i].at.x, w[i].at.y), hypot(was[i].at.x, was[i].at.y), 1e-9);
            if (crowded >> i & 1) assert_near(apart(w[i].at, was[i].at), 0, 0);
            for (int k = 0; k < i; k++)
                if (!((crowded >> i | crowded >> k) & 1)) {
                    assert_true(apart(w[i].at, w[k].at) - w[i].radius - w[k].radius >= 2 - 1e-6);
                    placed++;
                }
        }
    }
    assert_true(placed > 5000);
}

static void a_ring_comes_apart(void **state) {
    (void)state;
    sq_flat w[] = {{{100, 0}, 11}, {{105, 8}, 11}, {{95, 8}, 11}};
    const uint32_t above[] = {1 << 1, 1 << 2, 1 << 0};
    assert_int_equal(sq_put_back_apart(w, SQ_POT_OUT_GAP_MM, 3, above), 0);
    assert_true(apart(w[0].at, w[1].at) >= 24 - 1e-6 && apart(w[1].at, w[2].at) >= 24 - 1e-6 &&
                apart(w[0].at, w[2].at) >= 24 - 1e-6);
}

static void too_crowded_to_come_apart(void **state) {
    (void)state;
    sq_flat w[12];
    uint32_t above[12] = {0};
    for (int i = 0; i < 12;
         i++) /* all as near to the pot as can be: 9 large winks fit round it, 2 mm apart */
        w[i] = (sq_flat){{30 * cos(i * 0.5), 30 * sin(i * 0.5)}, 11};
    uint32_t crowded = sq_put_back_apart(w, SQ_POT_OUT_GAP_MM, 12, above);
    assert_true(__builtin_popcount(crowded) >= 5 && __builtin_popcount(crowded) < 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(off_the_middle_of_a_long_edge),
        cmocka_unit_test(ten_centimetres_from_another_wink),
        cmocka_unit_test(ten_centimetres_from_a_baseline_in_use),
        cmocka_unit_test(off_over_a_baseline),
        cmocka_unit_test(off_near_a_baseline_and_a_wink),
        cmocka_unit_test(off_the_mat_against_the_naive_search),
        cmocka_unit_test(nowhere_to_put_it),
        cmocka_unit_test(off_the_pots_base),
        cmocka_unit_test(leaning_against_the_pot),
        cmocka_unit_test(apart_after_a_pot_out),
        cmocka_unit_test(piles_come_apart),
        cmocka_unit_test(a_ring_comes_apart),
        cmocka_unit_test(too_crowded_to_come_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
