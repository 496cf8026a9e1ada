/* A live stream as a source of frames, through GStreamer:
 *
 *   rtspsrc | souphttpsrc | the user's own text → decodebin → videoconvertscale → appsink
 *
 * The sink keeps the newest frames alone, so that a slow moment costs frames and never time. */
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vision/capture/gst_frame.h"
#include "vision/capture/source_interface.h"
#include "vision/capture/source_name.h"
#include "vision/system/clock.h"

/* Seconds for which packets of a network camera may wait for one another. Shorter: pictures are torn on a
 * busy radio; longer: everything comes so much later. */
#define SQ_STREAM_JITTER_S 0.2

/* Arrivals that are remembered: more than ever wait in the sink. */
enum { ARRIVALS = 64 };

typedef struct {
    char source[1024], name[1024]; /* name: for people, without a password */
    sq_capture_shared *shared;
    sq_capture_info *about;
    int queue_frames;
    double start_s;

    GstElement *pipeline, *decoder, *convert, *sink;
    GstBus *bus;
    bool own_text, jpeg;
    sq_gst_frame frame;
    GMutex lock; /* of the arrivals, which the stream's thread notes */
    struct {
        const GstBuffer *buffer;
        uint64_t number;
        double t;
    } arrival[ARRIVALS];
    uint64_t arrived, number;
} stream;

static bool takes(const char *source) {
    return sq_source_is_pipeline(source) || !strncmp(source, "rtsp://", 7) ||
           !strncmp(source, "rtsps://", 8) || !strncmp(source, "http://", 7) ||
           !strncmp(source, "https://", 8);
}

/* ---- What GStreamer calls ---- */

static GstPadProbeReturn note_arrival(GstPad *pad, GstPadProbeInfo *probe, gpointer user) {
    (void)pad;
    stream *s = user;
    g_mutex_lock(&s->lock);
    size_t at = s->arrived % ARRIVALS;
    s->arrival[at].buffer = GST_PAD_PROBE_INFO_BUFFER(probe);
    s->arrival[at].number = s->arrived++;
    s->arrival[at].t = sq_monotonic_s();
    g_mutex_unlock(&s->lock);
    return GST_PAD_PROBE_OK;
}

static bool is_video(GstPad *pad) {
    GstCaps *caps = gst_pad_query_caps(pad, NULL);
    const char *media =
        gst_caps_get_size(caps) ? gst_structure_get_string(gst_caps_get_structure(caps, 0), "media") : NULL;
    bool yes = !media || g_str_equal(media, "video");
    gst_caps_unref(caps);
    return yes;
}

/* rtspsrc: sound has a pad of its own, and stays unlinked. */
static void link_source(GstElement *source, GstPad *pad, gpointer user) {
    (void)source;
    stream *s = user;
    GstPad *in = gst_element_get_static_pad(s->decoder, "sink");
    if (!gst_pad_is_linked(in) && is_video(pad)) gst_pad_link(pad, in);
    gst_object_unref(in);
}

/* A phone sends one stream of pictures; else the demultiplexer would wait for others. */
static void watch_demux(GstBin *bin, GstBin *inner, GstElement *e, gpointer user) {
    (void)bin, (void)inner, (void)user;
    GstElementFactory *factory = gst_element_get_factory(e);
    if (factory && g_str_equal(GST_OBJECT_NAME(factory), "multipartdemux"))
        g_object_set(e, "single-stream", TRUE, NULL);
}

/* ---- Opening: steps in order ---- */

static sq_code start_library(stream *s, sq_diag *d) {
    return sq_gst_start(s->name, d);
}

/* Gives the bin its free output as its own. No input: one that is free waits for a decoder within the text,
 * whose outputs come late. */
static bool open_output(GstElement *bin) {
    GstPad *last = gst_bin_find_unlinked_pad(GST_BIN(bin), GST_PAD_SRC);
    bool open = last && gst_element_add_pad(bin, gst_ghost_pad_new("src", last));
    if (last) gst_object_unref(last);
    return open;
}

