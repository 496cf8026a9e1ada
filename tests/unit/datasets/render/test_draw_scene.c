/* The drawer: geometry against the camera model, visibility, light, and that only what changed is drawn
 * again. */
#include "datasets/render/draw_scene.h"

#include <stdlib.h>

#include "datasets/scene/hand.h"
#include "datasets/scene/placement.h"
#include "datasets/scene/room.h"
#include "datasets/scene/scene_families.h"
#include "datasets/scene/vector.h"
#include "datasets/truth/scene_truth.h"
#include "tests/fixture/unit.h"

/* Close-ups of so many pixels show winks as large as a whole mat's at 1920 x 1080. */
enum { WIDTH = 960, HEIGHT = 540 };

static sq_scene *stage(uint64_t seed, sq_lighting lighting) {
    static sq_scene s;
    sq_room_wish wish = {seed, WIDTH, HEIGHT, lighting, true};
    sq_room_make(&s, &wish);
    return &s;
}

static int put(sq_scene *s, double x, double y, double z, sq_mm3 normal, double radius) {
    s->pieces[s->piece_count] =
        (sq_piece){.disc = {{x, y, z}, normal, radius, 1.5, 0.3}, .albedo = {1, 1, 1}};
    return s->piece_count++;
}

/* A white furnace: every way out of a surface leads to the same light, so that a wink is evenly bright on all
 * its sides, bevel and wall included, and its pixels are its coverage. The felt throws back what the dome
 * gives; one flank of a very wide crease makes it black to look at. */
static void make_furnace(sq_scene *s) {
    s->lights = (sq_lights){.ambient = {1, 1, 1}};
    s->mat.albedo = (sq_rgb){2, 2, 2}; /* what stands around throws back half */
    s->mat.grain = 0;
    s->mat.line_width = 0;
    s->mat.fold_count = 1;
    s->mat.folds[0] = (sq_fold){.at = -1e6 * M_SQRT1_2, .width = 1e6, .strength = -1};
}

/* The centroid of the picture around a pixel, and the sum. */
static sq_px centroid(const sq_canvas *c, sq_px around, int reach, double *sum) {
    const float *pixels = sq_canvas_pixels(c);
    sq_px at = {0, 0};
    *sum = 0;
    for (int y = (int)around.y - reach; y <= (int)around.y + reach; y++)
        for (int x = (int)around.x - reach; x <= (int)around.x + reach; x++) {
            double v = (double)pixels[3 * (y * WIDTH + x)];
            *sum += v;
            at.x += v * x;
            at.y += v * y;
        }
    return (sq_px){at.x / *sum, at.y / *sum};
}

/* The centroid of a disc's middle section as the camera sees it, and its area. */
static sq_px seen_centroid(const sq_camera *c, const sq_solid_disc *d, double *area) {
    enum { POINTS = 2000 };
    double twice = 0;
    sq_px sum = {0, 0}, first = sq_px_from_mm3(c, sq_disc_rim(d, 0, 0)), a = first;
    for (int k = 1; k <= POINTS; k++) {
        sq_px b = sq_px_from_mm3(c, sq_disc_rim(d, 0, 2 * M_PI * k / POINTS));
        double cross = (a.x - first.x) * (b.y - first.y) - (b.x - first.x) * (a.y - first.y);
        twice += cross;
        sum.x += cross * (a.x + b.x - 2 * first.x);
        sum.y += cross * (a.y + b.y - 2 * first.y);
        a = b;
    }
    *area = fabs(twice) / 2;
    return (sq_px){first.x + sum.x / (3 * twice), first.y + sum.y / (3 * twice)};
}

static void winks_lie_where_the_camera_model_says(void **state) {
    (void)state;
    int winks = 0;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        sq_scene *s = stage(seed, SQ_PANELS);
        make_furnace(s);
        for (int i = 0; i < 12; i++)
            put(s, -350 + 140 * (i % 6), i < 6 ? -150 : 150, 0.75, (sq_mm3){0, 0, 1}, i % 2 ? 11 : 8);
        sq_canvas *c;
        assert_int_equal(sq_canvas_new(&c, s, NULL), SQ_OK);
        sq_draw(c, s);
        for (int i = 0; i < 12; i++) {
            double area, sum;
            sq_px expected = seen_centroid(&s->camera, &s->pieces[i].disc, &area);
            bool whole =
                expected.x > 25 && expected.y > 25 && expected.x < WIDTH - 25 && expected.y < HEIGHT - 25;
            if (!whole) continue;
            sq_px seen = centroid(c, expected, 20, &sum);
            winks++;
            assert_near(seen.x, expected.x, 0.015);
            assert_near(seen.y, expected.y, 0.015);
            /* The wall adds a crescent of at most thickness times the view's slope. */
            assert_true(sum > 0.985 * area && sum < 1.12 * area);
        }
        sq_canvas_free(c);
    }
    assert_true(winks > 16);
}

