/* Clutter: suspects made up by hand, whole sets of winks and what lies among them. */
#include "vision/review/clutter.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/unit.h"

static sq_suspect suspect[SQ_SEEN_CAP];
static bool is_clutter[SQ_SEEN_CAP];
static int count;

/* Linear light relative to the felt, as usual plastics show it under a usual lamp; and copper. */
static const double plastic[SQ_USUAL_COLOURS][3] = {
    {0.15, 0.3, 1.1}, {0.1, 0.6, 0.25}, {1.3, 0.12, 0.12}, {1.5, 1.1, 0.1}};
static const double copper[3] = {1.05, 0.55, 0.35};

/* Adds one in a heap, whose rim lies `beyond` mm outside of a wink's and is ragged by so much; returns its
 * number. */
static int add(int heap, sq_colour colour, sq_size size, const double light[3], double beyond,
               double ragged) {
    sq_suspect *s = &suspect[count];
    *s = (sq_suspect){.pile = heap, .colour = colour, .size = size, .pixels = 100};
    memcpy(s->light, light, sizeof s->light);
    s->girth.n = SQ_RIM_POINTS;
    for (int i = 0; i < SQ_RIM_POINTS; i++)
        s->girth.beyond[i] = (float)(-0.15 + beyond + (ragged + 0.1) * sin(2.3 * i + count));
    return count++;
}

static int add_wink(sq_colour colour, sq_size size) {
    return add(count, colour, size, plastic[colour], 0, 0);
}

static int set_up(void **state) {
    (void)state;
    count = 0;
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        for (int k = 0; k < SQ_WINKS_PER_COLOUR; k++)
            add_wink((sq_colour)c, k < SQ_LARGE_PER_COLOUR ? SQ_LARGE : SQ_SMALL);
    return 0;
}

/* Those and no others are clutter. */
static void expect(int first, int n) {
    assert_int_equal(sq_clutter_find(is_clutter, suspect, count, 0), n);
    for (int i = 0; i < count; i++)
        if (is_clutter[i] != (i >= first && i < first + n)) fail_msg("suspect %d is misjudged", i);
}

static void a_set_is_no_clutter(void **state) {
    (void)state;
    expect(0, 0);
}

static void nor_are_winks_of_another_set(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++)
        add_wink(SQ_RED, SQ_LARGE);
    expect(0, 0);
}

static void a_coin_more_than_the_set_is(void **state) {
    (void)state;
    int coin = add(count, SQ_RED, SQ_LARGE, copper, 0, 0);
    expect(coin, 1);
}

/* Its colour alone makes a coin unlikely to be a wink; its width too, and nobody need count. */
static void so_is_one_of_another_width_where_a_wink_is_missing(void **state) {
    (void)state;
    suspect[count - 1].pile = -1;       /* a small yellow one, … */
    suspect[count - 1].colour = SQ_RED; /* … in the end one of five red */
    int coin = add(count, SQ_YELLOW, SQ_SMALL, copper, 0.9, 0);
    expect(coin, 1);
}

static void a_paper_of_a_winks_colour_is(void **state) {
    (void)state;
    int heap = count, first = count;
    for (int k = 0; k < 4; k++) {
        int i = add(heap, SQ_GREEN, SQ_SMALL, plastic[SQ_GREEN], 0, 1);
        suspect[i].girth.n = 12;
    }
    expect(first, 4);
}

static void a_wink_in_the_shade_and_one_that_mirrors_a_lamp_are_not(void **state) {
    (void)state;
    for (int c = 0; c < 3; c++) {
        suspect[0].light[c] *= 0.3;
        suspect[7].light[c] += 0.5;
    }
    add_wink(SQ_BLUE, SQ_LARGE); /* more than the set has, so that all are doubted */
    add_wink(SQ_GREEN, SQ_SMALL);
    expect(0, 0);
}

/* A finger on a fifth of its rim. */
static void nor_is_one_that_is_partly_covered(void **state) {
    (void)state;
    for (int i = 0; i < SQ_RIM_POINTS / 5; i++)
        suspect[3].girth.beyond[i] -= 2;
    expect(0, 0);
}

static void what_is_beyond_doubt_stays(void **state) {
    (void)state;
    int coin = add(-1, SQ_RED, SQ_LARGE, copper, 1, 0);
    expect(coin, 0);
}

/* With nothing to compare it with, a round thing of a wink's width is a wink. */
static void a_lone_one_stays(void **state) {
    (void)state;
    count = 0;
    add(0, SQ_RED, SQ_LARGE, copper, 0, 0);
    expect(0, 0);
    count = 0;
    expect(0, 0);
}

/* Of eight blue ones, two too many, three lie off the mat, one of them half over its edge: the two that lie
 * wholly off are none, however sure, and of three there the least sure ones. What a set has is left alone. */
static void what_is_too_many_and_off_the_mat_is_none(void **state) {
    (void)state;
    static sq_position p;
    for (int off = 1; off <= 4; off++) {
        bool is_none[SQ_SEEN_CAP] = {false};
        p = (sq_position){.wink_count = 8};
        for (int i = 0; i < 8; i++) {
            p.winks[i] = (sq_seen_wink){.colour = SQ_BLUE, .size = SQ_SMALL, .sigma_mm = 0.1 + 0.1 * i};
            p.winks[i].at = (sq_mm){40.0 * i, i < off ? -500 : 0};
        }
        p.winks[7].at.y = -457;
        assert_int_equal(sq_clutter_off_mat(is_none, &p), off < 2 ? off : 2);
        for (int i = 0; i < 8; i++)
            assert_int_equal(is_none[i], i < off && i >= off - 2);
        p.wink_count = 6;
        assert_int_equal(sq_clutter_off_mat(is_none, &p), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_set_is_no_clutter, set_up),
        cmocka_unit_test_setup(nor_are_winks_of_another_set, set_up),
        cmocka_unit_test_setup(a_coin_more_than_the_set_is, set_up),
        cmocka_unit_test_setup(so_is_one_of_another_width_where_a_wink_is_missing, set_up),
        cmocka_unit_test_setup(a_paper_of_a_winks_colour_is, set_up),
        cmocka_unit_test_setup(a_wink_in_the_shade_and_one_that_mirrors_a_lamp_are_not, set_up),
        cmocka_unit_test_setup(nor_is_one_that_is_partly_covered, set_up),
        cmocka_unit_test_setup(what_is_beyond_doubt_stays, set_up),
        cmocka_unit_test(a_lone_one_stays),
        cmocka_unit_test(what_is_too_many_and_off_the_mat_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
