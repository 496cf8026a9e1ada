/* The scene: from discs to the position, against counting and measuring by hand. */
#include "vision/geometry/disc.h"
#include "vision/position/position.h"
#include "vision/position/rim_gap.h"
#include "vision/position/squops_and_distances.h"

#include <stdlib.h>

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"

static sq_position position;

static void start(void) {
    position = hand_made_start();
    position.pot_sigma_mm = 0.05;
}

static void put(sq_wink w, double x, double y) {
    hand_made_put(&position, w, w, x, y, SQ_PLACE_MAT);
}

static const sq_squop *squop(int over, int under) {
    for (int i = 0; i < position.squop_count; i++)
        if (position.squops[i].over == over && position.squops[i].under == under) return &position.squops[i];
    return 0;
}

/* ---- Squops ---- */

static void the_start_has_no_squop(void **state) {
    (void)state;
    start();
    sq_position_complete(&position, 0, 0, 0);
    assert_int_equal(position.squop_count, 0);
    for (int i = 0; i < SQ_USUAL_WINKS; i++)
        assert_int_equal(position.winks[i].place, SQ_PLACE_BASELINE);
    assert_false(position.truncated);
}

static void a_pictures_order_makes_a_squop(void **state) {
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        start();
        put(2, 100, 50);
        put(9, 109, 52);
        sq_order o = turned ? (sq_order){9, 2, 0.001, 0} : (sq_order){2, 9, 0.999, 0};
        sq_position_complete(&position, 0, &o, 1);
        const sq_squop *s = squop(9, 2);
        assert_non_null(s);
        assert_int_equal(position.squop_count, 1); /* the other way round is not worth a line */
        assert_int_equal(s->call, SQ_CALL_SQUOPPED);
        assert_near(s->probability, 0.999, 1e-6);
        assert_near(s->gap_mm, hypot(9, 2) - 16, 1e-9);
        assert_near(s->sigma_mm, sq_gap_sigma(0.1, 0.1, 1), 1e-9);
    }
}

static void without_an_order_an_umpire_must_look(void **state) {
    (void)state;
    start();
    put(2, 100, 50);
    put(9, 109, 52);
    sq_position_complete(&position, 0, 0, 0);
    assert_int_equal(position.squop_count, 2);
    assert_near(squop(2, 9)->probability, 0.5, 1e-6);
    assert_near(squop(9, 2)->probability, 0.5, 1e-6);
    assert_int_equal(squop(9, 2)->call, SQ_CALL_LOOK);
}

/* The nearer two rims are, the less is said: clear, look, and squopped only well within. */
static void rims_that_nearly_touch(void **state) {
    (void)state;
    for (double gap = -1; gap <= 1; gap += 0.05) {
        start();
        put(2, 100, 50);
        put(9, 100, 66 + gap);
        sq_order o = {2, 9, 1, 0};
        sq_position_complete(&position, 0, &o, 1);
        double z = gap / sq_gap_sigma(0.1, 0.1, 1);
        const sq_squop *s = squop(9, 2);
        if (z > 2.4) {
            assert_null(s); /* below one in a hundred */
        } else if (z < 2.3) {
            assert_non_null(s);
            assert_int_equal(s->call, z < -2.33 ? SQ_CALL_SQUOPPED : SQ_CALL_LOOK);
        }
    }
}

/* What lies in the pot squops nothing on the mat (and nothing in it is judged). */
static void in_the_pot_nothing_is_squopped(void **state) {
    (void)state;
    start();
    hand_made_put(&position, 2, 2, 5, 3, SQ_PLACE_POT);
    hand_made_put(&position, 9, 9, 2, 3, SQ_PLACE_RIM);
    put(10, 18, 3);
    sq_position_complete(&position, 0, 0, 0);
    assert_int_equal(position.squop_count, 0);
    assert_int_equal(position.winks[2].place, SQ_PLACE_POT);
    assert_int_equal(position.winks[9].place, SQ_PLACE_RIM);
}

static void too_many_pairs_are_told(void **state) {
    (void)state;
    start();
    for (int i = 0; i < SQ_SEEN_CAP; i++)
        position.winks[i] = hand_made_wink((sq_wink)(i % SQ_USUAL_WINKS), 100 + 0.01 * i, 50, SQ_PLACE_MAT);
    position.wink_count = SQ_SEEN_CAP;
    sq_position_complete(&position, 0, 0, 0);
    assert_true(position.truncated);
    assert_int_equal(position.squop_count, SQ_PAIR_CAP);
}

/* ---- The pot and the squidge-off ---- */

