/* Smooths the planes of a copy; halved chroma by half as many of its samples. */
#include "vision/frame/frame_smooth.h"

#include "vision/frame/frame_copy.h"
#include "vision/frame/opencv.h"

sq_code sq_frame_smooth(sq_frame *copy, size_t *bytes, const sq_frame *f, double sigma_px, sq_diag *d) {
    sq_code code = sq_frame_copy(copy, bytes, f, d);
    for (int i = 0; !code && i < sq_frame_planes(f->format); i++) {
        size_t row, rows;
        sq_frame_plane_size(f, i, &row, &rows);
        int channels = f->format == SQ_FRAME_BGR ? 3 : i && f->format == SQ_FRAME_NV12 ? 2 : 1;
        bool halved = i && f->format != SQ_FRAME_I444;
        code = sq_cv_smooth((uint8_t *)(uintptr_t)copy->plane[i], copy->stride[i], (int)row / channels,
                            (int)rows, channels, halved ? sigma_px / 2 : sigma_px, d);
    }
    return code;
}
