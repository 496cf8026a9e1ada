/* Live streams, from servers on loopback: HTTP as phones send it, RTSP as network cameras do, any
 * pipeline. */
#include <dlfcn.h>
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <gst/rtsp-server/rtsp-server.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/fixture/mjpeg_server.h"
#include "tests/fixture/unit.h"
#include "vision/capture/capture.h"

static sq_capture *opened(const char *source) {
    sq_capture *c;
    sq_diag d = {0};
    if (sq_capture_open(&c, source, &(sq_capture_settings){.retry_s = 0.05}, &d)) fail_msg("%s", d.text);
    assert_true(sq_capture_about(c).live);
    assert_string_equal(sq_capture_about(c).kind, "stream");
    return c;
}

static sq_frame next(sq_capture *c) {
    sq_frame f;
    sq_diag d = {0};
    if (sq_capture_next(c, &f, &d)) fail_msg("%s", d.text);
    return f;
}

/* Which of the server's frames it is, modulo MJPEG_GREYS. */
static int which(const sq_frame *f) {
    return (int)lround((f->plane[0][100 * f->stride[0] + 100] - 20) / 6.0);
}

/* In place of GStreamer's: it may call each frame damaged. */
static bool all_are_damaged;

GstSample *gst_app_sink_try_pull_sample(GstAppSink *sink, GstClockTime wait) {
    GstSample *(*pull)(GstAppSink *, GstClockTime);
    *(void **)&pull = dlsym(RTLD_NEXT, "gst_app_sink_try_pull_sample");
    GstSample *sample = pull(sink, wait);
    if (sample && all_are_damaged)
        GST_BUFFER_FLAG_SET(gst_sample_get_buffer(sample), GST_BUFFER_FLAG_CORRUPTED);
    return sample;
}

static void damaged_frames_alone_are_a_fault(void **state) {
    (void)state;
    sq_capture *c = opened("videotestsrc is-live=true ! video/x-raw,width=320,height=240,framerate=25/1");
    sq_frame f = next(c);
    sq_diag d = {0};
    all_are_damaged = true;
    assert_int_equal(sq_capture_next(c, &f, &d), SQ_E_DEVICE);
    all_are_damaged = false;
    assert_non_null(strstr(d.text, "sends damaged pictures alone"));
    assert_true(sq_capture_count(c).damaged > 5);
    next(c);
    assert_int_equal(sq_capture_count(c).recovered, 1);
    sq_capture_close(c);
}

static void a_phone_is_watched(void **state) {
    (void)state;
    mjpeg_server s;
    mjpeg_start(&s, MJPEG_PLAY);
    sq_capture *c = opened(s.url);
    sq_frame f = next(c);
    int shown = which(&f);
    uint64_t number = f.number;
    for (int i = 0; i < 60; i++) {
        double t = f.t;
        f = next(c);
        assert_int_equal(f.width, 640);
        assert_int_equal(f.format, SQ_FRAME_I420);
        assert_true(f.full_range);
        assert_false(f.predicted);
        assert_true(f.t > t);
        assert_int_equal((which(&f) - shown + MJPEG_GREYS) % MJPEG_GREYS, (f.number - number) % MJPEG_GREYS);
    }
    assert_int_equal(sq_capture_count(c).losses, 0);
    sq_capture_close(c);
    mjpeg_stop(&s);
}

/* Who looks away for a second sees the present then, not the past; what was missed is counted. */
static void late_frames_are_dropped(void **state) {
    (void)state;
    mjpeg_server s;
    mjpeg_start(&s, MJPEG_PLAY);
    sq_capture *c = opened(s.url);
    for (int i = 0; i < 10; i++)
        next(c);
    sleep(1);
    sq_frame f = next(c);
    int behind = (s.sent - 1 - which(&f) % MJPEG_GREYS) % MJPEG_GREYS;
    print_message("the frame after a second away is %d behind the newest\n", behind);
    sq_capture_counts n = sq_capture_count(c);
    assert_true(n.late >= 15);
    uint64_t counted = n.delivered + n.late + n.damaged; /* more may have come since that frame */
    assert_true(f.number + 1 <= counted);
    assert_true(counted <= (uint64_t)s.sent + 1); /* it counts a frame after it has sent it */
    sq_capture_close(c);
    mjpeg_stop(&s);
}

