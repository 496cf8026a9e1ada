/* A hand over the ditch or over the board is foreign; discs, in play and in the ditch, are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/fixture/picture/seen_board.h"
#include "vision/crokinole/foreign_thing.h"

enum { WIDTH = 800, HEIGHT = 680, SEED = 3 };

static bool apart; /* of the thing that was found last */

static bool look(sq_board_family family, int number, double reach, seen_board *b, sq_mm *at) {
    static sq_round_things things;
    sq_diag d;
    sq_board_scene_make(&b->scene, family, SEED, number, WIDTH, HEIGHT);
    b->scene.hand_reach = reach;
    seen_board_draw(b);
    assert_int_equal(sq_round_things_find(&b->planes, &b->board, NULL, &things, &d), SQ_OK);
    bool found = sq_foreign_thing_find(&b->planes, &b->board, &things, at, &apart);
    seen_board_free(b);
    return found;
}

static void a_hand_over_the_ditch_is_found_where_it_is(void **state) {
    (void)state;
    static seen_board b;
    sq_mm at;
    assert_true(look(SQ_BOARDS_HAND, 1, 1.1, &b, &at));
    assert_false(apart);
    sq_mm drawn = sq_mm_from_px(&b.scene.camera, sq_px_from_mm3(&b.board.camera, (sq_mm3){at.x, at.y, 0}), 0);
    double along = drawn.x * cos(b.scene.hand_angle) + drawn.y * sin(b.scene.hand_angle);
    assert_true(along > b.scene.ring_mm[SQ_RING_OUTER]);
    assert_true(fabs(drawn.y * cos(b.scene.hand_angle) - drawn.x * sin(b.scene.hand_angle)) < 38);
}

static void a_hand_over_the_board_is_found(void **state) {
    (void)state;
    static seen_board b;
    sq_mm at;
    assert_true(look(SQ_BOARDS_HAND, 2, 0.6, &b, &at));
    assert_false(apart); /* its arm comes from beyond the board */
}

static void discs_are_not_foreign(void **state) {
    (void)state;
    static seen_board b;
    sq_mm at;
    assert_false(look(SQ_BOARDS_DITCH, 1, 0, &b, &at));
    assert_false(look(SQ_BOARDS_MANY, 1, 0, &b, &at));
}

/* A patch on an empty board, so far from its middle: what makes a level of what was one of the board's. off:
 * how far from its middle, in its radii. hides: the lines do not show in it. */
typedef uint8_t patch(uint8_t level, double off);

static bool shine(double out_mm, patch *made, bool hides, sq_mm *at) {
    static seen_board b;
    static sq_round_things things;
    sq_diag d;
    sq_board_scene_make(&b.scene, SQ_BOARDS_EMPTY, SEED, 1, WIDTH, HEIGHT);
    seen_board_draw(&b);
    sq_px lamp = sq_px_from_mm3(&b.board.camera, (sq_mm3){out_mm, 0, 0});
    double wide = 36 * sq_px_per_mm(&b.board.camera, (sq_mm3){out_mm, 0, 0});
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
                uint8_t *level = &b.planes.level[k][y * WIDTH + x];
                *level = made(*level, sq_px_distance(lamp, (sq_px){x, y}) / wide);
            }
    if (hides) memset(b.board.ring[SQ_RING_TEN].shows, 0, sizeof b.board.ring[SQ_RING_TEN].shows);
    assert_int_equal(sq_round_things_find(&b.planes, &b.board, NULL, &things, &d), SQ_OK);
    bool found = sq_foreign_thing_find(&b.planes, &b.board, &things, at, &apart);
    seen_board_free(&b);
    return found;
}

static uint8_t brighter(uint8_t level, double by) {
    return (uint8_t)fmin(255, level + by);
}
static uint8_t ends(uint8_t level, double off) {
    return brighter(level, off < 1 ? 100 : 0);
}
static uint8_t fades(uint8_t level, double off) {
    return brighter(level, 100 * exp(-off * off / 2));
}
static uint8_t mirrors(uint8_t level, double off) {
    return off < 1 ? (uint8_t)(255 * pow(fmin(1, pow(level / 255.0, 2.2) + 0.3), 1 / 2.2)) : level;
}
static uint8_t paper(uint8_t level, double off) {
    return off < 1 ? 190 : level;
}

static void a_lamp_that_the_board_reflects_is_not_foreign(void **state) {
    (void)state;
    sq_mm at;
    assert_true(shine(150, ends, false, &at)); /* between two lines */
    assert_true(sq_mm_within(at, (sq_mm){150, 0}, 36));
    assert_true(apart); /* it may be printed on the board */
    assert_false(shine(150, fades, false, &at));
}

static void what_the_lines_show_through_is_light(void **state) {
    (void)state;
    sq_mm at;
    assert_false(shine(200, ends, false, &at));
    assert_true(shine(200, ends, true, &at));
}

/* No line is there to show through. */
static void a_mirrored_window_adds_light_and_hides_no_colour(void **state) {
    (void)state;
    sq_mm at;
    assert_false(shine(150, mirrors, false, &at));
    assert_true(shine(150, paper, false, &at));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_over_the_ditch_is_found_where_it_is),
        cmocka_unit_test(a_hand_over_the_board_is_found),
        cmocka_unit_test(discs_are_not_foreign),
        cmocka_unit_test(a_lamp_that_the_board_reflects_is_not_foreign),
        cmocka_unit_test(what_the_lines_show_through_is_light),
        cmocka_unit_test(a_mirrored_window_adds_light_and_hides_no_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
