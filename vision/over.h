/* Who lies over whom, where the drawing of a heap's colours left it open: of one colour always.
 *
 * The light along the seam tells (seam.h), once the frame's other rims have told what its light does
 * (rim_light.h: learned only when a pair is open, which in most frames none is), and then what is known of
 * the rest of the heap (heap.h). From the orders follows how high winks lie, and so where (heights.h). */
#ifndef SQ_VISION_OVER_H
#define SQ_VISION_OVER_H

#include "vision/pot.h"
#include "vision/scene.h"
#include "vision/window.h"

/* What is looked at, and where it is read to. */
typedef struct {
    sq_window *window; /* scratch */
    const sq_frame *frame;
    const sq_outline *outline;
    const sq_surface *surface;
    const sq_pot *pot; /* with its rows */
    const sq_camera *camera;
    double blur_px;
} sq_over_view;

/* Betters n orders of p's winks: each heap's stand together, bottom first, and of each pair of them there is
 * one. Of p only places, heights, normals and deviations change. */
void sq_over_judge(sq_order *order, int n, sq_position *p, const sq_over_view *v);

#endif
