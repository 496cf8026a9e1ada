/* Cameras, played by a double (tests/v4l2): what they may send, and all that drivers and cables do
 * to people. */
#include <dirent.h>
#include <jansson.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/fixture/run_command.h"
#include "tests/fixture/unit.h"
#include "tests/v4l2/double_file.h"
#include "vision/capture/capture.h"
#include "vision/capture/v4l2_device.h"
#include "vision/frame/opencv.h"

static sq_capture *opened(const double_file *f) {
    sq_capture *c;
    sq_diag d = {0};
    if (sq_capture_open(&c, f->source, &(sq_capture_settings){.retry_s = 0.01}, &d)) fail_msg("%s", d.text);
    return c;
}

static sq_frame next(sq_capture *c) {
    sq_frame f;
    sq_diag d = {0};
    if (sq_capture_next(c, &f, &d)) fail_msg("%s", d.text);
    return f;
}

/* The luma of frame n of the pattern, row by row. */
static void assert_pattern(const sq_frame *f, unsigned n) {
    for (int y = 0; y < f->height; y += 7)
        for (int x = 0; x < f->width; x++)
            assert_int_equal(f->plane[0][y * f->stride[0] + x], double_grey(x, y, f->width, n));
}

static void planes_come_as_they_are(void **state) {
    (void)state;
    static const struct {
        uint32_t fourcc;
        sq_frame_format format;
        int planes;
    } kinds[] = {{V4L2_PIX_FMT_NV12, SQ_FRAME_NV12, 2},
                 {V4L2_PIX_FMT_YUV420, SQ_FRAME_I420, 3},
                 {V4L2_PIX_FMT_YUYV, SQ_FRAME_I422, 3},
                 {V4L2_PIX_FMT_GREY, SQ_FRAME_GREY, 1}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        double_file f = double_make("planes", kinds[k].fourcc, 640, 360, 0);
        sq_capture *c = opened(&f);
        assert_true(sq_capture_about(c).live);
        assert_string_equal(sq_capture_about(c).kind, "camera");
        assert_non_null(strstr(sq_capture_about(c).text, "640 x 360"));
        for (unsigned n = 0; n < 10; n++) {
            sq_frame g = next(c);
            if (g.format != kinds[k].format) fail_msg("%s", sq_capture_about(c).text);
            assert_int_equal(g.number, n);
            assert_near(g.t, n / 30.0, 1e-4);
            assert_false(g.full_range);
            assert_false(g.predicted);
            assert_pattern(&g, n);
            for (int p = 1; p < kinds[k].planes; p++)
                assert_int_equal(g.plane[p][g.stride[p] + 5], 128);
        }
        assert_int_equal(sq_capture_count(c).delivered, 10);
        sq_capture_close(c);
        assert_int_equal(f.is->opened, f.is->closed);
        double_unmake(&f);
    }
}

/* A grey JPEG picture of that size. */
static void add_jpeg(double_file *f, int width, int height, int grey) {
    sq_picture *p;
    unsigned char *bytes;
    size_t n;
    int stride;
    assert_int_equal(sq_picture_new(&p, width, height, NULL), SQ_OK);
    unsigned char *px = sq_picture_pixels(p, &stride);
    memset(px, grey, (size_t)stride * (size_t)height);
    assert_int_equal(sq_picture_encode_jpeg(p, 90, &bytes, &n, NULL), SQ_OK);
    double_add_picture(f, bytes, n);
    free(bytes);
    sq_picture_free(p);
}

