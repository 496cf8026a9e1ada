/* A wink that leans on the pot (rule 25.4): one edge on the mat, the other against the cup's side.
 *
 * Its lean settles its pose: the lower edge lies on the mat, the upper one touches the cup, whose radius
 * grows with height. So two unknowns are left, direction and lean, and the picture tells both: the direction
 * by where the wink is seen, the lean by how narrow. */
#ifndef SQ_VISION_LEAN_H
#define SQ_VISION_LEAN_H

#include "vision/fit.h"

/* Puts d against a pot: azimuth (radians, from +x towards +y) of its centre as seen from the pot's axis, lean
 * in radians from lying flat. */
void sq_lean_pose(sq_disc *d, sq_mm pot, double azimuth, double lean);

/* Whether disc k of n explains the window better as leaning on the pot than as it is. If so it is changed and
 * true is returned. */
bool sq_lean_try(const sq_window *w, const sq_camera *c, sq_mm pot, sq_disc *disc, int n, int k,
                 double blur_px);

#endif
