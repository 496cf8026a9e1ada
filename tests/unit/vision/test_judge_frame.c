/* Sight as a whole, on small drawn pictures: what it sees, what it refuses, and that it never falls over. */
#include "vision/judge_frame.h"
#include "vision/pot/winks_in_pot.h"
#include "vision/wink_confidence.h"

#include <stdlib.h>

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/picture/sight_fixture.h"
#include "tests/fixture/unit.h"
#include "vision/segment/covered_regions.h"

enum { W = 560, H = 380 };

/* ---- Scenes about the pot, 1 px / mm ---- */

static sq_naive_scene felt_and_pot(void) {
    static const uint8_t pot[3] = {90, 60, 50};
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.rays = 4;
    s.noise = 1;
    s.light_x = 0.2;
    sq_naive_pot(&s, (sq_mm){0, 0}, pot);
    return s;
}

/* The whole set, well apart; the first index is that of B1. */
static int whole_set(sq_naive_scene *s) {
    int first = s->disc_count;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        double angle = w * M_PI / 12 + 0.1, far = w % 2 ? 90 : 145;
        sq_naive_wink(s, sq_wink_colour(w), sq_wink_size(w), 1.5 * far * cos(angle), far * sin(angle),
                      SQ_NAIVE_FLAT_MM);
    }
    return first;
}

static sq_code look(const sq_naive_picture *p, const sq_camera *c) {
    *diag.text = 0;
    return sq_sight_look(sight, &p->frame, c, &seen, &diag);
}

/* Draws the scene, unless it was the last one. */
static void look_at_frame(const sq_naive_scene *s, sq_frame_format format, bool predicted) {
    static sq_naive_scene last;
    static sq_naive_picture bgr;
    if (memcmp(&last, s, sizeof last)) {
        sq_naive_free(&bgr);
        bgr = sq_naive_draw(s);
        last = *s;
    }
    sq_naive_picture p = sq_naive_convert(&bgr, format, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 9);
    p.frame.predicted = predicted;
    if (look(&p, &s->camera)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
}

static void look_at_scene(const sq_naive_scene *s, sq_frame_format format) {
    look_at_frame(s, format, false);
}

static const sq_seen_wink *at(sq_mm place, double within) {
    for (int i = 0; i < seen.wink_count; i++)
        if (sq_mm_distance(seen.winks[i].at, place) < within) return &seen.winks[i];
    return 0;
}

/* All winks of the scene from `first` on, and no others. */
static void sees_all(const sq_naive_scene *s, int first, double within) {
    for (int i = first; i < s->disc_count; i++) {
        const sq_seen_wink *w = at(s->disc[i].at, within);
        if (!w) {
            fail_msg("disc %d at (%g, %g) is not seen", i, s->disc[i].at.x, s->disc[i].at.y);
            return;
        }
        uint8_t rgb[3];
        sq_naive_plastic(w->colour, rgb);
        assert_memory_equal(rgb, s->disc[i].rgb, 3);
        assert_near(sq_seen_radius_mm(w), s->disc[i].radius_mm, 0);
        assert_near(w->z, SQ_NAIVE_FLAT_MM, 0.1); /* what is not there may lie beneath */
        assert_near(w->normal.z, 1, 1e-9);
        assert_true(w->sigma_mm >= SQ_SIGMA_FLOOR_MM && w->sigma_mm < 0.3);
        assert_int_equal(w->id, SQ_NO_WINK);
    }
    assert_int_equal(seen.wink_count, s->disc_count - first);
}

/* ---- What it sees ---- */

static void an_empty_mat(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    look_at_scene(&s, SQ_FRAME_BGR);
    assert_int_equal(seen.wink_count, 0);
    assert_int_equal(seen.squop_count, 0);
    assert_int_equal(seen.region_count, 0);
    assert_true(seen.pot_found);
    assert_near(hypot(seen.pot.x, seen.pot.y), 0, 1);
    assert_int_equal(seen.width, W);
    assert_int_equal(seen.height, H);
    assert_true(seen.sight_ms > 0);
    assert_false(seen.truncated);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        assert_int_equal(sq_position_unseen(&seen, (sq_colour)c), SQ_WINKS_PER_COLOUR);
}

static void every_format_shows_the_whole_set(void **state) {
    (void)state;
    static const sq_frame_format formats[] = {SQ_FRAME_BGR, SQ_FRAME_I420, SQ_FRAME_NV12, SQ_FRAME_I422,
                                              SQ_FRAME_I444};
    sq_naive_scene s = felt_and_pot();
    int first = whole_set(&s);
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        look_at_scene(&s, formats[k]);
        sees_all(&s, first, 0.25);
        assert_int_equal(seen.squop_count, 0);
        for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
            assert_int_equal(sq_position_unseen(&seen, (sq_colour)c), 0);
            assert_int_equal(seen.tiddlies[c].low, 6);
            assert_int_equal(seen.tiddlies[c].high, 6);
        }
    }
}

