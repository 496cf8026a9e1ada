/* Frames through a real codec:
 *
 *   appsrc → encoder → decoder → videoconvert → appsink
 *
 * An encoder holds frames back; so they are put until one comes out, and what belongs to each waits in a
 * ring. What has come out is taken before more is put, and an encoder that is slower than the source is
 * waited for: where the machine has other work the film would break off. */
#include "tests/replays/through_codec.h"

#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <stdio.h>
#include <stdlib.h>

#include "vision/capture/gst_frame.h"

/* Frames on their way: more than any encoder holds back. How long one is waited for before the next is put;
 * how long it may take where no more can be put. */
enum { ON_THE_WAY = 256, WAIT_MS = 1, PATIENCE_S = 60 };

struct sq_codec {
    sq_frame_source *source;
    void *who;
    const char *chain;
    GstElement *pipeline, *in, *out;
    GstBufferPool *pool;
    GstVideoInfo info;
    sq_gst_frame decoded;
    sq_frame waiting[ON_THE_WAY]; /* without pixels */
    uint64_t put, taken;
    bool ended;
};

sq_code sq_codec_open(sq_codec **out, const char *codec, sq_frame_source *source, void *who, sq_diag *d) {
    *out = NULL;
    sq_code code = sq_gst_start("the ladder", d);
    if (code) return code;
    sq_codec *c = calloc(1, sizeof *c);
    if (!c) return sq_fail(d, SQ_E_MEMORY, "a codec: not enough memory; close other programs");
    c->source = source;
    c->who = who;
    c->chain = codec;
    *out = c;
    return SQ_OK;
}

/* With the first frame, whose size it is for. */
static sq_code start(sq_codec *c, const sq_frame *f, sq_diag *d) {
    char text[1024];
    snprintf(text, sizeof text,
             "appsrc name=in format=time max-bytes=0 ! %s ! videoconvert ! video/x-raw,format=I420 ! appsink "
             "name=out sync=false "
             "max-buffers=0",
             c->chain);
    GError *e = NULL;
    c->pipeline = gst_parse_launch(text, &e);
    if (e) {
        sq_fail(d, SQ_E_LIBRARY, "%s: GStreamer cannot do this (%.200s)", c->chain, e->message);
        g_error_free(e);
        return d->code;
    }
    c->in = gst_bin_get_by_name(GST_BIN(c->pipeline), "in");
    c->out = gst_bin_get_by_name(GST_BIN(c->pipeline), "out");
    sq_gst_info_of(&c->info, f, 0);
    GstCaps *caps = gst_video_info_to_caps(&c->info);
    g_object_set(c->in, "caps", caps, NULL);
    c->pool = sq_gst_pool_of(&c->info, caps);
    gst_caps_unref(caps);
    gst_element_set_state(c->pipeline, GST_STATE_PLAYING);
    return SQ_OK;
}

/* Puts the source's next frame; after the last one, the end. */
static sq_code put_next(sq_codec *c, sq_diag *d) {
    sq_frame f;
    sq_code code = c->source(c->who, &f, d);
    if (code == SQ_END) {
        c->ended = true;
        if (c->in) gst_app_src_end_of_stream(GST_APP_SRC(c->in));
        return SQ_OK;
    }
    if (!code && !c->pipeline) code = start(c, &f, d);
    if (code) return code;
    GstBuffer *b = sq_gst_buffer_of(c->pool, &c->info, &f);
    if (!b) return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory; close other programs", c->chain);
    GST_BUFFER_PTS(b) = (GstClockTime)(f.t * GST_SECOND);
    c->waiting[c->put++ % ON_THE_WAY] = f;
    gst_app_src_push_buffer(GST_APP_SRC(c->in), b);
    return SQ_OK;
}

/* The next frame that comes out within so long; null where none does. */
static GstSample *pull(const sq_codec *c, GstClockTime wait) {
    return gst_app_sink_try_pull_sample(GST_APP_SINK(c->out), wait);
}

sq_code sq_codec_next(void *codec, sq_frame *frame, sq_diag *d) {
    sq_codec *c = codec;
    GstSample *sample = c->taken < c->put ? pull(c, 0) : NULL;
    while (!sample) {
        bool full = c->put - c->taken == ON_THE_WAY;
        sq_code code = c->ended || full ? SQ_OK : put_next(c, d);
        if (code) return code;
        if (c->ended && c->taken == c->put) return SQ_END;
        bool all = c->ended || full; /* there is nothing to do but wait */
        sample = pull(c, all ? PATIENCE_S * GST_SECOND : WAIT_MS * GST_MSECOND);
        if (!sample && all)
            return sq_fail(d, SQ_E_LIBRARY, "%s: gave fewer frames than it was given", c->chain);
    }
    sq_frame pixels;
    sq_code code = sq_gst_frame_take(&c->decoded, sample, false, &pixels, c->chain, d);
    if (code) return code;
    *frame = c->waiting[c->taken++ % ON_THE_WAY];
    frame->width = pixels.width;
    frame->height = pixels.height;
    frame->predicted = !g_str_has_prefix(c->chain, "jpegenc ");
    for (int k = 0; k < 3; k++) {
        frame->plane[k] = pixels.plane[k];
        frame->stride[k] = pixels.stride[k];
    }
    return SQ_OK;
}

void sq_codec_close(sq_codec *c) {
    if (!c) return;
    sq_gst_frame_clear(&c->decoded);
    if (c->pipeline) gst_element_set_state(c->pipeline, GST_STATE_NULL);
    if (c->pool) gst_buffer_pool_set_active(c->pool, FALSE);
    gst_clear_object(&c->pool);
    gst_clear_object(&c->in);
    gst_clear_object(&c->out);
    gst_clear_object(&c->pipeline);
    free(c);
}