static void jpegs_are_decoded_to_their_planes(void **state) {
    (void)state;
    double_file f = double_make("mjpeg", V4L2_PIX_FMT_MJPEG, 320, 240, 1 << 20);
    for (int i = 0; i < 5; i++)
        add_jpeg(&f, 320, 240, 50 + 20 * i);
    sq_capture *c = opened(&f);
    for (int i = 0; i < 5; i++) {
        sq_frame g = next(c);
        assert_int_equal(g.width, 320);
        assert_int_equal(g.format, SQ_FRAME_I420);
        assert_true(g.full_range);
        assert_false(g.predicted);
        assert_int_equal(g.siting, SQ_CHROMA_CENTRE);
        assert_near(g.plane[0][100 * g.stride[0] + 7], 50 + 20 * i, 1);
        assert_near(g.plane[2][100 * g.stride[2] + 7], 128, 1);
    }
    sq_capture_close(c);
    double_unmake(&f);
}

/* A camera that speaks only a dialect: libv4lconvert makes I420 of it. */
static void other_formats_are_converted(void **state) {
    (void)state;
    double_file f = double_make("uyvy", V4L2_PIX_FMT_SPCA501, 320, 240, 0);
    sq_capture *c = opened(&f);
    sq_frame g = next(c);
    assert_int_equal(g.format, SQ_FRAME_I420);
    assert_int_equal(g.width, 320);
    sq_capture_close(c);
    double_unmake(&f);
}

static void the_best_mode_is_chosen(void **state) {
    (void)state;
    double_file f = double_make("modes", V4L2_PIX_FMT_YUYV, 1920, 1080, 0);
    f.is->mode[0].rate = 5; /* USB 2 carries no more */
    f.is->mode[1].fourcc = V4L2_PIX_FMT_YUYV, f.is->mode[1].width = 640, f.is->mode[1].height = 480;
    f.is->mode[1].rate = 30;
    f.is->mode[2].fourcc = V4L2_PIX_FMT_MJPEG, f.is->mode[2].width = 3840, f.is->mode[2].height = 2160;
    f.is->mode[2].rate = 30;
    f.is->mode[3].fourcc = V4L2_PIX_FMT_MJPEG, f.is->mode[3].width = 1920, f.is->mode[3].height = 1080;
    f.is->mode[3].rate = 30;
    static sq_v4l2_camera all;
    int fd;
    double rate;
    assert_int_equal(sq_v4l2_open(&fd, f.path, NULL), SQ_OK);
    assert_int_equal(sq_v4l2_describe(&all, fd, f.path, NULL), SQ_OK);
    const sq_v4l2_mode *m = sq_v4l2_choose(&all, NULL, &rate);
    assert_non_null(m);
    assert_string_equal(m->format, "MJPG");
    assert_int_equal(m->width, 1920);
    assert_near(rate, 30, 1e-9);
    f.is->mode[0].rate = 15; /* fast enough: no JPEG between the camera and the eye */
    assert_int_equal(sq_v4l2_describe(&all, fd, f.path, NULL), SQ_OK);
    m = sq_v4l2_choose(&all, NULL, &rate);
    assert_string_equal(m->format, "YUYV");
    assert_int_equal(m->width, 1920);
    assert_near(rate, 15, 1e-9);
    m = sq_v4l2_choose(&all, &(sq_v4l2_wish){640, 480, 0}, &rate);
    assert_int_equal(m->width, 640);
    m = sq_v4l2_choose(&all, &(sq_v4l2_wish){.rate = 30}, &rate);
    assert_string_equal(m->format, "MJPG");
    assert_int_equal(m->width, 1920);
    assert_near(rate, 30, 1e-9);
    assert_non_null(sq_v4l2_choose(&all, &(sq_v4l2_wish){1920, 1080, 14}, &rate));
    assert_near(rate, 15, 1e-9);
    assert_null(sq_v4l2_choose(&all, &(sq_v4l2_wish){800, 600, 0}, &rate));
    sq_v4l2_close(fd);
    double_unmake(&f);
}

