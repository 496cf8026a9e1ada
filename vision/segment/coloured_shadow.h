/* Coloured shadow. Where the light of one lamp is blocked, what remains has the colour of another lamp, or
 * of a cup beside it, and stands out from the felt as a pale wink does. Such a shadow is darker than felt
 * and has little colour for its darkness; a wink in the shade keeps the proportion of the two. */
#ifndef SQ_VISION_SEGMENT_COLOURED_SHADOW_H
#define SQ_VISION_SEGMENT_COLOURED_SHADOW_H

#include "vision/segment/felt_window.h"
#include "vision/segment/wink_palette.h"

/* Replaces coloured shadow in a window by bare felt; returns the number of pixels that still show a colour.
 * Parts of a wink's shaded rim may be lost too, so this is for clusters that winks do not account for as
 * they are. */
int sq_coloured_shadow_take_off(sq_window *w, const sq_palette *p);

#endif
