/* The lower third of a plate: the ruling as a headline, its rules with their numbers, and how the game
 * stands: tiddlies, whose turn, the clock. */
#ifndef SQ_UI_PLATE_LOWER_THIRD_H
#define SQ_UI_PLATE_LOWER_THIRD_H

#include "ui/plate/plate_layout.h"
#include "ui/plate/winks_of_ruling.h"

/* Draws it into the plate's pane `third`. */
void sq_lower_third_draw(const sq_plate *s, const sq_shown *shown);

#endif
