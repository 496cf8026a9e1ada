/* A ladder of films as cameras make them: each rung makes well drawn frames worse in one way, as a camera, a
 * lamp or a hand at the camera does. The codecs of the ladder are named here but run elsewhere: this filter
 * changes only pixels.
 *
 *     sq_rung_filter filter = {.rung = sq_rung_of("noise"), .source = draw, .who = film};
 *     while (!sq_rung_next(&filter, &frame, &d)) …
 *     sq_rung_filter_free(&filter); */
#ifndef SQ_DATASETS_FILM_FILM_DEGRADATION_H
#define SQ_DATASETS_FILM_FILM_DEGRADATION_H

#include <stddef.h>

#include "datasets/film/video_faults.h"
#include "vision/frame/frame.h"
#include "vision/system/failure.h"

/* What a rung does. Zero does nothing. Levels are code values, 0..255. */
typedef struct {
    const char *name, *what;
    const char *codec;  /* a GStreamer encoder and its decoder, between raw video and raw video; null: none */
    double read, shot;  /* noise, levels: of the sensor's reading, and of the light at white */
    double fixed, rows; /* levels: a pattern that stays, and one of each row that does not */
    double blur_px;     /* standard deviation */
    double gamma;       /* exponent of the luma */
    double clip;        /* factor on the contrast; what is then beyond black or white is clipped */
    double sway_px;     /* how far the camera trembles to either side */
    double flicker;     /* share of the light, in bands, seven times a second */
    double warm;        /* levels of chroma towards red */
    double follow; /* share of the picture's change in brightness and colour that the camera takes back */
    double fps;    /* at most, and at an uneven rate */
} sq_rung;

enum { SQ_RUNGS = 16 };

/* Rung i, 0 <= i < SQ_RUNGS; the first leaves a film as it is. */
const sq_rung *sq_rung_at(int i);
/* The rung with this name; null where there is none. */
const sq_rung *sq_rung_of(const char *name);

typedef struct {
    const sq_rung *rung;
    sq_frame_source *source;
    void *who;
    /* The filter's own; zero at first. */
    uint8_t *pixels[2]; /* of the changed frame, and room for a blurred one */
    size_t room;
    double first[3], held[3]; /* the first picture's mean levels, and what the camera has set itself to */
    double t, due;            /* the last frame's time, and when the next one is wanted */
    int16_t *bell;            /* Gaussian noise, in 64ths of a deviation */
} sq_rung_filter;

/* The next frame, I420, as this camera sees it; valid until the next call. Fails as the source does, or when
 * memory runs out. */
sq_code sq_rung_next(sq_rung_filter *r, sq_frame *frame, sq_diag *d);
void sq_rung_filter_free(sq_rung_filter *r);

#endif
