/* Annotated videos, written through GStreamer:
 *
 *   appsrc → videoconvert → caps → x264enc → h264parse → mp4mux → filesink
 *
 * or with another encoder and multiplexer, by the name's ending.
 *
 * All behind appsrc's queue runs on its thread; videoconvert hands on untouched what the encoder can take. */
#include "vision/capture/video_writer.h"

#include <assert.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/video/video.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "vision/capture/gst_frame.h"
#include "vision/system/output_file.h"

/* Frames that may wait for the encoder; how often it is asked whether it has room. */
enum { QUEUE_FRAMES = 4, POLL_MS = 2 };

/* The mp4 clock: 90 kHz counts frames of 24, 25, 30, 50 and 60 a second without remainder. */
enum { TICKS_PER_S = 90000 };

/* Of a run that is broken off (power, kill) the video can be watched but for its last so many ms; one that
 * ends as it should gets its index at the end, as any mp4. Until then the only index is the first piece's:
 * players go on with the pieces behind it, but who believes its number of frames (OpenCV's reader) stops
 * there. Written without such a first index (dash-or-mss) the finished file would be one of pieces too, which
 * not every player takes. */
enum { FRAGMENT_MS = 2000 };

/* x264's constant quantiser: thin lines of a drawing stay clean at 20. Its constant quality (CRF) looks ahead
 * at each frame in small first, which costs a quarter of the whole. */
enum { QUANTISER = 20 };

typedef enum { H264, VP8 } codec;

typedef struct {
    const char *ending, *muxer;
    codec codec;
    bool even; /* it knows no times: frames must come evenly */
} container;

static const container containers[] = {{".mp4", "mp4mux", H264, false},  {".m4v", "mp4mux", H264, false},
                                       {".mov", "qtmux", H264, false},   {".mkv", "matroskamux", H264, false},
                                       {".webm", "webmmux", VP8, false}, {".avi", "avimux", H264, true}};

/* By the name's ending; null where it is none of them. */
static const container *container_of(const char *path) {
    struct stat s;
    const char *dot = strrchr(path, '.');
    if (!stat(path, &s) && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode))
        return &containers[0]; /* a pipe, a device */
    for (size_t i = 0; dot && i < sizeof containers / sizeof *containers; i++)
        if (!strcasecmp(dot, containers[i].ending)) return &containers[i];
    return NULL;
}

sq_code sq_video_writer_may_be(const char *path, sq_diag *d) {
    if (container_of(path)) return SQ_OK;
    return sq_fail(d, SQ_E_ARGUMENT,
                   "%.300s: the ending names no kind of video; use .mp4, .mkv, .webm, .mov or .avi", path);
}

struct sq_video_writer {
    char *path;
    const container *container;
    sq_output_file file;
    GstVideoInfo info; /* of the frames that are put */
    double fps;

    GstElement *pipeline, *source, *encoder;
    GstBus *bus;
    GstBufferPool *pool;
    uint64_t frames;
    double t0, t;
    sq_diag trouble; /* the first failure; nothing is put any more. SQ_OK: none */
};

/* Halved chroma for every player, as it comes where it comes so; what comes as BGR gets the colours of
 * high-definition video. */
static GstCaps *encoder_caps(const sq_frame *like) {
    bool planar = like->format != SQ_FRAME_BGR && like->format != SQ_FRAME_GREY;
    return gst_caps_from_string(planar ? "video/x-raw,format={I420,NV12}"
                                       : "video/x-raw,format=I420,colorimetry=bt709,chroma-site=mpeg2");
}

/* The first failure stays, and is told again to whoever goes on. */
static sq_code told(const sq_video_writer *v, sq_diag *d) {
    if (v->trouble.code && d) *d = v->trouble;
    return v->trouble.code;
}

static GstElement *add(sq_video_writer *v, const char *kind) {
    return sq_gst_add(v->pipeline, kind, v->path, &v->trouble);
}

/* Of what elements say, only this is heard; the rest would pile up unread over a long video. */
static void set_source(sq_video_writer *v) {
    GstCaps *caps = gst_video_info_to_caps(&v->info);
    g_object_set(v->source, "caps", caps, "format", GST_FORMAT_TIME, "max-buffers", (guint64)0, "max-bytes",
                 (guint64)0, NULL);
    v->pool = sq_gst_pool_of(&v->info, caps);
    gst_caps_unref(caps);
}

/* The preset costs as much as decoding does: an annotated video is to be looked at once, not to be kept
 * small. GStreamer sets two things apart from the preset: trellis quantisation, whose gain is small files,
 * and a rate of 2 Mbit/s (its "bitrate") that the quality has to stay below unless the buffer for it is 0. No
 * B-frames: with them a frame is stored at the time of another one, and where frames come unevenly the file
 * would end before its last ones are shown. */
