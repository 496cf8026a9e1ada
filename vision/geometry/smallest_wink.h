/* How small a wink may be in the picture. */
#ifndef SQ_VISION_GEOMETRY_SMALLEST_WINK_H
#define SQ_VISION_GEOMETRY_SMALLEST_WINK_H

#include "vision/geometry/blurred_edge.h"

/* The least width of a small wink, in pixels, at which its rim can be measured: its edges, each with a blur
 * of a pixel, must not meet. */
static inline double sq_smallest_wink_px(void) {
    return 2 * (double)SQ_EDGE_REACH;
}

#endif
