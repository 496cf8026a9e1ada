/* Each drawn disc is a round thing at its place, and all discs have the radius that was drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/fixture/picture/seen_board.h"

static seen_board b;
static sq_round_things things;

/* Draws the board and finds its round things. */
static void find(void) {
    sq_diag d;
    seen_board_draw(&b);
    assert_int_equal(sq_round_things_find(&b.planes, &b.board, NULL, &things, &d), SQ_OK);
}

static void find_on(sq_board_family kind) {
    sq_board_scene_make(&b.scene, kind, 3, 1, 800, 680);
    find();
}

static void drawn_discs_are_found_with_their_radius(void **state) {
    (void)state;
    find_on(SQ_BOARDS_MANY);
    for (int i = 0; i < b.scene.discs; i++) {
        const sq_round_thing *t = seen_board_thing(&b, &things, &b.scene.disc_at[i]);
        assert_non_null(t);
        assert_true(t->support > 0.4);
        assert_true(t->sigma_mm > 0 && t->sigma_mm < 1);
    }
    double drawn = b.scene.disc_radius_mm / b.scene.ring_mm[SQ_RING_OUTER];
    assert_true(fabs(things.disc_radius_mm / SQ_BOARD_OUTER_MM / drawn - 1) < 0.04);
    assert_true(things.disc_radius_sigma_mm > 0.05 && things.disc_radius_sigma_mm < 0.5);
    assert_true(fabs(things.disc_height_mm - sq_disc_height_mm(things.disc_radius_mm)) < 1e-9);
    seen_board_free(&b);
}

/* Few discs, or some with shadows, tell a radius badly: what earlier pictures have told counts beside them,
 * and the oldest of it is forgotten. */
static void earlier_pictures_tell_the_radius_too(void **state) {
    (void)state;
    static sq_disc_rulers rulers;
    sq_diag d;
    find_on(SQ_BOARDS_FEW);
    double alone = things.disc_radius_mm;
    for (int i = 0; i < SQ_BOARD_DISC_CAP; i++) {
        rulers.radius_mm[i] = (float)alone + 1;
        rulers.support[i] = 1;
    }
    rulers.count = SQ_BOARD_DISC_CAP;
    assert_int_equal(sq_round_things_find(&b.planes, &b.board, &rulers, &things, &d), SQ_OK);
    assert_true(fabs(things.disc_radius_mm - alone - 1) < 0.01);
    assert_int_equal(rulers.count, SQ_BOARD_DISC_CAP);
    for (int i = 0; i < SQ_BOARD_DISC_CAP / 3; i++) /* it has more than three discs */
        assert_int_equal(sq_round_things_find(&b.planes, &b.board, &rulers, &things, &d), SQ_OK);
    assert_int_equal(rulers.count, SQ_BOARD_DISC_CAP);
    assert_true(fabs(things.disc_radius_mm - alone) < 0.05);
    seen_board_free(&b);
}

/* Most discs lie in the ditch, lower than those on the board, and look smaller. */
static void discs_in_the_ditch_do_not_tell_the_radius_on_the_board(void **state) {
    (void)state;
    find_on(SQ_BOARDS_DITCH);
    double drawn = b.scene.disc_radius_mm / b.scene.ring_mm[SQ_RING_OUTER];
    assert_true(fabs(things.disc_radius_mm / SQ_BOARD_OUTER_MM / drawn - 1) < 0.02);
    seen_board_free(&b);
}

static void an_empty_board_shows_no_plain_rim_but_the_hole(void **state) {
    (void)state;
    find_on(SQ_BOARDS_EMPTY);
    for (int i = 0; i < things.count; i++) {
        double r = hypot(things.thing[i].at.x, things.thing[i].at.y);
        if (r > 20 && r < 0.95 * SQ_BOARD_OUTER_MM) assert_true(things.thing[i].support < 0.75);
    }
    seen_board_free(&b);
}

/* As far from the middle as the disc, all is as dark as it: that is the hole, and not the board. */
static void a_dark_disc_over_the_edge_of_a_wide_dark_hole_stands_out(void **state) {
    (void)state;
    sq_board_scene_make(&b.scene, SQ_BOARDS_EMPTY, 3, 1, 800, 680);
    b.scene.discs = 1;
    b.scene.disc_at[0] = (sq_drawn_disc){.side = SQ_DARK, .at = {1.07 * b.scene.disc_radius_mm, 0}};
    b.scene.hole_mm = 1.24 * b.scene.disc_radius_mm;
    for (int k = 0; k < 3; k++) {
        b.scene.hole[k] = b.scene.disc[SQ_DARK][k] = 0.03f;
        b.scene.surface[k] = 0.3f;
        b.scene.line[k] = 0.6f;
    }
    find();
    const sq_round_thing *t = seen_board_thing(&b, &things, &b.scene.disc_at[0]);
    assert_non_null(t);
    assert_true(t->contrast > 60); /* levels: the surface is 100 lighter */
    seen_board_free(&b);
}

