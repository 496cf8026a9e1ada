/* A video file as a source of frames: the one place where GStreamer reads.
 *
 *   filesrc → decodebin → videoconvert → appsink
 *
 * videoconvert lets everything pass that sight reads directly, and works only where a decoder gives something
 * else (ten bits, packed formats). The decoder's own buffers are mapped and handed on: no copy is made, and
 * no more than the queue and the decoder's own few frames exist at a time, however long the video. */
#include <errno.h>
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <gst/video/video.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vision/capture_backend.h"
#include "vision/container.h"

/* Formats that are handed on untouched: GStreamer's name and ours. */
#define FORMAT_LIST(X)      \
    X(I420, SQ_FRAME_I420)  \
    X(NV12, SQ_FRAME_NV12)  \
    X(Y42B, SQ_FRAME_I422)  \
    X(Y444, SQ_FRAME_I444)  \
    X(GRAY8, SQ_FRAME_GREY) \
    X(BGR, SQ_FRAME_BGR)

/* A file on a disk starts and goes on in milliseconds; these are for a disk that sleeps or a network that
 * hangs. */
enum { POLL_MS = 100, START_PATIENCE_POLLS = 300, FRAME_PATIENCE_POLLS = 600, ERROR_PATIENCE_POLLS = 10 };

typedef struct {
    char *path;
    int queue_frames;
    sq_capture_info *about;

    GstElement *pipeline, *convert, *sink;
    GstBus *bus;
    char missing[128]; /* the decoder that is not installed */

    GstCaps *caps; /* of the last frame; info is what they say */
    GstVideoInfo info;
    bool siting_said, jpeg;
    GstSample *sample; /* the one that the last frame borrows … */
    GstVideoFrame map; /* … and its mapping; map.buffer is null where there is none */
    uint64_t number;
    double t, step_s;  /* the last frame's time; from frame to frame, where known */
    GstMessage *error; /* the first that came while frames were read */
    bool ended;
} video;

/* ---- What GStreamer calls ---- */

/* Only pictures are decoded; sound and subtitles stay as they are, and unlinked. */
static gboolean decode_further(GstElement *decoder, GstPad *pad, GstCaps *caps, gpointer user) {
    (void)decoder, (void)pad;
    video *v = user;
    const char *type = gst_structure_get_name(gst_caps_get_structure(caps, 0));
    if (g_str_equal(type, "image/jpeg")) v->jpeg = true;
    return !g_str_has_prefix(type, "audio/") && !g_str_has_prefix(type, "text/") &&
           !g_str_has_prefix(type, "subpicture/");
}

static bool is_video(GstPad *pad) {
    GstCaps *caps = gst_pad_query_caps(pad, NULL);
    bool yes = gst_caps_get_size(caps) &&
               g_str_has_prefix(gst_structure_get_name(gst_caps_get_structure(caps, 0)), "video/x-raw");
    gst_caps_unref(caps);
    return yes;
}

/* The first video stream is ours; others are left alone. */
static void link_video(GstElement *decoder, GstPad *pad, gpointer user) {
    (void)decoder;
    video *v = user;
    GstPad *in = gst_element_get_static_pad(v->convert, "sink");
    if (!gst_pad_is_linked(in) && is_video(pad)) gst_pad_link(pad, in);
    gst_object_unref(in);
}

/* All streams are known: without a video among them no frame would ever come, and nothing would say so. */
static void all_streams_known(GstElement *decoder, gpointer user) {
    video *v = user;
    GstPad *in = gst_element_get_static_pad(v->convert, "sink");
    if (!gst_pad_is_linked(in))
        gst_element_post_message(
            decoder, gst_message_new_application(GST_OBJECT(decoder), gst_structure_new_empty("no-video")));
    gst_object_unref(in);
}

