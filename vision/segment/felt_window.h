/* A window: the pixels about a cluster of blobs as the fitting stages want them, felt-relative
 * (felt_chroma.h), with what a pixel shows where no wink covers it, and how far it may be believed. */
#ifndef SQ_VISION_SEGMENT_FELT_WINDOW_H
#define SQ_VISION_SEGMENT_FELT_WINDOW_H

#include "vision/frame/felt_chroma.h"
#include "vision/geometry/disc.h"
#include "vision/geometry/mat_outline.h"
#include "vision/segment/background.h"

typedef struct {
    int x0, y0, w, h;  /* in pixels of the frame */
    sq_chroma *chroma; /* w * h, row by row; memory lent by the caller, as for the next ones */
    sq_chroma *ground; /* the same of the bare surface: (0,0) on felt, the table's chroma off the mat */
    float *light;      /* brightness relative to the felt: mean of the three q */
    float *believed;   /* 0: hidden (pot, hand) or of no known surface; 1: counts */
} sq_window;

/* Memory for the largest window; false where there is not enough. To be freed in either case. */
bool sq_window_new(sq_window *w);
void sq_window_free(sq_window *w);

/* Reads the window (clipped to the frame) from the frame. */
void sq_window_read(sq_window *w, const sq_frame *f, const sq_outline *o, const sq_background *s);

/* The same of a box of the frame. */
void sq_window_read_box(sq_window *w, sq_box b, const sq_frame *f, const sq_outline *o,
                        const sq_background *s);

/* Red, green and blue of pixel i, relative to the felt. */
void sq_window_rgb(const sq_window *w, int i, float rgb[3]);

/* The mean of the logarithms of those three: a shadow takes the same
 * from each. */
float sq_window_log_light(const sq_window *w, int i);

/* The luminance of pixel i in linear light, relative to the felt: what adds up over a rim, and what codecs
 * keep sharp. */
double sq_window_luminance(const sq_window *w, int i);

/* What of the box of a disc and margin_mm about it lies in the window, in pixels of the frame; none of it
 * does where x0 >= x1 or y0 >= y1. */
sq_box sq_window_box(const sq_window *w, const sq_disc *d, double margin_mm);

#endif