static void a_stride_that_lies_is_found_out(void **state) {
    (void)state;
    static const struct {
        int real, claimed;
    } lies[] = {{0, 704}, {704, 0}, {704, 704}, {704, 1280}, {0, 1}, {768, 640}};
    for (size_t k = 0; k < sizeof lies / sizeof *lies; k++) {
        double_file f = double_make("stride", V4L2_PIX_FMT_NV12, 640, 360, 0);
        f.is->stride = lies[k].real;
        f.is->claimed_stride = lies[k].claimed;
        sq_capture *c = opened(&f);
        for (unsigned n = 0; n < 3; n++) {
            sq_frame g = next(c);
            assert_int_equal(g.stride[0], lies[k].real ? lies[k].real : 640);
            assert_pattern(&g, n);
        }
        sq_capture_close(c);
        double_unmake(&f);
    }
}

static void lost_and_damaged_frames_are_counted(void **state) {
    (void)state;
    double_file f = double_make("lost", V4L2_PIX_FMT_YUYV, 640, 360, 0);
    sq_capture *c = opened(&f);
    assert_int_equal(next(c).number, 0);
    f.is->lose = 3;
    assert_int_equal(next(c).number, 4);
    f.is->cut = 2;
    assert_int_equal(next(c).number, 7);
    f.is->error = 1;
    f.is->lose = 1;
    assert_int_equal(next(c).number, 10);
    f.is->no_length = 1;
    sq_frame g = next(c);
    assert_int_equal(g.number, 12);
    assert_near(g.t, 12 / 30.0, 1e-4);
    assert_pattern(&g, 12);
    sq_capture_counts n = sq_capture_count(c);
    assert_int_equal(n.delivered, 5);
    assert_int_equal(n.lost, 4);
    assert_int_equal(n.damaged, 4);
    assert_int_equal(n.late, 0);
    assert_int_equal(n.losses, 0);
    sq_capture_close(c);
    double_unmake(&f);
}

static void damaged_jpegs_are_passed_over(void **state) {
    (void)state;
    double_file f = double_make("bad", V4L2_PIX_FMT_MJPEG, 320, 240, 1 << 20);
    add_jpeg(&f, 320, 240, 90);
    sq_capture *c = opened(&f);
    next(c);
    f.is->garbage = 2;
    f.is->cut = 3;
    sq_frame g = next(c);
    assert_int_equal(g.number, 4);
    assert_near(g.plane[0][500], 90, 1);
    assert_int_equal(sq_capture_count(c).damaged, 3);
    sq_capture_close(c);
    double_unmake(&f);
}

/* What is filmed is copied from the camera's buffer. */
static void no_picture_is_longer_than_its_buffer(void **state) {
    (void)state;
    double_file f = double_make("long", V4L2_PIX_FMT_MJPEG, 320, 240, 1 << 20);
    add_jpeg(&f, 320, 240, 90);
    sq_capture *c = opened(&f);
    size_t size;
    f.is->too_long = 1;
    next(c);
    assert_non_null(sq_capture_jpeg(c, &size));
    assert_int_equal(size, DOUBLE_BUFFER_BYTES);
    sq_capture_close(c);
    double_unmake(&f);
}

/* Of an odd height, two thirds of the picture hold its luma, but the last row of chroma is not there. */
static void chroma_that_is_cut_off_is_not_read(void **state) {
    (void)state;
    static const uint32_t kinds[] = {V4L2_PIX_FMT_NV12, V4L2_PIX_FMT_YUV420};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        double_file f = double_make("odd", kinds[k], 640, 361, 0);
        sq_capture *c = opened(&f);
        sq_frame g;
        sq_diag d = {0};
        assert_int_equal(sq_capture_next(c, &g, &d), SQ_E_DEVICE);
        assert_non_null(strstr(d.text, "damaged pictures alone"));
        sq_capture_close(c);
        double_unmake(&f);
    }
}

static void a_camera_that_hangs_is_said_once_and_comes_back(void **state) {
    (void)state;
    double_file f = double_make("hang", V4L2_PIX_FMT_NV12, 320, 240, 0);
    sq_capture *c = opened(&f);
    sq_frame g = next(c);
    sq_diag d = {0};
    f.is->hang = 1;
    assert_int_equal(sq_capture_next(c, &g, &d), SQ_E_DEVICE);
    assert_non_null(strstr(d.text, "has sent no picture"));
    f.is->hang = 0;
    assert_int_equal(sq_capture_next(c, &g, &d), SQ_OK);
    assert_true(g.number > 1);
    assert_int_equal(f.is->started, 2);
    assert_int_equal(sq_capture_count(c).recovered, 1);
    sq_capture_close(c);
    double_unmake(&f);
}

