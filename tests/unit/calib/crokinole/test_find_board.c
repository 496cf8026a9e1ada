/* The board found in drawn pictures: its lines where they are, its proportions, and no board where there is
 * none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "calib/crokinole/find_board.h"
#include "datasets/crokinole/draw_board.h"

enum { WIDTH = 800, HEIGHT = 600 };

/* Draws a scene, and reads its colours; the caller frees both. */
static sq_frame draw(sq_picture **picture, sq_colour_planes *planes, const sq_board_scene *s) {
    sq_diag d;
    assert_int_equal(sq_board_draw(picture, s, &d), SQ_OK);
    sq_frame f = sq_picture_frame(*picture);
    assert_int_equal(sq_colour_planes_read(planes, &f, &d), SQ_OK);
    return f;
}

static void lines_are_found_to_a_third_of_a_pixel(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_seen_board b;
    sq_picture *picture = NULL;
    sq_colour_planes planes = {0};
    sq_diag d;
    sq_board_scene_make(&s, SQ_BOARDS_EMPTY, 8, 2, WIDTH, HEIGHT);
    sq_frame f = draw(&picture, &planes, &s);
    assert_int_equal(sq_board_find(&f, &planes, &b, &d), SQ_OK);
    for (int k = 0; k < SQ_RINGS; k++) {
        assert_true(fabs(b.ring[k].radius_mm / SQ_BOARD_OUTER_MM - s.ring_mm[k] / s.ring_mm[SQ_RING_OUTER]) <
                    0.006);
        assert_true(b.ring[k].seen > 0.9);
        for (int i = 0; i < 12; i++) { /* a place of the drawn line lies on the line that was found */
            double a = 2 * M_PI * i / 12;
            sq_px at = sq_px_from_mm3(&s.camera, (sq_mm3){s.ring_mm[k] * cos(a), s.ring_mm[k] * sin(a), 0});
            sq_mm found = sq_mm_from_px(&b.camera, at, 0);
            double off = sq_mm_distance(found, b.ring[k].middle) - b.ring[k].radius_mm;
            assert_true(fabs(off) * sq_px_per_mm(&b.camera, (sq_mm3){found.x, found.y, 0}) < 0.34);
        }
    }
    sq_colour_planes_free(&planes);
    sq_picture_free(picture);
}

/* Of a board of some make: how far (in parts of the outer line) its 15 line is from where it was drawn; or 1,
 * where it is not found. */
static double fifteen_off(sq_board_make make, sq_board_family family, int number) {
    static sq_board_scene s;
    static sq_seen_board b;
    sq_picture *picture = NULL;
    sq_colour_planes planes = {0};
    sq_diag d;
    sq_board_scene_make_as(&s, make, family, 8245, number, 1920, 1080);
    sq_frame f = draw(&picture, &planes, &s);
    bool found = !sq_board_find(&f, &planes, &b, &d);
    sq_colour_planes_free(&planes);
    sq_picture_free(picture);
    return found ? fabs(b.ring[SQ_RING_FIFTEEN].radius_mm / SQ_BOARD_OUTER_MM -
                        s.ring_mm[SQ_RING_FIFTEEN] / s.ring_mm[SQ_RING_OUTER])
                 : 1;
}

/* White between cream and blue: the cream is no part of it. */
static void a_line_between_two_colours_is_no_wider(void **state) {
    (void)state;
    assert_true(fifteen_off(SQ_MAKE_ZONES, SQ_BOARDS_HOLE, 2) < 0.004);
}

static void thin_lines_beside_strong_edges_are_found(void **state) {
    (void)state;
    assert_true(fifteen_off(SQ_MAKE_NATURAL, SQ_BOARDS_MANY, 1) < 0.004);
}

