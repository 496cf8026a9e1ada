/* The fit, against windows drawn by sending five by five rays through every pixel and blurring what
 * they met. */
#include "vision/explain/disc_fit.h"

#include <stdlib.h>

#include "tests/fixture/picture/drawn_window.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

/* ---- The judge's window ---- */

enum { FINE = 5, FINE_SIDE = SIDE * FINE, STEPS = 12 };
#define BLUR_PX 1.1

static sq_chroma fine[FINE_SIDE * FINE_SIDE], line[FINE_SIDE];

static const sq_chroma blue = {-0.12f, 0.5f}, green = {-0.42f, -0.2f}, red = {0.7f, 0.02f}, felt = {0, 0};

static sq_camera above(double px_per_mm) {
    sq_camera c = sq_naive_camera(640, 480, (sq_mm){400, 200}, px_per_mm);
    return c;
}

/* Aslant by 20 degrees, 1.1 px / mm and less. */
static sq_camera aslant(void) {
    sq_camera c = above(1.1);
    const double R[3][3] = {{1, 0, 0}, {0, -0.93969262, -0.34202014}, {0, 0.34202014, -0.93969262}};
    memcpy(c.R, R, sizeof R);
    c.t[0] = -400;
    c.t[1] = 0.93969262 * 200;
    c.t[2] = 1800 - 0.34202014 * 200;
    c.dist[0] = -0.2;
    return c;
}

/* The place on the plane z that the window's middle shows, and some mm beside it. */
static sq_mm beside_middle(const sq_camera *c, double dx, double dy) {
    sq_mm m = sq_mm_from_px(c, (sq_px){X0 + SIDE / 2, Y0 + SIDE / 2}, SQ_NAIVE_FLAT_MM);
    return (sq_mm){m.x + dx, m.y + dy};
}

static sq_disc disc_at(const sq_camera *c, double dx, double dy, double radius, double z, sq_chroma colour) {
    sq_disc d = {
        .at = beside_middle(c, dx, dy), .z = z, .radius_mm = radius, .chroma = colour, .usual = colour};
    sq_disc_place(&d, c);
    return d;
}

static void blur_line(sq_chroma *v, int step, double sigma) {
    enum { MOST = 64 };
    double weights[MOST + 1];
    int reach = (int)ceil(4 * sigma);
    assert_true(reach <= MOST);
    for (int d = 0; d <= reach; d++)
        weights[d] = exp(-d * d / (2 * sigma * sigma));
    for (int i = 0; i < FINE_SIDE; i++) {
        double x = 0, y = 0, total = 0;
        for (int d = -reach; d <= reach; d++) {
            int j = i + d < 0 ? 0 : i + d >= FINE_SIDE ? FINE_SIDE - 1 : i + d;
            double weight = weights[abs(d)];
            x += weight * v[j * step].x;
            y += weight * v[j * step].y;
            total += weight;
        }
        line[i] = (sq_chroma){(float)(x / total), (float)(y / total)};
    }
    for (int i = 0; i < FINE_SIDE; i++)
        v[i * step] = line[i];
}

/* Draws flat discs on bare ground, bottom first. */
static sq_window draw(const sq_camera *c, const sq_disc *disc, int n, double blur_px) {
    for (int i = 0; i < FINE_SIDE * FINE_SIDE; i++) {
        sq_px p = {X0 + (i % FINE_SIDE + 0.5) / FINE - 0.5, Y0 + (i / FINE_SIDE + 0.5) / FINE - 0.5};
        fine[i] = felt;
        for (int k = 0; k < n; k++) {
            sq_mm q = sq_mm_from_px(c, p, disc[k].z);
            if (sq_mm_distance(q, disc[k].at) < disc[k].radius_mm) fine[i] = disc[k].chroma;
        }
    }
    for (int i = 0; i < FINE_SIDE; i++)
        blur_line(fine + i * FINE_SIDE, 1, blur_px * FINE);
    for (int i = 0; i < FINE_SIDE; i++)
        blur_line(fine + i, FINE_SIDE, blur_px * FINE);
    for (int i = 0; i < SIDE * SIDE; i++) {
        chroma[i] = fine[(i / SIDE * FINE + FINE / 2) * FINE_SIDE + i % SIDE * FINE + FINE / 2];
        ground[i] = felt;
        light[i] = 1;
        believed[i] = 1;
    }
    return drawn_window();
}