/* What a webcam sends in a dark room: each pixel off by a twelfth of the felt. It is smoothed, and the ±
 * grows; the next, clean picture of the same camera is not. */
static void through_noise_the_whole_set_is_seen(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot(), clean = felt_and_pot();
    whole_set(&clean);
    int first = whole_set(&s);
    s.noise = 14;
    look_at_scene(&clean, SQ_FRAME_BGR);
    double sigma = seen.winks[0].sigma_mm;
    static const sq_frame_format formats[] = {SQ_FRAME_BGR, SQ_FRAME_NV12, SQ_FRAME_I422, SQ_FRAME_I444};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        look_at_scene(&s, formats[k]);
        sees_all(&s, first, 0.6);
        assert_int_equal(seen.squop_count, 0);
        assert_true(seen.winks[0].sigma_mm > 1.1 * sigma);
    }
    look_at_scene(&s, SQ_FRAME_BGR);
    look_at_scene(&clean, SQ_FRAME_BGR);
    sees_all(&clean, first, 0.25);
    assert_near(seen.winks[0].sigma_mm, sigma, 0.01);
}

/* Of a large wink that something has drawn out by 2.5 mm two are made. Where all others of its colour are
 * seen it is one; where one is missing, nothing says so. */
static void of_a_whole_set_no_wink_is_two(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    int first = whole_set(&s), last_blue = first + SQ_USUAL_WINKS / SQ_USUAL_COLOURS - 1;
    sq_mm place = s.disc[first].at;
    s.disc[s.disc_count - 1].at = (sq_mm){place.x, place.y + (SQ_LARGE_MM + SQ_SMALL_MM) / 2}; /* y4 beside */
    sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, place.x + 2.5, place.y, SQ_NAIVE_FLAT_MM + SQ_WINK_THICKNESS_MM);
    look_at_scene(&s, SQ_FRAME_BGR);
    assert_int_equal(seen.wink_count, SQ_USUAL_WINKS);
    assert_int_equal(seen.region_count, 0);
    assert_non_null(at(place, 3.5));
    assert_int_equal(at(place, 3.5)->size, SQ_LARGE);
    s.disc[last_blue] = s.disc[--s.disc_count]; /* the upper one in place of b4: 24 again */
    look_at_scene(&s, SQ_FRAME_BGR);
    assert_int_equal(seen.wink_count, SQ_USUAL_WINKS);
}

/* The distances to the pot, and who is nearest: green by three millimetres. */
static void the_squidge_off(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    sq_naive_wink(&s, SQ_BLUE, SQ_SMALL, 60, 0, SQ_NAIVE_FLAT_MM);
    sq_naive_wink(&s, SQ_GREEN, SQ_LARGE, 0, -60, SQ_NAIVE_FLAT_MM);
    sq_naive_wink(&s, SQ_RED, SQ_SMALL, -100, 20, SQ_NAIVE_FLAT_MM);
    look_at_scene(&s, SQ_FRAME_I420);
    assert_int_equal(seen.nearest_count, 3);
    assert_int_equal(seen.nearest[0].colour, SQ_GREEN);
    assert_near(seen.nearest[0].mm, 60 - 11 - 19, 0.2);
    assert_int_equal(seen.nearest[1].colour, SQ_BLUE);
    assert_near(seen.nearest[1].mm, 60 - 8 - 19, 0.2);
    assert_false(seen.too_close);
}

