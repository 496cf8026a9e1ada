/* The height that was drawn is learned from the sides that show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/fixture/picture/seen_board.h"
#include "vision/crokinole/disc_height.h"

static seen_board b;
static sq_round_things things;
static sq_disc_tones tones;

/* Draws a board with discs that are so high, and finds them. */
static void find_discs_of(sq_board_family family, double height_mm) {
    sq_diag d;
    sq_board_scene_make(&b.scene, family, 3, 1, 1200, 1020);
    b.scene.disc_height_mm = height_mm;
    seen_board_draw(&b);
    assert_int_equal(sq_round_things_find(&b.planes, &b.board, NULL, &things, &d), SQ_OK);
    sq_disc_tones_learn(&tones, &things, &b.board, NULL);
}

static void find_discs(double height_mm) {
    find_discs_of(SQ_BOARDS_MANY, height_mm);
}

static void a_lower_and_a_higher_disc_are_told(void **state) {
    (void)state;
    static const double drawn_mm[] = {9.8, 11};
    for (int i = 0; i < 2; i++) {
        find_discs(drawn_mm[i]);
        double height = drawn_mm[i] * SQ_BOARD_OUTER_MM / b.scene.ring_mm[SQ_RING_OUTER];
        double assumed = things.disc_height_mm, sigma = things.disc_height_sigma_mm;
        sq_disc_height_learn(&things, &tones, &b.planes, &b.board.camera);
        assert_true(things.disc_height_sigma_mm < sigma);
        assert_true(fabs(things.disc_height_mm - height) < fabs(assumed - height));
        assert_true(fabs(things.disc_height_mm - height) < 2 * things.disc_height_sigma_mm);
        seen_board_free(&b);
    }
}

/* They lie lower and are seen smaller, and tell no other height for it. */
static void discs_in_the_ditch_tell_the_same_height(void **state) {
    (void)state;
    find_discs_of(SQ_BOARDS_DITCH, 11);
    double height = 11 * SQ_BOARD_OUTER_MM / b.scene.ring_mm[SQ_RING_OUTER];
    sq_disc_height_learn(&things, &tones, &b.planes, &b.board.camera);
    assert_true(fabs(things.disc_height_mm - height) < 2 * things.disc_height_sigma_mm);
    seen_board_free(&b);
}

/* A disc keeps its place in the picture. */
static void a_disc_is_moved_along_its_sight(void **state) {
    (void)state;
    find_discs(11);
    sq_mm before = things.thing[0].at;
    sq_px px = sq_px_from_mm3(&b.board.camera, (sq_mm3){before.x, before.y, things.disc_height_mm});
    sq_disc_height_learn(&things, &tones, &b.planes, &b.board.camera);
    sq_mm after = things.thing[0].at;
    assert_true(sq_mm_distance(before, after) > 0);
    assert_true(sq_px_distance(px, sq_px_from_mm3(&b.board.camera,
                                                  (sq_mm3){after.x, after.y, things.disc_height_mm})) < 1e-3);
    seen_board_free(&b);
}

static void without_a_side_the_height_stays_as_assumed(void **state) {
    (void)state;
    find_discs(11);
    double height = things.disc_height_mm, sigma = things.disc_height_sigma_mm;
    tones = (sq_disc_tones){0};
    sq_disc_height_learn(&things, &tones, &b.planes, &b.board.camera);
    assert_true(things.disc_height_mm == height && things.disc_height_sigma_mm == sigma);
    seen_board_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lower_and_a_higher_disc_are_told),
        cmocka_unit_test(discs_in_the_ditch_tell_the_same_height),
        cmocka_unit_test(a_disc_is_moved_along_its_sight),
        cmocka_unit_test(without_a_side_the_height_stays_as_assumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
