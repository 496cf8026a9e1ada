/* The picture tells how blurred it is, and is looked at accordingly. */
#include "vision/segment/blur_estimate.h"

#include "tests/fixture/picture/segment_fixture.h"
#include "vision/judge_frame.h"

enum { W = 360, H = 240 };

static sq_position position;
static sq_diag diag;

static sq_naive_scene blurred_at(double px_per_mm, double soft_px) {
    sq_naive_scene s =
        sq_naive_scene_of((int)(W * px_per_mm), (int)(H * px_per_mm), (sq_mm){0, 0}, px_per_mm);
    s.noise = 1;
    s.soft_px = soft_px;
    for (int i = 0; i < 8; i++)
        sq_naive_wink(&s, (sq_colour)(i % SQ_USUAL_COLOURS), i % 3 ? SQ_SMALL : SQ_LARGE, -135 + 90 * (i % 4),
                      i < 4 ? 70 : -70, SQ_NAIVE_FLAT_MM);
    return s;
}

static sq_naive_scene blurred(double soft_px) {
    return blurred_at(1, soft_px);
}

/* The winks as they lie there. */
static void know_winks(const sq_naive_scene *s) {
    position = (sq_position){.wink_count = s->disc_count};
    for (int i = 0; i < s->disc_count; i++)
        position.winks[i] =
            (sq_seen_wink){.at = s->disc[i].at,
                           .z = s->disc[i].z,
                           .normal = {0, 0, 1},
                           .size = s->disc[i].radius_mm > SQ_LARGE_MM / 2 - 1 ? SQ_LARGE : SQ_SMALL,
                           .seen = 1};
}

static bool measure(const sq_naive_scene *s, double *blur_px) {
    static sq_chroma chroma[SQ_PATCH_MAX_PIXELS], ground[SQ_PATCH_MAX_PIXELS];
    static float light[SQ_PATCH_MAX_PIXELS], believed[SQ_PATCH_MAX_PIXELS];
    sq_window w = {.chroma = chroma, .ground = ground, .light = light, .believed = believed};
    sq_naive_picture p = sq_naive_draw(s);
    stages *st = stages_new(&p.frame, &s->camera);
    bool told = sq_blur_measure(blur_px, &w, &p.frame, &st->outline, &st->surface, &s->camera, &position);
    stages_free(st);
    sq_naive_free(&p);
    return told;
}

static void it_is_measured(void **state) {
    (void)state;
    for (double soft = 0.8; soft < 2.3; soft += 0.3) {
        sq_naive_scene s = blurred(soft);
        double blur = SQ_BLUR_PX,
               all = hypot(hypot(s.blur_px, soft), 0.29); /* a pixel's own width: 1 / √12 */
        know_winks(&s);
        assert_true(measure(&s, &blur));
        print_message("%.2f px: %.2f\n", all, blur);
        assert_near(blur / all, 1, 0.12);
    }
}

/* The same lens out of focus is blurred by twice as many pixels where they are half as wide: it is looked for
 * as far as what it is taken for reaches. */
static void it_is_measured_in_a_large_picture(void **state) {
    (void)state;
    for (double soft = 1; soft < 5; soft += 1) {
        sq_naive_scene s = blurred_at(2, soft);
        double all = hypot(hypot(s.blur_px, soft), 0.29), blur = all;
        know_winks(&s);
        assert_true(measure(&s, &blur));
        print_message("%.2f px: %.2f\n", all, blur);
        assert_near(blur / all, 1, 0.12);
    }
}

/* Places that are off by half a millimetre do not matter. */
static void it_does_not_ask_for_places(void **state) {
    (void)state;
    sq_naive_scene s = blurred(1.2);
    double exact = SQ_BLUR_PX, off = SQ_BLUR_PX;
    know_winks(&s);
    assert_true(measure(&s, &exact));
    for (int i = 0; i < position.wink_count; i++)
        position.winks[i].at.x += i % 2 ? 0.5 : -0.5;
    assert_true(measure(&s, &off));
    assert_near(off / exact, 1, 0.05);
}

static void only_lone_winks_tell(void **state) {
    (void)state;
    sq_naive_scene s = blurred(1.2);
    double blur = SQ_BLUR_PX;
    know_winks(&s);
    for (int i = 0; i < position.wink_count; i++)
        position.winks[i].seen = 0.9;
    assert_false(measure(&s, &blur));
    know_winks(&s);
    for (int i = 0; i < position.wink_count; i++)
        position.winks[i].at = position.winks[0].at;
    assert_false(measure(&s, &blur));
    position.wink_count = 0;
    assert_false(measure(&s, &blur));
}

