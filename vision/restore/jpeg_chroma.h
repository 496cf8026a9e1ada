/* Restores the chroma that a strongly compressed JPEG has lost, with the help of its luma.
 *
 * JPEG halves chroma, cuts it into blocks of 8 x 8 samples, and rounds the cosine coefficients of each to
 * multiples of the steps of its quantisation table. A decoded picture shows this: its coefficients still lie
 * at these multiples. So each coefficient is known only to within half a step, and chroma bleeds over the
 * rims of winks as far as a block reaches. Luma is finer and shows where the rims are. Many pictures have
 * these coefficients; this looks for the one in which chroma ends where luma does. */
#ifndef SQ_VISION_RESTORE_JPEG_CHROMA_H
#define SQ_VISION_RESTORE_JPEG_CHROMA_H

#include "vision/restore/subsampled_chroma.h"
#include "vision/system/failure.h"

/* The step in which the mean chroma of a block is stored, in levels: 4.25 at a JPEG quality of 25, 2 at 50.
 * Returns 0 where a BGR picture shows no steps of a level or more: it never was a JPEG, was a good one, or
 * has been changed since. Also 0 for other formats, or when memory runs out. */
double sq_jpeg_chroma_step(sq_chroma_memory *m, const sq_frame *f);

/* Restores the chroma of f (BGR), which was stored in steps of `step` levels (sq_jpeg_chroma_step). The
 * result is m->copy, of f's format, valid until the next call. Fails with SQ_E_MEMORY. */
sq_code sq_jpeg_chroma_restore(sq_chroma_memory *m, const sq_frame *f, double step, sq_diag *d);

#endif
