/* Copies of frames, for those who must keep a frame longer than its source does; and turned frames, for
 * cameras whose pictures are mirrored or lie on their side. */
#ifndef SQ_VISION_FRAME_FRAME_COPY_H
#define SQ_VISION_FRAME_FRAME_COPY_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

/* Copies f. All planes of the copy lie in one block, copy->plane[0], which the caller frees (sq_frame_free).
 * *bytes is the size of that block: copy and *bytes may be used again for the next frame, and the block grows
 * where it must. Fails with SQ_E_MEMORY. copy->plane[0] is null and *bytes 0 at the start. */
sq_code sq_frame_copy(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d);
/* The same without the samples: room for a frame of f's size and format. */
sq_code sq_frame_lay_out(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d);
/* Frees what it and the functions below have allocated; of a frame without planes nothing. */
void sq_frame_free(const sq_frame *copy);
/* The same at half the width and height: each sample is the mean of four. f has at least 2 x 2 pixels. */
sq_code sq_frame_copy_half(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d);

/* The same, each plane smoothed by a Gaussian of sigma_px pixels of the luma: for pictures whose noise hides
 * what they show. */
sq_code sq_frame_smooth(sq_frame *copy, size_t *bytes, const sq_frame *f, double sigma_px, sq_diag *d);

/* How many planes the format has; and the bytes in a row and the number of rows of one of them. */
int sq_frame_planes(sq_frame_format format);
void sq_frame_plane_size(const sq_frame *f, int plane, size_t *row, size_t *rows);

/* How a frame is turned. All zero: not at all. */
typedef struct {
    bool mirror;  /* left and right change places, first */
    int quarters; /* then so many quarter turns clockwise, 0..3 */
} sq_turning;

static inline bool sq_turning_is_none(sq_turning t) {
    return !t.mirror && !t.quarters;
}

/* The turning that does the same as `first` followed by `then`. */
static inline sq_turning sq_turning_both(sq_turning first, sq_turning then) {
    int quarters = then.mirror ? 4 - first.quarters : first.quarters;
    return (sq_turning){first.mirror != then.mirror, (quarters + then.quarters) & 3};
}

/* Turns f. A BGR, grey or I444 frame keeps its format. Others become I420 with their chroma midway: no format
 * can say where halved samples lie after a turn, so they are interpolated. All planes of `out` lie in one
 * block, out->plane[0], which the caller frees (sq_frame_free); *bytes is its size. Both may be used again
 * for the next frame, and are null and 0 at the start. Fails with SQ_E_MEMORY. */
sq_code sq_turn_frame(sq_frame *out, size_t *bytes, const sq_frame *f, sq_turning how, sq_diag *d);

#endif
