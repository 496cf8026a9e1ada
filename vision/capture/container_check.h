/* Checks by its outermost structure whether a video file is complete, since players silently stop where the
 * bytes end: ISO base media (MP4, MOV: ISO 14496-12 boxes), Matroska and WebM (RFC 8794 elements), AVI (RIFF
 * chunks). */
#ifndef SQ_VISION_CAPTURE_CONTAINER_CHECK_H
#define SQ_VISION_CAPTURE_CONTAINER_CHECK_H

#include <stdbool.h>

/* True where the file states a length, of itself or of its last part, that it does not have. False also for
 * files that state no length: other containers (MPEG-TS …), and recordings that were never closed. */
bool sq_container_is_cut(const char *path);

#endif