static void set_encoder(sq_video_writer *v) {
    gst_util_set_object_arg(G_OBJECT(v->encoder), "speed-preset", "ultrafast");
    gst_util_set_object_arg(G_OBJECT(v->encoder), "pass", "quant");
    g_object_set(v->encoder, "quantizer", (guint)QUANTISER, "bframes", 0, "trellis", FALSE,
                 "vbv-buf-capacity", (guint)0, NULL);
}

/* VP8's levels of constant quality run to 63; at 18 thin lines stay clean, and nobody counts the bits. As
 * quick as it can be, since the game waits for it. */
static void set_vp8(sq_video_writer *v) {
    gst_util_set_object_arg(G_OBJECT(v->encoder), "end-usage", "cq");
    g_object_set(v->encoder, "cq-level", 18, "min-quantizer", 4, "max-quantizer", 40, "target-bitrate",
                 40000000, "deadline", (gint64)1, "cpu-used", 12, "threads", 2, NULL);
}

static void set_mp4(GstElement *mux, GstElement *parse) {
    g_object_set(mux, "fragment-duration", (guint)FRAGMENT_MS, NULL);
    gst_util_set_object_arg(G_OBJECT(mux), "fragment-mode", "first-moov-then-finalise");
    GstPad *out = gst_element_get_static_pad(parse, "src"), *track = gst_pad_get_peer(out);
    g_object_set(track, "trak-timescale", (guint)TICKS_PER_S, NULL);
    gst_object_unref(track);
    gst_object_unref(out);
}

static void set_rate(GstCaps *caps, double fps) {
    int n, d;
    gst_util_double_to_fraction(fps, &n, &d);
    gst_caps_set_simple(caps, "framerate", GST_TYPE_FRACTION, n, d, NULL);
}

static sq_code build_pipeline(sq_video_writer *v, const sq_frame *like) {
    v->pipeline = gst_pipeline_new(NULL);
    v->bus = gst_element_get_bus(v->pipeline);
    gst_bus_set_sync_handler(v->bus, sq_gst_hear_end, NULL, NULL);
    v->source = add(v, "appsrc");
    const container *c = v->container;
    bool vp8 = c->codec == VP8;
    GstElement *convert = add(v, "videoconvert"), *rate = add(v, c->even ? "videorate" : "identity"),
               *caps = add(v, "capsfilter");
    v->encoder = vp8 ? add(v, "vp8enc") : add(v, "x264enc");
    GstElement *parse = vp8 ? add(v, "identity") : add(v, "h264parse"), *mux = add(v, c->muxer),
               *file = add(v, "filesink");
    if (v->trouble.code) return v->trouble.code;
    GstCaps *wanted = encoder_caps(like);
    if (c->even) set_rate(wanted, v->fps);
    g_object_set(caps, "caps", wanted, NULL);
    gst_caps_unref(wanted);
    g_object_set(file, "location", v->file.path, NULL);
    set_source(v);
    if (vp8)
        set_vp8(v);
    else
        set_encoder(v);
    gst_element_link_many(v->source, convert, rate, caps, v->encoder, parse, mux, file, NULL);
    if (!strcmp(c->muxer, "mp4mux") || !strcmp(c->muxer, "qtmux")) set_mp4(mux, parse);
    return SQ_OK;
}

static sq_code note_error(sq_video_writer *v, GstMessage *error) {
    GError *e = NULL;
    gst_message_parse_error(error, &e, NULL);
    if (g_error_matches(e, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT))
        sq_fail(&v->trouble, SQ_E_FILE,
                "%s: no room is left on the disk, the video is not complete; make room", v->path);
    else if (e->domain == GST_RESOURCE_ERROR)
        sq_fail(&v->trouble, SQ_E_FILE, "%s: cannot be written (%.200s); check the folder and its rights",
                v->path, e->message);
    else
        sq_fail(&v->trouble, SQ_E_LIBRARY, "%s: cannot be encoded (%.200s); try another size", v->path,
                e->message);
    g_error_free(e);
    return v->trouble.code;
}

/* Waits so long for an error or the end. SQ_OK: nothing came. */
static sq_code listen(sq_video_writer *v, GstClockTime wait) {
    GstMessage *m = gst_bus_timed_pop(v->bus, wait);
    if (!m) return SQ_OK;
    sq_code code = GST_MESSAGE_TYPE(m) == GST_MESSAGE_EOS ? SQ_END : note_error(v, m);
    gst_message_unref(m);
    return code;
}

