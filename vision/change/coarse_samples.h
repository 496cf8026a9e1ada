/* The coarse samples of a frame in which the rest detector looks for motion: sums of a few neighbouring
 * pixels, every few pixels, of luma and both chroma. They can be taken from a picture that has shifted as if
 * it had not.
 *
 * Internal to the rest detector. */
#ifndef SQ_VISION_CHANGE_COARSE_SAMPLES_H
#define SQ_VISION_CHANGE_COARSE_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "vision/frame/frame.h"
#include "vision/math/units.h"

/* How many units of a sample make one level. */
enum { SQ_COARSE_UNIT = 128 };

/* Where a plane's samples come from: each is the sum of `many` values, `apart` bytes from each other, minus
 * `zero`. */
typedef struct {
    const uint8_t *plane;
    ptrdiff_t stride;
    int apart, many, shift_x, shift_y, zero;
    int wide, high; /* values of a row, and rows */
} sq_coarse_channel;

/* The k-th of a frame's three channels, with a sample every `step` pixels. Of BGR all three are used as they
 * are, green first. Valid as long as the frame is. */
sq_coarse_channel sq_coarse_channel_of(const sq_frame *f, int k, int step);

/* Where the pixels of row y of samples lie; beyond the picture's lower edge, those of the last row. */
const uint8_t *sq_coarse_row_at(const sq_coarse_channel *c, int step, int y);

/* Writes n samples of row y, in units of 1/SQ_COARSE_UNIT of a level, above black (luma) or from grey
 * (chroma). shift: the pixels by which the picture has moved to the right and down, which are undone; beyond
 * the picture's edges its last samples are repeated. n is at most the picture's width in steps, and
 * SQ_REST_SIDE. */
void sq_coarse_row(const sq_coarse_channel *c, int step, int y, int n, sq_px shift, int16_t *out);

#endif