static void a_squop_is_called(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    int lower = sq_naive_wink(&s, SQ_RED, SQ_LARGE, 100, 40, SQ_NAIVE_FLAT_MM);
    int upper = sq_naive_wink_upon(&s, lower, SQ_BLUE, SQ_SMALL, 14, 0.5);
    look_at_scene(&s, SQ_FRAME_NV12);
    assert_int_equal(seen.wink_count, 2);
    assert_int_equal(seen.squop_count, 1);
    const sq_squop *q = &seen.squops[0];
    assert_int_equal(q->call, SQ_CALL_SQUOPPED);
    assert_near(sq_mm_distance(seen.winks[q->over].at, s.disc[upper].at), 0, 0.5);
    assert_near(sq_mm_distance(seen.winks[q->under].at, s.disc[lower].at), 0, 0.5);
    assert_near(q->gap_mm, 14 - 19, 0.6);
    assert_int_equal(seen.tiddlies[SQ_RED].low, 0);
}

/* Something grey on the lower one, which no wink accounts for: of two that lie by themselves there is no
 * other way to take what is left. */
static void a_stain_leaves_two_in_their_order(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    int lower = sq_naive_wink(&s, SQ_RED, SQ_LARGE, 100, 40, SQ_NAIVE_FLAT_MM);
    sq_naive_wink_upon(&s, lower, SQ_BLUE, SQ_SMALL, 14, 0.5);
    sq_naive_disc *stain = &s.disc[sq_naive_wink(&s, SQ_RED, SQ_SMALL, 95, 35, SQ_NAIVE_FLAT_MM)];
    stain->radius_mm = 4.5;
    memset(stain->rgb, 120, 3);
    look_at_scene(&s, SQ_FRAME_NV12);
    assert_int_equal(seen.wink_count, 2);
    assert_int_equal(seen.squop_count, 1);
    assert_int_equal(seen.squops[0].call, SQ_CALL_SQUOPPED);
}

static void shadows_are_not_seen(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    int first = whole_set(&s);
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{-220, -150}, {-60, 10}, {0}, 0.55};
    look_at_scene(&s, SQ_FRAME_I420);
    sees_all(&s, first, 0.4);
}

/* A sleeve: a region, no winks in it, and the others are seen. */
static void a_sleeve_is_a_region(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    int first = s.disc_count;
    sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, -150, 60, SQ_NAIVE_FLAT_MM);
    sq_naive_wink(&s, SQ_YELLOW, SQ_SMALL, -100, -90, SQ_NAIVE_FLAT_MM);
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{90, -60}, {300, 60}, {190, 120, 95}, 0};
    look_at_scene(&s, SQ_FRAME_I420);
    sees_all(&s, first, 0.3);
    assert_int_equal(seen.region_count, 1);
    assert_near(seen.regions[0].at.x, 185, 15);
    assert_near(seen.regions[0].at.y, 0, 10);
    assert_true(seen.regions[0].radius_mm > 100);
}

/* ---- The same picture, again and otherwise ---- */

static void the_same_picture_gives_the_same_answer(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot(), other = felt_and_pot();
    whole_set(&s);
    sq_naive_wink_upon(&s, s.disc_count - 1, SQ_BLUE, SQ_SMALL, 9, 1);
    look_at_scene(&s, SQ_FRAME_BGR);
    static sq_position first;
    first = seen;
    look_at_scene(&other, SQ_FRAME_BGR);
    assert_int_equal(seen.wink_count, 0);
    look_at_scene(&s, SQ_FRAME_BGR);
    first.sight_ms = seen.sight_ms = 0;
    assert_memory_equal(&seen, &first, sizeof seen);
}

/* The time and the number of a frame are handed through or ignored. */
static void the_time_is_the_frames(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    sq_naive_picture p = sq_naive_draw(&s);
    p.frame.t = 12.5;
    assert_int_equal(look(&p, &s.camera), SQ_OK);
    assert_near(seen.t, 12.5, 0);
    sq_naive_free(&p);
}

/* Where colour is halved, BGR and planes of the same picture show the same winks. */
static void planes_and_pixels_agree(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    whole_set(&s);
    look_at_scene(&s, SQ_FRAME_BGR);
    static sq_position bgr;
    bgr = seen;
    look_at_scene(&s, SQ_FRAME_I420);
    assert_int_equal(seen.wink_count, bgr.wink_count);
    for (int i = 0; i < bgr.wink_count; i++) {
        const sq_seen_wink *w = at(bgr.winks[i].at, 0.15);
        assert_non_null(w);
        assert_int_equal(w->colour, bgr.winks[i].colour);
        assert_int_equal(w->size, bgr.winks[i].size);
    }
}