static double off_mm(const sq_disc *a, const sq_disc *b) {
    return sq_mm_distance(a->at, b->at);
}

static void shift(sq_disc *d, const sq_camera *c, double dx, double dy) {
    d->at.x += dx;
    d->at.y += dy;
    sq_disc_place(d, c);
}

/* ---- Without noise ---- */

/* A whole disc from 0.8 mm off, anywhere within a pixel: to 0.02 px, and its colour to a twentieth. */
static void a_whole_disc_is_found_where_it_is(void **state) {
    (void)state;
    const sq_camera cameras[] = {above(1), above(0.6), above(1.5), aslant()};
    for (size_t k = 0; k < sizeof cameras / sizeof *cameras; k++)
        for (unsigned seed = 1; seed <= 8; seed++) {
            const sq_camera *c = &cameras[k];
            unsigned r = seed;
            double dx = sq_naive_uniform(&r) * 3, dy = sq_naive_uniform(&r) * 3;
            sq_disc truth = disc_at(c, dx, dy, seed % 2 ? 8 : 11, SQ_NAIVE_FLAT_MM, seed % 3 ? red : blue);
            sq_window w = draw(c, &truth, 1, BLUR_PX);
            sq_disc found = truth;
            found.chroma.x *= 0.8f;
            shift(&found, c, 0.8 * cos(seed), 0.8 * sin(seed));
            sq_fit_discs(&w, c, &found, 1, SQ_ALL_DISCS, BLUR_PX, STEPS);
            assert_near(off_mm(&found, &truth) * truth.px_per_mm, 0,
                        k < 3 ? 0.02 : 0.03); /* and perspective */
            assert_near(hypot(found.chroma.x - truth.chroma.x, found.chroma.y - truth.chroma.y), 0, 0.03);
        }
}

/* A whole rim is symmetric: a wrong blur does not move it. */
static void a_wrong_blur_moves_nothing(void **state) {
    (void)state;
    sq_camera c = above(1);
    sq_disc truth = disc_at(&c, 0.3, 0.4, 8, SQ_NAIVE_FLAT_MM, green);
    for (double blur = 0.7; blur < 2; blur += 0.4) {
        sq_window w = draw(&c, &truth, 1, blur);
        sq_disc found = truth;
        shift(&found, &c, -0.5, 0.5);
        sq_fit_discs(&w, &c, &found, 1, SQ_ALL_DISCS, BLUR_PX, STEPS);
        assert_near(off_mm(&found, &truth), 0, 0.02);
    }
}

/* Two that overlap, more and more. Of the lower one an arc is left, and the model's edge, that of a half
 * plane, lies σ² / 2r = 0.08 px further out than a round one's; where two rims cross, the model blurs each
 * for itself. */
static void both_of_an_overlapping_pair_are_found(void **state) {
    (void)state;
    const sq_camera cameras[] = {above(1), aslant()};
    for (int k = 0; k < 2; k++)
        for (double apart = 17; apart >= 6; apart -= 2.75) {
            const sq_camera *c = &cameras[k];
            sq_disc truth[2] = {disc_at(c, -apart / 2, 0.3, 8, SQ_NAIVE_FLAT_MM, red),
                                disc_at(c, apart / 2 - 0.4, -0.2, 11, 2.25, green)};
            sq_window w = draw(c, truth, 2, BLUR_PX);
            sq_disc found[2] = {truth[0], truth[1]};
            shift(&found[0], c, -0.5, 0.4);
            shift(&found[1], c, 0.5, 0.4);
            sq_fit_discs(&w, c, found, 2, SQ_ALL_DISCS, BLUR_PX, STEPS);
            assert_near(off_mm(&found[1], &truth[1]), 0, 0.08);
            assert_near(off_mm(&found[0], &truth[0]), 0, 0.13);
        }
}

