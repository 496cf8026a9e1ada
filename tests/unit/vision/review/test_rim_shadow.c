/* How wide a wink's shadow is: rings made by hand, and drawn pictures whose felt is shaded by hand. */
#include "vision/review/rim_shadow.h"

#include <stdlib.h>

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"
#include "vision/geometry/mat_outline.h"

enum { WINKS = 8, W = 260, H = 200 };

/* The shadow of a rim `thicknesses` high, of a face so bright; a bright one throws light on the felt. */
static sq_rim_shadow shadow_of(double thicknesses, double face) {
    sq_rim_shadow s = {.face = face};
    for (int r = 0; r < SQ_SHADOW_RINGS; r++) {
        double dark = exp(-r * SQ_RIM_STEP_MM / (2 * thicknesses));
        s.ring[0][r] = (0.05 * face - 0.2) * dark;
        s.ring[1][r] = -0.1 * dark;
        s.ring[2][r] = 0.06 * dark;
    }
    return s;
}

static void a_wider_shadow_tells_a_higher_wink(void **state) {
    (void)state;
    sq_rim_shadow s[WINKS];
    double flat[WINKS], height[WINKS];
    for (int i = 0; i < WINKS; i++) {
        s[i] = shadow_of(i < WINKS / 2 ? 1 : 2, 0.2 + 0.3 * (i % 4));
        flat[i] = i < WINKS / 2;
    }
    sq_rim_shadow_compare(height, s, flat, WINKS);
    for (int i = 0; i < WINKS; i++)
        assert_near(height[i], i < WINKS / 2 ? 0 : 1, 0.25);
}

/* What a wink itself shows must not tell what flat ones look like to it. */
static void no_wink_is_compared_with_itself(void **state) {
    (void)state;
    sq_rim_shadow s[WINKS];
    double flat[WINKS], without[WINKS], with[WINKS];
    for (int i = 0; i < WINKS; i++) {
        s[i] = shadow_of(1 + 0.1 * i, 0.2 + 0.1 * i);
        flat[i] = i > 0;
    }
    sq_rim_shadow_compare(without, s, flat, WINKS);
    flat[0] = 1;
    sq_rim_shadow_compare(with, s, flat, WINKS);
    assert_near(with[0], without[0], 1e-9);
    assert_true(fabs(with[1] - without[1]) > 1e-6);
}

/* Where there is no shadow, none tells anything. */
static void without_shadow_nothing_is_told(void **state) {
    (void)state;
    sq_rim_shadow s[WINKS] = {{0}};
    double flat[WINKS], height[WINKS];
    for (int i = 0; i < WINKS; i++) {
        flat[i] = 1;
        s[i].ring[0][3] = i % 2 ? 1e-4 : -1e-4;
    }
    sq_rim_shadow_compare(height, s, flat, WINKS);
    for (int i = 0; i < WINKS; i++)
        assert_near(height[i], 0, 0.01);
}

/* A picture of one wink whose felt is darker in the west, in one of the formats, and what is measured. */
static bool measure(sq_rim_shadow *out, const sq_naive_scene *s, sq_frame_format format) {
    static sq_span spans[3][H];
    sq_outline o = {.inner = spans[0], .outer = spans[1], .reach = spans[2]};
    sq_outline_make(&o, &s->camera, W, H);
    sq_naive_picture bgr = sq_naive_draw(s), p = bgr;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            sq_mm m = sq_mm_from_px(&s->camera, (sq_px){x, y}, 0);
            double dx = m.x - s->disc[0].at.x, dy = m.y - s->disc[0].at.y, r = hypot(dx, dy),
                   away = r - s->disc[0].radius_mm;
            double level = away < 0 ? 1 : sqrt(1 - (0.2 - 0.1 * dx / r) * exp(-away / 3));
            for (int k = 0; k < 3; k++) {
                uint8_t *at = &bgr.memory[0][y * bgr.frame.stride[0] + 3 * x + k];
                *at = (uint8_t)(*at * level + 0.5);
            }
        }
    if (format != SQ_FRAME_BGR)
        p = sq_naive_convert(&bgr, format, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, false, 0);
    sq_disc disc[2];
    for (int i = 0; i < s->disc_count; i++) {
        disc[i] = (sq_disc){.at = s->disc[i].at, .z = s->disc[i].z, .radius_mm = s->disc[i].radius_mm};
        sq_disc_place(&disc[i], &s->camera);
    }
    sq_rim_shadow_view v = {&p.frame, &o, 1};
    bool known = sq_rim_shadow_measure(out, &v, disc, s->disc_count, 0);
    if (format != SQ_FRAME_BGR) sq_naive_free(&p);
    sq_naive_free(&bgr);
    return known;
}

static void the_shade_of_the_felt_is_measured(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){300, 200}, 2);
    sq_naive_wink(&s, SQ_RED, SQ_LARGE, 300, 200, SQ_NAIVE_FLAT_MM);
    for (int i = 0; i < 2; i++) {
        sq_rim_shadow out;
        assert_true(measure(&out, &s, i ? SQ_FRAME_I420 : SQ_FRAME_BGR));
        for (int r = 4; r < SQ_SHADOW_RINGS; r++) {
            double dark = exp(-r * SQ_RIM_STEP_MM / 3);
            assert_near(out.ring[0][r], -0.2 * dark, 0.03); /* beside it there is still some shade */
            assert_near(out.ring[1][r], 0.1 * dark, 0.03);
            assert_near(out.ring[2][r], 0, 0.01);
        }
    }
}

/* The neighbour's own colour does not count. */
static void what_is_not_its_own_shade_is_left_out(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){300, 200}, 2);
    sq_naive_wink(&s, SQ_RED, SQ_LARGE, 300, 200, SQ_NAIVE_FLAT_MM);
    sq_rim_shadow alone, beside;
    assert_true(measure(&alone, &s, SQ_FRAME_BGR));
    sq_naive_wink(&s, SQ_YELLOW, SQ_SMALL, 324, 200, SQ_NAIVE_FLAT_MM);
    assert_true(measure(&beside, &s, SQ_FRAME_BGR));
    for (int r = 4; r < SQ_SHADOW_RINGS; r++)
        assert_near(beside.ring[0][r], alone.ring[0][r], 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wider_shadow_tells_a_higher_wink),
        cmocka_unit_test(no_wink_is_compared_with_itself),
        cmocka_unit_test(without_shadow_nothing_is_told),
        cmocka_unit_test(the_shade_of_the_felt_is_measured),
        cmocka_unit_test(what_is_not_its_own_shade_is_left_out),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
