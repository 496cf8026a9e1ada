/* A patch: a window of a frame as sRGB levels, three floats a pixel, for the stages that look closely.
 *
 * Only patches are ever converted; the frame itself is read once, coarsely, by segment.h. Halved chroma is
 * interpolated from where its samples lie (frame.h's siting). */
#ifndef SQ_VISION_PATCH_H
#define SQ_VISION_PATCH_H

#include "vision/frame.h"

enum { SQ_PATCH_MAX_SIDE = 512, SQ_PATCH_MAX_PIXELS = SQ_PATCH_MAX_SIDE * SQ_PATCH_MAX_SIDE };

typedef struct {
    int x0, y0, w, h; /* the window, in pixels of the frame; w * h <= SQ_PATCH_MAX_PIXELS */
    float (*rgb)[3];  /* w * h, row by row: red, green, blue, 0..255; memory lent by the caller */
} sq_patch;

/* Clips the window to the frame and to SQ_PATCH_MAX_SIDE (about its middle) and reads it into p->rgb. */
void sq_patch_read(sq_patch *p, const sq_frame *f);

/* The sRGB levels (0..255, unclamped) of a luma and two chroma levels as the frame's matrix and range say. */
void sq_rgb_from_yuv(const sq_frame *f, float y, float u, float v, float rgb[3]);

#endif
