/* Whose corner is which, told by the winks that wait there; and where a wink lies. */
#include "vision/position/mat_corners.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"

static const double hx = SQ_MAT_LENGTH_MM / 2, hy = SQ_MAT_WIDTH_MM / 2;

/* Clockwise as seen from above. */
static void corners_go_round(void **state) {
    (void)state;
    for (int c = 0; c < SQ_MAT_CORNERS; c++) {
        sq_mm a = {hand_made_sign[c][0] * 800, hand_made_sign[c][1] * 400};
        assert_int_equal(sq_mat_corner(a), c);
        sq_mm b = {hand_made_sign[(c + 1) % SQ_MAT_CORNERS][0] * 800,
                   hand_made_sign[(c + 1) % SQ_MAT_CORNERS][1] * 400};
        assert_true(a.x * b.y - a.y * b.x < 0); /* a turn to the right */
    }
}

/* Whoever sits where: with winks behind their baselines, also when most have gone. */
static void blues_corner_is_found(void **state) {
    (void)state;
    for (int turn = 0; turn < SQ_MAT_CORNERS; turn++)
        for (int gone = 0; gone <= 20; gone += 5) {
            sq_position p = hand_made_start();
            for (int i = 0; i < SQ_USUAL_WINKS; i++) {
                int corner = (turn + (int)p.winks[i].colour) % SQ_MAT_CORNERS;
                p.winks[i].at = (sq_mm){hand_made_sign[corner][0] * 890,
                                        hand_made_sign[corner][1] * (300 + 27 * (i % 6))};
                if (i < gone) p.winks[i].at = (sq_mm){-100 + 9 * i, 50};
            }
            assert_int_equal(sq_mat_blue_corner(p.winks, p.wink_count), turn);
        }
}

/* A wink that strays behind another's baseline does not outvote those that wait behind their own. */
static void strays_do_not_outvote(void **state) {
    (void)state;
    sq_position p = hand_made_start();
    for (int i = 0; i < 5; i++)
        p.winks[i].at = (sq_mm){hand_made_sign[2][0] * 890, hand_made_sign[2][1] * (300 + 27 * i)};
    assert_int_equal(sq_mat_blue_corner(p.winks, p.wink_count), 0);
}

/* A start as it is, or as a mirror shows it: left and right change places. */
static sq_position start_seen(bool mirrored) {
    sq_position p = hand_made_start();
    for (int i = 0; i < p.wink_count && mirrored; i++)
        p.winks[i].at.x = -p.winks[i].at.x;
    return p;
}

static bool is_sure(const sq_position *p, int blue, bool mirrored) {
    sq_corner_order o = sq_mat_corner_order(p->winks, p->wink_count);
    return sq_corner_order_is_sure(&o) && o.blue == blue && o.mirrored == mirrored;
}

static void at_the_start_the_order_is_sure(void **state) {
    (void)state;
    sq_position p = start_seen(false);
    assert_true(is_sure(&p, 0, false));
    for (int i = 0; i < 2; i++) /* two blue ones behind red's baseline */
        p.winks[i].at = (sq_mm){hand_made_sign[2][0] * 890, hand_made_sign[2][1] * (300 + 27 * i)};
    assert_true(is_sure(&p, 0, false));
}

static void a_mirror_is_noticed(void **state) {
    (void)state;
    sq_position p = start_seen(true);
    assert_true(is_sure(&p, 1, true));       /* blue's corner was the upper left */
    for (int i = 0; i < SQ_USUAL_WINKS; i++) /* two of each colour wait */
        if (i % SQ_WINKS_PER_COLOUR > 1) p.winks[i].at = (sq_mm){-100 + 9 * i, 50};
    assert_true(is_sure(&p, 1, true));
}

/* Winks of one colour, or of two that sit across, wait in a mirror as they do without one. */
static void what_a_mirror_does_not_change_is_not_sure(void **state) {
    (void)state;
    for (int both = 0; both < 2; both++) {
        sq_position p = start_seen(true);
        for (int i = 0; i < SQ_USUAL_WINKS; i++)
            if (p.winks[i].colour != SQ_BLUE && !(both && p.winks[i].colour == SQ_RED))
                p.winks[i].at = (sq_mm){-100 + 9 * i, 50};
        sq_corner_order o = sq_mat_corner_order(p.winks, p.wink_count);
        assert_false(sq_corner_order_is_sure(&o));
        assert_false(o.mirrored);
    }
}

