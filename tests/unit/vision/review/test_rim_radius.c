/* Girth: discs drawn wider and narrower than the wink that they are measured as. */
#include "vision/review/rim_radius.h"

#include "tests/fixture/picture/window_fixture.h"
#include "vision/math/median.h"
#include "vision/segment/blur_estimate.h"

enum { W = 120, H = 110 };

/* Reads a picture of one red disc into the window, and takes it for a small wink. */
static sq_disc draw(double radius_mm) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1.5);
    s.noise = 1;
    s.disc[s.disc_count] = (sq_naive_disc){.at = {1, -2}, .radius_mm = radius_mm, .z = SQ_NAIVE_FLAT_MM};
    sq_naive_plastic(SQ_RED, s.disc[s.disc_count++].rgb);
    read_scene(&s);
    sq_disc d = {.at = {1, -2}, .z = SQ_NAIVE_FLAT_MM, .radius_mm = sq_wink_radius_mm(SQ_SMALL)};
    sq_disc_place(&d, &camera);
    d.chroma = chroma_at(d.at, d.z);
    return d;
}

static double middle_of(sq_rim_radius g) {
    assert_true(g.n > 0);
    return (double)sq_median(g.beyond, g.n);
}

static void the_width_is_told(void **state) {
    (void)state;
    for (double more = -1.5; more <= 1.5; more += 0.5) {
        sq_disc d = draw(sq_wink_radius_mm(SQ_SMALL) + more);
        sq_rim_radius g;
        sq_rim_radius_measure(&g, &window, &d, 1, 0, SQ_BLUR_PX);
        assert_int_equal(g.n, SQ_RIM_POINTS);
        assert_near(middle_of(g), more, 0.25);
    }
}

/* Beside another disc and over other ground than felt no ray tells anything. */
static void only_free_rays_tell(void **state) {
    (void)state;
    sq_disc d[2] = {draw(sq_wink_radius_mm(SQ_SMALL))};
    sq_rim_radius g;
    d[1] = d[0];
    d[1].at.x += 10;
    sq_disc_place(&d[1], &camera);
    sq_rim_radius_measure(&g, &window, d, 2, 0, SQ_BLUR_PX);
    assert_in_range(g.n, SQ_RIM_POINTS / 3, SQ_RIM_POINTS * 2 / 3);
    assert_near(middle_of(g), 0, 0.25);
    sq_disc e = draw(sq_wink_radius_mm(SQ_SMALL));
    for (int y = 0; y < window.h; y++)
        for (int x = 0; x < (int)e.centre.x - window.x0; x++)
            window.ground[y * window.w + x].x = 0.1f;
    sq_rim_radius_measure(&g, &window, &e, 1, 0, SQ_BLUR_PX);
    assert_in_range(g.n, SQ_RIM_POINTS / 3, SQ_RIM_POINTS * 2 / 3);
}

static void a_disc_without_colour_tells_nothing(void **state) {
    (void)state;
    sq_disc d = draw(sq_wink_radius_mm(SQ_SMALL));
    sq_rim_radius g;
    d.chroma = (sq_chroma){0, 0};
    sq_rim_radius_measure(&g, &window, &d, 1, 0, SQ_BLUR_PX);
    assert_int_equal(g.n, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_width_is_told),
        cmocka_unit_test(only_free_rays_tell),
        cmocka_unit_test(a_disc_without_colour_tells_nothing),
    };
    return cmocka_run_group_tests(tests, lend_memory, take_memory_back);
}
