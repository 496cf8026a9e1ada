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

/* Light on an empty board, so far from its middle: a lamp's, which fades away, or a patch that ends sharply.
 * hides: the lines do not show in it. */
static bool shine(double out_mm, bool fades, bool hides, sq_mm *at) {
    static seen_board b;
    static sq_round_things things;
    sq_diag d;
    sq_board_scene_make(&b.scene, SQ_BOARDS_EMPTY, SEED, 1, WIDTH, HEIGHT);
    seen_board_draw(&b);
    sq_px lamp = sq_px_from_mm3(&b.board.camera, (sq_mm3){out_mm, 0, 0});
    double wide = 36 * sq_px_per_mm(&b.board.camera, (sq_mm3){out_mm, 0, 0});
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            double off = sq_px_distance(lamp, (sq_px){x, y}) / wide;
            double light = fades ? 100 * exp(-off * off / 2) : off < 1 ? 100 : 0;
            for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
                uint8_t *level = &b.planes.level[k][y * WIDTH + x];
                *level = (uint8_t)fmin(255, *level + light);
            }
        }
    if (hides) memset(b.board.ring[SQ_RING_TEN].shows, 0, sizeof b.board.ring[SQ_RING_TEN].shows);
    assert_int_equal(sq_round_things_find(&b.planes, &b.board, NULL, &things, &d), SQ_OK);
    bool found = sq_foreign_thing_find(&b.planes, &b.board, &things, at, &apart);
    seen_board_free(&b);
    return found;
}

static void a_lamp_that_the_board_reflects_is_not_foreign(void **state) {
    (void)state;
    sq_mm at;
    assert_true(shine(150, false, false, &at)); /* between two lines */
    assert_true(sq_mm_within(at, (sq_mm){150, 0}, 36));
    assert_true(apart); /* it may be printed on the board */
    assert_false(shine(150, true, false, &at));
}

static void what_the_lines_show_through_is_light(void **state) {
    (void)state;
    sq_mm at;
    assert_false(shine(200, false, false, &at));
    assert_true(shine(200, false, true, &at));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_over_the_ditch_is_found_where_it_is),
        cmocka_unit_test(a_hand_over_the_board_is_found),
        cmocka_unit_test(discs_are_not_foreign),
        cmocka_unit_test(a_lamp_that_the_board_reflects_is_not_foreign),
        cmocka_unit_test(what_the_lines_show_through_is_light),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