/* Well hidden: three blurs within the rim of the one above. */
static void a_hidden_disc_stays_put(void **state) {
    (void)state;
    sq_camera c = above(1);
    sq_disc truth[2] = {disc_at(&c, 0.2, -0.1, 8, SQ_NAIVE_FLAT_MM, blue), disc_at(&c, 0, 0, 11, 2.25, red)};
    sq_window w = draw(&c, truth, 2, BLUR_PX);
    sq_disc found[2] = {truth[0], truth[1]};
    shift(&found[1], &c, 0.1, 0);
    sq_fit_discs(&w, &c, found, 2, SQ_ALL_DISCS, BLUR_PX, STEPS);
    assert_near(off_mm(&found[0], &truth[0]), 0, 0.1);
    assert_near(sq_chroma_angle(found[0].chroma), sq_chroma_angle(blue), 10);
    assert_near(off_mm(&found[1], &truth[1]), 0, 0.03);
}

static void only_the_moving_move(void **state) {
    (void)state;
    sq_camera c = above(1);
    sq_disc truth[2] = {disc_at(&c, -9, 0, 8, SQ_NAIVE_FLAT_MM, blue),
                        disc_at(&c, 9, 0, 8, SQ_NAIVE_FLAT_MM, red)};
    sq_window w = draw(&c, truth, 2, BLUR_PX);
    for (int moving = 0; moving < 2; moving++) {
        sq_disc found[2] = {truth[0], truth[1]};
        shift(&found[0], &c, 0, 0.5);
        shift(&found[1], &c, 0, 0.5);
        sq_disc before = found[!moving];
        sq_fit_discs(&w, &c, found, 2, 1u << moving, BLUR_PX, STEPS);
        assert_memory_equal(&found[!moving].at, &before.at, sizeof before.at);
        assert_near(off_mm(&found[moving], &truth[moving]), 0, 0.02);
    }
}

/* ---- What is not to be believed ---- */

/* A third of the disc lies behind the pot: those pixels say anything, and count for nothing. */
static void what_is_hidden_does_not_count(void **state) {
    (void)state;
    sq_camera c = above(1);
    sq_disc truth = disc_at(&c, 0.2, 0.1, 11, SQ_NAIVE_FLAT_MM, blue);
    sq_window w = draw(&c, &truth, 1, BLUR_PX);
    for (int i = 0; i < SIDE * SIDE; i++)
        if (i % SIDE < SIDE / 2 - 4) {
            believed[i] = 0;
            chroma[i] = red;
        }
    sq_disc found = truth;
    shift(&found, &c, 0.5, -0.5);
    sq_fit_discs(&w, &c, &found, 1, SQ_ALL_DISCS, BLUR_PX, STEPS);
    assert_near(off_mm(&found, &truth), 0, 0.06);
    sq_fit_quality q;
    sq_fit_judge(&w, &found, 1, BLUR_PX, &q, 0);
    assert_near(q.unexplained, 0, 1);
    assert_near(q.seen[0], 0.763, 0.01); /* the segment of a circle cut 4.7 of 11 from its middle */
}

/* Half of the disc lies outside of the window. */
static void half_a_disc_in_the_window_is_enough(void **state) {
    (void)state;
    sq_camera c = above(1);
    sq_disc truth = disc_at(&c, -SIDE / 2.0 + 1, 0.3, 11, SQ_NAIVE_FLAT_MM, red);
    sq_window w = draw(&c, &truth, 1, BLUR_PX);
    sq_disc found = truth;
    shift(&found, &c, 0.5, 0.5);
    sq_fit_discs(&w, &c, &found, 1, SQ_ALL_DISCS, BLUR_PX, STEPS);
    assert_near(off_mm(&found, &truth), 0, 0.08);
}

/* A lamp mirrored in the face: a spot of grey. */
static void a_highlight_moves_little(void **state) {
    (void)state;
    sq_camera c = above(1);
    sq_disc truth = disc_at(&c, 0, 0, 8, SQ_NAIVE_FLAT_MM, blue);
    sq_window w = draw(&c, &truth, 1, BLUR_PX);
    for (int i = 0; i < SIDE * SIDE; i++) {
        double u = i % SIDE - SIDE / 2 - 3, v = i / SIDE - SIDE / 2 + 2;
        if (u * u + v * v < 5) chroma[i] = (sq_chroma){0, 0.02f};
    }
    sq_disc found = truth;
    shift(&found, &c, 0.5, 0.5);
    sq_fit_discs(&w, &c, &found, 1, SQ_ALL_DISCS, BLUR_PX, STEPS);
    assert_near(off_mm(&found, &truth), 0, 0.03);
}

