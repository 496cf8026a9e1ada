/* A rim is climbed to from some millimetres beside it, and a place without one has no support. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/fixture/picture/seen_board.h"
#include "vision/crokinole/rim_fit.h"

static const double edge = 3; /* levels a pixel */

/* radius, z: of the discs and of their faces, mm of a board as wide as SQ_BOARD_OUTER_MM. */
static void draw_few_discs(seen_board *b, double *radius, double *z) {
    sq_board_scene_make(&b->scene, SQ_BOARDS_FEW, 3, 1, 1200, 1020);
    seen_board_draw(b);
    double scale = SQ_BOARD_OUTER_MM / b->scene.ring_mm[SQ_RING_OUTER];
    *radius = b->scene.disc_radius_mm * scale;
    *z = b->scene.disc_height_mm * scale;
}

static void a_rim_is_found_from_beside_it(void **state) {
    (void)state;
    static seen_board b;
    double radius, z;
    draw_few_discs(&b, &radius, &z);
    double sum = 0;
    for (int i = 0; i < b.scene.discs; i++) {
        sq_mm true_at = sq_mm_from_px(&b.board.camera, seen_board_face(&b, &b.scene.disc_at[i]), z);
        sq_round_thing fixed = {.at = {true_at.x + 1.2, true_at.y - 0.8}, .radius_mm = radius};
        sq_round_thing free = fixed;
        sq_rim_fit(&fixed, &b.planes, &b.board.camera, z, edge, radius);
        assert_true(fixed.support > 0.5);
        assert_true(fixed.wrong_circle < (fixed.agreed > 0.7 ? 0.02 : 0.6));
        sum += sq_mm_distance(fixed.at, true_at);
        sq_rim_fit(&free, &b.planes, &b.board.camera, z, edge, 0);
        assert_true(free.support > 0.5);
        assert_true(fabs(free.radius_mm / radius - 1) < 0.05);
    }
    assert_true(sum / b.scene.discs < 0.3); /* a third of a pixel */
    seen_board_free(&b);
}

/* What is half a radius off agrees with little, and is brought to where more agrees. */
static void a_rim_that_hardly_agrees_is_looked_for_around(void **state) {
    (void)state;
    static seen_board b;
    double radius, z;
    draw_few_discs(&b, &radius, &z);
    sq_mm true_at = sq_mm_from_px(&b.board.camera, seen_board_face(&b, &b.scene.disc_at[0]), z);
    sq_round_thing t = {.at = {true_at.x + radius / 2, true_at.y}, .radius_mm = radius};
    sq_rim_fit(&t, &b.planes, &b.board.camera, z, edge, radius);
    assert_true(t.agreed < 0.4 && sq_mm_distance(t.at, true_at) > radius / 4);
    sq_rim_look_around(&t, &b.planes, &b.board.camera, z, edge);
    assert_true(t.agreed > 0.7 && sq_mm_distance(t.at, true_at) < 0.6);
    const sq_round_thing found = t;
    sq_rim_look_around(&t, &b.planes, &b.board.camera, z, edge);
    assert_memory_equal(&t, &found, sizeof t);
    seen_board_free(&b);
}

/* Most circles that are wrong agree with half of a rim and less: what does so is looked for around. */
static void a_wrong_circle_with_half_a_rim_is_looked_for_around(void **state) {
    (void)state;
    static seen_board b;
    int wrong = 0, mended = 0;
    sq_board_scene_make(&b.scene, SQ_BOARDS_LINES, 1907, 4, 1200, 1020);
    seen_board_draw(&b);
    double scale = SQ_BOARD_OUTER_MM / b.scene.ring_mm[SQ_RING_OUTER];
    double radius = b.scene.disc_radius_mm * scale, z = b.scene.disc_height_mm * scale;
    for (int i = 0; i < 12 * b.scene.discs; i++) {
        sq_mm at = sq_mm_from_px(&b.board.camera, seen_board_face(&b, &b.scene.disc_at[i / 12]), z);
        double away = radius * (i % 3 + 2) / 8, angle = i * M_PI / 6;
        sq_round_thing t = {.at = {at.x + away * cos(angle), at.y + away * sin(angle)}, .radius_mm = radius};
        sq_rim_fit(&t, &b.planes, &b.board.camera, z, edge, radius);
        if (t.agreed < 0.5 || t.agreed > 0.6 || sq_mm_distance(t.at, at) < 2) continue;
        assert_true(t.wrong_circle > 0.05 && t.wrong_circle < 0.25);
        sq_rim_look_around(&t, &b.planes, &b.board.camera, z, edge);
        mended += sq_mm_distance(t.at, at) < 1;
        wrong++;
    }
    assert_true(wrong > 0 && mended == wrong);
    seen_board_free(&b);
}

