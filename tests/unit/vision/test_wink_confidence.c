/* Deviations and beliefs of a pile that is made by hand: no picture is needed for them. */
#include "vision/wink_confidence.h"

#include <stdlib.h>

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/unit.h"
#include "vision/position/squop.h"

/* Felt of one level everywhere. */
static void light(sq_eye_state *v, float red, float green, float blue) {
    v->surface.tile_px = 1000;
    v->surface.cols = v->surface.rows = 1;
    float *lit = v->surface.tile[SQ_BACKGROUND_FELT][0].lit;
    lit[0] = red;
    lit[1] = green;
    lit[2] = blue;
}

/* A view whose pile holds n whole winks, far from the pot, in a sharp picture. */
static sq_eye_state *view_of(int n) {
    static sq_position position;
    static const sq_camera camera = {.fx = 1000,
                                     .fy = 1000,
                                     .cx = 500,
                                     .cy = 500,
                                     .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                     .t = {0, 0, 1000}};
    sq_eye_state *v = calloc(1, sizeof *v);
    assert_non_null(v);
    position = (sq_position){.wink_count = 0};
    v->out = &position;
    v->camera = &camera;
    light(v, 150, 150, 150);
    v->blur_px = 1;
    v->pile.count = n;
    for (int k = 0; k < n; k++)
        v->pile.wink[k] = (sq_pile_wink){.disc = {.radius_mm = SQ_LARGE_MM / 2, .px_per_mm = 1},
                                         .seen = 1,
                                         .its_own = 1,
                                         .rim_share = 1,
                                         .rim_support = 1};
    return v;
}

static void nothing_is_surer_than_the_floor(void **state) {
    (void)state;
    sq_eye_state *v = view_of(1);
    assert_near(sq_confidence_sigma(v, &v->pile.wink[0]), SQ_SIGMA_FLOOR_MM, 1e-9);
    free(v);
}

static void what_is_hidden_or_bare_is_less_sure(void **state) {
    (void)state;
    sq_eye_state *v = view_of(2);
    sq_pile_wink *k = &v->pile.wink[0];
    double whole = sq_confidence_sigma(v, k);
    k->seen = 0.5;
    double half = sq_confidence_sigma(v, k);
    k->residual_mm2 = 20;
    double bare = sq_confidence_sigma(v, k);
    assert_true(whole < half && half < bare);
    v->blur_px *= 4;
    assert_true(bare < sq_confidence_sigma(v, k));
    k->on_same_colour = true;
    assert_near(sq_confidence_sigma(v, k), SQ_SIGMA_ON_SAME_COLOUR_MM, 1e-9);
    free(v);
}

static void only_in_a_pile_of_three_a_ragged_one_is_doubted(void **state) {
    (void)state;
    for (int n = 1; n <= 3; n++) {
        sq_eye_state *v = view_of(n);
        assert_near(sq_confidence_presence(v, &v->pile.wink[0]), 1, 1e-12);
        v->pile.wink[0].residual_mm2 = 200;
        assert_true((sq_confidence_presence(v, &v->pile.wink[0]) < 1) == (n == 3));
        free(v);
    }
}

static void orders_are_as_open_as_presence_is(void **state) {
    (void)state;
    sq_eye_state *v = view_of(0);
    v->order_count = 2;
    v->order[0] = (sq_order){0, 1, 0.9, 0};
    v->order[1] = (sq_order){1, 2, 0.1, 0};
    for (int i = 0; i < 3; i++) /* a size is no surer than the wink, and is not doubted twice */
        v->out->winks[i] = (sq_seen_wink){.size_confidence = v->presence[i] = i == 1 ? 0.5 : 1};
    sq_confidence_doubt_orders(v);
    assert_near(v->order[0].second_over, 0.7, 1e-12);
    assert_near(v->order[1].second_over, 0.3, 1e-12);
    free(v);
}

/* The smaller one may be a large one: then it is another wink, which lies 3 mm elsewhere. */
static void orders_are_as_open_as_sizes_are(void **state) {
    (void)state;
    static const double sure[] = {1, 0.8}, second_over[] = {0.9, 0.82};
    for (int i = 0; i < 2; i++) {
        sq_eye_state *v = view_of(0);
        v->order_count = 1;
        v->order[0] = (sq_order){0, 1, 0.9, 0};
        v->out->winks[0] = (sq_seen_wink){.size = SQ_LARGE, .seen = 1, .size_confidence = 1};
        v->out->winks[1] = (sq_seen_wink){.size = SQ_SMALL, .seen = 1, .size_confidence = sure[i]};
        v->out->winks[1].at.x = 10;
        v->presence[0] = v->presence[1] = 1;
        sq_confidence_doubt_orders(v);
        assert_near(v->order[0].second_over, second_over[i], 1e-12);
        free(v);
    }
}