static void *stop_soon(void *c) {
    const struct timespec soon = {.tv_nsec = 200000000};
    nanosleep(&soon, NULL);
    sq_capture_stop(c);
    return NULL;
}

/* Whether it waits for a frame or for the camera to come back. */
static void who_waits_can_be_stopped(void **state) {
    (void)state;
    for (int gone = 0; gone < 2; gone++) {
        double_file f = double_make("stop", V4L2_PIX_FMT_NV12, 320, 240, 0);
        sq_capture *c = opened(&f);
        sq_frame g = next(c);
        f.is->hang = 1;
        f.is->unplugged = gone ? 1000000 : 0;
        if (gone) assert_int_equal(sq_capture_next(c, &g, NULL), SQ_E_DEVICE);
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, stop_soon, c), 0);
        assert_int_equal(sq_capture_next(c, &g, NULL), SQ_END);
        assert_int_equal(sq_capture_next(c, &g, NULL), SQ_END);
        pthread_join(thread, NULL);
        sq_capture_close(c);
        assert_int_equal(f.is->opened, f.is->closed);
        double_unmake(&f);
    }
}

static void the_calendar_is_no_clock(void **state) {
    (void)state;
    const struct timespec pause = {.tv_nsec = 20000000};
    double_file f = double_make("calendar", V4L2_PIX_FMT_NV12, 320, 240, 0);
    f.is->by_calendar = true;
    sq_capture *c = opened(&f);
    sq_frame g = next(c);
    double begun = g.t;
    for (int i = 0; i < 5; i++) {
        nanosleep(&pause, NULL);
        g = next(c);
    }
    assert_true(g.t - begun > 0.09);
    sq_capture_close(c);
    double_unmake(&f);
}

/* What lies in /dev, for sq_v4l2_paths: as many of these as there are. */
static const char *nodes[2];

int scandir(const char *restrict dir, struct dirent ***restrict list, int (*selector)(const struct dirent *),
            int (*cmp)(const struct dirent **, const struct dirent **)) {
    (void)dir, (void)selector, (void)cmp;
    int n = 0;
    *list = calloc(2, sizeof **list);
    for (; n < 2 && nodes[n]; n++) {
        (*list)[n] = calloc(1, sizeof ***list);
        snprintf((*list)[n]->d_name, sizeof(*list)[n]->d_name, "..%s", nodes[n]);
    }
    return n;
}

/* The laptop's own camera is there while the other one is pulled out. */
static void the_camera_that_was_lost_is_waited_for(void **state) {
    (void)state;
    double_file own = double_make("own", V4L2_PIX_FMT_NV12, 640, 480, 0);
    double_file good = double_make("good", V4L2_PIX_FMT_NV12, 320, 240, 0);
    snprintf(good.is->card, sizeof good.is->card, "Above The Mat");
    sq_capture *c;
    sq_frame g;
    sq_diag d = {0};
    nodes[0] = good.path, nodes[1] = own.path;
    assert_int_equal(sq_capture_open(&c, "camera", &(sq_capture_settings){.retry_s = 0.01}, &d), SQ_OK);
    assert_int_equal(next(c).width, 320);
    good.is->unplugged = 4;
    assert_int_equal(sq_capture_next(c, &g, &d), SQ_E_DEVICE);
    assert_int_equal(next(c).width, 320);
    assert_int_equal(good.is->unplugged, 0);
    nodes[0] = own.path, nodes[1] = good.path; /* it may get another number */
    good.is->unplugged = 1;
    assert_int_equal(sq_capture_next(c, &g, &d), SQ_E_DEVICE);
    assert_int_equal(next(c).width, 320);
    sq_capture_close(c);
    nodes[0] = nodes[1] = NULL;
    double_unmake(&own);
    double_unmake(&good);
}