/* On wood like its own a disc's edges count for half; but no other circle there agrees with nearly as much.
 */
static void a_faint_rim_without_a_rival_is_the_rim(void **state) {
    (void)state;
    static seen_board b;
    double radius, z;
    draw_few_discs(&b, &radius, &z);
    int faint = 0;
    for (int i = 0; i < b.scene.discs; i++)
        for (double steep = edge; steep < 20 * edge; steep *= 1.1) {
            sq_mm at = sq_mm_from_px(&b.board.camera, seen_board_face(&b, &b.scene.disc_at[i]), z);
            sq_round_thing t = {.at = at, .radius_mm = radius};
            sq_rim_fit(&t, &b.planes, &b.board.camera, z, steep, radius);
            if (t.agreed < 0.53 || t.agreed > 0.58 || sq_mm_distance(t.at, at) > 1) continue;
            assert_true(t.wrong_circle > 0.1);
            sq_rim_look_around(&t, &b.planes, &b.board.camera, z, steep);
            assert_true(t.wrong_circle < 0.05);
            faint++;
        }
    assert_true(faint > 3);
    seen_board_free(&b);
}

static void where_nothing_lies_there_is_no_rim(void **state) {
    (void)state;
    static seen_board b;
    sq_board_scene_make(&b.scene, SQ_BOARDS_EMPTY, 3, 1, 800, 680);
    b.scene.grain = 0;
    seen_board_draw(&b);
    double a = b.scene.turn + M_PI / 4; /* between quadrant lines, between two rings */
    sq_mm board = {250 * cos(a), 250 * sin(a)};
    double share = b.scene.ring_mm[SQ_RING_OUTER] / SQ_BOARD_OUTER_MM;
    sq_px px = sq_px_from_mm3(&b.scene.camera, (sq_mm3){board.x * share, board.y * share, 0});
    sq_round_thing t = {.at = sq_mm_from_px(&b.board.camera, px, 10), .radius_mm = 16};
    sq_rim_fit(&t, &b.planes, &b.board.camera, 10, 8, 16);
    assert_true(t.support < 0.25);
    assert_true(t.wrong_circle > 0.9);
    seen_board_free(&b);
}

/* The far edge of a disc's side is as steep as that of its face, or steeper. */
static void the_edge_of_the_side_is_not_taken_for_that_of_the_face(void **state) {
    (void)state;
    static seen_board b;
    sq_board_scene_make(&b.scene, SQ_BOARDS_LINES, 1907, 4, 1200, 1020);
    seen_board_draw(&b);
    double scale = SQ_BOARD_OUTER_MM / b.scene.ring_mm[SQ_RING_OUTER];
    double radius = b.scene.disc_radius_mm * scale, z = b.scene.disc_height_mm * scale;
    sq_mm3 eye = sq_camera_position(&b.board.camera);
    int beside = 0;
    for (int i = 0; i < b.scene.discs; i++) {
        sq_mm true_at = sq_mm_from_px(&b.board.camera, seen_board_face(&b, &b.scene.disc_at[i]), z);
        double drop = z / (eye.z - z);
        sq_mm side = {drop * (eye.x - true_at.x), drop * (eye.y - true_at.y)};
        if (hypot(side.x, side.y) < 3) continue;
        sq_round_thing t = {.at = {true_at.x + side.x, true_at.y + side.y}, .radius_mm = radius};
        sq_rim_fit(&t, &b.planes, &b.board.camera, z, edge, radius);
        if (!(t.agreed > 0)) continue;
        beside += sq_mm_distance(t.at, true_at) > 2;
        sq_rim_settle(&t, &b.planes, &b.board.camera, z, edge);
        assert_true(sq_mm_distance(t.at, true_at) < fmax(1, 2.5 * t.sigma_mm));
    }
    assert_true(beside > 0);
    seen_board_free(&b);
}

/* A dark circle in the plane of the faces, but for every `gap`th part of it; 0: all of it. */
static void draw_circle(seen_board *b, sq_mm at, double radius, double z, int gap) {
    for (int i = 0; i < 4000; i++) {
        if (gap && i / 100 % gap == 0) continue;
        double a = 2 * M_PI * i / 4000;
        sq_px p =
            sq_px_from_mm3(&b->board.camera, (sq_mm3){at.x + radius * cos(a), at.y + radius * sin(a), z});
        for (int k = 0; k < SQ_PLANE_COLOURS; k++)
            for (int pixel = 0; pixel < 4; pixel++)
                b->planes.level[k][((int)p.y + pixel / 2) * b->planes.width + (int)p.x + pixel % 2] = 40;
    }
}