static void a_stream_that_ends_or_stalls_is_said_once_and_comes_back(void **state) {
    (void)state;
    for (int stall = 0; stall < 2; stall++) {
        mjpeg_server s;
        mjpeg_start(&s, MJPEG_PLAY);
        s.hang_up_after = stall ? 0 : 20;
        s.stall_after = stall ? 20 : 0;
        sq_capture *c = opened(s.url);
        int said = 0, frames = 0;
        uint64_t number = 0;
        while (frames < 45) {
            sq_frame f;
            sq_diag d = {0};
            if (sq_capture_next(c, &f, &d)) {
                assert_non_null(strstr(d.text, "is lost"));
                assert_int_equal(frames > 0, 1);
                said++;
                continue;
            }
            assert_true(!frames || f.number > number);
            number = f.number;
            frames++;
        }
        assert_int_equal(said, sq_capture_count(c).losses);
        assert_int_equal(said, sq_capture_count(c).recovered);
        assert_true(stall ? said == 1 : said >= 2);
        assert_int_equal(s.clients, said + 1);
        sq_capture_close(c);
        mjpeg_stop(&s);
    }
}

static void assert_refused_after(double start_s, const char *source, const char *word) {
    sq_capture *c;
    sq_diag d = {0};
    sq_code code = sq_capture_open(&c, source, &(sq_capture_settings){.start_s = start_s}, &d);
    if (!code || !strstr(d.text, word))
        fail_msg("%s: %d, \"%s\" does not say \"%s\"", source, code, d.text, word);
    assert_null(c);
}

static void assert_refused(const char *source, const char *word) {
    assert_refused_after(0, source, word);
}

static void what_is_no_stream_is_refused(void **state) {
    (void)state;
    static const struct {
        mjpeg_kind kind;
        double start_s; /* of what never comes, a second of the usual ten */
        const char *word;
    } kinds[] = {{MJPEG_GARBAGE, 1, "check the address"},
                 {MJPEG_PAGE, 1, "check the address"},
                 {MJPEG_NOT_FOUND, 0, "cannot be reached (Not Found)"}};
    mjpeg_server s;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        mjpeg_start(&s, kinds[k].kind);
        assert_refused_after(kinds[k].start_s, s.url, kinds[k].word);
        mjpeg_stop(&s);
    }
    assert_refused(s.url, "cannot be reached"); /* nobody is there any more */
    assert_refused("rtsp://127.0.0.1:1/none", "cannot be reached");
    assert_refused("https://", "names no host");
    assert_refused("rtsp:///stream1", "names no host");
    assert_refused("filesrc location=/none ! decodebin", "try it with gst-launch-1.0");
    assert_refused("videotestsrc ! nonsense", "is no pipeline that ends in video");
    assert_refused("videotestsrc ! fakesink", "is no pipeline that ends in video");
}

static void any_pipeline_is_played(void **state) {
    (void)state;
    sq_capture *c = opened("videotestsrc num-buffers=25 ! video/x-raw,width=320,height=240,framerate=25/1");
    sq_frame f;
    sq_code code;
    int n = 0;
    double t0 = 0;
    for (; !(code = sq_capture_next(c, &f, NULL)); n++) {
        if (!n) t0 = f.t;
        assert_near(f.t - t0, n / 25.0, 1e-3);
    }
    assert_int_equal(code, SQ_END);
    assert_int_equal(n, 25);
    sq_capture_close(c);
}

/* ---- RTSP ---- */

typedef struct {
    GMainContext *context;
    GMainLoop *loop;
    GstRTSPServer *server;
    guint source;
    GThread *thread;
    char url[64];
} rtsp;

static gpointer run_loop(gpointer of) {
    rtsp *r = of;
    g_main_context_push_thread_default(r->context);
    g_main_loop_run(r->loop);
    g_main_context_pop_thread_default(r->context);
    return NULL;
}

