/* The mat's direction by its creases: felt with a straight dark line, drawn at a known angle. */
#include "calib/mat/creases.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 240, H = 180 };

static uint8_t pixels[W * H];
static sq_thumbnail small;
static sq_crease_room room;

/* A millimetre is a pixel, nearly; the mat's middle is the picture's. */
static sq_camera camera_of(void) {
    return sq_naive_camera(W, H, (sq_mm){0, 0}, 1);
}

/* Winks that lie about, in no row. */
static const sq_mm winks_at[] = {{-90, 60}, {-31, -47}, {14, 71}, {66, -22}, {97, 55}, {-77, -70}, {41, -81}};
enum { WINKS = sizeof winks_at / sizeof *winks_at };

/* Felt in noise, with a crease through (0, 25) that is `depth` levels dark, turned by an angle against the
 * camera's x axis (or its y axis), and winks as dark discs. */
static void draw(double angle, bool across, double depth, bool winks, unsigned seed) {
    sq_camera c = camera_of();
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            sq_mm at = sq_mm_from_px(&c, (sq_px){x, y}, 0);
            double off = across ? (at.x - 25) * cos(angle) + at.y * sin(angle)
                                : (at.y - 25) * cos(angle) - at.x * sin(angle);
            double v = 150 + 0.05 * x - depth * exp(-off * off / 8) +
                       5 * (sq_naive_uniform(&seed) + sq_naive_uniform(&seed) - 1);
            for (int i = 0; winks && i < WINKS; i++)
                if (sq_mm_distance(at, winks_at[i]) < 9) v = 60;
            pixels[y * W + x] = (uint8_t)fmin(255, fmax(0, v + 0.5));
        }
    sq_frame f = {.width = W, .height = H, .format = SQ_FRAME_GREY, .plane = {pixels}, .stride = {W}};
    sq_thumbnail_make(&small, &f);
}

static bool find(sq_crease *out) {
    sq_camera c = camera_of();
    return sq_crease_find(out, &small, &c, &room);
}

/* Either axis may show it; the claimed deviation holds. */
static void the_turn_is_the_creases(void **state) {
    (void)state;
    for (int k = -3; k <= 3; k += 6)
        for (int across = 0; across < 2; across++) {
            double angle = k * M_PI / 180;
            sq_crease found;
            draw(angle, across, 4, false, (unsigned)(k + 10));
            assert_true(find(&found));
            assert_near(found.turn, angle, 2.5 * found.sigma);
            assert_true(found.sigma < 0.01);
        }
}

/* Near the end of what is tried, and beyond: a turn that is claimed is true. */
static void a_turn_beyond_what_is_tried_is_none(void **state) {
    (void)state;
    for (int degrees = 6; degrees <= 9; degrees++) {
        sq_crease found;
        draw(degrees * M_PI / 180, false, 5, false, (unsigned)degrees);
        assert_false(find(&found));
        draw(-degrees * M_PI / 180, true, 5, false, (unsigned)degrees);
        assert_false(find(&found));
    }
}

static void winks_on_the_felt_do_not_turn_it(void **state) {
    (void)state;
    sq_crease found;
    draw(0.03, false, 5, true, 3);
    assert_true(find(&found));
    assert_near(found.turn, 0.03, 2.5 * found.sigma);
}

static void felt_without_creases_tells_no_direction(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 2; seed++) {
        sq_crease found;
        draw(0, false, 0, seed == 2, seed);
        assert_false(find(&found));
    }
}

/* A crease stands out the more, the deeper it is. */
static void a_deeper_crease_is_clearer(void **state) {
    (void)state;
    double before = 0;
    for (double depth = 2; depth < 5; depth *= 2) {
        sq_crease found;
        draw(0.01, false, depth, false, 5);
        find(&found);
        assert_true(found.clear > before);
        before = found.clear;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_turn_is_the_creases),
        cmocka_unit_test(a_turn_beyond_what_is_tried_is_none),
        cmocka_unit_test(winks_on_the_felt_do_not_turn_it),
        cmocka_unit_test(felt_without_creases_tells_no_direction),
        cmocka_unit_test(a_deeper_crease_is_clearer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