/* The camera moves: the same sight judges by the new one, and by the old one again. */
static void another_camera_is_noticed(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    int first = whole_set(&s);
    look_at_scene(&s, SQ_FRAME_BGR);
    sees_all(&s, first, 0.25);
    sq_naive_scene moved = s;
    moved.camera = sq_naive_camera(W, H, (sq_mm){20, -10}, 1.05);
    look_at_scene(&moved, SQ_FRAME_BGR);
    sees_all(&moved, first, 0.25);
    moved.width = W - 61; /* another size, odd at that */
    moved.height = H - 41;
    moved.camera = sq_naive_camera(W - 61, H - 41, (sq_mm){0, 0}, 0.85);
    look_at_scene(&moved, SQ_FRAME_I420);
    sees_all(&moved, first, 0.3);
    look_at_scene(&s, SQ_FRAME_BGR);
    sees_all(&s, first, 0.25);
}

/* A stream that says "centre" and means "left" is seen through; the next source is not judged by that, even
 * if it is the same camera with another format. */
static void each_source_has_its_own_siting(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    int first = whole_set(&s);
    sq_naive_picture bgr = sq_naive_draw(&s);
    for (int k = 0; k < 6; k++) {
        static const sq_frame_format formats[] = {SQ_FRAME_I420, SQ_FRAME_I422, SQ_FRAME_NV12};
        sq_chroma_siting siting = k % 2 ? SQ_CHROMA_CENTRE : SQ_CHROMA_LEFT;
        sq_naive_picture p = sq_naive_convert(&bgr, formats[k % 3], siting, SQ_MATRIX_BT709, false, 0);
        p.frame.siting = SQ_CHROMA_CENTRE;
        assert_int_equal(look(&p, &s.camera), SQ_OK);
        sees_all(&s, first, 0.25);
        sq_naive_free(&p);
    }
    sq_naive_free(&bgr);
}

/* ---- What it refuses ---- */

static void refuses(const sq_naive_picture *p, const sq_camera *c, sq_code code, const char *word) {
    assert_int_equal(look(p, c), code);
    if (!strstr(diag.text, word)) fail_msg("\"%s\" says nothing of \"%s\"", diag.text, word);
    assert_non_null(strchr(diag.text, ';')); /* a remedy */
    assert_int_equal(seen.wink_count, 0);
}

static void what_cannot_be_judged_is_refused(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    sq_naive_picture bgr = sq_naive_draw(&s);
    sq_naive_picture grey = sq_naive_convert(&bgr, SQ_FRAME_GREY, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 0);
    refuses(&grey, &s.camera, SQ_E_SIGHT, "grey");
    sq_camera beside = sq_naive_camera(W, H, (sq_mm){5000, 3000}, 1);
    refuses(&bgr, &beside, SQ_E_SIGHT, "not in the picture");
    sq_camera far = sq_naive_camera(W, H, (sq_mm){0, 0}, 0.3);
    refuses(&bgr, &far, SQ_E_SIZE, "pixels wide");
    sq_camera hundredth = sq_naive_camera(W, H, (sq_mm){0, 0}, 0.04); /* the mat fills 1 % of the picture */
    refuses(&bgr, &hundredth, SQ_E_SIZE, "pixels wide");
    assert_int_equal(look(&bgr, &s.camera), SQ_OK); /* and is none the worse for it */
    sq_naive_free(&grey);
    sq_naive_free(&bgr);
}

