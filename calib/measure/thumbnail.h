/* The thumbnail: a small copy of a frame, and the edges in it. The search for the mat begins here.
 *
 * Averaging over blocks reduces the texture of the felt and the noise of the sensor, so that an edge of a
 * few grey levels stands out. Nothing is measured here. */
#ifndef SQ_CALIB_MEASURE_THUMBNAIL_H
#define SQ_CALIB_MEASURE_THUMBNAIL_H

#include "vision/frame/frame.h"
#include "vision/math/tunable_number.h"
#include "vision/math/units.h"

/* Slopes, in units of their median over the picture, which is nearly all felt and table: a slope below NONE
 * counts as no edge, one from FULL on as a sure edge. At 2.5, 2 % of pure noise is left (Rayleigh
 * distribution), at 8 none. Lower: texture counts as edges. Higher: a table of nearly the mat's colour is
 * lost. */
SQ_NUMBER(SQ_SLOPE_NONE, 2.5);
SQ_NUMBER(SQ_SLOPE_FULL, 8.0);

enum { SQ_THUMBNAIL_SIDE = 480 };

typedef struct {
    int width, height;
    int factor;   /* how many pixels of the frame make one of these, both ways */
    int channels; /* brightness, then two differences of colour where the frame has colour */
    float channel[SQ_CHANNELS][SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE];
    /* The steepest slope over all channels, each divided by its own noise: its size, and its direction as a
     * unit vector. */
    float slope[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE];
    float dx[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE], dy[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE];
    float luma_mean; /* 0..255 over the whole frame */
} sq_thumbnail;

/* Sets all of *s from a frame of any format and size. */
void sq_thumbnail_make(sq_thumbnail *s, const sq_frame *f);

/* From a place in the thumbnail to the frame; the place of a block is its centre. */
static inline sq_px sq_px_from_thumbnail(const sq_thumbnail *s, sq_px p) {
    double half = (s->factor - 1) / 2.0;
    return (sq_px){p.x * s->factor + half, p.y * s->factor + half};
}

/* How much a place looks like an edge, 0..1: 0 up to SQ_SLOPE_NONE times the noise, 1 from SQ_SLOPE_FULL
 * times on. */
float sq_small_evidence(const sq_thumbnail *s, int x, int y);

#endif
