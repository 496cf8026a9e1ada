/* The camera's picture on a plate, with everything that was found: the mat's lines, the pot, each wink's rim
 * as the camera must see it, covered regions. In the picture of a ruling only the winks that it is about keep
 * their colours; a ring and a path show where they lay before. Each label is placed where it touches
 * nothing. */
#ifndef SQ_UI_PLATE_RIMS_AND_LABELS_H
#define SQ_UI_PLATE_RIMS_AND_LABELS_H

#include "ui/plate/magnified_insets.h"

/* clean: the picture in full colour; dim: the same dimmed, or null. Insets must be planned before. */
void sq_mat_view_draw(const sq_plate *s, const sq_shown *shown, const sq_insets *insets,
                      const sq_photo *clean, const sq_photo *dim);

#endif