/* Its bevel is as dark as the hole about it: what shows is narrower than a disc. */
static void a_bevelled_disc_in_the_hole_shows_its_face(void **state) {
    (void)state;
    sq_board_scene_make(&b.scene, SQ_BOARDS_HOLE, 5, 1, 640, 540);
    assert_true(b.scene.disc_at[0].z < 0 && b.scene.bevel_mm > 1);
    find();
    const sq_round_thing *t = seen_board_thing(&b, &things, &b.scene.disc_at[0]);
    assert_non_null(t);
    assert_true(t->support > SQ_WHOLE_RIM);
    assert_true(t->radius_mm < 0.98 * things.disc_radius_mm);
    seen_board_free(&b);
}

/* The discs on the board have shown their flat faces alone: this one shows all of its rim. */
static void a_disc_in_the_hole_may_be_wider_than_the_others_have_shown(void **state) {
    (void)state;
    sq_disc_rulers rulers = {.count = SQ_BOARD_DISC_CAP};
    sq_diag d;
    int number = 0;
    do /* until a light disc lies in it: holes are dark */
        sq_board_scene_make(&b.scene, SQ_BOARDS_HOLE, 5, ++number, 800, 680);
    while (b.scene.disc_at[0].z >= 0 || b.scene.disc_at[0].side != SQ_LIGHT);
    b.scene.bevel_mm = 0;
    find();
    double whole = things.disc_radius_mm;
    for (int i = 0; i < rulers.count; i++) {
        rulers.radius_mm[i] = (float)(0.97 * whole);
        rulers.support[i] = 1;
    }
    assert_int_equal(sq_round_things_find(&b.planes, &b.board, &rulers, &things, &d), SQ_OK);
    const sq_round_thing *t = seen_board_thing(&b, &things, &b.scene.disc_at[0]);
    assert_non_null(t);
    assert_true(t->support > SQ_WHOLE_RIM);
    assert_true(fabs(t->radius_mm / whole - 1) < 0.02);
    assert_true(t->shows_edge); /* as an empty hole might */
    seen_board_free(&b);
}

/* A dimple in the middle of a disc is its own: its face is as plain as another's. */
static void a_dimple_is_no_texture(void **state) {
    (void)state;
    float spread[2][SQ_DRAWN_DISCS] = {{0}};
    for (int dimple = 0; dimple < 2; dimple++) {
        sq_board_scene_make(&b.scene, SQ_BOARDS_FEW, 3, 1, 800, 680);
        b.scene.dimple_mm = dimple * 0.3 * b.scene.disc_radius_mm;
        find();
        for (int i = 0; i < b.scene.discs; i++) {
            const sq_round_thing *t = seen_board_thing(&b, &things, &b.scene.disc_at[i]);
            assert_non_null(t);
            spread[dimple][i] = t->spread;
        }
        seen_board_free(&b);
    }
    for (int i = 0; i < b.scene.discs; i++)
        assert_true(spread[1][i] < 3 * spread[0][i] + 2);
}

/* It is nearly of the board's colour: its shadow, and the edge of its side, have more votes than its rim. */
static void a_pale_disc_is_found_beside_its_shadow(void **state) {
    (void)state;
    sq_board_scene_make(&b.scene, SQ_BOARDS_DITCH, 8222, 8, 1000, 850);
    find();
    int pale = 0;
    for (int i = 0; i < b.scene.discs; i++) {
        const sq_drawn_disc *d = &b.scene.disc_at[i];
        if (d->side == SQ_DARK || d->z < 0) continue;
        assert_non_null(seen_board_thing(&b, &things, d));
        pale++;
    }
    assert_int_equal(pale, 2);
    seen_board_free(&b);
}

/* Grain hides rims as noise does, but more light is no remedy. */
static void grain_is_told_from_noise(void **state) {
    (void)state;
    double slope[2], noise[2];
    sq_diag d;
    for (int noisy = 0; noisy < 2; noisy++) {
        sq_board_scene_make(&b.scene, SQ_BOARDS_FEW, 3, 1, 800, 680);
        b.scene.noise = noisy ? 10 : 1;
        b.scene.grain = noisy ? 0 : 1;
        for (int k = 0; k < 3; k++)
            b.scene.surface[k] = 0.5f;
        find();
        assert_int_equal(sq_round_things_pixel_noise(&things, &b.planes, &b.board, &d), SQ_OK);
        slope[noisy] = things.noise;
        noise[noisy] = things.pixel_noise;
        seen_board_free(&b);
    }
    assert_true(slope[0] > 5 && slope[1] > 12);
    assert_true(noise[0] < slope[0] / 2 && noise[1] > 0.9 * slope[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_discs_are_found_with_their_radius),
        cmocka_unit_test(earlier_pictures_tell_the_radius_too),
        cmocka_unit_test(discs_in_the_ditch_do_not_tell_the_radius_on_the_board),
        cmocka_unit_test(an_empty_board_shows_no_plain_rim_but_the_hole),
        cmocka_unit_test(a_dimple_is_no_texture),
        cmocka_unit_test(grain_is_told_from_noise),
        cmocka_unit_test(a_pale_disc_is_found_beside_its_shadow),
        cmocka_unit_test(a_bevelled_disc_in_the_hole_shows_its_face),
        cmocka_unit_test(a_disc_in_the_hole_may_be_wider_than_the_others_have_shown),
        cmocka_unit_test(a_dark_disc_over_the_edge_of_a_wide_dark_hole_stands_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
