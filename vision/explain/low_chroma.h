/* Faint winks: those that a lamp pales and dark ones on felt of their own hue have a fraction of their
 * colour's usual chroma, and the search takes them for felt. What an explanation leaves bare tells how strong
 * such a colour is there; with that strength the search is made once more, and what it adds must show itself
 * by its rim as well. */
#ifndef SQ_VISION_EXPLAIN_LOW_CHROMA_H
#define SQ_VISION_EXPLAIN_LOW_CHROMA_H

#include "vision/explain/pile_search.h"
#include "vision/segment/felt_window.h"
#include "vision/segment/wink_palette.h"

/* Share of a small wink's face that must lie bare; and share of a colour's usual strength up to which it is
 * faint. */
#define SQ_LOW_CHROMA_SHARE 0.3
#define SQ_LOW_CHROMA_STRENGTH 0.6f

/* Whether something of a wink's area and of one colour, though fainter than that is, lies in the window
 * outside the explanation's winks. out: the palette with that colour as strong as it is seen there. */
bool sq_low_chroma_colours(sq_palette *out, const sq_palette *p, const sq_window *w, const sq_pile *k,
                           double px_per_mm, double blur_px);

/* Whether a second explanation of the window is the better one: it has all of the first one's winks whose
 * rims show, and faint ones that are well seen. These are marked `faint`; their rim_support is the share of
 * the rim at which they stand out from bare felt, in colour or in brightness. */
bool sq_low_chroma_better(sq_pile *second, const sq_pile *first, const sq_palette *usual, const sq_window *w,
                          double blur_px);

/* A wink that lies alone and was found by its area and rim, but is fainter than its colour is known to be or
 * of another hue, is marked as well. */
void sq_low_chroma_alone(sq_pile *k, const sq_palette *usual, const sq_window *w, double blur_px);

/* Whether enough of a faint wink and of its rim is seen to claim it. */
bool sq_low_chroma_is_seen(const sq_pile_wink *w);

#endif
