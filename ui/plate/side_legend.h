/* The foot of the rail, where insets leave room: squops that no inset shows, and a legend of shapes and
 * lines. */
#ifndef SQ_UI_PLATE_SIDE_LEGEND_H
#define SQ_UI_PLATE_SIDE_LEGEND_H

#include "ui/plate/magnified_insets.h"

/* insets: those of the same plate, drawn before. What has no room is left out. */
void sq_rail_foot_draw(const sq_plate *s, const sq_shown *shown, const sq_insets *insets);

#endif
