/* Does each make of boards look otherwise than the usual one, and the usual one as it always did? */
#include "datasets/crokinole/board_make.h"

#include <string.h>

#include "datasets/crokinole/draw_board.h"
#include "tests/fixture/unit.h"

enum { W = 320, H = 270, SEED = 5, NUMBER = 2 };

static sq_board_scene usual, made;

static sq_picture *draw(const sq_board_scene *s) {
    sq_diag d;
    sq_picture *picture = NULL;
    assert_int_equal(sq_board_draw(&picture, s, &d), SQ_OK);
    return picture;
}

static int set_up(void **state) {
    (void)state;
    sq_board_scene_make(&usual, SQ_BOARDS_FEW, SEED, NUMBER, W, H);
    return 0;
}

static void each_make_looks_otherwise(void **state) {
    (void)state;
    sq_picture *plain = draw(&usual);
    int stride;
    const unsigned char *pixels = sq_picture_pixels(plain, &stride);
    for (int m = SQ_MAKE_USUAL + 1; m < SQ_BOARD_MAKES; m++) {
        sq_board_scene_make_as(&made, (sq_board_make)m, SQ_BOARDS_FEW, SEED, NUMBER, W, H);
        sq_picture *other = draw(&made);
        int changed = 0;
        const unsigned char *now = sq_picture_pixels(other, &stride);
        for (int i = 0; i < stride * H; i++)
            changed += pixels[i] != now[i];
        assert_true(changed > 100);
        sq_picture_free(other);
    }
    sq_picture_free(plain);
}

static void the_usual_make_has_no_finish(void **state) {
    (void)state;
    static const sq_board_finish none;
    sq_board_scene_make_as(&made, SQ_MAKE_USUAL, SQ_BOARDS_FEW, SEED, NUMBER, W, H);
    assert_memory_equal(&made, &usual, sizeof made);
    assert_memory_equal(&made.finish, &none, sizeof none);
}

/* All that is played for is in the picture. */
static void a_cut_board_shows_its_outer_line(void **state) {
    (void)state;
    bool cut = false;
    for (int number = 1; number <= 20; number++) {
        sq_board_scene_make_as(&made, SQ_MAKE_ASIDE, SQ_BOARDS_EMPTY, SEED, number, W, H);
        for (int i = 0; i < 60; i++) {
            double a = 2 * M_PI * i / 60, line = made.ring_mm[SQ_RING_OUTER];
            sq_px on = sq_px_from_mm3(&made.camera, (sq_mm3){line * cos(a), line * sin(a), 0}),
                  rail = sq_px_from_mm3(&made.camera,
                                        (sq_mm3){made.ditch_mm * cos(a), made.ditch_mm * sin(a), 0});
            assert_true(on.x > 0 && on.y > 0 && on.x < W - 1 && on.y < H - 1);
            cut = cut || rail.y < 0 || rail.y > H - 1;
        }
    }
    assert_true(cut);
}

static void names_are_found_again(void **state) {
    (void)state;
    for (int m = 0; m < SQ_BOARD_MAKES; m++) {
        assert_int_equal(sq_board_make_from_name(sq_board_make_name((sq_board_make)m)), m);
        assert_true(strlen(sq_board_make_what((sq_board_make)m)) > 0);
    }
    assert_int_equal(sq_board_make_from_name("a board of no make"), SQ_BOARD_MAKES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_make_looks_otherwise),
        cmocka_unit_test(the_usual_make_has_no_finish),
        cmocka_unit_test(a_cut_board_shows_its_outer_line),
        cmocka_unit_test(names_are_found_again),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