/* The rim of a disc and the lower edge of its side, which shows a little better: what is nearer to the eye
 * explains itself alone. */
static void of_two_circles_alike_the_one_farther_from_the_eye_is_the_rim(void **state) {
    (void)state;
    static seen_board b;
    sq_board_scene_make(&b.scene, SQ_BOARDS_LINES, 1907, 4, 1200, 1020);
    seen_board_draw(&b);
    const double radius = 16, z = 10;
    const sq_mm3 eye = sq_camera_position(&b.board.camera);
    const double drop = z / (eye.z - z);
    const sq_mm rim = {-eye.x / 4, -eye.y / 4},
                low = {rim.x + drop * (eye.x - rim.x), rim.y + drop * (eye.y - rim.y)};
    assert_true(sq_mm_distance(rim, low) > 3);
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        memset(b.planes.level[k], 120, (size_t)b.planes.width * (size_t)b.planes.height);
    draw_circle(&b, rim, radius, z, 6);
    draw_circle(&b, low, radius, z, 0);
    sq_round_thing at_rim = {.at = rim, .radius_mm = radius}, t = {.at = low, .radius_mm = radius};
    sq_rim_fit(&at_rim, &b.planes, &b.board.camera, z, edge, radius);
    sq_rim_fit(&t, &b.planes, &b.board.camera, z, edge, radius);
    assert_true(sq_mm_distance(t.at, low) < 2 && t.agreed > at_rim.agreed);
    sq_rim_settle(&t, &b.planes, &b.board.camera, z, edge);
    assert_true(sq_mm_distance(t.at, rim) < 2);
    assert_true(t.sigma_mm > 0.5); /* but the other is not impossible */
    seen_board_free(&b);
}

/* All discs of a board, tried with sharp and with bevelled edges. */
static void tries_shapes(double bevel_mm, double *drawn_mm, sq_rim_shape *sharp, sq_rim_shape *bevelled) {
    static seen_board b;
    sq_round_thing thing[SQ_BOARD_DISC_CAP];
    const sq_round_thing *disc[SQ_BOARD_DISC_CAP];
    sq_board_scene_make(&b.scene, SQ_BOARDS_FEW, 3, 1, 1600, 1360);
    b.scene.bevel_mm = bevel_mm;
    seen_board_draw(&b);
    double scale = SQ_BOARD_OUTER_MM / b.scene.ring_mm[SQ_RING_OUTER], z = b.scene.disc_height_mm * scale;
    *drawn_mm = b.scene.disc_radius_mm * scale;
    for (int i = 0; i < b.scene.discs; i++) {
        sq_px px = seen_board_face(&b, &b.scene.disc_at[i]);
        thing[i] =
            (sq_round_thing){.at = sq_mm_from_px(&b.board.camera, px, z), .radius_mm = *drawn_mm - 0.3};
        disc[i] = &thing[i];
    }
    sq_rim_shapes(disc, b.scene.discs, &b.planes, &b.board.camera, z, edge, *drawn_mm - 0.3, sharp, bevelled);
    seen_board_free(&b);
}

static void a_bevel_is_told_from_a_sharp_edge(void **state) {
    (void)state;
    sq_rim_shape sharp, bevelled;
    double drawn_mm;
    tries_shapes(1.4, &drawn_mm, &sharp, &bevelled);
    double more = bevelled.agreed - sharp.agreed;
    assert_true(fabs(bevelled.radius_mm - drawn_mm) < 0.25);
    assert_true(fabs(bevelled.bevel_mm - 1.4) < 0.3);
    tries_shapes(0, &drawn_mm, &sharp, &bevelled);
    assert_true(more > 2 * fmax(0, bevelled.agreed - sharp.agreed));
    assert_true(fabs(sharp.radius_mm - drawn_mm) < 0.15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rim_is_found_from_beside_it),
        cmocka_unit_test(a_rim_that_hardly_agrees_is_looked_for_around),
        cmocka_unit_test(a_wrong_circle_with_half_a_rim_is_looked_for_around),
        cmocka_unit_test(a_faint_rim_without_a_rival_is_the_rim),
        cmocka_unit_test(where_nothing_lies_there_is_no_rim),
        cmocka_unit_test(of_two_circles_alike_the_one_farther_from_the_eye_is_the_rim),
        cmocka_unit_test(the_edge_of_the_side_is_not_taken_for_that_of_the_face),
        cmocka_unit_test(a_bevel_is_told_from_a_sharp_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
