/* The height that the discs of a board share, learned from the sides that the camera sees of them. */
#ifndef SQ_VISION_CROKINOLE_DISC_HEIGHT_H
#define SQ_VISION_CROKINOLE_DISC_HEIGHT_H

#include "vision/crokinole/disc_tones.h"

/* Improves the height of the things' discs and its sigma_mm, and moves all things to where they are with
 * that height. Where no side is seen, the height stays what was assumed. */
void sq_disc_height_learn(sq_round_things *things, const sq_disc_tones *tones,
                          const sq_colour_planes *picture, const sq_camera *camera);

#endif
