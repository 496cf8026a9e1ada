/* The outline of a disc: how far its colour really reaches, all around.
 *
 * A wink is round and 16 or 22 mm wide; what else is taken for one (a coin, a slip of paper) is hardly ever
 * both. Along rays over the rim the share of the disc's colour is summed up, which finds where it ends
 * however blurred the step is. */
#ifndef SQ_VISION_REVIEW_RIM_RADIUS_H
#define SQ_VISION_REVIEW_RIM_RADIUS_H

#include "vision/geometry/disc.h"
#include "vision/segment/felt_window.h"

typedef struct {
    int n;                       /* rays along which it could be measured */
    float beyond[SQ_RIM_POINTS]; /* mm from the rim to where the colour ends; negative: within it */
} sq_rim_radius;

/* Measures disc k of n, each of which lies over those before it. Where another disc, the border of the
 * window, hidden pixels or another surface than felt is near, a ray is left out. */
void sq_rim_radius_measure(sq_rim_radius *out, const sq_window *w, const sq_disc *disc, int n, int k,
                           double blur_px);

#endif
