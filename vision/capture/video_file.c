/* A video file as a source of frames, through GStreamer:
 *
 *   filesrc → decodebin → videoconvertscale → appsink
 *
 * videoconvertscale lets everything pass that sight reads directly, and works only where a decoder gives
 * something else (ten bits, packed formats) or pixels that are no squares (HDV, PAL): the camera model has
 * squares. The decoder's own buffers are mapped and handed on: no copy is made, and no more than the queue
 * and the decoder's own few frames exist at a time, however long the video. */
#include <errno.h>
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vision/capture/container_check.h"
#include "vision/capture/gst_frame.h"
#include "vision/capture/source_interface.h"

/* A file on a disk starts and goes on in milliseconds; these are for a disk that sleeps or a network that
 * hangs. At its start each of two is waited for. */
enum {
    FRAME_PATIENCE_POLLS = 600,
    START_PATIENCE_POLLS = FRAME_PATIENCE_POLLS / 2,
    ERROR_PATIENCE_POLLS = 10
};

typedef struct {
    char *path;
    int queue_frames;
    sq_capture_info *about;

    GstElement *pipeline, *convert, *sink;
    GstBus *bus;
    char missing[128]; /* the decoder that is not installed */

    sq_gst_frame frame;
    bool jpeg;
    uint64_t number;
    double t, step_s;  /* the last frame's time; from frame to frame, where known */
    GstMessage *error; /* the first that came while frames were read */
    bool ended;
} video;

/* ---- What GStreamer calls ---- */

/* All streams are known: without a video among them no frame would ever come, and nothing would say so. */
static void all_streams_known(GstElement *decoder, gpointer user) {
    video *v = user;
    GstPad *in = gst_element_get_static_pad(v->convert, "sink");
    if (!gst_pad_is_linked(in))
        gst_element_post_message(
            decoder, gst_message_new_application(GST_OBJECT(decoder), gst_structure_new_empty("no-video")));
    gst_object_unref(in);
}

/* MP4's colour box comes through GStreamer 1.22 without its range, as video range, and would overrule the
 * stream, which always says its own. So the range is taken out of what the container says. */
static GstPadProbeReturn forget_range(GstPad *pad, GstPadProbeInfo *probe, gpointer user) {
    (void)pad, (void)user;
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(probe);
    if (GST_EVENT_TYPE(event) != GST_EVENT_CAPS) return GST_PAD_PROBE_OK;
    GstCaps *caps;
    GstVideoColorimetry colours;
    gst_event_parse_caps(event, &caps);
    const char *said = gst_structure_get_string(gst_caps_get_structure(caps, 0), "colorimetry");
    if (!said || !gst_video_colorimetry_from_string(&colours, said)) return GST_PAD_PROBE_OK;
    colours.range = GST_VIDEO_COLOR_RANGE_UNKNOWN;
    gchar *text = gst_video_colorimetry_to_string(&colours);
    caps = gst_caps_copy(caps);
    gst_caps_set_simple(caps, "colorimetry", G_TYPE_STRING, text, NULL);
    GST_PAD_PROBE_INFO_DATA(probe) = gst_event_new_caps(caps);
    gst_event_unref(event);
    gst_caps_unref(caps);
    g_free(text);
    return GST_PAD_PROBE_OK;
}

static void watch_parser(GstBin *bin, GstBin *inner, GstElement *e, gpointer user) {
    (void)bin, (void)inner, (void)user;
    GstElementFactory *factory = gst_element_get_factory(e);
    const char *kind = factory ? GST_OBJECT_NAME(factory) : "";
    if (!g_str_equal(kind, "h264parse") && !g_str_equal(kind, "h265parse")) return;
    GstPad *in = gst_element_get_static_pad(e, "sink");
    gst_pad_add_probe(in, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, forget_range, NULL, NULL);
    gst_object_unref(in);
}

/* ---- Opening: steps in order ---- */

static bool is_standard_input(const video *v) {
    return !strcmp(v->path, "-");
}

static sq_code check_file(video *v, sq_diag *d) {
    struct stat s;
    if (is_standard_input(v)) return SQ_OK;
    if (stat(v->path, &s) || access(v->path, R_OK))
        return sq_fail(d, SQ_E_FILE, "%s: cannot be read (%s); check the name and the rights", v->path,
                       strerror(errno));
    if (!S_ISREG(s.st_mode))
        return sq_fail(d, SQ_E_FILE, "%s: is neither a file nor a folder; give a video or pictures", v->path);
    if (!s.st_size) return sq_fail(d, SQ_E_FORMAT, "%s: is empty; copy it again", v->path);
    return SQ_OK;
}