static int open_files(void) {
    DIR *dir = opendir("/proc/self/fd");
    int n = 0;
    while (readdir(dir))
        n++;
    closedir(dir);
    return n;
}

enum { UNPLUGGED = 50, EVERY = 40 };

/* Fifty times, some frames apart: each is said once, nothing leaks, and every frame that the camera took
 * comes. */
static void unplugged_fifty_times(void **state) {
    (void)state;
    double_file f = double_make("unplug", V4L2_PIX_FMT_YUYV, 320, 240, 0);
    sq_capture *c = opened(&f);
    next(c);
    int files = open_files(), said = 0, frames = 1;
    f.is->unplug_every = EVERY;
    f.is->unplug_for = 1;
    f.is->unplug_times = UNPLUGGED;
    double t = 0;
    uint64_t number = 0;
    while (frames < EVERY * (UNPLUGGED + 1)) {
        sq_frame g;
        sq_diag d = {0};
        if (sq_capture_next(c, &g, &d)) {
            assert_non_null(strstr(d.text, "unplugged"));
            said++;
            continue;
        }
        assert_pattern(&g, (unsigned)frames++);
        assert_true(g.t > t && g.number > number);
        t = g.t, number = g.number;
    }
    assert_int_equal(said, UNPLUGGED);
    assert_int_equal(sq_capture_count(c).losses, UNPLUGGED);
    assert_int_equal(sq_capture_count(c).recovered, UNPLUGGED);
    assert_int_equal(open_files(), files);
    sq_capture_close(c);
    assert_int_equal(f.is->opened, f.is->closed);
    double_unmake(&f);
}

/* Frames that waited while we slept are dropped, and counted; what comes then is fresh. */
static void late_frames_are_dropped(void **state) {
    (void)state;
    const struct timespec second = {.tv_sec = 1};
    double_file f = double_make("late", V4L2_PIX_FMT_NV12, 320, 240, 0);
    f.is->monotonic = true;
    sq_capture *c = opened(&f);
    uint64_t before = 0;
    for (int i = 0; i < 10; i++)
        before = next(c).number;
    nanosleep(&second, NULL);
    sq_frame g = next(c);
    sq_capture_counts n = sq_capture_count(c);
    assert_true(n.lost + n.late >= 15);
    assert_int_equal(g.number - before, n.lost + n.late + 1 - 0);
    sq_capture_close(c);
    double_unmake(&f);
}

static int control(const double_file *f, uint32_t id) {
    for (int i = 0; i < DOUBLE_CONTROLS; i++)
        if (f->is->control[i].id == id) return f->is->control[i].value;
    return -1;
}

static void colours_are_locked_and_given_back(void **state) {
    (void)state;
    double_file f = double_make("lock", V4L2_PIX_FMT_NV12, 320, 240, 0);
    const uint32_t ids[] = {V4L2_CID_AUTO_WHITE_BALANCE, V4L2_CID_WHITE_BALANCE_TEMPERATURE,
                            V4L2_CID_EXPOSURE_AUTO, V4L2_CID_EXPOSURE_ABSOLUTE, V4L2_CID_FOCUS_AUTO};
    const int32_t values[] = {1, 4321, V4L2_EXPOSURE_APERTURE_PRIORITY, 157, 0};
    for (int i = 0; i < 5; i++) {
        f.is->control[i].id = ids[i];
        f.is->control[i].value = values[i];
        f.is->control[i].high = 10000;
        snprintf(f.is->control[i].name, 32, "Control %d", i);
    }
    sq_capture *c = opened(&f);
    next(c);
    assert_int_equal(control(&f, V4L2_CID_AUTO_WHITE_BALANCE), 1); /* it may settle first */
    while (next(c).t < SQ_CAMERA_SETTLE_S + 0.1) {
    }
    assert_int_equal(control(&f, V4L2_CID_AUTO_WHITE_BALANCE), 0);
    assert_int_equal(control(&f, V4L2_CID_WHITE_BALANCE_TEMPERATURE), 4321);
    assert_int_equal(control(&f, V4L2_CID_EXPOSURE_AUTO), V4L2_EXPOSURE_MANUAL);
    assert_int_equal(control(&f, V4L2_CID_EXPOSURE_ABSOLUTE), 157);
    sq_capture_close(c);
    for (int i = 0; i < 5; i++)
        assert_int_equal(control(&f, ids[i]), values[i]);
    double_unmake(&f);
}

