/* How wide the discs of either side are seen, and how wide they are. The discs of a board have one size, but
 * where an edge is bevelled and as dark as the shadow about it, the rim that is seen is that of the flat
 * face, a millimetre within the disc's. So the side with the wider rims tells the size.
 *
 * Where at least three discs lie on the board, their rims are asked together what they look like: one radius
 * and one bevel (0: sharp edges) for all, with which most of them agrees. That is their shape. */
#ifndef SQ_VISION_CROKINOLE_DISC_SIZES_H
#define SQ_VISION_CROKINOLE_DISC_SIZES_H

#include "vision/crokinole/disc_tones.h"

/* Notes whose discs the rulers of this picture are; they must be the last in the list. Where the rims of both
 * sides plainly differ, sets the discs' radius and height to those of the wider ones, and measures where the
 * discs on the board lie by the rims of their side.
 *
 * A picture whose rulers are all that the list has begins a game: it alone learns the shape (shape_mm and
 * bevel_mm of the rulers), and where that agrees with more of the rims, it counts instead of the sides'
 * radii. This picture's discs on the board and those of all later ones are fitted by it, or discs at rest
 * would move; where the first did not show enough of them, the shape stays unknown (0) for the whole game. */
void sq_disc_sizes_learn(sq_round_things *things, const sq_disc_tones *tones, const sq_colour_planes *picture,
                         const sq_camera *camera, sq_disc_rulers *rulers);

#endif
