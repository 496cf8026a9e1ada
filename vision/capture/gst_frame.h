/* GStreamer's samples as frames: what every source that reads through GStreamer shares (video_file.c,
 * network_stream.c), and frames as buffers for what writes (video_writer.c, stream_recorder.c). A sample's
 * buffer is mapped and handed on; no copy is made. */
#ifndef SQ_VISION_CAPTURE_GST_FRAME_H
#define SQ_VISION_CAPTURE_GST_FRAME_H

#include <gst/gst.h>
#include <gst/video/video.h>

#include "vision/frame/frame.h"
#include "vision/system/diag.h"

/* The sample that the last frame borrows. Zero-initialised: none. */
typedef struct {
    GstCaps *caps; /* of the last frame; info is what they say */
    GstVideoInfo info;
    bool siting_said;
    GstSample *sample;
    GstVideoFrame map; /* map.buffer is null where nothing is mapped */
} sq_gst_frame;

/* Starts GStreamer, once for the program. name: the source, for the sentence. */
sq_code sq_gst_start(const char *name, sq_diag *d);

/* An element that joins the bin, which owns it from then on; null where it is not installed. */
GstElement *sq_gst_add(GstElement *bin, const char *kind, const char *name, sq_diag *d);

/* Lets an appsink take what sight reads directly, at most so many frames, with strides of any length. drop:
 * the oldest goes where there is no room, else the decoder waits. */
void sq_gst_set_sink(GstElement *sink, int queue_frames, bool drop);

/* A bus's synchronous handler: keeps what sources ask for and nothing else, which would pile up unread. */
GstBusSyncReply sq_gst_hear(GstBus *bus, GstMessage *m, gpointer user);
/* The same for what writes: keeps errors and the end. */
GstBusSyncReply sq_gst_hear_end(GstBus *bus, GstMessage *m, gpointer user);

/* A decodebin's answer to "autoplug-continue": only pictures are decoded. *jpeg (the last argument of the
 * signal) becomes true where they are JPEGs. */
gboolean sq_gst_decode_further(GstElement *decoder, GstPad *pad, GstCaps *caps, gpointer jpeg);
/* A decodebin's "pad-added": the first video goes to `convert`, others are left alone. */
void sq_gst_link_video(GstElement *decoder, GstPad *pad, gpointer convert);

/* Makes the sample, which it owns from here on, a frame: planes, size, format, colours. t and number are the
 * caller's. jpeg: JPEG has but one kind of colours, and containers have no say in it. */
sq_code sq_gst_frame_take(sq_gst_frame *g, GstSample *sample, bool jpeg, sq_frame *f, const char *name,
                          sq_diag *d);
/* Lets go of the sample; of everything. */
void sq_gst_frame_release(sq_gst_frame *g);
void sq_gst_frame_clear(sq_gst_frame *g);

/* ---- For those that write ---- */

GstVideoFormat sq_gst_format_of(sq_frame_format ours);
/* What GStreamer must know of frames like this one; a last odd column or row is left off. fps 0: it
 * changes. */
void sq_gst_info_of(GstVideoInfo *info, const sq_frame *f, double fps);
/* Buffers for such frames, used again and again; and one of them with the frame's rows, null where there is
 * no memory. */
GstBufferPool *sq_gst_pool_of(const GstVideoInfo *info, GstCaps *caps);
GstBuffer *sq_gst_buffer_of(GstBufferPool *pool, const GstVideoInfo *info, const sq_frame *f);

#endif
