/* Winks that lean on the pot: where they touch, and that they are seen for what they are. */
#include "vision/explain/leaning_on_pot.h"
#include "vision/geometry/cup.h"

#include <stdlib.h>

#include "tests/fixture/picture/segment_fixture.h"
#include "tests/fixture/picture/sight_fixture.h"
#include "vision/geometry/disc.h"

static const sq_mm pot = {0, 0};
static const double half = SQ_WINK_THICKNESS_MM / 2, edge = SQ_WINK_ROUNDING_MM;

/* ---- The pose ---- */

/* A point of the disc: `out` mm from its middle away from the pot, `up` mm along its normal; from the axis
 * and over the mat. */
static void point_of(const sq_disc *d, double azimuth, double out, double up, double *away, double *z) {
    double lean = acos(d->normal.z);
    *away = hypot(d->at.x - pot.x, d->at.y - pot.y) + out * cos(lean) + up * sin(lean);
    *z = d->z - out * sin(lean) + up * cos(lean);
    assert_near(d->normal.x, sin(lean) * cos(azimuth), 1e-9);
    assert_near(d->normal.y, sin(lean) * sin(azimuth), 1e-9);
}

static void it_touches_mat_and_cup(void **state) {
    (void)state;
    for (int size = 0; size < SQ_SIZES; size++)
        for (double azimuth = -3; azimuth < 3; azimuth += 0.7)
            for (double lean = 0.05; lean < 1.25; lean += 0.1) {
                sq_disc d = {.radius_mm = sq_wink_radius_mm((sq_size)size)};
                double away, z;
                sq_lean_pose(&d, pot, azimuth, lean);
                assert_near(atan2(d.at.y, d.at.x), azimuth, 1e-9);
                /* the middles of its round edge, outside and inside */
                point_of(&d, azimuth, d.radius_mm - edge, edge - half, &away, &z);
                assert_near(z - edge, 0, 1e-9);
                point_of(&d, azimuth, edge - d.radius_mm, edge - half, &away, &z);
                assert_near(away - edge, 19 + 5 * pow(z / 38, sq_cup_flare()), 1e-9);
            }
}

/* ---- What must hold at the pot ---- */

static sq_seen_wink seen_at(double away, double sigma, double lean) {
    sq_disc d = {.radius_mm = SQ_LARGE_MM / 2};
    sq_lean_pose(&d, pot, 0.5, lean);
    return (sq_seen_wink){.size = SQ_LARGE,
                          .at = {away * cos(0.5), away * sin(0.5)},
                          .z = d.z,
                          .normal = d.normal,
                          .pot_supported = lean > 0,
                          .sigma_mm = sigma};
}

static double away_from_pot(const sq_seen_wink *w) {
    assert_near(atan2(w->at.y, w->at.x), 0.5, 1e-9);
    return hypot(w->at.x, w->at.y);
}

/* The worse it is seen, the nearer to where it would touch the cup. */
static void a_leaning_wink_touches_the_cup(void **state) {
    (void)state;
    sq_disc touching = {.radius_mm = SQ_LARGE_MM / 2};
    sq_lean_pose(&touching, pot, 0.5, 0.8);
    double there = hypot(touching.at.x, touching.at.y), off = 0.5, last = off;
    for (double sigma = 0.01; sigma < 3; sigma *= 2) {
        sq_seen_wink w = seen_at(there - off, sigma, 0.8);
        sq_lean_settle(&w, pot, 0);
        double left = there - away_from_pot(&w);
        assert_true(left > 0 && left < last && w.sigma_mm < sigma);
        last = left;
    }
    assert_true(last < 0.05 * off);
}

