/* The coarse samples of a frame in which rests are looked for: sums of a few pixels, every so many, of luma
 * and both chroma. They may be taken from a picture that has shifted, as if it had not.
 *
 * Internal to the rest detector. */
#ifndef SQ_VISION_CHANGE_COARSE_SAMPLES_H
#define SQ_VISION_CHANGE_COARSE_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "vision/frame/frame.h"
#include "vision/math/units.h"

/* So many units of a sample are one level. */
enum { SQ_COARSE_UNIT = 128 };

/* Where a plane's samples come from: each is the sum of `many` values, `apart` bytes from each other, less
 * `zero`. */
typedef struct {
    const uint8_t *plane;
    ptrdiff_t stride;
    int apart, many, shift_x, shift_y, zero;
    int wide, high; /* values of a row, and rows */
} sq_coarse_channel;

/* The k-th of a frame's three, step pixels from sample to sample. Of BGR all three are taken as they are,
 * green first. Valid as long as the frame is. */
sq_coarse_channel sq_coarse_channel_of(const sq_frame *f, int k, int step);

/* Where the pixels of a row of samples lie; beyond the picture's lower edge, the last one's. */
const uint8_t *sq_coarse_row_at(const sq_coarse_channel *c, int step, int y);

/* n samples of row y, SQ_COARSE_UNIT a level above black or from grey. shift: pixels by which what is shown
 * lies to the right and further down than it did; beyond the picture's edges its last samples are repeated. n
 * is at most the picture's width in steps, and SQ_REST_SIDE. */
void sq_coarse_row(const sq_coarse_channel *c, int step, int y, int n, sq_px shift, int16_t *out);

#endif
