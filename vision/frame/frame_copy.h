/* Copies of frames, with pixels of their own: for whoever must keep a frame longer than its source does. */
#ifndef SQ_VISION_FRAME_FRAME_COPY_H
#define SQ_VISION_FRAME_FRAME_COPY_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/system/diag.h"

/* A frame with pixels of its own, for whoever must keep one; the caller frees copy->plane[0] (one block holds
 * all planes). *bytes is the block's size and is kept for the next time; the block grows where it must. */
sq_code sq_frame_copy(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d);
/* The same at half the width and height, each sample the mean of four. f has at least 2 x 2 pixels. */
sq_code sq_frame_copy_half(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d);

#endif