static void edges_are_measured_to_the_pots_base(void **state) {
    (void)state;
    start();
    position.pot = (sq_mm){3, -2};
    put(0, 103, -2);
    put(2, 3, 18);
    sq_position_complete(&position, 0, 0, 0);
    assert_near(position.winks[0].edge_to_pot_mm, 100 - 11 - 19, 1e-9);
    assert_near(position.winks[2].edge_to_pot_mm, 20 - 8 - 19, 1e-9);
    assert_near(position.winks[2].edge_sigma_mm, hypot(0.1, 0.05), 1e-9);
}

/* Random positions: the list, against looking through all winks. */
/* The least distance of a body that leans by `lean` towards an azimuth, by walking round the middles of its
 * round edges, above and below. */
static double walked_edge(const sq_seen_wink *w, double lean, double azimuth) {
    double least = INFINITY, half = SQ_WINK_THICKNESS_MM / 2 - SQ_WINK_ROUNDING_MM,
           r = sq_seen_radius_mm(w) - SQ_WINK_ROUNDING_MM;
    for (int i = 0; i < 7200; i++)
        for (int face = -1; face <= 1; face += 2) {
            double up = r * cos(i * M_PI / 3600) * cos(lean) + face * half * sin(lean);
            double aside = r * sin(i * M_PI / 3600);
            double x = w->at.x + up * cos(azimuth) - aside * sin(azimuth);
            double y = w->at.y + up * sin(azimuth) + aside * cos(azimuth);
            least = fmin(least, hypot(x, y));
        }
    return least - SQ_WINK_ROUNDING_MM - SQ_POT_BASE_MM / 2;
}

/* On the pot it leans away from it; in a pile anywhere, but farther off. */
static void a_leaning_wink_reaches_less_far(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++) {
        start();
        double lean = 0.1 * i, azimuth = 0.5 * i, away = i % 2 ? 27 + i : 300;
        put(i % 3 ? 0 : 9, away * cos(azimuth), away * sin(azimuth));
        sq_seen_wink *w = &position.winks[i % 3 ? 0 : 9];
        double towards = i % 2 ? azimuth : 0.3 * i;
        w->normal = (sq_mm3){sin(lean) * cos(towards), sin(lean) * sin(towards), cos(lean)};
        sq_position_complete(&position, 0, 0, 0);
        assert_near(w->edge_to_pot_mm, walked_edge(w, lean, towards), i % 2 ? 0.001 : 0.1);
    }
}

static void the_nearest_of_each_colour(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 50; seed++) {
        srand(seed);
        start();
        for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
            if (rand() % 3) put(w, rand() % 1700 - 850, rand() % 800 - 400);
        if (seed % 4 == 0)
            for (int i = SQ_USUAL_WINKS - 1; i >= 0; i--)
                if (position.winks[i].colour == SQ_RED) hand_made_lose(&position, i);
        sq_position_complete(&position, 0, 0, 0);
        double last = -INFINITY;
        int colours = 0;
        for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
            double least = INFINITY;
            for (int i = 0; i < position.wink_count; i++)
                if (position.winks[i].colour == (sq_colour)c && position.winks[i].place != SQ_PLACE_OFF)
                    least = fmin(least, position.winks[i].edge_to_pot_mm);
            colours += isfinite(least);
            for (int n = 0; n < position.nearest_count; n++)
                if (position.nearest[n].colour == (sq_colour)c) assert_near(position.nearest[n].mm, least, 0);
        }
        assert_int_equal(position.nearest_count, colours);
        for (int n = 0; n < position.nearest_count; n++) {
            const sq_nearest *k = &position.nearest[n];
            assert_true(k->mm >= last);
            last = k->mm;
            assert_int_equal(position.winks[k->wink].colour, k->colour);
        }
        double z = (position.nearest[1].mm - position.nearest[0].mm) /
                   hypot(position.nearest[0].sigma_mm, position.nearest[1].sigma_mm);
        if (fabs(z - 2.326) > 0.01) assert_int_equal(position.too_close, z < 2.326);
    }
}

static void two_at_the_same_distance_are_too_close(void **state) {
    (void)state;
    start();
    put(2, 60, 0);
    put(9, 0, -60.2);
    put(14, -200, 0);
    sq_position_complete(&position, 0, 0, 0);
    assert_true(position.too_close);
    put(9, 0, -62);
    sq_position_complete(&position, 0, 0, 0);
    assert_false(position.too_close);
    assert_int_equal(position.nearest[0].colour, SQ_BLUE);
}

/* At the start all winks lie behind their baselines, equally far from the pot. */
static void what_nobody_has_played_is_not_too_close(void **state) {
    (void)state;
    start();
    sq_position_complete(&position, 0, 0, 0);
    assert_int_equal(position.nearest_count, SQ_USUAL_COLOURS);
    assert_near(position.nearest[0].mm, position.nearest[1].mm, 0.001);
    assert_false(position.too_close);
    put(2, 400, 300);
    put(9, 400, -300);
    sq_position_complete(&position, 0, 0, 0);
    assert_true(position.too_close);
}

