/* Pale winks. A wink that a lamp pales, or a dark one on felt of its own hue, has a fraction of the usual
 * chroma of its colour, and the search takes it for felt. What an explanation leaves bare tells how strong
 * such a colour is there. The search is repeated with that strength, and each wink that it adds must also
 * show its rim. */
#ifndef SQ_VISION_EXPLAIN_PALE_WINKS_H
#define SQ_VISION_EXPLAIN_PALE_WINKS_H

#include "vision/explain/pile_search.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/felt_window.h"
#include "vision/segment/wink_palette.h"

/* The share of the face of a small wink that must lie bare; and the share of the usual strength of a colour
 * up to which it is faint. */
SQ_NUMBER(SQ_PALE_SHARE, 0.3);
SQ_NUMBER(SQ_PALE_STRENGTH, 0.6f);

/* Whether something of the area of a wink, of one colour though fainter than usual, lies in the window
 * outside the winks of the explanation k. out: the palette with that colour as strong as it is seen there. */
bool sq_pale_winks_colours(sq_palette *out, const sq_palette *p, const sq_window *w, const sq_pile *k,
                           double px_per_mm, double blur_px);

/* Whether a second explanation of the window is the better one: it has all winks of the first whose rims
 * show, and faint ones that are well seen. These are marked `faint`; their rim_support is the share of the
 * rim at which they stand out from bare felt, in colour or in brightness. */
bool sq_pale_winks_better(sq_pile *second, const sq_pile *first, const sq_palette *usual, const sq_window *w,
                          double blur_px);

/* Marks as `faint` a wink that lies alone, was found by its area and rim, and is fainter than its colour or
 * of another hue. */
void sq_pale_winks_alone(sq_pile *k, const sq_palette *usual, const sq_window *w, double blur_px);

/* Whether enough of a faint wink and of its rim is seen to claim it. */
bool sq_pale_winks_is_seen(const sq_pile_wink *w);

#endif
