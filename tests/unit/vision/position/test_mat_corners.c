/* Whose corner is which, told by the winks that wait there; and where a wink lies. */
#include "vision/position/mat_corners.h"

#include "rules/terms/gear.h"
#include "tests/fixture/hand_made.h"
#include "tests/fixture/unit.h"

static const double hx = SQ_MAT_LENGTH_MM / 2, hy = SQ_MAT_WIDTH_MM / 2;

/* Clockwise as seen from above. */
static void corners_go_round(void **state) {
    (void)state;
    for (int c = 0; c < SQ_CORNERS; c++) {
        sq_mm a = {hand_made_sign[c][0] * 800, hand_made_sign[c][1] * 400};
        assert_int_equal(sq_mat_corner(a), c);
        sq_mm b = {hand_made_sign[(c + 1) % SQ_CORNERS][0] * 800,
                   hand_made_sign[(c + 1) % SQ_CORNERS][1] * 400};
        assert_true(a.x * b.y - a.y * b.x < 0); /* a turn to the right */
    }
}

/* Whoever sits where: with winks behind their baselines, also when most have gone. */
static void blues_corner_is_found(void **state) {
    (void)state;
    for (int turn = 0; turn < SQ_CORNERS; turn++)
        for (int gone = 0; gone <= 20; gone += 5) {
            sq_position p = hand_made_start();
            for (int i = 0; i < SQ_WINKS; i++) {
                int corner = (turn + (int)p.winks[i].colour) % SQ_CORNERS;
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

/* At the start it is sure; with few winks left behind the baselines, or two behind another's, nobody claims
 * it. */
static void blues_corner_is_sure_only_at_the_start(void **state) {
    (void)state;
    sq_position p = hand_made_start();
    assert_int_equal(sq_mat_sure_blue_corner(p.winks, p.wink_count), 0);
    for (int i = 0; i < 2; i++)
        p.winks[i].at = (sq_mm){hand_made_sign[2][0] * 890, hand_made_sign[2][1] * (300 + 27 * i)};
    assert_int_equal(sq_mat_sure_blue_corner(p.winks, p.wink_count), -1);
    p = hand_made_start();
    for (int i = 0; i < 17; i++)
        p.winks[i].at = (sq_mm){-100 + 9 * i, 50};
    assert_int_equal(sq_mat_sure_blue_corner(p.winks, p.wink_count), -1);
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
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_go_round),
        cmocka_unit_test(blues_corner_is_found),
        cmocka_unit_test(strays_do_not_outvote),
        cmocka_unit_test(blues_corner_is_sure_only_at_the_start),
        cmocka_unit_test(a_wink_lies_on_the_mat_behind_its_own_baseline_or_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
