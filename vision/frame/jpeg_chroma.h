/* What a strong JPEG has taken from a picture's chroma, brought back by its luma.
 *
 * JPEG halves chroma, cuts it into blocks of 8 x 8 samples, and rounds the cosine coefficients of each to
 * multiples of its table's steps. From a decoded picture both can be told: its coefficients still stand at
 * these multiples. So each is known to within half a step, and chroma bleeds over the rims of winks as far as
 * a block reaches. Luma is finer, and shows where the rims are: of all pictures that give these
 * coefficients the one is looked for in which chroma ends where luma does. */
#ifndef SQ_VISION_FRAME_JPEG_CHROMA_H
#define SQ_VISION_FRAME_JPEG_CHROMA_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

/* Working memory of the two functions below, all zero at first. It owns what it points to, and grows with the
 * largest frame. */
typedef struct {
    float *room;
    size_t floats;
    sq_frame copy; /* of the frame, restored */
    size_t bytes;
} sq_jpeg_chroma;

/* Frees what it points to; all zero is allowed. */
void sq_jpeg_chroma_free(sq_jpeg_chroma *m);

/* The step in which the mean chroma of a block is stored, in levels: 4.25 where the JPEG's quality is 25, 2
 * at 50. 0 where the picture (BGR) shows no such steps of a level and more: it was no JPEG, a good one, or
 * was changed since then; or where its format is another, or memory is short. */
double sq_jpeg_chroma_step(sq_jpeg_chroma *m, const sq_frame *f);

/* Restores the chroma of f (BGR), which was stored in steps of `step` levels (sq_jpeg_chroma_step). The
 * result is m->copy, of f's format, valid until the next call. Fails with SQ_E_MEMORY. */
sq_code sq_jpeg_chroma_restore(sq_jpeg_chroma *m, const sq_frame *f, double step, sq_diag *d);

#endif
