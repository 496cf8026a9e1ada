/* The solid that was drawn, and where it stands, are learned from the outlines that show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/fixture/picture/seen_board.h"
#include "vision/crokinole/disc_solid.h"

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

static void fit(void) {
    sq_diag d;
    assert_int_equal(sq_disc_solids_fit(&things, &tones, &b.planes, &b.board, &d), SQ_OK);
}

/* Of squint's millimetres to one that was drawn. */
static double scale(void) {
    return SQ_BOARD_OUTER_MM / b.scene.ring_mm[SQ_RING_OUTER];
}

/* How far (mm) the disc is off where one was drawn, towards the board's middle: the board may seem turned. */
static double off_drawn(const sq_round_thing *t) {
    double least = INFINITY;
    for (int i = 0; i < b.scene.discs; i++) {
        const sq_drawn_disc *disc = &b.scene.disc_at[i];
        sq_px drawn = sq_px_from_mm3(&b.scene.camera, (sq_mm3){disc->at.x, disc->at.y, 0});
        sq_px told = sq_px_from_mm3(&b.board.camera, (sq_mm3){t->at.x, t->at.y, 0});
        double off = hypot(t->at.x, t->at.y) - scale() * hypot(disc->at.x, disc->at.y);
        if (sq_px_distance(drawn, told) < 3) least = off;
    }
    return least;
}

/* Of a bevelled disc the flat face is seen best, a millimetre within its rim. */
static void a_bevelled_disc_is_told_by_its_outline(void **state) {
    (void)state;
    sq_diag d;
    int n = 0;
    double square = 0;
    sq_board_scene_make(&b.scene, SQ_BOARDS_MANY, 3, 1, 1200, 1020);
    b.scene.bevel_mm = 1;
    seen_board_draw(&b);
    assert_int_equal(sq_round_things_find(&b.planes, &b.board, NULL, &things, &d), SQ_OK);
    sq_disc_tones_learn(&tones, &things, &b.board, NULL);
    double drawn = scale() * b.scene.disc_radius_mm, before = fabs(things.disc_radius_mm - drawn);
    fit();
    assert_true(fabs(things.disc_radius_mm - drawn) < before / 2);
    assert_true(fabs(things.disc_radius_mm - drawn) < 2.5 * things.disc_radius_sigma_mm);
    for (int i = 0; i < things.count; i++) {
        const sq_round_thing *t = &things.thing[i];
        if (!t->is_solid) continue;
        double off = off_drawn(t) / hypot(t->sigma_mm, t->shared_sigma_mm);
        assert_true(fabs(off) < 5);
        square += off * off;
        n++;
    }
    assert_true(n > 6 && sqrt(square / n) < 2);
    seen_board_free(&b);
}

static void a_lower_and_a_higher_disc_are_told(void **state) {
    (void)state;
    static const double drawn_mm[] = {9, 12};
    double told_mm[2];
    for (int i = 0; i < 2; i++) {
        find_discs(drawn_mm[i]);
        fit();
        told_mm[i] = things.disc_height_mm;
        assert_true(fabs(told_mm[i] - drawn_mm[i] * scale()) < 2.5 * things.disc_height_sigma_mm);
        seen_board_free(&b);
    }
    assert_true(told_mm[1] > told_mm[0] + 1);
}

/* What is fitted to no outline keeps its place in the picture. */
static void what_stands_elsewhere_is_moved_along_its_sight(void **state) {
    (void)state;
    find_discs(11);
    tones.is_disc[0] = false;
    sq_mm before = things.thing[0].at;
    sq_px px = sq_px_from_mm3(&b.board.camera, (sq_mm3){before.x, before.y, things.disc_height_mm});
    fit();
    sq_mm after = things.thing[0].at;
    assert_true(sq_mm_distance(before, after) > 0);
    assert_true(sq_px_distance(px, sq_px_from_mm3(&b.board.camera,
                                                  (sq_mm3){after.x, after.y, things.disc_height_mm})) < 1e-3);
    seen_board_free(&b);
}

static void without_a_disc_the_height_stays_as_assumed(void **state) {
    (void)state;
    find_discs(11);
    double height = things.disc_height_mm, sigma = things.disc_height_sigma_mm;
    tones = (sq_disc_tones){0};
    fit();
    assert_true(things.disc_height_mm == height && things.disc_height_sigma_mm == sigma);
    seen_board_free(&b);
}

/* A disc that touches another may be two circles: to fit one of them well does not tell that it is the one.
 */
static void the_doubt_between_two_circles_stays(void **state) {
    (void)state;
    static const double rival_mm = 3;
    find_discs(11);
    for (int i = 0; i < things.count; i++)
        things.thing[i].rival_mm = i % 2 ? rival_mm : 0;
    fit();
    int doubted = 0, sure = 0;
    for (int i = 0; i < things.count; i++) {
        const sq_round_thing *t = &things.thing[i];
        if (!t->is_solid) continue;
        assert_true(t->rival_mm > 0 ? t->sigma_mm >= rival_mm : t->sigma_mm < rival_mm);
        *(t->rival_mm > 0 ? &doubted : &sure) += 1;
    }
    assert_true(doubted && sure);
    seen_board_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bevelled_disc_is_told_by_its_outline),
        cmocka_unit_test(a_lower_and_a_higher_disc_are_told),
        cmocka_unit_test(what_stands_elsewhere_is_moved_along_its_sight),
        cmocka_unit_test(the_doubt_between_two_circles_stays),
        cmocka_unit_test(without_a_disc_the_height_stays_as_assumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
