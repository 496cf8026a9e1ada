/* Patches of light: where the felt looks darker or brighter than it is, no wink explains it, and it is as
 * large as one.
 *
 * Winks are found by their colour. A codec keeps light finer than colour, and may take all colour from a wink
 * that has little: a green one, or one in which a lamp is mirrored. Its face is then seen in the light
 * alone. So are shadows, which only a look at their outline tells from winks (outlined_discs.h). */
#ifndef SQ_VISION_REVIEW_LIGHT_PATCHES_H
#define SQ_VISION_REVIEW_LIGHT_PATCHES_H

#include "vision/geometry/disc.h"
#include "vision/position/position.h"
#include "vision/segment/background.h"

typedef struct {
    const sq_frame *frame;
    const sq_outline *outline;
    const sq_span *hidden; /* for each row, what the pot hides */
    const sq_background *surface;
    const sq_camera *camera;
    double px_per_mm;
} sq_light_view;

/* Writes their boxes, in pixels of the frame, of the largest first; returns how many. Where there is no room
 * for more, the smallest are left out, and p is marked as truncated. p: the winks that are known, and
 * regions, in which none is looked for. */
int sq_light_patches_find(sq_box out[SQ_REGION_CAP], const sq_light_view *v, sq_position *p);

#endif
