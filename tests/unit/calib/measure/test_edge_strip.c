/* Strips along the mat's lines: where they lie, and the course of a line through one that was drawn by hand.
 */
#include "calib/measure/edge_strip.h"

#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"
#include "vision/frame/light_sample.h"

static const sq_mat_size mat = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};
static sq_strip strip;

/* A small picture of the whole mat, from aside. */
static sq_camera camera_of(void) {
    return drawn_camera(480, 270, 360, (sq_mm3){80, -200, 1600}, (sq_mm){10, -20}, 0.03);
}

/* A block is some 38 mm of its line; a line has 6 at least and SQ_STRIP_BLOCKS at most. */
static void a_line_is_cut_into_blocks_of_two_winks(void **state) {
    (void)state;
    assert_int_equal(sq_strip_blocks(&mat, SQ_SIDE_LOWER), 48);
    assert_int_equal(sq_strip_blocks(&mat, SQ_SIDE_LEFT), 24);
    sq_mat_size huge = {5000, 100};
    assert_int_equal(sq_strip_blocks(&huge, SQ_SIDE_UPPER), SQ_STRIP_BLOCKS);
    assert_int_equal(sq_strip_blocks(&huge, SQ_SIDE_RIGHT), 6);
}

static void a_strip_lies_on_its_line_and_points_outwards(void **state) {
    (void)state;
    sq_camera c = camera_of();
    sq_frame f = draw_mat(&usual_mat, &c);
    sq_px centre = sq_px_from_mm3(&c, (sq_mm3){0, 0, 0});
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        sq_strip_make(&strip, &f, &c, &mat, (sq_mat_line)l, 0.5, 6);
        for (int b = 0; b < strip.blocks; b++) {
            sq_mat_line_place p = sq_mat_line_at(&mat, (sq_mat_line)l, (b + 0.5) / strip.blocks);
            sq_mm3 further = {p.at.x + p.along.x, p.at.y + p.along.y, 0};
            sq_px at = sq_px_from_mm3(&c, sq_mm_at_height(p.at, 0)), on = sq_px_from_mm3(&c, further);
            assert_near(sq_px_distance(strip.px[b], at), 0, 1e-9);
            assert_near(hypot(strip.out[b].x, strip.out[b].y), 1, 1e-9);
            assert_near(strip.out[b].x * (on.x - at.x) + strip.out[b].y * (on.y - at.y), 0, 1e-6);
            assert_true(strip.out[b].x * (at.x - centre.x) + strip.out[b].y * (at.y - centre.y) > 0);
            assert_true(strip.inside[b]);
        }
        /* On felt and on the table the strip shows their light; the line lies between. */
        float felt = strip.level[2][4], table = strip.level[2][SQ_STRIP_OFFSETS - 5];
        if (sq_mat_line_is_side((sq_mat_line)l)) {
            assert_near(felt, 255 * pow(190 / 255.0, 2.2), 15);
            assert_near(table, 255 * pow(97 / 255.0, 2.2), 8);
        }
    }
    drawn_free(&f);
}

static void blocks_outside_of_the_picture_are_not_inside(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(200, 150, (sq_mm){880, 400}, 1);
    sq_frame f = draw_mat(&usual_mat, &c);
    sq_strip_make(&strip, &f, &c, &mat, SQ_SIDE_RIGHT, 0.5, 6);
    for (int b = 0; b < strip.blocks; b++) {
        double to_border = fmin(strip.px[b].y, 149 - strip.px[b].y); /* a block is 38 px long here */
        if (to_border > 22) assert_true(strip.inside[b]);
        if (to_border < 0) assert_false(strip.inside[b]);
        for (int o = SQ_STRIP_OFFSETS / 4; strip.inside[b] && o < 3 * SQ_STRIP_OFFSETS / 4; o++)
            assert_true(isfinite(strip.level[b][o]));
    }
    assert_false(strip.inside[0]);
    assert_true(isfinite(strip.level[0][SQ_STRIP_OFFSETS / 2]) == 0);
    drawn_free(&f);
}

/* ---- The course ---- */

/* A strip whose line runs a + b u + c u² columns off the middle: of a side a step, of a baseline a dark line
 * `half` columns wide to each side. */
static void draw_strip(sq_mat_line line, const sq_strip_course *true_course, double noise, unsigned seed) {
    strip = (sq_strip){.line = line, .blocks = 30, .step_px = 0.5, .px_per_mm = 1};
    for (int b = 0; b < strip.blocks; b++) {
        strip.inside[b] = true;
        double at = sq_strip_course_at(&strip, true_course, b);
        for (int o = 0; o < SQ_STRIP_OFFSETS; o++) {
            double away = o - SQ_STRIP_OFFSETS / 2 - at, v = 0.5 * erfc(away);
            if (!sq_mat_line_is_side(line)) v = 1 - exp(-away * away / 4);
            strip.level[b][o] = (float)(60 + 20 * v + noise * sq_naive_normal(&seed));
        }
    }
}

