/* Rims that support their discs: drawn windows, and what of a rim is open and shows its own colour's end. */
#include "vision/explain/rim_support.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/drawn_window.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

#define BLUR_PX 1.0

static const sq_chroma red = {0.6f, 0.02f}, blue = {-0.2f, 0.7f};
static sq_camera camera;

static sq_disc disc_at(double dx, double dy, double radius, sq_chroma c) {
    sq_mm m = sq_mm_from_px(&camera, (sq_px){X0 + SIDE / 2, Y0 + SIDE / 2}, SQ_NAIVE_FLAT_MM);
    sq_disc d = {.at = {m.x + dx, m.y + dy}, .z = SQ_NAIVE_FLAT_MM, .radius_mm = radius, .chroma = c};
    sq_disc_place(&d, &camera);
    return d;
}

/* Draws the discs, bottom first, blurred, on felt. */
static sq_window draw(const sq_disc *disc, int n) {
    for (int i = 0; i < SIDE * SIDE; i++) {
        chroma[i] = ground[i] = (sq_chroma){0, 0};
        believed[i] = 1;
        for (int k = 0; k < n; k++) {
            double away = sq_disc_distance(&disc[k], X0 + i % SIDE, Y0 + i / SIDE, 0, 0) * disc[k].px_per_mm;
            float cover = (float)(0.5 * erfc(away / (BLUR_PX * M_SQRT2)));
            chroma[i].x += cover * (disc[k].chroma.x - chroma[i].x);
            chroma[i].y += cover * (disc[k].chroma.y - chroma[i].y);
        }
    }
    return drawn_window();
}

static int see(void **state) {
    (void)state;
    camera = sq_naive_camera(640, 480, (sq_mm){0, 0}, 1.6);
    return 0;
}

static void a_disc_that_is_there_is_supported_all_around(void **state) {
    (void)state;
    double share, support;
    for (double radius = 8; radius < 12; radius += 3) {
        sq_disc d = disc_at(0.4, -0.3, radius, red);
        sq_window w = draw(&d, 1);
        sq_rim_support_of(&w, &d, 1, 0, BLUR_PX, &share, &support);
        assert_near(share, 1, 0);
        assert_near(support, 1, 0);
    }
}

/* On bare felt, within a larger wink, beside where one lies: its own colour ends nowhere along its rim. */
static void a_disc_that_is_not_there_is_not_supported(void **state) {
    (void)state;
    double share, support;
    sq_disc real = disc_at(0, 0, 11, red), felt = disc_at(0, 0, 11, red), within = disc_at(0, 0, 8, red),
            beside = disc_at(9, 0, 11, red);
    sq_window w = draw(&real, 0);
    sq_rim_support_of(&w, &felt, 1, 0, BLUR_PX, &share, &support);
    assert_near(support, 0, 0);
    w = draw(&real, 1);
    sq_rim_support_of(&w, &within, 1, 0, BLUR_PX, &share, &support);
    assert_near(support, 0, 0);
    sq_rim_support_of(&w, &beside, 1, 0, BLUR_PX, &share, &support);
    assert_true(support < SQ_RIM_SUPPORT);
}

/* What lies over it hides its rim; over the rim of the lower one the upper one's is open all around. */
static void the_upper_discs_rim_hides_the_lower_ones(void **state) {
    (void)state;
    double share, support;
    const sq_disc pile[2] = {disc_at(-4, 0, 11, red), disc_at(6, 0, 8, blue)};
    sq_window w = draw(pile, 2);
    sq_rim_support_of(&w, pile, 2, 0, BLUR_PX, &share, &support);
    assert_true(share > 0.6 && share < 0.9);
    assert_true(support > 0.95);
    sq_rim_support_of(&w, pile, 2, 1, BLUR_PX, &share, &support);
    assert_near(share, 1, 0);
    assert_true(support > 0.95);
    const sq_disc swapped[2] = {pile[1], pile[0]}; /* told the wrong way round */
    sq_rim_support_of(&w, swapped, 2, 1, BLUR_PX, &share, &support);
    assert_true(support < 0.85);
}

/* Over another wink of its own colour a rim tells nothing, and is not asked. */
static void a_rim_over_its_own_colour_is_not_asked(void **state) {
    (void)state;
    double share, support;
    const sq_disc pile[2] = {disc_at(-4, 0, 11, red), disc_at(4, 0, 8, red)};
    sq_window w = draw(pile, 2);
    sq_rim_support_of(&w, pile, 2, 1, BLUR_PX, &share, &support);
    assert_true(share < 0.75);
    assert_true(support > 0.95);
}

static void what_is_hidden_is_not_asked(void **state) {
    (void)state;
    double share, support;
    sq_disc d = disc_at(0, 0, 11, red);
    sq_window w = draw(&d, 1);
    for (int i = 0; i < SIDE * SIDE; i++)
        if (i % SIDE < SIDE / 2) believed[i] = 0;
    sq_rim_support_of(&w, &d, 1, 0, BLUR_PX, &share, &support);
    assert_near(share, 0.5, 0.05);
    assert_near(support, 1, 0);
    memset(believed, 0, sizeof believed);
    sq_rim_support_of(&w, &d, 1, 0, BLUR_PX, &share, &support);
    assert_near(share, 0, 0);
    assert_near(support, 0, 0);
}

/* A large wink on it leaves an arc of a small one's rim: grown, it goes away from the arc, whose middle stays
 * where it is. Where all of the rim is seen, so does the middle. */
static void a_rim_that_is_seen_stays_where_it_is(void **state) {
    (void)state;
    const sq_disc pile[2] = {disc_at(0, 0, 8, red), disc_at(10, 0, 11, blue)};
    sq_window w = draw(pile, 2);
    sq_mm alone = sq_rim_kept(&w, pile, 1, 0, BLUR_PX, 3), lapped = sq_rim_kept(&w, pile, 2, 0, BLUR_PX, 3);
    assert_near(sq_mm_distance(alone, pile[0].at), 0, 0.1);
    assert_near(lapped.x - pile[0].at.x, 3, 1);
    assert_near(lapped.y - pile[0].at.y, 0, 0.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_that_is_there_is_supported_all_around),
        cmocka_unit_test(a_disc_that_is_not_there_is_not_supported),
        cmocka_unit_test(the_upper_discs_rim_hides_the_lower_ones),
        cmocka_unit_test(a_rim_over_its_own_colour_is_not_asked),
        cmocka_unit_test(what_is_hidden_is_not_asked),
        cmocka_unit_test(a_rim_that_is_seen_stays_where_it_is),
    };
    return cmocka_run_group_tests(tests, see, NULL);
}
