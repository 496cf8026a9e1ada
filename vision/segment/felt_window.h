/* A window: the pixels around a cluster, felt-relative (felt_chroma.h), as the fitting stages need them,
 * with the chroma of the bare surface and whether each pixel counts. */
#ifndef SQ_VISION_SEGMENT_FELT_WINDOW_H
#define SQ_VISION_SEGMENT_FELT_WINDOW_H

#include "vision/frame/felt_chroma.h"
#include "vision/geometry/disc.h"
#include "vision/geometry/mat_outline.h"
#include "vision/segment/background.h"

/* Light relative to the felt that counts as black: below, a channel is noise and its neighbours' chroma
 * alone. */
SQ_NUMBER(SQ_DARKEST_LIGHT, 0.02f);

typedef struct {
    int x0, y0, w, h;   /* in pixels of the frame */
    sq_chroma *chroma;  /* w * h, row by row; memory lent by the caller, as for the next ones */
    sq_chroma *ground;  /* of the bare surface: (0,0) on felt, the chroma of the table off the mat */
    float *light;       /* brightness relative to the felt: mean of the three q */
    double codec_noise; /* standard deviation of the chroma by a codec's rounding; 0 where none is seen */
    float *believed;    /* 1: the pixel counts; 0: it is hidden (pot, hand) or its surface is not known */
} sq_window;

/* Allocates memory for the largest window; false where there is not enough. Free it in either case. */
bool sq_window_new(sq_window *w);
void sq_window_free(sq_window *w);

/* Reads the window at x0, y0, w, h, clipped to the frame. All pixels count at first. */
void sq_window_read(sq_window *w, const sq_frame *f, const sq_outline *o, const sq_background *s);

/* Sets the window to a box of the frame, and reads it. */
void sq_window_read_box(sq_window *w, sq_box b, const sq_frame *f, const sq_outline *o,
                        const sq_background *s);

/* The chroma between pixel i, which has neighbours to the right and below, and these: at the shares right and
 * down of the way to them. */
static inline sq_chroma sq_window_chroma_between(const sq_window *w, int i, float right, float down) {
    const sq_chroma *a = &w->chroma[i], *b = a + w->w;
    float s = right, t = down;
    return (sq_chroma){(1 - t) * ((1 - s) * a[0].x + s * a[1].x) + t * ((1 - s) * b[0].x + s * b[1].x),
                       (1 - t) * ((1 - s) * a[0].y + s * a[1].y) + t * ((1 - s) * b[0].y + s * b[1].y)};
}

/* Red, green and blue of pixel i, relative to the felt (levels). */
void sq_window_rgb(const sq_window *w, int i, float rgb[3]);

/* The same at the pixel nearest to a place of the frame; false where it lies out of the window or does not
 * count. */
bool sq_window_rgb_at(const sq_window *w, sq_px p, float rgb[3]);

/* The mean of the logarithms of red, green and blue of pixel i, relative to the felt: a shadow subtracts the
 * same from each. */
float sq_window_log_light(const sq_window *w, int i);

/* The luminance of pixel i in linear light, relative to the felt. A pixel on a rim has the mean of both
 * sides, weighted by area, and codecs keep luminance sharp. */
double sq_window_luminance(const sq_window *w, int i);

/* The part of the box of a disc with margin_mm around it that lies in the window, in pixels of the frame;
 * empty where x0 >= x1 or y0 >= y1. */
sq_box sq_window_box(const sq_window *w, const sq_disc *d, double margin_mm);

#endif
