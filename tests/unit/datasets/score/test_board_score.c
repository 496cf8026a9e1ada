/* Told discs against the truth of a board: found, wrong, asked, and gaps with their deviations. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "datasets/score/board_score.h"
#include "tests/fixture/scratch.h"

static const char truth[] =
    "{\"image\": \"few_001.jpg\", \"board\": {\"outer_mm\": 305}, \"ditch\": [], \"discs\": ["
    "{\"colour\": \"light\", \"x_px\": 100, \"y_px\": 100, \"radius_px\": 20, \"region\": \"10\","
    " \"nearest_line\": \"ten\", \"clearance_mm\": 2.0},"
    "{\"colour\": \"dark\", \"x_px\": 300, \"y_px\": 100, \"radius_px\": 20, \"region\": \"5\","
    " \"nearest_line\": \"ten\", \"clearance_mm\": 0.3},"
    "{\"colour\": \"dark\", \"x_px\": 500, \"y_px\": 100, \"radius_px\": 20, \"region\": \"15\","
    " \"nearest_line\": \"fifteen\", \"clearance_mm\": 5}],"
    " \"score\": {\"light\": 10, \"dark\": 20}}";

static const char hand[] =
    "{\"image\": \"hand_001.jpg\", \"discs\": [], \"ditch\": [], \"expect\": \"abstain\","
    " \"score\": {\"light\": 0, \"dark\": 0}}";

static const char told[] =
    "{\"image\": \"elsewhere/few_001.jpg\", \"discs\": ["
    "{\"colour\": \"light\", \"x_px\": 101, \"y_px\": 100, \"region\": \"10\", \"call\": \"sure\","
    " \"nearest_line\": \"ten\", \"clearance_mm\": 2.6, \"sigma_mm\": 0.3},"
    "{\"colour\": \"light\", \"x_px\": 300, \"y_px\": 105, \"region\": \"line-touch\", \"call\": \"ask\","
    " \"nearest_line\": \"ten\", \"clearance_mm\": 0.1, \"sigma_mm\": 0.2},"
    "{\"colour\": \"dark\", \"x_px\": 700, \"y_px\": 100, \"region\": \"5\", \"call\": \"sure\"},"
    "{\"colour\": \"dark\", \"x_px\": 500, \"y_px\": 100, \"region\": \"ditch\", \"call\": \"sure\"}],"
    " \"score\": {\"light\": 15, \"dark\": 5},"
    " \"readings\": [{\"score\": {\"light\": 10, \"dark\": 20}, \"probability\": 0.2}]}\n"
    "{\"image\": \"hand_001.jpg\", \"abstain\": true, \"why\": \"a hand\"}\n";

static void each_fault_is_counted_where_it_is(void **state) {
    (void)state;
    static sq_board_scores s;
    sq_diag d;
    scratch_file("few_001.truth.json", truth, strlen(truth));
    scratch_file("hand_001.truth.json", hand, strlen(hand));
    const char *seen = scratch_file("seen.jsonl", told, strlen(told));
    assert_true(sq_is_board_truth(scratch_folder));
    assert_int_equal(sq_board_score_folder(&s, scratch_folder, seen, &d), SQ_OK);
    assert_int_equal(s.count, 3);
    assert_string_equal(s.family[0].family, "few");
    assert_string_equal(s.family[2].family, "ALL");
    const double *r = s.family[2].row;
    assert_true(fabs(r[SQ_BOARD_ROW_recall] - 2 / 3.0) < 1e-9);
    assert_true(fabs(r[SQ_BOARD_ROW_precision] - 2 / 3.0) < 1e-9);
    assert_true(r[SQ_BOARD_ROW_colour_wrong] == 1);
    assert_true(r[SQ_BOARD_ROW_region_right] == 1 && r[SQ_BOARD_ROW_region_asked] == 1);
    assert_true(r[SQ_BOARD_ROW_region_wrong] == 0);
    assert_true(r[SQ_BOARD_ROW_clear_asked] == 0); /* 0.3 mm is not clear */
    assert_true(fabs(r[SQ_BOARD_ROW_mm_median] - 0.4) < 1e-9);
    assert_true(fabs(r[SQ_BOARD_ROW_z_p95] - 1.95) < 1e-9);
    assert_true(r[SQ_BOARD_ROW_score_asked] == 1 && r[SQ_BOARD_ROW_score_wrong] == 0);
    assert_true(r[SQ_BOARD_ROW_abstain] == 1 && r[SQ_BOARD_ROW_abstain_ruled] == 0);
}

/* A wrong score is asked about where its readings have the true one and one of its discs is asked about; what
 * is hardly a disc is none of them. */
