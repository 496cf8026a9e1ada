/* Patches of light: a face without colour is one; what is known, what lies in a region, and what is smaller
 * or larger than a wink, is none. */
#include "vision/review/light_patches.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/picture/segment_fixture.h"
#include "tests/fixture/unit.h"

enum { W = 420, H = 300 };

/* As the felt looks in other light. */
static void in_light(uint8_t rgb[3], const sq_naive_scene *s, double light) {
    for (int k = 0; k < 3; k++)
        rgb[k] = (uint8_t)(light * s->felt[k]);
}

static int patches_of(sq_box out[SQ_REGION_CAP], const sq_naive_scene *s, const sq_position *known) {
    sq_naive_picture p = sq_naive_draw(s);
    stages *st = stages_new(&p.frame, &s->camera);
    sq_light_view v = {&p.frame, &st->outline, st->none, &st->surface, &s->camera, 1};
    int n = sq_light_patches_find(out, &v, known);
    stages_free(st);
    sq_naive_free(&p);
    return n;
}

static void assert_about(const sq_box *b, const sq_naive_scene *s, sq_mm at) {
    sq_px px = sq_px_from_mm3(&s->camera, sq_mm_at_height(at, 0));
    assert_near((b->x0 + b->x1) / 2.0, px.x, 4);
    assert_near((b->y0 + b->y1) / 2.0, px.y, 4);
}

static void a_face_without_colour_is_a_patch(void **state) {
    (void)state;
    static const double light[] = {0.7, 1.12};
    for (int k = 0; k < 2; k++) {
        sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
        sq_naive_disc *d = &s.disc[sq_naive_wink(&s, SQ_GREEN, SQ_SMALL, 40, -30, SQ_NAIVE_FLAT_MM)];
        s.noise = 1;
        in_light(d->rgb, &s, light[k]);
        sq_position known = {0};
        sq_box box[SQ_REGION_CAP];
        assert_int_equal(patches_of(box, &s, &known), 1);
        assert_about(&box[0], &s, d->at);
        known.regions[known.region_count++] = (sq_region){d->at, 10};
        assert_int_equal(patches_of(box, &s, &known), 0);
    }
}

static void known_winks_specks_and_shadows_are_none(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.noise = 1;
    sq_naive_disc *d = &s.disc[sq_naive_wink(&s, SQ_RED, SQ_LARGE, 40, -30, SQ_NAIVE_FLAT_MM)];
    s.sheet[s.sheet_count++] = (sq_naive_sheet){.low = {-60, 30}, .high = {-53, 37}, .light = 0.5};
    s.sheet[s.sheet_count++] = (sq_naive_sheet){.low = {-150, -80}, .high = {-110, -40}, .light = 0.5};
    sq_position known = {0};
    known.winks[known.wink_count++] =
        (sq_seen_wink){.colour = SQ_RED, .size = SQ_LARGE, .at = d->at, .z = d->z, .normal = {0, 0, 1}};
    sq_box box[SQ_REGION_CAP];
    assert_int_equal(patches_of(box, &s, &known), 0);
    known.wink_count = 0;
    assert_int_equal(patches_of(box, &s, &known), 1);
    assert_about(&box[0], &s, d->at);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_face_without_colour_is_a_patch),
        cmocka_unit_test(known_winks_specks_and_shadows_are_none),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