/* Against the mean and the deviation of the normal distribution's upper part, summed up. */
static void a_flat_wink_lies_beside_the_base(void **state) {
    (void)state;
    const double sigma = 0.3, foot = (SQ_POT_BASE_MM + SQ_LARGE_MM) / 2, step = 1e-4;
    for (double gap = -0.8; gap < 0.85; gap += 0.1) {
        double all = 0, sum = 0, squares = 0;
        for (double x = step / 2; x < 4; x += step) {
            double weight = exp(-(x - gap) * (x - gap) / (2 * sigma * sigma));
            all += weight;
            sum += weight * x;
            squares += weight * x * x;
        }
        double mean = sum / all, variance = squares / all - mean * mean;
        sq_seen_wink w = seen_at(foot + gap, sigma, 0);
        sq_lean_settle(&w, pot, 0);
        assert_near(away_from_pot(&w) - foot, mean, 1e-4);
        assert_near(w.sigma_mm, sqrt((sigma * sigma + variance) / 2), 1e-4);
    }
}

/* The less is known where the pot stands, the less it tells where the wink lies; of two equal deviations each
 * takes half. */
static void a_pot_of_unknown_place_moves_less(void **state) {
    (void)state;
    const double foot = (SQ_POT_BASE_MM + SQ_LARGE_MM) / 2, sigma = 0.3;
    for (double gap = -0.4; gap < 0.5; gap += 0.2) {
        double known = 0, moved;
        for (int i = 0; i < 5; i++) {
            sq_seen_wink w = seen_at(foot + gap, sigma, 0);
            sq_lean_settle(&w, pot, 10 * i * sigma);
            moved = away_from_pot(&w) - foot - gap;
            assert_true(w.sigma_mm < sigma);
            assert_true(i ? moved < known / 2 : moved > 0);
            if (!i) known = moved;
        }
        sq_seen_wink alone = seen_at(foot + gap, M_SQRT2 * sigma, 0), both = seen_at(foot + gap, sigma, 0);
        sq_lean_settle(&alone, pot, 0);
        sq_lean_settle(&both, pot, sigma);
        assert_near(away_from_pot(&both) - foot - gap, (away_from_pot(&alone) - foot - gap) / 2, 1e-9);
    }
    sq_disc touching = {.radius_mm = SQ_LARGE_MM / 2};
    sq_lean_pose(&touching, pot, 0.5, 0.8);
    double there = hypot(touching.at.x, touching.at.y);
    sq_seen_wink w = seen_at(there - 1, sigma, 0.8);
    sq_lean_settle(&w, pot, 3 * sigma);
    assert_true(there - away_from_pot(&w) > 0.85);
}

/* What is far from the pot, on other winks, or well beneath it, stays. */
static void others_stay(void **state) {
    (void)state;
    const double foot = (SQ_POT_BASE_MM + SQ_LARGE_MM) / 2, gap[] = {20, -2, 0.1};
    for (int i = 0; i < 3; i++) {
        sq_seen_wink w = seen_at(foot + gap[i], 0.3, 0);
        if (i == 2) w.z += SQ_WINK_THICKNESS_MM;
        sq_lean_settle(&w, pot, 0);
        assert_near(away_from_pot(&w), foot + gap[i], 1e-12);
        assert_near(w.sigma_mm, 0.3, 1e-12);
    }
}

/* ---- In pictures ---- */

enum { W = 260, H = 260 };

/* The naive cup has straight sides, so its contact lies elsewhere than a curved one's: in sight or not, the
 * eye does not know the cup to more than that. */
static sq_naive_disc leaning(sq_colour colour, sq_size size, double azimuth, double lean) {
    double r = sq_wink_radius_mm(size), touch = 2 * (r - edge) * sin(lean) + edge;
    double away = 19 + 5 * touch / 38 + (r - edge) * cos(lean) + (half - edge) * sin(lean) + edge;
    sq_naive_disc d = {.at = {away * cos(azimuth), away * sin(azimuth)}, .radius_mm = r};
    d.z = (r - edge) * sin(lean) + (half - edge) * cos(lean) + edge;
    d.rise = (sq_mm){-tan(lean) * cos(azimuth), -tan(lean) * sin(azimuth)};
    sq_naive_plastic(colour, d.rgb);
    return d;
}

