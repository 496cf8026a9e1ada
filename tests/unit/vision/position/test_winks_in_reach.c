/* Winks that were seen, as discs. */
#include "vision/position/winks_in_reach.h"

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

static void a_winks_disc_is_where_the_camera_sees_the_wink(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(400, 300, (sq_mm){100, 50}, 2);
    for (sq_wink k = 0; k < SQ_USUAL_WINKS; k += 5) {
        sq_seen_wink w = hand_made_wink(k, 60 + 4 * k, 90 - 3 * k, SQ_PLACE_MAT);
        sq_disc d = sq_disc_of_wink(&w, &c);
        sq_px seen = sq_px_from_mm3(&c, sq_mm_at_height(w.at, w.z));
        assert_near(d.centre.x, seen.x, 1e-9);
        assert_near(d.centre.y, seen.y, 1e-9);
        assert_near(d.radius_mm, sq_wink_radius_mm(w.size), 1e-9);
        assert_near(d.z, w.z, 0);
        assert_near(d.normal.z, 1, 0);
    }
}

static void discs_about_a_place_are_those_within_reach_in_order(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(400, 300, (sq_mm){0, 0}, 2);
    sq_position p = {.wink_count = SQ_USUAL_WINKS};
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        p.winks[w] = hand_made_wink(w, 7.0 * ((w * 7) % SQ_USUAL_WINKS) - 80, 0, SQ_PLACE_MAT);
    for (double reach = 0.5; reach < 200; reach *= 2) {
        sq_disc disc[SQ_SEEN_CAP];
        int which[SQ_SEEN_CAP], n = sq_discs_about(disc, which, (sq_mm){3, 4}, reach, &p, &c), k = 0;
        for (int i = 0; i < p.wink_count; i++) {
            if (hypot(p.winks[i].at.x - 3, p.winks[i].at.y - 4) > reach) continue;
            assert_true(k < n);
            assert_int_equal(which[k], i);
            assert_near(disc[k].at.x, p.winks[i].at.x, 0);
            k++;
        }
        assert_int_equal(n, k);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_winks_disc_is_where_the_camera_sees_the_wink),
        cmocka_unit_test(discs_about_a_place_are_those_within_reach_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
