/* The corners of the mat: whose winks start behind which baseline, and thereby the place of a wink. */
#ifndef SQ_VISION_POSITION_MAT_CORNERS_H
#define SQ_VISION_POSITION_MAT_CORNERS_H

#include "vision/position/position.h"

/* The four corners, clockwise as seen from above: (-,+), (+,+), (+,-), (-,-). */
enum { SQ_CORNERS = 4 };
int sq_mat_corner(sq_mm at);

/* Decides whose corner is which: the arrangement of blue, green, red, yellow clockwise (rule 5.2) for which
 * most winks lie wholly behind their own baseline. Returns the corner of blue; the next one is green's. */
int sq_mat_blue_corner(const sq_seen_wink *winks, int count);
/* The same, but only where it is beyond doubt, as at the start of a game: at least a third of the set lies
 * behind its own baselines, and at most one wink behind another. −1 otherwise. */
int sq_mat_sure_blue_corner(const sq_seen_wink *winks, int count);

/* The place of a wink that is not in the pot: off (partly or wholly), behind its own baseline, or on the
 * mat. */
sq_place sq_mat_place(const sq_seen_wink *w, int blue_corner);

#endif