/* Where it would lie on the other one with either size, the order does not hang on its size; where it would
 * lie beside it with the other, it does. */
static void an_overlap_of_either_size_is_in_no_doubt(void **state) {
    (void)state;
    static const double moved_mm[] = {-3, 20}, second_over[] = {0.9, 0.82};
    for (int i = 0; i < 2; i++) {
        sq_eye_state *v = view_of(0);
        v->order_count = 1;
        v->order[0] = (sq_order){0, 1, 0.9, 0};
        v->out->winks[0] = (sq_seen_wink){.size = SQ_LARGE, .seen = 1, .sigma_mm = 0.3, .size_confidence = 1};
        v->out->winks[1] =
            (sq_seen_wink){.size = SQ_SMALL, .seen = 1, .sigma_mm = 0.3, .size_confidence = 0.8};
        v->out->winks[1].at.x = 10;
        v->other_size[1] = (sq_other_size){true, {moved_mm[i], 0}};
        v->presence[0] = v->presence[1] = 1;
        sq_confidence_doubt_orders(v);
        assert_near(v->order[0].second_over, second_over[i], 1e-6);
        free(v);
    }
}

/* Of three large reds one is none, the sooner the less is known of where it lies: its variance is four times
 * that of the two others, and so is the doubt about it. A green one beside them is as sure as ever. */
static void orders_are_as_open_as_a_set_is_exceeded(void **state) {
    (void)state;
    sq_eye_state *v = view_of(0);
    v->out->wink_count = 4;
    for (int i = 0; i < 4; i++) {
        v->out->winks[i] = (sq_seen_wink){.colour = i < 3 ? SQ_RED : SQ_GREEN, .size = SQ_LARGE, .seen = 1};
        v->out->winks[i].size_confidence = 1;
        v->out->winks[i].sigma_mm = i == 2 ? 0.2 : 0.1;
        v->presence[i] = 1;
    }
    v->order_count = 2;
    v->order[0] = (sq_order){0, 1, 0.95, 0};
    v->order[1] = (sq_order){2, 3, 0.95, 0};
    sq_confidence_doubt_orders(v);
    assert_near(v->order[0].second_over, 0.5 + 0.45 * (5 / 6.0) * (5 / 6.0), 1e-12);
    assert_near(v->order[1].second_over, 0.5 + 0.45 / 3, 1e-12);
    free(v);
}

/* Where the felt is clipped, light does not tell which of two of one colour is the upper one; two colours are
 * told apart by chroma. */
static void clipped_light_leaves_orders_of_one_colour_open(void **state) {
    (void)state;
    for (int clipped = 0; clipped <= 3; clipped++) {
        sq_eye_state *v = view_of(0);
        v->order_count = 2;
        v->order[0] = (sq_order){0, 1, 0.998, 0};
        v->order[1] = (sq_order){1, 2, 0.998, 0};
        for (int i = 0; i < 3; i++) {
            v->out->winks[i] = (sq_seen_wink){.colour = i < 2 ? SQ_RED : SQ_BLUE, .size_confidence = 1};
            v->presence[i] = 1;
        }
        light(v, clipped > 0 ? 255 : 200, clipped > 1 ? 255 : 200, clipped > 2 ? 255 : 200);
        sq_confidence_doubt_orders(v);
        assert_true((v->order[0].second_over < 0.95) == (clipped > 1));
        assert_near(v->order[1].second_over, 0.998, 1e-12);
        free(v);
    }
}

/* A wink that looks green or yellow is one of those that the set still has, unless it looks more like the
 * other; one that may be any stays what it was taken for, and in doubt. */
