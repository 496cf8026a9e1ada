/* The pose of a wink: its height and tilt, from what lies under it: other winks, the mat, the table beside
 * it.
 *
 * A wink that covers others lies 1.5 to 9 mm high and is tilted. If it were taken as flat on the felt, it
 * would seem to lie half a millimetre or more from where it does (parallax), and would seem wider. A wink
 * whose middle is beyond the mat's edge lies lower, and is tilted if it still rests on the edge. The place of
 * its centre determines its pose: a wink comes to rest where its potential energy is least
 * (supporting_plane.h). */
#ifndef SQ_VISION_GEOMETRY_WINK_POSE_H
#define SQ_VISION_GEOMETRY_WINK_POSE_H

#include "vision/geometry/disc.h"
#include "vision/math/tunable_number.h"

/* The least z of a unit normal, a tilt of 60°. No wink that is seen from above lies steeper. */
SQ_NUMBER(SQ_STEEPEST, 0.5);

/* Sets z and normal of d for a wink that lies on `count` others, whose poses are known; those that it does
 * not overlap do not support it. Returns true unless it lies flat on the felt. Does not move d->at, and does
 * not place the disc (sq_disc_place). */
bool sq_pose_rest(sq_disc *d, const sq_disc *below, int count);

/* The same for a disc that must stay where it is seen in the picture: a change of its height moves it along
 * the line of sight, and thereby over other winks. d and those below must be placed (sq_disc_place); d is
 * placed again. */
bool sq_pose_settle(sq_disc *d, const sq_disc *below, int count, const sq_camera *c);

/* The same for a disc whose normal is known: it sinks until it touches one of them or the felt.
 * sq_pose_lower sets z alone; sq_pose_let_down keeps the disc where it is seen. */
void sq_pose_lower(sq_disc *d, const sq_disc *below, int count);
void sq_pose_let_down(sq_disc *d, const sq_disc *below, int count, const sq_camera *c);

#endif
