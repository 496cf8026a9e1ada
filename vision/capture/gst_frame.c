/* GStreamer samples as frames, and frames as GStreamer buffers: formats, strides, colours and chroma
 * siting. */
#include "vision/capture/gst_frame.h"

#include <gst/app/gstappsink.h>

/* Formats that are handed on untouched: GStreamer's name and ours. */
#define FORMAT_LIST(X)      \
    X(I420, SQ_FRAME_I420)  \
    X(NV12, SQ_FRAME_NV12)  \
    X(Y42B, SQ_FRAME_I422)  \
    X(Y444, SQ_FRAME_I444)  \
    X(GRAY8, SQ_FRAME_GREY) \
    X(BGR, SQ_FRAME_BGR)

/* GStreamer's own JPEG decoder drops every second chroma row of 4:2:2, which shifts colours by half a pixel;
 * libav's hands on all of them. */
static void prefer_whole_chroma(void) {
    GstPluginFeature *libav =
        gst_registry_find_feature(gst_registry_get(), "avdec_mjpeg", GST_TYPE_ELEMENT_FACTORY);
    if (!libav) return;
    gst_plugin_feature_set_rank(libav, GST_RANK_PRIMARY + 1);
    gst_object_unref(libav);
}

sq_code sq_gst_start(const char *name, sq_diag *d) {
    GError *e = NULL;
    if (gst_init_check(NULL, NULL, &e)) {
        prefer_whole_chroma();
        return SQ_OK;
    }
    sq_fail(d, SQ_E_LIBRARY, "%.300s: GStreamer does not start (%s); install it again", name,
            e ? e->message : "no reason given");
    g_clear_error(&e);
    return SQ_E_LIBRARY;
}