/* Straight down from far: what covers what is plane geometry. */
static void look_straight_down(sq_scene *s) {
    s->camera = (sq_camera){.fx = 1e6,
                            .fy = 1e6,
                            .cx = 480,
                            .cy = 270,
                            .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                            .t = {0, 0, 1e6},
                            .width = WIDTH,
                            .height = HEIGHT};
}

/* The area common to two circles of radius r at distance d. */
static double lens(double r, double d) {
    return 2 * r * r * acos(d / (2 * r)) - d / 2 * sqrt(4 * r * r - d * d);
}

static void the_visible_share_is_what_the_upper_wink_leaves(void **state) {
    (void)state;
    sq_scene *s = stage(5, SQ_LAMP);
    look_straight_down(s);
    int under = put(s, 200, 0, 0.75, (sq_mm3){0, 0, 1}, 8), over = put(s, 200, 0, 2.25, (sq_mm3){0, 0, 1}, 8);
    for (double d = 1; d < 16; d += 2.5) {
        s->pieces[over].disc.at.x = 200 + d;
        assert_near(sq_scene_visible(s, under), 1 - lens(8, d) / (M_PI * 64), 0.004);
        assert_near(sq_scene_visible(s, over), 1, 0);
    }
    s->pieces[over].disc.at.x = 200;
    assert_near(sq_scene_visible(s, under), 0, 0);
    s->pieces[over].disc.at = (sq_mm3){400, 0, 0.75};
    assert_near(sq_scene_visible(s, under), 1, 0);
}

/* Half of it past the picture's left edge, and all of it. */
static void what_lies_outside_of_the_picture_is_not_seen(void **state) {
    (void)state;
    sq_scene *s = stage(5, SQ_LAMP);
    look_straight_down(s);
    int wink = put(s, -480.5, 0, 0.75, (sq_mm3){0, 0, 1}, 8); /* a pixel is a millimetre */
    assert_near(sq_scene_visible(s, wink), 0.5, 0.01);
    s->pieces[wink].disc.at.x = -470;
    assert_near(sq_scene_visible(s, wink), 1, 0);
    s->pieces[wink].disc.at.x = -500;
    assert_near(sq_scene_visible(s, wink), 0, 0);
}

static void the_pot_and_a_hand_hide_winks(void **state) {
    (void)state;
    sq_scene *s = stage(6, SQ_LAMP);
    look_straight_down(s);
    int half = put(s, 24, 0, 0.75, (sq_mm3){0, 0, 1}, 3), inside = put(s, 0, 0, 4.75, (sq_mm3){0, 0, 1}, 8);
    /* The rim's edge runs through its middle, a little bent. */
    assert_near(sq_scene_visible(s, half), 0.5, 0.06);
    assert_near(sq_scene_visible(s, inside), 1, 0);
    int aside = put(s, 300, 100, 0.75, (sq_mm3){0, 0, 1}, 8);
    sq_random r = sq_random_for(1, "hand");
    sq_hand h = sq_hand_make(&r);
    h.tip = (sq_mm3){280, 100, 10};
    h.azimuth = 0; /* the palm lies over the wink */
    sq_hand_put(s, &h);
    assert_near(sq_scene_visible(s, aside), 0, 0.3);
    sq_hand_remove(s);
    assert_near(sq_scene_visible(s, aside), 1, 0);
}

static double pixel_at(const sq_canvas *c, const sq_scene *s, sq_mm3 p) {
    sq_px at = sq_px_from_mm3(&s->camera, p);
    return (double)sq_canvas_pixels(c)[3 * (lround(at.y) * WIDTH + lround(at.x)) + 1];
}

static void open_felt_is_as_light_as_its_lamps_make_it(void **state) {
    (void)state;
    sq_scene *s = stage(7, SQ_LAMP);
    s->mat.grain = 0;
    s->mat.fold_count = 0;
    sq_canvas *c;
    assert_int_equal(sq_canvas_new(&c, s, NULL), SQ_OK);
    sq_draw(c, s);
    for (double x = -300; x <= 300; x += 200) {
        sq_mm3 p = {x, 120, 0};
        double expected = (double)(sq_lights_on(&s->lights, p, (sq_mm3){0, 0, 1}).g * s->mat.albedo.g);
        assert_near(pixel_at(c, s, p), expected, 0.01 * expected);
    }
    sq_canvas_free(c);
}

