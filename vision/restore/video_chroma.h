/* Restores the chroma that a tightly packed video has lost, with the help of its luma. */
#ifndef SQ_VISION_RESTORE_VIDEO_CHROMA_H
#define SQ_VISION_RESTORE_VIDEO_CHROMA_H

#include "vision/restore/subsampled_chroma.h"
#include "vision/system/failure.h"

/* Restores the chroma of f, if that is a frame of a video (I420, NV12) and was coded so coarsely that luma
 * shows it: then *step is the step, in levels, in which the mean chroma of a block seems to be known, and
 * m->copy is the frame restored (I444), with f's luma, valid as long as f and until the next call. Else *step
 * is 0 and nothing is made. wink_px: the radius of a small wink. Fails with SQ_E_MEMORY. */
sq_code sq_video_chroma_restore(sq_chroma_memory *m, const sq_frame *f, double wink_px, double *step,
                                sq_diag *d);

#endif
