/* Windows: what is read from a drawn frame, and red, green and blue got back out of it. */
#include "vision/segment/felt_window.h"

#include "tests/fixture/picture/window_fixture.h"

/* Red, green and blue relative to the felt are what chroma and light are made of, and come back. */
static void colours_come_back_out_of_chroma_and_light(void **state) {
    (void)state;
    unsigned seed = 4;
    for (int k = 0; k < 200; k++) {
        double q[3];
        for (int c = 0; c < 3; c++)
            q[c] = 0.05 + 1.3 * sq_naive_uniform(&seed);
        sq_chroma chroma = {(float)(q[0] - q[1]), (float)(q[2] - q[1])};
        float light = (float)((q[0] + q[1] + q[2]) / 3), rgb[3];
        sq_window w = {.w = 1, .h = 1, .chroma = &chroma, .light = &light};
        sq_window_rgb(&w, 0, rgb);
        for (int c = 0; c < 3; c++)
            assert_near(rgb[c], q[c], 1e-5);
        assert_near(sq_window_log_light(&w, 0), (log(q[0]) + log(q[1]) + log(q[2])) / 3, 1e-4);
        assert_near(sq_window_luminance(&w, 0),
                    0.299 * q[0] * q[0] + 0.587 * q[1] * q[1] + 0.114 * q[2] * q[2], 1e-5);
    }
}

/* A shadow takes the same off each of the three: the logarithm falls by as much whatever the colour. */
static void a_shadow_takes_the_same_off_every_colours_log_light(void **state) {
    (void)state;
    const float q[2][3] = {{0.9f, 0.3f, 0.2f}, {0.4f, 0.7f, 1.1f}};
    for (int k = 0; k < 2; k++) {
        sq_chroma chroma[2];
        float light[2];
        for (int s = 0; s < 2; s++) {
            float left = s ? 0.6f : 1;
            chroma[s] = (sq_chroma){left * (q[k][0] - q[k][1]), left * (q[k][2] - q[k][1])};
            light[s] = left * (q[k][0] + q[k][1] + q[k][2]) / 3;
        }
        sq_window w = {.w = 2, .h = 1, .chroma = chroma, .light = light};
        assert_near(sq_window_log_light(&w, 1) - sq_window_log_light(&w, 0), log(0.6), 1e-4);
    }
}

/* Bare felt is (0, 0) and 1; a wink has its plastic's chroma relative to the felt. */
static void felt_is_grey_and_a_wink_has_its_colour(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(160, 120, (sq_mm){0, 0}, 2);
    uint8_t red[3];
    float level[3], felt[3];
    sq_naive_plastic(SQ_RED, red);
    sq_naive_wink(&s, SQ_RED, SQ_LARGE, 10, 5, SQ_NAIVE_FLAT_MM);
    read_scene(&s);
    for (int k = 0; k < 3; k++) {
        level[k] = red[k];
        felt[k] = s.felt[k];
    }
    sq_chroma seen = chroma_at((sq_mm){10, 5}, SQ_NAIVE_FLAT_MM), is = sq_chroma_from_rgb(level, felt);
    assert_near(seen.x, is.x, 0.02);
    assert_near(seen.y, is.y, 0.02);
    assert_near(sq_chroma_length(chroma_at((sq_mm){-25, -15}, 0)), 0, 0.02);
    assert_near(window.light[0], 1, 0.02);
    for (int i = 0; i < window.w * window.h; i++) {
        assert_near(window.believed[i], 1, 0);
        assert_near(sq_chroma_length(window.ground[i]), 0, 0);
    }
}

/* Where the camera clips some of the felt's colours, a shadow on it is not clipped: it has no colour for all
 * that, nor has the felt about it, and a wink keeps its own. */