static sq_code add_text(stream *s, sq_diag *d) {
    GError *e = NULL;
    char text[sizeof s->source + 16];
    snprintf(text, sizeof text, "%s ! identity", s->source); /* so that it may end in a format, too */
    GstElement *bin = gst_parse_bin_from_description(text, FALSE, &e);
    if (bin && !e && open_output(bin) && gst_bin_add(GST_BIN(s->pipeline), bin) &&
        gst_element_link(bin, s->decoder))
        return SQ_OK;
    sq_fail(d, SQ_E_ARGUMENT,
            "%.300s: is no pipeline that ends in video (%.200s); try it with gst-launch-1.0 (in "
            "gstreamer1.0-tools)",
            s->name, e ? e->message : "its last element has no free output");
    if (bin && !GST_OBJECT_PARENT(bin)) gst_object_unref(bin);
    g_clear_error(&e);
    return SQ_E_ARGUMENT;
}

/* TCP: a packet that is lost on the radio would cost pictures until the next whole one. */
static sq_code add_source(stream *s, sq_diag *d) {
    if (s->own_text) return add_text(s, d);
    bool rtsp = !strncmp(s->source, "rtsp", 4);
    GstElement *e = sq_gst_add(s->pipeline, rtsp ? "rtspsrc" : "souphttpsrc", s->name, d);
    if (!e) return SQ_E_LIBRARY;
    g_object_set(e, "location", s->source, NULL);
    if (rtsp) {
        gst_util_set_object_arg(G_OBJECT(e), "protocols", "tcp");
        g_object_set(e, "latency", (guint)(SQ_STREAM_JITTER_S * 1000), "drop-on-latency", TRUE, NULL);
        g_signal_connect(e, "pad-added", G_CALLBACK(link_source), s);
        return SQ_OK;
    }
    g_object_set(e, "proxy", "", NULL); /* a camera is in this room's network */
    g_object_set(e, "is-live", TRUE, "do-timestamp", TRUE, "retries", 0, "timeout", (guint)ceil(s->start_s),
                 NULL);
    gst_element_link(e, s->decoder);
    return SQ_OK;
}

static sq_code build_pipeline(stream *s, sq_diag *d) {
    s->pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
    s->bus = gst_element_get_bus(s->pipeline);
    gst_bus_set_sync_handler(s->bus, sq_gst_hear, NULL, NULL);
    GstClock *clock = gst_system_clock_obtain(); /* the one that cameras stamp with */
    gst_pipeline_use_clock(GST_PIPELINE(s->pipeline), clock);
    gst_object_unref(clock);
    s->decoder = sq_gst_add(s->pipeline, "decodebin", s->name, d);
    s->convert = s->decoder ? sq_gst_add(s->pipeline, "videoconvertscale", s->name, d) : NULL;
    s->sink = s->convert ? sq_gst_add(s->pipeline, "appsink", s->name, d) : NULL;
    if (!s->sink) return SQ_E_LIBRARY;
    sq_gst_set_sink(s->sink, s->queue_frames, true);
    GstPad *in = gst_element_get_static_pad(s->sink, "sink");
    gst_pad_add_probe(in, GST_PAD_PROBE_TYPE_BUFFER, note_arrival, s, NULL);
    gst_object_unref(in);
    g_signal_connect(s->pipeline, "deep-element-added", G_CALLBACK(watch_demux), NULL);
    g_signal_connect(s->decoder, "autoplug-continue", G_CALLBACK(sq_gst_decode_further), &s->jpeg);
    g_signal_connect(s->decoder, "pad-added", G_CALLBACK(sq_gst_link_video), s->convert);
    gst_element_link(s->convert, s->sink);
    return add_source(s, d);
}

/* What is not live (a file within the user's text) waits for us instead of being dropped. */
static sq_code play(stream *s, sq_diag *d) {
    (void)d;
    if (gst_element_set_state(s->pipeline, GST_STATE_PAUSED) != GST_STATE_CHANGE_NO_PREROLL)
        g_object_set(s->sink, "drop", FALSE, NULL);
    gst_element_set_state(s->pipeline, GST_STATE_PLAYING); /* a failure comes as a message */
    return SQ_OK;
}