/* Tells the decoder that strides of its own are welcome: else it would copy each frame to pack the rows. */
static GstPadProbeReturn welcome_strides(GstPad *pad, GstPadProbeInfo *probe, gpointer user) {
    (void)pad, (void)user;
    GstQuery *query = GST_PAD_PROBE_INFO_QUERY(probe);
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return GST_PAD_PROBE_HANDLED;
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

/* Of what elements say, only this is heard; the rest would pile up unread over a long video. */
static GstBusSyncReply hear(GstBus *bus, GstMessage *m, gpointer user) {
    (void)bus, (void)user;
    const GstMessageType wanted =
        GST_MESSAGE_ERROR | GST_MESSAGE_ASYNC_DONE | GST_MESSAGE_APPLICATION | GST_MESSAGE_ELEMENT;
    bool keep = GST_MESSAGE_TYPE(m) & wanted &&
                (GST_MESSAGE_TYPE(m) != GST_MESSAGE_ELEMENT || gst_message_has_name(m, "missing-plugin"));
    if (!keep) gst_message_unref(m);
    return keep ? GST_BUS_PASS : GST_BUS_DROP;
}

/* ---- Opening: steps in order ---- */

static sq_code check_file(video *v, sq_diag *d) {
    struct stat s;
    if (stat(v->path, &s) || access(v->path, R_OK))
        return sq_fail(d, SQ_E_FILE, "%s: cannot be read (%s); check the name and the rights", v->path,
                       strerror(errno));
    if (!S_ISREG(s.st_mode))
        return sq_fail(d, SQ_E_FILE, "%s: is neither a file nor a folder; give a video or pictures", v->path);
    if (!s.st_size) return sq_fail(d, SQ_E_FORMAT, "%s: is empty; copy it again", v->path);
    return SQ_OK;
}

/* GStreamer's own JPEG decoder drops every second chroma row of 4:2:2, which shifts colours by half a pixel;
 * libav's hands on all of them. */
static void prefer_whole_chroma(void) {
    GstPluginFeature *libav =
        gst_registry_find_feature(gst_registry_get(), "avdec_mjpeg", GST_TYPE_ELEMENT_FACTORY);
    if (!libav) return;
    gst_plugin_feature_set_rank(libav, GST_RANK_PRIMARY + 1);
    gst_object_unref(libav);
}

static sq_code start_library(video *v, sq_diag *d) {
    GError *e = NULL;
    if (gst_init_check(NULL, NULL, &e)) {
        prefer_whole_chroma();
        return SQ_OK;
    }
    sq_fail(d, SQ_E_LIBRARY, "%s: GStreamer does not start (%s); install it again", v->path,
            e ? e->message : "no reason given");
    g_clear_error(&e);
    return SQ_E_LIBRARY;
}

/* The element joins the pipeline, which owns it from then on. */
static GstElement *add(video *v, const char *kind, sq_diag *d) {
    GstElement *e = gst_element_factory_make(kind, NULL);
    if (e)
        gst_bin_add(GST_BIN(v->pipeline), e);
    else
        sq_fail(d, SQ_E_LIBRARY, "%s: GStreamer has no \"%s\"; install gstreamer1.0-plugins-base", v->path,
                kind);
    return e;
}

static void set_sink(video *v) {
    GstCaps *caps = gst_caps_from_string("video/x-raw,format={"
#define X(theirs, ours) #theirs ","
                                         FORMAT_LIST(X)
#undef X
                                             "I420}");
    g_object_set(v->sink, "caps", caps, "sync", FALSE, "max-buffers", (guint)v->queue_frames, NULL);
    gst_caps_unref(caps);
    GstPad *in = gst_element_get_static_pad(v->sink, "sink");
    gst_pad_add_probe(in, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, welcome_strides, NULL, NULL);
    gst_object_unref(in);
}

static sq_code build_pipeline(video *v, sq_diag *d) {
    v->pipeline = gst_pipeline_new(NULL);
    v->bus = gst_element_get_bus(v->pipeline);
    gst_bus_set_sync_handler(v->bus, hear, NULL, NULL);
    GstElement *file = add(v, "filesrc", d), *decoder = file ? add(v, "decodebin", d) : NULL;
    v->convert = decoder ? add(v, "videoconvert", d) : NULL;
    v->sink = v->convert ? add(v, "appsink", d) : NULL;
    if (!v->sink) return SQ_E_LIBRARY;
    g_object_set(file, "location", v->path, NULL);
    set_sink(v);
    g_signal_connect(v->pipeline, "deep-element-added", G_CALLBACK(watch_parser), NULL);
    g_signal_connect(decoder, "autoplug-continue", G_CALLBACK(decode_further), v);
    g_signal_connect(decoder, "pad-added", G_CALLBACK(link_video), v);
    g_signal_connect(decoder, "no-more-pads", G_CALLBACK(all_streams_known), v);
    gst_element_link(file, decoder);
    gst_element_link(v->convert, v->sink);
    return SQ_OK;
}

/* What an error before the first frame means for people; without a message nothing came and nothing will. */
static sq_code refuse(video *v, GstMessage *message, sq_diag *d) {
    if (sq_container_is_cut(v->path))
        return sq_fail(d, SQ_E_FORMAT, "%s: is cut short, and nothing of it can be read; copy it again",
                       v->path);
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
        GstMessage *m = gst_bus_timed_pop(v->bus, POLL_MS * GST_MSECOND);
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

static void release_frame(video *v) {
    if (v->map.buffer) gst_video_frame_unmap(&v->map);
    v->map.buffer = NULL;
    g_clear_pointer(&v->sample, gst_sample_unref);
}

static void close_video(void *self) {
    video *v = self;
    release_frame(v);
    if (v->pipeline) gst_element_set_state(v->pipeline, GST_STATE_NULL);
    gst_clear_caps(&v->caps);
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

static sq_code read_caps(video *v, GstCaps *caps, sq_diag *d) {
    if (caps == v->caps) return SQ_OK;
    if (!caps || !gst_video_info_from_caps(&v->info, caps))
        return sq_fail(d, SQ_E_LIBRARY, "%s: a frame without a format; try another copy", v->path);
    gst_caps_replace(&v->caps, caps);
    v->siting_said = gst_structure_has_field(gst_caps_get_structure(caps, 0), "chroma-site");
    v->step_s = v->info.fps_n > 0 ? (double)v->info.fps_d / v->info.fps_n : 0;
    return SQ_OK;
}

/* The frame's own stamp on the video's clock. One that is missing or does not go on is replaced by the
 * regular step. */
static double time_of(const video *v, GstBuffer *buffer) {
    const GstSegment *segment = gst_sample_get_segment(v->sample);
    guint64 ns = GST_BUFFER_PTS_IS_VALID(buffer) && segment->format == GST_FORMAT_TIME
                     ? gst_segment_to_stream_time(segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer))
                     : GST_CLOCK_TIME_NONE;
    double t = GST_CLOCK_TIME_IS_VALID(ns) ? (double)ns / GST_SECOND : -1;
    if (v->number && t <= v->t) t = v->t + v->step_s;
    return t < 0 ? 0 : t;
}

static sq_frame_format format_of(GstVideoFormat theirs) {
    switch (theirs) {
#define X(name, ours) \
    case GST_VIDEO_FORMAT_##name: return ours;
        FORMAT_LIST(X)
#undef X
    default: g_assert_not_reached(); /* the sink takes no others */
    }
}

/* Matrix, range and siting as the stream says them, or by the custom where it says nothing: GStreamer takes
 * BT.709 for high definition; all codecs since MPEG-2 put chroma on the left sample. BT.2020's matrix is
 * nearest to BT.709's. JPEG has but one way (JFIF), and containers have no say in it. */
static void describe_colours(const video *v, sq_frame *f) {
    const GstVideoColorimetry *c = &v->info.colorimetry;
    bool modern = c->matrix == GST_VIDEO_COLOR_MATRIX_BT709 || c->matrix == GST_VIDEO_COLOR_MATRIX_BT2020;
    bool left = !v->siting_said || v->info.chroma_site & GST_VIDEO_CHROMA_SITE_H_COSITED;
    f->matrix = modern && !v->jpeg ? SQ_MATRIX_BT709 : SQ_MATRIX_BT601;
    f->full_range = c->range == GST_VIDEO_COLOR_RANGE_0_255 || v->jpeg;
    f->siting = left && !v->jpeg ? SQ_CHROMA_LEFT : SQ_CHROMA_CENTRE;
}

static sq_code hand_on(video *v, sq_frame *f, sq_diag *d) {
    GstBuffer *buffer = gst_sample_get_buffer(v->sample);
    sq_code code = read_caps(v, gst_sample_get_caps(v->sample), d);
    if (code) return code;
    if (!gst_video_frame_map(&v->map, &v->info, buffer, GST_MAP_READ)) {
        v->map.buffer = NULL;
        return sq_fail(d, SQ_E_LIBRARY, "%s: a frame that cannot be mapped; try another copy", v->path);
    }
    v->t = time_of(v, buffer);
    *f = (sq_frame){.width = v->info.width, .height = v->info.height, .t = v->t, .number = v->number++};
    f->format = format_of(GST_VIDEO_INFO_FORMAT(&v->info));
    for (unsigned k = 0; k < GST_VIDEO_FRAME_N_PLANES(&v->map) && k < 3; k++) {
        f->plane[k] = GST_VIDEO_FRAME_PLANE_DATA(&v->map, k);
        f->stride[k] = GST_VIDEO_FRAME_PLANE_STRIDE(&v->map, k);
    }
    describe_colours(v, f);
    return SQ_OK;
}

/* Waits for a sample; null where no more will come. Frames that were decoded before an error still come. */
static GstSample *wait_for_sample(video *v) {
    for (int polls = 0; polls < (v->error ? ERROR_PATIENCE_POLLS : FRAME_PATIENCE_POLLS); polls++) {
        GstSample *s = gst_app_sink_try_pull_sample(GST_APP_SINK(v->sink), POLL_MS * GST_MSECOND);
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
    release_frame(v);
    while (!v->ended) {
        v->sample = wait_for_sample(v);
        if (!v->sample) return last_word(v, d);
        if (!GST_BUFFER_FLAG_IS_SET(gst_sample_get_buffer(v->sample), GST_BUFFER_FLAG_CORRUPTED))
            return hand_on(v, frame, d);
        v->number++; /* a frame that its decoder calls damaged is a lost one */
        release_frame(v);
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
