/* Tells whether the four colours are well apart under this light. Two that are near each other are easily
 * mistaken; the usual reason is a lamp without the light in which they differ. */
#ifndef SQ_CALIB_COLOUR_SEPARATION_H
#define SQ_CALIB_COLOUR_SEPARATION_H

#include <stdbool.h>
#include <stddef.h>

#include "vision/segment/wink_palette.h"

typedef enum {
    SQ_COLOURS_UNKNOWN, /* fewer than two colours are in sight */
    SQ_COLOURS_APART,
    SQ_COLOURS_NEAR, /* the nearest two may be mistaken for each other */
    SQ_COLOURS_PALE  /* one colour hardly differs from felt */
} sq_colours_answer;

typedef struct {
    sq_colours_answer answer;
    sq_colour a, b;    /* the nearest two of those in sight */
    double degrees;    /* between them, in the chroma plane (vision/frame/felt_chroma.h) */
    double deviations; /* the same in standard deviations of their difference */
    sq_colour palest;
    double length; /* of its chroma; felt has 0, usual winks 0.3 to 0.8 */
} sq_colours;

/* Judges a picture's palette. */
sq_colours sq_colours_judge(const sq_palette *p);

/* Writes one sentence for people, with the remedy if one is needed; empty if nothing is known. At most size
 * bytes with the final 0. */
void sq_colours_say(const sq_colours *c, char *text, size_t size);

#endif
