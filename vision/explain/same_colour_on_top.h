/* A small wink that lies wholly upon a large one of its own colour.
 *
 * It has no outline of its own: the pile looks like one large wink. But its rim is a circle of known radius,
 * aside of the large one's middle, with a seam (overlap_order.h) all around and a step of brightness within.
 * A large wink alone shines in rings about its own middle, brighter towards the lamp, whatever its bevel and
 * gloss are like: that is taken out first, ring by ring, and what is left is asked for the small circle.
 *
 * A phantom is worse than an overlooked wink: it is claimed only where the circle explains half of what the
 * rings leave, and better than circles of other radii do. */
#ifndef SQ_VISION_EXPLAIN_SAME_COLOUR_ON_TOP_H
#define SQ_VISION_EXPLAIN_SAME_COLOUR_ON_TOP_H

#include "vision/geometry/disc.h"
#include "vision/segment/felt_window.h"

/* Looks on the face of disc `host` (a large wink) of n (bottom first: the later ones hide it) for a small
 * wink of its colour. Where there is one, sets *centre to where its middle is seen and returns true. */
bool sq_same_colour_on_top_find(sq_px *centre, const sq_window *w, const sq_disc *disc, int n, int host,
                                double blur_px);

#endif
