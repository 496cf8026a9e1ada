/* The second witness: edges, asked of places that the first one (areas, fit.h) has settled.
 *
 * A disc that is there has an edge along its rim wherever nothing hides it and another colour lies beyond. */
#ifndef SQ_VISION_WITNESS_H
#define SQ_VISION_WITNESS_H

#include "vision/disc.h"
#include "vision/window.h"

/* Looks along the rim of disc[k] where no later disc hides it. share: the part of the rim that is open to
 * view and lies over another colour; support: the part of that at which its own colour ends. */
void sq_witness_rim(const sq_window *w, const sq_disc *disc, int n, int k, double blur_px, double *share,
                    double *support);

#endif
