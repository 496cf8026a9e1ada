/* The mean of n frames that show the same; its noise is that of one frame divided by √n.
 *
 *     sq_frame_mean_begin(&m);
 *     for each frame sq_frame_mean_add(&m, &frame, &d);
 *     const sq_frame *mean = sq_frame_mean_take(&m); */
#ifndef SQ_VISION_CHANGE_FRAME_MEAN_H
#define SQ_VISION_CHANGE_FRAME_MEAN_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

/* Zero at the start. It owns its memory, which grows with the first frame and is kept. */
typedef struct {
    sq_frame mean;
    size_t bytes;  /* of mean's planes, which lie in one block */
    uint16_t *sum; /* of each of them */
    size_t room;
    int count;
} sq_frame_mean;

/* Forgets the frames that were added. */
void sq_frame_mean_begin(sq_frame_mean *m);

/* Adds a frame; one of another size or format begins anew. Frames after the 257th are ignored. Fails with
 * SQ_E_MEMORY; it then holds no frames. */
sq_code sq_frame_mean_add(sq_frame_mean *m, const sq_frame *f, sq_diag *d);

/* The mean, with time and number of the last frame; valid until the next call. Null where none was added. */
const sq_frame *sq_frame_mean_take(sq_frame_mean *m);

/* Frees its memory; it is then as at the start. */
void sq_frame_mean_free(sq_frame_mean *m);

#endif