static void a_shadow_falls_away_from_the_lamp(void **state) {
    (void)state;
    sq_scene *s = stage(8, SQ_SUN);
    s->mat.grain = 0;
    s->mat.fold_count = 0;
    s->pot_albedo = (sq_rgb){0, 0, 0}; /* it throws nothing back into its shadow */
    /* From +x at 45°: the pot's shadow reaches 38 mm past its top's edge towards -x. */
    s->lights = (sq_lights){.count = 1,
                            .lights = {{{2e4, 0, 2e4}, {0, 90, 0}, {65, 0, -65}, {1e5f, 1e5f, 1e5f}}},
                            .ambient = {0.001f, 0.001f, 0.001f}};
    assert_true(sq_light_on(&s->lights.lights[0], (sq_mm3){0, 0, 0}, (sq_mm3){0, 0, 1}, 4) > 0);
    sq_canvas *c;
    assert_int_equal(sq_canvas_new(&c, s, NULL), SQ_OK);
    sq_draw(c, s);
    double lit = pixel_at(c, s, (sq_mm3){80, 0, 0});
    assert_true(pixel_at(c, s, (sq_mm3){-46, 0, 0}) < 0.2 * lit);
    assert_true(pixel_at(c, s, (sq_mm3){-75, 0, 0}) > 0.8 * lit);
    assert_true(pixel_at(c, s, (sq_mm3){0, 60, 0}) > 0.8 * lit);
    sq_canvas_free(c);
}

/* Drawn after another scene, and drawn afresh, a scene is the same to the last bit. */
static void what_did_not_change_is_kept_and_what_did_is_drawn(void **state) {
    (void)state;
    static sq_scene before, after;
    sq_family_scene(&before, SQ_FAMILY_hand, 3, WIDTH, HEIGHT, SQ_WINDOW);
    after = before;
    sq_hand_remove(&after);
    after.pieces[0].disc.at.x += 3;
    after.pieces[5].disc.at.z += 40;
    sq_canvas *used, *fresh;
    assert_int_equal(sq_canvas_new(&used, &before, NULL), SQ_OK);
    assert_int_equal(sq_canvas_new(&fresh, &before, NULL), SQ_OK);
    sq_draw(used, &before);
    sq_draw(fresh, &after);
    size_t bytes = (size_t)WIDTH * HEIGHT * 3 * sizeof(float);
    assert_memory_not_equal(sq_canvas_pixels(used), sq_canvas_pixels(fresh), bytes);
    sq_draw(used, &after);
    assert_memory_equal(sq_canvas_pixels(used), sq_canvas_pixels(fresh), bytes);
    sq_canvas_free(used);
    sq_canvas_free(fresh);
}

static void overlaps_are_those_of_circles(void **state) {
    (void)state;
    sq_solid_disc a = {{0, 0, 2.25}, {0, 0, 1}, 8, 1.5, 0.3}, b = {{0, 0, 0.75}, {0, 0, 1}, 8, 1.5, 0.3};
    for (double d = 1; d < 16; d += 2.5) {
        b.at.x = d * 0.6;
        b.at.y = d * 0.8;
        sq_overlap o = sq_disc_overlap(&a, &b);
        assert_near(o.mm2, lens(8, d), 0.03);
        assert_near(o.depth_mm, 16 - d, 2e-3);
        assert_true(o.first_above);
        assert_false(sq_disc_overlap(&b, &a).first_above);
    }
    b.at.x = 16.01;
    b.at.y = 0;
    assert_near(sq_disc_overlap(&a, &b).mm2, 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winks_lie_where_the_camera_model_says),
        cmocka_unit_test(the_visible_share_is_what_the_upper_wink_leaves),
        cmocka_unit_test(what_lies_outside_of_the_picture_is_not_seen),
        cmocka_unit_test(the_pot_and_a_hand_hide_winks),
        cmocka_unit_test(open_felt_is_as_light_as_its_lamps_make_it),
        cmocka_unit_test(a_shadow_falls_away_from_the_lamp),
        cmocka_unit_test(what_did_not_change_is_kept_and_what_did_is_drawn),
        cmocka_unit_test(overlaps_are_those_of_circles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
