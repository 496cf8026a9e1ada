/* The overlay: labels find free places, rims lie where the camera sees them, and nothing in a position, full
 * or odd, brings it down. */
#include "ui/draw/overlay.h"

#include <stdlib.h>

#include "rules/terms/gear.h"
#include "tests/fixture/unit.h"
#include "ui/draw/label_layout.h"
#include "ui/draw/magnifier.h"

/* Looks straight down on the whole mat. */
static const sq_camera down = {.fx = 1000,
                               .fy = 1000,
                               .cx = 959.5,
                               .cy = 539.5,
                               .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                               .t = {0, 0, 1000}};

static sq_seen_wink wink(sq_colour c, sq_size s, double x, double y) {
    return (sq_seen_wink){
        .colour = c, .size = s, .at = {x, y}, .z = 0.75, .normal = {0, 0, 1}, .seen = 1, .id = SQ_NO_WINK};
}

static sq_picture *drawn(const sq_position *p, const sq_camera *c) {
    sq_picture *picture;
    sq_overlay *o;
    assert_int_equal(sq_picture_new(&picture, 1920, 1080, NULL), SQ_OK);
    assert_int_equal(sq_overlay_new(&o, NULL), SQ_OK);
    assert_int_equal(sq_overlay_draw(o, picture, p, c, NULL), SQ_OK);
    sq_overlay_free(o);
    return picture;
}

static int brightness(sq_picture *picture, sq_px at) {
    int stride;
    const unsigned char *row = sq_picture_pixels(picture, &stride) + stride * (int)lround(at.y);
    const unsigned char *px = row + 3 * (int)lround(at.x);
    return px[0] + px[1] + px[2];
}

static void a_rim_lies_where_the_camera_sees_it(void **state) {
    (void)state;
    sq_position p = {.wink_count = 1, .winks = {wink(SQ_YELLOW, SQ_LARGE, -300, 200)}};
    sq_picture *picture = drawn(&p, &down);
    for (int i = 0; i < 16; i++) {
        double a = 2 * M_PI * i / 16;
        sq_mm3 rim = {-300 + 11 * cos(a), 200 + 11 * sin(a), 0.75};
        assert_true(brightness(picture, sq_px_from_mm3(&down, rim)) > 300);
    }
    assert_int_equal(brightness(picture, sq_px_from_mm3(&down, (sq_mm3){-300, 200, 0.75})), 0);
    sq_picture_free(picture);
}

/* On black and on white the same is drawn, so that what lets the ground through can be told; the header is
 * left out, and loupes show the picture that they are given. */
static void a_layer_of_its_own(void **state) {
    (void)state;
    sq_position p = {.wink_count = 2,
                     .winks = {wink(SQ_RED, SQ_LARGE, 300, 0), wink(SQ_GREEN, SQ_LARGE, 310, 0)},
                     .squop_count = 1,
                     .squops = {{0, 1, 1, -6, 0.1, SQ_CALL_SQUOPPED}}};
    sq_picture *on[2], *clean, *usual = drawn(&p, &down);
    sq_overlay *o;
    int stride;
    assert_int_equal(sq_overlay_new(&o, NULL), SQ_OK);
    assert_int_equal(sq_picture_new(&clean, 1920, 1080, NULL), SQ_OK);
    memset(sq_picture_pixels(clean, &stride), 77, 3 * 1920 * 1080);
    long touched = 0, shows_clean = 0, corner = 0, usual_corner = 0;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(sq_picture_new(&on[i], 1920, 1080, NULL), SQ_OK);
        memset(sq_picture_pixels(on[i], &stride), i ? 255 : 0, 3 * 1920 * 1080);
        sq_overlay_draw_on(o, on[i], clean, &p, &down);
    }
    const unsigned char *b = sq_picture_pixels(on[0], &stride), *w = sq_picture_pixels(on[1], &stride),
                        *u = sq_picture_pixels(usual, &stride);
    for (int i = 0; i < 3 * 1920 * 1080; i++) {
        assert_true(b[i] <= w[i]);
        touched += b[i] || w[i] != 255;
        shows_clean += b[i] == 77 && w[i] == 77;
        if (i / (3 * 1920) < 60 && i % (3 * 1920) < 600) corner += b[i] > 0, usual_corner += u[i] > 0;
    }
    assert_in_range(touched, 1000, 3 * 1920 * 1080 / 5);
    assert_true(shows_clean > 10000);
    assert_true(usual_corner > 1000);
    assert_int_equal(corner, 0);
    sq_picture_free(on[0]);
    sq_picture_free(on[1]);
    sq_picture_free(clean);
    sq_picture_free(usual);
    sq_overlay_free(o);
}

static void a_label_does_not_cover_what_it_can_avoid(void **state) {
    (void)state;
    sq_layout l = {.width = 400, .height = 300};
    sq_pane right = {215, 140, 100, 20}, left = {85, 140, 100, 20};
    sq_layout_take(&l, right, SQ_COVER_WINK);
    sq_layout_take(&l, left, SQ_COVER_WINK);
    for (int i = 0; i < 3; i++) {
        sq_pane p = sq_layout_beside(&l, (sq_px){200, 150}, 10, (sq_px){40, 15});
        for (int k = 0; k < l.count - 1; k++) {
            const sq_pane *q = &l.pane[k];
            assert_true(p.left >= q->left + q->width || p.left + p.width <= q->left ||
                        p.top >= q->top + q->height || p.top + p.height <= q->top);
        }
    }
}