/* Bright lines on a dark board, each pixel the mean of its light: in levels they seem wider. */
static void a_line_is_as_wide_as_it_is_in_light(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_seen_board b;
    sq_picture *picture = NULL;
    sq_colour_planes planes = {0};
    sq_diag d;
    sq_board_scene_make(&s, SQ_BOARDS_EMPTY, 8, 2, 1920, 1080);
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        s.line[k] = 0.6f;
        s.surface[k] = 0.03f;
    }
    sq_frame f = draw(&picture, &planes, &s);
    assert_int_equal(sq_board_find(&f, &planes, &b, &d), SQ_OK);
    double drawn = s.line_width_mm / 2 * SQ_BOARD_OUTER_MM / s.ring_mm[SQ_RING_OUTER];
    for (int k = 0; k < SQ_RINGS; k++) {
        const sq_ring_line *line = &b.ring[k];
        assert_true(fabs(line->half_width_mm - drawn) < 0.08);
        assert_true(line->look_half_mm > line->half_width_mm + 0.05);
        assert_true(line->width_sigma_mm > 0.025); /* half of by how much levels are wider than light */
        assert_true(line->width_sigma_mm < 0.2);
    }
    sq_colour_planes_free(&planes);
    sq_picture_free(picture);
}

/* Each level the mean of three by three, so many times. */
static void soften(sq_picture *picture, int times) {
    sq_frame f = sq_picture_frame(picture);
    uint8_t *v = (uint8_t *)(uintptr_t)f.plane[0];
    const ptrdiff_t steps[] = {3, f.stride[0]}, end = (ptrdiff_t)f.height * f.stride[0];
    for (int k = 0; k < 2 * times; k++) {
        const ptrdiff_t step = steps[k % 2];
        uint8_t before[8192]; /* as they were, of the last step */
        memcpy(before, v, (size_t)step);
        for (ptrdiff_t i = step; i < end - step; i++) {
            uint8_t was = v[i], *last = &before[i % step];
            v[i] = (uint8_t)((*last + was + v[i + step] + 1) / 3);
            *last = was;
        }
    }
}

/* Out of focus, or enlarged: three times three pixels are a blur of 1.4. A line of 2 pixels seems 4 wide. */
static void a_blurred_line_is_no_wider_than_it_is(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_seen_board b;
    for (int number = 1; number <= 3; number++) {
        sq_picture *picture = NULL;
        sq_colour_planes planes = {0};
        sq_diag d;
        sq_board_scene_make(&s, SQ_BOARDS_FEW, 8, number, 1920, 1080);
        assert_int_equal(sq_board_draw(&picture, &s, &d), SQ_OK);
        soften(picture, 3);
        sq_frame f = sq_picture_frame(picture);
        assert_int_equal(sq_colour_planes_read(&planes, &f, &d), SQ_OK);
        assert_int_equal(sq_board_find(&f, &planes, &b, &d), SQ_OK);
        assert_true(b.blur_px > 1 && b.blur_px < 2);
        double drawn = s.line_width_mm / 2 * SQ_BOARD_OUTER_MM / s.ring_mm[SQ_RING_OUTER];
        for (int k = 0; k < SQ_RINGS; k++) {
            const sq_ring_line *line = &b.ring[k];
            assert_true(fabs(line->half_width_mm - drawn) < 2.5 * line->width_sigma_mm);
            assert_true(line->half_width_mm < line->look_half_mm);
            assert_true(line->width_sigma_mm < 0.6);
        }
        sq_colour_planes_free(&planes);
        sq_picture_free(picture);
    }
}

/* Finds the board of a scene, whose lines must lie where they were drawn and have their colour, not the
 * opposite one. */
