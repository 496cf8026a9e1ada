/* The pot's rim in a drawn picture: where its centre is seen, and when there is none. */
#include "calib/measure/pot_rim_by_colour.h"

#include "calib/measure/pot_rim_by_light.h"
#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 200, H = 160 };

static sq_lm_work work;

/* The mat's middle alone, seen from somewhat aside. */
static sq_camera camera_of(double px_per_mm) {
    sq_camera c = sq_naive_camera(W, H, (sq_mm){3.3, -2.1}, px_per_mm);
    c.t[0] += 120;
    c.cx -= c.fx * 120 / c.t[2];
    return c;
}

static bool find(const drawn_mat *m, const sq_camera *c, double reach_mm, sq_mat_pot_sight *out) {
    sq_frame f = draw_mat(m, c);
    bool found = sq_mat_pot_find(&f, c, reach_mm, out);
    if (found) sq_pot_rim_fit(&f, c, out, &work);
    drawn_free(&f);
    return found;
}

/* What the fit claims, and a tenth of a millimetre for how coarsely these pots are drawn. */
static double claimed_px(const sq_mat_pot_sight *seen, const sq_camera *c) {
    return hypot(0.1, seen->sigma_mm) * sq_px_per_mm(c, (sq_mm3){0, 0, SQ_POT_HEIGHT_MM});
}

static const double pots[][3] = {{40, 40, 180}, {225, 228, 232}, {30, 30, 30}};

static void the_rims_centre_is_found_to_what_is_claimed_of_it(void **state) {
    (void)state;
    static const sq_mm stands[] = {{0, 0}, {1.7, -2.6}, {-4.4, 0.3}};
    for (size_t k = 0; k < 3; k++)
        for (size_t n = 0; n < 3; n++) {
            sq_camera c = camera_of(0.9 + 0.3 * (double)n);
            drawn_mat m = usual_mat;
            memcpy(m.pot, pots[k], sizeof m.pot);
            m.pot_at = stands[n];
            sq_mat_pot_sight seen;
            assert_true(find(&m, &c, 8, &seen));
            sq_px is = sq_px_from_mm3(&c, sq_mm_at_height(stands[n], SQ_POT_HEIGHT_MM));
            assert_near(sq_px_distance(seen.rim, is), 0, 3 * claimed_px(&seen, &c));

            assert_true(seen.evidence > 1);
        }
}

/* A camera that is off by nearly all of the reach, in pictures of any size: to what is claimed for the steps.
 */
static void it_is_found_as_far_as_is_told(void **state) {
    (void)state;
    static const struct {
        double px_per_mm, reach_mm, off_mm;
    } is[] = {{1, 4, 3.5}, {1, 10, 9}, {1, 40, 16}, {2, 4, 3.5}, {2, 10, 9}, {4, 4, 3.5}, {4, 10, 9}};
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        int side = (int)(200 * is[i].px_per_mm);
        sq_naive_scene s = sq_naive_scene_of(side, side, (sq_mm){0, 0}, is[i].px_per_mm);
        s.rays = 3;
        s.noise = 1.5;
        sq_naive_pot(&s, (sq_mm){0, 0}, (uint8_t[]){170, 30, 30});
        sq_naive_picture p = sq_naive_draw(&s);
        sq_camera c = s.camera;
        sq_mat_pot_sight seen;
        c.t[0] += is[i].off_mm;
        assert_true(sq_mat_pot_find(&p.frame, &c, is[i].reach_mm, &seen));
        sq_px true_rim = sq_px_from_mm3(&s.camera, (sq_mm3){0, 0, SQ_POT_HEIGHT_MM});
        assert_near(sq_px_distance(seen.rim, true_rim) / is[i].px_per_mm, 0, seen.sigma_mm / 3);
        sq_naive_free(&p);
    }
}

static void felt_without_a_pot_is_none(void **state) {
    (void)state;
    for (double noise = 0; noise < 7; noise += 3) {
        drawn_mat m = usual_mat;
        m.no_pot = true;
        m.noise = noise;
        sq_camera c = camera_of(1.1);
        sq_mat_pot_sight seen;
        assert_false(find(&m, &c, 8, &seen));
        assert_true(seen.evidence < 0.5);
    }
}

static void a_pot_out_of_reach_is_not_taken(void **state) {
    (void)state;
    drawn_mat m = usual_mat;
    m.pot_at = (sq_mm){22, 9};
    sq_camera c = camera_of(1.1);
    sq_mat_pot_sight seen;
    sq_px is = sq_px_from_mm3(&c, (sq_mm3){22, 9, SQ_POT_HEIGHT_MM});
    assert_false(find(&m, &c, 3, &seen) && sq_px_distance(seen.rim, is) > 1);
}

/* Evidence halves where an arm hides half of it, and the centre stays. */
static void half_a_rim_is_still_found(void **state) {
    (void)state;
    drawn_mat m = usual_mat;
    sq_camera c = camera_of(1.1);
    sq_mat_pot_sight whole, half;
    assert_true(find(&m, &c, 6, &whole));
    sq_frame f = draw_mat(&m, &c);
    uint8_t *pixels = (uint8_t *)(uintptr_t)f.plane[0];
    for (int y = 0; y < H; y++)
        for (int x = (int)whole.rim.x + 4; x < W; x++)
            memset(pixels + y * f.stride[0] + 3 * x, 90, 3);
    assert_true(sq_mat_pot_find(&f, &c, 6, &half));
    sq_pot_rim_fit(&f, &c, &half, &work);
    drawn_free(&f);
    assert_true(half.evidence < 0.8 * whole.evidence);
    assert_near(sq_px_distance(half.rim, whole.rim), 0, 2 * claimed_px(&half, &c));
}

static void a_rim_beyond_the_pictures_border_is_refused(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(W, H, (sq_mm){90, 0}, 1);
    sq_mat_pot_sight seen;
    assert_false(find(&usual_mat, &c, 5, &seen));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rims_centre_is_found_to_what_is_claimed_of_it),
        cmocka_unit_test(it_is_found_as_far_as_is_told),
        cmocka_unit_test(felt_without_a_pot_is_none),
        cmocka_unit_test(a_pot_out_of_reach_is_not_taken),
        cmocka_unit_test(half_a_rim_is_still_found),
        cmocka_unit_test(a_rim_beyond_the_pictures_border_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
