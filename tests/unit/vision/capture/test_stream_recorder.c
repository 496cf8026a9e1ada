/* Films of what a source sends: read again frame by frame; what cannot be written is said. */
#include "vision/capture/stream_recorder.h"

#include <dlfcn.h>
#include <gst/gst.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"
#include "vision/capture/capture.h"
#include "vision/frame/opencv.h"

enum { WIDTH = 320, HEIGHT = 240, FRAMES = 25, BURST = 40 * FRAMES };

/* Frame n is evenly grey. */
static sq_frame grey_frame(int n) {
    static uint8_t luma[WIDTH * HEIGHT], chroma[WIDTH * HEIGHT / 2];
    memset(luma, 30 + 8 * (n % 25), sizeof luma);
    memset(chroma, 128, sizeof chroma);
    return (sq_frame){.width = WIDTH,
                      .height = HEIGHT,
                      .format = SQ_FRAME_NV12,
                      .plane = {luma, chroma},
                      .stride = {WIDTH, WIDTH},
                      .full_range = true,
                      .t = 7 + n / 25.0,
                      .number = (uint64_t)n};
}

/* Reads the film: each frame's luma and time are those of a frame that was put, in order. Returns
 * how many. */
static int read_again(const char *path) {
    sq_capture *c;
    sq_diag d;
    sq_frame f;
    int n = 0, last = -1;
    if (sq_capture_open(&c, path, NULL, &d)) fail_msg("%s", d.text);
    for (; !sq_capture_next(c, &f, &d); n++) {
        int which = (int)lround(f.t * 25);
        assert_true(which > last);
        assert_int_equal(f.width, WIDTH);
        assert_near(f.t, which / 25.0, 1.5e-3); /* Matroska counts milliseconds */
        assert_near(f.plane[0][50 * f.stride[0] + 50], 30 + 8 * (which % 25), 2);
        last = which;
    }
    sq_capture_close(c);
    return n;
}

/* In place of GStreamer's: it may be broken. */
static bool is_broken;

gboolean gst_init_check(int *argc, char ***argv, GError **error) {
    gboolean (*start)(int *, char ***, GError **);
    *(void **)&start = dlsym(RTLD_NEXT, "gst_init_check");
    return !is_broken && start(argc, argv, error);
}

static void no_file_is_left_where_filming_does_not_begin(void **state) {
    (void)state;
    sq_recorder *film;
    sq_diag d;
    is_broken = true;
    assert_int_equal(sq_recorder_open(&film, scratch("none.mkv"), true, &d), SQ_E_LIBRARY);
    is_broken = false;
    assert_null(film);
    assert_int_equal(access(scratch("none.mkv"), F_OK), -1);
}

static void jpegs_are_kept_as_they_came(void **state) {
    (void)state;
    sq_recorder *film;
    sq_diag d;
    char path[520];
    snprintf(path, sizeof path, "%s", scratch("jpeg.mkv"));
    assert_int_equal(sq_recorder_open(&film, path, true, &d), SQ_OK);
    for (int n = 0; n < FRAMES; n++) {
        sq_frame f = grey_frame(n);
        sq_picture *p;
        unsigned char *jpeg;
        size_t size;
        assert_int_equal(sq_picture_from_frame(&p, &f, &d), SQ_OK);
        assert_int_equal(sq_picture_encode_jpeg(p, 95, &jpeg, &size, &d), SQ_OK);
        if (sq_recorder_put(film, &f, jpeg, size, &d)) fail_msg("%s", d.text);
        free(jpeg);
        sq_picture_free(p);
    }
    sq_filmed n;
    if (sq_recorder_close(film, &n, &d)) fail_msg("%s", d.text);
    assert_int_equal(n.filmed, FRAMES); /* fewer than may wait */
    assert_int_equal(n.dropped, 0);
    assert_int_equal(read_again(path), FRAMES);
}

