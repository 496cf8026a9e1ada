/* The annotated video: a frame for each frame that shows something new, the call while it is given; a frame
 * of another size is refused. */
#include "ui/draw/annotated_video.h"

#include <stdlib.h>

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/scratch.h"
#include "ui/plate/overlay.h"
#include "vision/capture/capture.h"

enum { W = 320, H = 180, FRAMES = 24, GREY = 100 };

static uint8_t luma[W * H], chroma[2][W * H / 4];
/* Looks straight down from 4 m: the whole mat is in the picture. */
static const sq_camera camera = {.fx = 600,
                                 .fy = 600,
                                 .cx = 159.5,
                                 .cy = 89.5,
                                 .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                 .t = {0, 0, 4000},
                                 .width = W,
                                 .height = H};

static sq_frame frame_at(int i) {
    return (sq_frame){.width = W,
                      .height = H,
                      .format = SQ_FRAME_I420,
                      .plane = {luma, chroma[0], chroma[1]},
                      .stride = {W, W / 2, W / 2},
                      .t = i / 12.0,
                      .number = (uint64_t)i};
}

/* A wink flies: in each frame it is elsewhere. Fainter than what counts as drawn. */
static void move_wink(int i) {
    memset(luma, GREY, sizeof luma);
    for (int y = 0; y < 6; y++)
        memset(&luma[0] + (20 + y) * W + 20 + 6 * i, GREY + 30, 6);
}

static int make_grey(void **state) {
    (void)state;
    memset(luma, GREY, sizeof luma);
    memset(chroma, 128, sizeof chroma);
    return 0;
}

/* Pixels of a part that differ from the grey by more than what a codec does. */
static int drawn_in(const sq_frame *f, int x0, int y0, int x1, int y1) {
    int n = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            n += abs(f->plane[0][y * f->stride[0] + x] - GREY) > 40;
    return n;
}

/* Letters on the dark ground of the frame about the picture. */
static int bright_in(const sq_frame *f, int x0, int y0, int x1, int y1) {
    int n = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            n += f->plane[0][y * f->stride[0] + x] > 150;
    return n;
}

static const sq_state *playing(void) {
    static sq_state s;
    sq_state none = sq_state_none();
    sq_event e = {.kind = SQ_EVENT_GAME, .game = {.form = SQ_FORM_PAIRS}};
    sq_rulings rulings;
    assert_true(sq_engine_step(&none, &e, &s, &rulings));
    return &s;
}

/* The first half without a call, the second with one and with the winks' rims. */
static void write_video(const char *path) {
    static sq_position p;
    static const sq_ruling_lines call = {
        .count = 1, .line = {"3 [0:01.0] Red plays r1."}, .headline = "Red brings r1 in", .colour = SQ_RED};
    sq_annotate *a;
    sq_diag d;
    sq_frame like = frame_at(0);
    p = hand_made_start();
    if (sq_annotate_open(&a, path, &like, 12, &d)) fail_msg("%s", d.text);
    for (int i = 0; i < FRAMES; i++) {
        bool late = i >= FRAMES / 2;
        sq_annotation what = {
            .position = late ? &p : NULL, .camera = &camera, .state = playing(), .call = late ? &call : NULL};
        move_wink(i);
        sq_frame f = frame_at(i);
        if (sq_annotate_put(a, &f, &what, &d)) fail_msg("%s", d.text);
    }
    assert_int_equal(sq_annotate_close(a, &d), SQ_OK);
}

static void calls_are_drawn_while_they_are_given(void **state) {
    (void)state;
    const char *path = scratch("annotated.mp4");
    sq_capture *c;
    sq_frame f;
    sq_diag d;
    sq_code code;
    int n = 0;
    write_video(path);
    assert_int_equal(sq_capture_open(&c, path, NULL, &d), SQ_OK);
    for (; (code = sq_capture_next(c, &f, &d)) == SQ_OK; n++) {
        sq_overlay_size size = sq_overlay_size_of(W, H, true);
        assert_int_equal(f.width, size.width / 2 * 2);
        assert_int_equal(f.height, size.height / 2 * 2);
        int standing = bright_in(&f, f.width / 2, H, f.width, f.height),
            call = bright_in(&f, 0, H, f.width / 4, f.height), rims = drawn_in(&f, 0, 0, W, H);
        assert_true(standing > 50);
        assert_int_equal(call > 50, n >= FRAMES / 2);
        assert_int_equal(rims > 20, n >= FRAMES / 2);
    }
    assert_int_equal(code, SQ_END);
    assert_int_equal(n, FRAMES);
    sq_capture_close(c);
}

/* Two seconds in which nothing stirs but one wink, for one frame: that frame is there, at its time. */
static void what_shows_nothing_new_is_left_out(void **state) {
    (void)state;
    enum { STIRS = 8, STILL_FRAMES = 24 };
    const char *path = scratch("still.mp4");
    sq_annotation what = {.camera = &camera, .state = playing()};
    sq_annotate *a;
    sq_capture *c;
    sq_frame f = frame_at(0);
    sq_diag d;
    int n = 0, stirred = 0;
    assert_int_equal(sq_annotate_open(&a, path, &f, 12, &d), SQ_OK);
    for (int i = 0; i < STILL_FRAMES; i++) {
        make_grey(NULL);
        if (i == STIRS) move_wink(i);
        f = frame_at(i);
        assert_int_equal(sq_annotate_put(a, &f, &what, &d), SQ_OK);
    }
    assert_int_equal(sq_annotate_close(a, &d), SQ_OK);
    assert_int_equal(sq_capture_open(&c, path, NULL, &d), SQ_OK);
    for (; sq_capture_next(c, &f, &d) == SQ_OK; n++)
        stirred += fabs(f.t - STIRS / 12.0) < 0.02;
    sq_capture_close(c);
    assert_int_equal(stirred, 1);
    assert_true(n >= 4 && n <= 7);
}

static void another_size_is_refused(void **state) {
    (void)state;
    sq_annotate *a;
    sq_diag d;
    sq_frame like = frame_at(0), small = frame_at(0);
    small.width /= 2;
    sq_annotation what = {.camera = &camera, .state = playing()};
    assert_int_equal(sq_annotate_open(&a, scratch("small.mp4"), &like, 12, &d), SQ_OK);
    assert_int_equal(sq_annotate_put(a, &like, &what, &d), SQ_OK);
    assert_int_equal(sq_annotate_put(a, &small, &what, &d), SQ_E_SIZE);
    assert_non_null(strstr(d.text, "160 x 180"));
    assert_int_equal(sq_annotate_close(a, &d), SQ_OK);
}

static void a_folder_that_is_not_there_is_told(void **state) {
    (void)state;
    sq_annotate *a;
    sq_diag d;
    sq_frame like = frame_at(0);
    sq_code code = sq_annotate_open(&a, "/nowhere/at/all.mp4", &like, 12, &d);
    assert_int_equal(code, SQ_E_FILE);
    assert_null(a);
    assert_non_null(strstr(d.text, "/nowhere/at/all.mp4"));
    assert_int_equal(sq_annotate_close(NULL, &d), SQ_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_are_drawn_while_they_are_given),
        cmocka_unit_test(what_shows_nothing_new_is_left_out),
        cmocka_unit_test(another_size_is_refused),
        cmocka_unit_test(a_folder_that_is_not_there_is_told),
    };
    return cmocka_run_group_tests(tests, make_grey, NULL);
}