static void look_at(const sq_naive_scene *s) {
    sq_sight *sight = sq_sight_new(&diag);
    sq_naive_picture p = sq_naive_draw(s);
    assert_non_null(sight);
    if (sq_sight_look(sight, &p.frame, &s->camera, &position, &diag)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
    sq_sight_free(sight);
}

/* The plastic of a colour as a pale one shows it, between that and the felt. */
static void pale_plastic(const sq_naive_scene *s, sq_colour colour, uint8_t rgb[3]) {
    sq_naive_plastic(colour, rgb);
    for (int k = 0; k < 3; k++)
        rgb[k] = (uint8_t)(0.45 * rgb[k] + 0.55 * s->felt[k]);
}

/* Two side by side, each with more colour in its middle than towards its rim, as blur and gloss leave it: out
 * of focus no small ones are seen upon them. */
static void a_stronger_middle_is_no_wink_of_its_own(void **state) {
    (void)state;
    sq_naive_scene s = blurred(2);
    int lone = s.disc_count;
    for (int i = 0; i < 2; i++) {
        double x = i ? 102.5 : 77.5;
        sq_naive_disc middle = {
            .at = {x + 1, 0.5}, .radius_mm = 8, .z = SQ_WINK_THICKNESS_MM, .is_thin = true};
        sq_naive_plastic(SQ_BLUE, middle.rgb);
        int large = sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, x, 0, SQ_NAIVE_FLAT_MM);
        pale_plastic(&s, SQ_BLUE, s.disc[large].rgb);
        s.disc[s.disc_count++] = middle;
    }
    look_at(&s);
    assert_int_equal(position.wink_count, lone + 2);
    for (int i = 0; i < position.wink_count; i++)
        if (fabs(position.winks[i].at.y) < 20) assert_int_equal(position.winks[i].size, SQ_LARGE);
}

/* So are those of a large picture, which by the usual number of pixels are not told at all. */
static void blurred_winks_of_a_large_picture_are_seen(void **state) {
    (void)state;
    sq_sight *sight = sq_sight_new(&diag);
    assert_non_null(sight);
    sq_naive_scene s = blurred_at(2, 4.2);
    sq_naive_picture p = sq_naive_draw(&s);
    if (sq_sight_look(sight, &p.frame, &s.camera, &position, &diag)) fail_msg("%s", diag.text);
    assert_int_equal(position.wink_count, s.disc_count);
    sq_naive_free(&p);
    sq_sight_free(sight);
}

/* Out of focus, small winks are 6 blurs wide: all the same all are seen, and none twice. */
static void blurred_winks_are_seen(void **state) {
    (void)state;
    sq_sight *sight = sq_sight_new(&diag);
    assert_non_null(sight);
    for (double soft = 0.9; soft < 2.6; soft += 0.8) {
        sq_naive_scene s = blurred(soft);
        sq_naive_picture bgr = sq_naive_draw(&s);
        sq_naive_picture p =
            sq_naive_convert(&bgr, SQ_FRAME_I420, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 0);
        if (sq_sight_look(sight, &p.frame, &s.camera, &position, &diag)) fail_msg("%s", diag.text);
        assert_int_equal(position.wink_count, s.disc_count);
        for (int i = 0; i < s.disc_count; i++) {
            double nearest = INFINITY;
            for (int j = 0; j < position.wink_count; j++)
                nearest = fmin(nearest, sq_mm_distance(s.disc[i].at, position.winks[j].at));
            assert_true(nearest < 0.3);
        }
        sq_naive_free(&p);
        sq_naive_free(&bgr);
    }
    sq_sight_free(sight);
}

/* Coding adds to it: of a JPEG half a block's side at least, however fine its steps are; without coding none.
 */
static void errors_of_a_jpeg_are_alike_over_half_a_block(void **state) {
    (void)state;
    static sq_window w;
    static sq_background s;
    s.tile_px = 100;
    s.cols = s.rows = 1;
    for (int k = 0; k < 3; k++)
        s.tile[SQ_BACKGROUND_FELT][0].lit[k] = 150;
    assert_near(sq_errors_alike_px(&w, &s, 1.5, 0, true), 1.5, 1e-12);
    assert_near(sq_errors_alike_px(&w, &s, 1.5, 0, false), 1.5, 1e-12);
    double fine = sq_errors_alike_px(&w, &s, 1.5, 1.5, true),
           coarse = sq_errors_alike_px(&w, &s, 1.5, 7, true);
    assert_true(fine > hypot(1.5, 4) && fine < coarse && coarse < 1.5 * fine);
    assert_true(sq_errors_alike_px(&w, &s, 1.5, 1.5, false) < fine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_measured),
        cmocka_unit_test(it_is_measured_in_a_large_picture),
        cmocka_unit_test(it_does_not_ask_for_places),
        cmocka_unit_test(only_lone_winks_tell),
        cmocka_unit_test(errors_of_a_jpeg_are_alike_over_half_a_block),
        cmocka_unit_test(blurred_winks_are_seen),
        cmocka_unit_test(blurred_winks_of_a_large_picture_are_seen),
        cmocka_unit_test(a_stronger_middle_is_no_wink_of_its_own),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
