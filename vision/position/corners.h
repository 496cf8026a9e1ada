/* The mat's corners: whose winks start behind which baseline, and so where a wink lies. */
#ifndef SQ_VISION_POSITION_CORNERS_H
#define SQ_VISION_POSITION_CORNERS_H

#include "vision/position/position.h"

/* The four corners, clockwise as seen from above: (-,+), (+,+), (+,-), (-,-). */
enum { SQ_CORNERS = 4 };
int sq_mat_corner(sq_mm at);

/* Whose corner each is: the arrangement of blue, green, red, yellow clockwise (rule 5.2) for which most winks
 * lie wholly behind their own baseline. Returns the corner of blue; green's is the next one. */
int sq_mat_blue_corner(const sq_seen_wink *winks, int count);
/* The same, only where it is beyond doubt, as at the start of a game: at least a third of the set lies behind
 * the baselines so, and no two behind another's; −1 otherwise. */
int sq_mat_sure_blue_corner(const sq_seen_wink *winks, int count);

/* Where a wink on the mat lies: off (partly or wholly), behind its own baseline, or on the mat. */
sq_place sq_mat_place(const sq_seen_wink *w, int blue_corner);

#endif
