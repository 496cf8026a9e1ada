/* The rough guess lies near the drawn board, and sees none in noise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "calib/crokinole/ring_search.h"
#include "datasets/scene/random.h"
#include "tests/fixture/picture/seen_board.h"

static void the_guess_lies_near_the_drawn_board(void **state) {
    (void)state;
    static seen_board b;
    sq_diag d;
    sq_ring_guess g;
    sq_board_scene_make(&b.scene, SQ_BOARDS_FEW, 8, 2, 800, 600);
    seen_board_draw(&b);
    assert_int_equal(sq_ring_search(&b.planes, SQ_RING_FINE, NULL, NULL, &g, &d), SQ_OK);
    sq_px middle = sq_px_from_mm3(&b.scene.camera, (sq_mm3){0, 0, 0});
    assert_true(sq_px_distance(g.middle, middle) < 6);
    double drawn = b.scene.ring_mm[SQ_RING_TEN] / b.scene.ring_mm[SQ_RING_OUTER];
    assert_true(fabs(g.radius_px[SQ_RING_TEN] / g.radius_px[SQ_RING_OUTER] - drawn) < 0.02);
    sq_camera c = sq_ring_guess_camera(&g, 800, 600);
    for (int i = 0; i < 8; i++) {
        sq_mm3 at = {SQ_BOARD_OUTER_MM * cos(i * M_PI / 4), SQ_BOARD_OUTER_MM * sin(i * M_PI / 4), 0};
        sq_mm found = sq_mm_from_px(&b.scene.camera, sq_px_from_mm3(&c, at), 0);
        assert_true(fabs(hypot(found.x, found.y) / b.scene.ring_mm[SQ_RING_OUTER] - 1) < 0.05);
    }
    seen_board_free(&b);
}

static void noise_has_a_low_score(void **state) {
    (void)state;
    enum { SIDE = 300 };
    static uint8_t bgr[SIDE][SIDE][3];
    sq_colour_planes planes = {0};
    sq_ring_guess g;
    sq_diag d;
    sq_random r = sq_random_for(1, "noise");
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            for (int k = 0; k < 3; k++)
                bgr[y][x][k] = (uint8_t)sq_random_below(&r, 256);
    sq_frame f = {.width = SIDE,
                  .height = SIDE,
                  .format = SQ_FRAME_BGR,
                  .plane = {&bgr[0][0][0]},
                  .stride = {3 * SIDE}};
    assert_int_equal(sq_colour_planes_read(&planes, &f, &d), SQ_OK);
    assert_int_equal(sq_ring_search(&planes, SQ_RING_FINE, NULL, NULL, &g, &d), SQ_OK);
    assert_true(g.score < 0.85);
    sq_colour_planes_free(&planes);
}

/* A small picture is not shrunk, and has no other lines than those that were searched. */
static void a_small_picture_shows_no_ridges(void **state) {
    (void)state;
    assert_false(sq_ring_shows_ridges(&(sq_colour_planes){.width = 500, .height = 400}));
    assert_true(sq_ring_shows_ridges(&(sq_colour_planes){.width = 400, .height = 501}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_guess_lies_near_the_drawn_board),
        cmocka_unit_test(noise_has_a_low_score),
        cmocka_unit_test(a_small_picture_shows_no_ridges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
