/* Bevelled discs, of which one side's rims are seen narrower than the other's: size and places are those that
 * were drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/fixture/picture/seen_board.h"
#include "vision/crokinole/disc_sizes.h"

static seen_board b;
static sq_round_things things, before;
static sq_disc_tones tones;
static sq_disc_rulers rulers;

static sq_disc_rulers earlier; /* what pictures before have shown */

/* A board painted dark blue, with grey discs and white ones: a grey one's bevel is nearly as dark as the
 * board. Drawn anew only for another bevel. */
static void draw(double bevel_mm) {
    if (b.scene.discs && b.scene.bevel_mm == bevel_mm) return;
    seen_board_free(&b);
    sq_board_scene_make(&b.scene, SQ_BOARDS_MANY, 3, 5, 1600, 1360);
    b.scene.bevel_mm = bevel_mm;
    for (int k = 0; k < 3; k++) {
        b.scene.surface[k] = 0.03f + 0.02f * (float)k;
        b.scene.line[k] = 0.6f;
        b.scene.disc[SQ_LIGHT][k] = 0.8f;
        b.scene.disc[SQ_DARK][k] = 0.09f;
    }
    seen_board_draw(&b);
}

static void find_discs(double bevel_mm) {
    sq_diag d;
    draw(bevel_mm);
    rulers = earlier;
    assert_int_equal(sq_round_things_find(&b.planes, &b.board, &rulers, &things, &d), SQ_OK);
    sq_disc_tones_learn(&tones, &things, &b.board, NULL);
    before = things;
    sq_disc_sizes_learn(&things, &tones, &b.planes, &b.board.camera, &rulers);
}

static double drawn_radius(void) {
    return b.scene.disc_radius_mm * SQ_BOARD_OUTER_MM / b.scene.ring_mm[SQ_RING_OUTER];
}

/* How much of their rims agrees, over all discs. */
static double agreed(const sq_round_things *of) {
    double sum = 0;
    for (int i = 0; i < of->count; i++)
        if (tones.is_disc[i]) sum += of->thing[i].agreed;
    return sum;
}

static void the_wider_rims_tell_the_size(void **state) {
    (void)state;
    find_discs(1.5);
    assert_true(fabs(before.disc_radius_mm - drawn_radius()) > 0.3);
    assert_true(fabs(things.disc_radius_mm - drawn_radius()) < 0.25);
    assert_true(fabs(things.disc_height_mm - sq_disc_height_mm(things.disc_radius_mm)) < 1e-9);
    assert_true(agreed(&things) > agreed(&before) + 1);
}

/* Its width is told to one and a half of the steps that are tried, and both sides have one radius. */
static void a_bevel_is_measured_by_all_rims_together(void **state) {
    (void)state;
    find_discs(1.5);
    double drawn = b.scene.bevel_mm * SQ_BOARD_OUTER_MM / b.scene.ring_mm[SQ_RING_OUTER];
    assert_true(fabs(rulers.bevel_mm - drawn) < 0.3);
    assert_true(rulers.shape_mm == things.disc_radius_mm);
    for (int i = 0; i < things.count; i++)
        if (tones.is_disc[i] && !sq_round_thing_in_ditch(&things.thing[i]))
            assert_true(things.thing[i].bevel_mm == rulers.bevel_mm &&
                        fabs(things.thing[i].radius_mm - rulers.shape_mm) < 1e-9);
}

static void each_ruler_has_its_side(void **state) {
    (void)state;
    int of[SQ_BOARD_SIDES] = {0};
    find_discs(1.5);
    for (int i = 0; i < rulers.count; i++) {
        if (rulers.side[i] == SQ_BOARD_SIDES) continue;
        of[rulers.side[i]]++;
        assert_int_equal(rulers.side[i], tones.tone[things.ruler[i]]);
    }
    assert_true(of[SQ_LIGHT] > 1 && of[SQ_DARK] > 1);
}

static double doubt(const sq_round_things *of) {
    double sum = 0;
    for (int i = 0; i < of->count; i++)
        if (tones.is_disc[i]) sum += of->thing[i].sigma_mm;
    return sum;
}

/* What lies at rest is measured otherwise than in the picture before, once; and all pictures of a game alike,
 * by each side's rims, where its first one did not show what all look like. */
static void in_a_game_the_change_is_no_move(void **state) {
    (void)state;
    earlier = (sq_disc_rulers){.count = 1, .side = {SQ_BOARD_SIDES}};
    find_discs(1.5);
    double at_the_change = doubt(&things);
    assert_true(rulers.differ && !(rulers.shape_mm > 0));
    earlier = rulers;
    find_discs(1.5);
    assert_true(at_the_change > 1.1 * doubt(&things));
    assert_false(rulers.shape_mm > 0);
    earlier = (sq_disc_rulers){0};
}

/* Many discs of one side came after, and none of the other's is among the last that were measured. */
static void a_side_whose_rulers_are_forgotten_keeps_its_radius(void **state) {
    (void)state;
    find_discs(1.5);
    double was = things.disc_radius_mm;
    assert_true(rulers.differ);
    for (int i = 0; i < rulers.count; i++)
        if (rulers.side[i] == SQ_DARK) rulers.side[i] = SQ_BOARD_SIDES;
    things = before;
    things.rulers = 0; /* this picture has measured none */
    sq_disc_sizes_learn(&things, &tones, &b.planes, &b.board.camera, &rulers);
    assert_true(fabs(things.disc_radius_mm - was) < 0.05);
    seen_board_free(&b);
}

static void discs_with_sharp_edges_stay_where_they_are(void **state) {
    (void)state;
    find_discs(0);
    assert_true(fabs(things.disc_radius_mm - drawn_radius()) < 0.25);
    assert_memory_equal(&things, &before, sizeof things);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wider_rims_tell_the_size),
        cmocka_unit_test(a_bevel_is_measured_by_all_rims_together),
        cmocka_unit_test(each_ruler_has_its_side),
        cmocka_unit_test(in_a_game_the_change_is_no_move),
        cmocka_unit_test(a_side_whose_rulers_are_forgotten_keeps_its_radius),
        cmocka_unit_test(discs_with_sharp_edges_stay_where_they_are),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    seen_board_free(&b);
    return failed;
}
