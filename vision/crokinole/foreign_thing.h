/* What is neither board nor disc: a hand, a sleeve, a cup. Told by colours that are rare as far from the
 * middle, over more room than a disc takes. */
#ifndef SQ_VISION_CROKINOLE_FOREIGN_THING_H
#define SQ_VISION_CROKINOLE_FOREIGN_THING_H

#include "vision/crokinole/round_things.h"

/* Whether such a thing lies over the board or its ditch; *at: where it is widest. `things`: what is round
 * there, with the radius that discs have. */
bool sq_foreign_thing_find(const sq_colour_planes *picture, const sq_seen_board *b,
                           const sq_round_things *things, sq_mm *at);

#endif
