/* The plate of a board: texts touch nothing that they do not name, a foot's ring lies where the camera sees
 * it, and no board, full or refused, brings it down. */
#include "ui/crokinole/board_overlay.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"
#include "vision/geometry/camera.h"

enum { WIDE = 1920, TALL = 1080 };

#define DISC_MM 15.9
#define DISC_TALL_MM 10.0

/* Looks straight down on the board: its outer line is 442 pixels about the middle. */
static const sq_camera down = {.width = WIDE,
                               .height = TALL,
                               .fx = 1450,
                               .fy = 1450,
                               .cx = (WIDE - 1) / 2.0,
                               .cy = (TALL - 1) / 2.0,
                               .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                               .t = {0, 0, 1000}};

static sq_board_position empty_board(int width, int height) {
    static const double radius[SQ_RINGS] = {305, 203, 101};
    sq_board_position p = {.width = width,
                           .height = height,
                           .board.camera = down,
                           .disc_radius_mm = DISC_MM,
                           .disc_height_mm = DISC_TALL_MM,
                           .tones.known = 2,
                           .score_probability = 1};
    for (int k = 0; k < SQ_RINGS; k++)
        p.board.ring[k] =
            (sq_ring_line){.radius_mm = radius[k], .sigma_mm = 0.3, .half_width_mm = 1, .seen = 1};
    p.board.camera.width = width;
    p.board.camera.height = height;
    p.board.camera.cx = (width - 1) / 2.0;
    p.board.camera.cy = (height - 1) / 2.0;
    return p;
}

static void add(sq_board_position *p, sq_board_side side, sq_mm at, double doubt) {
    const sq_camera *c = &p->board.camera;
    double r = hypot(at.x, at.y);
    sq_board_region region = r < 101   ? SQ_REGION_15
                             : r < 203 ? SQ_REGION_10
                             : r < 305 ? SQ_REGION_5
                                       : SQ_REGION_DITCH;
    sq_board_disc_seen disc = {.side = side,
                               .side_sure = 1,
                               .at = at,
                               .sigma_mm = 0.3,
                               .px = sq_px_from_mm3(c, (sq_mm3){at.x, at.y, DISC_TALL_MM}),
                               .region = region,
                               .sure = !(doubt > 0),
                               .nearest = SQ_RING_TEN,
                               .clearance_mm = 0.2,
                               .clearance_sigma_mm = 0.4};
    disc.radius_px = DISC_MM * sq_px_per_mm(c, (sq_mm3){at.x, at.y, DISC_TALL_MM});
    disc.probability[region] = 1 - doubt;
    disc.probability[region ? region - 1 : region + 1] += doubt;
    p->disc[p->count++] = disc;
}

/* So many discs anywhere that do not lie on one another, every third one of them in doubt. */
static void strew(sq_board_position *p, int count) {
    while (p->count < count) {
        sq_mm at = {rand() % 760 - 380, rand() % 760 - 380};
        bool is_free = hypot(at.x, at.y) < 380;
        for (int i = 0; i < p->count; i++)
            is_free &= sq_mm_distance(at, p->disc[i].at) > 2 * DISC_MM + 0.1;
        if (is_free)
            add(p, p->count % 2 ? SQ_LIGHT : SQ_DARK, at, p->count % 3 ? 0 : (1 + rand() % 49) / 100.0);
    }
}

static sq_picture *drawn(const sq_board_position *p, sq_board_subject subject, int *touches) {
    sq_picture *picture;
    assert_int_equal(sq_picture_new(&picture, p->width, p->height, NULL), SQ_OK);
    assert_int_equal(sq_board_overlay_draw(picture, p, subject, touches, NULL), SQ_OK);
    return picture;
}

static int brightness(sq_picture *picture, sq_px at) {
    int stride;
    const unsigned char *px =
        sq_picture_pixels(picture, &stride) + stride * (int)lround(at.y) + 3 * (int)lround(at.x);
    return px[0] + px[1] + px[2];
}

static void texts_touch_nothing_that_they_do_not_name(void **state) {
    (void)state;
    static const int sizes[][2] = {{WIDE, TALL}, {1000, 1000}, {800, 1100}};
    srand(3);
    for (int round = 0; round < 9; round++) {
        int touches = -1;
        sq_board_position p = empty_board(sizes[round % 3][0], sizes[round % 3][1]);
        strew(&p, 3 * round);
        sq_picture_free(drawn(&p, SQ_BOARD_SCORE, &touches));
        if (touches) fail_msg("round %d: %d texts touch", round, touches);
    }
}

static void a_foot_lies_where_the_camera_sees_it(void **state) {
    (void)state;
    sq_board_position p = empty_board(WIDE, TALL);
    add(&p, SQ_LIGHT, (sq_mm){-140, 60}, 0);
    sq_picture *picture = drawn(&p, SQ_BOARD_SCORE, NULL);
    for (int i = 0; i < 16; i++) {
        double a = 2 * M_PI * i / 16;
        sq_px rim =
            sq_px_from_mm3(&p.board.camera, (sq_mm3){-140 + DISC_MM * cos(a), 60 + DISC_MM * sin(a), 0});
        assert_true(brightness(picture, rim) > 300);
    }
    assert_int_equal(brightness(picture, p.disc[0].px), 0); /* nothing of the frame hides the picture */
    sq_picture_free(picture);
}

/* The frame about a picture is the same whatever is said; a board without a ruling shows no score. */
static void a_refused_board_and_the_measures_have_their_plates(void **state) {
    (void)state;
    sq_board_position p = empty_board(WIDE, TALL), refused = p;
    add(&p, SQ_DARK, (sq_mm){200, 0}, 0.3);
    snprintf(refused.refusal, sizeof refused.refusal, "something covers the board");
    sq_picture *score = drawn(&p, SQ_BOARD_SCORE, NULL), *measures = drawn(&p, SQ_BOARD_MEASURES, NULL),
               *no_ruling = drawn(&refused, SQ_BOARD_SCORE, NULL);
    sq_frame f = sq_picture_frame(score);
    sq_px tile = {f.width - 200, TALL + 60};
    assert_true(f.width > WIDE && f.height > TALL);
    assert_int_equal(sq_picture_frame(measures).width, f.width);
    assert_int_equal(sq_picture_frame(no_ruling).height, f.height);
    assert_true(brightness(score, tile) > brightness(no_ruling, tile));
    assert_int_equal(brightness(measures, tile), brightness(no_ruling, tile));
    sq_picture_free(score);
    sq_picture_free(measures);
    sq_picture_free(no_ruling);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_touch_nothing_that_they_do_not_name),
        cmocka_unit_test(a_foot_lies_where_the_camera_sees_it),
        cmocka_unit_test(a_refused_board_and_the_measures_have_their_plates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