/* Why it does not play, for people. */
static sq_code explain(stream *s, GstMessage *m, sq_diag *d) {
    GError *e = NULL;
    if (m) gst_message_parse_error(m, &e, NULL);
    if (s->own_text)
        sq_fail(d, SQ_E_DEVICE,
                "%.300s: gives no video (%.200s); try it with gst-launch-1.0 (in gstreamer1.0-tools)",
                s->name, e ? e->message : "no picture comes");
    else if (!e)
        sq_fail(d, SQ_E_DEVICE,
                "%.300s: no picture comes from there; check the address, and the program that sends",
                s->name);
    else if (g_error_matches(e, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_AUTHORIZED))
        sq_fail(d, SQ_E_DEVICE,
                "%.300s: asks for a name and a password; write //NAME:PASSWORD@ in the address", s->name);
    else if (e->domain == GST_RESOURCE_ERROR || g_error_matches(e, GST_STREAM_ERROR, GST_STREAM_ERROR_FAILED))
        sq_fail(
            d, SQ_E_DEVICE,
            "%.300s: cannot be reached (%.120s); check the address, and that both are in the same network",
            s->name, e->message);
    else
        sq_fail(d, SQ_E_DEVICE,
                "%.300s: sends no video that can be read (%.120s); check the address: phone programs show it",
                s->name, e->message);
    g_clear_error(&e);
    return SQ_E_DEVICE;
}

static sq_code first_frame(stream *s, sq_diag *d) {
    double until = sq_monotonic_s() + s->start_s;
    GstMessage *m = NULL;
    sq_code code = SQ_OK;
    bool come = false;
    while (!code && !come) {
        g_mutex_lock(&s->lock);
        come = s->arrived;
        g_mutex_unlock(&s->lock);
        m = come ? NULL
                 : gst_bus_timed_pop_filtered(s->bus, SQ_CAPTURE_POLL_MS * GST_MSECOND, GST_MESSAGE_ERROR);
        if (atomic_load(&s->shared->stop)) code = SQ_END;
        if (!come && !code && (m || sq_monotonic_s() > until || gst_app_sink_is_eos(GST_APP_SINK(s->sink))))
            code = explain(s, m, d);
        gst_clear_message(&m);
    }
    return code;
}

static sq_code describe(stream *s, sq_diag *d) {
    (void)d;
    GstPad *in = gst_element_get_static_pad(s->sink, "sink");
    GstCaps *caps = gst_pad_get_current_caps(in);
    GstVideoInfo info = {0};
    *s->about = (sq_capture_info){.kind = "stream", .live = true, .duration_s = NAN, .frames = -1};
    if (caps && gst_video_info_from_caps(&info, caps) && info.fps_n > 0)
        s->about->fps = (double)info.fps_n / info.fps_d;
    snprintf(s->about->text, sizeof s->about->text, "%.400s, %d x %d", s->name, info.width, info.height);
    gst_clear_caps(&caps);
    gst_object_unref(in);
    return SQ_OK;
}

static sq_code (*const steps[])(stream *, sq_diag *) = {start_library, build_pipeline, play, first_frame,
                                                        describe};

static void close_stream(void *self) {
    stream *s = self;
    sq_gst_frame_release(&s->frame);
    if (s->pipeline) gst_element_set_state(s->pipeline, GST_STATE_NULL);
    sq_gst_frame_clear(&s->frame);
    gst_clear_object(&s->bus);
    gst_clear_object(&s->pipeline);
    g_mutex_clear(&s->lock);
    free(s);
}

static sq_code open_stream(void **out, const char *source, const sq_capture_settings *settings,
                           sq_capture_shared *shared, sq_capture_info *about, sq_diag *d) {
    if (strlen(source) >= sizeof(((stream *)0)->source))
        return sq_fail(d, SQ_E_ARGUMENT, "%.100s...: is too long; give a shorter address", source);
    const char *host = sq_source_is_pipeline(source) ? NULL : strstr(source, "://");
    if (host && strcspn(host + 3, "/:") == 0)
        return sq_fail(d, SQ_E_ARGUMENT,
                       "%.300s: names no host; give an address as in http://192.168.1.20:8080/video", source);
    stream *s = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "%.300s: out of memory; close other programs", source);
    snprintf(s->source, sizeof s->source, "%s", source);
    s->own_text = sq_source_is_pipeline(source);
    s->shared = shared;
    s->about = about;
    s->queue_frames = settings->queue_frames;
    s->start_s = settings->start_s;
    g_mutex_init(&s->lock);
    const sq_source_shown shown = sq_source_show(source);
    /* A pipeline that cannot be opened is told whole, to the person who typed it. */
    snprintf(s->name, sizeof s->name, "%s", s->own_text ? source : shown.text);
    sq_code code = SQ_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !code; i++)
        code = steps[i](s, d);
    if (code) {
        close_stream(s);
        return code;
    }
    snprintf(s->name, sizeof s->name, "%s", shown.text);
    *out = s;
    return SQ_OK;
}

/* ---- Frame by frame ---- */

