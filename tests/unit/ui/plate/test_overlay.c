/* The overlay: texts touch nothing that they do not name, rims lie where the camera sees them, the frame
 * hides nothing, and nothing in a position, full or odd, brings it down. test_overlay N draws N rulings (8),
 * and keeps them in the folder that KEEP_DRAWN names. */
#include "ui/plate/overlay.h"

#include <stdlib.h>

#include "tests/fixture/game/ruled_mat.h"
#include "tests/fixture/unit.h"

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

static sq_picture *drawn_as(const sq_shown *shown) {
    sq_picture *picture;
    sq_overlay *o;
    assert_int_equal(sq_picture_new(&picture, 1920, 1080, NULL), SQ_OK);
    assert_int_equal(sq_overlay_new(&o, NULL), SQ_OK);
    assert_int_equal(sq_overlay_draw(o, picture, shown, NULL), SQ_OK);
    sq_overlay_free(o);
    return picture;
}

static sq_picture *drawn(const sq_position *p, const sq_camera *c) {
    return drawn_as(&(sq_shown){.position = p, .camera = c});
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

/* The line from a pair to its card goes around a wink that lies level between them. */
static void a_line_to_a_card_crosses_no_wink(void **state) {
    (void)state;
    sq_position p = {.wink_count = 3,
                     .winks = {wink(SQ_RED, SQ_LARGE, -300, 400), wink(SQ_GREEN, SQ_LARGE, -285, 400),
                               wink(SQ_BLUE, SQ_LARGE, 100, 400)},
                     .squop_count = 1,
                     .squops = {{1, 0, 1, -7, 0.1, SQ_CALL_SQUOPPED}}};
    int crossed = 0;
    for (int lone = 2; lone <= 3; lone++) {
        p.wink_count = lone;
        sq_picture *picture = drawn(&p, &down);
        crossed = brightness(picture, sq_px_from_mm3(&down, (sq_mm3){100, 400, 0.75}));
        if (lone == 2) assert_true(crossed > 0); /* nothing is in the way: it is level */
        sq_picture_free(picture);
    }
    assert_int_equal(crossed, 0);
}

/* On black and on white the same is drawn, so that what lets the ground through can be told: the camera's
 * picture does, but for its lines, and the frame about it does not. */
static void a_layer_of_its_own(void **state) {
    (void)state;
    enum { W = 960, H = 540, TALL = 720 };
    sq_position p = {.wink_count = 2,
                     .winks = {wink(SQ_RED, SQ_LARGE, 300, 0), wink(SQ_GREEN, SQ_LARGE, 310, 0)},
                     .squop_count = 1,
                     .squops = {{0, 1, 1, -6, 0.1, SQ_CALL_SQUOPPED}}};
    sq_camera camera = camera_above(W, H);
    sq_shown shown = {.position = &p, .camera = &camera, .plain = true};
    sq_picture *black, *white, *clean;
    sq_overlay *o;
    int stride;
    sq_overlay_size size = sq_overlay_size_of(W, H, true);
    assert_int_equal(sq_overlay_new(&o, NULL), SQ_OK);
    assert_int_equal(sq_picture_new(&clean, W, H, NULL), SQ_OK);
    assert_int_equal(sq_picture_new(&black, 1, 1, NULL), SQ_OK);
    assert_int_equal(sq_picture_new(&white, 1, 1, NULL), SQ_OK);
    memset(sq_picture_pixels(clean, &stride), 77, 3 * W * H);
    assert_int_equal(sq_overlay_draw_on(o, black, white, clean, &shown, NULL), SQ_OK);
    assert_int_equal(sq_picture_frame(black).width, size.width);
    assert_in_range(size.height, TALL - 20, TALL + 20);
    const unsigned char *b = sq_picture_pixels(black, &stride), *w = sq_picture_pixels(white, &stride);
    long through = 0, opaque = 0, shows_clean = 0;
    for (int y = 0; y < size.height; y++)
        for (int x = 0; x < size.width; x++) {
            int i = y * stride + 3 * x;
            bool picture = x < W && y < H;
            assert_true(b[i] <= w[i]);
            through += picture && b[i] == 0 && w[i] == 255;
            opaque += !picture && b[i] == w[i];
            shows_clean += !picture && b[i] == 77 && w[i] == 77;
        }
    assert_true(through > W * H * 9 / 10);
    assert_int_equal(opaque, size.width * size.height - W * H);
    assert_true(shows_clean > 1000); /* the inset */
    sq_picture_free(black);
    sq_picture_free(white);
    sq_picture_free(clean);
    sq_overlay_free(o);
}

/* The picture is shown whole: the frame is added to it. */
static void the_frame_hides_nothing(void **state) {
    (void)state;
    static sq_position p;
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {720, 1280}, {640, 360}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int width = sizes[i][0], height = sizes[i][1], stride;
        sq_camera camera = camera_above(width, height);
        sq_overlay_size size = sq_overlay_size_of(width, height, false);
        sq_picture *picture;
        sq_overlay *o;
        assert_int_equal(sq_overlay_new(&o, NULL), SQ_OK);
        assert_int_equal(sq_picture_new(&picture, width, height, NULL), SQ_OK);
        memset(sq_picture_pixels(picture, &stride), 77, (size_t)3 * (size_t)width * (size_t)height);
        assert_int_equal(sq_overlay_draw(o, picture, &(sq_shown){.position = &p, .camera = &camera}, NULL),
                         SQ_OK);
        sq_frame f = sq_picture_frame(picture);
        assert_int_equal(f.width, size.width);
        assert_true(f.width >= width * size.zoom && f.height > height * size.zoom && f.width >= 720);
        const unsigned char *pixels = sq_picture_pixels(picture, &stride);
        int right = (int)(width * size.zoom) - 2, low = (int)(height * size.zoom) - 2;
        if (pixels[3] != 77) fail_msg("%d x %d: %d", width, height, pixels[3]);
        assert_int_equal(pixels[low * stride + 3 * right], 77);
        sq_picture_free(picture);
        sq_overlay_free(o);
    }
}