/* Over the mat's edge the ground has two colours, which the window tells. */
static void the_ground_may_have_colours(void **state) {
    (void)state;
    const sq_chroma table = {0.3f, -0.2f};
    sq_camera c = above(1);
    sq_disc truth = disc_at(&c, 0.4, -0.3, 8, SQ_NAIVE_FLAT_MM, blue);
    sq_window w = draw(&c, &truth, 1, BLUR_PX);
    for (int i = 0; i < SIDE * SIDE; i++)
        if (i % SIDE > SIDE / 2 + 2) {
            double share = chroma[i].y / blue.y;
            ground[i] = table;
            chroma[i].x += (float)(1 - share) * table.x;
            chroma[i].y += (float)(1 - share) * table.y;
        }
    sq_disc found = truth;
    shift(&found, &c, 0.5, 0.5);
    sq_fit_discs(&w, &c, &found, 1, SQ_ALL_DISCS, BLUR_PX, STEPS);
    assert_near(off_mm(&found, &truth), 0, 0.05);
}

/* ---- Noise ---- */

static sq_chroma clean[SIDE * SIDE];

/* The fit's claimed deviation against the scatter of its answers over many windows with noise alone. */
static void judge_deviations(const sq_camera *c, const sq_disc *truth, int n, double low, double high) {
    enum { TRIES = 120 };
    const double noise = 0.03;
    unsigned r = 11;
    double square[SQ_FIT_CAP] = {0}, claimed[SQ_FIT_CAP] = {0};
    sq_disc middle[SQ_FIT_CAP], found[SQ_FIT_CAP];
    sq_window w = draw(c, truth, n, BLUR_PX);
    memcpy(clean, chroma, sizeof clean);
    memcpy(middle, truth, sizeof *truth * (size_t)n);
    sq_fit_discs(&w, c, middle, n, SQ_ALL_DISCS, BLUR_PX, STEPS); /* without noise: the model's own bias */
    for (int t = 0; t < TRIES; t++) {
        for (int i = 0; i < SIDE * SIDE; i++)
            chroma[i] = (sq_chroma){clean[i].x + (float)(noise * sq_naive_normal(&r)),
                                    clean[i].y + (float)(noise * sq_naive_normal(&r))};
        memcpy(found, truth, sizeof *truth * (size_t)n);
        sq_fit_discs(&w, c, found, n, SQ_ALL_DISCS, BLUR_PX, STEPS);
        sq_fit_quality q;
        sq_fit_sigmas(&w, found, n, BLUR_PX, &q);
        assert_near(q.noise, noise, 0.15 * noise);
        for (int k = 0; k < n; k++) {
            square[k] += pow(off_mm(&found[k], &middle[k]), 2) / 2;
            claimed[k] += q.sigma_mm[k];
        }
    }
    for (int k = 0; k < n; k++) {
        double ratio = sqrt(square[k] / TRIES) / (claimed[k] / TRIES);
        print_message("disc %d of %d: scatter / claimed %.2f\n", k + 1, n, ratio);
        assert_in_range((int)(100 * ratio), (int)(100 * low), (int)(100 * high));
    }
}

/* 120 tries know the scatter of two coordinates to 5 %. */
static void claimed_deviations_are_true_under_noise(void **state) {
    (void)state;
    sq_camera c = above(1), d = aslant();
    sq_disc alone = disc_at(&c, 0.3, 0.2, 8, SQ_NAIVE_FLAT_MM, red);
    sq_disc tilted = disc_at(&d, 0.3, 0.2, 11, SQ_NAIVE_FLAT_MM, green);
    sq_disc pair[2] = {disc_at(&c, -5, 0, 8, SQ_NAIVE_FLAT_MM, red), disc_at(&c, 5, 1, 11, 2.25, green)};
    judge_deviations(&c, &alone, 1, 0.85, 1.15);
    judge_deviations(&d, &tilted, 1, 0.85, 1.15);
    judge_deviations(&c, pair, 2, 0.8, 1.2);
}

