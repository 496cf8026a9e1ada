/* Pale winks. A wink that is bleached by a lamp, or a dark wink on felt of its own hue, has only a fraction
 * of the usual chroma of its colour, and the search takes it for felt. The area that an explanation leaves
 * bare shows how strong such a colour is there. The search is repeated with that strength, and each wink that
 * it adds must also show its rim. */
#ifndef SQ_VISION_EXPLAIN_PALE_WINKS_H
#define SQ_VISION_EXPLAIN_PALE_WINKS_H

#include "vision/explain/pile_search.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/felt_window.h"
#include "vision/segment/wink_palette.h"

/* The share of the face of a small wink that must be left bare for a second search; and the share of the
 * usual chroma of a colour up to which it counts as faint. */
SQ_NUMBER(SQ_PALE_SHARE, 0.3);
SQ_NUMBER(SQ_PALE_STRENGTH, 0.6f);

/* Chroma from which a pixel is bare: a quarter of the palest winks'. */
SQ_NUMBER(SQ_PALE_LEAST, 0.04f);

/* Whether the window shows, outside the winks of the explanation k, something of the area of a wink in one
 * colour, but fainter than usual. out: the palette with that colour as strong as it is there. */
bool sq_pale_winks_colours(sq_palette *out, const sq_palette *p, const sq_window *w, const sq_pile *k,
                           double px_per_mm, double blur_px);

/* Whether a second explanation of the window is better: it has all winks of the first whose rims show, and
 * also faint ones that are well seen. It marks these `faint`, and sets their rim_support to the share of the
 * rim at which they stand out from bare felt, in colour or in brightness. */
bool sq_pale_winks_better(sq_pile *second, const sq_pile *first, const sq_palette *usual, const sq_window *w,
                          double blur_px);

/* Marks as `faint` a wink that lies alone and was found by its area and rim, if it is fainter than its colour
 * or of another hue. */
void sq_pale_winks_alone(sq_pile *k, const sq_palette *usual, const sq_window *w, double blur_px);

/* Whether enough of a faint wink and of its rim is seen to report it. */
bool sq_pale_winks_is_seen(const sq_pile_wink *w);

#endif
