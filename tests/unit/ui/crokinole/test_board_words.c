/* What is asked about a disc: whether it is one, whose it is, or whether it touches a line. */
#include "ui/crokinole/board_words.h"

#include <stdlib.h>
#include <string.h>

#include "tests/fixture/unit.h"

static sq_board_position board;

/* A board with one disc in doubt, within the 10 ring. */
static sq_board_disc_seen *one_disc(double side_sure, double other_sure) {
    board = (sq_board_position){.tones.known = 2, .score_probability = 0.7, .count = 1};
    board.disc[0] = (sq_board_disc_seen){.side = SQ_DARK,
                                         .side_sure = side_sure,
                                         .other_sure = other_sure,
                                         .px = {500, 300},
                                         .region = SQ_REGION_10,
                                         .nearest = SQ_RING_TEN,
                                         .clearance_mm = 0.4,
                                         .clearance_sigma_mm = 0.5};
    board.disc[0].probability[SQ_REGION_10] = 1;
    return &board.disc[0];
}

static bool says(const char *sentence) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    sq_board_position_say(to, &board, "board.jpg");
    fclose(to);
    bool said = strstr(text, sentence) != NULL;
    free(text);
    return said;
}

static void a_disc_of_unsure_side_is_asked_whose_it_is(void **state) {
    (void)state;
    one_disc(0.62, 0.37);
    assert_true(says("LOOK: is the disc at pixel (500, 300) dark (62 %) or light (37 %)? It scores 10"));
    assert_false(says("is there a"));
}

static void what_may_be_no_disc_is_asked_whether_it_is_one(void **state) {
    (void)state;
    one_disc(0.4, 0);
    assert_true(says("LOOK: is there a dark disc at pixel (500, 300)? (40 %)"));
}

static void a_disc_near_a_line_is_asked_whether_it_touches(void **state) {
    (void)state;
    sq_board_disc_seen *disc = one_disc(1, 0);
    disc->probability[SQ_REGION_10] = 0.8;
    disc->probability[SQ_REGION_ON_TEN] = 0.2;
    assert_true(
        says("LOOK: does the dark disc at pixel (500, 300) touch a line? gap to the 10 line 0.4 ± 0.5 mm: "));
    assert_true(says(": 10 (80 %) or 5, on the line (20 %)\n"));
    disc->clearance_mm = -0.9;
    assert_true(says("overlap with the 10 line 0.9 ± 0.5 mm: "));
}

static void assert_score(const char *light, const char *dark) {
    char text[SQ_BOARD_SCORE_MAX];
    assert_string_equal(sq_board_score_say(text, &board, SQ_LIGHT), light);
    assert_string_equal(sq_board_score_say(text, &board, SQ_DARK), dark);
}

/* A score that is not known is told as far as it is. */
static void a_score_in_doubt_is_a_range(void **state) {
    (void)state;
    sq_board_disc_seen *disc = one_disc(1, 0);
    disc->sure = true;
    assert_score("0", "10");
    disc->sure = false;
    disc->probability[SQ_REGION_10] = 0.8;
    disc->probability[SQ_REGION_ON_TEN] = 0.2;
    assert_score("0", "5 to 10");
    board.disc[board.count++] = *disc; /* both on the line: 4 % */
    assert_score("0", "10 to 20");
    disc->probability[SQ_REGION_10] = 0.94; /* both: 0.36 % */
    disc->probability[SQ_REGION_ON_TEN] = 0.06;
    board.disc[1] = *disc;
    assert_score("0", "15 to 20");
    one_disc(0.62, 0.37);
    assert_score("0 to 10", "0 to 10");
    one_disc(1, 0)->sure = true;
    board.tones.known = 1;
    board.sides_doubt = 0.3;
    assert_score("0 to 10", "0 to 10");
}

/* No line is in doubt where only the disc is, however nearly certain it is. */
static void what_is_asked_is_what_is_most_in_doubt(void **state) {
    (void)state;
    sq_board_disc_seen *disc = one_disc(0.98, 0);
    disc->clearance_mm = 31.2;
    assert_true(says("LOOK: is there a dark disc at pixel (500, 300)? (98 %) It would score 10\n"));
    disc->probability[SQ_REGION_10] = 0.9;
    disc->probability[SQ_REGION_ON_TEN] = 0.1;
    assert_true(says("LOOK: does the dark disc at pixel (500, 300) touch a line? "));
}

static void nobody_is_asked_about_a_line_where_all_regions_score_the_same(void **state) {
    (void)state;
    sq_board_disc_seen *disc = one_disc(0.98, 0);
    disc->region = SQ_REGION_ON_TEN;
    disc->probability[SQ_REGION_10] = 0;
    disc->probability[SQ_REGION_ON_TEN] = 0.95;
    disc->probability[SQ_REGION_5] = 0.05;
    assert_true(says("LOOK: is there a dark disc at pixel (500, 300)? (98 %) It would score 5\n"));
    disc->side_sure = 1;
    assert_false(says("LOOK"));
}

static void what_is_likelier_no_disc_is_counted_apart_and_with_all_that_it_may_be(void **state) {
    (void)state;
    one_disc(0.2, 0.2);
    assert_true(says("board.jpg: a crokinole board, 0 light and 0 dark discs in play, 1 perhaps\n"));
    assert_true(says("LOOK: is there a disc at pixel (500, 300)? dark (20 %), light (20 %) or none (60 %) "));
    assert_false(says("  dark: 1"));
}

static void how_large_discs_are_is_measured_only_where_there_are_some(void **state) {
    (void)state;
    one_disc(1, 0);
    board.disc_radius_mm = 15.25;
    assert_true(says("mm wide, a disc's radius 15.25 mm\n"));
    assert_false(says("its radius is"));
    board.count = 0;
    assert_false(says("15.25"));
    assert_true(says("mm thick, and its radius is 15.2 mm\n"));
}

/* What is hardly a disc is no greater doubt than what is nearly one. */
static void the_greatest_doubt_is_the_one_nearest_to_a_half(void **state) {
    (void)state;
    int disc[SQ_BOARD_DISC_CAP];
    one_disc(0.84, 0);
    static const double sure[] = {0.84, 0.68, 0.08, 0.45}, other[] = {0, 0, 0, 0.5};
    board.count = 4;
    for (int i = 0; i < 4; i++) {
        board.disc[i] = board.disc[0];
        board.disc[i].side_sure = sure[i];
        board.disc[i].other_sure = other[i];
    }
    assert_int_equal(sq_board_doubts(&board, disc), 4);
    static const int order[] = {3, 1, 0, 2};
    for (int k = 0; k < 4; k++)
        assert_int_equal(disc[k], order[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_of_unsure_side_is_asked_whose_it_is),
        cmocka_unit_test(what_may_be_no_disc_is_asked_whether_it_is_one),
        cmocka_unit_test(a_disc_near_a_line_is_asked_whether_it_touches),
        cmocka_unit_test(a_score_in_doubt_is_a_range),
        cmocka_unit_test(what_is_asked_is_what_is_most_in_doubt),
        cmocka_unit_test(nobody_is_asked_about_a_line_where_all_regions_score_the_same),
        cmocka_unit_test(what_is_likelier_no_disc_is_counted_apart_and_with_all_that_it_may_be),
        cmocka_unit_test(how_large_discs_are_is_measured_only_where_there_are_some),
        cmocka_unit_test(the_greatest_doubt_is_the_one_nearest_to_a_half),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
