/* A smoothed copy of a frame, for pictures whose noise hides what they show. */
#ifndef SQ_VISION_FRAME_FRAME_SMOOTH_H
#define SQ_VISION_FRAME_FRAME_SMOOTH_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

/* Copies f, each plane smoothed by a Gaussian of sigma_px pixels of the luma. Memory as with sq_frame_copy:
 * copy->plane[0] is freed by the caller, and is null and *bytes 0 at the start. Fails with SQ_E_MEMORY. */
sq_code sq_frame_smooth(sq_frame *copy, size_t *bytes, const sq_frame *f, double sigma_px, sq_diag *d);

#endif
