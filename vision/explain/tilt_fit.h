/* The tilt of a wink that lies on something hidden. What lies under it cannot be seen, but the wink's outline
 * shows its pose: the more it is tilted, the narrower it looks.
 *
 * Rays from its middle show where its colour ends. Of the ellipses that a disc of its radius can show, the
 * one that fits these ends best gives the normal. Two normals look the same along the line of sight: one
 * leans towards the camera as much as the other leans away. */
#ifndef SQ_VISION_EXPLAIN_TILT_FIT_H
#define SQ_VISION_EXPLAIN_TILT_FIT_H

#include "vision/geometry/disc.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/felt_window.h"

/* The least sine of a tilt that is looked for (9 degrees): with less, the outline is narrower by only a
 * hundredth. */
SQ_NUMBER(SQ_TILT_LEAST, 0.15);

/* Finds the tilt of disc k of n, whatever lies under it (bottom first: later discs hide it). Moves it along
 * the mat to where it is seen, sets its normal and places it. Returns false, and leaves the disc as it was,
 * where its outline shows no tilt or too little of it is seen. */
bool sq_tilt_find(sq_disc *disc, int n, int k, const sq_window *w, const sq_camera *c);

/* Moves and turns disc k of n to where its drawing fits best. It must be tilted already: a small tilt of a
 * flat disc changes nothing that is seen. */
void sq_tilt_fit(sq_disc *disc, int n, int k, const sq_window *w, const sq_camera *c, double blur_px);

/* The other normal with which d looks the same. */
sq_mm3 sq_tilt_mirrored(const sq_disc *d, const sq_camera *c);

#endif
