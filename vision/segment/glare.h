/* Glare: what is far brighter than the felt, in all three colours: a glossy wink that mirrors a lamp, and
 * coins and paper.
 *
 * A wink that mirrors a lamp keeps its own light and adds the lamp's: pixel = own colour × light + lamp. Its
 * chroma in levels shrinks, down to nothing where the camera clips, so that segmentation and fit hardly know
 * it for a wink; but in linear light the differences between the colours stand, and the lamp's share can be
 * taken off again. */
#ifndef SQ_VISION_SEGMENT_GLARE_H
#define SQ_VISION_SEGMENT_GLARE_H

#include "vision/geometry/disc.h"
#include "vision/segment/felt_window.h"
#include "vision/segment/segment.h"
#include "vision/segment/wink_palette.h"

/* Glare: mm from sample to sample of the grid that looks for it; no line on a mat is as wide, and a small
 * wink takes a dozen samples. Brightness (all three levels against the felt's) from which the light of a lamp
 * is seen in a pixel at all, and from which it surely is: felt under a lamp's own patch of light differs by
 * less from what its tile says. Lower: uneven light makes regions. Higher: a wink whose gloss is weak is
 * lost. */
#define SQ_GLARE_GRID_MM 4.0
#define SQ_GLARE_BEGINS 1.05f
#define SQ_GLARE_LIGHT 1.2f

/* The exponent that sRGB's curve comes to over its whole range; linear light, against the felt's, of the
 * darkest of a plastic's three colours (a third of the felt's level); and the chroma under which what is left
 * without the lamp has no colour: a third of a wink's. */
#define SQ_GLARE_GAMMA 2.2f
#define SQ_GLARE_DARKEST 0.1f
#define SQ_GLARE_COLOURLESS 0.2f

/* The level from which one is clipped, or nearly: codecs and sharpening carry the camera's 255 down by some
 * levels. Share of a face from which glare tells its colour, and of the glare that must not be clipped to do
 * so; blurs inside its rim at which a face begins. */
#define SQ_GLARE_CLIPPED 244.0f
#define SQ_GLARE_SHARE 0.3
#define SQ_GLARE_RIM_BLURS 1.5

/* Appends to the blobs of g (behind the others, and marked `bright`) what is bright on the mat and too wide
 * for a line; where there is no room, g is truncated. hidden: as for sq_segment. */
void sq_glare_find(sq_segments *g, const sq_frame *f, const sq_outline *o, const sq_span *hidden,
                   const sq_background *s, double px_per_mm);

/* Takes the lamp's share off the window's bright pixels, the lamp being of the colour in which the felt
 * shows: their chroma becomes what the matte plastic would show. A pixel that the camera clips, or that is
 * left without colour, is not believed any more: it tells neither colour nor felt. */
void sq_glare_take_off(sq_window *w, const sq_background *s);

/* The probability that a disc is of this colour although glare lies on it. raw: the window as it
 * was read. Whether the felt is tinted or the lamp is nobody tells, so both are asked, the lamp
 * being white or of the felt's colour; 1 where no glare lies on the disc; 0 where they disagree or
 * too little of it is not clipped. */
double sq_glare_confidence(const sq_window *raw, const sq_background *s, const sq_palette *p,
                           const sq_disc *d, sq_colour colour);

#endif
