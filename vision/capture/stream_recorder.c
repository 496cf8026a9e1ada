/* The recorder of what a source sends, through GStreamer: appsrc → (jpegenc) → matroskamux → filesink. appsrc
 * has a thread of its own, and its queue is bounded. */
#include "vision/capture/stream_recorder.h"

#include <errno.h>
#include <gst/app/gstappsrc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vision/capture/gst_frame.h"
#include "vision/system/output_file.h"

/* Frames that may wait: a second of JPEGs (10 MB at 1080p), or a few raw ones (3 MB each); JPEG's quality, at
 * which rims keep their place. */
enum { QUEUE_JPEGS = 30, QUEUE_RAW = 8, QUALITY = 95 };

struct sq_recorder {
    sq_output_file file; /* unmarked: what a camera has sent does not come again */
    GstElement *pipeline, *source, *counter;
    GstBus *bus;
    GstBufferPool *pool; /* of raw frames; null: JPEGs come */
    GstVideoInfo info;
    int width, height;
    bool live;
    bool jpeg, ended, broken; /* ended: takes no more, which was said; broken: nor does the file */
    uint64_t put;
    double t0;
};

static sq_code explain(sq_recorder *v, GstMessage *m, sq_diag *d) {
    GError *e = NULL;
    gst_message_parse_error(m, &e, NULL);
    bool full = g_error_matches(e, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NO_SPACE_LEFT);
    sq_fail(d, SQ_E_FILE,
            full ? "%.300s: no room is left on the disk (%.120s), filming ends; make room"
                 : "%.300s: cannot be written (%.120s), filming ends; check the folder and its rights",
            v->file.place, e->message);
    g_error_free(e);
    v->ended = v->broken = true;
    return SQ_E_FILE;
}

/* Waits so long for an error or the end of the file, which is SQ_END. */
static sq_code listen(sq_recorder *v, GstClockTime wait, sq_diag *d) {
    GstMessage *m = gst_bus_timed_pop_filtered(v->bus, wait, GST_MESSAGE_ERROR | GST_MESSAGE_EOS);
    if (!m) return SQ_OK;
    sq_code code = GST_MESSAGE_TYPE(m) == GST_MESSAGE_EOS ? SQ_END : explain(v, m, d);
    gst_message_unref(m);
    return code;
}

static void let_go(sq_recorder *v) {
    if (v->pipeline) gst_element_set_state(v->pipeline, GST_STATE_NULL);
    if (v->pool) gst_buffer_pool_set_active(v->pool, FALSE);
    gst_clear_object(&v->pool);
    gst_clear_object(&v->bus);
    gst_clear_object(&v->pipeline);
    free(v);
}

sq_code sq_recorder_open(sq_recorder **out, const char *path, bool live, sq_diag *d) {
    *out = NULL;
    sq_code code = sq_gst_start(path, d);
    if (code) return code;
    sq_recorder *v = calloc(1, sizeof *v);
    if (!v) return sq_fail(d, SQ_E_MEMORY, "%.300s: no memory to film; close other programs", path);
    code = sq_output_begin_stream(&v->file, path, d);
    v->file.unmarked = true;
    v->live = live;
    FILE *f = code ? NULL : fopen(v->file.path, "wbe");
    if (!code && !f)
        code = sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s); check the folder and its rights", path,
                       strerror(errno));
    if (f) fclose(f);
    if (code)
        let_go(v);
    else
        *out = v;
    return code;
}