static void cameras_that_make_no_sense_are_refused(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    sq_naive_picture bgr = sq_naive_draw(&s);
    double *numbers[] = {&s.camera.fx,      &s.camera.fy,      &s.camera.cx,      &s.camera.cy,
                         &s.camera.dist[0], &s.camera.dist[4], &s.camera.R[0][0], &s.camera.R[2][2],
                         &s.camera.t[0],    &s.camera.t[2]};
    static const double senseless[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (size_t k = 0; k < 3; k++) {
            double good = *numbers[i];
            *numbers[i] = senseless[k];
            refuses(&bgr, &s.camera, SQ_E_CAMERA, "camera");
            *numbers[i] = good;
        }
    s.camera.t[2] = -1800;
    refuses(&bgr, &s.camera, SQ_E_CAMERA, "camera");
    sq_naive_free(&bgr);
}

static void tiny_pictures(void **state) {
    (void)state;
    for (int side = 1; side < 24; side++) {
        sq_naive_scene s = sq_naive_scene_of(side, 25 - side, (sq_mm){200, 100}, 1);
        s.rays = 1;
        sq_naive_picture bgr = sq_naive_draw(&s);
        for (int format = SQ_FRAME_I420; format <= SQ_FRAME_I444; format++) {
            sq_naive_picture p =
                sq_naive_convert(&bgr, (sq_frame_format)format, SQ_CHROMA_LEFT, SQ_MATRIX_BT601, true, 0);
            sq_code code = look(&p, &s.camera);
            assert_true(code == SQ_OK || code == SQ_E_SIGHT);
            assert_int_equal(seen.wink_count, 0);
            sq_naive_free(&p);
        }
        sq_naive_free(&bgr);
    }
}

/* ---- What lies in the pot ---- */

/* The nth wink of a colour and size of the set that begins at disc `first`. */
static sq_naive_disc *of_set(sq_naive_scene *s, int first, sq_colour colour, sq_size size, int nth) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (sq_wink_colour(w) == colour && sq_wink_size(w) == size && !nth--) return &s->disc[first + w];
    fail_msg("the set has no such wink");
    return 0;
}

static void drop_into_pot(sq_naive_disc *d, double x, double y) {
    d->at = (sq_mm){x, y};
    d->z = SQ_POTTED_Z_MM;
}

static int potted(void) {
    int n = 0;
    for (int i = 0; i < seen.wink_count; i++)
        n += seen.winks[i].place == SQ_PLACE_POT;
    return n;
}

static void winks_in_the_pot_count_three(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    int first = whole_set(&s);
    drop_into_pot(of_set(&s, first, SQ_GREEN, SQ_LARGE, 0), 4, 3);
    drop_into_pot(of_set(&s, first, SQ_YELLOW, SQ_SMALL, 0), -9, -8);
    look_at_scene(&s, SQ_FRAME_BGR);
    assert_int_equal(potted(), 2);
    const sq_seen_wink *green = at((sq_mm){4, 3}, 2), *yellow = at((sq_mm){-9, -8}, 2);
    assert_true(green && green->colour == SQ_GREEN && green->size == SQ_LARGE);
    assert_true(yellow && yellow->colour == SQ_YELLOW && yellow->size == SQ_SMALL);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        int in_pot = c == SQ_GREEN || c == SQ_YELLOW;
        assert_int_equal(seen.tiddlies[c].low, 6 + 2 * in_pot);
        assert_int_equal(seen.tiddlies[c].high, 6 + 2 * in_pot);
    }
}

/* What a red wall throws on it turns yellow to orange, which lies half way to red. */
static void yellow_in_a_red_cup_is_yellow(void **state) {
    (void)state;
    static const uint8_t red[3] = {200, 60, 70}, orange[3] = {150, 105, 62};
    sq_naive_scene s = felt_and_pot();
    s.disc_count = 0;
    sq_naive_pot(&s, (sq_mm){0, 0}, red);
    int first = whole_set(&s);
    sq_naive_disc *d = of_set(&s, first, SQ_YELLOW, SQ_SMALL, 0);
    drop_into_pot(d, 3, -5);
    memcpy(d->rgb, orange, sizeof d->rgb);
    look_at_scene(&s, SQ_FRAME_BGR);
    assert_int_equal(potted(), 1);
    const sq_seen_wink *w = at((sq_mm){3, -5}, 2);
    assert_true(w && w->colour == SQ_YELLOW && w->size == SQ_SMALL);
}

/* Two small winks side by side take up most of a large one's face: none is told while a large one might be
 * there, and never a large one that lies elsewhere. */
static void two_small_winks_in_the_pot_are_no_large_one(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    int first = whole_set(&s);
    drop_into_pot(of_set(&s, first, SQ_BLUE, SQ_SMALL, 0), 5, 1);
    drop_into_pot(of_set(&s, first, SQ_BLUE, SQ_SMALL, 1), -5, -1);
    look_at_scene(&s, SQ_FRAME_BGR);
    for (int i = 0; i < seen.wink_count; i++)
        assert_false(seen.winks[i].place == SQ_PLACE_POT && seen.winks[i].size == SQ_LARGE);
    assert_true(seen.tiddlies[SQ_BLUE].low <= 10 && seen.tiddlies[SQ_BLUE].high >= 10);
}

