/* Keeps what a live source sends, while it is watched: a film that can be judged again. Matroska with one
 * JPEG for each frame: those of an MJPEG camera as they are, others encoded. Any piece of such a film can be
 * read, also when the power went away in mid-frame.
 *
 * Nothing here ever waits: encoding and writing have their own thread, and where it does not keep up a frame
 * is dropped and counted. */
#ifndef SQ_VISION_CAPTURE_STREAM_RECORDER_H
#define SQ_VISION_CAPTURE_STREAM_RECORDER_H

#include <stddef.h>
#include <stdint.h>

#include "vision/frame/frame.h"
#include "vision/system/diag.h"

typedef struct sq_recorder sq_recorder;

/* An existing file is replaced. Whether it can be written comes out here; the rest with the first frame. */
sq_code sq_recorder_open(sq_recorder **out, const char *path, sq_diag *d);

/* Adds a frame at its time t, later than the one before; jpeg: the same frame as the camera sent it, of
 * `size` bytes, or null. Both are copied. A failure (the disk is full, the picture's size changed) is said
 * once and ends the film; the frames after it are dropped. */
sq_code sq_recorder_put(sq_recorder *v, const sq_frame *f, const uint8_t *jpeg, size_t size, sq_diag *d);

/* Frames that were dropped so far, of all that were put. */
void sq_recorder_count(const sq_recorder *v, uint64_t *put, uint64_t *dropped);

/* Finishes the file; null is allowed. A failure that was said before is not said again. */
sq_code sq_recorder_close(sq_recorder *v, sq_diag *d);

#endif
