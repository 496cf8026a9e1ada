/* Measures the centre of the pot's rim where a lamp lights it from one side.
 *
 * From above the rim is a ring between what lies around the pot and what is seen in it. Its centre is asked
 * in three ways: where the steps in colour are strongest (pot_rim_by_colour.h), and by two fits in light.
 * There, along each ray out of the centre, the picture is three levels with two blurred steps between them,
 * at radii that are the same for all rays. The levels are each ray's own: a lamp paints one side of the rim,
 * its shadow falls on another. In one fit the inside is level, in the other it falls off towards the foot.
 * The mean of the three is the centre, and what they stray from one another its deviation. */
#ifndef SQ_CALIB_MEASURE_POT_RIM_BY_LIGHT_H
#define SQ_CALIB_MEASURE_POT_RIM_BY_LIGHT_H

#include "calib/measure/pot_rim_by_colour.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/math/levenberg_marquardt.h"

/* Measures the rim that pot_rim_by_colour.h has found, off by a millimetre or two; sets `rim` and `sigma_mm`.
 * False, and the pot as it was, where the rays leave the picture or nothing is determined. w: working memory.
 */
bool sq_pot_rim_fit(const sq_frame *f, const sq_camera *c, sq_mat_pot_sight *pot, sq_lm_work *w);

#endif
