/* The front door for sources: videos of many kinds, folders of pictures, and whatever is none. */
#include "vision/capture/capture.h"

#include <gst/gst.h>
#include <sys/stat.h>

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"
#include "vision/frame/opencv.h"

enum { FRAMES = 40 };

/* Lets GStreamer make a test video; %s of the description is the file's path. */
static const char *made(const char *name, const char *description) {
    const char *path = scratch(name);
    char text[1024], place[600];
    snprintf(place, sizeof place, "filesink location=%s", path);
    snprintf(text, sizeof text, "videotestsrc num-buffers=%d ! video/x-raw,%s ! %s", FRAMES, description,
             place);
    assert_true(gst_init_check(NULL, NULL, NULL));
    GError *e = NULL;
    GstElement *p = gst_parse_launch(text, &e);
    if (e) fail_msg("%s: %s", text, e->message);
    gst_element_set_state(p, GST_STATE_PLAYING);
    GstBus *bus = gst_element_get_bus(p);
    GstMessage *m = gst_bus_timed_pop_filtered(bus, 60 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    assert_non_null(m);
    if (GST_MESSAGE_TYPE(m) != GST_MESSAGE_EOS) fail_msg("%s", text);
    gst_message_unref(m);
    gst_object_unref(bus);
    gst_element_set_state(p, GST_STATE_NULL);
    gst_object_unref(p);
    return path;
}

#define SIZE "width=320,height=240,framerate=20/1"

static sq_capture *opened(const char *source) {
    sq_capture *c;
    sq_diag d = {0};
    if (sq_capture_open(&c, source, NULL, &d)) fail_msg("%s", d.text);
    return c;
}

/* Counts the frames to the end or the first fault; *last is the last frame's description. */
static int counted(sq_capture *c, sq_frame *last, sq_code *code, sq_diag *d) {
    int n = 0;
    for (sq_frame f; !(*code = sq_capture_next(c, &f, d)); n++) {
        assert_int_equal(f.number, n);
        *last = f;
    }
    return n;
}

static void every_container_and_format_is_read(void **state) {
    (void)state;
    static const struct {
        const char *name, *description;
        sq_frame_format format;
        bool full_range, predicted;
    } kinds[] = {
        {"a.mkv", SIZE ",format=I420 ! x264enc speed-preset=1 ! matroskamux", SQ_FRAME_I420, false, true},
        {"a.mp4", SIZE ",format=I420 ! x264enc speed-preset=1 ! mp4mux", SQ_FRAME_I420, false, true},
        {"mjpeg.avi", SIZE ",format=I420 ! jpegenc ! avimux", SQ_FRAME_I420, true, false},
        {"mjpeg422.mkv", SIZE ",format=Y42B ! jpegenc ! matroskamux", SQ_FRAME_I422, true, false},
        {"vp8.webm", SIZE ",format=I420 ! vp8enc deadline=1 ! webmmux", SQ_FRAME_I420, false, true},
        {"444.mkv", SIZE ",format=Y444 ! x264enc speed-preset=1 ! matroskamux", SQ_FRAME_I444, false, true},
        {"ten.mkv", SIZE ",format=I420_10LE ! x264enc speed-preset=1 ! matroskamux", SQ_FRAME_I420, false,
         true},
        {"bgr.avi", SIZE ",format=BGR ! avimux", SQ_FRAME_BGR, true, true},
        {"raw.h264", SIZE ",format=I420 ! x264enc speed-preset=1 ! video/x-h264,stream-format=byte-stream",
         SQ_FRAME_I420, false, true},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        sq_capture *c = opened(made(kinds[k].name, kinds[k].description));
        sq_frame last = {0};
        sq_code code;
        sq_diag d = {0};
        int n = counted(c, &last, &code, &d);
        if (n != FRAMES || code != SQ_END) fail_msg("%s: %d frames, %s", kinds[k].name, n, d.text);
        assert_int_equal(last.format, kinds[k].format);
        assert_int_equal(last.full_range, kinds[k].full_range);
        assert_int_equal(last.predicted, kinds[k].predicted);
        assert_int_equal(last.width, 320);
        assert_int_equal(last.height, 240);
        assert_near(last.t, (FRAMES - 1) / 20.0, 1e-3);
        assert_string_equal(sq_capture_about(c).kind, "video");
        assert_near(sq_capture_about(c).fps, 20, 1e-9);
        sq_capture_close(c);
    }
}

/* Old camcorders' pixels are no squares (HDV: 4 to 3). The camera model has squares. */
static void pixels_are_made_square(void **state) {
    (void)state;
    sq_capture *c = opened(
        made("hdv.mkv", SIZE ",format=I420,pixel-aspect-ratio=4/3 ! x264enc speed-preset=1 ! matroskamux"));
    sq_frame last = {0};
    sq_code code;
    sq_diag d = {0};
    assert_int_equal(counted(c, &last, &code, &d), FRAMES);
    double shape = (double)last.width / last.height;
    assert_near(shape, 320 * 4.0 / (240 * 3), 0.01);
    assert_true(last.width >= 320 && last.height >= 240);
    sq_capture_close(c);
}

/* What decodes within a pipeline has its outputs late: they must still find what follows them there. Nothing
 * of a file is too late to be judged. */
static void a_pipeline_may_decode_a_file(void **state) {
    (void)state;
    char text[640];
    snprintf(text, sizeof text, "filesrc location=%s ! decodebin ! identity",
             made("piped.mp4", SIZE ",format=I420 ! x264enc speed-preset=1 ! mp4mux"));
    sq_capture *c = opened(text);
    assert_string_equal(sq_capture_about(c).kind, "stream");
    sq_frame last = {0};
    sq_code code;
    sq_diag d = {0};
    assert_int_equal(counted(c, &last, &code, &d), FRAMES);
    assert_int_equal(code, SQ_END);
    assert_int_equal(sq_capture_count(c).late, 0);
    sq_capture_close(c);
}

static void the_length_is_told(void **state) {
    (void)state;
    sq_capture *c = opened(made("length.mkv", SIZE ",format=I420 ! x264enc speed-preset=1 ! matroskamux"));
    assert_int_equal(sq_capture_about(c).frames, FRAMES);
    assert_near(sq_capture_about(c).duration_s, FRAMES / 20.0, 0.05);
    sq_capture_close(c); /* in mid-stream, with frames waiting */
}

/* Keeps so much of a file; gives its path. */
static const char *cut(const char *path, const char *name, double share) {
    size_t n;
    unsigned char *bytes = scratch_read(path, &n);
    const char *shorter = scratch_file(name, bytes, (size_t)((double)n * share));
    free(bytes);
    return shorter;
}

static void a_cut_video_gives_what_it_has_and_says_so_once(void **state) {
    (void)state;
    const char *cuts[] = {
        cut(made("w1.mkv", SIZE " ! x264enc speed-preset=1 ! matroskamux"), "c1.mkv", 0.6),
        cut(made("w2.mp4", SIZE " ! x264enc speed-preset=1 ! mp4mux faststart=true"), "c2.mp4", 0.6),
        cut(made("w3.avi", SIZE " ! jpegenc ! avimux"), "c3.avi", 0.6),
    };
    for (int k = 0; k < 3; k++) {
        sq_capture *c = opened(cuts[k]);
        sq_frame last;
        sq_code code;
        sq_diag d = {0};
        int n = counted(c, &last, &code, &d);
        assert_in_range(n, FRAMES / 3, FRAMES - 3);
        assert_int_equal(code, SQ_E_FORMAT);
        assert_non_null(strstr(d.text, "cut short"));
        assert_int_equal(sq_capture_next(c, &last, &d), SQ_END);
        sq_capture_close(c);
    }
}

static void assert_refused(const char *source, sq_code code, const char *word) {
    sq_capture *c;
    sq_diag d = {0};
    sq_code got = sq_capture_open(&c, source, NULL, &d);
    if (got != code) fail_msg("%s: code %d, %s", source, got, d.text);
    assert_null(c);
    if (!strstr(d.text, word)) fail_msg("\"%s\" does not say \"%s\"", d.text, word);
    if (!strstr(d.text, source)) fail_msg("\"%s\" does not name %s", d.text, source);
}

static void what_is_no_source_is_refused(void **state) {
    (void)state;
    assert_refused(scratch("nothing.mp4"), SQ_E_FILE, "No such file");
    assert_refused(scratch("nothing.jpg"), SQ_E_FILE, "No such file");
    assert_refused("/dev/null", SQ_E_FILE, "neither");
    assert_refused(scratch_file("empty.mp4", "", 0), SQ_E_FORMAT, "empty");
    assert_refused(scratch_file("letter.mp4", "Dear Sir, this is a letter and no video at all.\n", 49),
                   SQ_E_FORMAT, "no video");
    assert_refused(scratch_file("noise.mp4", "\x01\xfe\x37\x91\x00\x13\xc7\x55\x9b", 9), SQ_E_FORMAT,
                   "no video");
    assert_refused(cut(made("w4.mp4", SIZE " ! x264enc speed-preset=1 ! mp4mux"), "c4.mp4", 0.5), SQ_E_FORMAT,
                   "is cut short and cannot be read"); /* its index is at the end */
    char folder[600];
    snprintf(folder, sizeof folder, "%s", scratch("no pictures"));
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_refused(folder, SQ_E_FILE, "no picture");
}

static void sound_alone_is_no_video(void **state) {
    (void)state;
    unsigned char wav[44 + 8000] =
        "RIFF\x64\x1f\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x40\x1f\0\0\1\0\x08\0"
        "data\x40\x1f\0";
    assert_refused(scratch_file("sound.wav", wav, sizeof wav), SQ_E_FORMAT, "no video stream");
}

/* Two elementary streams of different size, one behind the other: as when a camera is switched over. */
static void a_change_of_size_comes_with_the_frame(void **state) {
    (void)state;
    size_t n1, n2;
    const char *raw = " ! x264enc speed-preset=1 ! video/x-h264,stream-format=byte-stream";
    char large[200], small[200];
    snprintf(small, sizeof small, SIZE "%s", raw);
    snprintf(large, sizeof large, "width=640,height=360,framerate=20/1%s", raw);
    unsigned char *a = scratch_read(made("small.h264", small), &n1),
                  *b = scratch_read(made("large.h264", large), &n2);
    a = realloc(a, n1 + n2);
    memcpy(a + n1, b, n2);
    sq_capture *c = opened(scratch_file("both.h264", a, n1 + n2));
    int wide = 0, n = 0;
    double t = -1;
    for (sq_frame f; !sq_capture_next(c, &f, NULL); n++) {
        wide += f.width == 640 && f.height == 360;
        assert_true(f.t > t); /* the clock goes on */
        t = f.t;
    }
    assert_int_equal(n, 2 * FRAMES);
    assert_int_equal(wide, FRAMES);
    sq_capture_close(c);
    free(a);
    free(b);
}

static void picture(const char *folder, const char *name, int grey) {
    sq_picture *p;
    sq_diag d;
    char path[600];
    assert_int_equal(sq_picture_new(&p, 8, 6, &d), SQ_OK);
    int stride;
    unsigned char *px = sq_picture_pixels(p, &stride);
    memset(px, grey, 6 * (size_t)stride);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(sq_picture_write(p, path, 95, &d), SQ_OK);
    sq_picture_free(p);
}

static void a_folder_is_read_in_the_order_of_counting(void **state) {
    (void)state;
    char folder[600];
    snprintf(folder, sizeof folder, "%s", scratch("views"));
    assert_int_equal(mkdir(folder, 0700), 0);
    const char *names[] = {"view1.png", "view2.png", "view3.png", "view9.JPG", "view10.png", "view11.png"};
    for (int i = 5; i >= 0; i--)
        picture(folder, names[i], 10 * i);
    scratch_file("views/view2.json", "{}", 2);
    scratch_file("views/.view4.png", "hidden", 6);
    scratch_file("views/view3.png", "no picture", 10);
    sq_capture *c;
    sq_diag d = {0};
    const sq_capture_settings settings = {.picture_gap_s = 0.5};
    assert_int_equal(sq_capture_open(&c, folder, &settings, &d), SQ_OK);
    assert_int_equal(sq_capture_about(c).frames, 6);
    for (int i = 0; i < 6; i++) {
        sq_frame f;
        sq_code code = sq_capture_next(c, &f, &d);
        assert_non_null(strstr(sq_capture_frame_name(c), names[i]));
        assert_int_equal(code, i == 2 ? SQ_E_FORMAT : SQ_OK);
        if (code) continue; /* told once, and passed */
        assert_int_equal(f.number, i);
        assert_near(f.t, 0.5 * i, 1e-12);
        assert_near(f.plane[0][0], 10 * i, 2);
    }
    sq_frame f;
    assert_int_equal(sq_capture_next(c, &f, &d), SQ_END);
    assert_int_equal(sq_capture_next(c, &f, &d), SQ_END);
    sq_capture_close(c);
}

static void a_picture_is_one_frame(void **state) {
    (void)state;
    scratch("x");
    picture(scratch_folder, "one.png", 7);
    sq_capture *c = opened(scratch("one.png"));
    sq_frame f;
    assert_int_equal(sq_capture_about(c).frames, 1);
    assert_int_equal(sq_capture_next(c, &f, NULL), SQ_OK);
    assert_int_equal(f.format, SQ_FRAME_BGR);
    assert_int_equal(f.width, 8);
    assert_near(f.t, 0, 0);
    assert_int_equal(sq_capture_next(c, &f, NULL), SQ_END);
    sq_capture_close(c);
    sq_capture_close(NULL);
}

/* Writes a quarter turn into the head of an MP4's track (ISO 14496-12, 8.3.2), as a phone that was held
 * upright does: its matrix stands 40 bytes behind the box's type. */
static const char *turned(const char *path) {
    static const unsigned char quarter[] = {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0};
    static char bytes[1 << 20];
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    size_t n = fread(bytes, 1, sizeof bytes, f);
    const char *head = memmem(bytes, n, "tkhd", 4);
    assert_non_null(head);
    assert_int_equal(fseek(f, head - bytes + 4 + 40, SEEK_SET), 0);
    assert_int_equal(fwrite(quarter, 1, sizeof quarter, f), sizeof quarter);
    assert_int_equal(fclose(f), 0);
    return path;
}

static void a_film_is_turned_as_its_tag_says(void **state) {
    (void)state;
    const char *tagged = turned(made("held.mp4", SIZE ",format=I420 ! x264enc speed-preset=1 ! mp4mux")),
               *plain = made("level.mp4", SIZE ",format=I420 ! x264enc speed-preset=1 ! mp4mux");
    sq_capture *c = opened(tagged), *level = opened(plain);
    sq_frame f, g;
    assert_int_equal(sq_capture_about(c).held.quarters, 1);
    assert_int_equal(sq_capture_next(c, &f, NULL), SQ_OK);
    assert_int_equal(sq_capture_next(level, &g, NULL), SQ_OK);
    assert_int_equal(f.width, g.height);
    assert_int_equal(f.height, g.width);
    for (int x = 0; x < g.width; x += 16) /* the upper edge is the right one now */
        assert_near(f.plane[0][x * f.stride[0] + f.width - 1], g.plane[0][x], 4);
    sq_capture_close(c);
    sq_capture_close(level);
}

static void turnings_add_up(void **state) {
    (void)state;
    sq_turning quarter = {false, 1}, mirror = {true, 0}, both = sq_turning_both(quarter, mirror);
    assert_int_equal(sq_turning_both(quarter, (sq_turning){false, 3}).quarters, 0);
    assert_true(both.mirror); /* a quarter turn seen in a mirror is one the other way round */
    assert_int_equal(both.quarters, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_container_and_format_is_read),
        cmocka_unit_test(pixels_are_made_square),
        cmocka_unit_test(a_pipeline_may_decode_a_file),
        cmocka_unit_test(the_length_is_told),
        cmocka_unit_test(a_cut_video_gives_what_it_has_and_says_so_once),
        cmocka_unit_test(what_is_no_source_is_refused),
        cmocka_unit_test(sound_alone_is_no_video),
        cmocka_unit_test(a_change_of_size_comes_with_the_frame),
        cmocka_unit_test(a_folder_is_read_in_the_order_of_counting),
        cmocka_unit_test(a_picture_is_one_frame),
        cmocka_unit_test(a_film_is_turned_as_its_tag_says),
        cmocka_unit_test(turnings_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
