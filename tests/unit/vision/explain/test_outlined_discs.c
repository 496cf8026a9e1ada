/* Discs by their outlines: white ones on felt, found where they are and by the radius that they have. */
#include "vision/explain/outlined_discs.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/picture/segment_fixture.h"
#include "tests/fixture/unit.h"

enum { W = 240, H = 200 };

/* Finds a disc of that light, by so much wider than a wink, by the radius of its size and of no other; what
 * needs a coarse picture only in one. */
static void assert_found(sq_size size, int light, double wider_mm, bool is_coarse) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.noise = 1;
    sq_naive_disc *d = &s.disc[sq_naive_wink(&s, SQ_RED, size, 12.3, -7.8, SQ_NAIVE_FLAT_MM)];
    memset(d->rgb, light, sizeof d->rgb);
    d->radius_mm += wider_mm;
    sq_naive_picture p = sq_naive_draw(&s);
    stages *st = stages_new(&p.frame, &s.camera);
    sq_window w;
    assert_true(sq_window_new(&w));
    sq_window_read_box(&w, (sq_box){60, 50, 190, 160}, &p.frame, &st->outline, &st->surface);
    sq_outline_view view = {&w, {60, 50, 190, 160}, &s.camera, 1, false, 0, 0};
    sq_outlined_disc o;
    assert_false(sq_outlined_disc_find(&o, &view, sq_wink_radius_mm(size == SQ_LARGE ? SQ_SMALL : SQ_LARGE)));
    if (is_coarse) assert_false(sq_outlined_disc_find(&o, &view, sq_wink_radius_mm(size)));
    view.is_coarse = is_coarse;
    assert_true(sq_outlined_disc_find(&o, &view, sq_wink_radius_mm(size)));
    assert_near(o.wider_mm, is_coarse ? wider_mm : 0, 0.3);
    assert_near(o.disc.at.x, d->at.x, 0.3);
    assert_near(o.disc.at.y, d->at.y, 0.3);
    /* Once it is known it is none. */
    view.other = &o.disc;
    view.others = 1;
    sq_outlined_disc again;
    assert_false(sq_outlined_disc_find(&again, &view, sq_wink_radius_mm(size)));
    sq_window_free(&w);
    stages_free(st);
    sq_naive_free(&p);
}

/* The bevel mirrors no lamp: what is white is a little narrower than the wink. */
static void a_white_disc_is_found_by_its_own_radius_alone(void **state) {
    (void)state;
    for (int size = 0; size < SQ_SIZES; size++)
        assert_found((sq_size)size, 250, -0.3, false);
}

/* Its shadow is as dark as it is. */
static void a_dark_disc_may_be_wider(void **state) {
    (void)state;
    for (int size = 0; size < SQ_SIZES; size++)
        assert_found((sq_size)size, 90, 0.5, false);
}

/* A codec makes one of both. */
static void a_dark_disc_may_be_wider_still_in_a_coarse_picture(void **state) {
    (void)state;
    for (int size = 0; size < SQ_SIZES; size++)
        assert_found((sq_size)size, 90, 1.4, true);
}

/* Two that touch, of which neither is known: in a coarse picture one is found by the rest of its rim. */
static void one_of_two_that_touch_is_found_in_a_coarse_picture(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.noise = 1;
    for (int i = 0; i < 2; i++)
        memset(s.disc[sq_naive_wink(&s, SQ_RED, SQ_SMALL, 16.2 * i, 0, SQ_NAIVE_FLAT_MM)].rgb, 90, 3);
    sq_naive_picture p = sq_naive_draw(&s);
    stages *st = stages_new(&p.frame, &s.camera);
    sq_window w;
    assert_true(sq_window_new(&w));
    sq_window_read_box(&w, (sq_box){60, 50, 190, 160}, &p.frame, &st->outline, &st->surface);
    sq_outline_view view = {&w, {60, 50, 190, 160}, &s.camera, 1, false, 0, 0};
    sq_outlined_disc o;
    assert_false(sq_outlined_disc_find(&o, &view, sq_wink_radius_mm(SQ_SMALL)));
    view.is_coarse = true;
    assert_true(sq_outlined_disc_find(&o, &view, sq_wink_radius_mm(SQ_SMALL)));
    assert_near(fabs(o.disc.at.x - 8.1), 8.1, 0.5);
    assert_near(o.disc.at.y, 0, 0.5);
    sq_window_free(&w);
    stages_free(st);
    sq_naive_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_white_disc_is_found_by_its_own_radius_alone),
        cmocka_unit_test(a_dark_disc_may_be_wider),
        cmocka_unit_test(a_dark_disc_may_be_wider_still_in_a_coarse_picture),
        cmocka_unit_test(one_of_two_that_touch_is_found_in_a_coarse_picture),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
