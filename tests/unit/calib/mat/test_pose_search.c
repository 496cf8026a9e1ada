/* The search for a rough camera: drawn mats, and how far it is from the camera that drew them. */
#include "tests/fixture/picture/finder_fixture.h"

enum { W = 480, H = 270 };

/* Pixels: a rough look is trusted to three steps of one, and the fine look that follows reaches ten. */
#define ROUGH_PX 6

static sq_camera camera_of(double x, double y, double height, double roll) {
    return drawn_camera(W, H, 0.85 * W, (sq_mm3){x, y, height}, (sq_mm){0, 0}, roll);
}

static void a_whole_mat_is_found_to_some_pixels(void **state) {
    (void)state;
    static const double from[][4] = {{0, 0, 1750, 0}, {150, -220, 1800, 0.08}};
    for (size_t k = 0; k < sizeof from / sizeof *from; k++) {
        sq_camera c = camera_of(from[k][0], from[k][1], from[k][2], from[k][3]);
        begin_search(&usual_mat, &c);
        assert_true(sq_mat_search(&finder));
        assert_near(corners_apart(&finder.fit.camera, &c, &finder.size), 0, ROUGH_PX);
        drawn_free(&frame);
    }
}

/* The table's end lies nearer to the mat than its side is clear: the pot, in the middle, tells them apart. */
static void a_tables_edge_is_not_taken_for_a_side(void **state) {
    (void)state;
    drawn_mat m = usual_mat;
    m.table_right = 40;
    sq_camera c = camera_of(60, -80, 1850, 0.02);
    begin_search(&m, &c);
    assert_true(sq_mat_search(&finder));
    assert_near(corners_apart(&finder.fit.camera, &c, &finder.size), 0, ROUGH_PX);
    drawn_free(&frame);
}

static void without_a_mat_there_is_no_camera(void **state) {
    (void)state;
    drawn_mat m = usual_mat;
    m.no_baselines = m.no_pot = true;
    memcpy(m.table, m.felt, sizeof m.table);
    sq_camera c = camera_of(0, 0, 1750, 0);
    begin_search(&m, &c);
    assert_false(sq_mat_search(&finder));
    drawn_free(&frame);
}

/* From a start that is turned by a pixel and a half at the ends. */
static void the_sightings_of_a_true_camera_lead_to_it(void **state) {
    (void)state;
    sq_camera c = camera_of(60, -80, 1750, 0.03);
    begin_search(&usual_mat, &c);
    sq_measure_roughly(&finder.measure, &c, 1, &finder.sightings, &finder.look);
    finder.fit.camera = c;
    sq_camera_turn_mat(&finder.fit.camera, 0.003);
    assert_true(sq_mat_fit_sightings(&finder));
    assert_near(corners_apart(&finder.fit.camera, &c, &finder.size), 0, ROUGH_PX);
    drawn_free(&frame);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_mat_is_found_to_some_pixels),
        cmocka_unit_test(a_tables_edge_is_not_taken_for_a_side),
        cmocka_unit_test(without_a_mat_there_is_no_camera),
        cmocka_unit_test(the_sightings_of_a_true_camera_lead_to_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
