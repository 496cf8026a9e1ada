/* Keeps what a live source sends, while it is watched: a film that can be judged again. Matroska with one
 * JPEG for each frame: those of an MJPEG camera as they are, others encoded. Any piece of such a film can be
 * read, also when the power went away in mid-frame.
 *
 * Nothing here ever waits: encoding and writing have their own thread, and where it does not keep up a frame
 * is dropped and counted. */
#ifndef SQ_VISION_FILM_H
#define SQ_VISION_FILM_H

#include <stddef.h>
#include <stdint.h>

#include "vision/diag.h"
#include "vision/frame.h"

typedef struct sq_film sq_film;

/* An existing file is replaced. Whether it can be written comes out here; the rest with the first frame. */
sq_code sq_film_open(sq_film **out, const char *path, sq_diag *d);

/* Adds a frame at its time t, later than the one before; jpeg: the same frame as the camera sent it, of
 * `size` bytes, or null. Both are copied. A failure (the disk is full, the picture's size changed) is said
 * once and ends the film; the frames after it are dropped. */
sq_code sq_film_put(sq_film *v, const sq_frame *f, const uint8_t *jpeg, size_t size, sq_diag *d);

/* Frames that were dropped so far, of all that were put. */
void sq_film_count(const sq_film *v, uint64_t *put, uint64_t *dropped);

/* Finishes the file; null is allowed. A failure that was said before is not said again. */
sq_code sq_film_close(sq_film *v, sq_diag *d);

#endif