/* Who wants to set the camera by hand, or to leave it alone, may. */
static void wishes_are_obeyed_or_refused(void **state) {
    (void)state;
    double_file f = double_make("wishes", V4L2_PIX_FMT_NV12, 320, 240, 0);
    f.is->control[0].id = V4L2_CID_AUTO_WHITE_BALANCE;
    f.is->control[0].value = f.is->control[0].high = 1;
    snprintf(f.is->control[0].name, 32, "White balance, automatic");
    sq_capture *c;
    sq_diag d;
    assert_int_equal(sq_capture_open(&c, f.source,
                                     &(sq_capture_settings){.width = 320, .height = 240, .unlocked = true},
                                     &d),
                     SQ_OK);
    while (next(c).t < SQ_CAMERA_SETTLE_S + 0.1) {
    }
    assert_int_equal(control(&f, V4L2_CID_AUTO_WHITE_BALANCE), 1);
    sq_capture_close(c);
    assert_int_equal(sq_capture_open(&c, f.source, &(sq_capture_settings){.width = 800, .height = 600}, &d),
                     SQ_E_DEVICE);
    assert_non_null(strstr(d.text, "no pictures of 800 x 600"));
    assert_null(c);
    double_unmake(&f);
}

static void assert_refused(const char *source, const char *word) {
    sq_capture *c;
    sq_diag d = {0};
    sq_code code = sq_capture_open(&c, source, NULL, &d);
    if (code != SQ_E_DEVICE || !strstr(d.text, word)) fail_msg("%s: %d, %s", source, code, d.text);
    assert_null(c);
}

static void what_cannot_be_used_is_refused(void **state) {
    (void)state;
    assert_refused("v4l2:/dev/zero", "is no camera");
    assert_refused("/dev/zero", "is no camera");
    assert_refused("/dev/video987", "no such camera");
    char letter[540];
    snprintf(letter, sizeof letter, "v4l2:%s", scratch_file("letter", "Dear Sir", 8));
    assert_refused(letter, "is no camera");
    double_file f = double_make("refused", V4L2_PIX_FMT_NV12, 320, 240, 0);
    f.is->busy = 1;
    assert_refused(f.source, "another program uses the camera");
    f.is->busy = 0;
    f.is->unplugged = 1;
    assert_refused(f.source, "unplugged");
    f.is->capabilities = V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING;
    assert_refused(f.source, "is no camera");
    f.is->capabilities = V4L2_CAP_VIDEO_CAPTURE;
    assert_refused(f.source, "cannot stream");
    f.is->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    f.is->mode[0].fourcc = V4L2_PIX_FMT_H264; /* what nobody here reads */
    assert_refused(f.source, "no format that can be read");
    assert_int_equal(f.is->opened, f.is->closed);
    double_unmake(&f);
}

