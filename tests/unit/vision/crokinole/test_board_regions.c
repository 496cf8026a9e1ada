/* Regions: a disc's foot against the edges of the lines, called where it is clear and asked where it is
 * close. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "vision/crokinole/board_regions.h"

enum { RADIUS = 16 };

static const sq_disc_radius all_discs = {RADIUS, 0.25};

static sq_seen_board board(void) {
    /* From 1.2 m above: 1.25 pixels a millimetre. */
    sq_seen_board b = {.camera = {.width = 1920,
                                  .height = 1080,
                                  .fx = 1500,
                                  .fy = 1500,
                                  .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                  .t = {0, 0, 1200}}};
    static const double radii[SQ_RINGS] = {305, 203, 102};
    for (int k = 0; k < SQ_RINGS; k++)
        b.ring[k] = (sq_ring_line){.radius_mm = radii[k], .half_width_mm = 1};
    return b;
}

/* A disc whose middle lies so far from the board's. */
static sq_board_disc_seen disc_at(double mm, double in_hole) {
    sq_seen_board b = board();
    sq_board_disc_seen d = {.side = SQ_DARK, .side_sure = 1, .at = {0.6 * mm, -0.8 * mm}, .sigma_mm = 0.2};
    sq_board_regions_judge(&d, &b, all_discs, in_hole);
    return d;
}

static void calls(double mm, double in_hole, sq_board_region region, int value) {
    sq_board_disc_seen d = disc_at(mm, in_hole);
    double sum = 0;
    for (int r = 0; r < SQ_BOARD_REGIONS; r++)
        sum += d.probability[r];
    assert_int_equal(d.region, region);
    assert_true(d.sure);
    assert_int_equal(sq_board_region_value(d.region), value);
    assert_true(fabs(sum - 1) < 1e-9);
}

static void a_disc_on_a_line_scores_the_lower_side(void **state) {
    (void)state;
    calls(1, 1, SQ_REGION_HOLE, 20);
    calls(60, 0, SQ_REGION_15, 15);
    calls(102 - 1 - RADIUS + 2, 0, SQ_REGION_ON_FIFTEEN, 10);
    calls(102 + 1 + RADIUS - 2, 0, SQ_REGION_ON_FIFTEEN, 10);
    calls(150, 0, SQ_REGION_10, 10);
    calls(203, 0, SQ_REGION_ON_TEN, 5);
    calls(250, 0, SQ_REGION_5, 5);
    calls(305 - 1 - RADIUS + 2, 0, SQ_REGION_ON_OUTER, 0);
    calls(340, 0, SQ_REGION_DITCH, 0);
}

static void what_is_within_its_deviation_of_a_line_is_asked(void **state) {
    (void)state;
    sq_board_disc_seen d = disc_at(203 - 1 - RADIUS - 0.1, 0);
    assert_false(d.sure);
    assert_int_equal(d.nearest, SQ_RING_TEN);
    assert_true(fabs(d.clearance_mm - 0.1) < 1e-9);
    assert_true(d.probability[SQ_REGION_10] > 0.5 && d.probability[SQ_REGION_ON_TEN] > 0.3);
    assert_false(disc_at(3, 0.5).sure); /* in the hole, or over it */
}

/* On the 10 line a disc scores what it scores beyond it. */
static void where_only_the_region_is_in_doubt_nobody_need_look(void **state) {
    (void)state;
    static sq_board_position p;
    p = (sq_board_position){.count = 2};
    p.disc[0] = disc_at(203 + 1 + RADIUS + 0.1, 0);
    p.disc[1] = disc_at(203 - 1 - RADIUS - 0.1, 0);
    assert_false(p.disc[0].sure);
    assert_false(sq_board_must_look(&p, 0));
    assert_true(sq_board_must_look(&p, 1));
    p.disc[0].side_sure = 0.9;
    assert_true(sq_board_must_look(&p, 0));
    p.disc[0].side_sure = 1;
    p.sides_doubt = 0.1;
    assert_true(sq_board_must_look(&p, 0));
}