static sq_code start_library(video *v, sq_diag *d) {
    return sq_gst_start(v->path, d);
}

static sq_code build_pipeline(video *v, sq_diag *d) {
    v->pipeline = gst_pipeline_new(NULL);
    v->bus = gst_element_get_bus(v->pipeline);
    gst_bus_set_sync_handler(v->bus, sq_gst_hear, NULL, NULL);
    bool stream = is_standard_input(v); /* fdsrc reads it where nothing else is said */
    GstElement *file = sq_gst_add(v->pipeline, stream ? "fdsrc" : "filesrc", v->path, d),
               *decoder = file ? sq_gst_add(v->pipeline, "decodebin", v->path, d) : NULL;
    v->convert = decoder ? sq_gst_add(v->pipeline, "videoconvertscale", v->path, d) : NULL;
    v->sink = v->convert ? sq_gst_add(v->pipeline, "appsink", v->path, d) : NULL;
    if (!v->sink) return SQ_E_LIBRARY;
    if (!stream) g_object_set(file, "location", v->path, NULL);
    sq_gst_set_sink(v->sink, v->queue_frames, false);
    g_signal_connect(v->pipeline, "deep-element-added", G_CALLBACK(watch_parser), NULL);
    g_signal_connect(decoder, "autoplug-continue", G_CALLBACK(sq_gst_decode_further), &v->jpeg);
    g_signal_connect(decoder, "pad-added", G_CALLBACK(sq_gst_link_video), v->convert);
    g_signal_connect(decoder, "no-more-pads", G_CALLBACK(all_streams_known), v);
    gst_element_link(file, decoder);
    gst_element_link(v->convert, v->sink);
    return SQ_OK;
}

/* What an error before the first frame means for people; without a message nothing came and nothing will. */
static sq_code refuse(video *v, GstMessage *message, sq_diag *d) {
    if (sq_container_is_cut(v->path))
        return sq_fail(d, SQ_E_FORMAT, "%s: is cut short and cannot be read; copy it again", v->path);
    if (*v->missing)
        return sq_fail(d, SQ_E_LIBRARY, "%s: no %s is installed; install gstreamer1.0-libav", v->path,
                       v->missing);
    GError *e = NULL;
    if (message) gst_message_parse_error(message, &e, NULL);
    if (g_error_matches(e, GST_STREAM_ERROR, GST_STREAM_ERROR_TYPE_NOT_FOUND) ||
        g_error_matches(e, GST_STREAM_ERROR, GST_STREAM_ERROR_WRONG_TYPE))
        sq_fail(d, SQ_E_FORMAT,
                "%s: is no video that can be read; give a video, a picture or a folder of pictures", v->path);
    else
        sq_fail(d, SQ_E_FORMAT, "%s: cannot be played (%.200s); it may be damaged: copy it again", v->path,
                e ? e->message : "no frame comes");
    g_clear_error(&e);
    return SQ_E_FORMAT;
}

/* A decoder that is missing is named in a message of its own, before the error. */
static void note_missing(video *v, GstMessage *message) {
    const char *name = gst_structure_get_string(gst_message_get_structure(message), "name");
    g_strlcpy(v->missing, name ? name : "decoder for it", sizeof v->missing);
}

static bool element_works(GstElement *e) {
    bool works = false;
    GST_OBJECT_LOCK(e);
    for (GList *pad = GST_ELEMENT_PADS(e); pad && !works; pad = pad->next)
        works = gst_pad_get_task_state(pad->data) == GST_TASK_STARTED;
    GST_OBJECT_UNLOCK(e);
    return works;
}

/* Does any element still move data? decodebin swallows the error of an element that fails while it is being
 * plugged in; then all threads rest and no message ever comes. */
static bool anything_works(video *v) {
    bool works = false;
    GValue item = G_VALUE_INIT;
    GstIterator *i = gst_bin_iterate_recurse(GST_BIN(v->pipeline));
    GstIteratorResult more = GST_ITERATOR_OK;
    while (!works && (more = gst_iterator_next(i, &item)) == GST_ITERATOR_OK) {
        works = element_works(g_value_get_object(&item));
        g_value_reset(&item);
    }
    if (G_IS_VALUE(&item)) g_value_unset(&item);
    gst_iterator_free(i);
    return works || more == GST_ITERATOR_RESYNC; /* elements come and go: it works */
}

