/* Finds what is neither board nor disc: a hand, a sleeve, a cup. It shows as an area larger than a disc whose
 * colours are rare on the board at that distance from the middle, and which ends sharply: light that is
 * reflected and shadows fade away. Where the board's lines show through it, it is light, too: a window that
 * lacquer mirrors. */
#ifndef SQ_VISION_CROKINOLE_FOREIGN_THING_H
#define SQ_VISION_CROKINOLE_FOREIGN_THING_H

#include "vision/crokinole/round_things.h"

/* Whether such a thing lies over the board or its ditch; *at gets its widest place, *apart whether it does
 * not reach beyond the outer line: an arm does, a picture that is printed on the board does not. things: the
 * round things, with the radius of the board's discs. */
bool sq_foreign_thing_find(const sq_colour_planes *picture, const sq_seen_board *b,
                           const sq_round_things *things, sq_mm *at, bool *apart);

#endif
