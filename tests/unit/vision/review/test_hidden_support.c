/* Winks upon hidden ones: the posterior against all sets one by one, and drawn pictures whose felt is shaded
 * by hand. */
#include "vision/review/hidden_support.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/picture/sight_fixture.h"

enum { W = 560, H = 380, COLS = 6, ROWS = 4, SET = COLS * ROWS };

/* ---- The posterior ---- */

static double choose(int n, int k) {
    return k ? choose(n - 1, k - 1) * n / k : 1;
}

/* Sets one by one: bit i of a set is wink i. */
static double naive_posterior(int wink, const double *odds, int n, int most) {
    double all = 0, with = 0;
    for (unsigned set = 0; set < 1U << n; set++) {
        int k = __builtin_popcount(set);
        double weight = k > most ? 0 : 1 / choose(n, k);
        for (int i = 0; i < n; i++)
            weight *= set >> i & 1 ? odds[i] : 1;
        all += weight;
        with += set >> wink & 1 ? weight : 0;
    }
    return with / all;
}

static void the_posterior_is_that_of_all_sets(void **state) {
    (void)state;
    unsigned seed = 7;
    for (int n = 1; n < 9; n++)
        for (int most = 0; most < 12; most++) {
            double odds[9], p[9], sum = 0;
            for (int i = 0; i < n; i++)
                odds[i] = exp(3 * sq_naive_normal(&seed));
            sq_hidden_support_posterior(p, odds, n, most);
            for (int i = 0; i < n; i++) {
                sum += p[i];
                assert_near(p[i], naive_posterior(i, odds, n, most), 1e-12);
            }
            assert_true(sum <= most + 1e-9);
        }
}

/* However many there are, and however sure the shadows. */
static void the_posterior_stays_a_probability(void **state) {
    (void)state;
    double odds[SQ_SEEN_CAP], p[SQ_SEEN_CAP];
    for (int i = 0; i < SQ_SEEN_CAP; i++)
        odds[i] = i % 2 ? 1e3 : 1e-3;
    sq_hidden_support_posterior(p, odds, SQ_SEEN_CAP, 16);
    for (int i = 0; i < SQ_SEEN_CAP; i++)
        assert_true(p[i] >= 0 && p[i] <= 1);
    assert_near(p[0], 0, 0.01);
}

/* ---- The whole way ---- */

/* A whole set in rows, whose every other large wink lies as high as one upon another; of which so many small
 * ones are taken away again. */
static sq_naive_scene set_in_rows(int without) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){300, 200}, 1);
    int small = 0;
    for (int i = 0; i < SET; i++) {
        bool large = i % 3 == 0;
        if (!large && small++ < without) continue;
        double high = large && i % 2 ? SQ_WINK_THICKNESS_MM : 0;
        sq_naive_wink(&s, (sq_colour)(i / 3 % SQ_USUAL_COLOURS), large ? SQ_LARGE : SQ_SMALL,
                      75 + 90 * (i % COLS), 70 + 86 * (i / COLS), SQ_NAIVE_FLAT_MM + high);
    }
    s.noise = 1;
    return s;
}

/* How far each rim's shadow reaches is by how high it lies; from the west there is more light. */
static double shade_at(const sq_naive_scene *s, sq_px p) {
    double shade = 1;
    for (int k = 0; k < s->disc_count; k++) {
        const sq_naive_disc *d = &s->disc[k];
        sq_mm m = sq_mm_from_px(&s->camera, p, d->z);
        double away = sq_mm_distance(m, d->at) - d->radius_mm, east = (m.x - d->at.x) / (away + d->radius_mm);
        double high = d->z / SQ_WINK_THICKNESS_MM + 0.5;
        if (away < 0) return 1;
        shade *= 1 - (0.2 + 0.1 * east) * exp(-away / (1.2 * high));
    }
    return sqrt(shade); /* of levels, not of light */
}