static void an_open_colour_is_named_by_what_is_left(void **state) {
    (void)state;
    sq_eye_state *v = view_of(0);
    sq_position *p = v->out;
    p->wink_count = 7;
    for (int i = 0; i < 7; i++) {
        p->winks[i] = (sq_seen_wink){
            .colour = SQ_GREEN, .size = SQ_SMALL, .colour_confidence = 1, .size_confidence = 1};
        v->pile_colour[i] = SQ_GREEN;
        v->colour_likely[i][SQ_GREEN] = 1;
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        v->colour_likely[5][c] = 0.25;
    v->colour_likely[4][SQ_GREEN] = 0.4;
    v->colour_likely[4][SQ_YELLOW] = 0.6;
    v->colour_likely[6][SQ_GREEN] = 0.6;
    v->colour_likely[6][SQ_YELLOW] = 0.4;
    sq_confidence_name_by_set(v);
    sq_confidence_name_by_set(v); /* as when a cluster was explained again */
    for (int i = 0; i < 4; i++)
        assert_true(p->winks[i].colour == SQ_GREEN && p->winks[i].colour_confidence >= SQ_CALL_CERTAIN);
    assert_int_equal(p->winks[4].colour, SQ_YELLOW);
    assert_int_equal(p->winks[5].colour, SQ_GREEN);
    assert_int_equal(p->winks[6].colour, SQ_GREEN);
    assert_near(p->winks[6].colour_confidence, 0.6, 1e-12);
    assert_true(p->winks[5].colour_confidence < 0.5);
    free(v);
}

/* Four green ones leave nothing but yellow for what may be either, as far as they are there. */
static void what_may_not_be_there_leaves_its_colour_open(void **state) {
    (void)state;
    for (int doubted = 0; doubted < 2; doubted++) {
        sq_eye_state *v = view_of(0);
        v->out->wink_count = 5;
        for (int i = 0; i < 5; i++) {
            v->out->winks[i] = (sq_seen_wink){.colour = i < 4 ? SQ_GREEN : SQ_YELLOW, .size = SQ_SMALL};
            v->out->winks[i].size_confidence = i == 0 && doubted ? 0.7 : 1;
            v->pile_colour[i] = v->out->winks[i].colour;
            v->colour_likely[i][SQ_GREEN] = i < 4 ? 1 : 0.4;
        }
        v->colour_likely[4][SQ_YELLOW] = 0.6;
        sq_confidence_name_by_set(v);
        assert_int_equal(v->out->winks[4].colour, SQ_YELLOW);
        assert_int_equal(v->out->winks[4].colour_confidence >= SQ_CALL_CERTAIN, !doubted);
        free(v);
    }
}

/* What was drawn as green upon yellow and is named yellow may lie either way; what keeps its name, or gets
 * two colours of one, lies as it was drawn. */
static void a_pair_of_one_colour_by_its_names_is_open(void **state) {
    (void)state;
    for (int named = SQ_GREEN; named <= SQ_YELLOW; named++)
        for (int drawn = SQ_GREEN; drawn <= SQ_YELLOW; drawn++) {
            sq_eye_state *v = view_of(0);
            v->pile_colour[0] = (sq_colour)drawn;
            v->out->winks[0].colour = (sq_colour)named;
            v->pile_colour[1] = v->out->winks[1].colour = SQ_YELLOW;
            v->order_count = 1;
            v->order[0] = (sq_order){0, 1, 0.9, 0};
            sq_confidence_open_renamed(v);
            bool is_open = drawn != SQ_YELLOW && named == SQ_YELLOW;
            assert_near(v->order[0].second_over, is_open ? 0.5 : 0.9, 1e-12);
            free(v);
        }
}

/* What a shift leaves of its sickle is its width's square by the blur, as long as it is narrower: of one that
 * is wider, no blur makes more. And a mm of blur is a mm for every camera. */
static void a_sickle_wider_than_the_blur_is_as_wide_as_it_leaves(void **state) {
    (void)state;
    sq_eye_state *v = view_of(1);
    sq_pile_wink *k = &v->pile.wink[0];
    k->residual_mm2 = 4 * k->disc.radius_mm * 5; /* 5 mm wide */
    double sharp = sq_confidence_sigma(v, k);
    v->blur_px = 4;
    assert_near(sq_confidence_sigma(v, k), sharp, 1e-9);
    k->residual_mm2 = 4 * k->disc.radius_mm; /* 2 mm wide, under 4 mm of blur */
    assert_near(sq_confidence_sigma(v, k), hypot(2 * SQ_SIGMA_LEFT, SQ_SIGMA_FLOOR_MM), 1e-9);
    v->blur_px *= 2;
    k->disc.px_per_mm *= 2;
    assert_near(sq_confidence_sigma(v, k), hypot(2 * SQ_SIGMA_LEFT, SQ_SIGMA_FLOOR_MM), 1e-9);
    free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_surer_than_the_floor),
        cmocka_unit_test(what_is_hidden_or_bare_is_less_sure),
        cmocka_unit_test(only_in_a_pile_of_three_a_ragged_one_is_doubted),
        cmocka_unit_test(orders_are_as_open_as_presence_is),
        cmocka_unit_test(orders_are_as_open_as_sizes_are),
        cmocka_unit_test(an_overlap_of_either_size_is_in_no_doubt),
        cmocka_unit_test(orders_are_as_open_as_a_set_is_exceeded),
        cmocka_unit_test(an_open_colour_is_named_by_what_is_left),
        cmocka_unit_test(clipped_light_leaves_orders_of_one_colour_open),
        cmocka_unit_test(what_may_not_be_there_leaves_its_colour_open),
        cmocka_unit_test(a_pair_of_one_colour_by_its_names_is_open),
        cmocka_unit_test(a_sickle_wider_than_the_blur_is_as_wide_as_it_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