/* Winks that lie alone, so that the colours are known; then those at the pot, and the pot over them. */
static sq_naive_scene scene_with(const sq_naive_disc *at_pot, int count) {
    static const uint8_t cup[3] = {225, 225, 220};
    sq_naive_scene s = sq_naive_scene_of(W, H, pot, 1);
    s.noise = 1;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        sq_naive_wink(&s, (sq_colour)c, SQ_LARGE, c % 2 ? 105 : -105, c / 2 ? 105 : -105, SQ_NAIVE_FLAT_MM);
    for (int i = 0; i < count; i++)
        s.disc[s.disc_count++] = at_pot[i];
    sq_naive_pot(&s, pot, cup);
    return s;
}

static void look_at(const sq_naive_scene *s) {
    sq_naive_picture p = sq_naive_draw(s);
    if (sq_sight_look(sight, &p.frame, &s->camera, &seen, &diag)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
}

static const sq_seen_wink *at_pot(sq_mm at, double within_mm) {
    for (int i = 0; i < seen.wink_count; i++)
        if (sq_mm_distance(seen.winks[i].at, at) < within_mm) return &seen.winks[i];
    return 0;
}

/* Half a leaning wink may be behind the pot's rim, which is wider than its base. Below 0.6 radians it looks
 * like one that lies flat, as far as it is seen. */
static void leaning_winks_are_seen(void **state) {
    (void)state;
    for (double lean = 0.7; lean < 1.1; lean += 0.15)
        for (int size = 0; size < SQ_SIZES; size++) {
            sq_naive_disc d[3];
            for (int i = 0; i < 3; i++)
                d[i] =
                    leaning((sq_colour)((i + size) % SQ_USUAL_COLOURS), (sq_size)size, 0.3 + 2.1 * i, lean);
            sq_naive_scene s = scene_with(d, 3);
            look_at(&s);
            print_message("lean %.2f, size %d\n", lean, size);
            assert_int_equal(seen.wink_count, SQ_USUAL_COLOURS + 3);
            for (int i = 0; i < 3; i++) {
                const sq_seen_wink *w = at_pot(d[i].at, 0.8);
                assert_non_null(w);
                assert_int_equal(w->colour, (i + size) % SQ_USUAL_COLOURS);
                assert_int_equal(w->size, size);
                assert_true(w->pot_supported);
                assert_int_equal(w->place, SQ_PLACE_MAT);
                assert_near(acos(w->normal.z), lean, 0.25);
                assert_true(sq_mm_distance(w->at, d[i].at) < 3.5 * w->sigma_mm);
            }
        }
}

/* What lies flat beside the pot or is half hidden by it leans on nothing. */
static void flat_winks_beside_the_pot_lie_flat(void **state) {
    (void)state;
    for (double gap = 0.2; gap < 4; gap += 1.2) {
        sq_naive_disc d[4];
        for (int i = 0; i < 4; i++) {
            double r = sq_wink_radius_mm((sq_size)(i % 2)), away = 19 + gap + r;
            d[i] = leaning((sq_colour)i, (sq_size)(i % 2), 0.3 + 1.5 * i, 0);
            d[i].at = (sq_mm){away * cos(0.3 + 1.5 * i), away * sin(0.3 + 1.5 * i)};
        }
        sq_naive_scene s = scene_with(d, 4);
        look_at(&s);
        assert_int_equal(seen.wink_count, 2 * SQ_USUAL_COLOURS);
        for (int i = 0; i < 4; i++) {
            const sq_seen_wink *w = at_pot(d[i].at, 0.5);
            assert_non_null(w);
            assert_false(w->pot_supported);
            assert_int_equal(w->size, i % 2);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_touches_mat_and_cup),
        cmocka_unit_test(a_leaning_wink_touches_the_cup),
        cmocka_unit_test(a_flat_wink_lies_beside_the_base),
        cmocka_unit_test(a_pot_of_unknown_place_moves_less),
        cmocka_unit_test(others_stay),
        cmocka_unit_test(leaning_winks_are_seen),
        cmocka_unit_test(flat_winks_beside_the_pot_lie_flat),
    };
    return cmocka_run_group_tests(tests, open_sight, close_sight);
}
