/* The pictures of rulings: the frame with what was read from it, and the ruling in words about it
 * (ui/plate/plate.h), FOLDER/0007.jpg for line 7 of the record. They are drawn and written by a thread of
 * their own, so that the judging thread does not wait. */
#ifndef SQ_UI_DRAW_RULING_PICTURES_H
#define SQ_UI_DRAW_RULING_PICTURES_H

#include "ui/words/ruling_lines.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

typedef struct sq_ruling_pictures sq_ruling_pictures;

/* The folder must exist. On failure *out is null. The caller closes. */
sq_code sq_ruling_pictures_open(sq_ruling_pictures **out, const char *folder, sq_diag *d);

/* Adds the picture of line n; words: the ruling. Everything is copied. Waits while several are being written.
 * After one cannot be written the others are left out, and this function and close return the failure. */
sq_code sq_ruling_pictures_add(sq_ruling_pictures *g, int n, const sq_frame *f, const sq_position *p,
                               const sq_camera *camera, const sq_ruling_lines *words, sq_diag *d);

/* Waits until all are written; null is allowed. */
sq_code sq_ruling_pictures_close(sq_ruling_pictures *g, sq_diag *d);

#endif
