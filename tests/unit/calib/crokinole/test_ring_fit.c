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

/* A drawn camera, what it sees, and the fit. */
typedef struct {
    sq_board_scene scene;
    sq_ring_sighting sighting[SQ_RING_SIGHTINGS];
    sq_seen_board board;
    sq_lm_work work;
} board_fit;

static board_fit *start(void) {
    board_fit *k = calloc(1, sizeof *k);
    assert_non_null(k);
    sq_board_scene_make(&k->scene, SQ_BOARDS_EMPTY, 8, 2, 1200, 900);
    return k;
}

static void the_radii_are_told_in_spite_of_wrong_places(void **state) {
    (void)state;
    board_fit *k = start();
    sq_seen_board *b = &k->board;
    k->scene.camera.dist[0] = -0.05;
    int n = sight(&k->scene.camera, 206.5, 102.25, k->sighting);
    b->camera = k->scene.camera;
    b->camera.t[0] += 3;
    b->ring[SQ_RING_OUTER].radius_mm = SQ_BOARD_OUTER_MM;
    b->ring[SQ_RING_TEN].radius_mm = 203;
    b->ring[SQ_RING_FIFTEEN].radius_mm = 101;
    assert_true(sq_ring_fit(b, k->sighting, n, log(k->scene.camera.fx), &k->work));
    assert_true(fabs(b->ring[SQ_RING_TEN].radius_mm - 206.5) < 0.1);
    assert_true(fabs(b->ring[SQ_RING_FIFTEEN].radius_mm - 102.25) < 0.1);
    assert_true(b->ring[SQ_RING_TEN].sigma_mm > 0 && b->ring[SQ_RING_TEN].sigma_mm < 0.7);
    int hidden = 0;
    for (int place = 0; place < SQ_RING_PLACES; place++)
        hidden += !b->ring[SQ_RING_TEN].shows[place];
    assert_true(hidden >= 6 && hidden <= SQ_RING_PLACES / 10); /* along the line a shift does not tell */
    assert_true(b->ring[SQ_RING_OUTER].seen == 1);
    free(k);
}

/* A picture that was cut from a larger one: the lens's axis is 220 px off its middle. */
static void the_axis_of_a_cut_picture_is_found(void **state) {
    (void)state;
    board_fit *k = start();
    sq_seen_board *b = &k->board;
    k->scene.camera.cx -= 220;
    int n = sight(&k->scene.camera, 203, 101, k->sighting);
    b->camera = k->scene.camera;
    b->camera.cx += 30; /* a guess */
    b->ring[SQ_RING_TEN].radius_mm = 203;
    b->ring[SQ_RING_FIFTEEN].radius_mm = 101;
    assert_true(sq_ring_fit(b, k->sighting, n, log(k->scene.camera.fx), &k->work));
    sq_mm3 eye = sq_camera_position(&b->camera), is = sq_camera_position(&k->scene.camera);
    assert_true(fabs(b->camera.cx - k->scene.camera.cx) < 50); /* it goes with the focal length */
    assert_true(fabs(eye.x / eye.z - is.x / is.z) < 2.5 * sqrt(b->view_covariance[0][0]));
    assert_true(sqrt(b->view_covariance[0][0]) < 0.02);
    free(k);
}

/* A board that has shrunk across its grain: its lines stray from circles, many places together, as a lens
 * would make them. They are not believed as so many places that stray one by one. */
static void lines_that_stray_do_not_bend_the_lens(void **state) {
    (void)state;
    board_fit *k = start();
    sq_seen_board *b = &k->board;
    double off[3];
    k->scene.camera.dist[0] = -0.05;
    int n = sight(&k->scene.camera, 203, 102, k->sighting);
    for (int i = 0; i < n; i++) {
        double r = sq_mm_distance((sq_mm){0, 0}, sq_mm_from_px(&k->scene.camera, k->sighting[i].at, 0));
        double a = sq_ring_angle(k->sighting[i].place), stray = 0.004 * r * cos(2 * a) + 0.4 * cos(5 * a);
        k->sighting[i].at =
            sq_px_from_mm3(&k->scene.camera, (sq_mm3){(r + stray) * cos(a), (r + stray) * sin(a), 0});
    }
    b->camera = k->scene.camera;
    b->ring[SQ_RING_TEN].radius_mm = 203;
    b->ring[SQ_RING_FIFTEEN].radius_mm = 102;
    for (int round = 0; round < 3; round++) {
        assert_true(sq_ring_fit(b, k->sighting, n, log(k->scene.camera.fx), &k->work));
        off[round] = fabs(b->camera.dist[0] + 0.05);
    }
    assert_true(off[2] < off[0] / 2);
    free(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_radii_are_told_in_spite_of_wrong_places),
        cmocka_unit_test(the_axis_of_a_cut_picture_is_found),
        cmocka_unit_test(lines_that_stray_do_not_bend_the_lens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
