/* The solid that the discs of a board share, and where each stands: fitted to the light across their
 * outlines. */
#ifndef SQ_VISION_CROKINOLE_DISC_SOLID_H
#define SQ_VISION_CROKINOLE_DISC_SOLID_H

#include "vision/crokinole/disc_tones.h"

/* Improves the radius and the height of the things' discs, where each disc on the board stands, and how
 * surely all of that is known; what stands elsewhere is moved along its sight to the new height. Where no
 * disc stands on the board, all stays as it is. Fails with SQ_E_MEMORY. */
sq_code sq_disc_solids_fit(sq_round_things *things, const sq_disc_tones *tones,
                           const sq_colour_planes *picture, const sq_seen_board *b, sq_diag *d);

#endif