/* The first frame says what comes. */
static sq_code start(sq_recorder *v, const sq_frame *f, bool jpeg, sq_diag *d) {
    v->jpeg = jpeg;
    v->width = f->width;
    v->height = f->height;
    v->pipeline = gst_object_ref_sink(gst_pipeline_new(NULL));
    v->bus = gst_element_get_bus(v->pipeline);
    gst_bus_set_sync_handler(v->bus, sq_gst_hear_end, NULL, NULL);
    v->source = sq_gst_add(v->pipeline, "appsrc", v->file.place, d);
    GstElement *encoder = jpeg ? NULL : sq_gst_add(v->pipeline, "jpegenc", v->file.place, d);
    v->counter = sq_gst_add(v->pipeline, "identity", v->file.place, d);
    GstElement *mux = sq_gst_add(v->pipeline, "matroskamux", v->file.place, d),
               *file = sq_gst_add(v->pipeline, "filesink", v->file.place, d);
    v->ended = v->broken = true;
    if (!v->source || (!jpeg && !encoder) || !v->counter || !mux || !file) return SQ_E_LIBRARY;
    if (!jpeg) sq_gst_info_of(&v->info, f, 0);
    GstCaps *caps =
        jpeg ? gst_caps_new_simple("image/jpeg", "width", G_TYPE_INT, f->width, "height", G_TYPE_INT,
                                   f->height, "framerate", GST_TYPE_FRACTION, 0, 1, NULL)
             : gst_video_info_to_caps(&v->info);
    if (!jpeg) v->pool = sq_gst_pool_of(&v->info, caps);
    g_object_set(v->source, "caps", caps, "format", GST_FORMAT_TIME, "max-buffers", (guint64)0, "max-bytes",
                 (guint64)0, NULL);
    gst_caps_unref(caps);
    g_object_set(file, "location", v->file.path, NULL);
    if (encoder) g_object_set(encoder, "quality", QUALITY, NULL);
    if (encoder)
        gst_element_link_many(v->source, encoder, v->counter, mux, file, NULL);
    else
        gst_element_link_many(v->source, v->counter, mux, file, NULL);
    /* Each frame is written when it comes, so that a full disk takes none that was believed to be there. */
    gst_util_set_object_arg(G_OBJECT(file), "buffer-mode", "unbuffered");
    v->ended = v->broken = false;
    v->t0 = f->t;
    gst_element_set_state(v->pipeline, GST_STATE_PLAYING); /* a failure comes as a message */
    return SQ_OK;
}

static sq_code check(sq_recorder *v, const sq_frame *f, bool jpeg, sq_diag *d) {
    if (!v->pipeline) return start(v, f, jpeg, d);
    if (f->width == v->width && f->height == v->height && jpeg == v->jpeg) return listen(v, 0, d);
    v->ended = true;
    return sq_fail(d, SQ_E_SIZE,
                   "%.300s: the camera changes to %d x %d pixels, filming ends; begin a new film",
                   v->file.place, f->width, f->height);
}

static bool is_full(const sq_recorder *v) {
    guint64 room = v->jpeg ? QUEUE_JPEGS : QUEUE_RAW;
    return v->ended || gst_app_src_get_current_level_buffers(GST_APP_SRC(v->source)) >= room;
}

sq_code sq_recorder_put(sq_recorder *v, const sq_frame *f, const uint8_t *jpeg, size_t size, sq_diag *d) {
    v->put++;
    sq_code code = v->ended ? SQ_OK : check(v, f, jpeg, d);
    while (!code && !v->live && !v->ended && is_full(v))
        code = listen(v, GST_MSECOND, d);
    GstBuffer *b = is_full(v) ? NULL
                   : jpeg     ? gst_buffer_new_memdup(jpeg, size)
                              : sq_gst_buffer_of(v->pool, &v->info, f);
    if (!b) return code;
    GST_BUFFER_PTS(b) = (GstClockTime)llround(fmax(f->t - v->t0, 0) * GST_SECOND);
    gst_app_src_push_buffer(GST_APP_SRC(v->source), b);
    return code;
}

/* How many frames the muxer took. */
static uint64_t count_taken(const sq_recorder *v) {
    GstStructure *stats = NULL;
    guint64 taken = 0;
    if (v->counter) g_object_get(v->counter, "stats", &stats, NULL);
    if (stats) gst_structure_get_uint64(stats, "num-buffers", &taken);
    if (stats) gst_structure_free(stats);
    return taken;
}

/* The frame at which writing failed is not there. */
static sq_filmed count(const sq_recorder *v) {
    uint64_t taken = count_taken(v), filmed = taken - (v->broken && taken);
    return (sq_filmed){filmed, v->put - filmed};
}

sq_code sq_recorder_close(sq_recorder *v, sq_filmed *count_to, sq_diag *d) {
    if (count_to) *count_to = (sq_filmed){0};
    if (!v) return SQ_OK;
    sq_code code = SQ_OK;
    if (v->pipeline && !v->broken) {
        gst_app_src_end_of_stream(GST_APP_SRC(v->source));
        code = listen(v, SQ_FINISH_PATIENCE_S * GST_SECOND, d);
        if (!code) sq_fail(d, code = SQ_E_FILE, "%.300s: is not finished; try a faster disk", v->file.place);
    }
    sq_output_file file = v->file;
    if (v->pipeline) gst_element_set_state(v->pipeline, GST_STATE_NULL);
    if (count_to) *count_to = count(v);
    let_go(v);
    sq_diag late; /* what was filmed until it failed is kept as well */
    sq_code kept = sq_output_commit(&file, &late);
    if (code != SQ_END && code != SQ_OK) return code;
    return kept ? sq_fail(d, kept, "%s", late.text) : SQ_OK;
}