static void nobody_is_near_when_nobody_is_there(void **state) {
    (void)state;
    position = (sq_position){0};
    sq_position_complete(&position, 0, 0, 0);
    assert_int_equal(position.nearest_count, 0);
    assert_false(position.too_close);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        assert_int_equal(position.unseen[c][SQ_LARGE], 2);
        assert_int_equal(position.unseen[c][SQ_SMALL], 4);
        assert_int_equal(position.tiddlies[c].low, 0);
        assert_int_equal(position.tiddlies[c].high, 18); /* all six potted */
    }
}

/* ---- Unseen and tiddlies ---- */

static void what_is_not_seen_is_counted(void **state) {
    (void)state;
    start();
    hand_made_lose(&position, 23);
    hand_made_lose(&position, 19);
    hand_made_lose(&position, 0);
    memset(position.unseen, 7, sizeof position.unseen);
    sq_position_complete(&position, 0, 0, 0);
    assert_int_equal(position.unseen[SQ_BLUE][SQ_LARGE], 1);
    assert_int_equal(position.unseen[SQ_BLUE][SQ_SMALL], 0);
    assert_int_equal(position.unseen[SQ_YELLOW][SQ_LARGE], 1);
    assert_int_equal(position.unseen[SQ_YELLOW][SQ_SMALL], 1);
    assert_int_equal(position.unseen[SQ_GREEN][SQ_SMALL], 0);
}

/* More of a kind than a set has: a second set, or a mistake. Never less than none unseen. */
static void too_many_of_a_kind_leave_none_unseen(void **state) {
    (void)state;
    start();
    for (int i = 0; i < 5; i++)
        position.winks[position.wink_count++] = hand_made_wink(0, 100 + 40 * i, 0, SQ_PLACE_MAT);
    sq_position_complete(&position, 0, 0, 0);
    assert_int_equal(position.unseen[SQ_BLUE][SQ_LARGE], 0);
}

/* Rule 19.1: three for a potted wink, one for a free one that was played, none for a squopped or unplayed
 * one. What is not seen may be potted or hidden. */
static void tiddlies_are_bounded(void **state) {
    (void)state;
    start();
    hand_made_put(&position, 2, 2, 0, 0, SQ_PLACE_POT);  /* blue: one potted */
    hand_made_put(&position, 3, 3, 20, 0, SQ_PLACE_RIM); /* and one on the rim */
    put(4, 300, 0);                                      /* one free */
    put(5, 300, 100);                                    /* one squopped by g1 */
    put(8, 309, 100);
    put(9, -300, 0); /* g2: above or below y1 */
    put(20, -300, 10);
    hand_made_lose(&position, 23); /* y4: nowhere */
    sq_order o = {5, 8, 1, 0};
    sq_position_complete(&position, 0, &o, 1);
    assert_int_equal(position.tiddlies[SQ_BLUE].low, 7);
    assert_int_equal(position.tiddlies[SQ_BLUE].high, 7);
    assert_int_equal(position.tiddlies[SQ_GREEN].low, 1);
    assert_int_equal(position.tiddlies[SQ_GREEN].high, 2);
    assert_int_equal(position.tiddlies[SQ_RED].low, 0);
    assert_int_equal(position.tiddlies[SQ_RED].high, 0);
    assert_int_equal(position.tiddlies[SQ_YELLOW].low, 0);
    assert_int_equal(position.tiddlies[SQ_YELLOW].high, 1 + 3);
}

/* One wink alone lies behind a baseline: it waits there and counts nothing, or it was played and counts one,
 * if the corner is another's. A camera that knows the corners tells, and so do winks that wait in theirs. */
static void tiddlies_hang_on_whose_corner_it_is(void **state) {
    (void)state;
    for (int known = 0; known <= 1; known++) {
        position = (sq_position){.pot_found = true};
        for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
            position.winks[position.wink_count++] =
                hand_made_wink(w, 60.0 * (w % 6) - 150, 60.0 * (w / 6) - 300, SQ_PLACE_MAT);
        put(2, -890, 400);
        sq_position_complete(&position, known, 0, 0);
        assert_int_equal(position.tiddlies[SQ_BLUE].low, 5);
        assert_int_equal(position.tiddlies[SQ_BLUE].high, known ? 5 : 6);
        assert_int_equal(position.tiddlies[SQ_RED].low, 6);
        assert_int_equal(position.winks[2].place, SQ_PLACE_BASELINE);
    }
    start();
    put(2, 865, 400);
    sq_position_complete(&position, 0, 0, 0);
    assert_int_equal(position.tiddlies[SQ_BLUE].low, 1);
    assert_int_equal(position.tiddlies[SQ_BLUE].high, 1);
}

/* No wink waits upon one of another colour: b1, behind its own baseline, was played there, or r1 slid below
 * it. If r1 lies upon it, it may well wait. */
