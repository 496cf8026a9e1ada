/* Undoes a small shift of the camera: a frame as it would be if the camera had not moved. */
#ifndef SQ_VISION_CHANGE_UNDO_SHIFT_H
#define SQ_VISION_CHANGE_UNDO_SHIFT_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/math/units.h"
#include "vision/system/failure.h"

/* Copies f; each sample comes from `by` pixels further right and down, interpolated between four. Beyond the
 * picture's edges its last samples are repeated. copy and bytes as for sq_frame_copy
 * (vision/frame/frame_copy.h), whose memory this is. Fails with SQ_E_MEMORY. */
sq_code sq_shift_undo(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_px by, sq_diag *d);

#endif