static const sq_mat_line lines[] = {SQ_SIDE_UPPER, SQ_BASELINE_LOWER_LEFT};

/* Columns: a course is believed to three steps, and a clear edge gives all evidence on either side of it. */
#define COURSE 3.0

static void the_course_of_a_drawn_line_is_found(void **state) {
    (void)state;
    unsigned seed = 8;
    for (int trial = 0; trial < 12; trial++) {
        sq_strip_course t = {.a = 16 * sq_naive_uniform(&seed) - 8,
                             .b = 4 * sq_naive_uniform(&seed) - 2,
                             .c = 4 * sq_naive_uniform(&seed) - 2};
        draw_strip(lines[trial % 2], &t, 1, seed);
        sq_strip_course found = sq_strip_find(&strip, 4);
        assert_true(found.evidence > 0.7);
        for (int b = 0; b < strip.blocks; b++)
            assert_near(sq_strip_course_at(&strip, &found, b), sq_strip_course_at(&strip, &t, b), COURSE);
    }
}

/* Blocks that a wink or a hand covers do not pull the course aside. */
static void a_third_of_the_line_may_be_hidden(void **state) {
    (void)state;
    sq_strip_course t = {.a = 3, .b = 1};
    for (int l = 0; l < 2; l++) {
        draw_strip(lines[l], &t, 1, 9);
        for (int b = 5; b < 15; b++)
            for (int o = 0; o < SQ_STRIP_OFFSETS; o++)
                strip.level[b][o] = o < 10 ? 70 : 40;
        sq_strip_course found = sq_strip_find(&strip, 2);
        for (int b = 0; b < strip.blocks; b++)
            assert_near(sq_strip_course_at(&strip, &found, b), sq_strip_course_at(&strip, &t, b), COURSE);
    }
}

static void felt_alone_is_no_line(void **state) {
    (void)state;
    sq_strip_course far = {.a = 100};
    for (int l = 0; l < 2; l++) {
        draw_strip(lines[l], &far, 2, 10);
        assert_true(sq_strip_find(&strip, 3).evidence < 0.2);
    }
}

static void a_course_is_a_parabola_over_the_blocks_middles(void **state) {
    (void)state;
    sq_strip s = {.blocks = 4};
    sq_strip_course c = {.a = 1, .b = 2, .c = 4};
    assert_near(sq_strip_course_at(&s, &c, 0), 1 - 1.5 + 2.25, 1e-12);
    assert_near(sq_strip_course_at(&s, &c, 3), 1 + 1.5 + 2.25, 1e-12);
}

/* ---- Light or colour ---- */

/* Green felt on wood of the same brightness, Rec. 601 luma 140 both; or on wood that is darker. */
static bool takes_colour(const double table[3], double *red) {
    drawn_mat m = usual_mat;
    m.no_baselines = m.no_pot = true;
    const double felt[3] = {120, 160, 108};
    memcpy(m.felt, felt, sizeof felt);
    memcpy(m.table, table, sizeof m.table);
    sq_camera c = sq_naive_camera(240, 100, (sq_mm){0, SQ_MAT_WIDTH_MM / 2}, 1);
    sq_frame f = draw_mat(&m, &c);
    static sq_strip before;
    sq_strip_make(&strip, &f, &c, &mat, SQ_SIDE_UPPER, 0.5, 6);
    before = strip;
    bool taken = sq_strip_colour(&strip, &f, &c, &mat, 6);
    if (!taken) assert_memory_equal(&before, &strip, sizeof strip);
    *red = strip.red;
    drawn_free(&f);
    return taken;
}

static void colour_is_taken_where_it_tells_more_than_light(void **state) {
    (void)state;
    const double as_light[3] = {60, 130, 190}, darker[3] = {30, 50, 60};
    double red;
    assert_true(takes_colour(as_light, &red));
    assert_true(strip.coloured);
    assert_near(hypot(strip.red, strip.blue), 1, 1e-9);
    assert_true(red > 0.5); /* the table is the redder one */
    assert_near(sq_strip_code(&strip, 77), 1, 0);
    assert_false(takes_colour(darker, &red));
    assert_false(strip.coloured);
    assert_near(sq_strip_code(&strip, 77), sq_light_step(77), 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_cut_into_blocks_of_two_winks),
        cmocka_unit_test(a_strip_lies_on_its_line_and_points_outwards),
        cmocka_unit_test(blocks_outside_of_the_picture_are_not_inside),
        cmocka_unit_test(the_course_of_a_drawn_line_is_found),
        cmocka_unit_test(a_third_of_the_line_may_be_hidden),
        cmocka_unit_test(felt_alone_is_no_line),
        cmocka_unit_test(a_course_is_a_parabola_over_the_blocks_middles),
        cmocka_unit_test(colour_is_taken_where_it_tells_more_than_light),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