static void finds_lines_of_their_colour(const sq_board_scene *s) {
    static sq_seen_board b;
    sq_picture *picture = NULL;
    sq_colour_planes planes = {0};
    sq_diag d;
    float differ = 0;
    sq_frame f = draw(&picture, &planes, s);
    assert_int_equal(sq_board_find(&f, &planes, &b, &d), SQ_OK);
    for (int k = 0; k < SQ_RINGS; k++) {
        sq_px at = sq_px_from_mm3(&s->camera, (sq_mm3){s->ring_mm[k], 0, 0});
        sq_mm found = sq_mm_from_px(&b.camera, at, 0);
        assert_true(fabs(sq_mm_distance(found, b.ring[k].middle) - b.ring[k].radius_mm) < 0.5);
    }
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        differ += b.line_colour[k] * (s->line[k] - s->surface[k]);
    assert_true(differ > 0);
    sq_colour_planes_free(&planes);
    sq_picture_free(picture);
}

/* Red lines on dark blue: brighter in red and darker in blue, so that the first search may take the ground
 * beside a line for the line. */
static void ground_beside_a_line_is_not_taken_for_it(void **state) {
    (void)state;
    static sq_board_scene s;
    const float surface[] = {0.013f, 0.058f, 0.19f}, line[] = {0.723f, 0.101f, 0.041f};
    sq_board_scene_make(&s, SQ_BOARDS_EMPTY, 8, 1, WIDTH, HEIGHT);
    memcpy(s.surface, surface, sizeof surface);
    memcpy(s.line, line, sizeof line);
    finds_lines_of_their_colour(&s);
}

/* Bright lines and dark ones, of which the opposite colour shows the ground on either side. */
static void a_line_keeps_its_colour(void **state) {
    (void)state;
    static sq_board_scene s;
    for (int dark = 0; dark < 2; dark++) {
        sq_board_scene_make(&s, SQ_BOARDS_EMPTY, 8, 2, 1920, 1080);
        for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
            s.line[k] = dark ? 0.03f : 0.6f;
            s.surface[k] = dark ? 0.6f : 0.03f;
        }
        finds_lines_of_their_colour(&s);
    }
}

/* Where a band is seen instead of a line, its edges are the lines or something else. */
static void a_band_is_no_line(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_seen_board b;
    sq_picture *picture = NULL;
    sq_colour_planes planes = {0};
    sq_diag d;
    sq_board_scene_make(&s, SQ_BOARDS_EMPTY, 8, 2, WIDTH, HEIGHT);
    s.line_width_mm = 12;
    sq_frame f = draw(&picture, &planes, &s);
    assert_int_equal(sq_board_find(&f, &planes, &b, &d), SQ_E_SIGHT);
    sq_colour_planes_free(&planes);
    sq_picture_free(picture);
}

/* The lines of a board that is tilted the other way look nearly the same, but do not lie about one middle. */
static void no_board_is_taken_as_tilted_the_other_way(void **state) {
    (void)state;
    int found = 0;
    static const struct {
        uint64_t seed;
        int number;
    } boards[] = {{3, 4}, {5, 7}}; /* of 60 those that were */
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        static sq_board_scene s;
        static sq_seen_board b;
        sq_picture *picture = NULL;
        sq_colour_planes planes = {0};
        sq_diag d;
        sq_board_scene_make(&s, SQ_BOARDS_EMPTY, boards[i].seed, boards[i].number, 1920, 1080);
        sq_frame f = draw(&picture, &planes, &s);
        sq_code code = sq_board_find(&f, &planes, &b, &d);
        found += !code;
        sq_mm middle = {0, 0};
        if (!code) middle = sq_mm_from_px(&b.camera, sq_px_from_mm3(&s.camera, (sq_mm3){0, 0, 0}), 0);
        if (!(hypot(middle.x, middle.y) < 2))
            fail_msg("seed %d, %d: the middle is %.1f %.1f mm off", (int)boards[i].seed, boards[i].number,
                     middle.x, middle.y);
        sq_colour_planes_free(&planes);
        sq_picture_free(picture);
    }
    assert_int_equal(found, 2);
}

/* The right part of a picture is cut off, up to the board: the lens's axis is far from the middle of the
 * rest, and what stands on the board is seen elsewhere than if it were there. */
