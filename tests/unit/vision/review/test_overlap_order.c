/* Seams: two discs of one colour, one upon the other, whose rims are lit as those of the frame's others. */
#include "vision/review/overlap_order.h"

#include "tests/fixture/picture/drawn_rims.h"

#define CERTAIN 5.0 /* log-odds of 99.3 % */
#define NOISE 0.01  /* of a level, relative to the felt's */

static const double sigma_mm[] = {0.1, 0.1}; /* of winks that are seen whole */

static sq_camera camera;
static sq_rim_photometry rims;

static int open_camera(void **state) {
    (void)state;
    camera = sq_naive_camera(640, 480, (sq_mm){400, 200}, 1);
    return 0;
}

/* Two discs about the window's middle that overlap so far in a direction. */
static void lay_pair(sq_disc d[2], double depth, double angle, double first, double second) {
    double apart = first + second - depth, x = 0.5 * apart * cos(angle), y = 0.5 * apart * sin(angle);
    d[0] = disc_at(&camera, 0.3 - x, -0.2 - y, first);
    d[1] = disc_at(&camera, 0.3 + x, -0.2 + y, second);
}

static void the_upper_one_is_told(void **state) {
    (void)state;
    const lamp l = {0.25, 0.1, 0.05};
    learn_rims(&rims, &camera, &l, NOISE);
    for (unsigned seed = 1; seed <= 12; seed++) {
        const double face[] = {0.5, seed % 2 ? 0.53 : 0.5};
        sq_disc d[2];
        lay_pair(d, 3 + seed % 5, 0.5 * seed, seed % 2 ? 8 : 11, seed % 3 ? 8 : 11);
        sq_window w = draw_rims(d, face, 2, &l, NOISE, seed);
        double odds = sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 0);
        if (!(odds > CERTAIN)) fail_msg("seed %u: log-odds %g", seed, odds);
        assert_near(sq_overlap_order(&w, d, 2, 1, 0, true, sigma_mm, &rims, 0), -odds, 1e-6 + 0.05 * odds);
        sq_disc turned[2] = {d[1], d[0]};
        w = draw_rims(turned, face, 2, &l, NOISE, seed);
        assert_true(sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 0) < -CERTAIN);
    }
}

/* A lamp that lights the western rims and shades the eastern ones: a bright line along the eastern wink's rim
 * is what such a rim looks like, once the frame's others have told so; before, a shadow was likelier. */
static void the_frame_tells_what_a_line_means(void **state) {
    (void)state;
    const lamp west = {0, 0.3, 0};
    const double face[] = {0.5, 0.5};
    sq_disc d[2];
    lay_pair(d, 1, 0, 8, 11);
    sq_window w = draw_rims(d, face, 2, &west, NOISE, 3);
    sq_rim_photometry_begin(&rims, 1, BLUR_PX);
    sq_rim_photometry_solve(&rims);
    double unknown = sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 0);
    learn_rims(&rims, &camera, &west, NOISE);
    w = draw_rims(d, face, 2, &west, NOISE, 3);
    double odds = sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 0);
    if (!(odds > CERTAIN && unknown < 0)) fail_msg("log-odds %g, before %g", odds, unknown);
}

/* Of two colours, the face that goes on to its rim is the upper one's, however slight the overlap. */
static void unlike_faces_are_told_too(void **state) {
    (void)state;
    const lamp l = {0.15, 0.1, 0};
    learn_rims(&rims, &camera, &l, NOISE);
    for (unsigned seed = 1; seed <= 8; seed++) {
        const double face[] = {0.3, 0.9}, turned_face[] = {0.9, 0.3};
        sq_disc d[2];
        lay_pair(d, 0.8 + 0.2 * seed, 0.8 * seed, seed % 2 ? 8 : 11, 8);
        sq_window w = draw_rims(d, face, 2, &l, NOISE, seed);
        double odds = sq_overlap_order(&w, d, 2, 0, 1, false, sigma_mm, &rims, 0);
        if (!(odds > CERTAIN)) fail_msg("seed %u: log-odds %g", seed, odds);
        sq_disc turned[2] = {d[1], d[0]};
        w = draw_rims(turned, turned_face, 2, &l, NOISE, seed);
        assert_true(sq_overlap_order(&w, d, 2, 0, 1, false, sigma_mm, &rims, 0) < -CERTAIN);
    }
}

/* A face of which nothing is seen but at the seam: one of the same colour tells its light, another does
 * not. */
