/* Coloured shade: where one lamp's light is taken away, what is left is of another lamp's colour, or of that
 * of a cup beside it, and stands out from the felt as a pale wink does. It is darker than felt, and for its
 * darkness it has little colour: a wink in the shade keeps the proportion of the two. */
#ifndef SQ_VISION_SEGMENT_COLOURED_SHADOW_H
#define SQ_VISION_SEGMENT_COLOURED_SHADOW_H

#include "vision/segment/felt_window.h"
#include "vision/segment/wink_palette.h"

/* Makes bare felt of the shade in a window; returns how many pixels are left that show a colour. What is left
 * of a wink's shaded rim may be lost with it: for heaps that winks do not account for as they are. */
int sq_coloured_shadow_take_off(sq_window *w, const sq_palette *p);

#endif
