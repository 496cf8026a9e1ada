/* Told discs against the truth of a board: found, wrong, asked, and gaps with their deviations. */
#include <math.h>
#include <string.h>

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
        cmocka_unit_test(a_broken_line_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