/* The package that brings an element. */
static const char *package_of(const char *kind) {
    static const char *const others[][2] = {
        {"decodebin", "base"}, {"videoconvert", "base"}, {"videoconvertscale", "base"}, {"videorate", "base"},
        {"appsink", "base"},   {"appsrc", "base"},       {"filesrc", "base"},           {"filesink", "base"},
        {"identity", "base"},  {"capsfilter", "base"},   {"h264parse", "bad"},          {"x264enc", "ugly"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (g_str_equal(kind, others[i][0])) return others[i][1];
    return "good";
}

GstElement *sq_gst_add(GstElement *bin, const char *kind, const char *name, sq_diag *d) {
    GstElement *e = gst_element_factory_make(kind, NULL);
    if (e)
        gst_bin_add(GST_BIN(bin), e);
    else
        sq_fail(d, SQ_E_LIBRARY, "%.300s: GStreamer has no \"%s\"; install gstreamer1.0-plugins-%s", name,
                kind, package_of(kind));
    return e;
}

/* ---- The sink ---- */

/* Tells the decoder that strides of its own are welcome: else it would copy each frame to pack the rows. */
static GstPadProbeReturn welcome_strides(GstPad *pad, GstPadProbeInfo *probe, gpointer user) {
    (void)pad, (void)user;
    GstQuery *query = GST_PAD_PROBE_INFO_QUERY(probe);
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return GST_PAD_PROBE_HANDLED;
}

void sq_gst_set_sink(GstElement *sink, int queue_frames, bool drop) {
    GstCaps *caps = gst_caps_from_string("video/x-raw,pixel-aspect-ratio=1/1,format={"
#define X(theirs, ours) #theirs ","
                                         FORMAT_LIST(X)
#undef X
                                             "I420}");
    g_object_set(sink, "caps", caps, "sync", FALSE, "max-buffers", (guint)queue_frames, "drop", drop, NULL);
    gst_caps_unref(caps);
    GstPad *in = gst_element_get_static_pad(sink, "sink");
    gst_pad_add_probe(in, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, welcome_strides, NULL, NULL);
    gst_object_unref(in);
}

/* ---- What GStreamer calls ---- */

GstBusSyncReply sq_gst_hear(GstBus *bus, GstMessage *m, gpointer user) {
    (void)bus, (void)user;
    const GstMessageType wanted =
        GST_MESSAGE_ERROR | GST_MESSAGE_ASYNC_DONE | GST_MESSAGE_APPLICATION | GST_MESSAGE_ELEMENT;
    bool keep = GST_MESSAGE_TYPE(m) & wanted &&
                (GST_MESSAGE_TYPE(m) != GST_MESSAGE_ELEMENT || gst_message_has_name(m, "missing-plugin"));
    if (!keep) gst_message_unref(m);
    return keep ? GST_BUS_PASS : GST_BUS_DROP;
}

GstBusSyncReply sq_gst_hear_end(GstBus *bus, GstMessage *m, gpointer user) {
    (void)bus, (void)user;
    bool keep = GST_MESSAGE_TYPE(m) & (GST_MESSAGE_ERROR | GST_MESSAGE_EOS);
    if (!keep) gst_message_unref(m);
    return keep ? GST_BUS_PASS : GST_BUS_DROP;
}

gboolean sq_gst_decode_further(GstElement *decoder, GstPad *pad, GstCaps *caps, gpointer jpeg) {
    (void)decoder, (void)pad;
    const char *type = gst_structure_get_name(gst_caps_get_structure(caps, 0));
    if (g_str_equal(type, "image/jpeg")) *(bool *)jpeg = true;
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

void sq_gst_link_video(GstElement *decoder, GstPad *pad, gpointer convert) {
    (void)decoder;
    GstPad *in = gst_element_get_static_pad(convert, "sink");
    if (!gst_pad_is_linked(in) && is_video(pad)) gst_pad_link(pad, in);
    gst_object_unref(in);
}

/* ---- Frames to buffers ---- */

GstVideoFormat sq_gst_format_of(sq_frame_format ours) {
    switch (ours) {
#define X(theirs, name) \
    case name: return GST_VIDEO_FORMAT_##theirs;
        FORMAT_LIST(X)
#undef X
    }
    g_assert_not_reached();
}

/* BGR is gamma-coded as all displays are; planes say their colours themselves. */
void sq_gst_info_of(GstVideoInfo *info, const sq_frame *f, double fps) {
    gst_video_info_set_format(info, sq_gst_format_of(f->format), (guint)f->width & ~1u,
                              (guint)f->height & ~1u);
    gst_util_double_to_fraction(fps, &info->fps_n, &info->fps_d);
    if (f->format == SQ_FRAME_BGR) return;
    info->colorimetry = (GstVideoColorimetry){
        .range = f->full_range ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235,
        .matrix = f->matrix == SQ_MATRIX_BT709 ? GST_VIDEO_COLOR_MATRIX_BT709 : GST_VIDEO_COLOR_MATRIX_BT601,
        .transfer = GST_VIDEO_TRANSFER_BT709,
        .primaries = GST_VIDEO_COLOR_PRIMARIES_BT709};
    info->chroma_site =
        f->siting == SQ_CHROMA_LEFT ? GST_VIDEO_CHROMA_SITE_MPEG2 : GST_VIDEO_CHROMA_SITE_JPEG;
}

GstBufferPool *sq_gst_pool_of(const GstVideoInfo *info, GstCaps *caps) {
    GstBufferPool *pool = gst_video_buffer_pool_new();
    GstStructure *config = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(config, caps, (guint)GST_VIDEO_INFO_SIZE(info), 0, 0);
    gst_buffer_pool_set_config(pool, config);
    gst_buffer_pool_set_active(pool, TRUE);
    return pool;
}

/* A buffer of the pool with the frame's rows. Component k lies in plane k, first, in all formats of
 * the list. */
GstBuffer *sq_gst_buffer_of(GstBufferPool *pool, const GstVideoInfo *info, const sq_frame *f) {
    GstBuffer *b = NULL;
    GstVideoFrame to;
    if (gst_buffer_pool_acquire_buffer(pool, &b, NULL) != GST_FLOW_OK) return NULL;
    if (!gst_video_frame_map(&to, info, b, GST_MAP_WRITE)) {
        gst_buffer_unref(b);
        return NULL;
    }
    for (unsigned k = 0; k < GST_VIDEO_FRAME_N_PLANES(&to); k++) {
        uint8_t *row = GST_VIDEO_FRAME_PLANE_DATA(&to, k);
        size_t bytes =
            (size_t)GST_VIDEO_FRAME_COMP_WIDTH(&to, k) * (size_t)GST_VIDEO_FRAME_COMP_PSTRIDE(&to, k);
        for (int y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT(&to, k); y++)
            memcpy(row + (ptrdiff_t)y * GST_VIDEO_FRAME_PLANE_STRIDE(&to, k),
                   f->plane[k] + (ptrdiff_t)y * f->stride[k], bytes);
    }
    gst_video_frame_unmap(&to);
    return b;
}

/* ---- Samples ---- */

void sq_gst_frame_release(sq_gst_frame *g) {
    if (g->map.buffer) gst_video_frame_unmap(&g->map);
    g->map.buffer = NULL;
    g_clear_pointer(&g->sample, gst_sample_unref);
}

void sq_gst_frame_clear(sq_gst_frame *g) {
    sq_gst_frame_release(g);
    gst_clear_caps(&g->caps);
}

static sq_code read_caps(sq_gst_frame *g, GstCaps *caps, const char *name, sq_diag *d) {
    if (caps == g->caps) return SQ_OK;
    if (!caps || !gst_video_info_from_caps(&g->info, caps))
        return sq_fail(d, SQ_E_LIBRARY, "%s: a frame without a format; try another copy", name);
    gst_caps_replace(&g->caps, caps);
    g->siting_said = gst_structure_has_field(gst_caps_get_structure(caps, 0), "chroma-site");
    return SQ_OK;
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
 * nearest to BT.709's. JPEG has but one way (JFIF). */
static void describe_colours(const sq_gst_frame *g, bool jpeg, sq_frame *f) {
    const GstVideoColorimetry *c = &g->info.colorimetry;
    bool modern = c->matrix == GST_VIDEO_COLOR_MATRIX_BT709 || c->matrix == GST_VIDEO_COLOR_MATRIX_BT2020;
    bool left = !g->siting_said || g->info.chroma_site & GST_VIDEO_CHROMA_SITE_H_COSITED;
    f->matrix = modern && !jpeg ? SQ_MATRIX_BT709 : SQ_MATRIX_BT601;
    f->full_range = c->range == GST_VIDEO_COLOR_RANGE_0_255 || jpeg;
    f->siting = left && !jpeg ? SQ_CHROMA_LEFT : SQ_CHROMA_CENTRE;
}

sq_code sq_gst_frame_take(sq_gst_frame *g, GstSample *sample, bool jpeg, sq_frame *f, const char *name,
                          sq_diag *d) {
    sq_gst_frame_release(g);
    g->sample = sample;
    sq_code code = read_caps(g, gst_sample_get_caps(sample), name, d);
    if (code) return code;
    if (!gst_video_frame_map(&g->map, &g->info, gst_sample_get_buffer(sample), GST_MAP_READ)) {
        g->map.buffer = NULL;
        return sq_fail(d, SQ_E_LIBRARY, "%s: a frame that cannot be mapped; try another copy", name);
    }
    *f = (sq_frame){.width = g->info.width, .height = g->info.height};
    f->format = format_of(GST_VIDEO_INFO_FORMAT(&g->info));
    for (unsigned k = 0; k < GST_VIDEO_FRAME_N_PLANES(&g->map) && k < 3; k++) {
        f->plane[k] = GST_VIDEO_FRAME_PLANE_DATA(&g->map, k);
        f->stride[k] = GST_VIDEO_FRAME_PLANE_STRIDE(&g->map, k);
    }
    describe_colours(g, jpeg, f);
    f->predicted = !jpeg;
    return SQ_OK;
}