/* The next thing that is heard; null where nothing works any more, or for too long. */
static GstMessage *await_start(video *v) {
    int idle = 0; /* one idle look may fall between two elements' work */
    for (int polls = 0; polls < START_PATIENCE_POLLS && idle < 2; polls++) {
        GstMessage *m = gst_bus_timed_pop(v->bus, SQ_CAPTURE_POLL_MS * GST_MSECOND);
        if (m) return m;
        idle = anything_works(v) ? 0 : idle + 1;
    }
    return NULL;
}

static sq_code first_frame(video *v, sq_diag *d) {
    gst_element_set_state(v->pipeline, GST_STATE_PAUSED);
    for (;;) {
        GstMessage *m = await_start(v);
        GstMessageType type = m ? GST_MESSAGE_TYPE(m) : GST_MESSAGE_ERROR;
        sq_code code = SQ_OK;
        if (type == GST_MESSAGE_ELEMENT) note_missing(v, m);
        if (type == GST_MESSAGE_ERROR) code = refuse(v, m, d);
        if (type == GST_MESSAGE_APPLICATION)
            code = sq_fail(d, SQ_E_FORMAT, "%s: holds no video stream; give one that does", v->path);
        gst_clear_message(&m);
        if (code || type == GST_MESSAGE_ASYNC_DONE) return code;
    }
}

/* GStreamer's image-orientation: "rotate-90", "flip-rotate-270"; the flip comes first. */
static sq_turning held_by_tag(const char *tag) {
    static const char flip[] = "flip-", rotate[] = "rotate-";
    bool flips = g_str_has_prefix(tag, flip);
    const char *turn = tag + (flips ? sizeof flip - 1 : 0);
    int degrees = g_str_has_prefix(turn, rotate) ? atoi(turn + sizeof rotate - 1) : 0;
    return (sq_turning){flips, degrees / 90 & 3};
}

/* How the camera was held, as the container says: the tags that have come to the sink. */
static sq_turning held(GstPad *sink) {
    sq_turning out = {0};
    GstEvent *e;
    for (guint i = 0; (e = gst_pad_get_sticky_event(sink, GST_EVENT_TAG, i)); i++) {
        GstTagList *tags;
        gchar *said = NULL;
        gst_event_parse_tag(e, &tags);
        if (gst_tag_list_get_string(tags, GST_TAG_IMAGE_ORIENTATION, &said)) out = held_by_tag(said);
        g_free(said);
        gst_event_unref(e);
    }
    return out;
}

static sq_code describe(video *v, sq_diag *d) {
    (void)d;
    gint64 ns;
    GstPad *in = gst_element_get_static_pad(v->sink, "sink");
    GstCaps *caps = gst_pad_get_current_caps(in);
    GstVideoInfo info;
    *v->about = (sq_capture_info){.kind = "video", .duration_s = NAN, .frames = -1};
    if (caps && gst_video_info_from_caps(&info, caps) && info.fps_n > 0)
        v->about->fps = (double)info.fps_n / info.fps_d;
    if (gst_element_query_duration(v->pipeline, GST_FORMAT_TIME, &ns) && ns > 0)
        v->about->duration_s = (double)ns / GST_SECOND;
    if (v->about->fps > 0 && v->about->duration_s > 0)
        v->about->frames = llround(v->about->fps * v->about->duration_s);
    v->about->held = held(in);
    gst_clear_caps(&caps);
    gst_object_unref(in);
    return SQ_OK;
}

static sq_code play(video *v, sq_diag *d) {
    if (gst_element_set_state(v->pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE) return SQ_OK;
    return sq_fail(d, SQ_E_LIBRARY, "%s: GStreamer does not play it; try another copy", v->path);
}

static sq_code (*const steps[])(video *, sq_diag *) = {check_file,  start_library, build_pipeline,
                                                       first_frame, describe,      play};

static void close_video(void *self) {
    video *v = self;
    sq_gst_frame_release(&v->frame);
    if (v->pipeline) gst_element_set_state(v->pipeline, GST_STATE_NULL);
    sq_gst_frame_clear(&v->frame);
    gst_clear_message(&v->error);
    gst_clear_object(&v->bus);
    gst_clear_object(&v->pipeline);
    free(v->path);
    free(v);
}

static sq_code open_video(void **out, const char *source, const sq_capture_settings *settings,
                          sq_capture_shared *shared, sq_capture_info *about, sq_diag *d) {
    (void)shared;
    video *v = calloc(1, sizeof *v);
    if (v) v->path = strdup(source);
    if (!v || !v->path) {
        free(v);
        return sq_fail(d, SQ_E_MEMORY, "%s: out of memory; close other programs", source);
    }
    v->queue_frames = settings->queue_frames;
    v->about = about;
    sq_code code = SQ_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !code; i++)
        code = steps[i](v, d);
    if (code)
        close_video(v);
    else
        *out = v;
    return code;
}