/* A third of a rim shows: perhaps it is that of the disc's side, 4 mm beside it. */
static void what_may_not_be_the_rim_is_asked_farther_from_a_line(void **state) {
    (void)state;
    sq_seen_board b = board();
    double mm = 203 - 1 - RADIUS - 2, sum = 0;
    sq_board_disc_seen d = disc_at(mm, 0);
    assert_true(d.sure && fabs(d.clearance_mm - 2) < 1e-9);
    double rim_alone = d.clearance_sigma_mm;
    d.wrong_circle = 0.5;
    sq_board_regions_judge(&d, &b, all_discs, 0);
    assert_false(d.sure);
    assert_true(d.region == SQ_REGION_10 && d.probability[SQ_REGION_ON_TEN] > 0.05);
    assert_true(d.clearance_sigma_mm > 2 && rim_alone < 0.5);
    for (int r = 0; r < SQ_BOARD_REGIONS; r++)
        sum += d.probability[r];
    assert_true(fabs(sum - 1) < 1e-9);
}

/* What a line strays by counts beside what the disc's place and radius are wrong by. */
static void a_line_that_is_not_sure_is_asked_about(void **state) {
    (void)state;
    sq_seen_board b = board();
    sq_board_disc_seen d = disc_at(203 - 1 - RADIUS - 1, 0);
    double line_alone = hypot(0.2, 0.25);
    assert_true(d.sure && fabs(d.clearance_sigma_mm - line_alone) < 1e-9);
    b.ring[SQ_RING_TEN].width_sigma_mm = 1;
    sq_board_regions_judge(&d, &b, all_discs, 0);
    assert_false(d.sure);
    assert_true(fabs(d.clearance_sigma_mm - hypot(line_alone, 1)) < 1e-9);
    b.ring[SQ_RING_TEN].width_sigma_mm = 0;
    b.ring[SQ_RING_OUTER].width_sigma_mm = 1; /* another line's doubt does not matter here */
    sq_board_regions_judge(&d, &b, all_discs, 0);
    assert_true(d.sure);
}

/* Beside the disc three of nine places of the line were taken from its shadow: the others tell where it is,
 * and how surely. */
static void a_line_is_where_most_of_its_places_are(void **state) {
    (void)state;
    static const float scatter[9] = {0.02f, -0.03f, 0.01f, -0.02f, 2, 1.6f, 1.2f, 0.03f, -0.01f};
    sq_seen_board b = board();
    sq_ring_line *line = &b.ring[SQ_RING_TEN];
    sq_board_disc_seen d = {
        .side = SQ_DARK, .side_sure = 1, .at = {203 - 1 - RADIUS - 1, 0}, .sigma_mm = 0.2};
    for (int i = -4; i <= 4; i++) {
        int place = (i + SQ_RING_PLACES) % SQ_RING_PLACES;
        line->shows[place] = true;
        line->off_mm[place] = scatter[i + 4];
    }
    sq_board_regions_judge(&d, &b, all_discs, 0);
    assert_true(d.sure && fabs(d.clearance_mm - 1) < 0.05);
    assert_true(d.clearance_sigma_mm > hypot(0.2, 0.25) && d.clearance_sigma_mm < 0.34);
    for (int i = -4; i <= 4; i++) /* places that do not agree tell little */
        line->off_mm[(i + SQ_RING_PLACES) % SQ_RING_PLACES] = i % 2 ? 0.9f : -0.9f;
    sq_board_regions_judge(&d, &b, all_discs, 0);
    assert_false(d.sure);
}

