/* A small wink wholly upon a large one of its colour: faces whose light is laid on by hand. */
#include "vision/explain/wink_within_wink.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/drawn_window.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"
#include "vision/wink_confidence.h"

#define BLUR_PX 1.1

static const sq_chroma red = {0.6f, 0.02f};

/* A camera of about px_per_mm, and a disc of it near the window's middle. */
static sq_camera camera_of(double px_per_mm) {
    sq_camera c = sq_naive_camera(640, 480, (sq_mm){400, 200}, 1);
    double now = sq_px_per_mm(&c, (sq_mm3){0, 0, 0});
    c.fx *= px_per_mm / now;
    c.fy *= px_per_mm / now;
    return c;
}

static sq_disc disc_at(const sq_camera *c, double dx, double dy, double radius) {
    sq_mm m = sq_mm_from_px(c, (sq_px){X0 + SIDE / 2, Y0 + SIDE / 2}, SQ_NAIVE_FLAT_MM);
    sq_disc d = {.at = {m.x + dx, m.y + dy}, .z = SQ_NAIVE_FLAT_MM, .radius_mm = radius, .chroma = red};
    sq_disc_place(&d, c);
    return d;
}

/* What a bare face may look like. */
typedef struct {
    double bevel;     /* how much darker it grows over its last 2 mm, on the side away from the lamp */
    double slope;     /* how much brighter it is on one side */
    double highlight; /* how bright its middle shines, 3 mm wide */
    double shadow;    /* of a straight edge across the face, 3 mm from the middle */
    double noise;
} gloss;

static double bare_light(const gloss *g, const sq_disc *d, double x, double y) {
    double dx, dy, r = sq_disc_distance(d, x, y, &dx, &dy) + d->radius_mm;
    double value = 0.9 + g->slope * r * dx / d->radius_mm + g->highlight * exp(-r * r / 18);
    value -= g->bevel * fmax(r - d->radius_mm + 2, 0) * (1 + dy);
    return value - (r * dx > 3 ? g->shadow : 0);
}

/* A large wink, and, if there is one, a small one upon it whose seam is darker by `dark`. */
static sq_window draw(const sq_disc *large, const gloss *g, const sq_disc *small, double dark,
                      unsigned seed) {
    for (int i = 0; i < SIDE * SIDE; i++) {
        double x = X0 + i % SIDE, y = Y0 + i / SIDE;
        bool on = sq_disc_distance(large, x, y, 0, 0) < 0;
        double value = on ? bare_light(g, large, x, y) : 1;
        if (small && on) {
            double dx, dy, away = sq_disc_distance(small, x, y, &dx, &dy) * small->px_per_mm,
                           t = (away - 0.3) / 1.1;
            value += (away < 0 ? 0.02 : 0) - dark * (1 + 0.3 * dx + 0.2 * dy) * exp(-t * t / 2);
        }
        light[i] = (float)(value + g->noise * sq_naive_uniform(&seed));
        chroma[i] = on ? red : (sq_chroma){0, 0};
        believed[i] = 1;
    }
    return drawn_window();
}

static const gloss glosses[] = {
    {.noise = 0.02},
    {.bevel = 0.1, .slope = 0.1, .noise = 0.02},
    {.highlight = 0.4, .slope = -0.1, .noise = 0.03},
    {.bevel = 0.15, .highlight = 0.2, .noise = 0.02},
};
enum { GLOSSES = sizeof glosses / sizeof glosses[0] };

static void a_small_one_is_found(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 24; seed++) {
        sq_camera c = camera_of(seed % 2 ? 1.6 : 1.0);
        double aside = 1.6 + 0.2 * (seed % 12), angle = 0.7 * seed;
        sq_disc large = disc_at(&c, 0.2, -0.3, SQ_LARGE_MM / 2);
        sq_disc small = disc_at(&c, 0.2 + aside * cos(angle), -0.3 + aside * sin(angle), SQ_SMALL_MM / 2);
        sq_window w = draw(&large, &glosses[seed % GLOSSES], &small, 0.15, seed);
        sq_px at;
        if (!sq_wink_within_wink_find(&at, &w, &large, 1, 0, BLUR_PX))
            fail_msg("seed %u, %g mm aside", seed, aside);
        assert_near(sq_px_distance(at, small.centre) / small.px_per_mm, 0, 2.5 * SQ_SIGMA_ON_SAME_COLOUR_MM);
    }
}

/* Bevels, highlights and slopes are the large one's own; a straight shadow is no circle. */
static void a_bare_one_stays_bare(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 60; seed++) {
        sq_camera c = camera_of(seed % 2 ? 1.6 : 1.0);
        gloss g = glosses[seed % GLOSSES];
        g.shadow = seed % 3 ? 0 : 0.25;
        sq_disc large = disc_at(&c, 0.03 * seed, -0.02 * seed, SQ_LARGE_MM / 2);
        sq_window w = draw(&large, &g, 0, 0, seed);
        sq_px at;
        if (sq_wink_within_wink_find(&at, &w, &large, 1, 0, BLUR_PX)) fail_msg("a phantom, seed %u", seed);
    }
}

/* Rings of other radii are moulded into some winks, or printed on them. */
static void other_circles_are_none(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 20; seed++) {
        sq_camera c = camera_of(1.6);
        sq_disc large = disc_at(&c, 0, 0, SQ_LARGE_MM / 2);
        sq_disc circle = disc_at(&c, 0.1 * seed, 1, seed % 2 ? 5 : 6);
        sq_window w = draw(&large, &glosses[0], &circle, 0.15, seed);
        sq_px at;
        if (sq_wink_within_wink_find(&at, &w, &large, 1, 0, BLUR_PX)) fail_msg("a phantom, seed %u", seed);
    }
}

static void what_is_hidden_tells_nothing(void **state) {
    (void)state;
    sq_camera c = camera_of(1.6);
    sq_disc d[2] = {disc_at(&c, 0, 0, SQ_LARGE_MM / 2), disc_at(&c, 1, 0, SQ_LARGE_MM / 2)};
    sq_disc small = disc_at(&c, 2, 1, SQ_SMALL_MM / 2);
    sq_window w = draw(&d[0], &glosses[0], &small, 0.15, 7);
    sq_px at;
    assert_true(sq_wink_within_wink_find(&at, &w, d, 1, 0, BLUR_PX));
    assert_false(sq_wink_within_wink_find(&at, &w, d, 2, 0, BLUR_PX));
    memset(believed, 0, sizeof believed);
    assert_false(sq_wink_within_wink_find(&at, &w, d, 1, 0, BLUR_PX));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_one_is_found),
        cmocka_unit_test(a_bare_one_stays_bare),
        cmocka_unit_test(other_circles_are_none),
        cmocka_unit_test(what_is_hidden_tells_nothing),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
