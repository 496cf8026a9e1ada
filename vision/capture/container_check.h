/* Is a video file whole? Asked of the file's outermost frames, since players go on quietly to where the bytes
 * end: ISO base media (MP4, MOV: ISO 14496-12 boxes), Matroska and WebM (RFC 8794 elements), AVI (RIFF
 * chunks). */
#ifndef SQ_VISION_CAPTURE_CONTAINER_CHECK_H
#define SQ_VISION_CAPTURE_CONTAINER_CHECK_H

#include <stdbool.h>

/* True where the file names a length that it does not have, of itself or of its last part. False also for
 * what says no length: other containers (MPEG-TS …), recordings that never were closed. */
bool sq_container_is_cut(const char *path);

#endif