static void a_board_is_found_in_a_cut_picture(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_seen_board whole, cut;
    sq_picture *picture = NULL;
    sq_colour_planes planes = {0};
    sq_diag d;
    sq_board_scene_make(&s, SQ_BOARDS_EMPTY, 8, 2, 1920, 1080);
    sq_frame f = draw(&picture, &planes, &s);
    assert_int_equal(sq_board_find(&f, &planes, &whole, &d), SQ_OK);
    f.width = 1460;
    assert_int_equal(sq_colour_planes_read(&planes, &f, &d), SQ_OK);
    assert_int_equal(sq_board_find(&f, &planes, &cut, &d), SQ_OK);
    sq_mm3 a = sq_camera_position(&whole.camera), b = sq_camera_position(&cut.camera);
    assert_true(hypot(a.x / a.z - b.x / b.z, a.y / a.z - b.y / b.z) < 0.03); /* 0.3 mm for a disc */
    sq_colour_planes_free(&planes);
    sq_picture_free(picture);
}

/* A board that is seen aslant, in a picture from which all but the board is cut: the lens's axis is 500 px
 * off its middle. */
static void a_board_is_found_far_off_the_axis(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_seen_board b;
    sq_picture *picture = NULL;
    sq_colour_planes planes = {0};
    sq_diag d;
    sq_board_scene_make(&s, SQ_BOARDS_EMPTY, 8, 2, 1920, 1080);
    s.camera.cx += 500;
    s.camera.t[0] -= 500 / s.camera.fx * s.camera.t[2];
    sq_frame f = draw(&picture, &planes, &s);
    assert_int_equal(sq_board_find(&f, &planes, &b, &d), SQ_OK);
    for (int k = 0; k < SQ_RINGS; k++) {
        assert_true(b.ring[k].seen > 0.9);
        assert_true(fabs(b.ring[k].radius_mm / SQ_BOARD_OUTER_MM - s.ring_mm[k] / s.ring_mm[SQ_RING_OUTER]) <
                    0.01);
    }
    sq_colour_planes_free(&planes);
    sq_picture_free(picture);
}

static void a_picture_without_a_board_is_refused(void **state) {
    (void)state;
    static uint8_t bgr[HEIGHT][WIDTH][3];
    static sq_seen_board b;
    sq_colour_planes planes = {0};
    sq_diag d;
    for (int y = 0; y < HEIGHT; y++) /* planks */
        for (int x = 0; x < WIDTH; x++)
            for (int k = 0; k < 3; k++)
                bgr[y][x][k] = (uint8_t)(90 + 20 * ((y / 60) % 3) + (x * 7 + y * 13 + k) % 11);
    sq_frame f = {.width = WIDTH,
                  .height = HEIGHT,
                  .format = SQ_FRAME_BGR,
                  .plane = {&bgr[0][0][0]},
                  .stride = {3 * WIDTH}};
    assert_int_equal(sq_colour_planes_read(&planes, &f, &d), SQ_OK);
    assert_int_equal(sq_board_find(&f, &planes, &b, &d), SQ_E_SIGHT);
    sq_colour_planes_free(&planes);
}

static void a_picture_of_a_few_pixels_is_refused(void **state) {
    (void)state;
    static uint8_t bgr[3][3][3];
    static sq_seen_board b;
    sq_colour_planes planes = {0};
    sq_diag d;
    sq_frame f = {.width = 3, .height = 3, .format = SQ_FRAME_BGR, .plane = {&bgr[0][0][0]}, .stride = {9}};
    assert_int_equal(sq_colour_planes_read(&planes, &f, &d), SQ_OK);
    assert_int_equal(sq_board_find(&f, &planes, &b, &d), SQ_E_SIZE);
    assert_non_null(strstr(d.text, "3 x 3"));
    sq_colour_planes_free(&planes);
}

