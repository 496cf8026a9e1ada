/* Edges of made-up strips whose place is known to the last digit. */
#include "calib/measure/edge_fit.h"

#include "tests/fixture/unit.h"

static sq_lm_work work; /* too large for the stack */
static sq_strip strip;

/* A step from one level to another at `edge` px, blurred; a shadow may follow, deepest at the edge and fading
 * over its width, or a plain dark line of that width. */
typedef struct {
    double edge, mat, table, blur, depth, width;
    bool plain;
} step;

/* Averages over what one offset sees of the unblurred scene: plain numerical convolution. */
static double level_of(const step *s, double offset) {
    double sum = 0, weight = 0;
    for (double k = -4; k <= 4; k += 0.02) {
        double u = offset + k * s->blur - s->edge, w = exp(-k * k / 2);
        double shade = u < s->width ? s->depth * (s->plain ? 1 : 1 - u / s->width) : 0;
        double v = u < 0 ? s->mat : s->table * (1 - shade);
        sum += w * v;
        weight += w;
    }
    return sum / weight;
}

static void fill(const step *s, sq_mat_line line) {
    strip = (sq_strip){.line = line, .blocks = 8, .step_px = 0.5, .px_per_mm = 1};
    for (int b = 0; b < strip.blocks; b++) {
        strip.inside[b] = true;
        for (int o = 0; o < SQ_STRIP_OFFSETS; o++)
            strip.level[b][o] = (float)level_of(s, sq_strip_px(&strip, o));
    }
}

static double measured(const sq_strip_course *c) {
    sq_edge_shape shape;
    sq_edge e;
    assert_true(sq_edge_shape_find(&strip, c, &shape, &work));
    assert_true(sq_edge_measure(&strip, 3, c, &shape, &e, &work));
    assert_true(e.sigma_px > 0 && e.sigma_px < 1);
    return e.offset_px;
}

static void a_plain_step_is_found_to_hundredths(void **state) {
    (void)state;
    for (double edge = -1; edge <= 1; edge += 0.25) {
        fill(&(step){.edge = edge, .mat = 120, .table = 30, .blur = 0.7}, SQ_SIDE_UPPER);
        sq_strip_course c = sq_strip_find(&strip, 2);
        assert_near(c.evidence, 1, 1e-6);
        assert_near(measured(&c), edge, 0.03);
    }
}

/* The darkest slope is the shadow's, a quarter of a pixel and more from the edge. */
static void a_shadow_does_not_pull_the_edge(void **state) {
    (void)state;
    for (double width = 1; width <= 4; width += 0.5) {
        fill(&(step){.edge = 0.3, .mat = 120, .table = 90, .blur = 0.7, .depth = 0.4, .width = width},
             SQ_SIDE_LEFT);
        sq_strip_course c = sq_strip_find(&strip, 2);
        assert_near(measured(&c), 0.3, 0.15);
    }
}

/* The course may run along the shadow's outer edge, which is the steeper one. */
static void of_two_edges_the_mats_is_taken(void **state) {
    (void)state;
    fill(&(step){.edge = -0.5, .mat = 100, .table = 130, .blur = 0.7, .depth = 0.6, .width = 3},
         SQ_SIDE_LOWER);
    sq_strip_course outer = {.a = 3, .evidence = 1, .noise = 1}; /* 1.5 px */
    assert_near(measured(&outer), -0.5, 0.6);                    /* the other is 3 px away */
}

/* Plain felt has neither. */
static void where_nothing_is_nothing_is_found(void **state) {
    (void)state;
    fill(&(step){.mat = 100, .table = 100, .blur = 0.7}, SQ_SIDE_RIGHT);
    sq_strip_course c = sq_strip_find(&strip, 2);
    sq_edge_shape shape;
    assert_near(c.evidence, 0, 0);
    assert_false(sq_edge_shape_find(&strip, &c, &shape, &work));
}

static void a_baseline_is_found_by_its_middle(void **state) {
    (void)state;
    for (double at = -0.75; at <= 0.75; at += 0.25) {
        fill(&(step){.edge = at - 0.75,
                     .mat = 100,
                     .table = 100,
                     .blur = 0.7,
                     .depth = 0.6,
                     .width = 1.5,
                     .plain = true},
             SQ_BASELINE_UPPER_LEFT);
        sq_strip_course c = sq_strip_find(&strip, 2);
        assert_near(measured(&c), at, 0.02);
    }
}

static void a_light_line_is_no_baseline(void **state) {
    (void)state;
    fill(
        &(step){.edge = 0, .mat = 100, .table = 100, .blur = 0.7, .depth = -0.6, .width = 1.5, .plain = true},
        SQ_BASELINE_UPPER_LEFT);
    sq_strip_course c = {.evidence = 1, .noise = 1};
    sq_edge_shape shape;
    assert_false(sq_edge_shape_find(&strip, &c, &shape, &work));
}

/* A block under a wink shows no edge where the others do. */
static void a_covered_block_is_left_out(void **state) {
    (void)state;
    fill(&(step){.edge = 0, .mat = 120, .table = 30, .blur = 0.7}, SQ_SIDE_UPPER);
    sq_strip_course c = sq_strip_find(&strip, 2);
    for (int o = 0; o < SQ_STRIP_OFFSETS; o++)
        strip.level[3][o] = 60;
    sq_edge_shape shape;
    sq_edge e;
    assert_true(sq_edge_shape_find(&strip, &c, &shape, &work));
    assert_false(sq_edge_measure(&strip, 3, &c, &shape, &e, &work));
    assert_true(sq_edge_measure(&strip, 4, &c, &shape, &e, &work));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_step_is_found_to_hundredths),
        cmocka_unit_test(a_shadow_does_not_pull_the_edge),
        cmocka_unit_test(of_two_edges_the_mats_is_taken),
        cmocka_unit_test(where_nothing_is_nothing_is_found),
        cmocka_unit_test(a_baseline_is_found_by_its_middle),
        cmocka_unit_test(a_light_line_is_no_baseline),
        cmocka_unit_test(a_covered_block_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
