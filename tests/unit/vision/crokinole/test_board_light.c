/* A shadow that is thrown over half of a drawn board is measured on both sides, also where discs lie close.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/fixture/picture/seen_board.h"
#include "vision/crokinole/board_light.h"

enum { WIDTH = 800, HEIGHT = 680 };

static seen_board b;
static sq_board_light light;

/* Draws a board and takes so much of the light, all colours alike, from what lies right of the board's
 * middle. */
static void shade_right_half(sq_board_family kind, double left) {
    sq_board_scene_make(&b.scene, kind, 3, 1, WIDTH, HEIGHT);
    seen_board_draw(&b);
    double middle = sq_px_from_mm3(&b.board.camera, (sq_mm3){0, 0, 0}).x;
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = (int)middle; x < WIDTH; x++) {
                uint8_t *v = &b.planes.level[k][y * WIDTH + x];
                *v = (uint8_t)(*v * left);
            }
    sq_board_light_measure(&light, &b.planes, &b.board);
}

/* The light at the middle of the left half, in parts of that of the right half. x of the board is the
 * picture's. */
static double left_by_right(double mm) {
    return (double)(sq_board_light_about(&light, (sq_mm){-mm, 10}, 16) /
                    sq_board_light_about(&light, (sq_mm){mm, 10}, 16));
}

static void an_evenly_lit_board_has_the_same_light_everywhere(void **state) {
    (void)state;
    shade_right_half(SQ_BOARDS_EMPTY, 1);
    for (double mm = 80; mm < 280; mm += 50)
        assert_true(fabs(left_by_right(mm) - 1) < 0.25); /* its lamp stands on one side */
    seen_board_free(&b);
}

static void a_shadow_over_half_of_it_is_measured(void **state) {
    (void)state;
    shade_right_half(SQ_BOARDS_EMPTY, 1);
    double even[3];
    for (int i = 0; i < 3; i++)
        even[i] = left_by_right(100 + 70 * i);
    seen_board_free(&b);
    shade_right_half(SQ_BOARDS_EMPTY, 0.5);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(left_by_right(100 + 70 * i) / even[i] / 2 - 1) < 0.1);
    seen_board_free(&b);
}

/* The light about each of the discs, where they are seen. */
static void light_about_discs(double own[], sq_mm at[]) {
    for (int i = 0; i < b.scene.discs; i++) {
        at[i] = sq_mm_from_px(&b.board.camera, seen_board_face(&b, &b.scene.disc_at[i]), 0);
        own[i] = (double)sq_board_light_about(&light, at[i], b.scene.disc_radius_mm);
    }
}

static void it_is_measured_between_many_discs(void **state) {
    (void)state;
    double even[SQ_DRAWN_DISCS] = {0}, shaded[SQ_DRAWN_DISCS] = {0}, least = INFINITY, most = 0;
    sq_mm at[SQ_DRAWN_DISCS] = {0};
    shade_right_half(SQ_BOARDS_MANY, 1);
    assert_true(b.scene.discs > 2);
    light_about_discs(even, at);
    seen_board_free(&b);
    shade_right_half(SQ_BOARDS_MANY, 0.5);
    light_about_discs(shaded, at);
    for (int i = 0; i < b.scene.discs; i++) {
        double share = shaded[i] / even[i];
        if (at[i].x < -3 * b.scene.disc_radius_mm) least = fmin(least, share);
        if (at[i].x > 3 * b.scene.disc_radius_mm) most = fmax(most, share);
    }
    assert_true(most > 0 && least < INFINITY && least > 1.8 * most);
    seen_board_free(&b);
}

static void beside_the_board_nothing_is_known(void **state) {
    (void)state;
    shade_right_half(SQ_BOARDS_EMPTY, 0.5);
    assert_true(sq_board_light_about(&light, (sq_mm){2 * SQ_BOARD_OUTER_MM, 0}, 16) == 1);
    seen_board_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_evenly_lit_board_has_the_same_light_everywhere),
        cmocka_unit_test(a_shadow_over_half_of_it_is_measured),
        cmocka_unit_test(it_is_measured_between_many_discs),
        cmocka_unit_test(beside_the_board_nothing_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
