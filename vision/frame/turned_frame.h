/* Frames of a camera that gives them mirrored, or lying on their side, set right: what a selfie camera films,
 * and sources that cannot say how they are to be held. */
#ifndef SQ_VISION_FRAME_TURNED_FRAME_H
#define SQ_VISION_FRAME_TURNED_FRAME_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

/* All zero: nothing is done. */
typedef struct {
    bool mirror;  /* left and right change places, first */
    int quarters; /* then so many quarter turns clockwise, 0..3 */
} sq_turning;

static inline bool sq_turning_is_none(sq_turning t) {
    return !t.mirror && !t.quarters;
}

/* Turns f: a BGR, grey or I444 frame keeps its format, others become I420 with their chroma midway (where
 * half-size samples lie after a turn no format can say, so they are interpolated). All planes of `out` lie in
 * one block, out->plane[0], which the caller frees; *bytes is its size. Both may be used again for the next
 * frame, and are null and 0 at the start. Fails with SQ_E_MEMORY. */
sq_code sq_turn_frame(sq_frame *out, size_t *bytes, const sq_frame *f, sq_turning how, sq_diag *d);

#endif