/* So many of each colour still wait. */
static sq_position mid_game(bool mirrored, int waiting) {
    sq_position p = start_seen(mirrored);
    for (int i = 0; i < SQ_USUAL_WINKS; i++)
        if (i % SQ_WINKS_PER_COLOUR >= waiting) p.winks[i].at = (sq_mm){-100 + 9 * i, 50};
    return p;
}

/* One wink of each pair that shares a diagonal is enough to make a mirror likely, and none is not. */
static void late_in_a_game_a_mirror_is_doubted(void **state) {
    (void)state;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        sq_position p = mid_game(mirrored, 1);
        sq_corner_order o = sq_mat_corner_order(p.winks, p.wink_count);
        assert_int_equal(sq_corner_order_is_doubtful(&o), mirrored);
        p.winks[2 * SQ_WINKS_PER_COLOUR].at = p.winks[3 * SQ_WINKS_PER_COLOUR].at = (sq_mm){0, 50};
        o = sq_mat_corner_order(p.winks, p.wink_count); /* a blue one and a green one wait */
        assert_false(mirrored && sq_corner_order_is_sure(&o));
        assert_int_equal(sq_corner_order_is_doubtful(&o), mirrored);
        p.winks[SQ_WINKS_PER_COLOUR].at = (sq_mm){0, 50};
        o = sq_mat_corner_order(p.winks, p.wink_count);
        assert_false(sq_corner_order_is_doubtful(&o));
    }
}

/* Nothing is doubted for a wink that was played behind another's baseline. */
static void a_stray_makes_no_mirror(void **state) {
    (void)state;
    for (int waiting = 1; waiting <= SQ_WINKS_PER_COLOUR; waiting++)
        for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
            sq_position p = mid_game(false, waiting);
            p.winks[0].at = (sq_mm){hand_made_sign[c][0] * 890, hand_made_sign[c][1] * 330};
            sq_corner_order o = sq_mat_corner_order(p.winks, p.wink_count);
            assert_false(o.mirrored);
            assert_false(sq_corner_order_is_doubtful(&o));
        }
}

/* Three greens wait, and two reds were played to where blue belongs: a mirror would have all five wait. */
static void strays_of_one_colour_make_no_mirror_sure(void **state) {
    (void)state;
    sq_position p = mid_game(false, 3);
    for (int i = 0; i < SQ_USUAL_WINKS; i++)
        if (p.winks[i].colour != SQ_GREEN) p.winks[i].at = (sq_mm){-100 + 9 * i, 50};
    for (int i = 0; i < 2; i++)
        p.winks[2 * SQ_WINKS_PER_COLOUR + i].at =
            (sq_mm){hand_made_sign[SQ_BLUE][0] * 890, hand_made_sign[SQ_BLUE][1] * (330 + 20 * i)};
    sq_corner_order o = sq_mat_corner_order(p.winks, p.wink_count);
    assert_false(sq_corner_order_is_sure(&o));
}

/* With some winks played since; a mat that is laid out anew for another game is not turned. */
static void a_picture_upside_down_is_known_by_its_winks(void **state) {
    (void)state;
    sq_position before = mid_game(false, 2), now = before, start = start_seen(false);
    assert_false(sq_mat_is_turned(before.winks, before.wink_count, now.winks, now.wink_count));
    assert_false(sq_mat_is_turned(before.winks, before.wink_count, start.winks, start.wink_count));
    for (int i = 0; i < now.wink_count; i++)
        now.winks[i].at = (sq_mm){-now.winks[i].at.x + 1, -now.winks[i].at.y - 1};
    for (int i = 0; i < 4; i++)
        now.winks[i].at = (sq_mm){300 + 30 * i, -200};
    assert_true(sq_mat_is_turned(before.winks, before.wink_count, now.winks, now.wink_count));
    for (int i = 4; i < 14; i++)
        now.winks[i].at = (sq_mm){-300 - 30 * i, -100};
    assert_false(sq_mat_is_turned(before.winks, before.wink_count, now.winks, now.wink_count));
}