/* ---- What no game has ---- */

/* Coins of nickel and silver, as large as winks, among a whole set. */
static void coins_are_no_winks(void **state) {
    (void)state;
    static const uint8_t coin[][3] = {{150, 150, 152}, {120, 118, 112}, {200, 198, 190}};
    sq_naive_scene s = felt_and_pot();
    int first = whole_set(&s);
    for (int k = 0; k < 3; k++)
        memcpy(s.disc[sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, 45 + 30 * k, 5, SQ_NAIVE_FLAT_MM)].rgb, coin[k],
               3);
    look_at_scene(&s, SQ_FRAME_I420);
    s.disc_count -= 3;
    sees_all(&s, first, 0.3);
}

/* Copper and brass as wide as winks, and a slip of red paper as large as a heap: they are regions, and of the
 * pairs that are told none is misnumbered. */
static void clutter_of_winks_colours_is_a_region(void **state) {
    (void)state;
    static const uint8_t copper[3] = {178, 128, 108}, brass[3] = {200, 178, 118};
    static const sq_mm coin[2] = {{45, 20}, {-60, 10}};
    sq_naive_scene s = felt_and_pot();
    sq_naive_sheet paper = {{25, -45}, {60, -21}, {0}, 0};
    sq_naive_plastic(SQ_RED, paper.rgb);
    s.sheet[s.sheet_count++] = paper;
    int first = whole_set(&s);
    s.disc[s.disc_count - 1].at = s.disc[first].at; /* a small yellow one upon the large blue one */
    s.disc[s.disc_count - 1].at.x += 9;
    s.disc[s.disc_count - 1].z += SQ_WINK_THICKNESS_MM;
    memcpy(s.disc[sq_naive_wink(&s, SQ_RED, SQ_LARGE, coin[0].x, coin[0].y, SQ_NAIVE_FLAT_MM)].rgb, copper,
           3);
    memcpy(s.disc[sq_naive_wink(&s, SQ_YELLOW, SQ_LARGE, coin[1].x, coin[1].y, SQ_NAIVE_FLAT_MM)].rgb, brass,
           3);
    look_at_scene(&s, SQ_FRAME_I420);
    assert_int_equal(seen.wink_count, SQ_USUAL_WINKS);
    for (int i = first; i < first + SQ_USUAL_WINKS; i++)
        assert_non_null(at(s.disc[i].at, 0.6));
    for (int i = 0; i < 2; i++)
        assert_true(sq_region_holds(&seen, coin[i]));
    assert_true(sq_region_holds(&seen, (sq_mm){42, -33}));
    for (int predicted = 0; predicted < 2; predicted++) {
        if (predicted) look_at_frame(&s, SQ_FRAME_I420, true);
        assert_int_equal(seen.squop_count, 1 + predicted); /* chroma that may be old rules no order out */
        const sq_squop *told = &seen.squops[predicted && seen.squops[1].probability > 0.5];
        assert_true(told->probability > 0.95);
        assert_int_equal(seen.winks[told->over].colour, SQ_YELLOW);
        assert_int_equal(seen.winks[told->under].colour, SQ_BLUE);
    }
}

/* A wink's like of a colour that is none of the four: nobody knows what it is, but that it is there. */
static void what_is_of_no_colour_of_winks_is_a_region(void **state) {
    (void)state;
    static const uint8_t violet[3] = {150, 80, 165};
    static const sq_mm place = {90, -160};
    sq_naive_scene s = felt_and_pot();
    int first = whole_set(&s);
    memcpy(s.disc[sq_naive_wink(&s, SQ_RED, SQ_LARGE, place.x, place.y, SQ_NAIVE_FLAT_MM)].rgb, violet, 3);
    look_at_scene(&s, SQ_FRAME_I420);
    if (!sq_region_holds(&seen, place))
        fail_msg("%d regions, %d winks, one there: %d", seen.region_count, seen.wink_count,
                 at(place, 9) != 0);
    assert_int_equal(seen.region_count, 1);
    s.disc_count--;
    sees_all(&s, first, 0.3);
}

