/* Glare: what is far brighter than the felt, in all three colours: a glossy wink that mirrors a lamp, and
 * coins and paper.
 *
 * A wink that mirrors a lamp keeps its own light and adds the lamp's: pixel = own colour × light + lamp. Its
 * chroma in levels shrinks, down to nothing where the camera clips, so that segmentation and fit hardly know
 * it for a wink; but in linear light the differences between the colours stand, and the lamp's share can be
 * taken off again. */
#ifndef SQ_VISION_GLARE_H
#define SQ_VISION_GLARE_H

#include "vision/disc.h"
#include "vision/palette.h"
#include "vision/segment.h"
#include "vision/window.h"

/* Appends to the blobs of g (behind the others, and marked `bright`) what is bright on the mat and too wide
 * for a line; where there is no room, g is truncated. hidden: as for sq_segment. */
void sq_glare_find(sq_segments *g, const sq_frame *f, const sq_outline *o, const sq_span *hidden,
                   const sq_surface *s, double px_per_mm);

/* Takes the lamp's share off the window's bright pixels, the lamp being of the colour in which the felt
 * shows: their chroma becomes what the matte plastic would show. A pixel that the camera clips, or that is
 * left without colour, is not believed any more: it tells neither colour nor felt. */
void sq_glare_take_off(sq_window *w, const sq_surface *s);

/* The probability that a disc is of this colour although glare lies on it. raw: the window as it
 * was read. Whether the felt is tinted or the lamp is nobody tells, so both are asked, the lamp
 * being white or of the felt's colour; 1 where no glare lies on the disc; 0 where they disagree or
 * too little of it is not clipped. */
double sq_glare_confidence(const sq_window *raw, const sq_surface *s, const sq_palette *p, const sq_disc *d,
                           sq_colour colour);

#endif