/* The mean of so many pixels along the rows: what a camera takes that is moved. */
static sq_frame smeared(const sq_frame *f, uint8_t bgr[HEIGHT][WIDTH][3], int wide) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int c = 0; c < 3; c++) {
                int sum = 0, first = x < WIDTH - wide ? x : WIDTH - wide;
                for (int i = first; i < first + wide; i++)
                    sum += f->plane[0][(ptrdiff_t)y * f->stride[0] + 3 * i + c];
                bgr[y][x][c] = (uint8_t)(sum / wide);
            }
    sq_frame out = *f;
    out.plane[0] = &bgr[0][0][0];
    out.stride[0] = 3 * WIDTH;
    return out;
}

static void of_a_picture_taken_in_motion_the_blur_is_named(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_seen_board b;
    static uint8_t bgr[HEIGHT][WIDTH][3];
    sq_picture *picture = NULL;
    sq_colour_planes planes = {0};
    sq_diag d;
    sq_board_scene_make(&s, SQ_BOARDS_FEW, 8, 2, WIDTH, HEIGHT);
    assert_int_equal(sq_board_draw(&picture, &s, &d), SQ_OK);
    sq_frame sharp = sq_picture_frame(picture), f = smeared(&sharp, bgr, 48);
    assert_int_equal(sq_colour_planes_read(&planes, &sharp, &d), SQ_OK);
    assert_int_equal(sq_board_find(&sharp, &planes, &b, &d), SQ_OK);
    assert_int_equal(sq_colour_planes_read(&planes, &f, &d), SQ_OK);
    assert_int_equal(sq_board_find(&f, &planes, &b, &d), SQ_E_SIGHT);
    assert_non_null(strstr(d.text, "hold it still"));
    sq_colour_planes_free(&planes);
    sq_picture_free(picture);
}

static void a_board_is_followed_where_it_was_and_nowhere_else(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_seen_board b, again, elsewhere;
    sq_picture *picture = NULL;
    sq_colour_planes planes = {0};
    sq_diag d;
    sq_board_scene_make(&s, SQ_BOARDS_FEW, 8, 2, WIDTH, HEIGHT);
    sq_frame f = draw(&picture, &planes, &s);
    assert_int_equal(sq_board_find(&f, &planes, &b, &d), SQ_OK);
    assert_true(sq_board_follow(&planes, &b, &again));
    for (int k = 0; k < SQ_RINGS; k++)
        assert_true(fabs(again.ring[k].radius_mm - b.ring[k].radius_mm) < 0.2);
    assert_true(hypot(again.camera.t[0] - b.camera.t[0], again.camera.t[1] - b.camera.t[1]) < 1);
    elsewhere = b;
    elsewhere.camera.t[0] += 40;
    assert_false(sq_board_follow(&planes, &elsewhere, &again));
    elsewhere = b;
    elsewhere.camera.width *= 2; /* another camera */
    assert_false(sq_board_follow(&planes, &elsewhere, &again));
    sq_colour_planes_free(&planes);
    sq_picture_free(picture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_found_to_a_third_of_a_pixel),
        cmocka_unit_test(a_line_is_as_wide_as_it_is_in_light),
        cmocka_unit_test(a_blurred_line_is_no_wider_than_it_is),
        cmocka_unit_test(a_line_between_two_colours_is_no_wider),
        cmocka_unit_test(thin_lines_beside_strong_edges_are_found),
        cmocka_unit_test(ground_beside_a_line_is_not_taken_for_it),
        cmocka_unit_test(a_line_keeps_its_colour),
        cmocka_unit_test(a_band_is_no_line),
        cmocka_unit_test(no_board_is_taken_as_tilted_the_other_way),
        cmocka_unit_test(a_board_is_found_in_a_cut_picture),
        cmocka_unit_test(a_board_is_found_far_off_the_axis),
        cmocka_unit_test(a_board_is_followed_where_it_was_and_nowhere_else),
        cmocka_unit_test(a_picture_without_a_board_is_refused),
        cmocka_unit_test(a_picture_of_a_few_pixels_is_refused),
        cmocka_unit_test(of_a_picture_taken_in_motion_the_blur_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