static void look_at_shaded(const sq_naive_scene *s) {
    sq_naive_picture p = sq_naive_draw(s);
    sq_naive_darken(&p, s, shade_at);
    if (sq_sight_look(sight, &p.frame, &s->camera, &seen, &diag)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
}

static const sq_seen_wink *wink_at(const sq_naive_disc *d) {
    for (int i = 0; i < seen.wink_count; i++)
        if (sq_mm_distance(seen.winks[i].at, d->at) < 3) return &seen.winks[i];
    fail_msg("no wink at %g, %g", d->at.x, d->at.y);
    return 0;
}

static void what_hides_small_ones_is_raised(void **state) {
    (void)state;
    sq_naive_scene s = set_in_rows(5);
    look_at_shaded(&s);
    assert_int_equal(seen.wink_count, SET - 5);
    for (int i = 0; i < s.disc_count; i++) {
        const sq_seen_wink *w = wink_at(&s.disc[i]);
        if (w->size == SQ_SMALL) assert_true(w->z == SQ_NAIVE_FLAT_MM);
        assert_near(w->z, s.disc[i].z, 0.3);
        assert_true(sq_mm_distance(w->at, s.disc[i].at) < 3 * w->sigma_mm);
    }
    assert_int_equal(seen.squop_count, 0); /* nothing is claimed of what is not seen */
}

/* Nobody can be raised by a wink that is in sight. */
static void with_all_in_sight_none_is_raised(void **state) {
    (void)state;
    sq_naive_scene s = set_in_rows(0);
    look_at_shaded(&s);
    assert_int_equal(seen.wink_count, SET);
    for (int i = 0; i < seen.wink_count; i++)
        assert_true(seen.winks[i].z == SQ_NAIVE_FLAT_MM);
}

/* Where no rim throws any shadow, winks are taken to lie on the felt, as most do. */
static void without_shade_none_is_raised(void **state) {
    (void)state;
    sq_naive_scene s = set_in_rows(5);
    sq_naive_picture p = sq_naive_draw(&s);
    if (sq_sight_look(sight, &p.frame, &s.camera, &seen, &diag)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
    for (int i = 0; i < seen.wink_count; i++)
        assert_near(seen.winks[i].z, SQ_NAIVE_FLAT_MM, 0.2);
}

static sq_seen_wink flat_at(int colour, double x, double y) {
    return (sq_seen_wink){.colour = (sq_colour)colour,
                          .size = SQ_SMALL,
                          .at = {x, y},
                          .z = SQ_NAIVE_FLAT_MM,
                          .normal = {0, 0, 1},
                          .sigma_mm = 0.1,
                          .seen = 1};
}

/* What the camera of a scene shows of the mat. */
static sq_order_review_view view_of(const sq_naive_scene *s) {
    static sq_frame frame;
    frame = (sq_frame){.width = s->camera.width, .height = s->camera.height};
    return (sq_order_review_view){.camera = &s->camera, .frame = &frame};
}

/* Two that overlap, far from below the camera: as long as winks of the set are out of sight, one may lie
 * under them. */
static void what_a_pile_may_hide_makes_it_less_sure(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){300, 200}, 1);
    sq_order_review_view v = view_of(&s);
    for (int is_out_of_sight = 0; is_out_of_sight < 2; is_out_of_sight++)
        for (int apart = 0; apart < 2; apart++) {
            sq_position p = {.wink_count = 2, .absent = is_out_of_sight ? 0 : ~(sq_wink_set)0};
            for (int i = 0; i < 2; i++)
                p.winks[i] = flat_at(i, 100 + (apart ? 20 : 10) * i, 70);
            sq_hidden_support_judge(&p, &v);
            for (int i = 0; i < 2; i++) {
                assert_int_equal(p.winks[i].sigma_mm > 0.11, is_out_of_sight && !apart);
                assert_int_equal(p.winks[i].raised_mm > 0, is_out_of_sight && !apart);
            }
        }
}

/* Those out of sight that are in the pot lie under none, and what was not played lies on none. */
static void what_is_in_the_pot_or_unplayed_raises_none(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){300, 200}, 1);
    sq_order_review_view v = view_of(&s);
    static const sq_mm played = {100, 70}, unplayed = {-880, -430};
    for (int in_pot = 0; in_pot < 2; in_pot++)
        for (int is_played = 0; is_played < 2; is_played++) {
            sq_position p = {.wink_count = 2};
            for (int c = 0; c < SQ_USUAL_COLOURS; c++)
                p.potted[c] = in_pot ? 6 : 0;
            for (int i = 0; i < 2; i++) {
                sq_mm at = is_played ? played : unplayed;
                p.winks[i] = flat_at(i, at.x + 10 * i, at.y);
            }
            sq_hidden_support_judge(&p, &v);
            for (int i = 0; i < 2; i++)
                assert_int_equal(p.winks[i].sigma_mm > 0.11, !in_pot && is_played);
        }
}

/* Two upon one another, and what is told of who lies above. */
static double doubted(const sq_order_review_view *v, double second_over, double first_leans, int unseen,
                      bool in_pot) {
    sq_position p = {.wink_count = 3,
                     .winks = {flat_at(0, 100, 70), flat_at(1, 110, 70), flat_at(2, 300, 70)}};
    sq_order o = {0, 1, second_over, first_leans};
    p.unseen[SQ_RED][SQ_SMALL] = unseen;
    p.potted[SQ_RED] = in_pot ? unseen : 0;
    sq_hidden_support_doubt_orders(&o, 1, &p, v);
    return o.second_over;
}

/* What seems to lie under another one may lean over it upon a hidden one, if there is one that can be. */
static void what_may_lean_on_hidden_ones_is_doubted(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 0.2);
    sq_order_review_view v = view_of(&s);
    assert_near(doubted(&v, 0.999, 1, 0, false), 0.999, 1e-9);
    assert_near(doubted(&v, 0.999, 1, 3, true), 0.999, 1e-9);
    assert_near(doubted(&v, 0.999, 0, 3, false), 0.999, 1e-9);
    assert_near(doubted(&v, 0, 1, 3, false), 0, 1e-9);
    double one = doubted(&v, 0.999, 1, 1, false), four = doubted(&v, 0.999, 1, 4, false);
    assert_near(one, 1 / (1 / 0.999 + 1 - exp(-1)), 1e-9); /* the one hides in the only pile */
    assert_true(four < one && four > 0.5 - 1e-3);
    sq_naive_scene part = sq_naive_scene_of(W, H, (sq_mm){300, 200}, 1);
    sq_order_review_view closer = view_of(&part);
    double in_part = doubted(&closer, 0.999, 1, 1, false);
    assert_true(in_part > one + 0.1 && in_part < 0.99); /* an eighth of the mat is shown */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_posterior_is_that_of_all_sets),
        cmocka_unit_test(the_posterior_stays_a_probability),
        cmocka_unit_test(what_hides_small_ones_is_raised),
        cmocka_unit_test(with_all_in_sight_none_is_raised),
        cmocka_unit_test(without_shade_none_is_raised),
        cmocka_unit_test(what_a_pile_may_hide_makes_it_less_sure),
        cmocka_unit_test(what_is_in_the_pot_or_unplayed_raises_none),
        cmocka_unit_test(what_may_lean_on_hidden_ones_is_doubted),
    };
    return cmocka_run_group_tests(tests, open_sight, close_sight);
}
