/* Regions: what is said of blobs that no wink accounts for. */
#include "vision/segment/covered_regions.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 400, H = 300, STEP = 2 };

static sq_segments segments;
static sq_position position;
static sq_span on_mat[H];
static const sq_outline outline = {.width = W, .height = H, .inner = on_mat};

/* One millimetre a pixel; the mat ends at x = mat_end. */
static sq_camera begin(int mat_end) {
    for (int y = 0; y < H; y++)
        on_mat[y] = (sq_span){0, mat_end};
    segments.step = STEP;
    segments.run_count = segments.blob_count = 0;
    position = (sq_position){0};
    return sq_naive_camera(W, H, (sq_mm){0, 0}, 1);
}

/* A sheet that stands out in full, with the cluster that it is. */
static sq_cluster lay_sheet(int x0, int y0, int x1, int y1, bool bright) {
    int area = (x1 - x0) / STEP * ((y1 - y0) / STEP);
    int first = segments.run_count;
    for (int y = y0; y < y1; y += STEP)
        segments.run[segments.run_count++] = (sq_run){y / STEP, x0 / STEP, x1 / STEP, first};
    segments.blob[segments.blob_count++] = (sq_blob){x0, y0, x1, y1, area, first, bright};
    sq_cluster k = {x0, y0, x1, y1, area, !bright, bright, {0}, 0};
    sq_cluster_take(&k, segments.blob_count - 1);
    return k;
}

static void a_sheet_on_the_mat_is_a_region_where_it_lies(void **state) {
    (void)state;
    sq_camera c = begin(W);
    sq_cluster k = lay_sheet(240, 90, 320, 150, false);
    sq_region_report(&position, &k, &segments, &outline, &c);
    assert_int_equal(position.region_count, 1);
    assert_near(position.regions[0].at.x, 80, 2);
    assert_near(position.regions[0].at.y, 30, 2);
    assert_near(position.regions[0].radius_mm, 50, 2); /* half of the diagonal of 80 × 60 */
    assert_true(sq_region_holds(&position, (sq_mm){80 + 35, 30}));
    assert_false(sq_region_holds(&position, (sq_mm){80 + 55, 30}));
}

/* What of it lies on the mat counts, not how large it is. */
static void a_sheet_beside_the_mat_is_none(void **state) {
    (void)state;
    int least = (int)ceil(SQ_SMALL_FACE_MM2 / 60); /* mm of the mat's width, of a sheet 60 mm high */
    for (int over = 0; over <= 2 * least; over += 2) {
        sq_camera c = begin(240 + over);
        sq_cluster k = lay_sheet(240, 90, 320, 150, false);
        sq_region_report(&position, &k, &segments, &outline, &c);
        assert_int_equal(position.region_count, over * 60 >= SQ_SMALL_FACE_MM2);
    }
}

/* What lies in a sheet's box but is none of it does not bring the sheet onto the mat. */
static void a_wink_beside_a_sheet_is_no_part_of_it(void **state) {
    (void)state;
    sq_camera c = begin(240);
    sq_cluster k = lay_sheet(240, 90, 320, 150, false);
    lay_sheet(210, 100, 230, 120, false);
    k.x0 = 200; /* as if it lay aslant */
    sq_region_report(&position, &k, &segments, &outline, &c);
    assert_int_equal(position.region_count, 0);
}

/* A tape along the mat's side does not cover its middle. */
static void a_strip_is_told_in_pieces(void **state) {
    (void)state;
    sq_camera c = begin(W);
    sq_cluster k = lay_sheet(40, 20, 360, 40, false);
    sq_region_report(&position, &k, &segments, &outline, &c);
    assert_true(position.region_count > 2);
    for (int x = 42; x < 360; x += 10)
        assert_true(sq_region_holds(&position, sq_mm_from_px(&c, (sq_px){x, 30}, 0)));
    assert_false(sq_region_holds(&position, (sq_mm){0, 0}));
}

static void glare_on_a_wink_or_in_a_region_is_not_said_again(void **state) {
    (void)state;
    sq_camera c = begin(W);
    sq_cluster k = lay_sheet(100, 100, 112, 112, true);
    sq_region_report_glare(&position, &k, 0, &segments, &c);
    assert_int_equal(position.region_count, 1);
    sq_region_report_glare(&position, &k, 0, &segments, &c);
    assert_int_equal(position.region_count, 1);
    position.region_count = 0;
    position.winks[position.wink_count++] =
        (sq_seen_wink){.size = SQ_SMALL, .at = sq_mm_from_px(&c, (sq_px){106, 106}, 0)};
    sq_region_report_glare(&position, &k, 0, &segments, &c);
    assert_int_equal(position.region_count, 0);
    sq_region_report_glare(&position, &k, 1, &segments, &c); /* another cluster's wink explains nothing */
    assert_int_equal(position.region_count, 1);
}

static void glints_are_no_glare(void **state) {
    (void)state;
    sq_camera c = begin(W);
    sq_cluster k = lay_sheet(100, 100, 106, 106, true);
    sq_region_report_glare(&position, &k, 0, &segments, &c);
    assert_int_equal(position.region_count, 0);
}

static void more_regions_than_fit_are_told(void **state) {
    (void)state;
    begin(W);
    for (int i = 0; i < SQ_REGION_CAP; i++)
        sq_region_add(&position, (sq_region){{i, 0}, 1});
    assert_false(position.truncated);
    sq_region_add(&position, (sq_region){{99, 0}, 1});
    assert_true(position.truncated);
    assert_int_equal(position.region_count, SQ_REGION_CAP);
    assert_false(sq_region_holds(&position, (sq_mm){99, 0}));
}

static void one_region_holds_two(void **state) {
    (void)state;
    sq_region a = {{10, 0}, 8}, b = {{10, 20}, 11}, inner = {{12, 1}, 3};
    sq_region both = sq_region_of_both(a, b);
    assert_near(both.radius_mm, 19.5, 1e-9);
    assert_near(both.at.x, 10, 1e-9);
    assert_near(both.at.y, 11.5, 1e-9);
    assert_near(sq_region_of_both(a, inner).radius_mm, 8, 0);
    assert_near(sq_region_of_both(inner, a).at.x, 10, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sheet_on_the_mat_is_a_region_where_it_lies),
        cmocka_unit_test(a_sheet_beside_the_mat_is_none),
        cmocka_unit_test(a_wink_beside_a_sheet_is_no_part_of_it),
        cmocka_unit_test(a_strip_is_told_in_pieces),
        cmocka_unit_test(glare_on_a_wink_or_in_a_region_is_not_said_again),
        cmocka_unit_test(glints_are_no_glare),
        cmocka_unit_test(more_regions_than_fit_are_told),
        cmocka_unit_test(one_region_holds_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
