/* Colour cast: what a camera adds to whatever it sees, light or dark: a black that is not black, a white
 * balance that is set in its encoder.
 *
 * Felt-relative chroma takes away what a lamp does, which multiplies. What is added shifts dark winks far
 * more than bright felt: green ones become brown, blue ones violet, and neither lies where its colour is
 * looked for. But all winks are shifted by the same levels, and without these they lie at the usual angles
 * again. */
#ifndef SQ_VISION_SEGMENT_COLOUR_CAST_H
#define SQ_VISION_SEGMENT_COLOUR_CAST_H

#include "vision/segment/wink_palette.h"

/* The levels of red, green and blue that the camera adds, beyond what is taken off them already
 * (sq_frame.added): of all that change no luma, those that bring the coloured samples to the angles of usual
 * plastics. False, and all 0, where it does so for one colour alone, by less than a small wink for the
 * others, or for less than half of what lies elsewhere: then it is something else. What is clipped has no
 * say. max_area, small_wink: as for the palette. */
bool sq_colour_cast_find(float added[3], const sq_frame *f, const sq_outline *o, const sq_background *s,
                         const sq_segments *g, int max_area, int small_wink);

#endif