/* Root may open everything, so somebody else tries. */
/* squint cameras, for people and for programs. */
static void cameras_are_listed(void **state) {
    (void)state;
    double_file f = double_make("listed", V4L2_PIX_FMT_YUYV, 640, 480, 0);
    f.is->mode[1].fourcc = V4L2_PIX_FMT_NV12, f.is->mode[1].width = 320, f.is->mode[1].height = 240;
    f.is->mode[1].rate = 30;
    f.is->control[0].id = V4L2_CID_FOCUS_ABSOLUTE;
    f.is->control[0].value = 42;
    f.is->control[0].high = 255;
    snprintf(f.is->control[0].name, 32, "Focus");
    answer a = RUN(sq_command_cameras, "squint cameras", "--json", f.path);
    assert_int_equal(a.status, SQ_EXIT_OK);
    json_t *j = json_loads(a.out, 0, NULL);
    assert_non_null(j);
    assert_string_equal(json_string_value(json_object_get(j, "device")), f.path);
    int width, value, high, chosen = 0;
    const char *format, *name;
    const json_t *modes = json_object_get(j, "modes");
    assert_true(json_array_size(modes) >= 2);
    assert_int_equal(json_unpack(json_array_get(modes, 0), "{s:s,s:i}", "format", &format, "width", &width),
                     0);
    assert_string_equal(format, "YUYV");
    assert_int_equal(width, 640);
    for (size_t i = 0; i < json_array_size(modes); i++)
        chosen += json_is_true(json_object_get(json_array_get(modes, i), "chosen"));
    assert_int_equal(chosen, 1);
    assert_int_equal(json_unpack(json_array_get(json_object_get(j, "controls"), 0), "{s:s,s:i,s:i}", "name",
                                 &name, "value", &value, "high", &high),
                     0);
    assert_string_equal(name, "Focus");
    assert_int_equal(value, 42);
    assert_int_equal(high, 255);
    json_decref(j);
    done(a);
    a = RUN(sq_command_cameras, "squint cameras", f.path);
    assert_int_equal(a.status, SQ_EXIT_OK);
    assert_non_null(strstr(a.out, "-> YUYV   640 x 480"));
    done(a);
    a = RUN(sq_command_cameras, "squint cameras", "--json", "/dev/zero");
    assert_int_equal(a.status, SQ_EXIT_INPUT);
    assert_non_null(strstr(a.err, "is no camera"));
    done(a);
    double_unmake(&f);
}

static void who_has_no_permission_is_told_the_group(void **state) {
    (void)state;
    if (geteuid()) {
        print_message("not root: nobody else can be asked to try\n");
        skip();
    }
    double_file f = double_make("mine", V4L2_PIX_FMT_NV12, 320, 240, 0);
    assert_int_equal(chmod(scratch_folder, 0711), 0);
    pid_t child = fork();
    if (!child) {
        sq_capture *c;
        sq_diag d = {0};
        bool told = !seteuid(65534) && sq_capture_open(&c, f.source, NULL, &d) == SQ_E_DEVICE &&
                    strstr(d.text, "usermod -aG root");
        _exit(told ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    double_unmake(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_come_as_they_are),
        cmocka_unit_test(jpegs_are_decoded_to_their_planes),
        cmocka_unit_test(other_formats_are_converted),
        cmocka_unit_test(the_best_mode_is_chosen),
        cmocka_unit_test(a_stride_that_lies_is_found_out),
        cmocka_unit_test(lost_and_damaged_frames_are_counted),
        cmocka_unit_test(damaged_jpegs_are_passed_over),
        cmocka_unit_test(no_picture_is_longer_than_its_buffer),
        cmocka_unit_test(chroma_that_is_cut_off_is_not_read),
        cmocka_unit_test(a_camera_that_hangs_is_said_once_and_comes_back),
        cmocka_unit_test(who_waits_can_be_stopped),
        cmocka_unit_test(the_calendar_is_no_clock),
        cmocka_unit_test(the_camera_that_was_lost_is_waited_for),
        cmocka_unit_test(unplugged_fifty_times),
        cmocka_unit_test(late_frames_are_dropped),
        cmocka_unit_test(colours_are_locked_and_given_back),
        cmocka_unit_test(wishes_are_obeyed_or_refused),
        cmocka_unit_test(what_cannot_be_used_is_refused),
        cmocka_unit_test(cameras_are_listed),
        cmocka_unit_test(who_has_no_permission_is_told_the_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
