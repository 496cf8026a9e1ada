/* Clusters of blobs: against asking every pair, over and over, whether it is near. */
#include "vision/segment/cluster.h"

#include <stdlib.h>

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"
#include "vision/frame/rgb_patch.h"

enum { STEP = 2, MOST = 1200, WINK = 95 }; /* samples: of winks at most, of one wink */

static sq_segments segments;
static sq_clusters clusters;

static void clear(void) {
    segments = (sq_segments){.step = STEP};
}

static void add(int x0, int y0, int w, int h, int area) {
    segments.blob[segments.blob_count++] = (sq_blob){x0, y0, x0 + w, y0 + h, area, -1, false};
}

static void cluster(double px_per_mm) {
    sq_cluster_blobs(&clusters, &segments, px_per_mm, MOST);
}

static void near_blobs_are_one_cluster_far_ones_two(void **state) {
    (void)state;
    for (int apart = 0; apart < 8; apart++) {
        clear();
        add(100, 100, 20, 20, WINK);
        add(120 + apart, 104, 20, 20, WINK);
        cluster(1);
        assert_int_equal(clusters.count, apart < SQ_CLUSTER_GAP_MM ? 1 : 2);
    }
}

/* The gap is one of millimetres. */
static void the_gap_grows_with_the_picture(void **state) {
    (void)state;
    clear();
    add(100, 100, 40, 40, WINK * 4);
    add(143, 104, 40, 40, WINK * 4);
    cluster(1);
    assert_int_equal(clusters.count, 2);
    cluster(2);
    assert_int_equal(clusters.count, 1);
}

static void a_chain_is_one_cluster_with_margin(void **state) {
    (void)state;
    clear();
    for (int i = 4; i >= 0; i--)
        add(100 + 21 * i, 100 + 10 * i, 20, 20, WINK);
    cluster(1);
    assert_int_equal(clusters.count, 1);
    const sq_cluster *k = &clusters.cluster[0];
    int margin = (int)ceil(SQ_FIT_MARGIN_MM) + STEP;
    assert_int_equal(k->area, 5 * WINK);
    assert_int_equal(k->x0, 100 - margin);
    assert_int_equal(k->y0, 100 - margin);
    assert_int_equal(k->x1, 204 + margin);
    assert_int_equal(k->y1, 160 + margin);
    assert_false(k->is_region);
}

static void a_hand_is_a_region_and_takes_nobody_along(void **state) {
    (void)state;
    clear();
    add(100, 100, 100, 90, MOST + 1);
    add(201, 120, 20, 20, WINK);
    cluster(1);
    assert_int_equal(clusters.count, 2);
    assert_true(clusters.cluster[0].is_region);
    assert_false(clusters.cluster[1].is_region);
}

/* Many that are near one another, but apart: a corner full of winks in the fringes of a codec is no hand. */
static void too_many_for_one_cluster_are_several(void **state) {
    (void)state;
    int area = 0;
    clear();
    for (int i = 0; i < 14; i++)
        add(100 + 21 * i, 100, 20, 20, WINK);
    cluster(1);
    assert_int_equal(clusters.count, 2);
    for (int i = 0; i < clusters.count; i++) {
        assert_false(clusters.cluster[i].is_region);
        assert_true(clusters.cluster[i].area <= MOST);
        area += clusters.cluster[i].area;
    }
    assert_int_equal(area, 14 * WINK);
}

static void a_fragment_joins_its_neighbour(void **state) {
    (void)state;
    clear();
    add(100, 100, 20, 20, WINK);
    add(124, 104, 4, 4, 3);
    cluster(1);
    assert_int_equal(clusters.count, 1);
    assert_int_equal(clusters.cluster[0].area, WINK + 3);
}

static void a_line_is_nothing(void **state) {
    (void)state;
    clear();
    add(100, 100, 60, (int)SQ_NARROWEST_MM - 1, 30);
    add(300, 100, 1, 60, 30);
    cluster(1);
    assert_int_equal(clusters.count, 0);
}

/* Random crowds: no two clusters that remain are near, unless together they would not fit a window; every
 * blob lies in one; areas add up. */
static void random_crowds_are_cut_into_far_parts(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 30; seed++) {
        unsigned r = seed;
        clear();
        int total = 0, n = 4 + (int)(sq_naive_uniform(&r) * 60);
        for (int i = 0; i < n; i++, total += 10)
            add((int)(sq_naive_uniform(&r) * 900), (int)(sq_naive_uniform(&r) * 600), 16, 16, 10);
        sq_cluster_blobs(&clusters, &segments, 1, total + 1);
        int margin = (int)ceil(SQ_FIT_MARGIN_MM) + STEP, area = 0;
        for (int i = 0; i < clusters.count; i++) {
            const sq_cluster *a = &clusters.cluster[i];
            area += a->area;
            assert_true(a->x1 - a->x0 <= SQ_PATCH_MAX_SIDE && a->y1 - a->y0 <= SQ_PATCH_MAX_SIDE);
            for (int j = 0; j < i; j++) {
                const sq_cluster *b = &clusters.cluster[j];
                int dx = (a->x0 > b->x0 ? a->x0 - b->x1 : b->x0 - a->x1) + 2 * margin;
                int dy = (a->y0 > b->y0 ? a->y0 - b->y1 : b->y0 - a->y1) + 2 * margin;
                int wide = (a->x1 > b->x1 ? a->x1 : b->x1) - (a->x0 < b->x0 ? a->x0 : b->x0);
                int high = (a->y1 > b->y1 ? a->y1 : b->y1) - (a->y0 < b->y0 ? a->y0 : b->y0);
                bool too_large = wide > SQ_PATCH_MAX_SIDE || high > SQ_PATCH_MAX_SIDE;
                if (!(dx >= SQ_CLUSTER_GAP_MM || dy >= SQ_CLUSTER_GAP_MM || too_large))
                    fail_msg("seed %u: clusters %d and %d are %d and %d px apart", seed, i, j, dx, dy);
            }
        }
        assert_int_equal(area, total);
    }
}

static void a_region_lies_on_the_mat_where_its_box_is(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(640, 480, (sq_mm){100, -50}, 0.5);
    sq_px a = sq_px_from_mm3(&c, (sq_mm3){40, 20, 0}), b = sq_px_from_mm3(&c, (sq_mm3){160, -70, 0});
    sq_cluster k = {
        (int)lround(a.x), (int)lround(a.y), (int)lround(b.x), (int)lround(b.y), 0, true, false, {0}, 0};
    sq_region r = sq_cluster_region(&k, &c);
    assert_near(r.at.x, 100, 2);
    assert_near(r.at.y, -25, 2);
    assert_near(r.radius_mm, 75, 2); /* half of the diagonal of 120 × 90 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_blobs_are_one_cluster_far_ones_two),
        cmocka_unit_test(the_gap_grows_with_the_picture),
        cmocka_unit_test(a_chain_is_one_cluster_with_margin),
        cmocka_unit_test(a_hand_is_a_region_and_takes_nobody_along),
        cmocka_unit_test(too_many_for_one_cluster_are_several),
        cmocka_unit_test(a_fragment_joins_its_neighbour),
        cmocka_unit_test(a_line_is_nothing),
        cmocka_unit_test(random_crowds_are_cut_into_far_parts),
        cmocka_unit_test(a_region_lies_on_the_mat_where_its_box_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
