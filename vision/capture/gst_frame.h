/* GStreamer's samples as frames, for the sources that read through GStreamer (video_file.c,
 * network_stream.c), and frames as GStreamer buffers, for what writes (video_writer.c, stream_recorder.c).
 * The buffer of a sample is mapped and handed on without a copy. */
#ifndef SQ_VISION_CAPTURE_GST_FRAME_H
#define SQ_VISION_CAPTURE_GST_FRAME_H

#include <gst/gst.h>
#include <gst/video/video.h>

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

/* The sample that the last frame borrows. Zero-initialised: none. */
typedef struct {
    GstCaps *caps; /* of the last frame; info is what they say */
    GstVideoInfo info;
    bool siting_said; /* the caps say where chroma lies */
    GstSample *sample;
    GstVideoFrame map; /* map.buffer is null where nothing is mapped */
} sq_gst_frame;

/* Seconds that a file's end may take before what writes it counts as stuck: an encoder holds some forty
 * frames back. */
enum { SQ_FINISH_PATIENCE_S = 60 };

/* Starts GStreamer, once for the program. name: the source, for the sentence. */
sq_code sq_gst_start(const char *name, sq_diag *d);

/* Makes an element and adds it to the bin, which owns it from then on. Null, with a sentence, where it is
 * not installed. */
GstElement *sq_gst_add(GstElement *bin, const char *kind, const char *name, sq_diag *d);

/* Lets an appsink accept the formats that the eye reads directly, in square pixels, with strides of any
 * length, and hold at most queue_frames frames. drop: when it is full, the oldest frame is dropped; else the
 * decoder waits. */
void sq_gst_set_sink(GstElement *sink, int queue_frames, bool drop);

/* The synchronous handler of a bus, for sources: keeps the messages that they ask for and drops all others,
 * which would pile up unread. */
GstBusSyncReply sq_gst_hear(GstBus *bus, GstMessage *m, gpointer user);
/* The same for writers: keeps errors and the end of the stream. */
GstBusSyncReply sq_gst_hear_end(GstBus *bus, GstMessage *m, gpointer user);

/* A decodebin's answer to "autoplug-continue": only pictures are decoded. *jpeg (the last argument of the
 * signal) is set to true where they are JPEGs. */
gboolean sq_gst_decode_further(GstElement *decoder, GstPad *pad, GstCaps *caps, gpointer jpeg);
/* A decodebin's "pad-added": links the first video to `convert` and leaves others alone. */
void sq_gst_link_video(GstElement *decoder, GstPad *pad, gpointer convert);

/* Turns the sample, which it owns from here on, into a frame: planes, size, format, colours. The caller
 * sets t and number. jpeg: the colours are those of JPEG, whatever the container says, and no frame draws on
 * another one; of any other stream each may. */
sq_code sq_gst_frame_take(sq_gst_frame *g, GstSample *sample, bool jpeg, sq_frame *f, const char *name,
                          sq_diag *d);
/* Releases the sample; sq_gst_frame_clear releases the caps too. */
void sq_gst_frame_release(sq_gst_frame *g);
void sq_gst_frame_clear(sq_gst_frame *g);

/* ---- For those that write ---- */

/* GStreamer's name for one of our formats. */
GstVideoFormat sq_gst_format_of(sq_frame_format ours);
/* Describes frames like this one to GStreamer; a last odd column or row is left off. fps 0: the rate
 * changes. */
void sq_gst_info_of(GstVideoInfo *info, const sq_frame *f, double fps);
/* A pool of buffers for such frames; and a buffer from it that holds a copy of a frame. The caller unrefs
 * both; null when memory runs out. */
GstBufferPool *sq_gst_pool_of(const GstVideoInfo *info, GstCaps *caps);
GstBuffer *sq_gst_buffer_of(GstBufferPool *pool, const GstVideoInfo *info, const sq_frame *f);

#endif