static void a_score_is_as_sure_as_its_discs(void **state) {
    (void)state;
    sq_board_position p = {.count = 3};
    p.disc[0] = disc_at(60, 0);
    p.disc[1] = disc_at(250, 0);
    p.disc[1].side = SQ_LIGHT;
    p.disc[2] = disc_at(203 - 1 - RADIUS - 0.1, 0);
    sq_board_position_score(&p);
    assert_int_equal(p.score[SQ_LIGHT], 5);
    assert_int_equal(p.score[SQ_DARK], 25);
    assert_true(fabs(p.score_probability - p.disc[2].probability[SQ_REGION_10]) < 0.01);
}

/* It may be either side's disc, or none: it is counted as none, and scores for whichever it is. */
static void what_may_be_either_sides_disc_makes_the_score_unsure(void **state) {
    (void)state;
    sq_board_position p = {.count = 1};
    p.disc[0] = disc_at(60, 0);
    p.disc[0].side_sure = 0.3;
    p.disc[0].other_sure = 0.25;
    sq_board_position_score(&p);
    assert_int_equal(p.score[SQ_LIGHT] + p.score[SQ_DARK], 0);
    assert_true(fabs(p.score_probability - 0.45) < 0.01);
}

/* Unless another question stands among the discs, the likeliest of them does. */
static void what_is_hardly_a_disc_is_told_apart_but_never_without_a_question(void **state) {
    (void)state;
    static sq_board_position p;
    p = (sq_board_position){.count = 3};
    p.disc[0] = (sq_board_disc_seen){.region = SQ_REGION_5, .side_sure = 0.999, .sure = true};
    p.disc[1] = (sq_board_disc_seen){.region = SQ_REGION_5, .side_sure = 0.1};
    p.disc[2] = (sq_board_disc_seen){.region = SQ_REGION_5, .side_sure = 0.2};
    assert_false(sq_board_is_hardly_a_disc(&p, 0));
    assert_true(sq_board_is_hardly_a_disc(&p, 1));
    assert_false(sq_board_is_hardly_a_disc(&p, 2));
    p.disc[0].sure = false;
    assert_true(sq_board_is_hardly_a_disc(&p, 2));
    p.disc[2].region = SQ_REGION_HOLE;
    assert_false(sq_board_is_hardly_a_disc(&p, 2));
}

/* What scores nothing, wherever it lies, is no question; what may be either side's is likelier by both. */
static void what_scores_nothing_is_no_question(void **state) {
    (void)state;
    static sq_board_position p;
    p = (sq_board_position){.count = 4};
    p.disc[0] = (sq_board_disc_seen){.region = SQ_REGION_DITCH, .side_sure = 0.95};
    p.disc[1] = (sq_board_disc_seen){.region = SQ_REGION_5, .side_sure = 0.12, .other_sure = 0.12};
    p.disc[2] = (sq_board_disc_seen){.region = SQ_REGION_5, .side_sure = 0.2};
    p.disc[3] = (sq_board_disc_seen){.region = SQ_REGION_DITCH, .side_sure = 0.28};
    assert_false(sq_board_must_look(&p, 0));
    assert_false(sq_board_is_hardly_a_disc(&p, 0));
    assert_false(sq_board_is_hardly_a_disc(&p, 1));
    assert_true(sq_board_is_hardly_a_disc(&p, 2));
    assert_true(sq_board_is_hardly_a_disc(&p, 3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_on_a_line_scores_the_lower_side),
        cmocka_unit_test(what_is_within_its_deviation_of_a_line_is_asked),
        cmocka_unit_test(where_only_the_region_is_in_doubt_nobody_need_look),
        cmocka_unit_test(what_may_not_be_the_rim_is_asked_farther_from_a_line),
        cmocka_unit_test(a_line_that_is_not_sure_is_asked_about),
        cmocka_unit_test(a_line_is_where_most_of_its_places_are),
        cmocka_unit_test(a_score_is_as_sure_as_its_discs),
        cmocka_unit_test(what_may_be_either_sides_disc_makes_the_score_unsure),
        cmocka_unit_test(what_is_hardly_a_disc_is_told_apart_but_never_without_a_question),
        cmocka_unit_test(what_scores_nothing_is_no_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
