/* Records what a source sends while it is watched, as a film that can be judged again: Matroska with one JPEG
 * for each frame. JPEGs of an MJPEG camera are kept unchanged, other frames are encoded. What was written of
 * such a film can be read even if the power failed in the middle of a frame.
 *
 * Encoding and writing have their own thread. If it cannot keep up with a live source, frames are dropped and
 * counted. A source that can wait is made to wait, and nothing of it is dropped. */
#ifndef SQ_VISION_CAPTURE_STREAM_RECORDER_H
#define SQ_VISION_CAPTURE_STREAM_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

typedef struct sq_recorder sq_recorder;

/* Opens a film; an existing file is replaced. live: the source cannot wait. Fails if the file cannot be
 * written; everything else is set up with the first frame. */
sq_code sq_recorder_open(sq_recorder **out, const char *path, bool live, sq_diag *d);

/* Adds a frame at its time t, which is later than that of the one before. jpeg: the same frame as the
 * camera sent it, of `size` bytes, or null. Both are copied. A failure (the disk is full, the size of the
 * picture has changed) is reported once and ends the film; the frames after it are dropped. */
sq_code sq_recorder_put(sq_recorder *v, const sq_frame *f, const uint8_t *jpeg, size_t size, sq_diag *d);

/* How many frames are in the file, and how many others were put: after a failure also those that had no room,
 * or waited for it. */
typedef struct {
    uint64_t filmed, dropped;
} sq_filmed;

/* Finishes the file and counts; null is allowed for both. What waits is still written where it can be. A
 * failure that was reported before is not reported again. */
sq_code sq_recorder_close(sq_recorder *v, sq_filmed *count, sq_diag *d);

#endif