/* ---- Judging ---- */

static void the_judge_sees_what_is_covered(void **state) {
    (void)state;
    sq_camera c = above(1);
    sq_disc truth[3] = {disc_at(&c, -8, 0, 8, SQ_NAIVE_FLAT_MM, red), disc_at(&c, 0, 0, 8, 2.25, green),
                        disc_at(&c, 0, 1, 11, 3.75, blue)};
    sq_window w = draw(&c, truth, 2, BLUR_PX);
    sq_fit_quality q;
    sq_fit_judge(&w, truth, 2, BLUR_PX, &q, 0);
    /* Two circles of radius r at distance r share r² (2π/3 − √3/2): 0.391 of one. */
    assert_near(q.seen[0], 1 - 0.391, 0.02);
    assert_near(q.seen[1], 1, 0.001);
    assert_near(q.unexplained, 0, 1);
    w = draw(&c, truth, 3, BLUR_PX);
    sq_fit_judge(&w, truth, 3, BLUR_PX, &q, 0);
    assert_near(q.seen[1], 0, 0.01);
}

/* A disc that is missing in the model leaves its face unexplained, one too many as well. */
static void the_judge_misses_what_is_missing(void **state) {
    (void)state;
    sq_camera c = above(0.9);
    sq_disc truth[2] = {disc_at(&c, -12, 0, 8, SQ_NAIVE_FLAT_MM, red),
                        disc_at(&c, 12, 0, 11, SQ_NAIVE_FLAT_MM, green)};
    sq_window w = draw(&c, truth, 2, BLUR_PX);
    sq_fit_quality q;
    sq_fit_judge(&w, truth, 1, BLUR_PX, &q, 0);
    assert_near(q.unexplained / (M_PI * 121), 1, 0.15);
    assert_near(q.residual_mm2[0], 0, 2);
    w = draw(&c, truth, 1, BLUR_PX);
    sq_fit_judge(&w, truth, 2, BLUR_PX, &q, 0);
    assert_near(q.unexplained / (M_PI * 121), 1, 0.15);
    assert_near(q.residual_mm2[1] / (M_PI * 121), 1, 0.15);
    double part =
        sq_fit_unexplained(&w, truth, 2, BLUR_PX, q.scale, (sq_box){X0, Y0, X0 + SIDE, Y0 + SIDE}, INFINITY);
    assert_near(part, q.unexplained, 1e-3);
}

/* A judge who has seen more than enough looks no further. */
static void more_than_enough_is_not_told(void **state) {
    (void)state;
    sq_camera c = above(0.9);
    sq_disc red_one = disc_at(&c, -12, 0, 8, SQ_NAIVE_FLAT_MM, red),
            beside = disc_at(&c, -9, 0, 8, SQ_NAIVE_FLAT_MM, red);
    sq_window w = draw(&c, &red_one, 1, BLUR_PX);
    sq_box all = {X0, Y0, X0 + SIDE, Y0 + SIDE};
    double whole = sq_fit_unexplained(&w, &beside, 1, BLUR_PX, 0.2, all, INFINITY);
    double enough = sq_fit_unexplained(&w, &beside, 1, BLUR_PX, 0.2, all, whole / 2);
    assert_true(enough > whole / 2 && enough < whole);
    assert_near(sq_fit_unexplained(&w, &beside, 1, BLUR_PX, 0.2, all, whole), whole, 0);
}

