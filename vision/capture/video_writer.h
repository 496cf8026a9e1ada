/* Writes frames as a video: the annotated record of a game. The name's ending chooses the container: .mp4,
 * .m4v, .mov, .mkv and .avi hold H.264, .webm holds VP8. AVI stores no times: there frames come at an even
 * rate, so some are repeated and some are left out.
 *
 *   sq_video_writer_open(&v, "game.mp4", &first_frame, fps, &d)
 *   sq_video_writer_put(v, &frame, &d)          again and again
 *   sq_video_writer_close(v, &d)                only then the file can be played */
#ifndef SQ_VISION_CAPTURE_VIDEO_WRITER_H
#define SQ_VISION_CAPTURE_VIDEO_WRITER_H

#include "vision/frame/frame.h"
#include "vision/frame/overlay_layer.h"
#include "vision/system/failure.h"

typedef struct sq_video_writer sq_video_writer;

/* SQ_OK if the name has one of these endings; else SQ_E_ARGUMENT, with a sentence that lists them. */
sq_code sq_video_writer_may_be(const char *path, sq_diag *d);

/* Opens a video for frames like this one: same size, format and colours (BGR, grey or planar); its pixels
 * are not read. A last odd column or row is left off, since H.264 halves the chroma. fps: how long the last
 * frame is shown; each other frame is shown until the time of the next. An existing file is replaced. On
 * failure *out is null. */
sq_code sq_video_writer_open(sq_video_writer **out, const char *path, const sq_frame *like, double fps,
                             sq_diag *d);

/* Adds a copy of the frame at its time t, which must be later than that of the frame before; the video begins
 * at the time of the first one. Waits while the encoder is busy. After a failure (no room on the disk …) only
 * close may be called. */
sq_code sq_video_writer_put(sq_video_writer *v, const sq_frame *f, sq_diag *d);
/* The same with a drawing laid over the copy; over: made for frames like these, or null. */
sq_code sq_video_writer_put_under(sq_video_writer *v, const sq_frame *f, const sq_layer *over, sq_diag *d);

/* Finishes the file and frees everything, also after a failure; null is allowed. A file that was not
 * finished well (the code is not SQ_OK) cannot be played. */
sq_code sq_video_writer_close(sq_video_writer *v, sq_diag *d);

#endif
