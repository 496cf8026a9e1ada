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
 *   a folder            its pictures, one a frame, in natural order (view2 before view10)
 *   a picture           one frame (known by its name's ending)
 *   /dev/video0         a camera; "camera" is the first one found; v4l2:PATH one with another name
 *   rtsp://, http://    a network camera's stream, or a phone's (MJPEG)
 *   phone               a phone whose browser sends pictures (vision/capture/picture_inbox.h)
 *   a ! b ! c           any GStreamer pipeline that ends in video, in gst-launch's words
 *   -                   a video on the standard input
 *
 * A file or folder of that name comes first, even if its name is "camera" or "phone".
 *
 * Cameras, streams, phones and pipelines are live: they have no end. When one fails, that is a fault like any
 * other, reported once. The next call waits, tries again with growing pauses, and goes on with the first
 * frame that comes when the source is back. Frames that come faster than they are fetched are dropped and
 * counted: no frame is ever older than SQ_CAPTURE_LATE_S.
 *
 * Pictures are turned as viewers show them: their rotation tag (EXIF) is obeyed. Other frames come as the
 * sensor gave them; settings.turning turns frames that are mirrored or lie on their side. */
#ifndef SQ_VISION_CAPTURE_CAPTURE_H
#define SQ_VISION_CAPTURE_CAPTURE_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/frame/frame_copy.h"
#include "vision/system/failure.h"

typedef struct sq_capture sq_capture;

/* A source whose frames the program makes itself: `next` is called with `who`, and works as
 * sq_capture_next. */
typedef struct {
    sq_code (*next)(void *who, sq_frame *frame, sq_diag *d);
    void *who;
    double fps;     /* 0 where unknown or changing */
    int64_t frames; /* how many will come, about */
    bool live;      /* it is taken for a camera */
} sq_capture_maker;

/* What the user sets. Zero stands for the value in brackets; a null pointer to the settings, for all of
 * them. */
typedef struct {
    int queue_frames;  /* decoded frames that may wait for us [4] */
    int width, height; /* of a camera's pictures [the best that it has] */
    double rate;       /* of a camera, pictures a second [what a game needs] */
    bool unlocked; /* a camera may go on changing its exposure, white balance and focus [they are locked] */
    sq_turning turning;   /* of each frame [none] */
    double picture_gap_s; /* from one picture of a folder to the next, on the source's clock [1] */
    double retry_s; /* a live source that is lost: until it is first tried again [a quarter of a second] */
    double start_s; /* a network stream: the longest that its first frame may take [10] */
    struct sq_picture_inbox *inbox; /* where the source "phone" gets its pictures [there is none] */
    sq_capture_maker maker;         /* if its `next` is set, it is the source, whatever the source's name */
} sq_capture_settings;

/* What the source says about itself. Good enough for a progress bar, not for judging. */
typedef struct {
    const char *kind;  /* "video", "pictures", "camera", "stream" */
    bool live;         /* has no end, and is opened again when it fails */
    double fps;        /* 0 where unknown or changing */
    double duration_s; /* NaN where unknown */
    sq_turning held;   /* its rotation tag (a phone's MP4); the frames come turned already */
    int64_t frames;    /* how many will come, about; -1 where unknown */
    char text[512];    /* of a live source, for people: "HD Webcam, MJPG 1920x1080, 30 a second" */
} sq_capture_info;

/* What happened to the frames of a live source. */
typedef struct {
    uint64_t delivered;
    uint64_t lost;              /* missing in the source's own numbers: dropped by driver, bus or network */
    uint64_t late;              /* dropped here: older than SQ_CAPTURE_LATE_S when they were fetched */
    uint64_t damaged;           /* dropped here: too short, or not to be decoded */
    uint64_t losses, recovered; /* how often the source failed, and how often it came back */
} sq_capture_counts;

/* Opens a source; of a video, the first frame is decoded too. The caller closes. On failure *out is null
 * and nothing stays open: SQ_E_ARGUMENT for a source that no one knows, SQ_E_FILE, SQ_E_FORMAT, SQ_E_SIZE,
 * SQ_E_DEVICE, SQ_E_LIBRARY, SQ_E_MEMORY. */
sq_code sq_capture_open(sq_capture **out, const char *source, const sq_capture_settings *settings,
                        sq_diag *d);

/* Gets the next frame. SQ_OK: the frame is borrowed until the next call or close. SQ_END: there are no
 * more.
 *
 * Any other code is a fault, reported once. The next call goes on after it: with the next picture of a
 * folder, or with SQ_END after a video that breaks off. All frames that can be read are delivered first.
 *
 * Frames of one source may change their size (a camera that is switched over); whoever keeps something for
 * a size must compare. A gap in `number` is a frame that was lost or came damaged from its decoder. */
sq_code sq_capture_next(sq_capture *c, sq_frame *frame, sq_diag *d);

/* The name of the last frame: the file name for a picture, the name of the source for a video. Valid until
 * the next call. */
const char *sq_capture_frame_name(const sq_capture *c);

/* The last frame as the source sent it, where that was a JPEG (MJPEG cameras) and is not turned; else null.
 * Valid until the next call. */
const uint8_t *sq_capture_jpeg(const sq_capture *c, size_t *size);

/* What is known of the source; and the counts of its frames so far. */
sq_capture_info sq_capture_about(const sq_capture *c);
sq_capture_counts sq_capture_count(const sq_capture *c);

/* Ends the source: the next call of sq_capture_next, or one that is waiting now, returns SQ_END. May be
 * called from any thread and from a signal handler. */
void sq_capture_stop(sq_capture *c);

/* Whether a file in a folder counts as a picture, by its name's ending; hidden files do not. */
bool sq_capture_is_picture(const char *name);

/* Closes from any state; null is allowed. */
void sq_capture_close(sq_capture *c);

#endif
