/* The board's page: a sound PDF in true scale. */
#include "calib/lens/charuco_board.h"
#include "tests/fixture/run_command.h"
#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"

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
    assert_true(width * 25.4 / 72 > 360 && width * 25.4 / 72 < 420.01);
    assert_true(height * 25.4 / 72 > 240 && height * 25.4 / 72 < 297.01);
    long length = atol(strstr(pdf, "/Length ") + 8);
    const char *stream = strstr(pdf, "stream\n") + 7;
    assert_memory_equal(stream + length, "endstream", 9);
    free(pdf);
}

static void what_cannot_be_printed_is_said(void **state) {
    (void)state;
    answer a = RUN(sq_command_board, "squint board", "--pdf", "/dev/null/board.pdf");
    assert_int_equal(a.status, SQ_EXIT_INPUT);
    assert_non_null(strstr(a.err, "cannot be made"));
    done(a);
}

/* Points. Of 9 x 6 squares 27 are black; each of
 * the 27 others has a marker in its middle, 30 mm wide. */
static void squares_and_markers_are_printed_in_true_scale(void **state) {
    (void)state;
    const sq_board board = {9, 6, 40};
    const char *path = scratch("scale.pdf");
    sq_diag d;
    assert_int_equal(sq_board_print(&board, NULL, path, &d), SQ_OK);
    size_t n;
    char *pdf = (char *)scratch_read(path, &n), *at = strstr(pdf, "stream\n");
    int squares = 0, markers = 0;
    double x, y, w, h, left = INFINITY, right = 0;
    for (char *line = strtok(at, "\n"); line; line = strtok(NULL, "\n")) {
        if (sscanf(line, "%lf %lf %lf %lf re", &x, &y, &w, &h) != 4) continue;
        double mm = 25.4 / 72;
        squares += fabs(w * mm - 40) < 0.001 && fabs(h * mm - 40) < 0.001;
        markers += fabs(w * mm - 30) < 0.001 && fabs(h * mm - 30) < 0.001;
        if (w * mm < 39) continue;
        left = fmin(left, x * mm);
        right = fmax(right, (x + w) * mm);
    }
    assert_int_equal(squares, 27);
    assert_int_equal(markers, 27);
    assert_near(left, 30, 0.001); /* in the middle of an A3 sheet */
    assert_near(right, 30 + 360, 0.001);
    free(pdf);
}

static void the_page_is_a_sheet_that_is_sold(void **state) {
    (void)state;
    static const struct {
        double square_mm;
        const char *paper;
        double width, height; /* 0: it does not fit */
    } wishes[] = {{29, NULL, 297, 210}, {40, NULL, 420, 297}, {29, "letter", 279.4, 215.9},
                  {29, "A4", 297, 210}, {40, "a4", 0, 0},     {29, "a7", 0, 0},
                  {100, NULL, 0, 0}};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        const sq_board board = {9, 6, wishes[i].square_mm};
        sq_diag d;
        size_t n;
        double width, height, mm = 25.4 / 72;
        sq_code code = sq_board_print(&board, wishes[i].paper, scratch("paper.pdf"), &d);
        assert_int_equal(code, wishes[i].width > 0 ? SQ_OK : SQ_E_ARGUMENT);
        if (code) continue;
        char *pdf = (char *)scratch_read(scratch("paper.pdf"), &n);
        assert_int_equal(sscanf(strstr(pdf, "/MediaBox"), "/MediaBox [0 0 %lf %lf]", &width, &height), 2);
        assert_near(width * mm, wishes[i].width, 0.01);
        assert_near(height * mm, wishes[i].height, 0.01);
        assert_non_null(strstr(pdf, "/PrintScaling /None"));
        free(pdf);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_is_a_sound_pdf),
        cmocka_unit_test(what_cannot_be_printed_is_said),
        cmocka_unit_test(the_page_is_a_sheet_that_is_sold),
        cmocka_unit_test(squares_and_markers_are_printed_in_true_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
