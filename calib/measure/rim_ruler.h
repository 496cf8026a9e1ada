/* Measures the rim of one wink, whose true size is known: where its middle is seen, and how large it
 * looks. */
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

/* In: its place and radius, each right to a tenth of the radius. Out: both to a few hundredths of a pixel,
 * with the standard deviation of the radius. Only the part of the rim that borders on the ground is measured,
 * by colour, which shadows do not change. False where that is less than half of the rim, or where the colour
 * is too similar to the ground's. */
bool sq_mat_rim_measure(sq_wink_sight *w, const sq_frame *f);

#endif