/* So many rulings are drawn, or as many as the command line says, in all shapes of pictures. */
static int rulings = 8;

static void no_text_touches_what_it_does_not_name(void **state) {
    (void)state;
    static const int sizes[][2] = {{1280, 720}, {1280, 960}, {720, 1280}, {1920, 1080}};
    static ruled_mat m;
    sq_overlay *o;
    assert_int_equal(sq_overlay_new(&o, NULL), SQ_OK);
    for (int i = 0; i < rulings; i++) {
        int width = sizes[i % 4][0], height = sizes[i % 4][1];
        sq_picture *picture;
        ruled_mat_draw(&m, (uint64_t)i + 1, width, height);
        assert_int_equal(sq_picture_new(&picture, width, height, NULL), SQ_OK);
        sq_shown shown = {.position = &m.position,
                          .camera = &m.camera,
                          .call = i % 5 ? &m.call : NULL,
                          .distances = i % 3 == 0};
        assert_int_equal(sq_overlay_draw(o, picture, &shown, NULL), SQ_OK);
        if (getenv("KEEP_DRAWN")) {
            char path[400];
            snprintf(path, sizeof path, "%s/%03d.png", getenv("KEEP_DRAWN"), i);
            assert_int_equal(sq_picture_write(picture, path, 90, NULL), SQ_OK);
        }
        if (sq_overlay_touches(o)) fail_msg("drawing %d: %d touch", i, sq_overlay_touches(o));
        sq_picture_free(picture);
    }
    sq_overlay_free(o);
}

/* The winks of a ruling keep their colour, all else is dimmed; without a ruling nothing is. */
static void the_winks_of_a_ruling_stand_out(void **state) {
    (void)state;
    sq_position p = {.wink_count = 2,
                     .winks = {wink(SQ_RED, SQ_LARGE, 300, 0), wink(SQ_GREEN, SQ_LARGE, -300, 0)}};
    sq_ruling_lines call = {.winks = 1u << 13, .colour = SQ_RED, .headline = "Red brings R2 in"};
    sq_camera camera = camera_above(1920, 1080);
    p.winks[0].id = 13;
    p.winks[1].id = 7;
    for (int ruled = 0; ruled < 2; ruled++) {
        sq_picture *picture;
        sq_overlay *o;
        int stride;
        assert_int_equal(sq_picture_new(&picture, 1920, 1080, NULL), SQ_OK);
        memset(sq_picture_pixels(picture, &stride), 200, 3 * 1920 * 1080);
        assert_int_equal(sq_overlay_new(&o, NULL), SQ_OK);
        sq_shown shown = {.position = &p, .camera = &camera, .call = ruled ? &call : NULL};
        assert_int_equal(sq_overlay_draw(o, picture, &shown, NULL), SQ_OK);
        assert_int_equal(brightness(picture, sq_px_from_mm3(&camera, (sq_mm3){300, 0, 0.75})), 600);
        int other = brightness(picture, sq_px_from_mm3(&camera, (sq_mm3){-300, 0, 0.75}));
        assert_true(ruled ? other < 420 : other == 600);
        sq_picture_free(picture);
        sq_overlay_free(o);
    }
}

