/* A patch: a window of a frame as sRGB levels, three floats a pixel, for the stages that need every pixel.
 *
 * Only patches are converted; segment.h reads the whole frame once, coarsely. Halved chroma is interpolated
 * from the places where its samples lie (frame.h). */
#ifndef SQ_VISION_FRAME_RGB_PATCH_H
#define SQ_VISION_FRAME_RGB_PATCH_H

#include "vision/frame/yuv.h"

enum { SQ_PATCH_MAX_SIDE = SQ_CHROMA_SPAN, SQ_PATCH_MAX_PIXELS = SQ_PATCH_MAX_SIDE * SQ_PATCH_MAX_SIDE };

typedef struct {
    int x0, y0, w, h; /* the window, in pixels of the frame; w * h <= SQ_PATCH_MAX_PIXELS */
    float (*rgb)[3];  /* w * h, row by row: red, green, blue, 0..255; memory lent by the caller */
} sq_patch;

/* Clips the window to the frame and to SQ_PATCH_MAX_SIDE (about its middle) and reads it into p->rgb. */
void sq_patch_read(sq_patch *p, const sq_frame *f);

/* Only clips the window, as sq_patch_read does. */
void sq_patch_clip(sq_patch *p, const sq_frame *f);

/* The sRGB levels of the pixels of one row, a list for each colour. */
typedef struct {
    float level[3][SQ_PATCH_MAX_SIDE]; /* red, green, blue */
} sq_rgb_row;

/* Reads n <= SQ_PATCH_MAX_SIDE pixels of row y of the frame from x0 on. m: sq_rgb_matrix_of(f). */
void sq_patch_row(sq_rgb_row *out, const sq_frame *f, const sq_rgb_matrix *m, int y, int x0, int n);

#endif