/* What a judgement keeps of every row tells of any box what drawing it again would. */
static void a_judgement_tells_of_every_box(void **state) {
    (void)state;
    static float misfits[(SIDE + 1) * SIDE];
    sq_camera c = above(0.9);
    sq_disc truth[2] = {disc_at(&c, -12, 0, 8, SQ_NAIVE_FLAT_MM, red),
                        disc_at(&c, 9, 3, 11, SQ_NAIVE_FLAT_MM, green)};
    sq_window w = draw(&c, truth, 2, BLUR_PX);
    truth[0].at.x += 1.5;
    sq_disc_place(&truth[0], &c);
    sq_fit_quality q;
    sq_fit_judge(&w, truth, 1, BLUR_PX, &q, misfits);
    for (int x0 = 0; x0 < SIDE; x0 += 7)
        for (int x1 = x0; x1 <= SIDE; x1 += 9)
            for (int y0 = 0; y0 < SIDE; y0 += 11) {
                sq_box b = {X0 + x0, Y0 + y0, X0 + x1, Y0 + SIDE - y0 / 2};
                double drawn = sq_fit_unexplained(&w, truth, 1, BLUR_PX, q.scale, b, INFINITY);
                assert_near(sq_fit_residual_in(&w, truth, 1, misfits, b), drawn, 1e-3);
            }
    sq_box all = {X0, Y0, X0 + SIDE, Y0 + SIDE};
    assert_near(sq_fit_residual_in(&w, truth, 1, misfits, all), q.unexplained, 1e-3);
    assert_true(q.unexplained > 100);
}

static void as_many_discs_as_there_is_room_for(void **state) {
    (void)state;
    sq_camera c = above(1);
    sq_disc disc[SQ_FIT_CAP];
    for (int k = 0; k < SQ_FIT_CAP; k++)
        disc[k] = disc_at(&c, -16 + 10 * (k % 4), -10 + 10 * (k / 4), 8, 0.75 + 1.5 * k, k % 2 ? red : blue);
    sq_window w = draw(&c, disc, SQ_FIT_CAP, BLUR_PX);
    sq_fit_quality q;
    sq_fit_discs(&w, &c, disc, SQ_FIT_CAP, SQ_ALL_DISCS, BLUR_PX, STEPS);
    sq_fit_judge(&w, disc, SQ_FIT_CAP, BLUR_PX, &q, 0);
    assert_near(q.unexplained, 0, 4);
    sq_fit_discs(&w, &c, disc, 0, SQ_ALL_DISCS, BLUR_PX, STEPS);
    sq_fit_judge(&w, disc, 0, BLUR_PX, &q, 0);
    assert_true(q.unexplained > 500);
}

/* A disc that the window does not show, or that cannot be seen, does no harm. */
static void a_disc_beside_the_window_stays(void **state) {
    (void)state;
    sq_camera c = above(1);
    sq_window w = draw(&c, 0, 0, BLUR_PX);
    sq_disc far = disc_at(&c, 500, 300, 8, SQ_NAIVE_FLAT_MM, red), before = far;
    sq_fit_quality q;
    sq_fit_discs(&w, &c, &far, 1, SQ_ALL_DISCS, BLUR_PX, STEPS);
    sq_fit_judge(&w, &far, 1, BLUR_PX, &q, 0);
    sq_fit_sigmas(&w, &far, 1, BLUR_PX, &q);
    assert_near(off_mm(&far, &before), 0, 1e-9);
    assert_near(q.seen[0], 0, 0);
    assert_true(isfinite(q.sigma_mm[0]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_disc_is_found_where_it_is),
        cmocka_unit_test(a_wrong_blur_moves_nothing),
        cmocka_unit_test(both_of_an_overlapping_pair_are_found),
        cmocka_unit_test(a_hidden_disc_stays_put),
        cmocka_unit_test(only_the_moving_move),
        cmocka_unit_test(what_is_hidden_does_not_count),
        cmocka_unit_test(half_a_disc_in_the_window_is_enough),
        cmocka_unit_test(a_highlight_moves_little),
        cmocka_unit_test(the_ground_may_have_colours),
        cmocka_unit_test(claimed_deviations_are_true_under_noise),
        cmocka_unit_test(the_judge_sees_what_is_covered),
        cmocka_unit_test(the_judge_misses_what_is_missing),
        cmocka_unit_test(more_than_enough_is_not_told),
        cmocka_unit_test(a_judgement_tells_of_every_box),
        cmocka_unit_test(as_many_discs_as_there_is_room_for),
        cmocka_unit_test(a_disc_beside_the_window_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
