/* Sources of frames whose memory gives out: at each allocation of theirs opening says so or goes well, and
 * what is read afterwards is whole or a fault that is told. */
#include <stdlib.h>
#include <sys/stat.h>

#include "tests/fixture/memory_faults.h"
#include "tests/fixture/scratch.h"
#include "vision/capture/capture.h"
#include "vision/capture/stream_recorder.h"
#include "vision/capture/video_writer.h"
#include "vision/frame/opencv.h"

enum { W = 64, H = 48, FRAMES = 3 };

static uint8_t luma[W * H], chroma[2][W * H / 4];

static sq_frame frame_at(int i) {
    return (sq_frame){.width = W,
                      .height = H,
                      .format = SQ_FRAME_I420,
                      .plane = {luma, chroma[0], chroma[1]},
                      .stride = {W, W / 2, W / 2},
                      .t = i / 10.0,
                      .number = (uint64_t)i};
}

static sq_code make_frame(void *who, sq_frame *f, sq_diag *d) {
    (void)d;
    int *next = who;
    if (*next == FRAMES) return SQ_END;
    *f = frame_at((*next)++);
    return SQ_OK;
}

/* Frames that came; code: the first fault, SQ_OK for none. */
static int read_all(const char *source, const sq_capture_settings *set, sq_code *code, sq_diag *d) {
    sq_capture *c;
    sq_frame f;
    sq_diag later;
    int n = 0;
    *code = sq_capture_open(&c, source, set, d);
    if (*code) assert_null(c);
    for (sq_code next = *code; next != SQ_END && c;) {
        next = sq_capture_next(c, &f, *code ? &later : d);
        n += !next;
        if (next && next != SQ_END && !*code) *code = next;
    }
    sq_capture_close(c);
    return n;
}

static sq_code write_video(const char *path, sq_diag *d) {
    sq_video_writer *v;
    sq_frame like = frame_at(0);
    sq_code code = sq_video_writer_open(&v, path, &like, 10, d);
    if (code) return code;
    for (int i = 0; i < FRAMES && !code; i++) {
        sq_frame f = frame_at(i);
        code = sq_video_writer_put(v, &f, d);
    }
    sq_diag late;
    sq_code closed = sq_video_writer_close(v, code ? &late : d);
    return code ? code : closed;
}

static sq_code record(const char *path, sq_diag *d) {
    sq_recorder *v;
    sq_frame f = frame_at(0);
    sq_code code = sq_recorder_open(&v, path, true, d);
    if (code) return code;
    code = sq_recorder_put(v, &f, NULL, 0, d);
    sq_diag late;
    sq_code closed = sq_recorder_close(v, NULL, code ? &late : d);
    return code ? code : closed;
}

/* Reads the source, or writes what it is called. */
typedef struct {
    const char *name;
    sq_code (*write)(const char *path, sq_diag *d); /* null: it is read */
    sq_capture_settings set;
} thing;

static sq_code use(const thing *t, int *n, sq_diag *d) {
    sq_code code;
    *n = 0;
    if (t->write) return t->write(t->name, d);
    *n = read_all(t->name, &t->set, &code, d);
    return code;
}

static void fails_well(const thing *t) {
    int all, n;
    sq_diag d = {0};
    memory_fails_at(0, false);
    if (use(t, &all, &d)) fail_msg("%s: %s", t->name, d.text);
    long asked = memory_asked();
    assert_true(asked > 0);
    for (long at = 1; at <= asked; at++) {
        if (t->set.maker.who) *(int *)t->set.maker.who = 0;
        memory_fails_at(at, at % 2);
        sq_code code = use(t, &n, &d);
        memory_fails_at(0, false);
        if (!code && n != all)
            fail_msg("%s, allocation %ld: %d of %d frames, and no word", t->name, at, n, all);
        if (code && (code != SQ_E_MEMORY || !strstr(d.text, "memory")))
            fail_msg("%s, allocation %ld: %d: %s", t->name, at, code, d.text);
    }
}

static void frames_that_are_made(void **state) {
    (void)state;
    int next = 0;
    fails_well(&(thing){.name = "made", .set = {.maker = {make_frame, &next, 10, FRAMES}}});
}

static void a_folder_of_pictures(void **state) {
    (void)state;
    sq_picture *p;
    sq_diag d;
    thing t = {.name = scratch("pictures")};
    assert_int_equal(mkdir(t.name, 0777), 0);
    assert_int_equal(sq_picture_new(&p, W, H, &d), SQ_OK);
    assert_int_equal(sq_picture_write(p, scratch("pictures/1.png"), 90, &d), SQ_OK);
    assert_int_equal(sq_picture_write(p, scratch("pictures/2.jpg"), 90, &d), SQ_OK);
    sq_picture_free(p);
    fails_well(&t);
}

static void a_video(void **state) {
    (void)state;
    thing written = {.name = scratch("written.mp4"), .write = write_video};
    fails_well(&written);
    sq_diag d;
    assert_int_equal(write_video(written.name, &d), SQ_OK);
    fails_well(&(thing){.name = written.name});
}

static void a_film(void **state) {
    (void)state;
    thing filmed = {.name = scratch("film.mkv"), .write = record};
    fails_well(&filmed);
}

static void a_pipeline(void **state) {
    (void)state;
    fails_well(&(thing){.name = "videotestsrc num-buffers=3 ! video/x-raw,width=64,height=48"});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_that_are_made),
        cmocka_unit_test(a_folder_of_pictures),
        cmocka_unit_test(a_video),
        cmocka_unit_test(a_film),
        cmocka_unit_test(a_pipeline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