/* Winks cut in half by the picture's edge on all four sides, and to a quarter at its corners: what is claimed
 * lies there, and nobody claims to have seen the whole of it. */
static void winks_at_the_pictures_edge(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    int first = s.disc_count;
    for (int i = 0; i < 9; i++) {
        double x = (i % 3 - 1) * W / 2.0, y = (i / 3 - 1) * H / 2.0;
        if (i != 4)
            sq_naive_wink(&s, (sq_colour)(i % 4), i % 2 ? SQ_LARGE : SQ_SMALL, x, y, SQ_NAIVE_FLAT_MM);
    }
    look_at_scene(&s, SQ_FRAME_I420);
    int whole_size = 0;
    for (int i = first; i < s.disc_count; i++) {
        const sq_seen_wink *w = at(s.disc[i].at, 4);
        bool corner = fabs(s.disc[i].at.x) > 1 && fabs(s.disc[i].at.y) > 1;
        if (!corner) assert_non_null(w);
        if (!w) continue;
        assert_near(w->seen, corner ? 0.25 : 0.5, 0.12);
        whole_size += sq_seen_radius_mm(w) == s.disc[i].radius_mm;
    }
    assert_true(seen.wink_count <= 8);
    assert_true(whole_size >= 4);
}

/* Fourteen winks in one heap: more than can be explained at once. What is claimed is a wink, and that not all
 * was judged is told. */
static void a_heap_larger_than_an_explanation(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    for (int i = 0; i < 14; i++)
        sq_naive_wink(&s, (sq_colour)(i % 4), SQ_SMALL, 90 + 15.5 * (i % 5), 40 + 15.5 * (i / 5),
                      SQ_NAIVE_FLAT_MM);
    look_at_scene(&s, SQ_FRAME_BGR);
    assert_true(seen.truncated || seen.region_count == 1);
    assert_true(seen.wink_count <= 14);
}

/* Two sets of winks and more than a position holds. */
static void more_winks_than_a_position_holds(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){300, 0}, 1);
    s.rays = 3;
    for (int i = 0; i < 70; i++)
        sq_naive_wink(&s, (sq_colour)(i % 4), SQ_SMALL, 60 + 48 * (i % 10), -160 + 46 * (i / 10),
                      SQ_NAIVE_FLAT_MM);
    look_at_scene(&s, SQ_FRAME_I420);
    assert_true(seen.truncated);
    assert_int_equal(seen.wink_count, SQ_SEEN_CAP);
    s.disc_count = 40;
    look_at_scene(&s, SQ_FRAME_I420);
    assert_false(seen.truncated);
    assert_int_equal(seen.wink_count, 40);
}

/* A second pot, of wood: whatever it is taken for, the one at the centre is the pot, and no wink is whole. */
static void a_second_pot_is_no_pot(void **state) {
    (void)state;
    static const uint8_t wood[3] = {150, 110, 70};
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.rays = 3;
    sq_naive_pot(&s, (sq_mm){0, 0}, wood);
    sq_naive_pot(&s, (sq_mm){150, 60}, wood);
    look_at_scene(&s, SQ_FRAME_I420);
    assert_true(seen.pot_found);
    assert_near(hypot(seen.pot.x, seen.pot.y), 0, 1);
    for (int i = 0; i < seen.wink_count; i++)
        assert_true(seen.winks[i].seen < 0.9);
}

/* Noise of every size instead of a picture: any answer, but an answer. */
static void noise_is_survived(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 4; seed++) {
        sq_naive_scene s = felt_and_pot();
        sq_naive_picture bgr = sq_naive_draw(&s);
        unsigned r = seed;
        int grain = 1 << seed;
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                for (int k = 0; k < 3; k++)
                    bgr.memory[0][3 * (y * W + x) + k] =
                        x % grain || y % grain ? bgr.memory[0][3 * ((y - y % grain) * W + x - x % grain) + k]
                                               : (uint8_t)(255 * sq_naive_uniform(&r));
        sq_code code = look(&bgr, &s.camera);
        assert_true(code == SQ_OK || code == SQ_E_SIGHT);
        for (int i = 0; i < seen.wink_count; i++)
            assert_true(isfinite(seen.winks[i].at.x) && isfinite(seen.winks[i].sigma_mm));
        sq_naive_free(&bgr);
    }
}