/* ---- Frame by frame ---- */

/* The frame's own stamp on the video's clock. One that is missing or does not go on is replaced by the
 * regular step. */
static double time_of(const video *v, GstSample *sample) {
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    const GstSegment *segment = gst_sample_get_segment(sample);
    guint64 ns = GST_BUFFER_PTS_IS_VALID(buffer) && segment->format == GST_FORMAT_TIME
                     ? gst_segment_to_stream_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer))
                     : GST_CLOCK_TIME_NONE;
    double t = GST_CLOCK_TIME_IS_VALID(ns) ? (double)ns / GST_SECOND : -1;
    if (v->number && t <= v->t) t = v->t + v->step_s;
    return t < 0 ? 0 : t;
}

static sq_code hand_on(video *v, GstSample *sample, sq_frame *f, sq_diag *d) {
    sq_code code = sq_gst_frame_take(&v->frame, sample, v->jpeg, f, v->path, d);
    if (code) return code;
    v->step_s = v->frame.info.fps_n > 0 ? (double)v->frame.info.fps_d / v->frame.info.fps_n : 0;
    v->t = f->t = time_of(v, sample);
    f->number = v->number++;
    return SQ_OK;
}

/* Waits for a sample; null where no more will come. Frames that were decoded before an error still come. */
static GstSample *wait_for_sample(video *v) {
    for (int polls = 0; polls < (v->error ? ERROR_PATIENCE_POLLS : FRAME_PATIENCE_POLLS); polls++) {
        GstSample *s = gst_app_sink_try_pull_sample(GST_APP_SINK(v->sink), SQ_CAPTURE_POLL_MS * GST_MSECOND);
        if (s) return s;
        GstMessage *m = gst_bus_pop_filtered(v->bus, GST_MESSAGE_ERROR);
        if (m && !v->error) v->error = gst_message_ref(m);
        gst_clear_message(&m);
        if (gst_app_sink_is_eos(GST_APP_SINK(v->sink))) return NULL;
    }
    return NULL;
}

/* No more frames come: the end, or what is wrong. */
static sq_code last_word(video *v, sq_diag *d) {
    unsigned long long frames = v->number;
    v->ended = true;
    if (!frames)
        return sq_fail(d, SQ_E_FORMAT, "%s: holds no frame that can be decoded; copy it again", v->path);
    if (sq_container_is_cut(v->path))
        return sq_fail(d, SQ_E_FORMAT,
                       "%s: is cut short: it ends after %llu frames, at %.2f s; copy it again", v->path,
                       frames, v->t);
    if (!v->error && gst_app_sink_is_eos(GST_APP_SINK(v->sink))) return SQ_END;
    GError *e = NULL;
    if (v->error) gst_message_parse_error(v->error, &e, NULL);
    sq_fail(d, SQ_E_FORMAT, "%s: breaks off after %llu frames, at %.2f s (%.200s); copy it again", v->path,
            frames, v->t, e ? e->message : "no more data comes");
    g_clear_error(&e);
    return SQ_E_FORMAT;
}

static sq_code next_frame(void *self, sq_frame *frame, sq_diag *d) {
    video *v = self;
    sq_gst_frame_release(&v->frame);
    while (!v->ended) {
        GstSample *sample = wait_for_sample(v);
        if (!sample) return last_word(v, d);
        if (!GST_BUFFER_FLAG_IS_SET(gst_sample_get_buffer(sample), GST_BUFFER_FLAG_CORRUPTED))
            return hand_on(v, sample, frame, d);
        v->number++; /* a frame that its decoder calls damaged is a lost one */
        gst_sample_unref(sample);
    }
    return SQ_END;
}

static const char *frame_name(const void *self) {
    return ((const video *)self)->path;
}

/* A list of back ends ends with this one: what no other one knows may be a video. */
static bool takes(const char *source) {
    (void)source;
    return true;
}

const sq_capture_backend sq_capture_video = {
    .takes = takes,
    .open = open_video,
    .next = next_frame,
    .frame_name = frame_name,
    .close = close_video,
};
