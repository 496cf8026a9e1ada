/* The board's shape, its page, and its crossings in drawn pictures. */
#include "calib/lens/board.h"
#include "calib/lens/board_detect.h"
#include "tests/fixture/drawn_board.h"
#include "tests/fixture/run_command.h"
#include "tests/fixture/unit.h"

static const sq_board board = {9, 6, 40};
static const sq_camera lens = {
    .fx = 700, .fy = 701, .cx = 322, .cy = 238, .dist = {-0.1, 0.02, 0, 0, 0}, .width = 640, .height = 480};

static void sizes_are_read_within_bounds(void **state) {
    (void)state;
    sq_board b = {0};
    assert_true(sq_board_parse(&b, "9x6"));
    assert_int_equal(b.columns, 9);
    assert_int_equal(b.rows, 6);
    const char *const bad[] = {"", "9", "x6", "9x", "9x6x", "2x6", "9x17", "16x13", "9*6", "-9x6"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(sq_board_parse(&b, bad[i]));
}

static void markers_lie_in_white_squares(void **state) {
    (void)state;
    sq_mm corner[4];
    assert_int_equal(sq_board_markers(&board), 27);
    assert_false(sq_board_marker(&board, 27, corner));
    assert_false(sq_board_marker(&board, -1, corner));
    assert_true(sq_board_marker(&board, 0, corner)); /* the second square of the first row */
    assert_near(corner[0].x, 45, 1e-9);
    assert_near(corner[0].y, 5, 1e-9);
    assert_near(corner[2].x, 75, 1e-9);
    assert_true(sq_board_marker(&board, 4, corner)); /* the first of the second row */
    assert_near(corner[0].x, 5, 1e-9);
    assert_near(corner[0].y, 45, 1e-9);
}

/* The table of objects at the end tells where each begins. */
static void the_page_is_a_sound_pdf(void **state) {
    (void)state;
    const char *path = scratch("board.pdf");
    answer a = RUN(sq_command_board, "squint board", "--pdf", path, "--square", "40");
    assert_int_equal(a.status, SQ_EXIT_OK);
    done(a);
    size_t n;
    char *pdf = (char *)scratch_read(path, &n);
    pdf[n] = 0;
    assert_memory_equal(pdf, "%PDF-1.", 7);
    const char *start = strstr(pdf, "startxref\n"), *table = pdf + atol(start + 10);
    assert_memory_equal(table, "xref\n0 6\n", 9);
    for (int i = 1; i <= 5; i++) {
        char head[32];
        const char *object = pdf + atol(table + 9 + 20 * i);
        snprintf(head, sizeof head, "%d 0 obj", i);
        assert_memory_equal(object, head, strlen(head));
    }
    double width, height; /* points: A3 takes it */
    assert_int_equal(sscanf(strstr(pdf, "/MediaBox"), "/MediaBox [0 0 %lf %lf]", &width, &height), 2);
    assert_true(width * 25.4 / 72 > 360 && width * 25.4 / 72 <= 420);
    assert_true(height * 25.4 / 72 > 240 && height * 25.4 / 72 <= 297);
    long length = atol(strstr(pdf, "/Length ") + 8);
    const char *stream = strstr(pdf, "stream\n") + 7;
    assert_memory_equal(stream + length, "endstream", 9);
    free(pdf);
}

static void what_cannot_be_printed_is_said(void **state) {
    (void)state;
    answer a = RUN(sq_command_board, "squint board", "--pdf", "/nowhere/board.pdf");
    assert_int_equal(a.status, SQ_EXIT_INPUT);
    assert_non_null(strstr(a.err, "cannot be written"));
    done(a);
}

/* To a twentieth of a pixel with noise of two grey levels. */
static void assert_seen(const sq_camera *c, int least) {
    sq_frame f = draw_board(&board, c, 2, 11);
    sq_board_view v;
    sq_diag d;
    if (sq_board_detect(&f, &board, &v, &d)) fail_msg("%s", d.text);
    drawn_free(&f);
    assert_true(v.count >= least);
    double sum = 0;
    for (int i = 0; i < v.count; i++) {
        sq_px is = sq_px_from_mm3(c, sq_mm_at_height(sq_board_corner(&board, v.corner[i]), 0));
        assert_true(sq_px_distance(is, v.at[i]) < 0.3);
        sum += sq_px_distance(is, v.at[i]);
    }
    assert_true(sum / v.count < 0.06);
}

static void crossings_are_found_where_they_are(void **state) {
    (void)state;
    sq_camera flat = before_board(&board, &lens, 700, 0, 0, 0.2, (sq_mm){0, 0});
    sq_camera tilted = before_board(&board, &lens, 800, 0.5, -0.3, 2, (sq_mm){30, -20});
    assert_seen(&flat, 40);
    assert_seen(&tilted, 40);
}

static void a_part_of_the_board_is_enough(void **state) {
    (void)state;
    sq_camera c = before_board(&board, &lens, 600, 0.2, 0.1, 0, (sq_mm){220, 60});
    assert_seen(&c, 12);
}

static void no_board_is_said(void **state) {
    (void)state;
    sq_camera away = before_board(&board, &lens, 700, 0, 0, 0, (sq_mm){2000, 0});
    sq_frame f = draw_board(&board, &away, 2, 3);
    sq_board_view v;
    sq_diag d;
    assert_int_equal(sq_board_detect(&f, &board, &v, &d), SQ_E_SIGHT);
    assert_non_null(strstr(d.text, "no board"));
    drawn_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_read_within_bounds),
        cmocka_unit_test(markers_lie_in_white_squares),
        cmocka_unit_test(the_page_is_a_sound_pdf),
        cmocka_unit_test(what_cannot_be_printed_is_said),
        cmocka_unit_test(crossings_are_found_where_they_are),
        cmocka_unit_test(a_part_of_the_board_is_enough),
        cmocka_unit_test(no_board_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
