/* The outline of a disc: how far its colour really reaches, all around.
 *
 * A wink is round and 16 or 22 mm wide; other things that are taken for winks (a coin, a slip of paper) are
 * hardly ever both. Along rays across the rim the share of the disc's colour is summed up. The sum shows
 * where the colour ends, however blurred the edge is. */
#ifndef SQ_VISION_REVIEW_RIM_RADIUS_H
#define SQ_VISION_REVIEW_RIM_RADIUS_H

#include "vision/geometry/disc.h"
#include "vision/segment/felt_window.h"

typedef struct {
    int n;                       /* rays along which it could be measured */
    float beyond[SQ_RIM_POINTS]; /* mm from the rim to where the colour ends; negative: within it */
} sq_rim_radius;

/* Measures disc k of n, bottom first. A ray is left out where another disc, the border of the window, hidden
 * pixels or another surface than felt is near. */
void sq_rim_radius_measure(sq_rim_radius *out, const sq_window *w, const sq_disc *disc, int n, int k,
                           double blur_px);

#endif
