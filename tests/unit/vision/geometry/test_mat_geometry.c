/* The mat's geometry against its definition in words: rectangle, diagonals, corners. */
#include "vision/geometry/mat_geometry.h"
#include "vision/position/corners.h"

#include "rules/terms/gear.h"
#include "tests/fixture/hand_made.h"
#include "tests/fixture/unit.h"

static const double hx = SQ_MAT_LENGTH_MM / 2, hy = SQ_MAT_WIDTH_MM / 2;

/* How far a disc reaches beyond the mat, by walking round its rim. */
static double beyond_by_walking(sq_mm at, double radius) {
    double most = -INFINITY;
    for (int i = 0; i < 3600; i++) {
        double x = at.x + radius * cos(i * M_PI / 1800), y = at.y + radius * sin(i * M_PI / 1800);
        most = fmax(most, fmax(fabs(x) - hx, fabs(y) - hy));
    }
    return most;
}

static void beyond_the_edge(void **state) {
    (void)state;
    unsigned r = 3;
    for (int i = 0; i < 200; i++) {
        r = r * 1664525u + 1013904223u;
        sq_mm at = {(double)(r >> 8) / (1 << 24) * 2000 - 1000,
                    (double)(r << 12 >> 12) / (1 << 20) * 1000 - 500};
        assert_near(sq_mat_beyond_edge(at, 8), beyond_by_walking(at, 8), 0.01);
    }
    assert_near(sq_mat_beyond_edge((sq_mm){hx - 8, 0}, 8), 0, 1e-9);
    assert_near(sq_mat_beyond_edge((sq_mm){0, -hy}, 11), 11, 1e-9);
    assert_near(sq_mat_beyond_edge((sq_mm){0, 0}, 11), 11 - hy, 1e-9);
}

/* Rule 2.3.1: each baseline is perpendicular to its diagonal, 3 feet from the centre. */
static void behind_the_baseline(void **state) {
    (void)state;
    double diagonal = hypot(hx, hy);
    for (int sx = -1; sx <= 1; sx += 2)
        for (int sy = -1; sy <= 1; sy += 2) {
            sq_mm foot = {sx * hx / diagonal * SQ_BASELINE_MM, sy * hy / diagonal * SQ_BASELINE_MM};
            assert_near(sq_mat_behind_baseline(foot), 0, 1e-9);
            for (int along = -40; along <= 40; along += 20) {
                sq_mm on = {foot.x - sx * hy / diagonal * along, foot.y + sy * hx / diagonal * along};
                assert_near(sq_mat_behind_baseline(on), 0, 1e-9);
            }
            assert_near(sq_mat_behind_baseline((sq_mm){sx * hx, sy * hy}), diagonal - SQ_BASELINE_MM, 1e-9);
        }
    assert_near(sq_mat_behind_baseline((sq_mm){0, 0}), -SQ_BASELINE_MM, 1e-9);
}

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

static void places(void **state) {
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
        cmocka_unit_test(beyond_the_edge),
        cmocka_unit_test(behind_the_baseline),
        cmocka_unit_test(corners_go_round),
        cmocka_unit_test(blues_corner_is_found),
        cmocka_unit_test(strays_do_not_outvote),
        cmocka_unit_test(blues_corner_is_sure_only_at_the_start),
        cmocka_unit_test(places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