static void a_hidden_face_is_taken_from_its_like(void **state) {
    (void)state;
    const lamp l = {0.25, 0, 0};
    const double face[] = {0.5, 0.5};
    sq_disc d[2] = {disc_at(&camera, 0, 0, 11), disc_at(&camera, 3.2, 0, 8)};
    learn_rims(&rims, &camera, &l, NOISE);
    sq_window w = draw_rims(d, face, 2, &l, NOISE, 2);
    assert_true(sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 0) > CERTAIN);
    assert_near(sq_overlap_order(&w, d, 2, 0, 1, false, sigma_mm, &rims, 0), 0, 0);
}

/* Noise alone, without a line, in a light that makes none: nothing is called. */
static void a_bare_face_leaves_it_open(void **state) {
    (void)state;
    const lamp none = {0, 0, 0};
    const double face[] = {0.5, 0.5};
    learn_rims(&rims, &camera, &none, NOISE);
    for (unsigned seed = 1; seed <= 40; seed++) {
        sq_disc d[2] = {disc_at(&camera, -6 + 0.1 * seed, 1, 8), disc_at(&camera, 6, -1, 11)};
        sq_window w = draw_rims(d, face, 2, &none, NOISE, seed);
        assert_true(fabs(sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 0)) < CERTAIN);
    }
}

/* A third one over the whole overlap, a seam hidden by the pot, discs apart: nothing to go by. */
static void what_is_hidden_tells_nothing(void **state) {
    (void)state;
    const lamp l = {0.25, 0, 0};
    const double face[] = {0.5, 0.5};
    learn_rims(&rims, &camera, &l, NOISE);
    sq_disc d[3] = {disc_at(&camera, -6, 0, 8), disc_at(&camera, 6, 0, 8), disc_at(&camera, 0, 0, 11)};
    sq_window w = draw_rims(d, face, 2, &l, NOISE, 5);
    assert_true(sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 0) > CERTAIN);
    assert_near(sq_overlap_order(&w, d, 3, 0, 1, true, sigma_mm, &rims, 0), 0, 0);
    memset(believed, 0, sizeof believed);
    assert_near(sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 0), 0, 0);
    for (int i = 0; i < SIDE * SIDE; i++)
        believed[i] = 1;
    sq_disc far[2] = {disc_at(&camera, -20, 0, 8), disc_at(&camera, 20, 0, 8)};
    assert_near(sq_overlap_order(&w, far, 2, 0, 1, true, sigma_mm, &rims, 0), 0, 0);
}

/* Adds as much to each pixel as to all of its square. */
static void add_errors(int side, double level, unsigned seed) {
    float error[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++)
        error[i] = (float)(level * sq_naive_uniform(&seed));
    for (int i = 0; i < SIDE * SIDE; i++)
        light[i] += error[i / SIDE / side * side * SIDE + i % SIDE / side * side];
}

/* The same errors, alike over squares of four pixels, or of each pixel by itself; and in a picture that was
 * smoothed. */
static void what_errs_alike_tells_less(void **state) {
    (void)state;
    const lamp l = {0.25, 0.1, 0.05};
    const double face[] = {0.5, 0.5};
    double apart = 0, alike = 0, smoothed = 0;
    learn_rims(&rims, &camera, &l, NOISE);
    for (unsigned seed = 1; seed <= 20; seed++) {
        sq_disc d[2];
        lay_pair(d, 5, 0.5 * seed, 8, 8);
        sq_window w = draw_rims(d, face, 2, &l, NOISE, seed);
        add_errors(1, 0.06, seed);
        apart += sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 0);
        smoothed += sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 2);
        w = draw_rims(d, face, 2, &l, NOISE, seed);
        add_errors(4, 0.06, seed);
        alike += sq_overlap_order(&w, d, 2, 0, 1, true, sigma_mm, &rims, 0);
    }
    if (!(alike > 0 && alike < 0.75 * apart && smoothed < 0.5 * apart))
        fail_msg("apart %g, alike %g, smoothed %g", apart, alike, smoothed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_upper_one_is_told),      cmocka_unit_test(the_frame_tells_what_a_line_means),
        cmocka_unit_test(unlike_faces_are_told_too),  cmocka_unit_test(a_hidden_face_is_taken_from_its_like),
        cmocka_unit_test(a_bare_face_leaves_it_open), cmocka_unit_test(what_is_hidden_tells_nothing),
        cmocka_unit_test(what_errs_alike_tells_less),
    };
    return cmocka_run_group_tests(tests, open_camera, 0);
}
