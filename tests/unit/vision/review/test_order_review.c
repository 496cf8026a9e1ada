/* Who lies over whom, of one colour: small drawn pictures whose rims are shaded by hand. */
#include "vision/review/order_review.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/picture/sight_fixture.h"

enum { W = 560, H = 380, PAIRS = 4, SINGLES = 10 };

/* Where the scene's rims were laid, bottom first. */
static int upper_of[PAIRS], lower_of[PAIRS];

/* Single winks, which teach, above and below a row of pairs of unlike colours, each in another direction. */
static sq_naive_scene lone_winks_and_pairs(double depth) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){300, 200}, 1);
    s.noise = 1;
    for (int i = 0; i < SINGLES; i++)
        sq_naive_wink(&s, (sq_colour)(i % SQ_USUAL_COLOURS), i % 3 ? SQ_SMALL : SQ_LARGE, 110 + 42 * i,
                      i % 2 ? 80 : 320, SQ_NAIVE_FLAT_MM);
    for (int i = 0; i < PAIRS; i++) {
        double apart = SQ_LARGE_MM / 2 + SQ_SMALL_MM / 2 - depth;
        lower_of[i] = sq_naive_wink(&s, (sq_colour)i, i % 2 ? SQ_SMALL : SQ_LARGE, 120 + 115 * i, 200,
                                    SQ_NAIVE_FLAT_MM);
        upper_of[i] = sq_naive_wink_upon(&s, lower_of[i], (sq_colour)i, i % 2 ? SQ_LARGE : SQ_SMALL, apart,
                                         0.4 + M_PI / 2 * i);
    }
    return s;
}

/* A lamp in the west: each rim takes light from what lies just beyond it, most of it in the east. */
static double shade_at(const sq_naive_scene *s, sq_px p) {
    double shade = 1;
    for (int k = 0; k < s->disc_count; k++) {
        const sq_naive_disc *d = &s->disc[k];
        sq_mm m = sq_mm_from_px(&s->camera, p, d->z);
        double away = sq_mm_distance(m, d->at) - d->radius_mm, east = (m.x - d->at.x) / (away + d->radius_mm);
        if (away < 0)
            shade = 1;
        else
            shade *= 1 - (0.15 + 0.1 * east) * exp(-away * away / 2);
    }
    return shade;
}

static void look_at_shaded(const sq_naive_scene *s) {
    sq_naive_picture p = sq_naive_draw(s);
    sq_naive_darken(&p, s, shade_at);
    if (sq_sight_look(sight, &p.frame, &s->camera, &seen, &diag)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
}

static int wink_at(const sq_naive_disc *d) {
    for (int i = 0; i < seen.wink_count; i++)
        if (sq_mm_distance(seen.winks[i].at, d->at) < 1.5 &&
            fabs(sq_seen_radius_mm(&seen.winks[i]) - d->radius_mm) < 0.1)
            return i;
    return -1;
}

static double probability_of(int over, int under) {
    for (int i = 0; i < seen.squop_count; i++)
        if (seen.squops[i].over == over && seen.squops[i].under == under) return seen.squops[i].probability;
    return 0;
}

static void the_shadow_tells_the_upper_one(void **state) {
    (void)state;
    for (double depth = 2; depth < 6; depth += 1.5) {
        sq_naive_scene s = lone_winks_and_pairs(depth);
        look_at_shaded(&s);
        for (int i = 0; i < PAIRS; i++) {
            int upper = wink_at(&s.disc[upper_of[i]]), lower = wink_at(&s.disc[lower_of[i]]);
            assert_true(upper >= 0 && lower >= 0);
            double right = probability_of(upper, lower);
            if (!(right > 0.9)) fail_msg("pair %d, %g mm deep: %g", i, depth, right);
            assert_near(seen.winks[lower].z, SQ_NAIVE_FLAT_MM, 1e-9);
            assert_true(seen.winks[upper].z > SQ_NAIVE_FLAT_MM + 0.3 && seen.winks[upper].normal.z < 0.999);
        }
    }
}

/* Where a third one lies upon the lower one, what light tells may be its rim's. */
static void in_a_pile_light_is_asked_about(void **state) {
    (void)state;
    sq_naive_scene s = lone_winks_and_pairs(3.5);
    for (int i = 0; i < PAIRS; i++) {
        double apart = s.disc[lower_of[i]].radius_mm + SQ_SMALL_MM / 2 - 2.5;
        sq_naive_wink_upon(&s, lower_of[i], (sq_colour)((i + 1) % SQ_USUAL_COLOURS), SQ_SMALL, apart,
                           0.4 + M_PI / 2 * i + M_PI);
    }
    look_at_shaded(&s);
    for (int i = 0; i < PAIRS; i++) {
        int upper = wink_at(&s.disc[upper_of[i]]), lower = wink_at(&s.disc[lower_of[i]]);
        assert_true(upper >= 0 && lower >= 0);
        double right = probability_of(upper, lower);
        if (!(right > 0.5 && right < 0.95)) fail_msg("pair %d: %g", i, right);
    }
}

/* A noisy picture is smoothed, and its pixels tell less than they are: what the same seam tells is less sure.
 */
static void noise_leaves_more_open(void **state) {
    (void)state;
    double sure[2] = {0};
    for (int noisy = 0; noisy < 2; noisy++) {
        sq_naive_scene s = lone_winks_and_pairs(3.5);
        s.noise = noisy ? 20 : 0;
        look_at_shaded(&s);
        for (int i = 0; i < PAIRS; i++) {
            int upper = wink_at(&s.disc[upper_of[i]]), lower = wink_at(&s.disc[lower_of[i]]);
            assert_true(upper >= 0 && lower >= 0);
            double p = fmax(probability_of(upper, lower), probability_of(lower, upper));
            sure[noisy] += log(p / (1 - p)) / PAIRS;
        }
    }
    assert_true(sure[1] < sure[0] - 1);
}

/* Without any shade a pair of one colour stays a question. */
static void without_shade_it_is_open(void **state) {
    (void)state;
    sq_naive_scene s = lone_winks_and_pairs(3);
    sq_naive_picture p = sq_naive_draw(&s);
    if (sq_sight_look(sight, &p.frame, &s.camera, &seen, &diag)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
    assert_int_equal(seen.wink_count, SINGLES + 2 * PAIRS);
    for (int i = 0; i < seen.squop_count; i++)
        assert_int_equal(seen.squops[i].call, SQ_CALL_LOOK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shadow_tells_the_upper_one),
        cmocka_unit_test(in_a_pile_light_is_asked_about),
        cmocka_unit_test(noise_leaves_more_open),
        cmocka_unit_test(without_shade_it_is_open),
    };
    return cmocka_run_group_tests(tests, open_sight, close_sight);
}