/* A burst that no encoder keeps up with; returns how many of its frames were dropped. */
static uint64_t film_burst(const char *path, bool live) {
    sq_recorder *film;
    sq_diag d;
    assert_int_equal(sq_recorder_open(&film, path, live, &d), SQ_OK);
    for (int n = 0; n < BURST; n++) {
        sq_frame f = grey_frame(n);
        if (sq_recorder_put(film, &f, NULL, 0, &d)) fail_msg("%s", d.text);
    }
    sq_filmed n;
    if (sq_recorder_close(film, &n, &d)) fail_msg("%s", d.text);
    assert_int_equal(n.filmed + n.dropped, BURST);
    assert_int_equal(read_again(path), n.filmed);
    return n.dropped;
}

/* Whoever puts is not kept waiting, what is dropped is counted, and what is not dropped is there. */
static void what_is_too_much_is_dropped_and_counted(void **state) {
    (void)state;
    char path[520];
    snprintf(path, sizeof path, "%s", scratch("raw.mkv"));
    uint64_t dropped = film_burst(path, true);
    assert_true(dropped > 0 && dropped < BURST);
}

static void nothing_is_dropped_of_a_source_that_can_wait(void **state) {
    (void)state;
    char path[520];
    snprintf(path, sizeof path, "%s", scratch("file.mkv"));
    assert_int_equal(film_burst(path, false), 0);
}

static void what_cannot_be_filmed_is_said_once(void **state) {
    (void)state;
    sq_recorder *film;
    sq_diag d = {0};
    assert_int_equal(sq_recorder_open(&film, "/nowhere/film.mkv", true, &d), SQ_E_FILE);
    assert_null(film);
    assert_non_null(strstr(d.text, "/nowhere/film.mkv: cannot be written"));
    assert_int_equal(sq_recorder_open(&film, scratch("change.mkv"), true, &d), SQ_OK);
    sq_frame f = grey_frame(0);
    assert_int_equal(sq_recorder_put(film, &f, NULL, 0, &d), SQ_OK);
    f = grey_frame(1);
    f.height = 120;
    assert_int_equal(sq_recorder_put(film, &f, NULL, 0, &d), SQ_E_SIZE);
    assert_non_null(strstr(d.text, "filming ends"));
    assert_int_equal(sq_recorder_put(film, &f, NULL, 0, &d), SQ_OK);
    sq_filmed n;
    assert_int_equal(sq_recorder_close(film, &n, &d), SQ_OK);
    assert_int_equal(n.filmed, 1); /* what came before is there */
    assert_int_equal(n.dropped, 2);
    assert_int_equal(read_again(scratch("change.mkv")), 1);
    assert_int_equal(sq_recorder_open(&film, scratch("none.mkv"), true, &d), SQ_OK);
    assert_int_equal(sq_recorder_close(film, &n, &d), SQ_OK); /* nothing came */
    assert_int_equal(n.filmed + n.dropped, 0);
}

/* A disk on which no more than this fits: the kernel refuses what is beyond, and what is counted is there. */
static void a_full_disk_counts_what_is_there(void **state) {
    (void)state;
    enum { ROOM = 40000 };
    sq_recorder *film;
    sq_diag d = {0};
    sq_filmed n;
    char path[520];
    snprintf(path, sizeof path, "%s", scratch("full.mkv"));
    struct rlimit was, full;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    full = was;
    full.rlim_cur = ROOM;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    assert_int_equal(sq_recorder_open(&film, path, false, &d), SQ_OK);
    int faults = 0;
    for (int i = 0; i < BURST; i++) {
        sq_frame f = grey_frame(i);
        faults += sq_recorder_put(film, &f, NULL, 0, &d) != SQ_OK;
    }
    assert_int_equal(faults, 1);
    assert_non_null(strstr(d.text, "filming ends"));
    assert_int_equal(sq_recorder_close(film, &n, &d), SQ_OK);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
    assert_int_equal(n.filmed + n.dropped, BURST);
    assert_true(n.filmed > 5 && n.filmed < BURST);
    assert_int_equal(read_again(path), n.filmed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_file_is_left_where_filming_does_not_begin),
        cmocka_unit_test(jpegs_are_kept_as_they_came),
        cmocka_unit_test(what_is_too_much_is_dropped_and_counted),
        cmocka_unit_test(nothing_is_dropped_of_a_source_that_can_wait),
        cmocka_unit_test(what_cannot_be_filmed_is_said_once),
        cmocka_unit_test(a_full_disk_counts_what_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
