/* A wink that lies aslant upon what nobody sees: what lies under it would not tell its pose, but its outline
 * does, which is as narrow as it leans.
 *
 * Along rays from its middle its colour ends somewhere; the ellipse that fits these ends best, among those
 * that a disc of its radius can show, tells the normal. Along the line of sight there are two: one leans
 * towards the camera as the other leans away. */
#ifndef SQ_VISION_EXPLAIN_TILT_FIT_H
#define SQ_VISION_EXPLAIN_TILT_FIT_H

#include "vision/geometry/disc.h"
#include "vision/segment/felt_window.h"

/* The least sine of a lean that is looked for (9 degrees): below, an outline is narrower by a hundredth. */
#define SQ_TILT_LEAST 0.15

/* Finds how disc k of n (bottom first: the later ones hide it) leans, whatever lies under it. Moves it along
 * the mat to where it is seen, gives it the normal and places it. False, and the disc as it was, where it
 * lies flat as far as its outline tells, or where too little of that is seen. */
bool sq_tilt_find(sq_disc *disc, int n, int k, const sq_window *w, const sq_camera *c);

/* Moves and turns disc k of n to where its drawing fits best; it must lean already: how a flat one leans a
 * bit changes nothing that is seen. */
void sq_tilt_fit(sq_disc *disc, int n, int k, const sq_window *w, const sq_camera *c, double blur_px);

/* The other normal with which d would look the same. */
sq_mm3 sq_tilt_mirrored(const sq_disc *d, const sq_camera *c);

#endif
