/* The camera's picture on a plate, with what was read from it: the mat's lines, the pot, each wink's rim as
 * the camera must see it, what is covered. Of a ruling the winks that it is about keep their colours while
 * all else is dimmed; a ghost ring and a path tell where they lay. Each label stands where it touches
 * nothing. */
#ifndef SQ_UI_PLATE_RIMS_AND_LABELS_H
#define SQ_UI_PLATE_RIMS_AND_LABELS_H

#include "ui/plate/insets.h"

/* dim: the picture dimmed, or null. Insets must be planned. */
void sq_mat_view_draw(const sq_plate *s, const sq_shown *shown, const sq_insets *insets,
                      const sq_photo *clean, const sq_photo *dim);

#endif