/* How many pixels of the camera's picture have the colour of LOOK. */
static int look_pixels(const sq_position *p, const sq_ruling_lines *call) {
    sq_camera camera = camera_above(1920, 1080);
    sq_picture *picture = drawn_as(&(sq_shown){.position = p, .camera = &camera, .call = call});
    int stride, n = 0;
    const unsigned char *pixels = sq_picture_pixels(picture, &stride);
    for (int y = 0; y < 1080; y++)
        for (int x = 0; x < 1920; x++) {
            const unsigned char *px = pixels + y * stride + 3 * x;
            n += px[0] > px[1] + 60 && px[2] > px[1] + 60;
        }
    sq_picture_free(picture);
    return n;
}

/* A place that could not be judged asks for the umpire in a look, and with a question; where a ruling asks
 * nothing, neither does its picture. A label that is wider than the place stands beside it. */
static void a_ruling_that_asks_nothing_says_no_look(void **state) {
    (void)state;
    sq_position p = {.region_count = 1, .regions = {{.at = {100, 200}, .radius_mm = 15}}};
    sq_ruling_lines call = {.colour = SQ_RED, .headline = "Red brings R2 in"}, asked = call;
    sq_camera camera = camera_above(1920, 1080);
    asked.question = true;
    assert_true(look_pixels(&p, NULL) > 500);
    assert_true(look_pixels(&p, &asked) > 500);
    assert_int_equal(look_pixels(&p, &call), 0);
    sq_picture *picture = drawn(&p, &camera);
    int seen = 0;
    for (int i = 0; i < 64; i++) {
        double a = 2 * M_PI * i / 64;
        sq_mm3 rim = {100 + 15 * cos(a), 200 + 15 * sin(a), 0};
        seen += brightness(picture, sq_px_from_mm3(&camera, rim)) > 300;
    }
    assert_true(seen > 40); /* its ring shows all around */
    sq_picture_free(picture);
}

/* How many pixels keep the level 200 that the whole picture had. */
static int kept_pixels(const sq_position *p, const sq_ruling_lines *call) {
    sq_camera camera = camera_above(1920, 1080);
    sq_picture *picture;
    sq_overlay *o;
    int stride, kept = 0;
    assert_int_equal(sq_picture_new(&picture, 1920, 1080, NULL), SQ_OK);
    memset(sq_picture_pixels(picture, &stride), 200, 3 * 1920 * 1080);
    assert_int_equal(sq_overlay_new(&o, NULL), SQ_OK);
    sq_shown shown = {.position = p, .camera = &camera, .call = call};
    assert_int_equal(sq_overlay_draw(o, picture, &shown, NULL), SQ_OK);
    sq_frame all = sq_picture_frame(picture); /* with the frame about it */
    for (int y = 0; y < all.height; y++)
        for (int x = 0; x < all.width; x++)
            kept += brightness(picture, (sq_px){x, y}) == 600;
    sq_picture_free(picture);
    sq_overlay_free(o);
    return kept;
}

/* A wink that ends beside another is magnified with it, in full colour: a card of a tenth of the width each
 * way. */
static void a_near_miss_is_magnified(void **state) {
    (void)state;
    sq_position p = {.wink_count = 2,
                     .winks = {wink(SQ_RED, SQ_LARGE, 300, 0), wink(SQ_GREEN, SQ_LARGE, 323, 0)}};
    sq_ruling_lines call = {.winks = 1u << 13 | 1u << 7, .colour = SQ_RED, .headline = "Red misses green"};
    p.winks[0].id = 13;
    p.winks[1].id = 7;
    int near = kept_pixels(&p, &call);
    p.winks[1].at.x = 360;
    assert_true(near - kept_pixels(&p, &call) > 192 * 108);
}

static void a_full_position_is_drawn(void **state) {
    (void)state;
    static sq_position p;
    p = (sq_position){.wink_count = SQ_SEEN_CAP,
                      .squop_count = SQ_PAIR_CAP,
                      .region_count = SQ_REGION_CAP,
                      .nearest_count = SQ_USUAL_COLOURS,
                      .pot_found = true,
                      .too_close = true,
                      .rival = 1};
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
    for (int i = 0; i < SQ_USUAL_COLOURS; i++)
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

int main(int argc, char **argv) {
    if (argc > 1) rulings = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rim_lies_where_the_camera_sees_it),
        cmocka_unit_test(a_layer_of_its_own),
        cmocka_unit_test(the_frame_hides_nothing),
        cmocka_unit_test(a_line_to_a_card_crosses_no_wink),
        cmocka_unit_test(no_text_touches_what_it_does_not_name),
        cmocka_unit_test(the_winks_of_a_ruling_stand_out),
        cmocka_unit_test(a_ruling_that_asks_nothing_says_no_look),
        cmocka_unit_test(a_near_miss_is_magnified),
        cmocka_unit_test(a_full_position_is_drawn),
        cmocka_unit_test(what_cannot_be_drawn_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
