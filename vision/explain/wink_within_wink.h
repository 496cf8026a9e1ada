/* Finds a small wink that lies wholly on a large one of its own colour.
 *
 * It has no outline of its own: the pile looks like one large wink. But its rim is a circle of known radius,
 * off the middle of the large one, with a seam (overlap_order.h) all around and a step of brightness inside.
 * A large wink alone shows only rings of brightness about its own middle, brighter towards the lamp, whatever
 * its bevel and gloss. These rings are fitted and subtracted, and the small circle is looked for in the rest.
 *
 * A false wink is worse than one that is overlooked: the circle must explain half of what the rings leave,
 * and explain it better than circles of other radii. */
#ifndef SQ_VISION_EXPLAIN_WINK_WITHIN_WINK_H
#define SQ_VISION_EXPLAIN_WINK_WITHIN_WINK_H

#include "vision/geometry/disc.h"
#include "vision/segment/felt_window.h"

/* Looks on the face of disc `host` (a large wink) of n (bottom first) for a small wink of its colour. If
 * there is one, sets *centre to where its middle is seen and returns true. */
bool sq_wink_within_wink_find(sq_px *centre, const sq_window *w, const sq_disc *disc, int n, int host,
                              double blur_px);

#endif
