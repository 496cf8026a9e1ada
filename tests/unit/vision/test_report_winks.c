/* Winks that are put into a position, each once; and that are struck out of it: the others keep their orders,
 * and regions tell of what is gone. */
#include "vision/report_winks.h"

#include <stdlib.h>

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/unit.h"

enum { WINKS = 4 };

/* A row of winks, 100 mm apart, with the orders of all neighbours. */
static sq_eye_state *row(sq_position *p) {
    sq_eye_state *v = calloc(1, sizeof *v);
    assert_non_null(v);
    *p = (sq_position){.wink_count = WINKS};
    v->out = p;
    for (int i = 0; i < WINKS; i++) {
        p->winks[i] = (sq_seen_wink){.size = SQ_LARGE, .at = {100 * i, 0}};
        v->suspect[i] = (sq_suspect){.pile = i};
        v->presence[i] = i / 10.0;
        v->cluster_of[i] = i;
        v->spared_mm2[i] = 10 * i;
        v->other_size[i] = (sq_other_size){true, {i, 0}};
        if (i) v->order[v->order_count++] = (sq_order){i - 1, i, i / 10.0, 0};
    }
    return v;
}

static void the_others_keep_their_orders(void **state) {
    (void)state;
    static sq_position p;
    sq_eye_state *v = row(&p);
    sq_report_strike(v, (bool[WINKS]){true, false, false, false});
    assert_int_equal(p.wink_count, WINKS - 1);
    for (int i = 0; i < p.wink_count; i++) {
        assert_near(p.winks[i].at.x, 100 * (i + 1), 0);
        assert_near(v->presence[i], (i + 1) / 10.0, 0);
        assert_near(v->other_size[i].moved.x, i + 1, 0);
    }
    assert_int_equal(v->order_count, 2);
    for (int i = 0; i < v->order_count; i++) {
        assert_int_equal(v->order[i].first, i);
        assert_int_equal(v->order[i].second, i + 1);
        assert_near(v->order[i].second_over, (i + 2) / 10.0, 0);
    }
    assert_int_equal(p.region_count, 1);
    assert_near(p.regions[0].at.x, 0, 1e-9);
    free(v);
}

static void those_of_one_heap_become_one_region(void **state) {
    (void)state;
    static sq_position p;
    sq_eye_state *v = row(&p);
    v->suspect[1].pile = v->suspect[0].pile;
    sq_report_strike(v, (bool[WINKS]){true, true, false, false});
    assert_int_equal(p.wink_count, WINKS - 2);
    assert_int_equal(v->order_count, 1);
    assert_int_equal(p.region_count, 1);
    assert_near(p.regions[0].at.x, 50, 1e-9);
    assert_near(p.regions[0].radius_mm, 50 + SQ_LARGE_MM / 2, 1e-9);
    free(v);
}

static void what_is_taken_out_leaves_no_region(void **state) {
    (void)state;
    static sq_position p;
    sq_eye_state *v = row(&p);
    sq_report_take_out(v, (bool[WINKS]){false, true, false, false});
    assert_int_equal(p.wink_count, WINKS - 1);
    assert_int_equal(p.region_count, 0);
    assert_int_equal(v->order_count, 1);
    for (int i = 1; i < p.wink_count; i++) {
        assert_int_equal(v->cluster_of[i], i + 1);
        assert_int_equal(v->suspect[i].pile, i + 1);
        assert_near(v->spared_mm2[i], 10 * (i + 1), 0);
    }
    free(v);
}

/* Nothing stays of the look before, in which others stood there. */
static void what_is_of_no_cluster_is_told_so(void **state) {
    (void)state;
    static sq_position p;
    sq_eye_state *v = row(&p);
    v->colour_likely[2][SQ_RED] = 1;
    sq_report_of_no_cluster(v, 2);
    assert_int_equal(v->cluster_of[1], 1);
    for (int i = 2; i < WINKS; i++) {
        assert_int_equal(v->cluster_of[i], -1);
        assert_int_equal(v->suspect[i].pile, -1);
        assert_near(v->presence[i], 1, 0);
        assert_near(v->spared_mm2[i], 0, 0);
        assert_near(v->colour_likely[i][SQ_RED], 0, 0);
    }
    free(v);
}

static sq_pile_wink whole_wink(double x) {
    return (sq_pile_wink){
        .disc = {.at = {x, 0}, .normal = {0, 0, 1}, .radius_mm = SQ_LARGE_MM / 2, .chroma = {1, 0}},
        .size = SQ_LARGE,
        .colour_confidence = 1,
        .size_confidence = 1,
        .its_own = 1,
        .seen = 1,
        .rim_share = 1,
        .rim_support = 1};
}

static void a_wink_that_another_cluster_has_told_is_left_out(void **state) {
    (void)state;
    static sq_position p;
    sq_eye_state *v = row(&p);
    v->without.is_out[SQ_STAGE_CLUTTER] = true;
    v->pile.count = 2;
    v->pile.wink[0] = whole_wink(101);
    v->pile.wink[1] = whole_wink(150);
    v->colour_seen[0] = v->colour_seen[1] = 1;
    sq_report_pile(v, WINKS);
    assert_int_equal(p.wink_count, WINKS + 1);
    assert_near(p.winks[WINKS].at.x, 150, 0);
    sq_report_pile(v, WINKS); /* its own winks are no other cluster's */
    assert_int_equal(p.wink_count, WINKS + 2);
    free(v);
}

/* One whose rim shows no edge bears none; one whose rim is hidden may. */
static void what_is_seen_to_be_no_wink_bears_none(void **state) {
    (void)state;
    static const sq_camera above = {.fx = 1000,
                                    .fy = 1000,
                                    .cx = 500,
                                    .cy = 500,
                                    .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                    .t = {0, 0, 1000}};
    for (int hidden = 0; hidden < 2; hidden++) {
        static sq_position p;
        sq_eye_state *v = row(&p);
        v->camera = &above;
        v->without.is_out[SQ_STAGE_CLUTTER] = true;
        v->pile.count = 2;
        for (int k = 0; k < 2; k++) {
            v->pile.wink[k] = whole_wink(150);
            v->pile.wink[k].disc.z = SQ_WINK_THICKNESS_MM * (k + 0.5);
            sq_disc_place(&v->pile.wink[k].disc, &above);
            v->colour_seen[k] = 1;
        }
        v->pile.wink[0].rim_support = 0;
        v->pile.wink[0].rim_share = hidden ? 0 : 1;
        sq_report_pile(v, WINKS);
        assert_int_equal(p.wink_count, WINKS + 1);
        assert_near(p.winks[WINKS].z, SQ_WINK_THICKNESS_MM * (hidden ? 1.5 : 0.5), 1e-9);
        free(v);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_others_keep_their_orders),
        cmocka_unit_test(those_of_one_heap_become_one_region),
        cmocka_unit_test(what_is_taken_out_leaves_no_region),
        cmocka_unit_test(what_is_of_no_cluster_is_told_so),
        cmocka_unit_test(a_wink_that_another_cluster_has_told_is_left_out),
        cmocka_unit_test(what_is_seen_to_be_no_wink_bears_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