static void panes_stay_in_the_picture(void **state) {
    (void)state;
    sq_layout l = {.width = 400, .height = 300};
    for (int i = 0; i < 40; i++) {
        sq_pane p = i % 2 ? sq_layout_near(&l, (sq_px){390, 290}, (sq_px){90, 70})
                          : sq_layout_beside(&l, (sq_px){399, 299}, 5, (sq_px){60, 20});
        assert_true(p.left >= 0 && p.top >= 0 && p.left + p.width <= 400 && p.top + p.height <= 300);
    }
    sq_pane huge = sq_layout_near(&l, (sq_px){0, 0}, (sq_px){900, 20});
    assert_true(huge.left == 0 && huge.top == 0);
}

/* The loupes of three winks in a row and of a pair, the pair being the one to look at. */
static void each_group_has_a_loupe_looks_first(void **state) {
    (void)state;
    sq_position p = {.wink_count = 6};
    for (int i = 0; i < 3; i++)
        p.winks[i] = wink(SQ_BLUE, SQ_SMALL, -300 + 10 * i, 0);
    p.winks[3] = wink(SQ_RED, SQ_LARGE, 300, 0);
    p.winks[4] = wink(SQ_GREEN, SQ_LARGE, 320, 0);
    p.winks[5] = wink(SQ_GREEN, SQ_LARGE, 320, 300);
    p.squop_count = 3;
    p.squops[0] = (sq_squop){0, 1, 1, -6, 0.1, SQ_CALL_SQUOPPED};
    p.squops[1] = (sq_squop){1, 2, 1, -6, 0.1, SQ_CALL_SQUOPPED};
    p.squops[2] = (sq_squop){3, 4, 0.5, -2, 0.1, SQ_CALL_LOOK};
    static sq_magnifiers l;
    sq_picture *picture;
    assert_int_equal(sq_picture_new(&picture, 1920, 1080, NULL), SQ_OK);
    sq_pen pen = {picture, &down, {{0, 0}, {0, 0}, 1}, 1, 1};
    sq_layout layout = {.width = 1920, .height = 1080};
    sq_magnifiers_plan(&l, &pen, &p, &layout);
    assert_int_equal(l.count, 2);
    assert_int_equal(l.of[3], 0);
    assert_int_equal(l.of[4], 0);
    assert_int_equal(l.of[0], 1);
    assert_int_equal(l.of[2], 1);
    assert_int_equal(l.of[5], -1);
    assert_string_equal(l.loupe[0].line[0].text, "LOOK: R over G? 50 %");
    assert_string_equal(l.loupe[1].line[1].text, "b' over b'': overlap 6.0 ± 0.1 mm");
    sq_picture_free(picture);
}

static void a_full_position_is_drawn(void **state) {
    (void)state;
    static sq_position p;
    p = (sq_position){.wink_count = SQ_SEEN_CAP,
                      .squop_count = SQ_PAIR_CAP,
                      .region_count = SQ_REGION_CAP,
                      .nearest_count = SQ_COLOURS,
                      .pot_found = true,
                      .too_close = true};
    for (int i = 0; i < SQ_SEEN_CAP; i++) {
        p.winks[i] = wink((sq_colour)(i % 4), (sq_size)(i % 2), 13 * (i - 32), 5 * (i % 3));
        p.winks[i].place = (sq_place)(i % SQ_PLACES);
        p.winks[i].seen = i % 3 / 2.0;
    }
    for (int i = 0; i < SQ_PAIR_CAP; i++)
        p.squops[i] =
            (sq_squop){i % SQ_SEEN_CAP, (i * 7 + 1) % SQ_SEEN_CAP, 0.5, i - 100, 0.1, (sq_call)(i % 3)};
    for (int i = 0; i < SQ_REGION_CAP; i++)
        p.regions[i] = (sq_region){{100 * (i - 8), -300}, 10 * i};
    for (int i = 0; i < SQ_COLOURS; i++)
        p.nearest[i] = (sq_nearest){i, (sq_colour)i, 20, 0.1};
    sq_picture_free(drawn(&p, &down));
}

static void what_cannot_be_drawn_is_left_out(void **state) {
    (void)state;
    sq_position p = {
        .wink_count = 3, .pot_found = true, .squop_count = 2, .nearest_count = 1, .region_count = 1};
    p.winks[0] = wink(SQ_BLUE, SQ_LARGE, NAN, INFINITY);
    p.winks[1] = wink(SQ_RED, SQ_SMALL, 1e9, -1e9);
    p.winks[2] = wink(SQ_RED, SQ_SMALL, 0, 0); /* on the pot's very middle */
    p.winks[2].normal = (sq_mm3){0, 0, 0};
    p.squops[0] = (sq_squop){0, 1, NAN, NAN, NAN, SQ_CALL_LOOK};
    p.squops[1] = (sq_squop){2, 2, 1, 0, 0, SQ_CALL_SQUOPPED};
    p.nearest[0] = (sq_nearest){2, SQ_RED, 5, NAN};
    p.regions[0] = (sq_region){{0, 0}, NAN};
    sq_picture_free(drawn(&p, &down));
    sq_camera below = down;
    below.t[2] = -1000; /* all of the mat is behind it */
    sq_picture_free(drawn(&p, &below));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rim_lies_where_the_camera_sees_it),
        cmocka_unit_test(a_layer_of_its_own),
        cmocka_unit_test(a_label_does_not_cover_what_it_can_avoid),
        cmocka_unit_test(panes_stay_in_the_picture),
        cmocka_unit_test(each_group_has_a_loupe_looks_first),
        cmocka_unit_test(a_full_position_is_drawn),
        cmocka_unit_test(what_cannot_be_drawn_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