static void upon_another_colour_a_wink_may_not_wait(void **state) {
    (void)state;
    for (int upon = 0; upon < 2; upon++) {
        start();
        put(2, -865, 400);
        put(14, -856, 400);
        sq_order o = {2, 14, upon ? 0 : 1, 0};
        sq_position_complete(&position, 1, &o, 1);
        assert_int_equal(position.winks[2].place, SQ_PLACE_BASELINE);
        assert_int_equal(position.tiddlies[SQ_BLUE].low, 0);
        assert_int_equal(position.tiddlies[SQ_BLUE].high, upon);
    }
}

/* What is covered may be a wink that squops the one beside it, if any is out of sight. */
static void beside_what_is_covered_a_wink_may_be_squopped(void **state) {
    (void)state;
    for (int lost = 0; lost < 2; lost++) {
        start();
        put(4, 300, 0);
        put(5, 200, 0);
        if (lost) hand_made_lose(&position, 23);
        position.regions[position.region_count++] = (sq_region){{300, 15}, 8};
        sq_position_complete(&position, 0, 0, 0);
        assert_int_equal(position.tiddlies[SQ_BLUE].low, lost ? 1 : 2);
        assert_int_equal(position.tiddlies[SQ_BLUE].high, 2);
    }
}

/* Two of one colour overlap, and nothing tells which is the upper one: one of them is free all the same. In a
 * chain of three one or two are. */
static void of_a_pair_of_one_colour_one_is_free(void **state) {
    (void)state;
    start();
    put(2, 300, 0), put(3, 309, 0);                     /* blue: a pair */
    put(8, -300, 0), put(9, -291, 0), put(10, -282, 0); /* green: a chain */
    put(14, 0, 300), put(15, 15.8, 300);                /* red: they overlap, or do not touch */
    sq_position_complete(&position, 0, 0, 0);
    assert_int_equal(position.tiddlies[SQ_BLUE].low, 1);
    assert_int_equal(position.tiddlies[SQ_BLUE].high, 1);
    assert_int_equal(position.tiddlies[SQ_GREEN].low, 1);
    assert_int_equal(position.tiddlies[SQ_GREEN].high, 2);
    assert_int_equal(position.tiddlies[SQ_RED].low, 1);
    assert_int_equal(position.tiddlies[SQ_RED].high, 2);
}

/* Whatever may be the truth, it lies between low and high: every way in which an open pair can be. */
static void every_truth_lies_within_the_bounds(void **state) {
    (void)state;
    start();
    put(2, 300, 0), put(9, 309, 0), put(15, 318, 0), put(4, 100, 300), put(21, 112, 300);
    sq_position_complete(&position, 0, 0, 0);
    static const int pair[3][2] = {{2, 9}, {9, 15}, {4, 21}};
    for (int way = 0; way < 8; way++) {
        int tiddlies[SQ_USUAL_COLOURS] = {1 + 1, 1, 1, 1}; /* all of them free */
        sq_wink_set under = 0;
        for (int k = 0; k < 3; k++)
            under |= sq_wink_bit((sq_wink)pair[k][way >> k & 1]);
        for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
            if (under & sq_wink_bit(w)) tiddlies[sq_wink_colour(w)]--;
        for (int c = 0; c < SQ_USUAL_COLOURS; c++)
            assert_in_range(tiddlies[c], position.tiddlies[c].low, position.tiddlies[c].high);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_has_no_squop),
        cmocka_unit_test(a_pictures_order_makes_a_squop),
        cmocka_unit_test(without_an_order_an_umpire_must_look),
        cmocka_unit_test(rims_that_nearly_touch),
        cmocka_unit_test(in_the_pot_nothing_is_squopped),
        cmocka_unit_test(too_many_pairs_are_told),
        cmocka_unit_test(edges_are_measured_to_the_pots_base),
        cmocka_unit_test(a_leaning_wink_reaches_less_far),
        cmocka_unit_test(the_nearest_of_each_colour),
        cmocka_unit_test(two_at_the_same_distance_are_too_close),
        cmocka_unit_test(what_nobody_has_played_is_not_too_close),
        cmocka_unit_test(nobody_is_near_when_nobody_is_there),
        cmocka_unit_test(what_is_not_seen_is_counted),
        cmocka_unit_test(too_many_of_a_kind_leave_none_unseen),
        cmocka_unit_test(tiddlies_are_bounded),
        cmocka_unit_test(tiddlies_hang_on_whose_corner_it_is),
        cmocka_unit_test(upon_another_colour_a_wink_may_not_wait),
        cmocka_unit_test(beside_what_is_covered_a_wink_may_be_squopped),
        cmocka_unit_test(of_a_pair_of_one_colour_one_is_free),
        cmocka_unit_test(every_truth_lies_within_the_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
