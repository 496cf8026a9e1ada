/* Coloured shadow. Where one lamp is blocked, the light that remains has the colour of another lamp, or of a
 * cup beside it. The shadow then stands out from the felt like a pale wink. But it is darker than felt and
 * has little chroma for its darkness; a wink in the shade has as much chroma, relative to its light, as in
 * the light. */
#ifndef SQ_VISION_SEGMENT_COLOURED_SHADOW_H
#define SQ_VISION_SEGMENT_COLOURED_SHADOW_H

#include "vision/segment/felt_window.h"
#include "vision/segment/wink_palette.h"

/* Replaces coloured shadow in a window by bare felt; returns the number of pixels that still show a colour.
 * Parts of a wink's shaded rim may be lost too, so this is for clusters that the search could not explain by
 * winks. */
int sq_coloured_shadow_take_off(sq_window *w, const sq_palette *p);

#endif