static sq_code start(sq_video_writer *v) {
    if (gst_element_set_state(v->pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE) return SQ_OK;
    if (!listen(v, 0))
        sq_fail(&v->trouble, SQ_E_LIBRARY, "%s: GStreamer does not start to write; try another file",
                v->path);
    return v->trouble.code;
}

static void let_go(sq_video_writer *v) {
    if (v->pipeline) gst_element_set_state(v->pipeline, GST_STATE_NULL);
    if (v->pool) gst_buffer_pool_set_active(v->pool, FALSE);
    gst_clear_object(&v->pool);
    gst_clear_object(&v->bus);
    gst_clear_object(&v->pipeline);
    free(v->path);
    free(v);
}

sq_code sq_video_writer_open(sq_video_writer **out, const char *path, const sq_frame *like, double fps,
                             sq_diag *d) {
    *out = NULL;
    if (like->width < 2 || like->height < 2)
        return sq_fail(d, SQ_E_SIZE, "%s: a video of %d x %d pixels; take larger pictures", path, like->width,
                       like->height);
    sq_code code = sq_video_writer_may_be(path, d);
    if (!code) code = sq_gst_start(path, d);
    if (code) return code;
    sq_video_writer *v = calloc(1, sizeof *v);
    if (v) v->path = strdup(path);
    if (!v || !v->path) {
        free(v);
        return sq_fail(d, SQ_E_MEMORY, "%s: out of memory; close other programs", path);
    }
    if ((code = sq_output_begin_stream(&v->file, path, d))) {
        let_go(v);
        return code;
    }
    v->container = container_of(path);
    v->fps = fps;
    sq_gst_info_of(&v->info, like, fps);
    if (build_pipeline(v, like) || start(v)) {
        code = told(v, d);
        sq_output_file file = v->file;
        let_go(v);
        sq_output_drop(&file);
        return code;
    }
    *out = v;
    return SQ_OK;
}

/* Lays a drawing over a buffer's planes; false where it cannot be had for writing. */
static bool lay_over(const sq_video_writer *v, GstBuffer *b, const sq_layer *over) {
    GstVideoFrame to;
    uint8_t *plane[3] = {0};
    int stride[3] = {0};
    if (!gst_video_frame_map(&to, &v->info, b, GST_MAP_READWRITE)) return false;
    for (unsigned k = 0; k < GST_VIDEO_FRAME_N_PLANES(&to); k++) {
        plane[k] = GST_VIDEO_FRAME_PLANE_DATA(&to, k);
        stride[k] = GST_VIDEO_FRAME_PLANE_STRIDE(&to, k);
    }
    sq_layer_lay(over, plane, stride);
    gst_video_frame_unmap(&to);
    return true;
}

sq_code sq_video_writer_put(sq_video_writer *v, const sq_frame *f, sq_diag *d) {
    return sq_video_writer_put_under(v, f, NULL, d);
}

sq_code sq_video_writer_put_under(sq_video_writer *v, const sq_frame *f, const sq_layer *over, sq_diag *d) {
    assert((f->width & ~1) == v->info.width && (f->height & ~1) == v->info.height &&
           sq_gst_format_of(f->format) == GST_VIDEO_INFO_FORMAT(&v->info));
    while (!v->trouble.code && gst_app_src_get_current_level_buffers(GST_APP_SRC(v->source)) >= QUEUE_FRAMES)
        listen(v, POLL_MS * GST_MSECOND);
    if (v->trouble.code) return told(v, d);
    if (!v->frames++)
        v->t0 = f->t;
    else if (!(f->t > v->t))
        return sq_fail(d, SQ_E_ARGUMENT, "%s: a frame at %.3f s after one at %.3f s; put them in order",
                       v->path, f->t, v->t);
    v->t = f->t;
    GstBuffer *b = sq_gst_buffer_of(v->pool, &v->info, f);
    if (b && over && !lay_over(v, b, over)) gst_clear_buffer(&b);
    if (!b)
        return sq_fail(&v->trouble, SQ_E_MEMORY, "%s: out of memory; close other programs", v->path),
               told(v, d);
    GST_BUFFER_PTS(b) = (GstClockTime)llround((f->t - v->t0) * GST_SECOND);
    GST_BUFFER_DURATION(b) = (GstClockTime)llround(GST_SECOND / v->fps);
    gst_app_src_push_buffer(GST_APP_SRC(v->source),
                            b); /* refused only after an error, which is heard next time */
    return SQ_OK;
}

/* The encoder gives out what it holds back, and the multiplexer writes the index. */
static sq_code finish(sq_video_writer *v) {
    if (v->trouble.code) return v->trouble.code;
    if (!v->frames)
        return sq_fail(&v->trouble, SQ_E_ARGUMENT, "%s: a video without a frame; put one at least", v->path);
    gst_app_src_end_of_stream(GST_APP_SRC(v->source));
    sq_code code = listen(v, SQ_FINISH_PATIENCE_S * GST_SECOND);
    if (!code)
        code = sq_fail(&v->trouble, SQ_E_LIBRARY, "%s: is not finished within %d s; try a smaller video",
                       v->path, SQ_FINISH_PATIENCE_S);
    return code == SQ_END ? SQ_OK : code;
}

sq_code sq_video_writer_close(sq_video_writer *v, sq_diag *d) {
    if (!v) return SQ_OK;
    finish(v);
    sq_code code = told(v, d);
    sq_output_file file = v->file;
    let_go(v);
    if (!code) return sq_output_commit(&file, d);
    sq_output_drop(&file);
    return code;
}
