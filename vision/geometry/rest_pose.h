/* How a wink lies: height and tilt from what is under it: other winks, the mat, the table beside it.
 *
 * A wink that covers others lies 1.5 to 9 mm high and aslant; taken as flat on the felt it would be seen half
 * a millimetre and more from where it is (parallax), and its tilted face not as wide as it is. One whose
 * middle is past the mat's edge lies lower, and aslant where it still lies on the edge. Where its centre is
 * settles the rest: it comes to rest in the pose of least potential energy. */
#ifndef SQ_VISION_GEOMETRY_REST_POSE_H
#define SQ_VISION_GEOMETRY_REST_POSE_H

#include "vision/geometry/disc.h"

/* Sets z and normal of d over `count` discs that lie already; those that it does not overlap bear nothing.
 * Returns whether it lies otherwise than flat on the felt. d->at is not moved, and sq_disc_place is the
 * caller's. */
bool sq_pose_rest(sq_disc *d, const sq_disc *below, int count);

/* Lets d come to rest upon them, still seen where it is seen: its height shifts it over the mat, and so what
 * lies below it may change. d and those below are placed (sq_disc_place), and d is again. Returns
 * the same. */
bool sq_pose_settle(sq_disc *d, const sq_disc *below, int count, const sq_camera *c);

/* The same of one whose normal is known: until it touches one of them or the felt. The first sets z alone. */
void sq_pose_lower(sq_disc *d, const sq_disc *below, int count);
void sq_pose_let_down(sq_disc *d, const sq_disc *below, int count, const sq_camera *c);

#endif
