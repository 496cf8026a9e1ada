/* Capture: the front door for every source of frames.
 *
 *   sq_capture *c;
 *   sq_frame frame;
 *   if (sq_capture_open(&c, source, NULL, &d)) …                 d.text says what is wrong
 *   while ((code = sq_capture_next(c, &frame, &d)) != SQ_END)
 *       if (code) … d.text …; else … look at the frame …
 *   sq_capture_close(c);
 *
 * A source is named by one string:
 *   a video file        any container and codec that GStreamer plays
 *   a folder            its pictures, one a frame, in the order in which people count (view2 before view10)
 *   a picture           one frame (known by its name's ending)
 *
 * A frame comes as the sensor gave it: a rotation tag is not obeyed. A camera that looks straight down does
 * not know where up is and its tag is chance, while the camera model is tied to the sensor. */
#ifndef SQ_VISION_CAPTURE_H
#define SQ_VISION_CAPTURE_H

#include "vision/diag.h"
#include "vision/frame.h"

typedef struct sq_capture sq_capture;

/* What the user sets. Zeros stand for the values in brackets, and so does a null pointer for all of them. */
typedef struct {
    int queue_frames;     /* decoded frames that may wait for us [4] */
    double picture_gap_s; /* from one picture of a folder to the next, on the source's clock [1] */
} sq_capture_settings;

/* What the source says about itself: for a progress bar, not for judging. */
typedef struct {
    const char *kind;  /* "video", "pictures" */
    double fps;        /* 0 where unknown or changing */
    double duration_s; /* NaN where unknown */
    int64_t frames;    /* how many will come, about; -1 where unknown */
} sq_capture_info;

/* Opens a source, a video as far as its first frame. On failure *out is null and nothing is left open. */
sq_code sq_capture_open(sq_capture **out, const char *source, const sq_capture_settings *settings,
                        sq_diag *d);

/* The next frame. SQ_OK: the frame is borrowed until the next call or close. SQ_END: there is no more.
 *
 * Any other code is a fault, reported once; the next call goes on behind it: at the next picture of a folder,
 * with SQ_END after a video that breaks off. What is readable is always delivered first.
 *
 * Frames of one source may change their size (a camera that is switched over); who keeps something for a size
 * compares. A gap in `number` is a frame that was lost or came damaged from its decoder. */
sq_code sq_capture_next(sq_capture *c, sq_frame *frame, sq_diag *d);

/* What the last frame is called: the file's name for a picture, the source's for a video. Valid until the
 * next call. */
const char *sq_capture_frame_name(const sq_capture *c);

sq_capture_info sq_capture_about(const sq_capture *c);

/* Closes from any state; null is allowed. */
void sq_capture_close(sq_capture *c);

#endif