/* When the stream says the frame was taken, on the machine's clock; where it says nothing, when it came. */
static double time_of(const stream *s, GstSample *sample, double came) {
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    const GstSegment *segment = gst_sample_get_segment(sample);
    guint64 ns = GST_BUFFER_PTS_IS_VALID(buffer) && segment->format == GST_FORMAT_TIME
                     ? gst_segment_to_running_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer))
                     : GST_CLOCK_TIME_NONE;
    if (!GST_CLOCK_TIME_IS_VALID(ns)) return came;
    return (double)(gst_element_get_base_time(s->pipeline) + ns) / GST_SECOND;
}

/* Which frame of the stream it is, and when it came. */
static uint64_t number_of(stream *s, GstSample *sample, double *came) {
    const GstBuffer *buffer = gst_sample_get_buffer(sample);
    g_mutex_lock(&s->lock);
    uint64_t n = s->arrived;
    do
        n--;
    while (n + ARRIVALS > s->arrived && n > 0 && s->arrival[n % ARRIVALS].buffer != buffer);
    *came = s->arrival[n % ARRIVALS].t;
    g_mutex_unlock(&s->lock);
    return n;
}

static bool has_end(stream *s) {
    gint64 ns;
    return s->own_text || (gst_element_query_duration(s->pipeline, GST_FORMAT_TIME, &ns) && ns > 0);
}

/* Nothing comes any more. */
static sq_code last_word(stream *s, sq_diag *d) {
    GstMessage *m = gst_bus_pop_filtered(s->bus, GST_MESSAGE_ERROR);
    bool ended = gst_app_sink_is_eos(GST_APP_SINK(s->sink));
    GError *e = NULL;
    if (m) gst_message_parse_error(m, &e, NULL);
    sq_code code = ended && !m && has_end(s) ? SQ_END : SQ_E_DEVICE;
    if (code != SQ_END)
        sq_fail(d, code, "%.300s: the stream is lost (%.120s); it is tried again until it is back", s->name,
                e       ? e->message
                : ended ? "the other side has closed it"
                        : "nothing comes any more");
    g_clear_error(&e);
    gst_clear_message(&m);
    return code;
}

static GstSample *wait_for_sample(stream *s) {
    double until = sq_monotonic_s() + SQ_CAPTURE_SILENCE_S;
    GstSample *sample = NULL;
    while (!sample && sq_monotonic_s() < until && !atomic_load(&s->shared->stop)) {
        sample = gst_app_sink_try_pull_sample(GST_APP_SINK(s->sink), SQ_CAPTURE_POLL_MS * GST_MSECOND);
        if (!sample && gst_app_sink_is_eos(GST_APP_SINK(s->sink))) return NULL;
    }
    return sample;
}

static bool is_damaged(GstSample *sample) {
    return GST_BUFFER_FLAG_IS_SET(gst_sample_get_buffer(sample), GST_BUFFER_FLAG_CORRUPTED);
}

static sq_code next_frame(void *self, sq_frame *frame, sq_diag *d) {
    stream *s = self;
    sq_gst_frame_release(&s->frame);
    double until = sq_monotonic_s() + SQ_CAPTURE_SILENCE_S;
    for (;;) {
        double came;
        GstSample *sample = wait_for_sample(s);
        if (!sample) return atomic_load(&s->shared->stop) ? SQ_END : last_word(s, d);
        uint64_t number = number_of(s, sample, &came);
        gboolean live;
        g_object_get(s->sink, "drop", &live, NULL);
        s->shared->counts.late += number - s->number;
        s->number = number + 1;
        bool late = live && sq_monotonic_s() - came > SQ_CAPTURE_LATE_S,
             damaged = !late && is_damaged(sample);
        s->shared->counts.late += late;
        s->shared->counts.damaged += damaged;
        if (late || damaged) {
            gst_sample_unref(sample);
            if (damaged && sq_monotonic_s() > until)
                return sq_fail(d, SQ_E_DEVICE, "%.300s: it sends damaged pictures alone; look at its network",
                               s->name);
            continue;
        }
        double t = time_of(s, sample, came);
        sq_code code = sq_gst_frame_take(&s->frame, sample, s->jpeg, frame, s->name, d);
        frame->t = t;
        frame->number = number;
        return code;
    }
}

static const char *frame_name(const void *self) {
    return ((const stream *)self)->name;
}

const sq_capture_backend sq_capture_stream = {
    .takes = takes,
    .open = open_stream,
    .next = next_frame,
    .frame_name = frame_name,
    .close = close_stream,
};