static void rtsp_start(rtsp *r, const char *port) {
    assert_true(gst_init_check(NULL, NULL, NULL));
    *r = (rtsp){.context = g_main_context_new(), .server = gst_rtsp_server_new()};
    r->loop = g_main_loop_new(r->context, FALSE);
    gst_rtsp_server_set_address(r->server, "127.0.0.1");
    gst_rtsp_server_set_service(r->server, port);
    GstRTSPMediaFactory *factory = gst_rtsp_media_factory_new();
    gst_rtsp_media_factory_set_launch(
        factory, "( videotestsrc is-live=true ! video/x-raw,width=320,height=240,framerate=30/1 ! x264enc "
                 "tune=zerolatency speed-preset=1 key-int-max=10 ! rtph264pay name=pay0 )");
    GstRTSPMountPoints *mounts = gst_rtsp_server_get_mount_points(r->server);
    gst_rtsp_mount_points_add_factory(mounts, "/mat", factory);
    g_object_unref(mounts);
    GSource *source = gst_rtsp_server_create_source(r->server, NULL, NULL);
    assert_non_null(source);
    r->source = g_source_attach(source, r->context);
    g_source_unref(source);
    snprintf(r->url, sizeof r->url, "rtsp://127.0.0.1:%d/mat", gst_rtsp_server_get_bound_port(r->server));
    r->thread = g_thread_new("rtsp", run_loop, r);
}

static GstRTSPFilterResult send_away(GstRTSPServer *s, GstRTSPClient *c, gpointer user) {
    (void)s, (void)c, (void)user;
    return GST_RTSP_FILTER_REMOVE;
}

static gboolean leave(gpointer of) {
    rtsp *r = of;
    gst_rtsp_server_client_filter(r->server, send_away, NULL);
    g_main_loop_quit(r->loop);
    return G_SOURCE_REMOVE;
}

static void rtsp_stop(rtsp *r) {
    GSource *last = g_idle_source_new();
    g_source_set_callback(last, leave, r, NULL);
    g_source_attach(last, r->context);
    g_source_unref(last);
    g_thread_join(r->thread);
    g_source_destroy(g_main_context_find_source_by_id(r->context, r->source));
    g_object_unref(r->server);
    g_main_loop_unref(r->loop);
    g_main_context_unref(r->context);
}

static void a_network_camera_is_watched_and_found_again(void **state) {
    (void)state;
    rtsp r;
    rtsp_start(&r, "0");
    sq_capture *c = opened(r.url);
    sq_frame f = next(c);
    for (int i = 0; i < 60; i++) {
        double t = f.t;
        f = next(c);
        assert_int_equal(f.width, 320);
        assert_int_equal(f.format, SQ_FRAME_I420);
        assert_true(f.t > t);
    }
    char port[8];
    snprintf(port, sizeof port, "%s", strrchr(r.url, ':') + 1);
    *strchr(port, '/') = 0;
    rtsp_stop(&r);
    sq_diag d = {0};
    sq_code code;
    while (!(code = sq_capture_next(c, &f, &d))) {
    }
    assert_int_equal(code, SQ_E_DEVICE);
    assert_non_null(strstr(d.text, "is lost"));
    rtsp_start(&r, port);
    uint64_t number = f.number;
    f = next(c);
    assert_true(f.number > number + 1);
    for (int i = 0; i < 30; i++)
        next(c);
    assert_int_equal(sq_capture_count(c).recovered, 1);
    sq_capture_close(c);
    rtsp_stop(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_frames_alone_are_a_fault),
        cmocka_unit_test(a_phone_is_watched),
        cmocka_unit_test(late_frames_are_dropped),
        cmocka_unit_test(a_stream_that_ends_or_stalls_is_said_once_and_comes_back),
        cmocka_unit_test(what_is_no_stream_is_refused),
        cmocka_unit_test(any_pipeline_is_played),
        cmocka_unit_test(a_network_camera_is_watched_and_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
