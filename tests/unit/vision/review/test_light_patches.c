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

static int patches_of(sq_box out[SQ_REGION_CAP], const sq_naive_scene *s, sq_position *known) {
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

/* A square of a picture which is BGR. */
static void darken(const sq_naive_picture *p, int left, int top, int across) {
    for (int y = top; y < top + across; y++)
        for (int x = 3 * left; x < 3 * (left + across); x++)
            p->memory[0][y * p->frame.stride[0] + x] =
                (uint8_t)(p->memory[0][y * p->frame.stride[0] + x] / 2);
}

/* A whole small mat with much noise; what the noise flags takes no room from a face at its lower end. */
static void noise_leaves_room_for_the_whole_mat(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(1000, 1000, (sq_mm){0, 0}, 1);
    sq_naive_disc *d = &s.disc[sq_naive_wink(&s, SQ_GREEN, SQ_SMALL, 40, -400, SQ_NAIVE_FLAT_MM)];
    s.soft_px = 0; /* which would smooth it */
    s.noise = 2.5;
    in_light(d->rgb, &s, 0.88);
    sq_position known = {0};
    sq_box box[SQ_REGION_CAP];
    assert_int_equal(patches_of(box, &s, &known), 1);
    assert_about(&box[0], &s, d->at);
    assert_true(box[0].y0 > 800);
    assert_false(known.truncated);
}

/* More specks above than there are slots, and more shadows as large as winks than can be kept. */
static void small_patches_give_way_and_the_largest_are_kept(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(1000, 1000, (sq_mm){0, 0}, 1);
    sq_naive_picture p = sq_naive_draw(&s);
    stages *st = stages_new(&p.frame, &s.camera);
    sq_light_view v = {&p.frame, &st->outline, st->none, &st->surface, &s.camera, 1};
    for (int i = 0; i < 40 * 20; i++)
        darken(&p, 100 + 20 * (i % 40), 100 + 20 * (i / 40), 6);
    for (int i = 0; i < SQ_REGION_CAP + 2; i++)
        darken(&p, 100 + 40 * i, 700, i % 3 ? 20 : 16);
    darken(&p, 400, 800, 24);
    sq_position known = {0};
    sq_box box[SQ_REGION_CAP];
    assert_int_equal(sq_light_patches_find(box, &v, &known), SQ_REGION_CAP);
    assert_true(known.truncated);
    assert_near(box[0].y0, 800, 4);
    assert_near(box[0].y1, 824, 4);
    for (int i = 1; i < SQ_REGION_CAP; i++)
        assert_true(box[i].y0 > 690);
    stages_free(st);
    sq_naive_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_face_without_colour_is_a_patch),
        cmocka_unit_test(known_winks_specks_and_shadows_are_none),
        cmocka_unit_test(noise_leaves_room_for_the_whole_mat),
        cmocka_unit_test(small_patches_give_way_and_the_largest_are_kept),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
