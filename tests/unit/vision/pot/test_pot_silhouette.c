/* The pot's silhouette: it hides what the rays say, no more than its margin, and of a window as much. */
#include "vision/pot/pot_silhouette.h"

#include "tests/fixture/picture/segment_fixture.h"

enum { W = 200, H = 160 };

static sq_span rows[H];

/* The mat's centre is far off the picture's middle axis. */
static sq_naive_scene seen_aslant(void) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1.1);
    s.camera.t[0] = 250;
    s.camera.cx -= s.camera.fx * 250 / s.camera.t[2];
    return s;
}

/* The silhouette, against rays: a pixel whose ray meets the cup lies inside, one that passes it by more than
 * the margin does not. */
static void its_rows_are_what_it_hides(void **state) {
    (void)state;
    sq_naive_scene s = seen_aslant();
    const sq_mm at = {6, -9};
    sq_pot p = {.row = rows};
    sq_pot_stand(&p, at, &s.camera, W, H);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            sq_mm low = sq_mm_from_px(&s.camera, (sq_px){x, y}, 0),
                  high = sq_mm_from_px(&s.camera, (sq_px){x, y}, 1);
            double nearest = INFINITY;
            for (double z = 0; z <= SQ_POT_HEIGHT_MM; z += 0.25) {
                sq_mm q = {low.x + z * (high.x - low.x), low.y + z * (high.y - low.y)};
                double radius =
                    (SQ_POT_BASE_MM + z / SQ_POT_HEIGHT_MM * (SQ_POT_TOP_MM - SQ_POT_BASE_MM)) / 2;
                nearest = fmin(nearest, sq_mm_distance(q, at) - radius);
            }
            bool hidden = x >= rows[y].begin && x < rows[y].end;
            if (nearest < 0) assert_true(hidden);
            if (nearest > SQ_POT_MARGIN_MM + 0.5) assert_false(hidden);
        }
}

/* Of a window all that lies within the rows is hidden, and nothing else. */
static void a_window_does_not_believe_what_it_hides(void **state) {
    (void)state;
    enum { SIDE = 60, X0 = 70, Y0 = 40 };
    static float believed[SIDE * SIDE];
    sq_naive_scene s = seen_aslant();
    sq_pot p = {.row = rows};
    sq_pot_stand(&p, (sq_mm){0, 0}, &s.camera, W, H);
    for (int i = 0; i < SIDE * SIDE; i++)
        believed[i] = 1;
    sq_window w = {.x0 = X0, .y0 = Y0, .w = SIDE, .h = SIDE, .believed = believed};
    sq_pot_hide(&p, &w);
    int hidden = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            bool within = x + X0 >= rows[y + Y0].begin && x + X0 < rows[y + Y0].end;
            assert_int_equal(believed[y * SIDE + x] == 0, within);
            hidden += within;
        }
    assert_in_range(hidden, SIDE * SIDE / 10, SIDE * SIDE - 1);
}

/* A wink on its rim hides what it covers beyond the cup. */
static void a_wink_on_the_rim_widens_it(void **state) {
    (void)state;
    sq_naive_scene s = seen_aslant();
    sq_pot p = {.row = rows};
    sq_pot_stand(&p, (sq_mm){0, 0}, &s.camera, W, H);
    sq_px far = sq_px_from_mm3(&s.camera, (sq_mm3){SQ_POT_TOP_MM / 2 + 6, 0, SQ_POT_HEIGHT_MM});
    int x = (int)lround(far.x), y = (int)lround(far.y);
    assert_false(x >= rows[y].begin && x < rows[y].end);
    p.rim[p.rim_count++] =
        (sq_disc){.at = {SQ_POT_TOP_MM / 2, 0}, .z = SQ_POT_HEIGHT_MM, .radius_mm = SQ_LARGE_MM / 2};
    sq_disc_place_circle(&p.rim[0], &s.camera);
    sq_pot_outline(&p, W, H);
    assert_true(x >= rows[y].begin && x < rows[y].end);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_rows_are_what_it_hides),
        cmocka_unit_test(a_window_does_not_believe_what_it_hides),
        cmocka_unit_test(a_wink_on_the_rim_widens_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