/* Two winks alone, be it all that there are or what a hand leaves in sight, may lie so by chance. */
static void two_winks_turn_no_picture(void **state) {
    (void)state;
    const sq_position before = mid_game(false, 2);
    sq_position now = before;
    for (int i = 0; i < now.wink_count; i++)
        now.winks[i].at = (sq_mm){-now.winks[i].at.x, -now.winks[i].at.y};
    assert_true(sq_mat_is_turned(before.winks, before.wink_count, now.winks, now.wink_count));
    assert_true(sq_mat_is_turned(before.winks, SQ_WINKS_PER_COLOUR, now.winks, SQ_WINKS_PER_COLOUR));
    assert_false(sq_mat_is_turned(before.winks, before.wink_count, now.winks, SQ_WINKS_PER_COLOUR));
    assert_false(sq_mat_is_turned(before.winks, before.wink_count, now.winks, 2));
    assert_false(sq_mat_is_turned(before.winks, 2, now.winks, 2));
}

/* Late in a game, a few that were played there. */
static void strays_alone_tell_nothing(void **state) {
    (void)state;
    sq_position p = start_seen(false);
    for (int i = 0; i < SQ_USUAL_WINKS; i++)
        p.winks[i].at = (sq_mm){-100 + 9 * i, 50};
    p.winks[0].at = (sq_mm){hand_made_sign[2][0] * 890, hand_made_sign[2][1] * 330};
    p.winks[8].at = (sq_mm){hand_made_sign[0][0] * 890, hand_made_sign[0][1] * 330};
    sq_corner_order o = sq_mat_corner_order(p.winks, p.wink_count);
    assert_false(sq_corner_order_is_sure(&o));
}

static void a_wink_lies_on_the_mat_behind_its_own_baseline_or_off(void **state) {
    (void)state;
    double diagonal = hypot(hx, hy), c = hx / diagonal, s = hy / diagonal;
    static const struct {
        sq_wink wink;
        double behind; /* the centre, mm behind the baseline of blue's corner */
        sq_place place;
    } known[] = {
        {0, 11.1, SQ_PLACE_BASELINE}, {0, 10.9, SQ_PLACE_MAT}, {0, -11.1, SQ_PLACE_MAT}, /* large and blue */
        {2, 8.1, SQ_PLACE_BASELINE},  {2, 7.9, SQ_PLACE_MAT},                            /* small and blue */
        {7, 11.1, SQ_PLACE_MAT},      {15, 30, SQ_PLACE_MAT},                            /* others: played */
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double far = SQ_BASELINE_MM + known[k].behind;
        sq_seen_wink w = hand_made_wink(known[k].wink, -far * c, far * s, SQ_PLACE_MAT);
        assert_int_equal(sq_mat_place(&w, 0), known[k].place);
    }
    sq_seen_wink w = hand_made_wink(2, hx - 7.9, 0, SQ_PLACE_MAT);
    assert_int_equal(sq_mat_place(&w, 0), SQ_PLACE_OFF);
    w.at.x = hx - 8.1;
    assert_int_equal(sq_mat_place(&w, 0), SQ_PLACE_MAT);
    w.at = (sq_mm){-hx - 300, hy + 300};
    assert_int_equal(sq_mat_place(&w, 0), SQ_PLACE_OFF);
    w.at = (sq_mm){-hx + 60, hy - 7};
    assert_int_equal(sq_mat_place(&w, 0), SQ_PLACE_OFF);
    assert_true(sq_mat_waits(&w, 0));
    w.at = (sq_mm){0, hy - 7};
    assert_false(sq_mat_waits(&w, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_go_round),
        cmocka_unit_test(blues_corner_is_found),
        cmocka_unit_test(strays_do_not_outvote),
        cmocka_unit_test(at_the_start_the_order_is_sure),
        cmocka_unit_test(a_mirror_is_noticed),
        cmocka_unit_test(what_a_mirror_does_not_change_is_not_sure),
        cmocka_unit_test(late_in_a_game_a_mirror_is_doubted),
        cmocka_unit_test(a_stray_makes_no_mirror),
        cmocka_unit_test(a_picture_upside_down_is_known_by_its_winks),
        cmocka_unit_test(two_winks_turn_no_picture),
        cmocka_unit_test(strays_of_one_colour_make_no_mirror_sure),
        cmocka_unit_test(strays_alone_tell_nothing),
        cmocka_unit_test(a_wink_lies_on_the_mat_behind_its_own_baseline_or_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
