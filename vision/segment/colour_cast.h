/* Colour cast: levels that a camera adds to every pixel, light or dark: its black is not black, or its white
 * balance is set in its encoder.
 *
 * A lamp multiplies colours, and felt-relative chroma removes that. A cast is added: it shifts dark winks far
 * more than bright felt. Green winks become brown, blue ones violet, and neither has the chroma at which its
 * colour is looked for. But all winks are shifted by the same levels; if these are subtracted, the winks have
 * their usual chroma angles again. */
#ifndef SQ_VISION_SEGMENT_COLOUR_CAST_H
#define SQ_VISION_SEGMENT_COLOUR_CAST_H

#include "vision/segment/wink_palette.h"

/* Finds the levels of red, green and blue that the camera adds, in addition to what is subtracted already
 * (sq_frame.added): of all that change no luma, those that bring the coloured samples to the usual angles of
 * the colours, and to each no more of them than the set has winks. Returns false, and all 0, where this
 * explains only one colour, or of the others less than a small wink, or less than half as many samples as lie
 * at unusual angles: then something else is the cause. Clipped pixels do not count. max_area, small_wink: as
 * for sq_palette_learn. */
bool sq_colour_cast_find(float added[3], const sq_frame *f, const sq_outline *o, const sq_background *s,
                         const sq_segments *g, int max_area, int small_wink);

#endif