/* Pictures of one level: black, white, and colours at the ends of their range. */
static void plain_pictures_are_survived(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    for (int k = 0; k < 8; k++) {
        sq_naive_picture bgr = sq_naive_draw(&s);
        for (int i = 0; i < W * H; i++)
            for (int c = 0; c < 3; c++)
                bgr.memory[0][3 * i + c] = k >> c & 1 ? 255 : 0;
        assert_int_equal(look(&bgr, &s.camera), SQ_OK);
        assert_int_equal(seen.wink_count, 0);
        assert_false(seen.pot_found);
        sq_naive_free(&bgr);
    }
}

static void stages_take_no_longer_than_the_look(void **state) {
    (void)state;
    sq_naive_scene s = felt_and_pot();
    whole_set(&s);
    look_at_scene(&s, SQ_FRAME_I420);
    double sum = 0, parts = 0;
    for (int k = 0; k < SQ_STAGES; k++) {
        double ms = sq_sight_stage_ms(sight, (sq_stage)k);
        assert_true(ms >= 0);
        *(sq_stage_of((sq_stage)k)->how & SQ_PART ? &parts : &sum) += ms;
    }
    assert_true(sum > 0 && sum <= seen.sight_ms);
    assert_true(parts > 0 && parts < sum);
}

static void what_is_left_out_does_not_work(void **state) {
    (void)state;
    sq_stages_out without = {{0}};
    sq_naive_scene s = felt_and_pot();
    whole_set(&s);
    look_at_scene(&s, SQ_FRAME_I420);
    assert_true(sq_sight_stage_ms(sight, SQ_STAGE_BLUR_ESTIMATE) > 0);
    int all = seen.wink_count;
    without.is_out[SQ_STAGE_BLUR_ESTIMATE] = without.is_out[SQ_STAGE_CLUTTER] = true;
    sq_sight_leave_out(sight, &without);
    look_at_scene(&s, SQ_FRAME_I420);
    assert_true(sq_sight_stage_ms(sight, SQ_STAGE_BLUR_ESTIMATE) == 0);
    assert_int_equal(seen.wink_count, all);
    sq_sight_leave_out(sight, &(sq_stages_out){{0}});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_mat),
        cmocka_unit_test(every_format_shows_the_whole_set),
        cmocka_unit_test(through_noise_the_whole_set_is_seen),
        cmocka_unit_test(of_a_whole_set_no_wink_is_two),
        cmocka_unit_test(the_squidge_off),
        cmocka_unit_test(a_squop_is_called),
        cmocka_unit_test(a_stain_leaves_two_in_their_order),
        cmocka_unit_test(shadows_are_not_seen),
        cmocka_unit_test(a_sleeve_is_a_region),
        cmocka_unit_test(the_same_picture_gives_the_same_answer),
        cmocka_unit_test(the_time_is_the_frames),
        cmocka_unit_test(planes_and_pixels_agree),
        cmocka_unit_test(another_camera_is_noticed),
        cmocka_unit_test(each_source_has_its_own_siting),
        cmocka_unit_test(what_cannot_be_judged_is_refused),
        cmocka_unit_test(cameras_that_make_no_sense_are_refused),
        cmocka_unit_test(tiny_pictures),
        cmocka_unit_test(winks_in_the_pot_count_three),
        cmocka_unit_test(yellow_in_a_red_cup_is_yellow),
        cmocka_unit_test(two_small_winks_in_the_pot_are_no_large_one),
        cmocka_unit_test(coins_are_no_winks),
        cmocka_unit_test(clutter_of_winks_colours_is_a_region),
        cmocka_unit_test(what_is_of_no_colour_of_winks_is_a_region),
        cmocka_unit_test(winks_at_the_pictures_edge),
        cmocka_unit_test(a_heap_larger_than_an_explanation),
        cmocka_unit_test(more_winks_than_a_position_holds),
        cmocka_unit_test(a_second_pot_is_no_pot),
        cmocka_unit_test(noise_is_survived),
        cmocka_unit_test(plain_pictures_are_survived),
        cmocka_unit_test(stages_take_no_longer_than_the_look),
        cmocka_unit_test(what_is_left_out_does_not_work),
    };
    return cmocka_run_group_tests(tests, open_sight, close_sight);
}
