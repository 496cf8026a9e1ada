/* The rim of one wink, measured as a ruler: where its middle is seen and how large it is. */
#ifndef SQ_CALIB_MEASURE_RIM_RULER_H
#define SQ_CALIB_MEASURE_RIM_RULER_H

#include "rules/terms/wink.h"
#include "vision/frame/frame.h"
#include "vision/math/units.h"

typedef struct {
    sq_px middle;
    double radius_px; /* the root of the product of its ellipse's half axes */
    double sigma_px;  /* of the radius */
    sq_size size;
} sq_wink_sight;

/* in: about where, and how large, to a tenth of its radius; out: to some hundredths of a pixel, with the
 * radius's deviation. Only what borders on the ground is measured, by its colour, which shadows leave alone.
 * False where less than half of the rim does, or the colour is not unlike the ground's. */
bool sq_mat_rim_measure(sq_wink_sight *w, const sq_frame *f);

#endif
