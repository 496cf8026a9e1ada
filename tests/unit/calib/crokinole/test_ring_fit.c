/* One camera and two radii from places on three circles, and lines whose middle lies aside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdlib.h>

#include "calib/crokinole/ring_fit.h"
#include "datasets/crokinole/board_scene.h"

/* Places of a board as a camera sees them, exactly; every tenth of the 10 line is moved by 9 px. */
static int sight(const sq_camera *c, double ten, double fifteen, sq_ring_sighting *s) {
    int n = 0;
    for (int ring = 0; ring < SQ_RINGS; ring++)
        for (int place = 0; place < SQ_RING_PLACES; place++) {
            double r = ring == SQ_RING_OUTER ? SQ_BOARD_OUTER_MM : ring == SQ_RING_TEN ? ten : fifteen;
            double a = sq_ring_angle(place);
            s[n] = (sq_ring_sighting){sq_px_from_mm3(c, (sq_mm3){r * cos(a), r * sin(a), 0}), (sq_ring)ring,
                                      place};
            if (ring == SQ_RING_TEN && place % 10 == 0) s[n].at.x += 9;
            n++;
        }
    return n;
}

static void the_radii_are_told_in_spite_of_wrong_places(void **state) {
    (void)state;
    static sq_board_scene scene;
    static sq_ring_sighting s[SQ_RING_SIGHTINGS];
    sq_board_scene_make(&scene, SQ_BOARDS_EMPTY, 8, 2, 1200, 900);
    sq_seen_board *b = calloc(1, sizeof *b);
    sq_lm_work *w = malloc(sizeof *w);
    assert_non_null(b);
    assert_non_null(w);
    scene.camera.dist[0] = -0.05;
    int n = sight(&scene.camera, 206.5, 102.25, s);
    b->camera = scene.camera;
    b->camera.t[0] += 3;
    b->ring[SQ_RING_OUTER].radius_mm = SQ_BOARD_OUTER_MM;
    b->ring[SQ_RING_TEN].radius_mm = 203;
    b->ring[SQ_RING_FIFTEEN].radius_mm = 101;
    assert_true(sq_ring_fit(b, s, n, log(scene.camera.fx), w));
    assert_true(fabs(b->ring[SQ_RING_TEN].radius_mm - 206.5) < 0.1);
    assert_true(fabs(b->ring[SQ_RING_FIFTEEN].radius_mm - 102.25) < 0.1);
    assert_true(b->ring[SQ_RING_TEN].sigma_mm > 0 && b->ring[SQ_RING_TEN].sigma_mm < 0.7);
    int hidden = 0;
    for (int place = 0; place < SQ_RING_PLACES; place++)
        hidden += !b->ring[SQ_RING_TEN].shows[place];
    assert_true(hidden >= 6 && hidden <= SQ_RING_PLACES / 10); /* along the line a shift does not tell */
    assert_true(b->ring[SQ_RING_OUTER].seen == 1);
    free(w);
    free(b);
}

/* A picture that was cut from a larger one: the lens's axis is 220 px off its middle. */
static void the_axis_of_a_cut_picture_is_found(void **state) {
    (void)state;
    static sq_board_scene scene;
    static sq_ring_sighting s[SQ_RING_SIGHTINGS];
    sq_board_scene_make(&scene, SQ_BOARDS_EMPTY, 8, 2, 1200, 900);
    sq_seen_board *b = calloc(1, sizeof *b);
    sq_lm_work *w = malloc(sizeof *w);
    assert_non_null(b);
    assert_non_null(w);
    scene.camera.cx -= 220;
    int n = sight(&scene.camera, 203, 101, s);
    b->camera = scene.camera;
    b->camera.cx += 30; /* a guess */
    b->ring[SQ_RING_TEN].radius_mm = 203;
    b->ring[SQ_RING_FIFTEEN].radius_mm = 101;
    assert_true(sq_ring_fit(b, s, n, log(scene.camera.fx), w));
    sq_mm3 eye = sq_camera_position(&b->camera), is = sq_camera_position(&scene.camera);
    assert_true(fabs(b->camera.cx - scene.camera.cx) < 50); /* it goes with the focal length */
    assert_true(fabs(eye.x / eye.z - is.x / is.z) < 2.5 * sqrt(b->view_covariance[0][0]));
    assert_true(sqrt(b->view_covariance[0][0]) < 0.02);
    free(w);
    free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_radii_are_told_in_spite_of_wrong_places),
        cmocka_unit_test(the_axis_of_a_cut_picture_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
