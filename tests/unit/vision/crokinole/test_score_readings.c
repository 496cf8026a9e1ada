/* Every score that doubtful discs leave possible, by its probability. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "vision/crokinole/score_readings.h"

static sq_board_disc_seen *add(sq_board_position *p, sq_board_side side, double side_sure) {
    sq_board_disc_seen *disc = &p->disc[p->count++];
    *disc = (sq_board_disc_seen){.side = side, .side_sure = side_sure};
    return disc;
}

static void a_board_without_doubt_has_one_reading(void **state) {
    (void)state;
    static sq_board_position p;
    sq_score_reading r[SQ_SCORE_READINGS];
    p.count = 0;
    add(&p, SQ_LIGHT, 1)->probability[SQ_REGION_15] = 1;
    add(&p, SQ_DARK, 1)->probability[SQ_REGION_ON_TEN] = 1;
    assert_int_equal(sq_score_readings(&p, r), 1);
    assert_int_equal(r[0].score[SQ_LIGHT], 15);
    assert_int_equal(r[0].score[SQ_DARK], 5);
    assert_true(fabs(r[0].probability - 1) < 1e-9);
}

static void doubts_multiply_and_equal_scores_add_up(void **state) {
    (void)state;
    static sq_board_position p;
    sq_score_reading r[SQ_SCORE_READINGS];
    p.count = 0;
    for (int i = 0; i < 2; i++) { /* two discs at the 15 line, 15 or 10 each */
        sq_board_disc_seen *disc = add(&p, SQ_LIGHT, 1);
        disc->probability[SQ_REGION_15] = 0.8;
        disc->probability[SQ_REGION_ON_FIFTEEN] = 0.2;
    }
    add(&p, SQ_DARK, 0.4)->probability[SQ_REGION_HOLE] = 1;
    assert_int_equal(sq_score_readings(&p, r), 6);
    assert_int_equal(r[0].score[SQ_LIGHT], 30);
    assert_int_equal(r[0].score[SQ_DARK], 0);
    assert_true(fabs(r[0].probability - 0.64 * 0.6) < 1e-9);
    double of_25 = 0;
    for (int i = 0; i < 6; i++)
        of_25 += r[i].score[SQ_LIGHT] == 25 ? r[i].probability : 0;
    assert_true(fabs(of_25 - 0.32) < 1e-9);
}

/* A disc that is there, but may be the other side's. */
static void a_disc_of_unsure_side_counts_for_either(void **state) {
    (void)state;
    static sq_board_position p;
    sq_score_reading r[SQ_SCORE_READINGS];
    p.count = 0;
    sq_board_disc_seen *disc = add(&p, SQ_LIGHT, 0.7);
    disc->other_sure = 0.25;
    disc->probability[SQ_REGION_10] = 1;
    assert_int_equal(sq_score_readings(&p, r), 3);
    assert_true(r[0].score[SQ_LIGHT] == 10 && r[0].score[SQ_DARK] == 0);
    assert_true(r[1].score[SQ_LIGHT] == 0 && r[1].score[SQ_DARK] == 10);
    assert_true(fabs(r[1].probability - 0.25) < 1e-9);
    assert_true(r[2].score[SQ_LIGHT] == 0 && r[2].score[SQ_DARK] == 0);
}

static void many_doubts_leave_the_likeliest(void **state) {
    (void)state;
    static sq_board_position p;
    sq_score_reading r[SQ_SCORE_READINGS];
    p.count = 0;
    for (int i = 0; i < 24; i++) {
        sq_board_disc_seen *disc = add(&p, (sq_board_side)(i % 2), 0.7);
        disc->probability[SQ_REGION_15] = 0.6;
        disc->probability[SQ_REGION_10] = 0.3;
        disc->probability[SQ_REGION_5] = 0.1;
    }
    int n = sq_score_readings(&p, r);
    double sum = 0;
    assert_true(n > 1 && n <= SQ_SCORE_READINGS);
    for (int i = 0; i < n; i++) {
        sum += r[i].probability;
        if (i) assert_true(r[i].probability <= r[i - 1].probability);
    }
    assert_true(fabs(sum - 1) < 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_without_doubt_has_one_reading),
        cmocka_unit_test(doubts_multiply_and_equal_scores_add_up),
        cmocka_unit_test(a_disc_of_unsure_side_counts_for_either),
        cmocka_unit_test(many_doubts_leave_the_likeliest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