static void what_is_hardly_a_disc_asks_for_no_score(void **state) {
    (void)state;
    static sq_board_scores s;
    sq_diag d;
    for (int i = 0; i < 2; i++) {
        char line[400];
        snprintf(line, sizeof line,
                 "{\"image\": \"few_001.jpg\", \"%s\": [], \"%s\": [%s],"
                 " \"score\": {\"light\": 10, \"dark\": 15},"
                 " \"readings\": [{\"score\": {\"light\": 10, \"dark\": 20}, \"probability\": 0.2}]}\n",
                 i ? "perhaps" : "discs", i ? "discs" : "perhaps",
                 "{\"colour\": \"dark\", \"region\": \"5\", \"call\": \"ask\"}");
        scratch_file("few_001.truth.json", truth, strlen(truth));
        const char *seen = scratch_file("perhaps.jsonl", line, strlen(line));
        assert_int_equal(sq_board_score_folder(&s, scratch_folder, seen, &d), SQ_OK);
        assert_true(s.family[s.count - 1].row[SQ_BOARD_ROW_score_asked] == i);
        assert_true(s.family[s.count - 1].row[SQ_BOARD_ROW_score_wrong] == 1 - i);
    }
}

/* A folder's name is no pattern; an empty line is none; a score that nobody tells is not right. */
static void odd_names_and_empty_lines_are_read(void **state) {
    (void)state;
    static sq_board_scores s;
    sq_diag d;
    char folder[PATH_MAX], lines[sizeof told + sizeof hand];
    snprintf(folder, sizeof folder, "%s/br[1]", scratch_folder);
    assert_true(!mkdir(folder, 0700) || errno == EEXIST);
    scratch_file("br[1]/few_001.truth.json", truth, strlen(truth));
    snprintf(lines, sizeof lines, "\n%.*s\n\n", (int)strcspn(told, "\n"), told);
    const char *seen = scratch_file("seen.jsonl", lines, strlen(lines));
    assert_true(sq_is_board_truth(folder));
    if (sq_board_score_folder(&s, folder, seen, &d)) fail_msg("%s", d.text);
    assert_true(s.family[0].row[SQ_BOARD_ROW_boards] == 1);
    static const char none[] = "{\"image\": \"few_001.jpg\", \"discs\": []}\n",
                      nil[] = "{\"image\": \"few_001.jpg\", \"board\": {}, \"ditch\": [], \"discs\": [],"
                              " \"score\": {\"light\": 0, \"dark\": 0}}";
    scratch_file("br[1]/few_001.truth.json", nil, strlen(nil));
    seen = scratch_file("seen.jsonl", none, strlen(none));
    assert_int_equal(sq_board_score_folder(&s, folder, seen, &d), SQ_OK);
    assert_true(s.family[0].row[SQ_BOARD_ROW_score_exact] == 0);
}

/* More families than there is room for are not one. */
static void too_many_families_are_refused(void **state) {
    (void)state;
    static sq_board_scores s;
    sq_diag d;
    char folder[PATH_MAX], name[64], text[256];
    snprintf(folder, sizeof folder, "%s/many", scratch_folder);
    assert_true(!mkdir(folder, 0700) || errno == EEXIST);
    for (int i = 0; i <= SQ_BOARD_FAMILY_CAP; i++) {
        snprintf(name, sizeof name, "many/of%cand%c_1.truth.json", 'a' + i % 26, 'a' + i / 26);
        snprintf(text, sizeof text,
                 "{\"image\": \"of%cand%c_1.jpg\", \"ditch\": [], \"discs\": [], \"score\": {}}",
                 'a' + i % 26, 'a' + i / 26);
        scratch_file(name, text, strlen(text));
    }
    const char *seen = scratch_file("seen.jsonl", told, strlen(told));
    assert_int_equal(sq_board_score_folder(&s, folder, seen, &d), SQ_E_SIZE);
}

static void a_broken_line_is_refused(void **state) {
    (void)state;
    static sq_board_scores s;
    sq_diag d;
    static const char broken[] = "{\"image\": ";
    scratch_file("few_001.truth.json", truth, strlen(truth));
    const char *seen = scratch_file("seen.jsonl", broken, strlen(broken));
    assert_int_equal(sq_board_score_folder(&s, scratch_folder, seen, &d), SQ_E_FORMAT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_is_counted_where_it_is),
        cmocka_unit_test(what_is_hardly_a_disc_asks_for_no_score),
        cmocka_unit_test(odd_names_and_empty_lines_are_read),
        cmocka_unit_test(too_many_families_are_refused),
        cmocka_unit_test(a_broken_line_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