static void a_shadow_on_clipped_felt_has_no_colour(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(320, 160, (sq_mm){60, 0}, 1);
    memcpy(s.felt, (uint8_t[]){215, 190, 150}, sizeof s.felt);
    s.light_x = 6;
    s.sheet[s.sheet_count++] = (sq_naive_sheet){.low = {130, -40}, .high = {170, 0}, .light = 0.6};
    sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, 150, 40, SQ_NAIVE_FLAT_MM);
    read_scene(&s);
    assert_near(sq_chroma_length(chroma_at((sq_mm){150, -20}, 0)), 0, 0.03);
    assert_near(sq_chroma_length(chroma_at((sq_mm){185, -20}, 0)), 0, 0.03);
    sq_chroma blue = chroma_at((sq_mm){150, 40}, SQ_NAIVE_FLAT_MM);
    assert_true(blue.y > 0.3f && blue.y > 2 * fabsf(blue.x));
}

/* Where all felt is clipped, a sleeve that is not is not taken for felt: shadows still have no colour. */
static void a_dark_corner_does_not_tell_the_colour_of_clipped_felt(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(400, 240, (sq_mm){0, 0}, 1);
    memcpy(s.felt, (uint8_t[]){255, 252, 250}, sizeof s.felt);
    s.sheet[s.sheet_count++] = (sq_naive_sheet){.low = {-200, 45}, .high = {-125, 120}, .rgb = {92, 92, 102}};
    s.sheet[s.sheet_count++] = (sq_naive_sheet){.low = {-100, -60}, .high = {-60, -20}, .light = 0.6};
    read_scene(&s);
    assert_near(sq_chroma_length(chroma_at((sq_mm){-80, -40}, 0)), 0, 0.03);
    assert_near(sq_chroma_length(chroma_at((sq_mm){50, -40}, 0)), 0, 0.03);
}

/* Beyond the mat's edge the ground is the table's chroma; over the edge the middle of the two. */
static void beyond_the_mat_the_ground_is_the_tables(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(160, 120, (sq_mm){SQ_MAT_LENGTH_MM / 2, 0}, 2);
    read_scene(&s);
    float table[3], felt[3];
    for (int k = 0; k < 3; k++) {
        table[k] = s.table[k];
        felt[k] = s.felt[k];
    }
    sq_chroma is = sq_chroma_from_rgb(table, felt), left = window.ground[0],
              right = window.ground[window.w - 1];
    sq_chroma edge = window.ground[window.w / 2];
    assert_near(sq_chroma_length(left), 0, 0);
    assert_near(right.x, is.x, 0.02);
    assert_near(right.y, is.y, 0.02);
    assert_near(edge.x, right.x / 2, 0.01);
    assert_near(edge.y, right.y / 2, 0.01);
}

static void a_discs_box_is_clipped_to_the_window(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(400, 300, (sq_mm){0, 0}, 2);
    sq_window w = {.x0 = 100, .y0 = 100, .w = 100, .h = 50};
    sq_disc d = {.at = {-40, 10}, .z = 0.75, .radius_mm = 11};
    sq_disc_place(&d, &c);
    sq_box all = sq_disc_box(&d, 2), cut = sq_window_box(&w, &d, 2);
    assert_int_equal(cut.x0, all.x0 > 100 ? all.x0 : 100);
    assert_int_equal(cut.x1, all.x1 < 200 ? all.x1 : 200);
    assert_int_equal(cut.y0, all.y0 > 100 ? all.y0 : 100);
    assert_int_equal(cut.y1, all.y1 < 150 ? all.y1 : 150);
    d.at = (sq_mm){80, 60};
    sq_disc_place(&d, &c);
    cut = sq_window_box(&w, &d, 2);
    assert_true(cut.x0 >= cut.x1 || cut.y0 >= cut.y1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_come_back_out_of_chroma_and_light),
        cmocka_unit_test(a_shadow_takes_the_same_off_every_colours_log_light),
        cmocka_unit_test(felt_is_grey_and_a_wink_has_its_colour),
        cmocka_unit_test(a_shadow_on_clipped_felt_has_no_colour),
        cmocka_unit_test(a_dark_corner_does_not_tell_the_colour_of_clipped_felt),
        cmocka_unit_test(beyond_the_mat_the_ground_is_the_tables),
        cmocka_unit_test(a_discs_box_is_clipped_to_the_window),
    };
    return cmocka_run_group_tests(tests, lend_memory, take_memory_back);
}
